// SPDX-License-Identifier: MIT
#include "pairs/pairs.hpp"

#include <algorithm>
#include <stdexcept>

namespace quadphase::detail {
namespace {

/// The tasks of the pair search of a tree. Large objects touch leaves all over the scene, so their
/// leaf groups are cut further, by slices of the nodes with which they are tested.
struct TaskCut {
  explicit TaskCut(const JoinedTrees& trees) : touching(trees.touching()) {
    const TreeView& tree = trees.moving();
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
              static_cast<std::uint32_t>(node_count * (slice + 1) / slices), touching};
    }
    const std::size_t first = large_groups + (i - large_task_count()) * kTaskGroups;
    const std::size_t last = std::min<std::size_t>(first + kTaskGroups, node_count);
    return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last), 0, node_count,
            touching};
  }

  std::uint32_t node_count = 0;    // nodes of level 1
  std::uint32_t large_groups = 0;  // the first nodes, which have large objects
  std::uint32_t slices = 0;        // tasks per node of large objects
  bool touching;
};

}  // namespace

std::size_t max_pair_task_count(std::size_t leaf_count) {
  const std::size_t nodes = leaf_count / kFanout + 1;
  const std::size_t large_tasks =
      std::min<std::size_t>(kLargeTasks, nodes * (nodes / kSliceNodes + 1));
  return nodes + large_tasks + max_join_task_count(leaf_count);
}

std::size_t pair_task_count(const JoinedTrees& trees) noexcept {
  std::size_t count = TaskCut(trees).task_count();
  for (const JoinedTrees::Join& join : trees.joins()) count += join_task_count(*join.tree);
  return count;
}

namespace {

/// A task: a part of the pairs of moving objects with each other or, if there is a join, of its
/// pairs.
struct FoundTask {
  PairTask own{};
  const JoinedTrees::Join* join = nullptr;
  JoinTask joined{};
};

FoundTask find_task(const JoinedTrees& trees, std::size_t number) {
  const TaskCut cut(trees);
  const std::size_t own_count = cut.task_count();
  if (number < own_count) return {cut.task(number)};
  number -= own_count;
  for (const JoinedTrees::Join& join : trees.joins()) {
    const std::size_t count = join_task_count(*join.tree);
    if (number < count) return {{}, &join, join_task(*join.tree, number, trees.touching())};
    number -= count;
  }
  return {};
}

/// Writes (position of an object in a tree, id of another) as pairs of ids.
void write_hits(std::span<const JoinHit> hits, const ObjectId* ids, PairWriter& writer) {
  while (!hits.empty()) {
    if (writer.room() == 0) writer.refill(writer);
    const std::size_t count = std::min(hits.size(), writer.room());
    for (const JoinHit& hit : hits.first(count)) {
      const ObjectId id = ids[hit.position];
      *writer.cursor++ = {std::min(id, hit.id), std::max(id, hit.id)};
    }
    hits = hits.subspan(count);
  }
}

}  // namespace

PairCounts find_task_pairs(const JoinedTrees& trees, std::size_t number, bool in_slices,
                           const Kernels& kernels, JoinScratch& joins, PairWriter& writer) {
  PairCounts counts;
  const FoundTask task = find_task(trees, number);
  if (task.join == nullptr) {
    kernels.find_pairs(trees.moving(), task.own, writer, counts);
  } else {
    const TreeView& tree = *task.join->tree;
    const std::span<const TreeView* const> others = trees.others(*task.join);
    if (in_slices) {
      visit_join(tree, task.joined, others, kernels, joins, counts,
                 [&](std::span<const JoinHit> hits) { write_hits(hits, tree.ids, writer); });
    } else {
      write_hits(find_join(tree, task.joined, others, kernels, joins, counts), tree.ids, writer);
    }
  }
  return counts;
}

namespace {

/// Finds the pairs of one task with the cursor of worker `number`; returns where they are.
PairSegment find_segment(const JoinedTrees& trees, std::size_t task, const Kernels& kernels,
                         int number, PairSegments& pairs) {
  WorkerPairs& worker = pairs.workers.of(number);
  if (worker.room() < kFanout) worker.refill(worker);
  PairSegment segment{worker.block, worker.cursor, {}};
  segment.counts = find_task_pairs(trees, task, false, kernels, pairs.joins.of(number), worker);
  return segment;
}

/// As find_pairs, with the pairs of all tasks end to end in one array.
void find_pairs_in_array(const JoinedTrees& trees, std::uint64_t max_pairs, const Kernels& kernels,
                         PairSegments& pairs) {
  Buffer<Pair>& array = pairs.array;
  const std::size_t capacity = array.capacity();
  pairs.workers.of(0).restart_in(array, max_pairs);
  for (std::size_t task = 0; task < pairs.segment_count; ++task)
    pairs.segments[task] = find_segment(trees, task, kernels, 0, pairs);
  pairs.totals = sum_counts(pairs);
  const std::size_t total = count_in_memory(pairs.totals.pairs);
  const std::size_t room = pairs.array_room(total);
  if (array.capacity() == capacity && capacity >= room) return;

  // The array has grown and moved, or must: it gets its final size, and segments their positions.
  array.grow(total, room);
  Pair* first = array.data();
  for (PairSegment& segment : pairs.segments.first(pairs.segment_count)) {
    segment.first = first;
    first += segment.counts.pairs;
  }
}

}  // namespace

void require_at_most(std::uint64_t max_pairs, const PairSegments& pairs) {
  if (pairs.totals.pairs > max_pairs)
    throw std::length_error("quadphase: more pairs than Config::max_pairs");
}

void find_pairs(const JoinedTrees& trees, std::uint64_t max_pairs, const Kernels& kernels,
                const Workers& workers, PairSegments& pairs) {
  pairs.segment_count = pair_task_count(trees);
  pairs.restart(max_pairs, workers);
  if (pairs.writes_array) {
    find_pairs_in_array(trees, max_pairs, kernels, pairs);
  } else {
    workers.for_each(pairs.segment_count, 1, [&](std::size_t task, int worker) {
      pairs.segments[task] = find_segment(trees, task, kernels, worker, pairs);
    });
    pairs.totals = sum_counts(pairs);
  }
  require_at_most(max_pairs, pairs);
  pairs.has_spare = true;
  pairs.reserve_again(pairs.totals.pairs, workers);
}

void count_pairs(const JoinedTrees& trees, const Kernels& kernels, const Workers& workers,
                 PairSegments& pairs) {
  pairs.segment_count = pair_task_count(trees);
  workers.for_each(pairs.segment_count, 1, [&](std::size_t number, int) {
    PairSegment segment{};
    const FoundTask task = find_task(trees, number);
    if (task.join == nullptr) {
      kernels.count_pairs(trees.moving(), task.own, segment.counts);
    } else {
      segment.counts = count_join(*task.join->tree, task.joined, trees.others(*task.join), kernels);
    }
    pairs.segments[number] = segment;
  });
  pairs.totals = sum_counts(pairs);
}

}  // namespace quadphase::detail
