// SPDX-License-Identifier: MIT
// Kernels of the nearest objects and the first hits, and of the order of rows.
#include "kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/best_kernels.cpp"
#include <hwy/foreach_target.h>
// Why here: the lines above must come first, and those below are compiled for each instruction set.
#include <hwy/highway.h>

#include "kernels/best_first-inl.hpp"
#include "kernels/kernel_functions-inl.hpp"
#include "kernels/sort_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {

void find_best_hits(const TreeView& tree, const CastQuery& query, const Filter& filter,
                    BestHits& best) {
  find_best<CastMeasure>(tree, query, filter, best);
}

void find_best_near(const TreeView& tree, const NearestQuery& query, const Filter& filter,
                    BestHits& best) {
  find_best<NearestMeasure>(tree, query, filter, best);
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
