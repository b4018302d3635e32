// SPDX-License-Identifier: MIT
// Stage 4, tree: records in buckets in; columns of objects in Morton order, leaves, and nodes with
// tight boxes out.
//
// The leaves are a linear quadtree: cells, sorted, without pointers. Above them stand levels of
// nodes, each the tight box of 16 consecutive entries of the level below; so a child's place
// follows from its parent's.
//
// Order:   large objects first, then the others; leaves in Morton order; the objects of a leaf in
//          the order of their finest cells, then of their rows.
// Cost:    one read of the records, one write of 20 bytes an object and some 24 bytes a leaf.
// Threads: a task a bucket; then a task for each run of leaves, and of nodes, a level.
// Source:  I. Gargantini, "An effective way to represent quadtrees", 1982 (leaves, sorted by key);
//          I. Kamel, C. Faloutsos, "On packing R-trees", 1993 (nodes over consecutive entries).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <vector>

#include "base/parallel.hpp"
#include "input/box_buffers.hpp"
#include "kernels/kernels.hpp"
#include "tree/leaves.hpp"
#include "tree/record.hpp"
#include "tree/tree_view.hpp"

namespace quadphase::detail {

struct Tree {
  Tree(std::pmr::memory_resource* resource, int worker_count);

  /// Grows the buffers for that many objects in up to `bucket_count` buckets of up to
  /// `bucket_objects`.
  void reserve(std::size_t object_count, std::size_t bucket_count, std::size_t bucket_objects,
               std::uint32_t leaf_capacity);
  [[nodiscard]] std::size_t byte_count() const noexcept;
  /// Nodes above the leaves, on all levels.
  [[nodiscard]] std::size_t node_count() const noexcept;
  /// Objects in leaves.
  [[nodiscard]] std::size_t object_count() const noexcept {
    return view.level_count > 0 ? leaf_first[view.sizes[0]] : 0;
  }
  /// Forgets the filters of the tree that was built last.
  void clear_filters() noexcept {
    view.filters = {};
    view.classes = nullptr;
  }

  TreeView view;  // points into the buffers below

  BoxBuffers objects;
  Buffer<ObjectId> ids;
  Buffer<std::uint32_t> leaf_first;
  BoxBuffers
      entries;  // boxes of all levels, the leaves first; each level on a cache line of its own
  Buffer<std::uint32_t> bucket_leaves;  // number of a bucket's leaves; then of the leaves before it
  std::vector<LeafScratch> scratch;     // a worker
};

/// Most leaves that so many objects in so many buckets can make.
[[nodiscard]] std::size_t max_leaf_count(std::size_t object_count, std::size_t bucket_count,
                                         std::uint32_t leaf_capacity);

/// Entries of all levels over so many leaves, with room to read a vector behind each level.
[[nodiscard]] std::size_t max_entry_count(std::size_t leaf_count);

/// Cuts the records of the buckets into leaves, and puts nodes above them; `tree` must have room.
/// The records are used up: each bucket's memory holds its leaves afterwards.
void build_tree(const BucketList& list, const LeafRules& rules, const Kernels& kernels,
                const Workers& workers, Tree& tree);

/// Replaces the rows in `tree.ids`, by which the stages name objects, by the objects' ids: `ids[i]`
/// is that of row i.
void name_objects(const ObjectId* ids, const Workers& workers, Tree& tree);

}  // namespace quadphase::detail
