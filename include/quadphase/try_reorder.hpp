// SPDX-License-Identifier: MIT
// Arrays in the order of the tree, without exceptions; try.hpp has the rules.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

#include "quadphase/reorder.hpp"
#include "quadphase/status.hpp"
#include "quadphase/try_access.hpp"

namespace quadphase {

namespace detail {

/// `for_each_range_of`
template <class Range>
Status try_for_each_range_of(std::size_t count, Executor* executor, const Range& range) noexcept {
  return TryAccess::for_each_range(
      count, executor,
      [](void* context, std::size_t first, std::size_t last) {
        (*static_cast<const Range*>(context))(first, last);
      },
      const_cast<Range*>(&range));
}

/// `reorder_column`
template <RowArray Column>
Status try_reorder_column(std::span<const ObjectId> order, Column& column,
                          Executor* executor) noexcept {
  auto* const values = column.data();
  using Value = std::remove_reference_t<decltype(*values)>;
  const auto count = static_cast<std::size_t>(column.size());
  std::size_t width = 0;
  Status status = TryAccess::values_per_row(count, order.size(), width);
  if (!status.is_ok()) return status;
  const std::unique_ptr<Value[]> moved(new (std::nothrow) Value[count]);
  if (moved == nullptr) return {StatusCode::out_of_memory, "std::bad_alloc"};
  status =
      try_for_each_range_of(order.size(), executor, rows_mover(order, values, moved.get(), width));
  if (!status.is_ok()) return status;
  return try_for_each_range_of(order.size(), executor, range_mover(moved.get(), values, width));
}

}  // namespace detail

/// `reorder`
template <detail::RowArray... Columns>
Status try_reorder(Executor* executor, std::span<const ObjectId> order,
                   Columns&&... columns) noexcept {
  Status status = detail::TryAccess::check_order(order);
  const auto reorder_next = [&](auto& column) {
    if (status.is_ok()) status = detail::try_reorder_column(order, column, executor);
  };
  (reorder_next(columns), ...);
  return status;
}
/// As above, on the threads of the caller's arena.
template <detail::RowArray... Columns>
Status try_reorder(std::span<const ObjectId> order, Columns&&... columns) noexcept {
  return try_reorder(static_cast<Executor*>(nullptr), order, columns...);
}

/// `copy_in_order`
template <detail::RowArray From, detail::RowArray To>
Status try_copy_in_order(std::span<const ObjectId> order, const From& from, To&& to,
                         Executor* executor = nullptr) noexcept {
  const auto count = static_cast<std::size_t>(from.size());
  std::size_t width = 0;
  Status status = detail::TryAccess::check_order(order);
  if (status.is_ok()) status = detail::TryAccess::values_per_row(count, order.size(), width);
  if (status.is_ok())
    status = detail::TryAccess::check_sizes(count, static_cast<std::size_t>(to.size()));
  if (!status.is_ok()) return status;
  return detail::try_for_each_range_of(order.size(), executor,
                                       detail::rows_mover(order, from.data(), to.data(), width));
}

/// `new_rows`
inline Status try_new_rows(std::span<const ObjectId> order, std::span<ObjectId> rows,
                           Executor* executor = nullptr) noexcept {
  Status status = detail::TryAccess::check_order(order);
  if (status.is_ok()) status = detail::TryAccess::check_sizes(order.size(), rows.size());
  if (!status.is_ok()) return status;
  return detail::try_for_each_range_of(order.size(), executor,
                                       detail::row_names(order, rows.data()));
}

}  // namespace quadphase
