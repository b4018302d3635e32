// SPDX-License-Identifier: MIT
// Runs one engine, frame by frame, and turns its samples into a result.
#include "runner/contestant.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/exact_pairs.hpp"
#include "runner/checks.hpp"
#include "runner/statistics.hpp"
#include "runner/timed_frame.hpp"

namespace quadphase::bench {
namespace {

constexpr std::size_t kQuietBlocks = 5;

StageTimes median_of(const std::vector<StageTimes>& samples) {
  StageTimes medians;
  std::vector<std::uint64_t> times(samples.size());
  for (const StageName& stage : kStages) {
    std::transform(samples.begin(), samples.end(), times.begin(),
                   [&](const StageTimes& sample) { return sample.*stage.time; });
    medians.*stage.time = static_cast<std::uint64_t>(median(times));
  }
  return medians;
}

}  // namespace

Contestant::Contestant(const EngineKind& kind, Simd simd, int threads, const std::vector<int>& cpus)
    : kind_(kind), arena_(threads, cpus), engine_(kind.make(arena_.arena(), simd)) {}

void Contestant::warm_up(const BoxView& boxes) {
  arena_.run([&] { engine_->update(boxes); });
}

void Contestant::run(const BoxView& boxes) {
  samples_.push_back(time_frame(arena_, *engine_, boxes));
  stage_samples_.push_back(engine_->stages());
}

void Contestant::check_order(std::size_t frame) {
  if (!kind_.has_fixed_order) return;
  frame_hash_ = oracle::order_hash(pairs());
  array_hash_ = combine_hashes(array_hash_, frame_hash_);
  if (frame_hash_ == same_array_->frame_hash_) return;
  check_same_array(pairs(), same_array_->pairs(), name(), same_array_->name(), frame);
}

std::string Contestant::name() const {
  const int threads = arena_.thread_count();
  return fmt::format("{} on {} thread{} ({})", kind_.name, threads, threads == 1 ? "" : "s",
                     engine_->simd());
}

Result Contestant::result() const {
  Result result{.engine = std::string(kind_.name),
                .simd = std::string(engine_->simd()),
                .threads = arena_.thread_count(),
                .samples = samples_,
                .median_ns = median(samples_),
                .quiet_median_ns = quietest_median(samples_, kQuietBlocks),
                .p99_ns = percentile(samples_, 0.99),
                .max_ns = percentile(samples_, 1),
                .stage_ns = median_of(stage_samples_),
                .has_fixed_order = kind_.has_fixed_order,
                .array_hash = array_hash_,
                .byte_count = engine_->byte_count(),
                .is_pinned = arena_.is_pinned()};
  if (result.median_ns > 0) result.speed_up = median(first_threads_->samples_) / result.median_ns;
  if (result.quiet_median_ns > 0) {
    result.quiet_speed_up =
        quietest_median(first_threads_->samples_, kQuietBlocks) / result.quiet_median_ns;
  }
  std::vector<PinnedArena::Seat> seats = arena_.seats();
  std::sort(seats.begin(), seats.end(),
            [](const auto& a, const auto& b) { return a.slot < b.slot; });
  for (const PinnedArena::Seat& seat : seats) result.cpus.push_back(seat.cpu);
  return result;
}

}  // namespace quadphase::bench
