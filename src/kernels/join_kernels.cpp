// SPDX-License-Identifier: MIT
// Kernels of the tree-tree join.
#include "kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/join_kernels.cpp"
#include <hwy/foreach_target.h>
// Why here: the lines above must come first, and those below are compiled for each instruction set.
#include <hwy/highway.h>

#include "kernels/join-inl.hpp"
#include "kernels/kernel_functions-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {

void find_hits(const TreeView& a, const TreeView& b, const JoinTask& task, PairWriter& writer,
               PairCounts& counts) {
  join<true>(a, b, task, &writer, counts);
}

void count_hits(const TreeView& a, const TreeView& b, const JoinTask& task, PairCounts& counts) {
  join<false>(a, b, task, nullptr, counts);
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
