// SPDX-License-Identifier: MIT
// Checks the invariants of the output of stages 5 and 7. Errors: `InvariantBroken`.
#pragma once

#include "pairs/merge.hpp"
#include "pairs/segments.hpp"
#include "quadphase/box.hpp"
#include "quadphase/periodic.hpp"

namespace quadphase::detail {

/// The pairs of each segment overlap, in the world of `Config`, and are in half order; the array
/// has the pairs of all segments, one after the other.
void validate_pairs(const BoxView& boxes, bool touching, const Periods& periods,
                    const PairSegments& segments, const MergedPairs& merged);

}  // namespace quadphase::detail
