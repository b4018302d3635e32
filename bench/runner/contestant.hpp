// SPDX-License-Identifier: MIT
// One engine on one number of threads with one set of kernels: an arena, an engine, and what was
// measured.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engines/engine.hpp"
#include "machine/pinning.hpp"
#include "report/report.hpp"

namespace quadphase::bench {

class Contestant {
 public:
  Contestant(const EngineKind& kind, Simd simd, int threads, const std::vector<int>& cpus);

  /// Names whose array this one's must equal, and whose time its speed-up is measured by. Either
  /// may be this.
  void set_rivals(const Contestant* same_array, const Contestant* first_threads) noexcept {
    same_array_ = same_array;
    first_threads_ = first_threads;
  }

  /// Runs one frame that does not count.
  void warm_up(const BoxView& boxes);

  /// Runs one frame that counts.
  void run(const BoxView& boxes);

  /// Errors: `CheckFailed` where the array of the last frame should equal that of the rival and
  /// does not.
  void check_order(std::size_t frame);

  /// For example "quadphase on 2 threads (avx512)".
  [[nodiscard]] std::string name() const;
  [[nodiscard]] std::span<const Pair> pairs() const { return engine_->pairs(); }

  [[nodiscard]] Result result() const;

 private:
  const EngineKind& kind_;
  PinnedArena arena_;
  std::unique_ptr<Engine> engine_;
  const Contestant* same_array_ = this;
  const Contestant* first_threads_ = this;
  std::vector<std::uint64_t> samples_;
  std::vector<StageTimes> stage_samples_;
  std::uint64_t frame_hash_ = 0;
  std::uint64_t array_hash_ = 0;
};

}  // namespace quadphase::bench
