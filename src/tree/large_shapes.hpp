// SPDX-License-Identifier: MIT
// The cells of large objects. Usually they are those of all objects. Where large objects that are
// long in x, large ones that are long in y, and others would enlarge each other's leaves so far
// that it costs the whole frame, each of the three has a curve of its own.
//
// Why not with the cells of all: those are chosen by a sample that shows few large objects, before
// it is known how many there are. Once the keys are counted, it is.
#pragma once

#include <cstddef>

#include "data/curves.hpp"
#include "tree/bins.hpp"

namespace quadphase::detail {

/// The proportions of the cells of `large_count` large objects: `source.shapes`, or better ones.
/// `keys`: those of all objects, as first made.
/// Cost: nothing where they are few; otherwise 32 to 4,096 of them are looked at, one after the
/// other, and as many keys as it takes to find these: at most 32 times the root of the number of
/// objects.
[[nodiscard]] CellShapes large_shapes(const KeySource& source, const Key* keys,
                                      std::size_t large_count);

}  // namespace quadphase::detail
