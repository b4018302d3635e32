// SPDX-License-Identifier: MIT
// Checks the invariants of the output of stages 1 to 4. Errors: `InvariantBroken`.
#pragma once

#include <cstdint>

#include "quadphase/box.hpp"
#include "tree/bounds.hpp"
#include "tree/keys.hpp"
#include "tree/partition.hpp"
#include "tree/tree.hpp"

namespace quadphase::detail {

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

}  // namespace quadphase::detail
