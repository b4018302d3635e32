// SPDX-License-Identifier: MIT
// Kernels of the pair stage, and of the difference between two frames' pairs.
#include "kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/pair_kernels.cpp"
#include <hwy/foreach_target.h>
// Why here: the lines above must come first, and those below are compiled for each instruction set.
#include <hwy/highway.h>

#include "kernels/kernel_functions-inl.hpp"
#include "kernels/pair_diff-inl.hpp"
#include "kernels/pairs-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {

void find_pairs(const TreeView& tree, const PairTask& task, PairWriter& writer,
                PairCounts& counts) {
  if (tree.is_filtered()) return find_pairs_in<true>(tree, task, writer, counts);
  find_pairs_in<false>(tree, task, writer, counts);
}

void count_pairs(const TreeView& tree, const PairTask& task, PairCounts& counts) {
  if (tree.is_filtered()) return count_pairs_in<true>(tree, task, counts);
  count_pairs_in<false>(tree, task, counts);
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
