// SPDX-License-Identifier: MIT
// What all peers share.
#include "peers/peer.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <numeric>

namespace quadphase::bench {
namespace {

bool is_same(const Box& a, const Box& b) {
  return a.min_x == b.min_x && a.min_y == b.min_y && a.max_x == b.max_x && a.max_y == b.max_y;
}

}  // namespace

std::size_t Peer::byte_count() const {
  std::size_t pair_capacity = pairs_.capacity();
  for (const std::vector<Pair>& found : found_) pair_capacity += found.capacity();
  return pair_capacity * sizeof(Pair) + boxes_.capacity() * sizeof(Box) +
         changed_.capacity() * sizeof(ObjectId);
}

void Peer::copy(const BoxView& boxes) {
  boxes_.resize(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) boxes_[i] = boxes[i];
}

bool Peer::copy_changes(const BoxView& boxes) {
  changed_.clear();
  if (boxes.size() != boxes_.size()) {
    copy(boxes);
    changed_.resize(boxes.size());
    std::iota(changed_.begin(), changed_.end(), ObjectId{0});
    return true;
  }
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box box = boxes[i];
    if (is_same(box, boxes_[i])) continue;
    boxes_[i] = box;
    changed_.push_back(static_cast<ObjectId>(i));
  }
  return false;
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
