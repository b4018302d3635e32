// SPDX-License-Identifier: MIT
// The attributes of an object that are words: the one table of them, with their defaults. A set of
// objects has a column of words for each; one in which every row has the default may be missing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "quadphase/attributes.hpp"

namespace quadphase::detail {

/// Columns of words, by index.
inline constexpr std::size_t kId = 0;
inline constexpr std::size_t kGeneration = 1;
inline constexpr std::size_t kCategory = 2;
inline constexpr std::size_t kMask = 3;
inline constexpr std::size_t kGroup = 4;
inline constexpr std::size_t kWorld = 5;
inline constexpr std::size_t kWordColumns = 6;

/// The value of every row of a column that does not exist.
inline constexpr std::array<std::uint32_t, kWordColumns> kDefaultWords = {
    0, 0, Filter{}.category, Filter{}.mask, Filter{}.group, Filter{}.world};

/// A set of such columns: bit i for column i.
using WordSet = std::uint32_t;
[[nodiscard]] constexpr WordSet word(std::size_t i) noexcept {
  return 1U << i;
}
inline constexpr WordSet kAllWords = (1U << kWordColumns) - 1;
inline constexpr WordSet kFilterWords = word(kCategory) | word(kMask) | word(kGroup) | word(kWorld);

/// The parts of a filter, from `kCategory` to `kWorld`.
[[nodiscard]] constexpr std::array<std::uint32_t, 4> words_in(const Filter& filter) noexcept {
  return {filter.category, filter.mask, filter.group, filter.world};
}
/// The columns that a filter needs to exist.
[[nodiscard]] constexpr WordSet words_of(const Filter& filter) noexcept {
  WordSet set = 0;
  for (std::size_t i = 0; i < 4; ++i)
    if (words_in(filter)[i] != kDefaultWords[kCategory + i]) set |= word(kCategory + i);
  return set;
}

}  // namespace quadphase::detail
