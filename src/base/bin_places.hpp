// SPDX-License-Identifier: MIT
// The places of items in their bins, in the order of the items.
//
// Items that are nearly in the order of their bins, such as bodies that were sorted some frames
// ago, are slow to place one at a time: their bin's counter is loaded soon after it was stored, or
// is not, and processors mispredict which. Four at a time, the counters of four bins are loaded
// before they are stored, and comparisons tell which bins are equal.
//
// Tried (Zen 5, partition of 100,000 boxes in ns per box, one at a time and four at a time): random
// rows 2.1, 2.5; rows in order 1.8, 2.5; moved by a box since then 3.8, 2.8; a tenth in other
// places 3.9, 2.6; half of them 2.9, 2.6. Two at a time: 2.4, 2.3, 3.6, 3.4, 3.2. So a sample of
// the items decides.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/tuning.hpp"

namespace quadphase::detail {

inline constexpr std::size_t kPlacesAtOnce = 4;

/// Returns `next[bin]++` of four bins, one after another; equal bins get successive places.
template <class Count>
[[nodiscard]] inline std::array<Count, kPlacesAtOnce> next_places(
    Count* next, const std::array<std::size_t, kPlacesAtOnce>& bins) noexcept {
  const auto [a, b, c, d] = bins;
  const std::array<Count, kPlacesAtOnce> places{
      next[a], static_cast<Count>(next[b] + Count{b == a}),
      static_cast<Count>(next[c] + Count{c == a} + Count{c == b}),
      static_cast<Count>(next[d] + Count{d == a} + Count{d == b} + Count{d == c})};
  // Invariant: of equal bins, the last one stores the greatest count.
  for (std::size_t i = 0; i < kPlacesAtOnce; ++i) next[bins[i]] = places[i] + 1;
  return places;
}

/// True if many items, but not nearly all, are in the bin of one of the few items before them.
template <class BinOf>
[[nodiscard]] bool is_nearly_in_order(std::size_t first, std::size_t last, const BinOf& bin_of) {
  constexpr std::size_t kMinItems = tuned<std::size_t>(4'096, 16);
  constexpr std::size_t kSamples = tuned<std::size_t>(64, 4);
  if (last - first < kMinItems) return false;
  std::size_t near = 0;
  std::size_t next_to = 0;
  const std::size_t step = (last - first) / kSamples;
  for (std::size_t k = 0; k < kSamples; ++k) {
    const std::size_t i = first + k * step;
    const std::size_t bin = bin_of(i);
    std::size_t equal = 0;
    for (std::size_t j = 1; j < kPlacesAtOnce; ++j) equal += std::size_t{bin_of(i + j) == bin};
    near += std::size_t{equal > 0};
    next_to += std::size_t{bin_of(i + 1) == bin};
  }
  return near >= kSamples / 8 && next_to < kSamples - kSamples / 10;
}

/// Calls `put(item, place)` for items `[first, last)` in their order, with `next[bin_of(item)]++`
/// as the place.
template <class Count, class BinOf, class Put>
inline void place_items(std::size_t first, std::size_t last, Count* next, const BinOf& bin_of,
                        const Put& put) {
  std::size_t i = first;
  if (is_nearly_in_order(first, last, bin_of)) {
    for (; i + kPlacesAtOnce <= last; i += kPlacesAtOnce) {
      const auto places =
          next_places(next, {bin_of(i), bin_of(i + 1), bin_of(i + 2), bin_of(i + 3)});
      for (std::size_t k = 0; k < kPlacesAtOnce; ++k) put(i + k, places[k]);
    }
  }
  for (; i < last; ++i) put(i, next[bin_of(i)]++);
}

/// Adds to `counts[bin]` the number of items `[first, last)` in each bin.
template <class Count, class BinOf>
inline void count_items(std::size_t first, std::size_t last, Count* counts, const BinOf& bin_of) {
  place_items(first, last, counts, bin_of, [](std::size_t, Count) {});
}

}  // namespace quadphase::detail
