// SPDX-License-Identifier: MIT
#include "input/swept_boxes.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>

#include "base/chunk_loop.hpp"
#include "input/given_boxes.hpp"
#include "kernels/kernels.hpp"

namespace quadphase::detail {
namespace {

/// min(0, x) and max(0, x) without the branch that g++ 12 would generate. The sign of a zero does
/// not matter.
inline float negative(float x) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return std::bit_cast<float>(bits & (0U - (bits >> 31)));
}
inline float positive(float x) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return std::bit_cast<float>(bits & ((bits >> 31) - 1U));
}
/// `x`, or `other` if `is_good` is false, without a branch.
inline float select(std::int32_t good, float x, float other) noexcept {
  return std::bit_cast<float>((std::bit_cast<std::int32_t>(x) & good) |
                              (std::bit_cast<std::int32_t>(other) & ~good));
}

}  // namespace

/// Why without a branch: the signs of motions cannot be predicted. Tried: with branches, 15 ns a
/// box.
Box fat_box(const Box& tight, const SweepSpan& sweeps, std::size_t i) noexcept {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const float margin = sweeps.margin != nullptr ? sweeps.margin[i] : 0.0F;
  const float dx = sweeps.displacement_x != nullptr ? sweeps.displacement_x[i] : 0.0F;
  const float dy = sweeps.displacement_y != nullptr ? sweeps.displacement_y[i] : 0.0F;
  const std::int32_t good =
      -static_cast<std::int32_t>((tight.min_x <= tight.max_x) & (tight.min_y <= tight.max_y) &
                                 (margin >= 0) & (dx == dx) & (dy == dy));
  return {select(good, tight.min_x + negative(dx) - margin, kInfinity),
          select(good, tight.min_y + negative(dy) - margin, kInfinity),
          select(good, tight.max_x + positive(dx) + margin, -kInfinity),
          select(good, tight.max_y + positive(dy) + margin, -kInfinity)};
}

DoubleBox fat_box(const DoubleBox& tight, const SweepSpan& sweeps, std::size_t i) noexcept {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const float margin = sweeps.margin != nullptr ? sweeps.margin[i] : 0.0F;
  const float dx = sweeps.displacement_x != nullptr ? sweeps.displacement_x[i] : 0.0F;
  const float dy = sweeps.displacement_y != nullptr ? sweeps.displacement_y[i] : 0.0F;
  if (!(is_valid(tight) && margin >= 0 && dx == dx && dy == dy))
    return {kInfinity, kInfinity, -kInfinity, -kInfinity};
  const auto wide = [](float number) { return static_cast<double>(number); };
  return {tight.min_x + wide(negative(dx)) - wide(margin),
          tight.min_y + wide(negative(dy)) - wide(margin),
          tight.max_x + wide(positive(dx)) + wide(margin),
          tight.max_y + wide(positive(dy)) + wide(margin)};
}

namespace {

/// Reads rows `[first, last)` of boxes in double, and sweeps them, some at a time.
void read_swept(const Objects& objects, std::size_t first, std::size_t last, const Kernels& kernels,
                const EdgeColumns& columns, DoubleBox* doubles) {
  constexpr std::size_t kRows = 256;
  alignas(64) double edges[4][kRows];
  const DoubleSpan swept = {edges[0], edges[1], edges[2], edges[3], *objects.given.origin()};
  for (std::size_t i = first; i < last; i += kRows) {
    const std::size_t count = std::min(kRows, last - i);
    read_boxes(objects.given, i, i + count, kernels, columns, {doubles});
    for (std::size_t k = 0; k < count; ++k) {
      const DoubleBox box = fat_box(doubles[i + k], objects.sweeps, i + k);
      edges[0][k] = box.min_x;
      edges[1][k] = box.min_y;
      edges[2][k] = box.max_x;
      edges[3][k] = box.max_y;
    }
    kernels.round_boxes(swept, 0, count, columns.from(i), {doubles + i});
  }
}

}  // namespace

void read_boxes(const Objects& objects, const Kernels& kernels, const Workers& workers,
                const EdgeColumns& columns, DoubleBox* doubles) {
  if (!objects.given.is_double() || !objects.has_fat_boxes())
    return read_boxes(objects.given, kernels, workers, columns, doubles);
  for_each_chunk(Chunks(objects.count), workers,
                 [&](std::size_t, std::size_t first, std::size_t last) {
                   read_swept(objects, first, last, kernels, columns, doubles);
                 });
}

namespace {

/// Rows per block: one column of these rows is read after the other, so that compilers vectorize
/// the loops. Tried: a box at a time, 6.5 ns a box, as much as the keys, the partition and half of
/// the tree.
constexpr std::size_t kBlock = 64;

/// Which boxes from `first` on are valid and fit: for each, all bits set or none.
void find_fitting(const BoxSpan& boxes, const Periods& periods, std::size_t first,
                  std::size_t count, std::int32_t* good) {
  const auto keep_axis = [&](const float* min, const float* max, float period) {
    if (period > 0) {
      for (std::size_t i = 0; i < count; ++i)
        good[i] &=
            -static_cast<std::int32_t>((-0.25F * period <= min[i]) & (min[i] < 1.25F * period) &
                                       (min[i] <= max[i]) & (max[i] - min[i] < 0.5F * period));
    } else {
      for (std::size_t i = 0; i < count; ++i)
        good[i] &= -static_cast<std::int32_t>(min[i] <= max[i]);
    }
  };
  std::fill_n(good, kBlock, -1);
  keep_axis(boxes.min_x + first, boxes.max_x + first, periods.x);
  keep_axis(boxes.min_y + first, boxes.max_y + first, periods.y);
}

/// Copies rows `[first, last)`; inverted boxes in place of those that are not valid or do not fit.
void copy_fitting(const BoxSpan& boxes, const Periods& periods, std::size_t first, std::size_t last,
                  const EdgeColumns& copies) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (; first < last; first += kBlock) {
    const std::size_t count = std::min(kBlock, last - first);
    std::int32_t good[kBlock];
    find_fitting(boxes, periods, first, count, good);
    const auto copy = [&](const float* from, float other, float* to) {
      for (std::size_t i = 0; i < count; ++i) to[i] = select(good[i], from[i], other);
    };
    copy(boxes.min_x + first, kInfinity, copies.min_x + first);
    copy(boxes.min_y + first, kInfinity, copies.min_y + first);
    copy(boxes.max_x + first, -kInfinity, copies.max_x + first);
    copy(boxes.max_y + first, -kInfinity, copies.max_y + first);
  }
}

}  // namespace

bool do_all_fit(const Objects& objects, const Workers& workers) {
  if (objects.must_be_swept()) return false;
  std::atomic<bool> all{true};
  for_each_chunk(Chunks(objects.count), workers,
                 [&](std::size_t, std::size_t first, std::size_t last) {
                   std::int32_t in_chunk = -1;
                   for (; first < last; first += kBlock) {
                     const std::size_t count = std::min(kBlock, last - first);
                     std::int32_t good[kBlock];
                     find_fitting(objects.boxes, objects.periods, first, count, good);
                     for (std::size_t i = 0; i < count; ++i) in_chunk &= good[i];
                   }
                   if (in_chunk == 0) all.store(false, std::memory_order_relaxed);
                 });
  return all;
}

void make_fat_boxes(const Objects& objects, std::size_t first, const Workers& workers,
                    BoxBuffer& fat_boxes) {
  const BoxSpan own = fat_boxes.from(first);
  for_each_chunk(
      Chunks(objects.count), workers, [&](std::size_t, std::size_t begin, std::size_t end) {
        if (objects.must_be_swept() || !objects.periods.has_any()) {
          for (std::size_t i = begin; i < end; ++i)
            fat_boxes.set(first + i, fat_box(box_at(objects.boxes, i), objects.sweeps, i));
        }
        if (objects.periods.has_any()) {
          copy_fitting(objects.must_be_swept() ? own : objects.boxes, objects.periods, begin, end,
                       fat_boxes.edges_from(first));
        }
      });
}

}  // namespace quadphase::detail
