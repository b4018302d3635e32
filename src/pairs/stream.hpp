// SPDX-License-Identifier: MIT
// Stage 5 without an array: pairs are passed to a visitor as they are found, and forgotten.
//
// Order:   the pieces of a task come in the order of its pairs, on one thread.
// Memory:  a block per worker, and a slice of hits for joins, for any number of pairs.
// Cost:    that of the pair stage; pairs are still in the core's cache when the visitor gets them.
// Threads: a task per run of leaf groups; the visitor is called concurrently.
#pragma once

#include "base/parallel.hpp"
#include "kernels/kernels.hpp"
#include "pairs/pairs.hpp"
#include "pairs/segments.hpp"

namespace quadphase::detail {

/// Finds the pairs of each task and passes them to `visit`; `pairs.totals` then has their number.
void stream_pairs(const JoinedTrees& trees, const Kernels& kernels, const Workers& workers,
                  ChunkVisitor visit, PairSegments& pairs);

}  // namespace quadphase::detail
