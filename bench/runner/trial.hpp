// SPDX-License-Identifier: MIT
// Small frames of a scene on which engines are tried: an engine in the middle of a frame cannot be
// stopped, and some would take minutes.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engines/engine.hpp"
#include "program/options.hpp"
#include "runner/frame_source.hpp"

namespace quadphase::bench {

class TrialFrames {
 public:
  /// Two frames in a row of a sixteenth of `box_count` boxes and of an eighth, where that makes
  /// them smaller at all.
  TrialFrames(const std::string& scene, std::size_t box_count, const Options& options);

  /// Runs the engine on the small frames, the smallest first, and says why it should not run on
  /// the whole one.
  [[nodiscard]] std::optional<std::string> reason_to_skip_untried(const EngineInfo& kind,
                                                                  int threads);

 private:
  struct FramesInARow {
    std::unique_ptr<FrameSource> first;
    std::unique_ptr<FrameSource> second;
  };

  std::size_t box_count_;
  Simd simd_;
  std::vector<FramesInARow> frames_;
};

}  // namespace quadphase::bench
