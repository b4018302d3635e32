// SPDX-License-Identifier: MIT
// Trials of engines on small frames.
#include "runner/trial.hpp"

#include <algorithm>

#include "runner/engine_competitor.hpp"
#include "runner/rules.hpp"

namespace quadphase::bench {
namespace {

/// Whole frames of no more boxes than this need no trial.
constexpr std::size_t kSmallCount = 4'000;

/// Nanoseconds; such a time is no matter of cold caches.
constexpr double kLongEnough = 20e6;

/// Nanoseconds of an engine on one frame.
struct Trial {
  double first = 0;  ///< with all that it builds once
  double best = 0;   ///< the lesser of two, where the first is short
};

Trial try_on(const EngineInfo& kind, Simd simd, int threads, const BoxView& boxes) {
  EngineCompetitor competitor(kind, simd, threads);
  const auto first = static_cast<double>(competitor.warm_up(boxes));
  if (first > kLongEnough) return {first, first};
  return {first, std::min(first, static_cast<double>(competitor.warm_up(boxes)))};
}

}  // namespace

TrialFrames::TrialFrames(const std::string& scene, std::size_t box_count, const Options& options)
    : box_count_(box_count), simd_(options.simds.front()) {
  if (box_count <= kSmallCount) return;
  for (const std::size_t divisor : {16U, 8U}) {
    auto frame = open_scene_or_file(scene, box_count / divisor, options);
    const std::size_t floor = frames_.empty() ? 1 : frames_.back()->boxes().size();
    // Scenes of a physics engine have a least size.
    if (frame->boxes().size() > floor && frame->boxes().size() < box_count / 4)
      frames_.push_back(std::move(frame));
  }
}

std::optional<std::string> TrialFrames::reason_to_skip_untried(const EngineInfo& kind,
                                                               int threads) {
  if (frames_.size() < 2) return std::nullopt;
  const BoxView small = frames_[0]->boxes();
  const BoxView larger = frames_[1]->boxes();
  const Trial first = try_on(kind, simd_, threads, small);
  const double linear = static_cast<double>(box_count_) / static_cast<double>(small.size());
  if (auto reason = reason_to_skip(first.best * linear)) return reason;
  const Trial second = try_on(kind, simd_, threads, larger);
  // Why the same of both: a tree that is kept takes no time for a frame that it knows, and beside
  // that a tree that is built would grow without limit.
  const bool are_first = second.first > kLongEnough;
  return reason_to_skip(predicted_ns(small.size(), are_first ? first.first : first.best,
                                     larger.size(), second.best, box_count_));
}

}  // namespace quadphase::bench
