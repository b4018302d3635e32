// SPDX-License-Identifier: MIT
#include "model/history.hpp"

#include <algorithm>

namespace quadphase::view {

void History::add(const WorldState& state) {
  while (!moments_.empty() && moments_.size() > current_ + 1) {
    bytes_ -= moments_.back().byte_count();
    moments_.pop_back();
  }
  moments_.push_back(state.copy());
  bytes_ += moments_.back().byte_count();
  // The newest one stays, whatever it takes.
  while (moments_.size() > 1 && (bytes_ > most_bytes_ || moments_.size() > most_moments_)) {
    bytes_ -= moments_.front().byte_count();
    moments_.pop_front();
  }
  current_ = moments_.size() - 1;
}

void History::clear() {
  moments_.clear();
  current_ = bytes_ = 0;
}

const WorldState& History::seek(std::size_t moment) {
  current_ = std::min(moment, moments_.size() - 1);
  return moments_[current_];
}

}  // namespace quadphase::view
