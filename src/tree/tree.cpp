// SPDX-License-Identifier: MIT
#include "tree/tree.hpp"

#include <algorithm>

#include "base/chunk_loop.hpp"
#include "base/tuning.hpp"

namespace quadphase::detail {
namespace {

std::size_t round_up(std::size_t size) {
  return (size + kFanout - 1) / kFanout * kFanout;
}

/// The columns from `first` on.
ObjectColumns rows_from(std::uint32_t first, Tree& tree) {
  const EdgeColumns edges = tree.objects.edges_from(first);
  return {edges.min_x, edges.min_y, edges.max_x, edges.max_y, tree.ids.data() + first};
}

/// Sorts one bucket and writes its leaves to the memory of its records; returns their number.
std::uint32_t build_bucket(const BucketList& list, std::size_t b, const LeafRules& rules,
                           const Kernels& kernels, LeafScratch& scratch, Tree& tree) {
  const Bucket& bucket = list.buckets[b];
  const CellShapes& shapes = b < list.large_bucket_count ? list.large_shapes : list.shapes;
  Record* const records = list.records.data() + bucket.first;
  const std::uint32_t leaf_count =
      build_leaves(records, bucket.count, bucket.depth, list.worlds, shapes, rules, scratch);
  const bool is_last = bucket.first + bucket.count == list.records.size();
  const bool prefetches = list.records.size() >= kPrefetchedFrame && !is_last;
  kernels.write_columns(records, scratch.order.data(), bucket.count,
                        prefetches ? records + bucket.count : nullptr,
                        rows_from(bucket.first, tree));
  kernels.box_union_of_leaves(tree.objects.from(bucket.first), scratch.leaf_first.data(),
                              leaf_count, records);
  return leaf_count;
}

std::size_t largest_bucket(const BucketList& list) {
  std::size_t largest = 0;
  for (const Bucket& bucket : list.buckets) largest = std::max<std::size_t>(largest, bucket.count);
  return largest;
}

/// An exclusive scan: replaces each count by the sum of those before it; returns the sum of all.
std::uint32_t scan(std::span<std::uint32_t> counts) {
  std::uint32_t sum = 0;
  for (std::uint32_t& count : counts) {
    sum += count;
    count = sum - count;
  }
  return sum;
}

/// Copies the leaves of all buckets into one array.
void gather_leaves(const BucketList& list, std::uint32_t leaf_count, const Workers& workers,
                   Tree& tree) {
  const std::size_t bucket_count = list.buckets.size();
  workers.for_each(bucket_count, 16, [&](std::size_t b, int) {
    const std::uint32_t begin = tree.bucket_leaves[b];
    const std::uint32_t end = b + 1 < bucket_count ? tree.bucket_leaves[b + 1] : leaf_count;
    const std::uint32_t first = list.buckets[b].first;
    const Record* leaf = list.records.data() + first;
    for (std::uint32_t i = begin; i < end; ++i, ++leaf) {
      tree.entries.set(i, leaf->box);
      tree.least_ids[i] = TreeView::kUnknownId;
      tree.leaf_first[i] = first + leaf->id;
    }
  });
}

/// Sets the sizes and the memory of the view's levels over `leaf_count` leaves, without boxes yet.
void lay_out_levels(std::uint32_t leaf_count, Tree& tree) {
  TreeView& view = tree.view;
  std::size_t offset = 0;
  std::uint32_t size = leaf_count;
  view.level_count = 0;
  view.sizes[0] = leaf_count;
  while (leaf_count > 0) {
    view.levels[view.level_count] = tree.entries.from(offset);
    view.sizes[view.level_count++] = size;
    offset += round_up(size);
    if (size <= kFanout && view.level_count > 1) break;
    size = (size + kFanout - 1) / kFanout;
  }
}

/// Points the view at the buffers, for `leaf_count` leaves.
void point_view(std::uint32_t leaf_count, Tree& tree) {
  tree.view.objects = tree.objects.from(0);
  tree.view.ids = tree.ids.data();
  tree.view.leaf_first = tree.leaf_first.data();
  tree.view.least_ids = tree.least_ids.data();
  lay_out_levels(leaf_count, tree);
}

/// As `point_view`, of a new tree, without doubles and filters yet.
void reset_view(std::uint32_t leaf_count, std::uint32_t large_leaf_count, Tree& tree) {
  tree.view.large_leaf_count = large_leaf_count;
  tree.view.has_tombstones = false;
  tree.view.exact = {};
  tree.clear_filters();
  point_view(leaf_count, tree);
}

void build_nodes(const Kernels& kernels, const Workers& workers, Tree& tree) {
  std::size_t offset = 0;
  for (std::uint32_t level = 1; level < tree.view.level_count; ++level) {
    const std::uint32_t child_count = tree.view.sizes[level - 1];
    const std::uint32_t size = tree.view.sizes[level];
    const BoxSpan children = tree.view.levels[level - 1];
    offset += round_up(child_count);
    for_each_row(entry_chunks(size), workers, [&](std::size_t node) {
      const std::uint32_t child = static_cast<std::uint32_t>(node) * kFanout;
      tree.entries.set(offset + node,
                       kernels.box_union(children, child, std::min(kFanout, child_count - child)));
      tree.least_ids[offset + node] = TreeView::kUnknownId;
    });
  }
}

}  // namespace

std::size_t max_leaf_count(std::size_t object_count, std::size_t bucket_count,
                           std::uint32_t leaf_capacity) {
  // Two consecutive leaves of one bucket together hold more than half the capacity.
  const std::size_t least_two = leaf_capacity / 2 + 1;
  return std::min(object_count, 2 * object_count / least_two + bucket_count);
}

std::size_t max_entry_count(std::size_t leaf_count) {
  std::size_t total = round_up(leaf_count);
  for (std::size_t size = leaf_count; size > 1;) {
    size = (size + kFanout - 1) / kFanout;
    total += round_up(size);
  }
  return total + round_up(1);
}

Tree::Tree(std::pmr::memory_resource* resource, int worker_count)
    : objects(resource),
      ids(resource),
      rows(resource),
      leaf_first(resource),
      entries(resource),
      least_ids(resource),
      bucket_leaves(resource),
      scratch(resource, worker_count) {}

void Tree::reserve(std::size_t object_count, std::size_t bucket_count, std::size_t bucket_objects,
                   std::uint32_t leaf_capacity) {
  if (object_count <= room_.objects && bucket_count <= room_.buckets &&
      bucket_objects <= room_.bucket_objects && leaf_capacity == room_.leaf_capacity)
    return;
  room_ = {};  // until all of it has been made
  const std::size_t leaf_count = max_leaf_count(object_count, bucket_count, leaf_capacity);
  objects.ensure(object_count);
  ids.ensure(object_count + kFanout);
  leaf_first.ensure(leaf_count + 1 + kFanout);
  entries.ensure(max_entry_count(leaf_count));
  least_ids.ensure(max_entry_count(leaf_count));
  bucket_leaves.ensure(bucket_count);
  for (LeafScratch& worker : scratch.reserved()) worker.reserve(bucket_objects);
  room_ = {object_count, bucket_count, bucket_objects, leaf_capacity};
}

std::size_t Tree::node_count() const noexcept {
  std::size_t count = 0;
  for (std::uint32_t level = 1; level < view.level_count; ++level) count += view.sizes[level];
  return count;
}

void Tree::shrink() noexcept {
  room_ = {};
  scratch.release();
  bucket_leaves.release();
  if (ids.capacity() == 0) return;
  const std::size_t count = object_count();
  const std::uint32_t leaf_count = view.level_count > 0 ? view.sizes[0] : 0;
  std::size_t entry_count = 0;
  for (std::uint32_t level = 0; level < view.level_count; ++level)
    entry_count += round_up(view.sizes[level]);
  const bool are_rows_ids = view.exact.rows == ids.data();
  const bool has_rows = view.exact.rows != nullptr;
  objects.shrink(count);
  ids.shrink(std::max<std::size_t>(count + kFanout, order_count));
  leaf_first.shrink(leaf_count + 1 + kFanout);
  entries.shrink(entry_count);
  least_ids.shrink(entry_count);
  rows.shrink(has_rows && !are_rows_ids ? count : 0);
  if (has_rows) view.exact.rows = are_rows_ids ? ids.data() : rows.data();
  if (view.level_count > 0) point_view(leaf_count, *this);
}

void Tree::release() noexcept {
  room_ = {};
  view = {};
  scratch.release();
  for (BoxBuffer* const boxes : {&objects, &entries}) boxes->release();
  for (auto* const words : {&leaf_first, &least_ids, &bucket_leaves, &ids, &rows}) words->release();
}

void build_tree(const BucketList& list, const LeafRules& rules, const Kernels& kernels,
                const Workers& workers, Tree& tree) {
  // Why for all: any worker may take the largest bucket of the next frame.
  const std::size_t largest = largest_bucket(list);
  tree.scratch.restart(workers, list.buckets.size());
  for (LeafScratch& scratch : tree.scratch.reserved()) scratch.reserve(largest);
  workers.for_each(list.buckets.size(), 1, [&](std::size_t b, int worker) {
    LeafScratch& scratch = tree.scratch.of(worker);
    scratch.reserve(largest);
    tree.bucket_leaves[b] = build_bucket(list, b, rules, kernels, scratch, tree);
  });
  const std::uint32_t leaf_count = scan(tree.bucket_leaves.first(list.buckets.size()));
  gather_leaves(list, leaf_count, workers, tree);
  tree.leaf_first[leaf_count] = static_cast<std::uint32_t>(list.records.size());
  const std::uint32_t large_leaf_count = list.large_bucket_count < list.buckets.size()
                                             ? tree.bucket_leaves[list.large_bucket_count]
                                             : leaf_count;
  reset_view(leaf_count, large_leaf_count, tree);
  build_nodes(kernels, workers, tree);
}

void build_one_leaf(const BoxSpan& boxes, std::uint32_t count, Tree& tree) {
  // Why not by `box_union`: vectors of what has just been stored must wait for it.
  Box tight = box_at(boxes, 0);
  const EdgeColumns columns = tree.objects.edges_from(0);
  ObjectId* const ids = tree.ids.data();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Box box = box_at(boxes, i);
    tight = merge(tight, box);
    columns.set(i, box);
    ids[i] = i;
  }
  tree.leaf_first[0] = 0;
  tree.leaf_first[1] = count;
  reset_view(1, 0, tree);
  for (const std::uint32_t entry : {0U, kFanout}) {  // the leaf and the node above it
    tree.entries.set(entry, tight);
    tree.least_ids[entry] = TreeView::kUnknownId;
  }
}

void show_doubles(const DoubleBox* doubles, const Origin& origin, bool keeps_rows,
                  const Workers& workers, Tree& tree) {
  const std::uint32_t* rows = tree.ids.data();
  if (keeps_rows) {
    tree.rows.ensure(tree.capacity());
    for_each_row(tree.object_count(), workers, [&](std::size_t i) { tree.rows[i] = tree.ids[i]; });
    rows = tree.rows.data();
  }
  tree.view.exact = {doubles, rows, origin};
}

void shrink_doubles(std::size_t count, Tree& tree, Buffer<DoubleBox>& doubles) noexcept {
  ExactBoxes& exact = tree.view.exact;
  doubles.shrink(exact.has_any() ? count : 0);
  if (exact.has_any()) exact.boxes = doubles.data();
}

void replace_rows_by_ids(const ObjectId* ids, const Workers& workers, Tree& tree) {
  for_each_row(tree.object_count(), workers,
               [&](std::size_t i) { tree.ids[i] = ids[tree.ids[i]]; });
}

}  // namespace quadphase::detail
