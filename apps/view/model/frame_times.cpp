// SPDX-License-Identifier: MIT
#include "model/frame_times.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace quadphase::view {

StageMilliseconds milliseconds_of(const StageTimes& times) {
  const std::array<std::uint64_t, kStageNames.size()> nanoseconds = {
      times.statics, times.bounds, times.keys,   times.partition,
      times.tree,    times.pairs,  times.events, times.merge};
  StageMilliseconds milliseconds{};
  std::ranges::transform(nanoseconds, milliseconds.begin(), [](std::uint64_t time) {
    return static_cast<float>(static_cast<double>(time) * 1e-6);
  });
  return milliseconds;
}

FrameTimes::FrameTimes(std::size_t most_frames) : most_frames_(most_frames) {
  frames_.reserve(most_frames);
}

void FrameTimes::add(const StageTimes& times) {
  if (frames_.size() < most_frames_) {
    frames_.push_back(milliseconds_of(times));
    return;
  }
  frames_[next_] = milliseconds_of(times);
  next_ = (next_ + 1) % most_frames_;
}

void FrameTimes::clear() {
  frames_.clear();
  next_ = 0;
}

const StageMilliseconds& FrameTimes::operator[](std::size_t frame) const {
  return frames_[(next_ + frame) % frames_.size()];
}

float FrameTimes::quantile(double share) const {
  if (frames_.empty()) return 0;
  std::vector<float> totals;
  totals.reserve(frames_.size());
  for (const StageMilliseconds& frame : frames_)
    totals.push_back(std::accumulate(frame.begin(), frame.end(), 0.0F));
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(totals.size())));
  const auto place =
      totals.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(rank, 1) - 1);
  std::ranges::nth_element(totals, place);
  return *place;
}

}  // namespace quadphase::view
