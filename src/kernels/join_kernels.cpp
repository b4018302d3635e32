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

void join(const TreeView& a, const TreeView& b, const JoinTask& task, ItemWriter<JoinHit>* writer,
          PairCounts& counts) {
  // Why by reference: g++ 12 copies an argument of that size, even a temporary: 0.2 us for a task.
  const auto add = [&](auto&& search) {
    search.search(task);
    counts.tests += search.counts().tests;
    counts.pairs += search.counts().pairs;
  };
  if (!a.is_filtered()) {
    add(JoinSearch<NoFilters>(a, b, writer));
  } else if (a.has_only_worlds && b.has_only_worlds) {
    add(JoinSearch<WorldFilters>(a, b, writer));
  } else {
    add(JoinSearch<JoinFilters>(a, b, writer));
  }
}

void find_join_hits(const TreeView& a, const TreeView& b, const JoinTask& task,
                    ItemWriter<JoinHit>& writer, PairCounts& counts) {
  join(a, b, task, &writer, counts);
}

void count_join_hits(const TreeView& a, const TreeView& b, const JoinTask& task,
                     PairCounts& counts) {
  join(a, b, task, nullptr, counts);
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
