// SPDX-License-Identifier: MIT
// Statistics of the last finished frame.
#pragma once

#include <cstddef>
#include <cstdint>

#include "quadphase/config.hpp"

namespace quadphase {

/// Wall-clock nanoseconds of each stage, in the order in which they run. 0: the stage did not run.
/// If all boxes fit into one leaf, are valid, and none is large among the others, `tree` is all
/// that a frame does with them before the search for pairs.
struct StageTimes {
  std::uint64_t statics = 0;    ///< changes of the static set
  std::uint64_t bounds = 0;     ///< the bounds of the scene; copying other forms to columns
  std::uint64_t keys = 0;       ///< a Morton code for each box
  std::uint64_t partition = 0;  ///< sorting boxes into buckets, by the top digits of codes
  std::uint64_t tree = 0;       ///< leaves and nodes; the images of a periodic world
  std::uint64_t pairs = 0;      ///< the search for pairs
  std::uint64_t events = 0;  ///< with `Config::events`; includes what `tight_boxes_overlap` needs
  std::uint64_t merge = 0;   ///< copying the pairs of all tasks into one array

  /// The sum of all stages.
  [[nodiscard]] constexpr std::uint64_t total() const noexcept {
    return statics + bounds + keys + partition + tree + pairs + events + merge;
  }
};

/// Statistics of the last finished call of `update`, `build`, `count_pairs` or
/// `for_each_pair_chunk`.
///
/// All but `byte_count`, `threads`, `simd` and `nanoseconds` depend only on the boxes, the
/// attributes and the configuration; with static objects, `test_count` also depends on how the
/// static set was changed.
struct Stats {
  std::size_t object_count = 0;    ///< boxes in the view
  std::size_t rejected_count = 0;  ///< boxes that have NaN, are inverted or do not fit;
                                   ///< `rejected_ids()` has their ids
  std::size_t leaf_count = 0;      ///< leaves of the tree
  std::size_t node_count = 0;      ///< nodes above the leaves, on all levels
  std::uint64_t test_count = 0;    ///< box against box tests of the pair stage
  std::uint64_t pair_count = 0;    ///< pairs found, stored or not
  std::size_t byte_count = 0;      ///< bytes the engine holds
  int threads = 0;                 ///< threads the frame could use
  Simd simd = Simd::scalar;        ///< the kernels that ran
  StageTimes nanoseconds{};        ///< where the time went
};

}  // namespace quadphase
