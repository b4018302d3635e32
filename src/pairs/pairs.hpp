// SPDX-License-Identifier: MIT
// Stage 5, pairs. Input: the tree of moving objects and the trees of static ones. Output: every
// overlapping pair with a moving object, exactly once, in the blocks of the workers or in the array
// of one thread.
//
// Order:   a task finds the pairs of a few leaf groups with all later leaves, or of one leaf group
//          of large objects with some of them. For each group, these are first the pairs inside its
//          leaves, then the pairs with later leaves, in tree order as far as lists are drained.
//          Tasks are cut by the tree alone. The tasks of joins come last, join by join: of moving
//          with static objects and, in a periodic world, of images; their pairs are sorted by the
//          position in the first tree, then by the id of the other object.
// Cost:    little more than one vector test per object and one store per pair; see
//          kernels/pairs-inl.hpp and kernels/pair_walk-inl.hpp.
// Threads: a task per run of leaf groups. Every worker has blocks of its own.
// Source:  T. Brinkhoff, H.-P. Kriegel, B. Seeger, "Efficient processing of spatial joins using
//          R-trees", 1993 (a join that descends into boxes that touch); the flat lists are our own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/parallel.hpp"
#include "data/tree_view.hpp"
#include "kernels/kernels.hpp"
#include "pairs/segments.hpp"
#include "pairs/tree_join.hpp"

namespace quadphase::detail {

/// The trees of a search: the moving objects, and joins of a tree with others. No pair is in more
/// than one of them; either all trees have filters or none has.
class JoinedTrees {
 public:
  /// `touching`: boxes that only touch are pairs.
  JoinedTrees(const TreeView& moving,  // NOLINT(google-explicit-constructor)
              std::span<const TreeView* const> statics = {}, bool touching = true)
      : moving_(moving), touching_(touching) {
    join(moving, statics);
  }

  /// Adds the pairs between a tree and others.
  void join(const TreeView& tree, std::span<const TreeView* const> others,
            std::span<const TreeView* const> more = {}) noexcept {
    const std::size_t first = other_count_;
    for (const std::span<const TreeView* const> trees : {others, more})
      for (const TreeView* const other : trees)
        if (tree.level_count > 0 && other->level_count > 0) others_[other_count_++] = other;
    if (other_count_ > first) joins_[join_count_++] = {&tree, first, other_count_};
  }

  struct Join {
    const TreeView* tree;
    std::size_t first_other;
    std::size_t last_other;
  };
  [[nodiscard]] const TreeView& moving() const noexcept { return moving_; }
  [[nodiscard]] bool touching() const noexcept { return touching_; }
  [[nodiscard]] std::span<const Join> joins() const noexcept {
    return {joins_.data(), join_count_};
  }
  [[nodiscard]] std::span<const TreeView* const> others(const Join& join) const noexcept {
    return {others_.data() + join.first_other, join.last_other - join.first_other};
  }

 private:
  static constexpr std::size_t kMaxJoins = 7;
  static constexpr std::size_t kMaxOthers = 24;  // of three static trees

  const TreeView& moving_;
  bool touching_;
  // Why without values: zeros took 10 ns of a frame.
  std::array<Join, kMaxJoins> joins_;
  std::size_t join_count_ = 0;
  std::array<const TreeView*, kMaxOthers> others_;
  std::size_t other_count_ = 0;
};

/// The most tasks for this number of leaves.
[[nodiscard]] std::size_t max_pair_task_count(std::size_t leaf_count);

/// The number of tasks of the pair search. It depends on the trees alone.
[[nodiscard]] std::size_t pair_task_count(const JoinedTrees& trees) noexcept;

/// Writes the pairs of one task. `in_slices`: the hits of a join are sorted in a fixed amount of
/// memory.
PairCounts find_task_pairs(const JoinedTrees& trees, std::size_t number, bool in_slices,
                           const Kernels& kernels, JoinScratch& joins, PairWriter& writer);

/// Finds the pairs of all tasks. Errors: `std::length_error` as soon as there are certainly more
/// than `max_pairs` pairs.
void find_pairs(const JoinedTrees& trees, std::uint64_t max_pairs, const Kernels& kernels,
                const Workers& workers, PairSegments& pairs);

/// After a search. Errors: `std::length_error` if there are more than `max_pairs` pairs.
void require_at_most(std::uint64_t max_pairs, const PairSegments& pairs);

/// As find_pairs, but only sets `totals` and the counts of the segments.
void count_pairs(const JoinedTrees& trees, const Kernels& kernels, const Workers& workers,
                 PairSegments& pairs);

}  // namespace quadphase::detail
