// SPDX-License-Identifier: MIT
// The pairs of a frame, sorted, with a table that says where a pair would stand: how the next frame
// looks its own pairs up.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "pair_order.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::detail {

/// Pairs that a look-up compares at once.
inline constexpr std::size_t kPairWindow = 8;
/// Stands behind the last pair of a history, kPairWindow times: no pair is equal, none is larger.
inline constexpr Pair kNoPair = {0xFFFF'FFFF, 0xFFFF'FFFF};

/// Sorted pairs in rows: a row holds those whose `first` agrees in all but some low bits.
struct HistoryView {
  const Pair* pairs = nullptr;  // ascending, then kPairWindow times kNoPair
  std::size_t pair_count = 0;
  const std::uint32_t* row_first =
      nullptr;  // a row: its first pair, or the next row's; then the end
  std::size_t row_count = 1;
  ObjectId least_id = 0;  // of all first ones
  ObjectId most_id = 0;   // of all first ones
  int row_shift = 0;      // low bits that tell no row; less than 32
  bool has_rows = true;   // false: too many pairs, the table is all 0 and each pair may be anywhere

  /// The row of a pair; any row for a pair that lies in front of all or behind.
  [[nodiscard]] std::size_t row_of(const Pair& pair) const noexcept {
    return std::min<std::size_t>((pair.first - least_id) >> row_shift, row_count - 1);
  }
};

/// Two neighbours in the table of rows.
struct RowRange {
  std::uint32_t first;
  std::uint32_t last;
};

/// Some of the pairs of a history; the bits of the known ones belong to the whole.
struct HistorySlice {
  const Pair* pairs = nullptr;
  const std::uint64_t* known = nullptr;
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t ended_count = 0;  // in the slice, not known
};

/// What a look-up writes.
struct PairMarks {
  std::uint64_t* known = nullptr;  // of the history, and a word more
  bool is_shared = false;          // other threads mark, too
  std::uint64_t* unknown = nullptr;
};

/// A set of ids: bit i of word i / 64, where ids behind the last word are not in it; or, where the
/// ids are too large for that, a sorted list.
struct IdBits {
  std::span<const std::uint64_t> words{};
  std::span<const ObjectId> sorted{};

  [[nodiscard]] bool is_empty() const noexcept { return words.empty() && sorted.empty(); }
  [[nodiscard]] bool has(ObjectId id) const noexcept {
    const std::size_t word = id / 64;
    if (word < words.size()) return (words[word] >> (id % 64) & 1) != 0;
    return std::binary_search(sorted.begin(), sorted.end(), id);
  }
  [[nodiscard]] bool has_any(const Pair& pair) const noexcept {
    return has(pair.first) || has(pair.second);
  }
};

}  // namespace quadphase::detail
