// SPDX-License-Identifier: MIT
// One engine in a comparison: its arena, its samples, and whether it is still running.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compare/compare.hpp"
#include "machine/pinning.hpp"

namespace quadphase::bench {

class Competitor {
 public:
  Competitor(const EngineKind& kind, Simd simd, int threads, const std::vector<int>& cpus);

  /// Runs a frame that does not count; returns its nanoseconds.
  std::uint64_t warm_up(const BoxView& boxes);

  /// Times one frame. All competitors must run frame i as their i-th.
  void run(const BoxView& boxes);

  /// Compares the last frame's pairs with `exact`, in any order, where their hashes differ.
  void check(std::uint64_t exact_hash, std::span<const Pair> exact, std::size_t frame);

  /// No further frames: it got what a slow engine gets.
  void stop() noexcept { is_running_ = false; }
  void mark_slow() noexcept { is_slow_ = true; }

  [[nodiscard]] bool is_running() const noexcept { return is_running_; }
  [[nodiscard]] bool is_slow() const noexcept { return is_slow_; }
  [[nodiscard]] bool is_ours() const noexcept { return kind_.name == kOurs; }
  [[nodiscard]] const EngineKind& kind() const noexcept { return kind_; }
  [[nodiscard]] int threads() const noexcept { return arena_.thread_count(); }
  [[nodiscard]] std::span<const Pair> pairs() const { return engine_->pairs(); }
  [[nodiscard]] const std::vector<std::uint64_t>& times() const noexcept { return times_; }
  [[nodiscard]] const std::vector<std::uint64_t>& loops() const noexcept { return loops_; }
  [[nodiscard]] std::size_t most_allocations() const noexcept { return most_allocations_; }

  /// `usual_loop`: the median calibration loop on as many threads.
  [[nodiscard]] CompareRow row(const Competitor& ours, double usual_loop) const;

 private:
  const EngineKind& kind_;
  PinnedArena arena_;
  std::unique_ptr<Engine> engine_;
  bool is_running_ = true;
  bool is_slow_ = false;
  std::vector<std::uint64_t> times_;  // nanoseconds a frame
  std::vector<std::uint64_t> loops_;  // of the calibration loop beside it
  std::optional<std::string> wrong_;
  std::size_t most_allocations_ = 0;
};

}  // namespace quadphase::bench
