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

double trial_ns(const EngineInfo& kind, Simd simd, int threads, const BoxView& boxes) {
  EngineCompetitor competitor(kind, simd, threads);
  const std::uint64_t cold = competitor.warm_up(boxes);
  constexpr std::uint64_t kLongEnough =
      20'000'000;  // nanoseconds: such a time is no matter of cold caches
  return static_cast<double>(cold > kLongEnough ? cold : std::min(cold, competitor.warm_up(boxes)));
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
  const double small_ns = trial_ns(kind, simd_, threads, small);
  const double linear = static_cast<double>(box_count_) / static_cast<double>(small.size());
  if (auto reason = reason_to_skip(small_ns * linear)) return reason;
  const double larger_ns = trial_ns(kind, simd_, threads, larger);
  return reason_to_skip(predicted_ns(small.size(), small_ns, larger.size(), larger_ns, box_count_));
}

}  // namespace quadphase::bench
