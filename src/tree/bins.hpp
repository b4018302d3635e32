// SPDX-License-Identifier: MIT
// The bins that the partition sorts objects into: a first cut by the top bits of the keys, then
// finer cuts of the bins with too many objects. No record moves: objects are counted, and the keys
// of objects in heavy bins are rewritten.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory_resource>

#include "base/buffer.hpp"
#include "base/chunks.hpp"
#include "base/parallel.hpp"
#include "base/tuning.hpp"
#include "data/record.hpp"
#include "kernels/kernels.hpp"

namespace quadphase::detail {

/// A cell that becomes a bucket, or the parent of finer bins.
struct Bin {
  std::uint32_t count = 0;         // objects
  std::uint32_t parent_count = 0;  // objects of the bin it was cut from
  std::uint32_t first_child = 0;   // 0: there is none
  int child_bits = 0;              // the bin has 2^child_bits children
  int unread_bits = 0;             // bits of its objects' keys below the number of the bin
  std::uint32_t depth = 0;         // how often the scene was quartered to get the bin
  bool is_point = false;           // all of its centers are one point
  bool is_in_half = false;         // the parent had half of the objects of its own parent
  bool is_large = false;           // all of its objects are large
};

/// How the objects of one heavy bin are distributed to its children.
struct Cut {
  std::uint32_t bin = 0;
  std::uint32_t first_child = 0;
  int child_bits = 0;
  bool requantizes = false;  // by new keys over the bounds of the bin, instead of by the next bits
  Spacing spacing = Spacing::even;  // of the new keys
  Curves curves;
  WorldRange worlds;
};

/// How the next bits of a key choose the child of a bin; a bin that is not cut is its own only
/// child.
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

  /// The bin of an object with this key.
  [[nodiscard]] std::size_t bin_of(Key key) const noexcept {
    return static_cast<std::size_t>(key >> key_bits);
  }
  /// The bin of rejected boxes. The bins of the first cut come before it, and those of later cuts
  /// after it.
  [[nodiscard]] std::size_t rejected_bin() const noexcept { return bin_of(kRejectedKey); }
  [[nodiscard]] std::uint32_t* counts_of(std::size_t chunk) noexcept {
    return counts.data() + chunk * stride;
  }

  int key_bits = 0;  // low bits of every key, below the number of its bin
  std::size_t bin_count = 0;
  std::size_t stride = 0;  // bins per chunk in `counts`
  Buffer<Bin> bins;
  Buffer<std::uint32_t> counts;  // objects, [chunk][bin]

  // These belong to the current round.
  Buffer<std::uint32_t>
      cut_of_bin;         // 0: the bin is not cut; otherwise one more than its index in `cuts`
  Buffer<BinStep> steps;  // one per bin, if all cuts of a round use the next bits
  Buffer<Cut> cuts;
  std::size_t cut_count = 0;
  Buffer<CellBounds> cut_bounds;  // [chunk][cut]

  CellShapes large_shapes;  // of the cells of large objects; see large_shapes.hpp
};

/// The most bins that this number of objects can make.
[[nodiscard]] std::size_t max_bin_count(std::size_t object_count);

/// The chunks of the partition. Call it inside `workers.run` only.
[[nodiscard]] Chunks partition_chunks(std::size_t object_count, const Workers& workers);

/// What keys are made from.
struct KeySource {
  BoxSpan boxes;
  const std::uint32_t* worlds;  // one per object, or null
  std::size_t object_count;
  CellShapes shapes;  // of the first keys
  Bounds core;
  WorldRange world_range;
};

/// Counts the objects of every chunk and bin, and cuts heavy bins until none is left that can be
/// cut. It rewrites the keys of objects in these bins: the number of the new bin, then `key_bits`
/// bits below it. First it rewrites those of large objects, if they get cells of their own.
void fill_bins(const KeySource& source, Key* keys, std::uint32_t max_depth, const Workers& workers,
               Bins& bins);

/// Bins per task in passes over all bins.
inline constexpr std::size_t kBinsPerTask = tuned<std::size_t>(128, 8);

}  // namespace quadphase::detail
