// SPDX-License-Identifier: MIT
// Covering arrays: tables of rows with one value for each factor, in which every combination of
// values of any `strength` factors occurs. Faults of features that meet in twos and threes are
// found by few rows: those of all combinations would be millions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace quadphase::features {

/// A value for each factor.
using Row = std::vector<std::uint8_t>;

/// `level_counts`: the number of values of each factor. Equal arguments give equal tables.
///
/// Source: D. M. Cohen et al., "The AETG system: an approach to testing based on combinatorial
/// design", 1997 (rows one by one, each with as many new combinations as a greedy choice finds).
[[nodiscard]] std::vector<Row> covering_array(std::span<const std::uint8_t> level_counts,
                                              std::size_t strength, std::uint64_t seed);

/// Calls `visit(factors)` for each `strength` of `factor_count` factors, ascending.
template <class Visit>
void for_each_choice(std::size_t factor_count, std::size_t strength, const Visit& visit) {
  std::vector<std::size_t> factors(strength);
  for (std::size_t i = 0; i < strength; ++i) factors[i] = i;
  while (strength <= factor_count) {
    visit(factors);
    std::size_t i = strength;
    while (i > 0 && factors[i - 1] == factor_count - strength + i - 1) --i;
    if (i == 0) return;
    ++factors[i - 1];
    for (; i < strength; ++i) factors[i] = factors[i - 1] + 1;
  }
}

}  // namespace quadphase::features
