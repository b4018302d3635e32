// SPDX-License-Identifier: MIT
// The stored pairs in other orders, on request: by id, and as rows of neighbors (CSR).
//
//     pairs     5 9 | 2 5 | ...            in the order of the tree
//     sorted    2 5 | 5 9 | ...            a radix sort
//     entries   2: 5 | 5: 2, 9 | 9: 5 ...  two per pair, to bins of some rows, then to rows
//
// How:     the entries of a row come from the sorted pairs in their order, so they are ascending:
//          row 5 gets 2 from pair (2, 5), which is before all pairs that begin with 5. A bin with
//          too many entries, such as that of an object that pairs with all others, is sorted by all
//          threads.
// Cost:    O(pairs + rows).
// Memory:  16 bytes per pair for the sorted list. For rows, 64 per pair, 48 of which are used only
//          while the rows are made, and 8 per row. All of it stays for the next frame.
// Threads: chunks of pairs, then a task per bin. The results do not depend on them.
// Tried:   entries of unsorted pairs, and a sort of each row. For 100,000 objects with 2 and with 8
//          pairs each, on one thread, that took 1.4 and 1.3 times as long as a plain loop that
//          counts, scatters and sorts rows with std::sort; this takes 0.95 and 0.72 times as long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>

#include "base/buffer.hpp"
#include "base/parallel.hpp"
#include "base/radix_sort.hpp"
#include "quadphase/adjacency.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::detail {

class PairLists {
 public:
  explicit PairLists(std::pmr::memory_resource* resource)
      : sort_(resource),
        sorted_(resource),
        spare_(resource),
        entries_(resource),
        sorted_entries_(resource),
        offsets_(resource),
        ids_(resource),
        pair_indices_(resource) {}

  // `version`: a number above 0 that pairs have in common only with equal pairs.

  /// The pairs of this version, if they were sorted last.
  [[nodiscard]] std::optional<std::span<const Pair>> known_sorted(
      std::uint64_t version) const noexcept {
    if (sorted_version_ != version) return std::nullopt;
    return sorted_.first(sorted_count_);
  }

  /// The pairs, ascending; sorted by the first call for a version. Errors: `std::bad_alloc`.
  [[nodiscard]] std::span<const Pair> sorted(std::span<const Pair> pairs, std::uint64_t version,
                                             Workers& workers);

  /// The neighbors of the ids below `id_count`, or up to the highest id if that is 0; made by the
  /// first call for a version, and rebuilt if a different number of rows is wanted. Errors:
  /// `std::invalid_argument` if an id is too high, or more ids are asked for than there can be;
  /// `std::length_error` if there are too many pairs to number; `std::bad_alloc`.
  [[nodiscard]] Adjacency adjacency(std::span<const Pair> pairs, std::uint64_t version,
                                    std::size_t id_count, Workers& workers);

  /// Forgets both orders, and gives back all memory.
  void release() noexcept;
  /// As above, if the sorted pairs are of another version.
  void release_unless(std::uint64_t version) noexcept {
    if (sorted_version_ != 0 && sorted_version_ != version) release();
  }

 private:
  /// A pair listed under one of its objects, or a pair with its index.
  struct Entry {
    ObjectId row;
    ObjectId id;
    std::uint32_t pair;
  };
  /// The entries of some rows, in `entries_` from `first` on.
  struct Bin {
    std::size_t first;
    std::size_t count;
    std::size_t first_row;
    std::size_t last_row;
  };
  static constexpr std::size_t kEntriesPerPair = 2;

  void make_rows(std::span<const Pair> pairs, std::size_t row_count, const Workers& workers);
  /// The pairs in ascending order.
  std::span<const Entry> sort_entries(std::span<const Pair> pairs, const Workers& workers);
  void make_rows_of_bin(const Bin& bin) noexcept;
  void make_rows_of_heavy_bin(const Bin& bin, const Workers& workers);
  void write(std::size_t position, const Entry& entry) noexcept {
    ids_[position] = entry.id;
    pair_indices_[position] = entry.pair;
  }

  std::uint64_t sorted_version_ = 0;  // 0: of none
  std::uint64_t rows_version_ = 0;
  std::size_t sorted_count_ = 0;
  RadixSort sort_;

  Buffer<Pair> sorted_;
  Buffer<Pair> spare_;

  Buffer<Entry> entries_;         // in bins
  Buffer<Entry> sorted_entries_;  // one per pair; later both per pair, of heavy bins
  std::size_t used_rows_ = 0;
  std::size_t row_count_ = 0;
  Buffer<std::size_t> offsets_;
  Buffer<ObjectId> ids_;
  Buffer<std::uint32_t> pair_indices_;
};

}  // namespace quadphase::detail
