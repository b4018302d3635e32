// SPDX-License-Identifier: MIT
// One engine in a scenario: its arena, its world, its samples, and whether it is still running.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "machine/pinning.hpp"
#include "worlds/report.hpp"
#include "worlds/scenario.hpp"

namespace quadphase::bench::worlds {

/// Slow engines get so many frames. Their p99 is then the slowest of them.
inline constexpr std::size_t kSlowFrames = 20;

class Entrant {
 public:
  /// Makes the world, which is not timed.
  Entrant(const WorldKind& kind, const Setting& setting, int threads, const std::vector<int>& cpus);

  /// Runs a frame that does not count.
  void warm_up(const Frame& frame);

  /// Times one frame. All entrants must run frame i as their i-th.
  void run(const Frame& frame);

  /// Compares what the last frame found with `exact`, before the scenario's next step.
  void check(const Answer& exact, std::size_t frame);

  /// No further frames: it got what a slow engine gets.
  void stop() noexcept { is_running_ = false; }
  void mark_slow() noexcept { is_slow_ = true; }

  [[nodiscard]] bool is_running() const noexcept { return is_running_; }
  [[nodiscard]] bool is_slow() const noexcept { return is_slow_; }
  [[nodiscard]] bool is_ours() const noexcept { return kind_.name == kOurWorld; }
  [[nodiscard]] bool is_our_engine() const noexcept {
    return is_ours() || kind_.name == kRebuiltWorld;
  }
  [[nodiscard]] const WorldKind& kind() const noexcept { return kind_; }
  [[nodiscard]] int threads() const noexcept { return arena_.thread_count(); }
  [[nodiscard]] const std::vector<std::uint64_t>& times() const noexcept { return times_; }
  [[nodiscard]] const std::vector<std::uint64_t>& loops() const noexcept { return loops_; }

  /// `usual_loop`: the median calibration loop on as many threads.
  [[nodiscard]] Row row(const Entrant& ours, double usual_loop) const;

 private:
  const WorldKind& kind_;
  PinnedArena arena_;
  std::unique_ptr<World> world_;
  bool is_running_ = true;
  bool is_slow_ = false;
  std::vector<std::uint64_t> times_;  // nanoseconds a frame
  std::vector<std::uint64_t> loops_;  // of the calibration loop beside it
  Answer answer_;
  std::optional<std::string> wrong_;
};

}  // namespace quadphase::bench::worlds
