// SPDX-License-Identifier: MIT
// What all engines, worlds and indexes have in common in a run: an arena, samples, a verdict.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/engine.hpp"
#include "machine/calibration.hpp"
#include "machine/pinning.hpp"
#include "quadphase/double_box.hpp"
#include "report/json.hpp"

namespace quadphase::bench {

template <class Work>
[[nodiscard]] std::uint64_t nanoseconds_of(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - start;
  return static_cast<std::uint64_t>(time.count());
}

class Competitor {
 public:
  Competitor(std::string_view name, EngineGroup group, int threads);

  [[nodiscard]] std::string name() const { return name_; }
  [[nodiscard]] EngineGroup group() const noexcept { return group_; }
  [[nodiscard]] bool is_ours() const noexcept { return group_ == EngineGroup::quadphase; }
  [[nodiscard]] int threads() const noexcept { return arena_.thread_count(); }
  /// For example "quadphase on 2 threads".
  [[nodiscard]] std::string words() const;

  /// Nanoseconds of each sample, and of the slower of the calibration loops before and after it.
  [[nodiscard]] const std::vector<std::uint64_t>& times() const noexcept { return times_; }
  [[nodiscard]] const std::vector<std::uint64_t>& loops() const noexcept { return loops_; }

  /// An engine that is much slower than quadphase gets fewer samples, and then stops.
  void mark_slow() noexcept { is_slow_ = true; }
  void stop() noexcept { is_running_ = false; }
  [[nodiscard]] bool is_slow() const noexcept { return is_slow_; }
  [[nodiscard]] bool is_running() const noexcept { return is_running_; }

  /// The first difference from the exact answer.
  void set_wrong(std::string difference) { wrong_ = std::move(difference); }
  [[nodiscard]] const std::optional<std::string>& wrong() const noexcept { return wrong_; }

  /// The row of the report. All competitors must have taken sample i in the same frame. `usual`:
  /// the median calibration loop on as many threads; samples with a slow loop are dropped.
  [[nodiscard]] Json row(const Competitor& ours, double usual, std::string settings) const;

 protected:
  /// Calls `work` in the arena, all its threads awake, and returns its nanoseconds.
  template <class Work>
  std::uint64_t time(const Work& work) {
    std::uint64_t time = 0;
    arena_.run([&] { time = nanoseconds_of(work); });
    return time;
  }

  /// Takes a sample: `prepare` is not timed, `work` is, and the calibration loop runs on every
  /// thread before and after both. The sample is the time of one of `frame_count` frames.
  template <class Prepare, class Work>
  void sample(const Prepare& prepare, const Work& work, std::size_t frame_count = 1) {
    arena_.run([&] {
      const std::uint64_t before = time_calibration_loops(arena_);
      prepare();
      times_.push_back(nanoseconds_of(work) / frame_count);
      loops_.push_back(std::max(before, time_calibration_loops(arena_)));
    });
  }

  [[nodiscard]] PinnedArena& arena() noexcept { return arena_; }
  [[nodiscard]] const PinnedArena& arena() const noexcept { return arena_; }
  void add_time(std::uint64_t time) { times_.push_back(time); }
  /// Forgets samples and verdict.
  void reset();

 private:
  std::string name_;
  EngineGroup group_;
  PinnedArena arena_;
  bool is_running_ = true;
  bool is_slow_ = false;
  std::vector<std::uint64_t> times_;
  std::vector<std::uint64_t> loops_;
  std::optional<std::string> wrong_;
};

[[nodiscard]] const char* name_of(EngineGroup group) noexcept;

/// Reads every box once, so that the next engine finds them in the cache, as if a simulation had
/// just written them: otherwise the first engine would fetch them for the others.
void touch(const BoxView& boxes);
void touch(const DoubleBoxView& boxes);

/// The report's entry for an engine that does not run. `threads` 0: on any number of threads.
[[nodiscard]] Json skipped_json(const std::string& engine, int threads, const std::string& reason);

/// The samples whose frames are quiet.
[[nodiscard]] std::vector<std::uint64_t> quiet_samples(const std::vector<std::uint64_t>& times,
                                                       const std::vector<bool>& is_quiet);

}  // namespace quadphase::bench
