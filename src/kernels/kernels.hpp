// SPDX-License-Identifier: MIT
// The SIMD kernels behind plain function pointers: one table for each instruction set, all with the
// same results.
#pragma once

#include <cstddef>
#include <cstdint>

#include "morton.hpp"
#include "pair_writer.hpp"
#include "quadphase/config.hpp"
#include "record.hpp"
#include "tree_view.hpp"

namespace quadphase::detail {

/// Bounds of the centres of some boxes, and how many of the boxes were rejected.
struct MeasuredBounds {
  Bounds bounds;
  std::uint32_t rejected_count = 0;
};

/// One instruction set's kernels. Each is called once a chunk, bucket or task, never once an
/// object.
struct Kernels {
  Simd simd;

  /// Bounds of the centres of boxes `[first, last)`.
  void (*measure_bounds)(const BoxSpan& boxes, std::size_t first, std::size_t last,
                         MeasuredBounds& measured);

  /// Keys of boxes `[first, last)`; kRejectedKey where a box is not legal.
  void (*encode_keys)(const BoxSpan& boxes, std::size_t first, std::size_t last,
                      const Quantizer& quantizer, Key* keys);

  /// The tight box of boxes `[first, first + count)`; `count` is 1 to kFanout.
  Box (*unite)(const BoxSpan& boxes, std::uint32_t first, std::uint32_t count);

  /// The tight boxes of the leaves of some boxes, and where each begins; leaf i holds boxes
  /// `[leaf_first[i], leaf_first[i + 1])`.
  void (*unite_leaves)(const BoxSpan& boxes, const std::uint32_t* leaf_first,
                       std::uint32_t leaf_count, Record* leaves);

  /// Finds the pairs of the groups `[first_group, last_group)` of kFanout leaves with themselves
  /// and with all later leaves.
  void (*find_pairs)(const TreeView& tree, std::uint32_t first_group, std::uint32_t last_group,
                     PairWriter& writer, PairCounts& counts);

  /// As find_pairs, but only counts.
  void (*count_pairs)(const TreeView& tree, std::uint32_t first_group, std::uint32_t last_group,
                      PairCounts& counts);
};

/// The kernels for `simd`, which must be supported.
[[nodiscard]] const Kernels& kernels_for(Simd simd);

}  // namespace quadphase::detail
