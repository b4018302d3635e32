// SPDX-License-Identifier: MIT
// The cells that the partition sorts objects into: a first cut by the top bits of the keys, then
// finer cuts of the bins that hold too many. No record moves; only counts are kept, and keys of
// objects in heavy bins change.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory_resource>

#include "base/buffer.hpp"
#include "base/chunks.hpp"
#include "base/parallel.hpp"
#include "kernels/kernels.hpp"
#include "tree/record.hpp"

namespace quadphase::detail {

/// A cell: it becomes a bucket, or is the parent of finer bins.
struct Bin {
  std::uint32_t count = 0;         // objects
  std::uint32_t parent_count = 0;  // objects of the bin it was cut from
  std::uint32_t first_child = 0;   // 0: none
  int child_bits = 0;              // it has 2^child_bits children
  int unread_bits = 0;             // of its objects' keys, below the number of the bin
  std::uint32_t depth = 0;         // times that the scene was quartered to get it
  bool requantized = false;        // cut from its parent by new keys
};

/// How the objects of one heavy bin get to its children.
struct Cut {
  std::uint32_t bin = 0;
  std::uint32_t first_child = 0;
  int child_bits = 0;
  bool requantizes = false;  // by new keys over the bin's own centers, not by the next bits
  Quantizer quantizer;
  WorldRange worlds;
};

/// Where the objects of a bin go by their next bits; a bin that is not cut is its own only child.
struct BinStep {
  std::uint32_t first_child = 0;
  std::uint32_t child_bits = 0;
};

struct Bins {
  explicit Bins(std::pmr::memory_resource* resource)
      : bins(resource),
        counts(resource),
        cut_of_bin(resource),
        steps(resource),
        cuts(resource),
        cut_bounds(resource) {}

  void reserve(std::size_t object_count);
  [[nodiscard]] std::size_t byte_count() const noexcept;

  /// The bin of an object with this key.
  [[nodiscard]] std::size_t bin_of(Key key) const noexcept { return key >> key_bits; }
  /// The bin of rejected boxes; the bins of the first cut stand before it, their children behind
  /// it.
  [[nodiscard]] std::size_t rejected_bin() const noexcept { return kRejectedKey >> key_bits; }
  [[nodiscard]] std::uint32_t* counts_of(std::size_t chunk) noexcept {
    return counts.data() + chunk * stride;
  }

  int key_bits = 0;  // low bits of every key that do not number its bin
  std::size_t bin_count = 0;
  std::size_t stride = 0;  // bins a chunk in `counts`
  Buffer<Bin> bins;
  Buffer<std::uint32_t> counts;  // [chunk][bin] objects

  // Of the current round.
  Buffer<std::uint32_t>
      cut_of_bin;         // 0: the bin is not cut; otherwise one more than its place in `cuts`
  Buffer<BinStep> steps;  // a bin, where all cuts of a round are by the next bits
  Buffer<Cut> cuts;
  std::size_t cut_count = 0;
  Buffer<CellBounds> cut_bounds;  // [chunk][cut]
};

/// Most bins that so many objects can make.
[[nodiscard]] std::size_t max_bin_count(std::size_t object_count);

/// How the partition cuts the objects. Inside `workers.run` only.
[[nodiscard]] Chunks partition_chunks(std::size_t object_count, const Workers& workers);

/// Counts the objects of every chunk and bin, and cuts until no bin is heavy that can be cut.
/// `keys` of objects in bins that are cut are rewritten: the number of the new bin, then `key_bits`
/// bits below it. `worlds`: one an object, or null.
void fill_bins(const BoxSpan& boxes, const std::uint32_t* worlds, std::size_t object_count,
               Key* keys, std::uint32_t max_depth, const Workers& workers, Bins& bins);

/// Calls `task(begin, end)` for blocks of the bins from `first` on.
template <class Task>
void for_each_bin_block(const Workers& workers, std::size_t first, std::size_t bin_count,
                        const Task& task) {
  constexpr std::size_t kBlock = 512;
  workers.for_each((bin_count - first + kBlock - 1) / kBlock, 1, [&](std::size_t block, int) {
    const std::size_t begin = first + block * kBlock;
    task(begin, std::min(begin + kBlock, bin_count));
  });
}

}  // namespace quadphase::detail
