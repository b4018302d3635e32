// SPDX-License-Identifier: MIT
// Times one engine frame by frame, and turns its samples into a row.
#include "compare/competitor.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "compare/rules.hpp"
#include "machine/calibration.hpp"
#include "oracle/exact_pairs.hpp"
#include "runner/checks.hpp"
#include "runner/statistics.hpp"
#include "runner/timed_frame.hpp"

namespace quadphase::bench {

Competitor::Competitor(const EngineKind& kind, Simd simd, int threads, const std::vector<int>& cpus)
    : kind_(kind), arena_(threads, cpus), engine_(kind.make(arena_.arena(), simd)) {}

std::uint64_t Competitor::warm_up(const BoxView& boxes) {
  return time_frame(arena_, *engine_, boxes);
}

void Competitor::run(const BoxView& boxes) {
  // Only ours is watched: a counter that many threads write would slow an engine that allocates.
  const auto counting = is_ours() ? Allocations::count : Allocations::ignore;
  const CalibratedTime time = time_frame_calibrated(arena_, *engine_, boxes, counting);
  times_.push_back(time.frame_ns);
  loops_.push_back(time.loop_ns);
  most_allocations_ = std::max(most_allocations_, time.allocations.total());
}

void Competitor::check(std::uint64_t exact_hash, std::span<const Pair> exact, std::size_t frame) {
  if (wrong_ || oracle::order_free_hash(pairs()) == exact_hash) return;
  const auto difference = oracle::compare_pairs(sorted(pairs()), exact);
  wrong_ = fmt::format("frame {}: {}", frame, difference.value_or("the pairs differ"));
}

CompareRow Competitor::row(const Competitor& ours, double usual_loop) const {
  const std::vector<bool> is_quiet = quiet_frames(loops_, usual_loop);
  const std::vector<bool> ours_is_quiet = quiet_frames(ours.loops_, usual_loop);
  std::vector<std::uint64_t> kept;
  std::vector<double> ratios;
  for (std::size_t frame = 0; frame < times_.size(); ++frame) {
    if (!is_quiet[frame]) continue;
    kept.push_back(times_[frame]);
    if (frame < ours_is_quiet.size() && ours_is_quiet[frame])
      ratios.push_back(static_cast<double>(times_[frame]) /
                       static_cast<double>(ours.times_[frame]));
  }
  return {.engine = std::string(kind_.name),
          .group = is_ours() ? EngineGroup::quadphase : kind_.group,
          .threads = arena_.thread_count(),
          .simd = std::string(engine_->simd()),
          .settings = engine_->settings(),
          .frame_count = times_.size(),
          .dropped_count = times_.size() - kept.size(),
          .has_few_frames = is_slow_,
          .median_ns = median(kept),
          .mean_ns = mean(kept),
          .p99_ns = percentile(kept, 0.99),
          .max_ns = percentile(kept, 1),
          .ratio = median_interval(std::move(ratios)),
          .wrong = wrong_,
          .byte_count = engine_->byte_count(),
          .is_pinned = arena_.is_pinned()};
}

}  // namespace quadphase::bench
