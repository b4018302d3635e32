// SPDX-License-Identifier: MIT
// Times one engine frame by frame, and turns its samples into a row.
#include "worlds/entrant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "machine/calibration.hpp"
#include "oracle/exact_pairs.hpp"
#include "runner/checks.hpp"
#include "runner/statistics.hpp"
#include "runner/timed_frame.hpp"

namespace quadphase::bench::worlds {
namespace {

std::uint64_t time_update(World& world, const Frame& frame) {
  using Clock = std::chrono::steady_clock;
  touch(world.reads_all() ? frame.boxes : frame.moving_boxes);
  touch(frame.bullets);
  const Clock::time_point start = Clock::now();
  world.update(frame);
  const std::chrono::nanoseconds time = Clock::now() - start;
  return static_cast<std::uint64_t>(time.count());
}

/// 0 where ours is 0 or nothing was measured.
double ratio_of(double theirs, double ours) {
  return ours > 0 ? theirs / ours : 0;
}

std::optional<std::string> difference(std::span<const Pair> found, std::span<const Pair> exact) {
  if (oracle::order_free_hash(found) == oracle::order_free_hash(exact)) return std::nullopt;
  return oracle::compare_pairs(sorted(found), exact).value_or("the pairs differ");
}

}  // namespace

Entrant::Entrant(const WorldKind& kind, const Setting& setting, int threads,
                 const std::vector<int>& cpus)
    : kind_(kind), arena_(threads, cpus) {
  arena_.run([&] { world_ = kind_.make(arena_.arena(), setting); });
}

void Entrant::warm_up(const Frame& frame) {
  arena_.run([&] { world_->update(frame); });
}

void Entrant::run(const Frame& frame) {
  arena_.run([&] {
    const std::uint64_t before = time_calibration_loops(arena_);
    times_.push_back(time_update(*world_, frame));
    loops_.push_back(std::max(before, time_calibration_loops(arena_)));
  });
}

void Entrant::check(const Answer& exact, std::size_t frame) {
  if (wrong_) return;
  world_->read(answer_);
  if (const auto found = difference(answer_.pairs, exact.pairs)) {
    wrong_ = fmt::format("frame {}: {}", frame, *found);
  } else if (const auto ended = difference(answer_.ended, exact.ended)) {
    wrong_ = fmt::format("frame {}, ended: {}", frame, *ended);
  }
}

Row Entrant::row(const Entrant& ours, double usual_loop) const {
  const std::vector<bool> is_quiet = quiet_frames(loops_, usual_loop);
  const std::vector<bool> ours_is_quiet = quiet_frames(ours.loops_, usual_loop);
  std::vector<std::uint64_t> kept;
  std::vector<std::uint64_t> both_theirs;
  std::vector<std::uint64_t> both_ours;
  std::vector<double> ratios;
  for (std::size_t frame = 0; frame < times_.size(); ++frame) {
    if (!is_quiet[frame]) continue;
    kept.push_back(times_[frame]);
    if (!ours_is_quiet[frame]) continue;
    both_theirs.push_back(times_[frame]);
    both_ours.push_back(ours.times_[frame]);
    // A frame of less than a nanosecond is none.
    ratios.push_back(static_cast<double>(times_[frame]) /
                     static_cast<double>(std::max<std::uint64_t>(ours.times_[frame], 1)));
  }
  return {.engine = std::string(kind_.name),
          .threads = arena_.thread_count(),
          .settings = world_->settings(),
          .frame_count = times_.size(),
          .dropped_count = times_.size() - kept.size(),
          .has_few_frames = is_slow_,
          .mean_ns = mean(kept),
          .median_ns = median(kept),
          .p99_ns = percentile(kept, 0.99),
          .max_ns = percentile(kept, 1),
          .ratio = median_interval(std::move(ratios)),
          .mean_ratio = ratio_of(mean(both_theirs), mean(both_ours)),
          .p99_ratio = ratio_of(static_cast<double>(percentile(both_theirs, 0.99)),
                                static_cast<double>(percentile(both_ours, 0.99))),
          .is_pinned = arena_.is_pinned(),
          .wrong = wrong_};
}

}  // namespace quadphase::bench::worlds
