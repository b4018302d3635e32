// SPDX-License-Identifier: MIT
// One engine on one number of threads with one set of kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "quadphase/stats.hpp"
#include "runner/competitor.hpp"

namespace quadphase::bench {

class EngineCompetitor : public Competitor {
 public:
  EngineCompetitor(const EngineInfo& info, Simd simd, int threads);

  /// Runs one frame that does not count. Returns its nanoseconds.
  std::uint64_t warm_up(const BoxView& boxes);

  /// Runs one frame that counts.
  void run(const BoxView& boxes);

  /// Compares the last frame's pairs with `exact`, in any order, where their hashes differ.
  void check(std::uint64_t exact_hash, std::span<const Pair> exact, std::size_t frame);

  [[nodiscard]] const EngineInfo& info() const noexcept { return info_; }
  [[nodiscard]] std::span<const Pair> pairs() const { return engine_->pairs(); }
  [[nodiscard]] std::string simd() const { return std::string(engine_->simd()); }
  [[nodiscard]] std::string settings() const { return engine_->settings(); }
  [[nodiscard]] std::size_t byte_count() const { return engine_->byte_count(); }
  [[nodiscard]] const std::vector<StageTimes>& stages() const noexcept { return stages_; }
  /// Calls of operator new and of the default memory resource in the worst frame. Counted for
  /// quadphase only: a counter that many threads write would slow an engine that allocates.
  [[nodiscard]] std::size_t most_allocations() const noexcept { return most_allocations_; }
  /// Where the threads ran, by slot.
  [[nodiscard]] std::vector<int> cpus() const;
  [[nodiscard]] bool is_pinned() const { return arena().is_pinned(); }

  [[nodiscard]] Json row_beside(const EngineCompetitor& ours, double usual_loop) const;

 private:
  const EngineInfo& info_;
  std::unique_ptr<Engine> engine_;
  std::vector<StageTimes> stages_;
  std::size_t most_allocations_ = 0;
};

}  // namespace quadphase::bench
