// SPDX-License-Identifier: MIT
// What holds of the results of all batches.
#include <algorithm>
#include <bit>
#include <cstdint>

#include "queries/query_checks.hpp"

namespace quadphase::queries {

bool same_bits(std::span<const Hit> a, std::span<const Hit> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Hit& x, const Hit& y) {
    return x.id == y.id &&
           std::bit_cast<std::uint64_t>(x.distance) == std::bit_cast<std::uint64_t>(y.distance);
  });
}

Difference difference_of_shape(const QueryResult& result, std::size_t row_count, Values values) {
  if (result.row_count() != row_count) return "row_count() is wrong";
  const std::span<const std::size_t> offsets = result.offsets();
  if (offsets.size() != row_count + 1) return "offsets() are not one more than the rows";
  if (offsets.front() != 0) return "offsets() do not begin at 0";
  if (offsets.back() != result.ids().size()) return "offsets() do not end at the last id";
  if (!std::is_sorted(offsets.begin(), offsets.end())) return "offsets() do not ascend";
  if (result.fractions().size() != (values == Values::fractions ? result.ids().size() : 0U))
    return "fractions() have a wrong length";
  if (result.distances().size() != (values == Values::distances ? result.ids().size() : 0U))
    return "distances() have a wrong length";
  return std::nullopt;
}

}  // namespace quadphase::queries
