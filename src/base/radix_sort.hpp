// SPDX-License-Identifier: MIT
// Sorts items in parallel by a 64-bit number of each: a scatter into bins by the highest bits that
// differ, then a digit sort of each bin in cache. Bins with too many items are sorted in the same
// way again.
//
// The number has two halves, whose ranges are measured separately: a pair's two ids, or a key and a
// row.
//
// Cost:    O(n) per 8 or so of the bits that differ, however the numbers are distributed.
// Threads: a histogram per piece, a scan, a scatter per piece, a task per bin. The result does not
//          depend on them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory_resource>
#include <span>
#include <utility>

#include "base/buffer.hpp"
#include "base/chunk_loop.hpp"
#include "base/chunks.hpp"
#include "base/digit_sort.hpp"
#include "base/parallel.hpp"
#include "base/tuning.hpp"

namespace quadphase::detail {

/// The memory of a sort.
struct RadixSort {
  explicit RadixSort(std::pmr::memory_resource* resource) : ends(resource) {}

  Buffer<std::size_t> ends;  // [piece][bin]: where the part of a piece in a bin ends
};

/// The chunks of passes over items that are sorted; a single thread has one. No result depends on
/// them.
[[nodiscard]] inline Chunks sort_chunks(std::size_t item_count, const Workers& workers) {
  const auto active = static_cast<std::size_t>(workers.active_count());
  return Chunks(item_count,
                active == 1 ? 1 : std::min<std::size_t>(kChunksPerWorker * active, kMaxChunks));
}

/// Those chunks as pieces.
template <class Item>
class SortPieces {
 public:
  SortPieces(std::span<const Item> items, const Workers& workers) {
    const Chunks chunks = sort_chunks(items.size(), workers);
    for (; count_ < chunks.count(); ++count_) {
      const std::size_t first = chunks.first(count_);
      pieces_[count_] = items.subspan(first, chunks.last(count_) - first);
    }
  }
  [[nodiscard]] std::span<const std::span<const Item>> view() const noexcept {
    return {pieces_.data(), count_};
  }

 private:
  std::array<std::span<const Item>, kMaxChunks> pieces_;
  std::size_t count_ = 0;
};

[[nodiscard]] constexpr int bit_width(std::uint64_t number) noexcept {
  return static_cast<int>(std::bit_width(number));
}

[[nodiscard]] constexpr int most_bin_bits(std::size_t item_count) noexcept {
  return std::min(bit_width(item_count / kBinItems), kMaxBinBits);
}

/// The range of each half of some numbers; it renumbers them with as few bits as possible.
class NumberRange {
 public:
  void add(std::uint64_t number) noexcept {
    least_high_ = std::min(least_high_, high(number));
    most_high_ = std::max(most_high_, high(number));
    least_low_ = std::min(least_low_, low(number));
    most_low_ = std::max(most_low_, low(number));
  }
  void add(const NumberRange& other) noexcept {
    least_high_ = std::min(least_high_, other.least_high_);
    most_high_ = std::max(most_high_, other.most_high_);
    least_low_ = std::min(least_low_, other.least_low_);
    most_low_ = std::max(most_low_, other.most_low_);
  }
  /// The bits of the new numbers; 0 if there are none.
  [[nodiscard]] int bits() const noexcept {
    return most_high_ < least_high_ ? 0 : bit_width(most_high_ - least_high_) + low_bits();
  }
  [[nodiscard]] std::uint64_t renumber(std::uint64_t number) const noexcept {
    return (std::uint64_t{high(number) - least_high_} << low_bits()) + (low(number) - least_low_);
  }

 private:
  [[nodiscard]] static std::uint32_t high(std::uint64_t number) noexcept {
    return static_cast<std::uint32_t>(number >> 32);
  }
  [[nodiscard]] static std::uint32_t low(std::uint64_t number) noexcept {
    return static_cast<std::uint32_t>(number);
  }
  [[nodiscard]] int low_bits() const noexcept { return bit_width(most_low_ - least_low_); }

  std::uint32_t least_high_ = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t most_high_ = 0;
  std::uint32_t least_low_ = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t most_low_ = 0;
};

/// Sorts items by their low halves; their high halves are ascending already.
template <class Item, class Number>
void sort_runs(std::span<Item> items, Item* spare, const Number& number) {
  constexpr std::size_t kShortRun = tuned<std::size_t>(16, 4);
  for (std::size_t i = 1; i < items.size(); ++i) {
    const Item item = items[i];
    std::size_t position = i;
    for (; position > 0 && number(item) < number(items[position - 1]); --position) {
      if (i - position == kShortRun) break;
      items[position] = items[position - 1];
    }
    items[position] = item;
    if (i - position < kShortRun) continue;
    // The run is too long for insertion sort.
    const auto high = [&](std::size_t at) { return number(items[at]) >> 32; };
    std::size_t first = position;
    std::size_t last = i + 1;
    while (first > 0 && high(first - 1) == high(position)) --first;
    while (last < items.size() && high(last) == high(position)) ++last;
    digit_sort(items.subspan(first, last - first), spare, number);
    i = last - 1;
  }
}

/// Sorts a bin; `spare` has room for it.
/// Why by the high halves alone if there are more of these than items: few items share one then.
/// Tried: all bits in every case, 10.4 ns per pair instead of 6.4 for 5,800 pairs of 100,000 ids.
/// Tried: high halves in every case, 15.4 instead of 9.4 for 800,000 pairs of 100,000 ids.
template <class Item, class Number>
void sort_bin(std::span<Item> items, Item* spare, const Number& number) {
  if (items.size() <= kComparedItems) {
    std::sort(items.begin(), items.end(),
              [&](const Item& a, const Item& b) { return number(a) < number(b); });
    return;
  }
  const std::uint64_t bits = differing_bits(items.data(), items.size(), number);
  const int high_bits = bit_width(bits >> 32);
  const bool many_share = high_bits < bit_width(items.size());
  Item* from = items.data();
  if (many_share)
    from = digit_sort(from, items.size(), spare, 0, bit_width(bits & 0xFFFF'FFFF), number);
  from =
      digit_sort(from, items.size(), from == spare ? items.data() : spare, 32, high_bits, number);
  if (from == spare) std::copy_n(from, items.size(), items.data());
  if (!many_share) sort_runs(items, spare, number);
}

/// Moves the items of all pieces to their bins, and keeps their order within a bin: `visit_items(i,
/// visit)` passes those of piece i to `visit`, the same in each of two calls. `ends` is that of
/// `RadixSort`.
template <class Item, class VisitItems, class BinOf>
void scatter_to_bins(std::size_t piece_count, const VisitItems& visit_items, const BinOf& bin_of,
                     std::size_t bin_count, Item* target, const Workers& workers,
                     std::size_t* ends) {
  workers.for_each(piece_count, 1, [&](std::size_t i, int) {
    std::size_t* const counts = ends + i * bin_count;
    std::fill_n(counts, bin_count, std::size_t{0});
    visit_items(i, [&](const Item& item) { ++counts[bin_of(item)]; });
  });
  std::size_t first = 0;
  for (std::size_t bin = 0; bin < bin_count; ++bin) {
    for (std::size_t i = 0; i < piece_count; ++i) {
      first += std::exchange(ends[i * bin_count + bin], first);
    }
  }
  workers.for_each(piece_count, 1, [&](std::size_t i, int) {
    std::size_t* const next = ends + i * bin_count;
    visit_items(i, [&](const Item& item) { target[next[bin_of(item)]++] = item; });
  });
}

/// As above, of items that are in memory.
template <class Item, class BinOf>
void scatter_to_bins(std::span<const std::span<const Item>> pieces, const BinOf& bin_of,
                     std::size_t bin_count, Item* target, const Workers& workers,
                     std::size_t* ends) {
  const auto visit_items = [&](std::size_t i, const auto& visit) {
    for (const Item& item : pieces[i]) visit(item);
  };
  scatter_to_bins(pieces.size(), visit_items, bin_of, bin_count, target, workers, ends);
}

/// Makes room for a sort of `item_count` items that are cut by `sort_chunks`, which then cannot
/// fail. Errors: `std::bad_alloc`.
inline void reserve_sort(std::size_t item_count, const Workers& workers, RadixSort& sort) {
  const std::size_t pieces = sort_chunks(item_count, workers).count();
  sort.ends.ensure_with_spare(pieces << most_bin_bits(item_count));
}

/// Writes the items of all pieces, at most kMaxChunks, to `target` in ascending order of
/// `number(item)`. `spare` needs room for all items; its old contents, of which the pieces may be a
/// part, are lost. Call it inside `workers.run` only. Errors: `std::bad_alloc`.
template <class Item, class Number>
void radix_sort(std::span<const std::span<const Item>> pieces, Item* spare, Item* target,
                const Workers& workers, RadixSort& sort, const Number& number) {
  if (pieces.empty()) return;
  std::array<NumberRange, kMaxChunks> ranges;
  workers.for_each(pieces.size(), 1, [&](std::size_t i, int) {
    NumberRange of_piece;
    for (const Item& item : pieces[i]) of_piece.add(number(item));
    ranges[i] = of_piece;
  });
  NumberRange range;
  std::size_t total = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    range.add(ranges[i]);
    total += pieces[i].size();
  }
  const int bin_bits = std::min(most_bin_bits(total), range.bits());
  const std::size_t bin_count = std::size_t{1} << bin_bits;
  const int shift = bin_bits == 0 ? 0 : range.bits() - bin_bits;
  const auto bin_of = [=](const Item& item) {
    return range.renumber(number(item)) >> shift & (bin_count - 1);
  };
  sort.ends.ensure_with_spare(pieces.size() * bin_count);
  scatter_to_bins(pieces, bin_of, bin_count, target, workers, sort.ends.data());
  if (range.bits() == 0) return;  // All numbers are equal, and no cut would make a bin smaller.

  // A bin ends where the last piece's part of it ends.
  const std::size_t* const bin_last = sort.ends.data() + (pieces.size() - 1) * bin_count;
  const auto bin_at = [=](std::size_t bin) {
    const std::size_t first = bin == 0 ? 0 : bin_last[bin - 1];
    return std::span(target + first, bin_last[bin] - first);
  };
  const std::size_t heavy = std::max(kHeavyItems, total / kMaxHeavyBins);
  workers.for_each(bin_count, 4, [&](std::size_t b, int) {
    const std::span<Item> bin = bin_at(b);
    if (bin.size() <= heavy) sort_bin(bin, spare + (bin.data() - target), number);
  });
  // Why listed before any of them is sorted: a sort overwrites the ends.
  std::array<std::span<Item>, kMaxHeavyBins> heavy_bins;
  std::size_t heavy_count = 0;
  for (std::size_t bin = 0; bin < bin_count; ++bin) {
    if (bin_at(bin).size() > heavy) heavy_bins[heavy_count++] = bin_at(bin);
  }
  // Invariant: this ends, because the items of a bin agree in bits in which those of all bins
  // differ.
  for (const std::span<Item> bin : std::span(heavy_bins).first(heavy_count)) {
    const std::span<Item> moved(spare + (bin.data() - target), bin.size());
    for_each_row(bin.size(), workers, [&](std::size_t i) { moved[i] = bin[i]; });
    const SortPieces<Item> again(moved, workers);
    radix_sort(again.view(), moved.data(), bin.data(), workers, sort, number);
  }
}

}  // namespace quadphase::detail
