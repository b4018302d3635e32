// SPDX-License-Identifier: MIT
// One index on one number of threads, built of the objects of a block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "queries/index.hpp"
#include "runner/competitor.hpp"

namespace quadphase::bench::queries {

class IndexCompetitor : public Competitor {
 public:
  IndexCompetitor(const IndexInfo& info, int threads);

  /// Builds it that many times, and keeps the last one.
  void build(const Objects& objects, std::size_t times);

  /// Forgets the samples of the last kind of queries, runs these once, and reads the answers.
  void begin(const Queries& queries, Results& results);

  /// Times one round.
  void run(const Queries& queries);

  /// What comparing the answers showed.
  bool is_checked = false;
  std::size_t edge_count = 0;  ///< answers that differ within the slack for floats

  [[nodiscard]] const IndexInfo& info() const noexcept { return info_; }
  [[nodiscard]] bool is_batch() const noexcept { return info_.name == kBatchIndex.name; }
  [[nodiscard]] std::uint64_t first_time() const noexcept { return first_time_; }

  [[nodiscard]] Json query_row(const QueryKind& kind, std::size_t query_count,
                               const IndexCompetitor& batch, const IndexCompetitor& visitor) const;
  [[nodiscard]] Json build_row(bool of_points) const;

 private:
  [[nodiscard]] double median_ratio(const IndexCompetitor& ours) const;

  const IndexInfo& info_;
  std::unique_ptr<Index> index_;
  std::vector<std::uint64_t> build_times_;
  std::uint64_t first_time_ = 0;  // of the queries before the rounds
  double found_per_query_ = 0;
};

}  // namespace quadphase::bench::queries
