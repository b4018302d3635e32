// SPDX-License-Identifier: MIT
#include "pairs.hpp"

#include <algorithm>
#include <stdexcept>

namespace quadphase::detail {
namespace {

/// How the pair search of a tree is cut into tasks. Large objects meet leaves all over the scene,
/// so their groups are cut once more, by slices of the nodes they may meet.
struct TaskCut {
  explicit TaskCut(const TreeView& tree) {
    if (tree.level_count == 0) return;
    node_count = tree.sizes[1];
    large_groups = (tree.large_leaf_count + kFanout - 1) / kFanout;
    if (large_groups == 0) return;
    slices = std::clamp(kLargeTasks / large_groups, 1U, node_count / kSliceNodes + 1);
  }

  [[nodiscard]] std::size_t large_task_count() const { return std::size_t{large_groups} * slices; }
  [[nodiscard]] std::size_t task_count() const {
    return large_task_count() + (node_count - large_groups + kTaskGroups - 1) / kTaskGroups;
  }

  [[nodiscard]] PairTask task(std::size_t i) const {
    if (i < large_task_count()) {
      const auto group = static_cast<std::uint32_t>(i / slices);
      const std::uint64_t slice = i % slices;
      return {group, group + 1, static_cast<std::uint32_t>(node_count * slice / slices),
              static_cast<std::uint32_t>(node_count * (slice + 1) / slices)};
    }
    const std::size_t first = large_groups + (i - large_task_count()) * kTaskGroups;
    const std::size_t last = std::min<std::size_t>(first + kTaskGroups, node_count);
    return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last), 0, node_count};
  }

  std::uint32_t node_count = 0;    // on level 1
  std::uint32_t large_groups = 0;  // the first of them, with large objects
  std::uint32_t slices = 0;        // tasks of each of those
};

}  // namespace

std::size_t max_pair_task_count(std::size_t leaf_count) {
  return leaf_count / kFanout + 1 + kLargeTasks;
}

std::size_t pair_task_count(const TreeView& tree) noexcept {
  return TaskCut(tree).task_count();
}

PairSegment find_task_pairs(const TreeView& tree, std::size_t task, const Kernels& kernels,
                            WorkerPairs& worker) {
  if (worker.room() < kFanout) worker.refill(worker);
  PairSegment segment{worker.block, worker.cursor, {}};
  kernels.find_pairs(tree, TaskCut(tree).task(task), worker, segment.counts);
  return segment;
}

namespace {

/// As find_pairs, with all tasks' pairs end to end in one array.
void find_pairs_alone(const TreeView& tree, std::uint64_t max_pairs, const Kernels& kernels,
                      PairSegments& pairs) {
  WorkerPairs& worker = pairs.workers[0];
  Buffer<Pair>& array = pairs.lone;
  const std::size_t capacity = array.capacity();
  worker.restart_in(array, max_pairs);
  for (std::size_t task = 0; task < pairs.segment_count; ++task)
    pairs.segments[task] = find_task_pairs(tree, task, kernels, worker);
  pairs.totals = sum_counts(pairs);
  if (array.capacity() == capacity) return;

  // It grew by halves, and moved: now it gets its size, and the segments their places.
  const std::uint64_t total = pairs.totals.pairs;
  array.grow(total, total + total / 8 + kMostLeafPairs);
  Pair* first = array.data();
  for (PairSegment& segment : pairs.segments.first(pairs.segment_count)) {
    segment.first = first;
    first += segment.counts.pairs;
  }
}

}  // namespace

void find_pairs(const TreeView& tree, std::uint64_t max_pairs, const Kernels& kernels,
                const Workers& workers, PairSegments& pairs) {
  pairs.segment_count = pair_task_count(tree);
  pairs.restart(max_pairs);
  if (pairs.is_lone()) {
    find_pairs_alone(tree, max_pairs, kernels, pairs);
  } else {
    workers.for_each(pairs.segment_count, 1, [&](std::size_t task, int worker) {
      pairs.segments[task] =
          find_task_pairs(tree, task, kernels, pairs.workers[static_cast<std::size_t>(worker)]);
    });
    pairs.totals = sum_counts(pairs);
  }
  if (pairs.totals.pairs > max_pairs)
    throw std::length_error("quadphase: more pairs than Config::max_pairs");
}

void count_pairs(const TreeView& tree, const Kernels& kernels, const Workers& workers,
                 PairSegments& pairs) {
  pairs.segment_count = pair_task_count(tree);
  workers.for_each(pairs.segment_count, 1, [&](std::size_t task, int) {
    PairSegment segment{};
    kernels.count_pairs(tree, TaskCut(tree).task(task), segment.counts);
    pairs.segments[task] = segment;
  });
  pairs.totals = sum_counts(pairs);
}

}  // namespace quadphase::detail
