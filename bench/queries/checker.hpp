// SPDX-License-Identifier: MIT
// Compares the answers of all indexes to one kind of queries.
#pragma once

#include <cstddef>

#include "queries/exact.hpp"
#include "queries/index_competitor.hpp"

namespace quadphase::bench::queries {

/// quadphase's batch is compared with answers from all objects for some queries, and all others
/// with the batch. Where two answers differ, the answer from all objects decides which is wrong.
class Checker {
 public:
  Checker(const Objects& objects, const Queries& queries)
      : objects_(objects), queries_(queries), slack_(float_slack(objects.boxes)) {}

  /// quadphase's batch on its first number of threads.
  void check_first(IndexCompetitor& batch, Results results);

  /// Each of the others.
  void check(IndexCompetitor& index, Results& results) const;

 private:
  /// Whether the answer of the batch is right. Where it is not, its verdict says so.
  [[nodiscard]] bool batch_is_exact(std::size_t row) const;

  const Objects& objects_;
  const Queries& queries_;
  double slack_;
  IndexCompetitor* batch_ = nullptr;
  Results batch_results_;
};

}  // namespace quadphase::bench::queries
