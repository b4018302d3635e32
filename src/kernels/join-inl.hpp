// SPDX-License-Identifier: MIT
// Kernel of the tree-tree join: which objects of tree B the boxes of some leaves of tree A overlap.
//
// As in the pair search, each step is one flat loop that turns a list of items into the next one.
// If B is sparse compared with A, a leaf of A touches few leaves of a node of B, and each of
// these makes an item. If A is sparse compared with B, the leaves of A are large, and each of
// the few boxes of a leaf that touch the node makes an item. The shorter list is taken for each
// item.
//
//     16 leaves of A  --walk-->  (node)  --list-->  (leaf a, node)  --pair-->  (leaf a, leaf b)
//                                                                   or  -->  (box i, node)
//     (leaf a, leaf b)  --split-->  (box i, leaf b)  --test-->  hits
//     (box i, node)     --open-->   (box i, leaf b)  --test-->  hits
//
// A large object, or each of few objects, walks down a large tree to (box i, node) alone.
//
// A search by leaf ends otherwise: (leaf a, leaf b)  --test-->  leaf hits, each of which stands for
// all boxes of a that overlap an object of b.
#if defined(QUADPHASE_JOIN_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_JOIN_INL
#undef QUADPHASE_JOIN_INL
#else
#define QUADPHASE_JOIN_INL
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <type_traits>

#include "base/tuning.hpp"
#include "kernels/box_union-inl.hpp"
#include "kernels/exact-inl.hpp"
#include "kernels/hit_output-inl.hpp"
#include "kernels/item_list-inl.hpp"
#include "kernels/join_filters-inl.hpp"
#include "kernels/kernels.hpp"
#include "kernels/leaf_hits-inl.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The tree-tree join of one task. `Filters` excludes leaves and nodes that cannot match, and hits
/// that do not. Only tests of two objects exclude boxes that touch.
template <class Filters>
class JoinSearch {
 public:
  /// Without a writer, hits are only counted.
  JoinSearch(const TreeView& a, const TreeView& b, ItemWriter<JoinHit>* writer)
      : a_(a), b_(b), filters_(a, b), writer_(writer) {}

  void search(const JoinTask& task) {
    if (b_.level_count == 0) return;
    touching_ = task.touching;
    is_exact_ = a_.exact.has_any() || b_.exact.has_any();
    if (is_exact_)
      near_ = ExactTest::near_of(task.by_box ? a_.objects : a_.levels[0], task.first, task.last);
    const std::uint32_t step = task.by_box ? kMaxBoxes : kFanout;
    for (std::uint32_t first = task.first; first < task.last; first += step) {
      const std::uint32_t last = std::min(task.last, first + step);
      if (task.by_box) {
        search_boxes(first, last);
      } else {
        search_group(first, last);
      }
    }
  }

  /// The same hits as leaf hits, of a task that is not by box. Returns how many there are.
  std::size_t search_by_leaf(const JoinTask& task) {
    is_by_leaf_ = true;
    task_first_ = task.first;
    search(task);
    return leaf_hit_count_;
  }

  [[nodiscard]] const PairCounts& counts() const { return counts_; }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }

 private:
  using Partners = typename Filters::Partners;

  /// The most boxes that are searched for at a time: those of a leaf group.
  static constexpr std::uint32_t kMaxBoxes = kFanout * kFanout;
  /// The boxes of a group walk alone if the group would visit this many nodes per box.
  static constexpr std::size_t kNodesPerWalk = 4;

  // Descent.

  /// Searches for each of the boxes `[first, last)` of A alone.
  void search_boxes(std::uint32_t first, std::uint32_t last) {
    filters_.summarize_boxes(first, last);
    for (std::uint32_t i = first; i < last; ++i) {
      if (filters_.matches_nothing(i)) continue;
      box_ = i;
      partner_filter_ = filters_.partner_filter(i);
      search_box_ = broadcast_box(a_.objects, i);
      walk<true>(b_.level_count - 1, 0);
    }
    open_nodes();
    test_boxes();
  }

  /// Searches for the leaves `[first, last)` of A, at most kFanout.
  void search_group(std::uint32_t first, std::uint32_t last) {
    const std::uint32_t first_box = a_.leaf_first[first];
    const std::uint32_t last_box = a_.leaf_first[last];
    if (is_by_leaf_) single_hits_.set_group(a_, first, last, task_first_);
    // Why not with filters: those of a leaf and of its only box may exclude different leaves.
    if constexpr (std::is_same_v<Filters, NoFilters>) {
      if (last_box - first_box == 1) return search_boxes(first_box, last_box);
    }
    first_leaf_ = first;
    last_leaf_ = last;
    if (!filters_.summarize_leaves(first, last)) return;
    partner_filter_ = filters_.group_partner_filter();
    const Box box = box_union(a_.levels[0], first, last - first);
    const Floats d;
    search_box_ = {hn::Set(d, box.min_x), hn::Set(d, box.min_y), hn::Set(d, box.max_x),
                   hn::Set(d, box.max_y)};
    // Why at least so many: a leaf by itself is a sample of its group.
    const std::uint32_t least = is_by_leaf_ ? kMaxBoxes / 8 : 0;
    if (is_few(std::max(last_box - first_box, least))) return search_boxes(first_box, last_box);
    walk<false>(b_.level_count - 1, 0);
    pair_leaves();
    drain_leaves();
    open_nodes();
    test_boxes();
  }

  /// True if the boxes of a group find their nodes faster one by one, because the box of the
  /// group touches far more nodes.
  /// Tried: nodes that filters exclude counted, too. 27,000 boxes and 160,000 static ones in 64
  /// worlds in one place (Xeon): 6.1 ms against 2.0.
  [[nodiscard]] bool is_few(std::uint32_t box_count) const {
    if (b_.level_count < 4) return false;
    std::size_t touched = 0;  // nodes on level 2
    for (std::uint32_t first = 0; first < b_.sizes[2]; first += kLanes) {
      touched += count_lanes(filters_.entries(
          2, partner_filter_, first,
          overlap(search_box_, load_boxes(b_.levels[2], first), first_lanes(b_.sizes[2] - first))));
    }
    return touched * kFanout > kNodesPerWalk * box_count;
  }

  /// Descends into those children `[16 node, 16 node + 16)` on `level` that touch the box of the
  /// group or of the single object.
  template <bool kAlone>
  void walk(std::uint32_t level, std::uint32_t node) {
    const std::uint32_t end = std::min(node * kFanout + kFanout, b_.sizes[level]);
    for (std::uint32_t first = node * kFanout; first < end; first += kLanes) {
      const FloatMask mask = filters_.entries(
          level, partner_filter_, first,
          overlap(search_box_, load_boxes(b_.levels[level], first), first_lanes(end - first)));
      if (kAlone && level == 1) {
        box_nodes_.write(box_nodes_.size, hn::Set(Words{}, box_), set_lane_indices(first, mask));
        box_nodes_.size += count_lanes(mask);
        if (box_nodes_.room() == 0) open_nodes();
        continue;
      }
      std::uint32_t children[kFanout];
      hn::StoreU(set_lane_indices(first, mask), Words{}, children);
      const std::size_t count = count_lanes(mask);
      for (std::size_t i = 0; i < count; ++i) {
        if (kAlone || level > 1) {
          walk<kAlone>(level - 1, children[i]);
        } else {
          list_leaves(children[i]);
        }
      }
    }
  }

  /// Lists the leaves of the group that touch the box of `node`.
  HWY_INLINE void list_leaves(std::uint32_t node) {
    const BoxVector node_box = broadcast_box(b_.levels[1], node);
    for (std::uint32_t a = first_leaf_; a < last_leaf_; a += kLanes) {
      const FloatMask mask = filters_.leaves(
          node, a, overlap(node_box, load_boxes(a_.levels[0], a), first_lanes(last_leaf_ - a)));
      leaf_nodes_.write(leaf_nodes_.size, set_lane_indices(a, mask), hn::Set(Words{}, node));
      leaf_nodes_.size += count_lanes(mask);
    }
    if (leaf_nodes_.room() == 0) pair_leaves();
  }

  // Each step takes as many items as the next list has room for, then drains that list. The slices
  // work on local copies, as in the pair search.

  void pair_leaves() {
    for (std::size_t item = 0; item < leaf_nodes_.size;) {
      const std::size_t room = std::min(leaf_leaves_.room(), box_nodes_.room());
      const std::size_t last = std::min(leaf_nodes_.size, item + room);
      pair_slice(item, last);
      item = last;
      if (leaf_leaves_.room() == 0) drain_leaves();
      if (box_nodes_.room() == 0) open_nodes();
    }
    steps_ += leaf_nodes_.size;
    leaf_nodes_.size = 0;
  }

  /// (leaf a, node) to (leaf a, leaf b), for the leaves of the node that touch the box of a, or to
  /// (box i, node), for the boxes of a that touch the node. The shorter list is kept without a
  /// branch.
  HWY_INLINE void pair_slice(std::size_t item, std::size_t last) {
    const BoxSpan objects = a_.objects;
    const BoxSpan leaves = a_.levels[0];
    const BoxSpan nodes = b_.levels[1];
    const BoxSpan other_leaves = b_.levels[0];
    const std::uint32_t* const leaf_first = a_.leaf_first;
    const std::uint32_t leaf_count = b_.sizes[0];
    // Why more by leaf: a leaf hit can stand for many hits.
    const std::size_t leaves_per_box = is_by_leaf_ ? 4 : 1;
    std::size_t leaf_size = leaf_leaves_.size;
    std::size_t box_size = box_nodes_.size;
    for (; item < last; ++item) {
      const std::uint32_t a = leaf_nodes_.first[item];
      const std::uint32_t node = leaf_nodes_.second[item];
      const BoxVector leaf_box = broadcast_box(leaves, a);
      const Partners partner_filter = filters_.leaf_partner_filter(a);
      std::size_t leaf_end = leaf_size;
      const std::uint32_t end = std::min(node * kFanout + kFanout, leaf_count);
      for (std::uint32_t b = node * kFanout; b < end; b += kLanes) {
        const FloatMask mask =
            filters_.entries(0, partner_filter, b,
                             overlap(leaf_box, load_boxes(other_leaves, b), first_lanes(end - b)));
        leaf_leaves_.write(leaf_end, hn::Set(Words{}, a), set_lane_indices(b, mask));
        leaf_end += count_lanes(mask);
      }
      const std::size_t box_end =
          append_touching(objects, leaf_first[a], leaf_first[a + 1], broadcast_box(nodes, node),
                          node, box_nodes_, box_size);
      const bool by_leaf = leaf_end - leaf_size <= leaves_per_box * (box_end - box_size);
      leaf_size = by_leaf ? leaf_end : leaf_size;
      box_size = by_leaf ? box_size : box_end;
    }
    leaf_leaves_.size = leaf_size;
    box_nodes_.size = box_size;
  }

  void drain_leaves() {
    steps_ += leaf_leaves_.size;
    if (!is_by_leaf_) return split_leaves();
    writer_ != nullptr ? test_leaves<true>() : test_leaves<false>();
    leaf_leaves_.size = 0;
  }

  void split_leaves() {
    for (std::size_t item = 0; item < leaf_leaves_.size;) {
      const std::size_t last = std::min(leaf_leaves_.size, item + box_leaves_.room());
      split_leaf_items(a_, b_, leaf_leaves_, item, last, box_leaves_, [](std::uint32_t) {});
      item = last;
      if (box_leaves_.room() == 0) test_boxes();
    }
    leaf_leaves_.size = 0;
  }

  void open_nodes() {
    for (std::size_t item = 0; item < box_nodes_.size;) {
      const std::size_t last = std::min(box_nodes_.size, item + box_leaves_.room());
      open_slice(item, last);
      item = last;
      if (box_leaves_.room() == 0) test_boxes();
    }
    steps_ += box_nodes_.size;
    box_nodes_.size = 0;
  }

  /// (box i, node) to (box i, leaf b), for the leaves of the node that touch box i.
  HWY_INLINE void open_slice(std::size_t item, std::size_t last) {
    const BoxSpan objects = a_.objects;
    const BoxSpan other_leaves = b_.levels[0];
    const std::uint32_t leaf_count = b_.sizes[0];
    std::size_t size = box_leaves_.size;
    for (; item < last; ++item) {
      const std::uint32_t i = box_nodes_.first[item];
      const std::uint32_t node = box_nodes_.second[item];
      const BoxVector box = broadcast_box(objects, i);
      const Partners partner_filter = filters_.partner_filter(i);
      const std::uint32_t end = std::min(node * kFanout + kFanout, leaf_count);
      for (std::uint32_t b = node * kFanout; b < end; b += kLanes) {
        const FloatMask mask = filters_.entries(
            0, partner_filter, b, overlap(box, load_boxes(other_leaves, b), first_lanes(end - b)));
        box_leaves_.write(size, hn::Set(Words{}, i), set_lane_indices(b, mask));
        size += count_lanes(mask);
      }
    }
    box_leaves_.size = size;
  }

  void test_boxes() {
    writer_ != nullptr ? test_all<true>() : test_all<false>();
    box_leaves_.size = 0;
  }

  /// `kStore`: hits are written; otherwise they are only counted.
  // Why never inlined: there are two, and four places drain the list.
  template <bool kStore>
  HWY_NOINLINE void test_all() {
    for (std::size_t item = 0; item < box_leaves_.size;) {
      const std::size_t last = last_with_room<kStore>(writer_, item, box_leaves_.size);
      const std::uint64_t known = counts_.pairs;
      touching_ && !is_exact_ ? test_slice<kStore, BoxTest::closed>(item, last)
                              : test_others<kStore>(item, last);
      if (is_by_leaf_) add_single_hits<kStore>(static_cast<std::size_t>(counts_.pairs - known));
      item = last;
    }
  }

  /// Makes leaf hits of the last hits.
  template <bool kStore>
  HWY_INLINE void add_single_hits(std::size_t count) {
    leaf_hit_count_ += count;
    if constexpr (kStore) single_hits_.convert(writer_->cursor - count, writer_->cursor);
  }

  /// (box i, leaf b) to hits, for the boxes of b that overlap box i.
  template <bool kStore, BoxTest kTest>
  HWY_INLINE void test_slice(std::size_t item, std::size_t last) {
    const BoxSpan objects = a_.objects;
    const BoxSpan others = b_.objects;
    const ObjectId* const ids = b_.ids;
    const std::uint32_t* const leaf_first = b_.leaf_first;
    [[maybe_unused]] const ExactTest exact(a_, b_, touching_, near_);
    HitOutput<kStore, JoinHit> output{kStore ? writer_->cursor : nullptr, counts_};
    for (; item < last; ++item) {
      const std::uint32_t i = box_leaves_.first[item];
      const std::uint32_t b = box_leaves_.second[item];
      const BoxVector box = broadcast_box(objects, i);
      const std::uint32_t end = leaf_first[b + 1];
      std::uint32_t j = leaf_first[b];
      output.counts.tests += end - j;
      do {  // once, if a register has room for a leaf
        const BoxVector other = load_boxes(others, j);
        FloatMask mask = first_lanes(end - j);
        if constexpr (kTest != BoxTest::exact)
          mask = overlap<kTest == BoxTest::closed>(box, other, mask);
        mask = filters_.objects(i, j, mask);
        if constexpr (kTest == BoxTest::exact)
          mask = exact.overlap(box, hn::Set(Words{}, i), other, iota(j), mask);
        output.add(i, hn::LoadU(Words{}, ids + j), mask);
        j += kLanes;
      } while (kLanes < kFanout && j < end);
    }
    counts_ = output.counts;
    if constexpr (kStore) writer_->cursor = output.cursor;
  }

  // Why never inlined: as in the pair search.
  template <bool kStore>
  HWY_NOINLINE void test_others(std::size_t item, std::size_t last) {
    is_exact_ ? test_slice<kStore, BoxTest::exact>(item, last)
              : test_slice<kStore, BoxTest::open>(item, last);
  }

  /// (leaf a, leaf b) to leaf hits.
  template <bool kStore>
  HWY_NOINLINE void test_leaves() {
    const LeafHitTest<Filters> test{a_, b_, filters_, {a_, b_, touching_, near_}, task_first_};
    LeafHitOutput<kStore> output{nullptr, leaf_hit_count_, counts_};
    is_exact_   ? test.template run_all<BoxTest::exact>(leaf_leaves_, writer_, output)
    : touching_ ? test.template run_all<BoxTest::closed>(leaf_leaves_, writer_, output)
                : test.template run_all<BoxTest::open>(leaf_leaves_, writer_, output);
    leaf_hit_count_ = output.size;
    counts_ = output.counts;
  }

  const TreeView& a_;
  const TreeView& b_;
  Filters filters_;
  ItemWriter<JoinHit>* writer_;
  PairCounts counts_;
  std::uint64_t steps_ = 0;  // items on the way to the tests

  bool is_by_leaf_ = false;
  std::uint32_t task_first_ = 0;  // first leaf of the task, if it is searched by leaf
  std::size_t leaf_hit_count_ = 0;
  SingleLeafHits single_hits_;
  std::uint32_t first_leaf_ = 0;  // first leaf of the group
  std::uint32_t last_leaf_ = 0;
  bool touching_ = true;
  float near_ = 0;          // see ExactTest
  bool is_exact_ = false;   // some boxes were given in double
  std::uint32_t box_ = 0;   // the box that walks alone
  BoxVector search_box_{};  // of the group or of the single box
  Partners partner_filter_{};

  ItemList<tuned<std::size_t>(256, 32)> leaf_nodes_;
  ItemList<tuned<std::size_t>(512, 32)> leaf_leaves_;
  ItemList<tuned<std::size_t>(512, 32)> box_nodes_;
  ItemList<tuned<std::size_t>(1024, 32)> box_leaves_;
};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
