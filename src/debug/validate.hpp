// SPDX-License-Identifier: MIT
// The invariants of every stage's output, for tests and for the checked build. Slow, serial and
// simple.
#pragma once

#include <stdexcept>

#include "frame.hpp"
#include "quadphase/box.hpp"

namespace quadphase::detail {

/// True in the checked build, which runs every validator in every frame.
#ifdef QUADPHASE_VALIDATE
inline constexpr bool kValidate = true;
#else
inline constexpr bool kValidate = false;
#endif

/// A stage broke its invariant: a bug of the library's own.
struct InvariantBroken : std::logic_error {
  using std::logic_error::logic_error;
};

/// The bounds are those of the valid boxes' centers, large is relative to the mean size, and the
/// others are counted.
void validate_bounds(const BoxView& boxes, const SceneBounds& scene);

/// Each valid box's key names the cell that holds its center or, outside the core, one on the
/// core's edge, and whether it is large; each other box has kRejectedKey. Does nothing where keys
/// hold worlds.
void validate_keys(const BoxView& boxes, const SceneBounds& scene, const ObjectKeys& keys);

/// The records are a permutation of the boxes; buckets lie end to end, are stable, and hold all
/// valid boxes; the others stand behind them.
void validate_partition(const BoxView& boxes, const SceneBounds& scene, const ObjectKeys& keys,
                        const Partition& partition);

/// Each valid box is in one leaf, once; leaves have 1 to `leaf_capacity` objects; each entry's box
/// is the tight box of what it holds.
void validate_tree(const BoxView& boxes, const SceneBounds& scene, std::uint32_t leaf_capacity,
                   const Tree& tree);

/// Each segment's pairs overlap, in half order; the array is the segments' pairs, one after the
/// other.
void validate_pairs(const BoxView& boxes, const PairSegments& segments, const MergedPairs& merged);

}  // namespace quadphase::detail
