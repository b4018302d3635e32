// SPDX-License-Identifier: MIT
// Trials of engines on small frames.
#include "runner/trial.hpp"

#include <algorithm>
#include <utility>

#include "runner/engine_competitor.hpp"
#include "runner/rules.hpp"

namespace quadphase::bench {
namespace {

/// Whole frames of no more boxes than this need no trial.
constexpr std::size_t kSmallCount = 4'000;

/// Frames of a trial, unless they take too long together.
constexpr int kMostTries = 6;

/// Nanoseconds of an engine on two frames, in turn.
struct Trial {
  double first = 0;  ///< with all that it builds or allocates once
  double best = 0;   ///< the least of all
};

/// Why two frames: an engine that keeps a tree takes no time for boxes that it knows. Why in turn:
/// one that allocates may get its memory in any of the first frames.
Trial try_on(const EngineInfo& kind, Simd simd, int threads, BoxView boxes, BoxView next_boxes) {
  EngineCompetitor competitor(kind, simd, threads);
  const auto first = static_cast<double>(competitor.warm_up(boxes));
  Trial trial{first, first};
  double total = first;
  for (int i = 1; i < kMostTries && total < kMaxFrameNs; ++i) {
    const auto time = static_cast<double>(competitor.warm_up(i % 2 == 1 ? next_boxes : boxes));
    trial.best = std::min(trial.best, time);
    total += time;
  }
  return trial;
}

}  // namespace

TrialFrames::TrialFrames(const std::string& scene, std::size_t box_count, const Options& options)
    : box_count_(box_count), simd_(options.simds.front()) {
  if (box_count <= kSmallCount) return;
  for (const std::size_t divisor : {16U, 8U}) {
    auto frame = open_scene_or_file(scene, box_count / divisor, options);
    const std::size_t size = frame->boxes().size();
    const std::size_t floor = frames_.empty() ? 1 : frames_.back().first->boxes().size();
    // Scenes of a physics engine have a least size.
    if (size <= floor || size >= box_count / 4) continue;
    auto next = open_scene_or_file(scene, box_count / divisor, options);
    next->step();
    frames_.push_back({std::move(frame), std::move(next)});
  }
}

std::optional<std::string> TrialFrames::reason_to_skip_untried(const EngineInfo& kind,
                                                               int threads) {
  if (frames_.size() < 2) return std::nullopt;
  const auto trial_on = [&](const FramesInARow& frames) {
    return try_on(kind, simd_, threads, frames.first->boxes(), frames.second->boxes());
  };
  const std::size_t small = frames_[0].first->boxes().size();
  const std::size_t larger = frames_[1].first->boxes().size();
  const Trial on_small = trial_on(frames_[0]);
  const double linear = static_cast<double>(box_count_) / static_cast<double>(small);
  if (auto skipped = reason_to_skip(on_small.best * linear, on_small.first * linear))
    return skipped;
  const Trial on_larger = trial_on(frames_[1]);
  return reason_to_skip(predicted_ns(small, on_small.best, larger, on_larger.best, box_count_),
                        predicted_ns(small, on_small.first, larger, on_larger.first, box_count_));
}

}  // namespace quadphase::bench
