// SPDX-License-Identifier: MIT
// What all peers share.
#include "peers/engines/peer.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

namespace quadphase::bench {
namespace {

double difference(float a, float b) {
  return static_cast<double>(a) - static_cast<double>(b);
}

bool is_same(const Box& a, const Box& b) {
  return a.min_x == b.min_x && a.min_y == b.min_y && a.max_x == b.max_x && a.max_y == b.max_y;
}

/// Where `value` lies between `low` and `high`, in 32 bits.
std::uint32_t cell(float value, float low, float high) {
  const double width = static_cast<double>(high) - static_cast<double>(low);
  const double place = static_cast<double>(value) - static_cast<double>(low);
  return width > 0 ? static_cast<std::uint32_t>(place / width * 4294967295.0) : 0;
}

/// The bits of `value`, each followed by a 0.
std::uint64_t spread(std::uint32_t value) {
  std::uint64_t bits = value;
  bits = (bits | bits << 16U) & 0x0000FFFF0000FFFFU;
  bits = (bits | bits << 8U) & 0x00FF00FF00FF00FFU;
  bits = (bits | bits << 4U) & 0x0F0F0F0F0F0F0F0FU;
  bits = (bits | bits << 2U) & 0x3333333333333333U;
  return (bits | bits << 1U) & 0x5555555555555555U;
}

}  // namespace

std::size_t Peer::byte_count() const {
  std::size_t pair_capacity = pairs_.capacity();
  for (const std::vector<Pair>& found : found_) pair_capacity += found.capacity();
  return pair_capacity * sizeof(Pair) + boxes_.capacity() * sizeof(Box) +
         (changed_.capacity() + ids_.capacity()) * sizeof(ObjectId);
}

bool Peer::copy(const BoxView& boxes) {
  const bool is_other_count = boxes.size() != boxes_.size();
  if (is_other_count) choose_slots(boxes);
  boxes_.resize(boxes.size());
  changed_.clear();
  travel_ = 0;
  for (std::size_t slot = 0; slot < boxes_.size(); ++slot) {
    const Box box = boxes[ids_[slot]];
    if (!is_other_count && is_same(box, boxes_[slot])) continue;
    travel_ += std::abs(difference(box.min_x, boxes_[slot].min_x)) +
               std::abs(difference(box.min_y, boxes_[slot].min_y));
    boxes_[slot] = box;
    changed_.push_back(static_cast<ObjectId>(slot));
  }
  return is_other_count;
}

void Peer::choose_slots(const BoxView& boxes) {
  Box world{};
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box box = boxes[i];
    world = {std::min(world.min_x, box.min_x), std::min(world.min_y, box.min_y),
             std::max(world.max_x, box.max_x), std::max(world.max_y, box.max_y)};
  }
  std::vector<std::pair<std::uint64_t, ObjectId>> keys(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const std::uint64_t x = spread(cell(boxes.min_x[i], world.min_x, world.max_x));
    const std::uint64_t y = spread(cell(boxes.min_y[i], world.min_y, world.max_y));
    keys[i] = {x | y << 1U, static_cast<ObjectId>(i)};
  }
  std::sort(keys.begin(), keys.end());
  ids_.resize(boxes.size());
  for (std::size_t slot = 0; slot < keys.size(); ++slot) ids_[slot] = keys[slot].second;
}

void Peer::clear_found() {
  for (std::vector<Pair>& found : found_) found.clear();
}

void Peer::join_found() {
  std::vector<std::pair<const std::vector<Pair>*, std::size_t>> parts;
  std::size_t end = 0;
  for (const std::vector<Pair>& found : found_) {
    parts.emplace_back(&found, end);
    end += found.size();
  }
  if (parts.size() == 1) {  // nothing to join: the old array becomes the next buffer
    pairs_.swap(*found_.begin());
    return;
  }
  pairs_.resize(end);
  tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t i) {
    const auto& [found, begin] = parts[i];
    std::copy(found->begin(), found->end(),
              pairs_.begin() + static_cast<std::vector<Pair>::difference_type>(begin));
  });
}

}  // namespace quadphase::bench
