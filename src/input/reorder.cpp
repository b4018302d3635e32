// SPDX-License-Identifier: MIT
#include "quadphase/reorder.hpp"

#include <algorithm>
#include <cstdint>

#include "input/validate_input.hpp"

namespace quadphase {

float row_locality(std::span<const ObjectId> order, std::span<const ObjectId> row_of) noexcept {
  constexpr std::size_t kSamples = 1024;
  constexpr std::uint64_t kNear = 64;  // rows of 32 bytes: 2 KiB
  if (order.size() < 2) return 1;
  const auto are_near = [&](ObjectId a, ObjectId b) {
    if (!row_of.empty()) {
      if (a >= row_of.size() || b >= row_of.size()) return false;
      a = row_of[a];
      b = row_of[b];
    }
    return std::max(a, b) - std::min(a, b) <= kNear;
  };
  const std::size_t neighbors = order.size() - 1;
  const std::size_t samples = std::min(kSamples, neighbors);
  std::size_t near_count = 0;
  for (std::size_t k = 0; k < samples; ++k) {
    const auto i = static_cast<std::size_t>(std::uint64_t{k} * neighbors / samples);
    if (are_near(order[i], order[i + 1])) ++near_count;
  }
  return static_cast<float>(near_count) / static_cast<float>(samples);
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
