// SPDX-License-Identifier: MIT
// Moves the rows of a program's own arrays into the order of the tree, so that objects that meet
// lie near each other in memory.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "quadphase/executor.hpp"
#include "quadphase/export.hpp"
#include "quadphase/pair.hpp"

namespace quadphase {

namespace detail {

/// An array: a vector, a span, an Eigen array.
template <class Column>
concept RowArray = requires(Column& column) {
  { column.size() } -> std::convertible_to<std::size_t>;
  *column.data();
};

/// Calls `range(first, last)` for ranges that make up `[0, count)`, on many threads.
template <class Range>
void for_each_range_of(std::size_t count, Executor* executor, const Range& range) {
  for_each_range(
      count, executor,
      [](void* context, std::size_t first, std::size_t last) {
        (*static_cast<const Range*>(context))(first, last);
      },
      const_cast<Range*>(&range));
}

// Errors of these: `std::invalid_argument`.
/// Checks that each row of an order is below its size.
QUADPHASE_API void check_order(std::span<const ObjectId> order);
/// The number of values per row in a column of `value_count` values.
[[nodiscard]] QUADPHASE_API std::size_t values_per_row(std::size_t value_count,
                                                       std::size_t row_count);
/// Checks that two arrays have the same size.
QUADPHASE_API void check_sizes(std::size_t from, std::size_t to);

/// `to[i] = move(from[order[i]])` for a range of rows of `width` values.
template <class From, class To>
[[nodiscard]] auto rows_mover(std::span<const ObjectId> order, From* from, To* to,
                              std::size_t width) noexcept {
  return [=](std::size_t first, std::size_t last) {
    if (width == 1) {
      for (std::size_t i = first; i < last; ++i) to[i] = std::move(from[order[i]]);
      return;
    }
    for (std::size_t i = first; i < last; ++i) {
      From* const row = from + order[i] * width;
      for (std::size_t k = 0; k < width; ++k) to[i * width + k] = std::move(row[k]);
    }
  };
}

/// `to[i] = move(from[i])` for a range of rows of `width` values.
template <class Value>
[[nodiscard]] auto range_mover(Value* from, Value* to, std::size_t width) noexcept {
  return [=](std::size_t first, std::size_t last) {
    for (std::size_t i = first * width; i < last * width; ++i) to[i] = std::move(from[i]);
  };
}

/// Writes the new row of each old row in a range.
[[nodiscard]] inline auto row_names(std::span<const ObjectId> order, ObjectId* rows) noexcept {
  return [=](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) rows[order[i]] = static_cast<ObjectId>(i);
  };
}

/// Puts one column into an order that has been checked.
template <RowArray Column>
void reorder_column(std::span<const ObjectId> order, Column& column, Executor* executor) {
  auto* const values = column.data();
  const auto count = static_cast<std::size_t>(column.size());
  const std::size_t width = values_per_row(count, order.size());
  const auto moved =
      std::make_unique_for_overwrite<std::remove_reference_t<decltype(*values)>[]>(count);
  for_each_range_of(order.size(), executor, rows_mover(order, values, moved.get(), width));
  for_each_range_of(order.size(), executor, range_mover(moved.get(), values, width));
}

}  // namespace detail

/// Moves row `order[i]` of each column to row i: particles, bodies, boxes, ids and everything else
/// that a program keeps by row.
///
///     broad_phase.update({min_x, min_y, max_x, max_y});
///     quadphase::reorder(broad_phase.order(), min_x, min_y, max_x, max_y, bodies, velocities);
///
/// Columns: vectors, spans and other arrays with `data()` and `size()`, of values that are movable
///          and default-constructible. One with k times as many values as rows has k values for
///          each row, one after the other, as `Eigen::Matrix2Xf` has two. If an array has a column
///          for each axis, pass each column separately.
/// Order:   that of `BroadPhase::order()` without ids, or another permutation of the rows. With
///          ids, the order of rows is `row_of[order[i]]`, with a table of your own.
/// After:   row numbers have changed. Pairs, events and queries of earlier frames refer to the old
///          ones, and so does everything that a program keeps by row elsewhere; `new_rows`
///          translates. With events, previous indices or static objects, pass `Attributes::ids`,
///          reordered like the other columns: an object then keeps its id, and contacts keep their
///          indices.
/// Cost:    rows of 32 bytes on one thread of a Zen 4: 0.4 ms for 100,000, 8 ms for 1,000,000; this
///          saves 0.9 and 28 ms per frame in the use of the pairs. Objects leave their neighbors
///          slowly, so every 10 frames will do: docs/performance.md.
/// Threads: from 10,000 rows on, those of the executor or, without one, of the calling thread's
///          oneTBB arena.
/// Memory:  that of the largest column, during the call.
/// Errors:  `std::invalid_argument` if a column does not have a whole number of values per row, or
///          the order names a row that is not below its size; columns before that one are then
///          already in order. `std::bad_alloc`. An order that names a row twice is not detected:
///          that row is moved from twice.
template <detail::RowArray... Columns>
void reorder(Executor* executor, std::span<const ObjectId> order, Columns&&... columns) {
  detail::check_order(order);
  (detail::reorder_column(order, columns, executor), ...);
}
template <detail::RowArray... Columns>
void reorder(std::span<const ObjectId> order, Columns&&... columns) {
  reorder(static_cast<Executor*>(nullptr), order, std::forward<Columns>(columns)...);
}

/// As `reorder`, from one array to another, which must not overlap it: `to` is then in order, and
/// `from` is unchanged. Errors: `std::invalid_argument`, also if the arrays differ in size.
template <detail::RowArray From, detail::RowArray To>
void copy_in_order(std::span<const ObjectId> order, const From& from, To&& to,
                   Executor* executor = nullptr) {
  detail::check_order(order);
  const auto count = static_cast<std::size_t>(from.size());
  const std::size_t width = detail::values_per_row(count, order.size());
  detail::check_sizes(count, static_cast<std::size_t>(to.size()));
  detail::for_each_range_of(order.size(), executor,
                            detail::rows_mover(order, from.data(), to.data(), width));
}

/// The new row of each old row: `rows[order[i]] = i`, for what a program keeps by row elsewhere.
/// `rows` has the size of the order. Errors: as `copy_in_order`.
inline void new_rows(std::span<const ObjectId> order, std::span<ObjectId> rows,
                     Executor* executor = nullptr) {
  detail::check_order(order);
  detail::check_sizes(order.size(), rows.size());
  detail::for_each_range_of(order.size(), executor, detail::row_names(order, rows.data()));
}

/// How well rows lie in an order: the share of neighbors in the order whose rows are at most 64
/// apart. It is about 1 in the frame after `reorder`, sinks as objects leave their neighbors, and
/// is near 0 for rows in random order. So what the use of the pairs has lost since the last
/// `reorder` is about the sum of `1 - row_locality` over the frames; at half of a frame, `reorder`
/// pays:
///
///     broad_phase.update(boxes);  // order() has the rows of this frame
///     lost += 1 - quadphase::row_locality(broad_phase.order());
///     if (lost > 0.5F) {
///       quadphase::reorder(broad_phase.order(), bodies);
///       lost = 0;
///     }
///
/// `row_of`: the row of each id, if objects have ids of their own; empty if ids are rows. An id
/// that is not in it is far from its neighbors. Of an order of less than two objects: 1.
/// Complexity: O(1), for it looks at no more than 1,024 pairs of neighbors, evenly spread.
[[nodiscard]] QUADPHASE_API float row_locality(std::span<const ObjectId> order,
                                               std::span<const ObjectId> row_of = {}) noexcept;

}  // namespace quadphase
