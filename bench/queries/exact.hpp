// SPDX-License-Identifier: MIT
// What the right answer is: by looking at every object, with the contract's formulas in doubles;
// and how another answer differs from it.
//
// Shares no code with any index.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "quadphase/query.hpp"
#include "queries/index.hpp"

namespace quadphase::bench::queries {

/// An object at a distance from a point, or at a fraction of a segment.
using Hit = Neighbor;

/// The answer to one query.
struct ResultRow {
  std::span<const ObjectId> ids{};
  std::span<const double> distances{};
};

[[nodiscard]] ResultRow row_of(const Results& results, std::size_t row);

/// An answer that was worked out: ascending by id, or by distance and id where the task has
/// distances. Of `Task::any_hit`: all that are hit.
[[nodiscard]] std::vector<Hit> exact_result(const Objects& objects, const Queries& queries,
                                            std::size_t row);

/// Sorts the rows of tasks that leave their order open.
void sort_rows(Task task, Results& results);

enum class Likeness {
  same,
  at_edge,  ///< the difference is gone when edges move by no more than the slack
  different
};

/// How an answer of another index compares with one that is right. Both are sorted.
///
/// Boxes, points and circles: the ids must be the same. Of `any_hit`, the object must be hit. Of
/// equally near objects, an index may take another than the contract does.
/// `slack`: how far libraries that decide by floats may be off. 0: the answer must be the
/// contract's, number for number.
class Comparison {
 public:
  Comparison(const Objects& objects, const Queries& queries, double slack)
      : objects_(objects), queries_(queries), slack_(slack) {}

  [[nodiscard]] Likeness compare(std::size_t row, const ResultRow& right,
                                 const ResultRow& other) const;

 private:
  [[nodiscard]] Likeness compare_any(const Segment& segment, const ResultRow& right,
                                     const ResultRow& other) const;
  [[nodiscard]] Likeness compare_closest(const Segment& segment, const ResultRow& right,
                                         const ResultRow& other) const;
  [[nodiscard]] Likeness compare_discs(const Segment& segment, const ResultRow& right,
                                       const ResultRow& other) const;
  [[nodiscard]] Likeness compare_all(const Segment& segment, const ResultRow& right,
                                     const ResultRow& other) const;
  [[nodiscard]] Likeness compare_nearest(const Point& point, const ResultRow& right,
                                         const ResultRow& other) const;

  /// Where a segment enters a box whose edges are moved outwards: the least distance at which
  /// floats may see it hit, and, moved inwards, the greatest. Infinite where it misses.
  [[nodiscard]] double earliest(const Segment& segment, ObjectId id) const;
  [[nodiscard]] double latest(const Segment& segment, ObjectId id) const;

  const Objects& objects_;
  const Queries& queries_;
  double slack_;
};

/// The slack for floats in a world: a millionth of its greatest coordinate.
[[nodiscard]] double float_slack(const BoxView& boxes);

/// What is wrong with a row that is not what it should be, in one line. An answer of `any_hit` is
/// compared with all that are hit.
[[nodiscard]] std::string describe_difference(Task task, std::size_t row,
                                              std::span<const Hit> exact, const ResultRow& other);

/// True where our row is the exact answer, number for number; of `any_hit`, one of its objects.
[[nodiscard]] bool is_exact(Task task, std::span<const Hit> exact, const ResultRow& ours);

}  // namespace quadphase::bench::queries
