// SPDX-License-Identifier: MIT
// The quadtree of the tutorials: nodes with lists of objects, and what lies on a middle line stays
// in the parent.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "baselines/support/pair_buffer.hpp"
#include "quadphase/box.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::bench {

/// Objects are inserted one by one. A node above its capacity is split, and hands to its quarters
/// what lies wholly inside one; a query meets the objects of every node on its way.
///
/// Exact: which quarter an object is in is decided by the middle lines alone, so objects may lie
/// outside the world, and their edges may be infinite.
class ClassicQuadtree {
 public:
  static constexpr std::size_t kCapacity = 10;  // what the tutorials take; 6 to 16 differ little

  /// Empties the tree and inserts all valid boxes, in their order; `rows` becomes a copy of
  /// `boxes`.
  void refill(const BoxView& boxes, const Box& world, std::vector<Box>& rows);

  /// Empties the tree; nodes are kept for reuse.
  void clear(const Box& world, std::uint32_t max_depth);

  /// `boxes` holds the box of every object in the tree, by id: a node that is split reads them.
  void insert(ObjectId id, const Box& box, std::span<const Box> boxes);

  /// Takes an object out, by the box it was inserted with. Where few are left, quarters are given
  /// back.
  void remove(ObjectId id, const Box& box);

  /// Calls `visit(id)` for every object whose box may touch that one, its own included.
  template <class Visit>
  void query(const Box& box, Visit&& visit) const {
    query_node(0, box, visit);
  }

  /// Adds the pairs of the objects `begin` to `end` with objects of greater ids. A query for each
  /// object meets each pair from both sides; the lesser id keeps it. `boxes` as for `insert`.
  void find_pairs(std::span<const Box> boxes, std::size_t begin, std::size_t end,
                  PairBuffer& found) const;

  /// Calls `visit(cell, depth, ids, is_leaf)` for every node, a node before its quarters; `ids` are
  /// the objects of the node alone.
  template <class Visit>
  void for_each_cell(Visit&& visit) const {
    visit_cells(0, visit);
  }

  [[nodiscard]] const Box& world() const noexcept { return world_; }
  [[nodiscard]] std::uint32_t max_depth() const noexcept { return max_depth_; }
  [[nodiscard]] std::size_t byte_count() const noexcept;

 private:
  struct Node {
    float middle_x = 0, middle_y = 0;
    std::uint32_t depth = 0;
    std::uint32_t children = 0;      // the first of four; 0: a leaf
    std::uint32_t object_count = 0;  // in this node and below
    Box cell;
    std::vector<ObjectId> objects;
  };

  [[nodiscard]] std::uint32_t quarter_of(const Node& node, const Box& box) const noexcept;
  void open(std::uint32_t index, const Box& cell, std::uint32_t depth);
  void split(std::uint32_t index, std::span<const Box> boxes);
  void merge(std::uint32_t index);

  template <class Visit>
  void query_node(std::uint32_t index, const Box& box, Visit& visit) const {
    const Node& node = nodes_[index];
    for (const ObjectId id : node.objects) visit(id);
    if (node.children == 0) return;
    const bool left = box.min_x < node.middle_x;
    const bool right = box.max_x > node.middle_x;
    const std::array<bool, 4> is_met = {
        left && box.min_y < node.middle_y, right && box.min_y < node.middle_y,
        left && box.max_y > node.middle_y, right && box.max_y > node.middle_y};
    for (std::uint32_t quarter = 0; quarter < 4; ++quarter) {
      const std::uint32_t child = node.children + quarter;
      if (is_met[quarter] && nodes_[child].object_count > 0) query_node(child, box, visit);
    }
  }

  template <class Visit>
  void visit_cells(std::uint32_t index, Visit& visit) const {
    const Node& node = nodes_[index];
    visit(node.cell, node.depth, std::span(node.objects), node.children == 0);
    if (node.children == 0) return;
    for (std::uint32_t quarter = 0; quarter < 4; ++quarter)
      visit_cells(node.children + quarter, visit);
  }

  static constexpr std::uint32_t kStraddles = 4;
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  Box world_;
  std::uint32_t max_depth_ = 0;
  std::vector<Node> nodes_;
  std::uint32_t node_count_ = 0;              // in use, of nodes_
  std::vector<std::uint32_t> free_quarters_;  // given back
};

/// The smallest box that holds all valid boxes, as far as they are finite.
[[nodiscard]] Box world_of(const BoxView& boxes);

/// A depth at which leaves are as full as they may be, where objects are spread evenly, and two
/// more for where they are not.
[[nodiscard]] std::uint32_t depth_for(std::size_t object_count);

}  // namespace quadphase::bench
