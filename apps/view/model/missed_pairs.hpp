// SPDX-License-Identifier: MIT
// The pairs that a loose quadtree of the usual kind misses.
#pragma once

#include <span>
#include <vector>

#include "quadphase/quadphase.hpp"

namespace quadphase::view {

/// Of these pairs of rows, those that a search of only an object's own cell, and those above and
/// below it, does not find.
[[nodiscard]] std::vector<Pair> missed_pairs(const BoxView& boxes, std::span<const Pair> pairs);

}  // namespace quadphase::view
