// SPDX-License-Identifier: MIT
#include "quadphase/reorder.hpp"

#include <algorithm>
#include <cstdint>

#include "input/row_locality.hpp"
#include "input/validate_input.hpp"

namespace quadphase {

float row_locality(std::span<const ObjectId> order, std::span<const ObjectId> row_of) noexcept {
  return detail::row_locality_of(order, [&](ObjectId id) -> std::uint64_t {
    if (row_of.empty()) return id;
    return id < row_of.size() ? row_of[id] : detail::kRowFarAway;
  });
}

namespace detail {

void check_order(std::span<const ObjectId> order) {
  const bool are_below =
      std::all_of(order.begin(), order.end(), [&](ObjectId row) { return row < order.size(); });
  require(are_below, "quadphase: each row of an order must be below its size");
}

std::size_t values_per_row(std::size_t value_count, std::size_t row_count) {
  const bool is_whole = row_count == 0 ? value_count == 0 : value_count % row_count == 0;
  require(is_whole, "quadphase: a column must have as many values for each row of the order");
  return row_count == 0 ? 0 : value_count / row_count;
}

void check_sizes(std::size_t from, std::size_t to) {
  require(from == to, "quadphase: the arrays must have one size");
}

}  // namespace detail
}  // namespace quadphase
