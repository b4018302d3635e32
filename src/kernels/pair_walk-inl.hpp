// SPDX-License-Identifier: MIT
// Kernel of the pair stage: which boxes of a leaf group to test with which later leaves.
//
// Each level of the tree is one flat loop that turns a list into the next, longer list. A full list
// is drained into the next one, first in, first out, so the order is that of nested loops.
// Why not nested loops: they mispredict at every level, because their bodies run only a few times.
//
//     16 leaves  --walk-->  (node)  --list-->  (leaf a, node)  --pair-->  (leaf a, leaf b)
//     (leaf a, leaf b)  --split-->  (box i, leaf b)
//
// Half order: leaf a is listed only with leaves b > a, so no pair is found twice.
#if defined(QUADPHASE_PAIR_WALK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_PAIR_WALK_INL
#undef QUADPHASE_PAIR_WALK_INL
#else
#define QUADPHASE_PAIR_WALK_INL
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "base/function_ref.hpp"
#include "base/prefetch.hpp"
#include "base/tuning.hpp"
#include "kernels/filter_policies-inl.hpp"
#include "kernels/item_list-inl.hpp"
#include "kernels/kernels.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Items (box, leaf): the box is to be tested with those of the leaf.
using BoxLeaves = ItemList<tuned<std::size_t>(1024, 32)>;

/// What tests the boxes. Why not a template: the walk is the same whether pairs are written or only
/// counted, and each call tests hundreds of boxes.
struct PairTestCalls {
  FunctionRef<void(std::uint32_t group)> test_group;  // the boxes of each leaf with one another
  FunctionRef<void(const BoxLeaves& items)> test_boxes;
};

/// The walk of one task. Leaves and nodes are tested as closed boxes. `Filters` excludes those that
/// cannot match.
template <class Filters>
class PairWalk {
 public:
  PairWalk(const TreeView& tree, const PairTestCalls& calls)
      : tree_(tree), filters_(tree), calls_(calls) {}

  // Why never inlined: what writes pairs and what counts them share it.
  HWY_NOINLINE void search(const PairTask& task) {
    last_node_ = task.last_node;
    for (std::uint32_t group = task.first_group; group < task.last_group; ++group) {
      if (group >= task.first_node && group < last_node_) calls_.test_group(group);
      if (tree_.sizes[0] == 1) return;  // there are no later leaves
      first_node_ = std::max(group, task.first_node);
      if (first_node_ < last_node_) search_group(group);
    }
    pair_leaves();
    split_leaves();
    test_boxes();
  }

 private:
  /// Tests a leaf group with those of the nodes from `first_node_` to `last_node_` that touch its
  /// box. The group is a node itself.
  void search_group(std::uint32_t group) {
    group_ = group;
    group_box_ = broadcast_box(tree_.levels[1], group);
    group_filter_ = filters_.node_partner_filter(group);
    walk(tree_.level_count - 1, 0);
  }

  /// Descends into those children `[16 node, 16 node + 16)` on `level` that touch the box of the
  /// group and lead to the task's nodes.
  void walk(std::uint32_t level, std::uint32_t node) {
    const std::uint32_t shift = 4 * (level - 1);  // entry n of level 1 is below n >> shift
    const std::uint32_t begin = std::max(node * kFanout, first_node_ >> shift);
    const std::uint32_t end = std::min(node * kFanout + kFanout, ((last_node_ - 1) >> shift) + 1);
    for (std::uint32_t first = begin; first < end; first += kLanes) {
      const FloatMask mask = filters_.entries(
          level, group_filter_, first,
          overlap(group_box_, load_boxes(tree_.levels[level], first), first_lanes(end - first)));
      std::uint32_t children[kFanout];
      const Words d;
      hn::StoreU(LaneCompressor(mask)(iota(first)), d, children);
      const std::size_t count = count_lanes(mask);
      for (std::size_t i = 0; i < count; ++i) {
        if (level == 1) {
          list_leaves(children[i]);
        } else {
          walk(level - 1, children[i]);
        }
      }
    }
  }

  /// Lists the leaves of the group that touch the box of `node`.
  HWY_INLINE void list_leaves(std::uint32_t node) {
    const BoxVector node_box = broadcast_box(tree_.levels[1], node);
    const std::uint32_t end = std::min(group_ * kFanout + kFanout, tree_.sizes[0]);
    for (std::uint32_t a = group_ * kFanout; a < end; a += kLanes) {
      const FloatMask mask = filters_.leaves(
          node, a, overlap(node_box, load_boxes(tree_.levels[0], a), first_lanes(end - a)));
      leaf_nodes_.write(leaf_nodes_.size, set_lane_indices(a, mask), hn::Set(Words{}, node));
      leaf_nodes_.size += count_lanes(mask);
    }
    if (leaf_nodes_.room() == 0) pair_leaves();
  }

  // Each step takes as many items as the next list has room for, then drains that list. The slices
  // work on local copies, because the compiler cannot prove that storing items does not change the
  // tree's pointers. Tried: without it, pair stage 14.4 ns per box against 12.2.

  // Why never inlined: counting takes 1.03 times as long otherwise.
  HWY_NOINLINE void pair_leaves() {
    for (std::size_t item = 0; item < leaf_nodes_.size;) {
      const std::size_t last = std::min(leaf_nodes_.size, item + leaf_leaves_.room());
      pair_slice(item, last);
      item = last;
      if (leaf_leaves_.room() == 0) split_leaves();
    }
    leaf_nodes_.size = 0;
  }

  /// (leaf a, node) to (leaf a, leaf b), for the leaves of the node after a that touch the box of
  /// a.
  HWY_INLINE void pair_slice(std::size_t item, std::size_t last) {
    const BoxSpan leaves = tree_.levels[0];
    const std::uint32_t leaf_count = tree_.sizes[0];
    const Filters filters = filters_;
    std::size_t size = leaf_leaves_.size;
    for (; item < last; ++item) {
      const std::uint32_t a = leaf_nodes_.first[item];
      const std::uint32_t node = leaf_nodes_.second[item];
      const BoxVector leaf_box = broadcast_box(leaves, a);
      const auto leaf_filter = filters.leaf_partner_filter(a);
      const std::uint32_t end = std::min(node * kFanout + kFanout, leaf_count);
      for (std::uint32_t b = std::max(node * kFanout, a + 1); b < end; b += kLanes) {
        const FloatMask mask = filters.entries(
            0, leaf_filter, b, overlap(leaf_box, load_boxes(leaves, b), first_lanes(end - b)));
        leaf_leaves_.write(size, hn::Set(Words{}, a), set_lane_indices(b, mask));
        size += count_lanes(mask);
      }
    }
    leaf_leaves_.size = size;
  }

  void split_leaves() {
    for (std::size_t item = 0; item < leaf_leaves_.size;) {
      const std::size_t last = std::min(leaf_leaves_.size, item + box_leaves_.room());
      const std::uint32_t* const leaf_first = tree_.leaf_first;
      split_leaf_items(tree_, tree_, leaf_leaves_, item, last, box_leaves_,
                       [&](std::uint32_t b) HWY_ATTR { prefetch_boxes(leaf_first[b]); });
      item = last;
      if (box_leaves_.room() == 0) test_boxes();
    }
    leaf_leaves_.size = 0;
  }

  /// Prefetches the boxes from `first` on for the next step.
  HWY_INLINE void prefetch_boxes(std::uint32_t first) const {
    prefetch(tree_.objects.min_x + first);
    prefetch(tree_.objects.min_y + first);
    prefetch(tree_.objects.max_x + first);
    prefetch(tree_.objects.max_y + first);
    prefetch(tree_.ids + first);
  }

  void test_boxes() {
    calls_.test_boxes(box_leaves_);
    box_leaves_.size = 0;
  }

  const TreeView& tree_;
  Filters filters_;
  const PairTestCalls& calls_;
  std::uint32_t group_ = 0;
  std::uint32_t first_node_ = 0;
  std::uint32_t last_node_ = 0;
  BoxVector group_box_{};
  typename Filters::Partners group_filter_{};
  ItemList<tuned<std::size_t>(256, 32)> leaf_nodes_;
  ItemList<tuned<std::size_t>(512, 32)> leaf_leaves_;
  BoxLeaves box_leaves_;
};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
