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

/// Calls `run(search)` with the search for the filters of the trees.
// Why by reference: g++ 12 copies an argument of that size, even a temporary: 0.2 us for a task.
template <class Run>
void run_search(const TreeView& a, const TreeView& b, ItemWriter<JoinHit>* writer,
                PairCounts& counts, const Run& run) {
  const auto add = [&](auto&& search) {
    run(search);
    counts += search.counts();
  };
  if (!a.is_filtered()) {
    add(JoinSearch<NoFilters>(a, b, writer));
  } else if (a.has_only_worlds && b.has_only_worlds) {
    add(JoinSearch<WorldFilters>(a, b, writer));
  } else {
    add(JoinSearch<JoinFilters>(a, b, writer));
  }
}

std::uint64_t join(const TreeView& a, const TreeView& b, const JoinTask& task,
                   ItemWriter<JoinHit>* writer, PairCounts& counts) {
  std::uint64_t steps = 0;
  run_search(a, b, writer, counts, [&](auto& search) {
    search.search(task);
    steps = search.steps();
  });
  return steps;
}

void find_join_hits(const TreeView& a, const TreeView& b, const JoinTask& task,
                    ItemWriter<JoinHit>& writer, PairCounts& counts) {
  join(a, b, task, &writer, counts);
}

std::uint64_t count_join_hits(const TreeView& a, const TreeView& b, const JoinTask& task,
                              PairCounts& counts) {
  return join(a, b, task, nullptr, counts);
}

LeafHitCounts find_leaf_hits(const TreeView& a, const TreeView& b, const JoinTask& task,
                             ItemWriter<JoinHit>* writer, PairCounts& counts) {
  LeafHitCounts found;
  run_search(a, b, writer, counts, [&](auto& search) {
    found.leaf_hits = search.search_by_leaf(task);
    found.steps = search.steps();
  });
  return found;
}

JoinHit* write_leaf(std::span<const JoinHit> leaf_hits, std::uint32_t first_box,
                    std::uint32_t last_box, std::uint32_t position, JoinHit* to) {
  return write_hits_of_leaf(leaf_hits, first_box, last_box, position, to);
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
