// SPDX-License-Identifier: MIT
// Where the time of the last frames went, stage by stage.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "quadphase/stats.hpp"

namespace quadphase::view {

/// The stages in the order in which they run.
inline constexpr std::array<std::string_view, 8> kStageNames = {
    "static", "bounds", "keys", "partition", "tree", "pairs", "events", "merge"};

/// Milliseconds of each stage.
using StageMilliseconds = std::array<float, kStageNames.size()>;

[[nodiscard]] StageMilliseconds milliseconds_of(const StageTimes& times);

/// A ring of frames.
class FrameTimes {
 public:
  explicit FrameTimes(std::size_t most_frames = 240);

  void add(const StageTimes& times);
  void clear();

  [[nodiscard]] std::size_t size() const noexcept { return frames_.size(); }
  /// Frame 0 is the oldest.
  [[nodiscard]] const StageMilliseconds& operator[](std::size_t frame) const;
  /// The time that this share of the frames does not exceed, in milliseconds; 0 without frames.
  [[nodiscard]] float quantile(double share) const;

 private:
  std::size_t most_frames_;
  std::size_t next_ = 0;
  std::vector<StageMilliseconds> frames_;
};

}  // namespace quadphase::view
