// SPDX-License-Identifier: MIT
// Stage 5 where memory is short: the pairs are counted, then found again and written to an array of
// exactly that size.
//
// Order:   that of the pair stage.
// Memory:  8 bytes per pair and a block per worker. The plain pair stage takes as much again while
//          its array grows, or blocks for all pairs.
// Cost:    twice that of the pair stage.
// Threads: as in the pair stage.
#pragma once

#include <cstdint>

#include "pairs/pairs.hpp"

namespace quadphase::detail {

/// As `find_pairs`, with the pairs in `pairs.array`. Later stages must save memory, too.
void find_counted_pairs(const JoinedTrees& trees, std::uint64_t max_pairs, const Kernels& kernels,
                        const Workers& workers, PairSegments& pairs);

}  // namespace quadphase::detail
