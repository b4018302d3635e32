// SPDX-License-Identifier: MIT
// One way on one number of threads: a simulation of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "runner/competitor.hpp"
#include "steps/discs.hpp"
#include "steps/way.hpp"

namespace quadphase::bench::steps {

/// Where the time of a step goes, in nanoseconds.
struct StepTimes {
  std::uint64_t move = 0;
  std::uint64_t update = 0;
  std::uint64_t use = 0;  ///< of a stream: the search for the pairs, too
  std::uint64_t reorder = 0;
};

/// What a simulation found in its last step, by ids, so that all can be compared.
struct StepResult {
  std::vector<Pair> pairs;  ///< in any order
  std::uint64_t discs = 0;  ///< their hash, with what the pairs pushed
};

class StepCompetitor : public Competitor {
 public:
  /// `boxes`: where the discs are at first.
  StepCompetitor(const Way& way, Simd simd, const BoxView& boxes, std::uint64_t seed, int threads);

  /// Takes a step that does not count. Returns its nanoseconds.
  std::uint64_t warm_up();

  /// Takes kPeriod steps, which are a sample: their mean. Rows are reordered in one of them.
  void run();

  [[nodiscard]] StepResult result();
  /// Of the last step, by id.
  [[nodiscard]] scenes::Columns boxes_by_id() const;
  /// Pairs of the last step that overlap as discs.
  [[nodiscard]] std::size_t contact_count();

  [[nodiscard]] Json row_beside(const StepCompetitor& ours, double usual_loop) const;

 private:
  void step();
  void reorder();
  [[nodiscard]] std::vector<Pair> found_rows();

  Way way_;
  Discs discs_;
  std::unique_ptr<PairFinder> finder_;
  std::size_t step_count_ = 0;
  StepTimes sum_;                 // since the last sample
  std::vector<StepTimes> parts_;  // of each sample
};

}  // namespace quadphase::bench::steps
