// SPDX-License-Identifier: MIT
// Checks the invariants of the output of every stage, for tests and for the checked build. The
// checks are slow, serial and simple.
#pragma once

#include <stdexcept>

#include "engine/frame.hpp"
#include "quadphase/box.hpp"
#include "quadphase/periodic.hpp"

namespace quadphase::detail {

/// A stage broke its invariant, which is a bug of the library.
struct InvariantBroken : std::logic_error {
  using std::logic_error::logic_error;
};

/// The bounds are those of the centers of all valid boxes, the size of large objects is relative to
/// the mean size, and the other boxes are counted.
void validate_bounds(const BoxView& boxes, const SceneBounds& scene);

/// The key of each valid box is that of the cell with its center or, outside of the core, of a cell
/// at the edge of the core, and says whether the box is large. All other boxes have kRejectedKey.
/// Does nothing if keys contain worlds.
void validate_keys(const BoxView& boxes, const SceneBounds& scene, const ObjectKeys& keys);

/// The records are a permutation of the boxes. The buckets are consecutive and stable and contain
/// all valid boxes; the other boxes come after them.
void validate_partition(const BoxView& boxes, const SceneBounds& scene, const ObjectKeys& keys,
                        const Partition& partition);

/// Each valid box is in exactly one leaf; leaves have 1 to `leaf_capacity` objects; the box of each
/// entry is the tight box of its contents.
void validate_tree(const BoxView& boxes, const SceneBounds& scene, std::uint32_t leaf_capacity,
                   const Tree& tree);

/// The pairs of each segment overlap, in the world of `Config`, and are in half order; the array
/// has the pairs of all segments, one after the other.
void validate_pairs(const BoxView& boxes, bool touching, const Periods& periods,
                    const PairSegments& segments, const MergedPairs& merged);

}  // namespace quadphase::detail
