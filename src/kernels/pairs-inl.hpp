// SPDX-License-Identifier: MIT
// Kernel of the pair stage: which boxes of a leaf group overlap which later boxes.
//
// The boxes of one leaf are tested with each other by LeafSearch. For boxes of different leaves,
// each level of the tree is one flat loop that turns a list into the next, longer list. A full list
// is drained into the next one, first in, first out, so the order is that of nested loops.
// Why not nested loops: they mispredict at every level, because their bodies run only a few times.
//
//     16 leaves  --walk-->  (node)  --list-->  (leaf a, node)  --pair-->  (leaf a, leaf b)
//                                 --split-->  (box i, leaf b)  --test-->  pairs
//
// Half order: leaf a is tested only with leaves b > a, so no pair is found twice.
#if defined(QUADPHASE_PAIRS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_PAIRS_INL
#undef QUADPHASE_PAIRS_INL
#else
#define QUADPHASE_PAIRS_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <type_traits>

#include "base/prefetch.hpp"
#include "base/tuning.hpp"
#include "kernels/exact-inl.hpp"
#include "kernels/filters-inl.hpp"
#include "kernels/item_list-inl.hpp"
#include "kernels/kernels.hpp"
#include "kernels/leaf_pairs-inl.hpp"
#include "kernels/pair_output-inl.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The pair search of one task. `kStore`: pairs are written; otherwise they are only counted.
/// Only tests of two objects exclude boxes that touch; leaves and nodes are tested as closed boxes.
/// `kFiltered`: leaves and nodes whose filters cannot match are skipped, and so are pairs whose
/// filters do not match. `kWithMatrix`: also those that only matrices exclude.
template <bool kStore, bool kFiltered, bool kWithMatrix = false>
class PairSearch {
 public:
  PairSearch(const TreeView& tree, PairWriter* writer)
      : tree_(tree), sink_(writer), leaves_(tree, sink_) {}

  void search(const PairTask& task) {
    last_node_ = task.last_node;
    touching_ = task.touching;
    is_plain_ = touching_ && !tree_.exact.has_any();
    if (tree_.exact.has_any())
      near_ = ExactTest::near_of(tree_.levels[1], task.first_group, task.last_group);
    for (std::uint32_t group = task.first_group; group < task.last_group; ++group) {
      if (group >= task.first_node && group < last_node_)
        is_plain_ ? leaves_.template test<BoxTest::closed>(group, exact_test())
                  : test_within_others(group);
      first_node_ = std::max(group, task.first_node);
      if (first_node_ < last_node_) search_group(group);
    }
    pair_leaves();
    split_leaves();
    test_boxes();
  }

  [[nodiscard]] const PairCounts& counts() const { return sink_.counts; }

 private:
  struct NoFilter {};

  /// The filter of an entry of a level; nothing without filters.
  [[nodiscard]] HWY_INLINE auto partner_filter(std::uint32_t level, std::uint32_t entry) const {
    if constexpr (kFiltered) {
      return own_partner_filter<kWithMatrix>(tree_, level, entry);
    } else {
      return NoFilter{};
    }
  }
  /// The `lanes` whose entry on a level, from `first` on, may match.
  template <class Partners>
  [[nodiscard]] HWY_INLINE FloatMask matching(std::uint32_t level, const Partners& partners,
                                              std::uint32_t first, FloatMask lanes) const {
    if constexpr (kFiltered) {
      return may_match(partners, tree_, level, first, lanes);
    } else {
      return lanes;
    }
  }

  /// Tests a leaf group with those of the nodes from `first_node_` to `last_node_` that touch its
  /// box. The group is a node itself.
  void search_group(std::uint32_t group) {
    group_ = group;
    group_box_ = broadcast_box(tree_.levels[1], group);
    group_filter_ = partner_filter(1, group);
    walk(tree_.level_count - 1, 0);
  }

  /// Descends into those children `[16 node, 16 node + 16)` on `level` that touch the box of the
  /// group and lead to the task's nodes.
  void walk(std::uint32_t level, std::uint32_t node) {
    const std::uint32_t shift = 4 * (level - 1);  // entry n of level 1 is below n >> shift
    const std::uint32_t begin = std::max(node * kFanout, first_node_ >> shift);
    const std::uint32_t end = std::min(node * kFanout + kFanout, ((last_node_ - 1) >> shift) + 1);
    for (std::uint32_t first = begin; first < end; first += kLanes) {
      const FloatMask mask = matching(
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
    const auto node_filter = partner_filter(1, node);
    const std::uint32_t end = std::min(group_ * kFanout + kFanout, tree_.sizes[0]);
    for (std::uint32_t a = group_ * kFanout; a < end; a += kLanes) {
      const FloatMask mask =
          matching(0, node_filter, a,
                   overlap(node_box, load_boxes(tree_.levels[0], a), first_lanes(end - a)));
      leaf_nodes_.write(leaf_nodes_.size, set_lane_indices(a, mask), hn::Set(Words{}, node));
      leaf_nodes_.size += count_lanes(mask);
    }
    if (leaf_nodes_.room() == 0) pair_leaves();
  }

  // Each step takes as many items as the next list has room for, then drains that list. The slices
  // work on local copies, because the compiler cannot prove that storing items does not change the
  // tree's pointers. Tried: without it, pair stage 14.4 ns per box against 12.2.

  void pair_leaves() {
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
    std::size_t size = leaf_leaves_.size;
    for (; item < last; ++item) {
      const std::uint32_t a = leaf_nodes_.first[item];
      const std::uint32_t node = leaf_nodes_.second[item];
      const BoxVector leaf_box = broadcast_box(leaves, a);
      const auto leaf_filter = partner_filter(0, a);
      const std::uint32_t end = std::min(node * kFanout + kFanout, leaf_count);
      for (std::uint32_t b = std::max(node * kFanout, a + 1); b < end; b += kLanes) {
        const FloatMask mask = matching(
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
      split_slice(item, last);
      item = last;
      if (box_leaves_.room() == 0) test_boxes();
    }
    leaf_leaves_.size = 0;
  }

  /// (leaf a, leaf b) to (box i, leaf b), for the boxes of a that touch the box of b.
  HWY_INLINE void split_slice(std::size_t item, std::size_t last) {
    const BoxSpan objects = tree_.objects;
    const BoxSpan leaves = tree_.levels[0];
    const std::uint32_t* const leaf_first = tree_.leaf_first;
    std::size_t size = box_leaves_.size;
    for (; item < last; ++item) {
      const std::uint32_t a = leaf_leaves_.first[item];
      const std::uint32_t b = leaf_leaves_.second[item];
      const BoxVector leaf_box = broadcast_box(leaves, b);
      const std::uint32_t end = leaf_first[a + 1];
      prefetch_boxes(leaf_first[b]);
      std::uint32_t i = leaf_first[a];
      do {  // once, if a register has room for a leaf
        const FloatMask mask = overlap(leaf_box, load_boxes(objects, i), first_lanes(end - i));
        box_leaves_.write(size, set_lane_indices(i, mask), hn::Set(Words{}, b));
        size += count_lanes(mask);
        i += kLanes;
      } while (kLanes < kFanout && i < end);
    }
    box_leaves_.size = size;
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
    for (std::size_t item = 0; item < box_leaves_.size;) {
      const std::size_t last = std::min(box_leaves_.size, item + sink_.room_for(kFanout));
      is_plain_ ? void(test_slice<BoxTest::closed>(item, last)) : test_others(item, last);
      item = last;
    }
    box_leaves_.size = 0;
  }

  /// (box i, leaf b) to pairs, for the boxes j of b that overlap box i. Returns the item at which
  /// it stopped: `last` or, with `BoxTest::sure`, an item that floats cannot decide.
  template <BoxTest kTest>
  HWY_INLINE std::size_t test_slice(std::size_t item, std::size_t last) {
    const BoxSpan objects = tree_.objects;
    const ObjectId* const ids = tree_.ids;
    const std::uint32_t* const leaf_first = tree_.leaf_first;
    [[maybe_unused]] const ExactTest exact = exact_test();
    PairOutput<kStore> output = sink_.open();
    for (; item < last; ++item) {
      const std::uint32_t i = box_leaves_.first[item];
      const std::uint32_t b = box_leaves_.second[item];
      const BoxVector box = broadcast_box(objects, i);
      const WordVector id = hn::Set(Words{}, ids[i]);
      const std::uint32_t end = leaf_first[b + 1];
      std::uint32_t j = leaf_first[b];
      [[maybe_unused]] const PairOutput<kStore> before = output;
      [[maybe_unused]] ExactTest::SureOverlap sure_overlap(exact);
      output.counts.tests += end - j;
      do {  // once, if a register has room for a leaf
        const BoxVector others = load_boxes(objects, j);
        FloatMask mask = first_lanes(end - j);
        if constexpr (kTest == BoxTest::closed || kTest == BoxTest::open)
          mask = overlap<kTest == BoxTest::closed>(box, others, mask);
        if constexpr (kFiltered) {
          mask = may_pair(broadcast_filter(tree_.filters, i), load_filters(tree_.filters, j), mask);
        }
        if constexpr (kTest == BoxTest::exact)
          mask = exact.overlap(box, hn::Set(Words{}, i), others, iota(j), mask);
        if constexpr (kTest == BoxTest::sure) mask = sure_overlap(box, others, mask);
        output.add(id, hn::LoadU(Words{}, ids + j), mask);
        j += kLanes;
      } while (kLanes < kFanout && j < end);
      if constexpr (kTest == BoxTest::sure) {
        if (HWY_UNLIKELY(!sure_overlap.are_sure())) {
          output = before;
          break;
        }
      }
    }
    sink_.close(output);
    return item;
  }

  [[nodiscard]] HWY_INLINE ExactTest exact_test() const { return {tree_, tree_, touching_, near_}; }

  // Why never inlined: where touching counts, the code for floats then stays as it is without
  // these.
  HWY_NOINLINE void test_within_others(std::uint32_t group) {
    tree_.exact.has_any() ? leaves_.template test<BoxTest::sure>(group, exact_test())
                          : leaves_.template test<BoxTest::open>(group, exact_test());
  }
  // Why a single item: a call in the loop would force registers to be stored, and a frame would
  // take 1.08 times as long.
  HWY_NOINLINE void test_exact(std::size_t item) { test_slice<BoxTest::exact>(item, item + 1); }
  HWY_NOINLINE void test_others(std::size_t item, std::size_t last) {
    if (!tree_.exact.has_any()) {
      test_slice<BoxTest::open>(item, last);
      return;
    }
    while ((item = test_slice<BoxTest::sure>(item, last)) < last) {
      test_exact(item);
      ++item;
    }
  }

  const TreeView& tree_;
  PairSink<kStore> sink_;
  LeafSearch<kStore, kFiltered, kWithMatrix> leaves_;
  std::uint32_t group_ = 0;
  std::uint32_t first_node_ = 0;
  std::uint32_t last_node_ = 0;
  bool touching_ = true;
  bool is_plain_ = true;  // closed boxes in float
  float near_ = 0;        // see ExactTest
  BoxVector group_box_{};
  std::conditional_t<kFiltered, PartnerFilter, NoFilter> group_filter_{};
  ItemList<tuned<std::size_t>(256, 32)> leaf_nodes_;
  ItemList<tuned<std::size_t>(512, 32)> leaf_leaves_;
  ItemList<tuned<std::size_t>(1024, 32)> box_leaves_;
};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
