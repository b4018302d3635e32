// SPDX-License-Identifier: MIT
#include "steps/discs.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "quadphase/reorder.hpp"
#include "scenes/random.hpp"

namespace quadphase::bench::steps {
namespace {

constexpr std::uint64_t kStream = 1'000'002;  // of random numbers: no other's

/// The smallest inverse of a mass that floats can take, so that points have one.
constexpr float kLeastArea = 1e-12F;

template <class Body>
void for_each_range(std::size_t count, const Body& body) {
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, 4096),
                    [&](const auto& range) { body(range.begin(), range.end()); });
}

Disc disc_in(const Box& box, scenes::Random& random) {
  const float radius = 0.5F * std::min(box.max_x - box.min_x, box.max_y - box.min_y);
  // Why in statements: compilers differ in which of two arguments they compute first.
  const float speed_x = random.between(-0.2F, 0.2F);
  const float speed_y = random.between(-0.2F, 0.2F);
  return {.x = 0.5F * (box.min_x + box.max_x),
          .y = 0.5F * (box.min_y + box.max_y),
          .velocity_x = speed_x * radius,
          .velocity_y = speed_y * radius,
          .radius = radius,
          .inverse_mass = 1 / std::max(radius * radius, kLeastArea)};
}

/// Discs that leave the world turn round.
void bounce(float place, float radius, float low, float high, float& velocity) {
  if ((place - radius < low && velocity < 0) || (place + radius > high && velocity > 0))
    velocity = -velocity;
}

/// The 16 bits of `value`, each followed by a 0.
std::uint32_t spread(std::uint32_t value) {
  std::uint32_t bits = value;
  bits = (bits | bits << 8U) & 0x00FF00FFU;
  bits = (bits | bits << 4U) & 0x0F0F0F0FU;
  bits = (bits | bits << 2U) & 0x33333333U;
  return (bits | bits << 1U) & 0x55555555U;
}

/// Where a place lies in the world, in 16 bits; discs may be outside for a moment.
std::uint32_t cell(float place, float low, float scale) {
  return static_cast<std::uint32_t>(std::clamp((place - low) * scale, 0.0F, 65535.0F));
}

std::uint64_t mixed(std::uint64_t state, std::uint64_t next) {
  std::uint64_t x = (state ^ next) * 0xBF58476D1CE4E5B9U;
  return x ^ (x >> 29U);
}

std::uint64_t bits_of(float first, float second) {
  return std::uint64_t{std::bit_cast<std::uint32_t>(first)} << 32U |
         std::bit_cast<std::uint32_t>(second);
}

}  // namespace

Discs::Discs(const BoxView& boxes, std::uint64_t seed) : discs_(boxes.size()), ids_(boxes.size()) {
  boxes_.resize(boxes.size());
  order_.resize(boxes.size());
  std::iota(ids_.begin(), ids_.end(), ObjectId{0});
  scenes::Random random(seed, kStream);
  if (boxes.size() > 0) world_ = boxes[0];
  for (std::size_t id = 0; id < boxes.size(); ++id) {
    const Box box = boxes[id];
    discs_[id] = disc_in(box, random);
    world_ = {std::min(world_.min_x, box.min_x), std::min(world_.min_y, box.min_y),
              std::max(world_.max_x, box.max_x), std::max(world_.max_y, box.max_y)};
  }
}

void Discs::move() {
  for_each_range(size(), [&](std::size_t begin, std::size_t end) { move_rows(begin, end); });
}

void Discs::move_rows(std::size_t begin, std::size_t end) {
  for (std::size_t row = begin; row < end; ++row) {
    Disc& disc = discs_[row];
    const Push push(disc.pushes);
    disc.pushes = 0;
    disc.velocity_x += push.x;
    disc.velocity_y += push.y;
    bounce(disc.x, disc.radius, world_.min_x, world_.max_x, disc.velocity_x);
    bounce(disc.y, disc.radius, world_.min_y, world_.max_y, disc.velocity_y);
    disc.x += disc.velocity_x;
    disc.y += disc.velocity_y;
    boxes_.set(row, {disc.x - disc.radius, disc.y - disc.radius, disc.x + disc.radius,
                     disc.y + disc.radius});
  }
}

void Discs::collide(std::span<const Pair> pairs, bool is_shared) {
  Disc* const discs = discs_.data();
  if (is_shared) {
    for (const Pair pair : pairs)
      steps::collide(discs[pair.first], discs[pair.second], push_shared);
  } else {
    for (const Pair pair : pairs) steps::collide(discs[pair.first], discs[pair.second], push_alone);
  }
}

void Discs::reorder(std::span<const ObjectId> order) {
  quadphase::reorder(order, discs_, ids_);
}

std::span<const ObjectId> Discs::curve_order() {
  const auto scale = [](float low, float high) { return high > low ? 65536 / (high - low) : 0; };
  const float scale_x = scale(world_.min_x, world_.max_x);
  const float scale_y = scale(world_.min_y, world_.max_y);
  sorter_.rows().resize(size());
  KeyedRow* const rows = sorter_.rows().data();
  for_each_range(size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const std::uint32_t x = cell(discs_[row].x, world_.min_x, scale_x);
      const std::uint32_t y = cell(discs_[row].y, world_.min_y, scale_y);
      rows[row] = {spread(x) | spread(y) << 1U, static_cast<std::uint32_t>(row)};
    }
  });
  sorter_.sort();
  const std::span<const KeyedRow> sorted_rows = sorter_.rows().span();
  for_each_range(size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) order_[i] = sorted_rows[i].row;
  });
  return order_;
}

std::size_t Discs::contact_count(std::span<const Pair> pairs) const {
  const auto count = std::count_if(pairs.begin(), pairs.end(), [&](const Pair& pair) {
    Disc a = discs_[pair.first];
    Disc b = discs_[pair.second];
    return steps::collide(a, b, [](Disc&, float, float) {});
  });
  return static_cast<std::size_t>(count);
}

std::uint64_t Discs::hash() const {
  std::uint64_t sum = 0;
  for (std::size_t row = 0; row < size(); ++row) {
    const Disc& disc = discs_[row];
    std::uint64_t state = mixed(ids_[row], 0x9E3779B97F4A7C15U);
    state = mixed(state, bits_of(disc.x, disc.y));
    state = mixed(state, bits_of(disc.velocity_x, disc.velocity_y));
    sum += mixed(state, disc.pushes);
  }
  return sum;
}

}  // namespace quadphase::bench::steps
