// SPDX-License-Identifier: MIT
#include "pairs.hpp"

#include <algorithm>
#include <stdexcept>

namespace quadphase::detail {
namespace {

struct GroupRange {
  std::uint32_t first;
  std::uint32_t last;
};

GroupRange groups_of(const TreeView& tree, std::size_t task) {
  const std::size_t first = task * kTaskGroups;
  const std::size_t last = std::min<std::size_t>(first + kTaskGroups, tree.sizes[1]);
  return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last)};
}

}  // namespace

std::size_t pair_task_count(const TreeView& tree) noexcept {
  return tree.level_count == 0 ? 0 : (tree.sizes[1] + kTaskGroups - 1) / kTaskGroups;
}

PairSegment find_task_pairs(const TreeView& tree, std::size_t task, const Kernels& kernels,
                            WorkerPairs& worker) {
  if (worker.room() < kFanout) worker.refill(worker);
  PairSegment segment{worker.block, worker.cursor, {}};
  const GroupRange groups = groups_of(tree, task);
  kernels.find_pairs(tree, groups.first, groups.last, worker, segment.counts);
  return segment;
}

void find_pairs(const TreeView& tree, std::uint64_t max_pairs, const Kernels& kernels,
                const Workers& workers, PairSegments& pairs) {
  pairs.segment_count = pair_task_count(tree);
  pairs.restart(max_pairs);
  workers.for_each(pairs.segment_count, 1, [&](std::size_t task, int worker) {
    pairs.segments[task] =
        find_task_pairs(tree, task, kernels, pairs.workers[static_cast<std::size_t>(worker)]);
  });
  pairs.totals = sum_counts(pairs);
  if (pairs.totals.pairs > max_pairs)
    throw std::length_error("quadphase: more pairs than Config::max_pairs");
}

void count_pairs(const TreeView& tree, const Kernels& kernels, const Workers& workers,
                 PairSegments& pairs) {
  pairs.segment_count = pair_task_count(tree);
  workers.for_each(pairs.segment_count, 1, [&](std::size_t task, int) {
    PairSegment segment{};
    const GroupRange groups = groups_of(tree, task);
    kernels.count_pairs(tree, groups.first, groups.last, segment.counts);
    pairs.segments[task] = segment;
  });
  pairs.totals = sum_counts(pairs);
}

}  // namespace quadphase::detail
