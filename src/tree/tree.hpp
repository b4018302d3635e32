// SPDX-License-Identifier: MIT
// Stage 4, tree. Input: records in buckets. Output: columns of objects in Morton order, leaves, and
// nodes with tight boxes.
//
// The leaves are a linear quadtree: sorted cells without pointers. Above them are levels of nodes.
// Each node is the tight box of 16 consecutive entries of the level below, so the index of a child
// follows from that of its parent.
//
// Order:   large objects first, then the others; leaves in Morton order; the objects of a leaf in
//          the order of their finest cells, then of their rows.
// Cost:    one read of the records, one write of 20 bytes per object and some 28 bytes per leaf.
// Threads: a task per bucket; then, for each level, a task per run of leaves or nodes.
// Source:  I. Gargantini, "An effective way to represent quadtrees", 1982 (leaves, sorted by key);
//          I. Kamel, C. Faloutsos, "On packing R-trees", 1993 (nodes over consecutive entries).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory_resource>

#include "base/chunks.hpp"
#include "base/parallel.hpp"
#include "base/per_worker.hpp"
#include "data/box_buffer.hpp"
#include "data/record.hpp"
#include "data/tree_view.hpp"
#include "kernels/kernels.hpp"
#include "tree/leaves.hpp"

namespace quadphase::detail {

struct Tree {
  /// Room for the work of `worker_count` workers at a time; others get theirs when they join.
  Tree(std::pmr::memory_resource* resource, int worker_count);

  /// Grows the buffers for that many objects in up to `bucket_count` buckets of up to
  /// `bucket_objects`.
  void reserve(std::size_t object_count, std::size_t bucket_count, std::size_t bucket_objects,
               std::uint32_t leaf_capacity);
  /// The number of nodes above the leaves, on all levels.
  [[nodiscard]] std::size_t node_count() const noexcept;
  /// The number of objects in leaves.
  [[nodiscard]] std::size_t object_count() const noexcept { return view.object_count(); }
  /// The most objects that there is room for, as reserved; 0 after `shrink`.
  [[nodiscard]] std::size_t capacity() const noexcept {
    const bool is_reserved = bucket_leaves.capacity() > 0;  // these are reserved last
    return is_reserved ? ids.capacity() - kFanout : 0;
  }
  /// Gives back what the tree that was built last does not need, as `Buffer::shrink`. Its filters
  /// stay where they are.
  void shrink() noexcept;
  /// Gives back all memory. There is no tree then.
  void release() noexcept;
  /// Room for a key per object in the memory of `objects`, until the tree stage writes these.
  /// Why there: keys are no longer used by then, and would otherwise take 9 bytes per object.
  /// Tried: a buffer of their own: a frame of 1,000,000 boxes right after another takes 1.03 to
  /// 1.05 times as long (Xeon), and no longer if other work empties the caches in between.
  [[nodiscard]] Key* keys() noexcept { return static_cast<Key*>(objects.memory()); }
  /// Forgets the filters of the tree that was built last.
  void clear_filters() noexcept {
    view.filters = {};
    view.classes = nullptr;
    view.matrix = {};
    view.has_only_worlds = false;
  }

  TreeView view;  // points into the buffers below

  BoxBuffer objects;            // see `keys`
  Buffer<ObjectId> ids;         // in the order of the leaves; those of rejected boxes come last
  std::size_t order_count = 0;  // of all these ids
  Buffer<std::uint32_t> rows;   // of objects that have doubles and ids; empty until there are some
  Buffer<std::uint32_t> leaf_first;
  BoxBuffer
      entries;  // boxes of all levels, the leaves first; each level on a cache line of its own
  Buffer<ObjectId> least_ids;           // of the entries, or kUnknownId
  Buffer<std::uint32_t> bucket_leaves;  // leaves of each bucket; later the leaves before it
  PerWorker<LeafScratch> scratch;

 private:
  /// What `reserve` has made room for.
  struct Room {
    std::size_t objects = 0;  // 0: not known
    std::size_t buckets = 0;
    std::size_t bucket_objects = 0;
    std::uint32_t leaf_capacity = 0;
  };
  Room room_;
};

/// The most leaves that this number of objects in this number of buckets can make.
[[nodiscard]] std::size_t max_leaf_count(std::size_t object_count, std::size_t bucket_count,
                                         std::uint32_t leaf_capacity);

/// Entries of all levels over this number of leaves, with room to read a vector past each level.
[[nodiscard]] std::size_t max_entry_count(std::size_t leaf_count);

/// How passes over the entries of a level are cut.
[[nodiscard]] inline Chunks entry_chunks(std::size_t entry_count) noexcept {
  return Chunks::of_size(entry_count, 256);
}

/// Cuts the records of the buckets into leaves, and builds nodes over them. Needs room in `tree`.
/// The records are used up: the memory of each bucket holds its leaves afterwards.
void build_tree(const BucketList& list, const LeafRules& rules, const Kernels& kernels,
                const Workers& workers, Tree& tree);

/// Builds a tree with a single leaf: all boxes, at least one and at most kFanout, in the order of
/// their rows. Needs room in `tree`.
void build_one_leaf(const BoxSpan& boxes, std::uint32_t count, Tree& tree);

/// Gives the tree the doubles of the objects, found by the rows in `tree.ids`. `keeps_rows`: copies
/// the rows, because they will be replaced. Errors: `std::bad_alloc`.
void show_doubles(const DoubleBox* doubles, const Origin& origin, bool keeps_rows,
                  const Workers& workers, Tree& tree);

/// Gives back what the tree does not need of `doubles`, of which it uses the first `count` rows, if
/// any; see `Buffer::shrink`.
void shrink_doubles(std::size_t count, Tree& tree, Buffer<DoubleBox>& doubles) noexcept;

/// Replaces the rows in `tree.ids` by the ids of the objects: `ids[i]` is the id of row i.
void replace_rows_by_ids(const ObjectId* ids, const Workers& workers, Tree& tree);

}  // namespace quadphase::detail
