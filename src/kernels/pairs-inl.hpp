// SPDX-License-Identifier: MIT
// Kernel of the pair stage: which boxes of a group of leaves overlap which later boxes.
//
// Nested loops over nodes, leaves and boxes would mispredict at every level, for all their bodies
// run a few times. Here each level is one flat loop that turns a list of items into the next,
// longer one; when a list is full, it is drained into the next. First in, first out: the order is
// that of the nested loops.
//
//     group of 16 leaves  --walk-->  (node)  --sift-->  (leaf a, node)  --pair-->  (leaf a, leaf b)
//                                    --shrink-->  (box i, leaf b)  --test-->  pairs
//
// Half order: only leaves b >= a meet, and in one leaf only boxes j > i; so no pair arises twice.
#if defined(QUADPHASE_PAIRS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_PAIRS_INL
#undef QUADPHASE_PAIRS_INL
#else
#define QUADPHASE_PAIRS_INL
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>

#include "kernels/kernels.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Items (first, second) of one step, in columns.
template <std::size_t kCapacity>
struct ItemList {
  std::uint32_t first[kCapacity];
  std::uint32_t second[kCapacity];
  std::size_t size = 0;

  /// Items of the step before that can be taken up: each makes at most kFanout of this list.
  HWY_INLINE std::size_t room() const { return (kCapacity - size) / kFanout; }

  /// Writes a vector of items at `size`. Always writes all lanes, while the caller advances the
  /// size by the number of set ones: there is no branch to mispredict.
  HWY_INLINE void write(std::size_t at, WordVector firsts, WordVector seconds) {
    hn::StoreU(firsts, Words{}, first + at);
    hn::StoreU(seconds, Words{}, second + at);
  }
};

/// `base + lane` of the lanes in `mask`, moved to the front.
HWY_INLINE WordVector numbers(std::uint32_t base, FloatMask mask) {
  return LanePacker(mask)(count_from(base));
}

/// The lanes of `values` that `from` names.
HWY_INLINE WordVector pick(WordVector values, WordVector from) {
  return hn::TableLookupLanes(values, hn::IndicesFromVec(Words{}, from));
}
HWY_INLINE FloatVector pick(FloatVector values, WordVector from) {
  return hn::BitCast(Floats{}, pick(hn::BitCast(Words{}, values), from));
}
HWY_INLINE BoxVector pick(const BoxVector& boxes, WordVector from) {
  return {pick(boxes.min_x, from), pick(boxes.min_y, from), pick(boxes.max_x, from),
          pick(boxes.max_y, from)};
}

/// The pair search of one task. `kStore`: write the pairs; otherwise only count them.
template <bool kStore>
class PairSearch {
 public:
  PairSearch(const TreeView& tree, PairWriter* writer) : tree_(tree), writer_(writer) {}

  void search(const PairTask& task) {
    last_node_ = task.last_node;
    for (std::uint32_t group = task.first_group; group < task.last_group; ++group) {
      if (group >= task.first_node && group < last_node_) meet_inside(group);
      first_node_ = std::max(group, task.first_node);
      if (first_node_ < last_node_) search_group(group);
    }
    pair_leaves();
    shrink_leaves();
    test_boxes();
  }

  [[nodiscard]] const PairCounts& counts() const { return counts_; }

 private:
  /// The boxes of each leaf of the group meet each other: they stand in a circle, and in each turn
  /// a box meets the one so many places on. Half a circle of turns brings all together.
  ///
  ///     circle of 5, turn 2     boxes    0 1 2 3 4      circle of 6, turn 3     boxes    0 1 2
  ///                             others   2 3 4 0 1      (the last: half)        others   3 4 5
  ///
  /// Tried: each box with those behind it, which fills half a register: pair stage 8.6 ns a box
  /// against 6.2. One flat loop over the turns of all leaves: 6.2 against 5.6.
  void meet_inside(std::uint32_t group) {
    const std::uint32_t end = std::min(group * kFanout + kFanout, tree_.sizes[0]);
    PairCounts counts = counts_;
    for (std::uint32_t a = group * kFanout; a < end; ++a) {
      const std::uint32_t first = tree_.leaf_first[a];
      const std::uint32_t circle = tree_.leaf_first[a + 1] - first;
      make_room(kMostLeafPairs);
      Pair* cursor = kStore ? writer_->cursor : nullptr;
      const BoxVector boxes = load_boxes(tree_.objects, first);
      const WordVector ids = hn::LoadU(Words{}, tree_.ids + first);
      for (std::uint32_t turn = 1; 2 * turn <= circle; ++turn) {
        const std::uint32_t count = 2 * turn == circle ? turn : circle;
        counts.tests += count;
        if constexpr (kLanes == kFanout) {
          const WordVector place = count_from(turn);
          // The lesser of the two: what is below 0 is above all, without a sign.
          const WordVector other = hn::Min(place, hn::Sub(place, hn::Set(Words{}, circle)));
          meet(boxes, ids, pick(boxes, other), pick(ids, other), count, counts, cursor);
        } else {
          const std::uint32_t to_the_end = circle - turn;
          meet_rows(first, first + turn, to_the_end, counts, cursor);
          if (count == circle) meet_rows(first + to_the_end, first, turn, counts, cursor);
        }
      }
      if constexpr (kStore) writer_->cursor = cursor;
    }
    counts_ = counts;
  }

  /// Boxes `[first, first + count)` meet those from `other` on, one by one.
  HWY_INLINE void meet_rows(std::uint32_t first, std::uint32_t other, std::uint32_t count,
                            PairCounts& counts, Pair*& cursor) {
    for (std::uint32_t i = 0; i < count; i += kLanes) {
      meet(load_boxes(tree_.objects, first + i), hn::LoadU(Words{}, tree_.ids + first + i),
           load_boxes(tree_.objects, other + i), hn::LoadU(Words{}, tree_.ids + other + i),
           count - i, counts, cursor);
    }
  }

  /// The boxes in the first `count` lanes meet those in the same lanes of `others`.
  static HWY_INLINE void meet(const BoxVector& boxes, WordVector ids, const BoxVector& others,
                              WordVector other_ids, std::uint32_t count, PairCounts& counts,
                              Pair*& cursor) {
    const FloatMask mask = overlap(boxes, others, first_lanes(count));
    const std::size_t found = count_lanes(mask);
    if constexpr (kStore) {
      const LanePacker pack(mask);
      write_pairs(pack(ids), pack(other_ids), found, cursor);
      cursor += found;
    }
    counts.pairs += found;
  }

  /// Makes sure that so many pairs can be written.
  HWY_INLINE void make_room(std::size_t count) {
    if constexpr (kStore) {
      if (HWY_UNLIKELY(writer_->room() < count)) writer_->refill(*writer_);
    }
  }

  /// Meets a group with those of the nodes from `first_node_` to `last_node_` whose boxes it
  /// touches. The group's leaves have a node themselves.
  void search_group(std::uint32_t group) {
    group_ = group;
    group_box_ = broadcast_box(tree_.levels[1], group);
    walk(tree_.level_count - 1, 0);
  }

  /// Descends into the children `[16 node, 16 node + 16)` on `level` that the group's box touches,
  /// as far as they lead to the task's nodes.
  void walk(std::uint32_t level, std::uint32_t node) {
    const std::uint32_t shift = 4 * (level - 1);  // entry n of level 1 stands under n >> shift
    const std::uint32_t begin = std::max(node * kFanout, first_node_ >> shift);
    const std::uint32_t end = std::min(node * kFanout + kFanout, ((last_node_ - 1) >> shift) + 1);
    for (std::uint32_t first = begin; first < end; first += kLanes) {
      const FloatMask mask =
          overlap(group_box_, load_boxes(tree_.levels[level], first), first_lanes(end - first));
      std::uint32_t children[kFanout];
      const Words d;
      hn::StoreU(LanePacker(mask)(count_from(first)), d, children);
      const std::size_t count = count_lanes(mask);
      for (std::size_t i = 0; i < count; ++i) {
        if (level == 1) {
          sift_group(children[i]);
        } else {
          walk(level - 1, children[i]);
        }
      }
    }
  }

  /// Leaves of the group that touch the box of `node`.
  HWY_INLINE void sift_group(std::uint32_t node) {
    const BoxVector node_box = broadcast_box(tree_.levels[1], node);
    const std::uint32_t end = std::min(group_ * kFanout + kFanout, tree_.sizes[0]);
    for (std::uint32_t a = group_ * kFanout; a < end; a += kLanes) {
      const FloatMask mask =
          overlap(node_box, load_boxes(tree_.levels[0], a), first_lanes(end - a));
      leaf_nodes_.write(leaf_nodes_.size, numbers(a, mask), hn::Set(Words{}, node));
      leaf_nodes_.size += count_lanes(mask);
    }
    if (leaf_nodes_.room() == 0) pair_leaves();
  }

  // Each step takes up as many items as the next list has room for, then drains that list. The
  // slices work on local copies: the compiler cannot know that storing items or pairs changes none
  // of the tree's pointers. Tried without: pair stage 14.4 ns a box against 12.2.

  void pair_leaves() {
    for (std::size_t item = 0; item < leaf_nodes_.size;) {
      const std::size_t last = std::min(leaf_nodes_.size, item + leaf_leaves_.room());
      pair_slice(item, last);
      item = last;
      if (leaf_leaves_.room() == 0) shrink_leaves();
    }
    leaf_nodes_.size = 0;
  }

  /// (leaf a, node) to (leaf a, leaf b): the node's leaves from a on that touch the box of a.
  HWY_INLINE void pair_slice(std::size_t item, std::size_t last) {
    const BoxSpan leaves = tree_.levels[0];
    const std::uint32_t leaf_count = tree_.sizes[0];
    std::size_t size = leaf_leaves_.size;
    for (; item < last; ++item) {
      const std::uint32_t a = leaf_nodes_.first[item];
      const std::uint32_t node = leaf_nodes_.second[item];
      const BoxVector leaf_box = broadcast_box(leaves, a);
      const std::uint32_t end = std::min(node * kFanout + kFanout, leaf_count);
      for (std::uint32_t b = std::max(node * kFanout, a + 1); b < end; b += kLanes) {
        const FloatMask mask = overlap(leaf_box, load_boxes(leaves, b), first_lanes(end - b));
        leaf_leaves_.write(size, hn::Set(Words{}, a), numbers(b, mask));
        size += count_lanes(mask);
      }
    }
    leaf_leaves_.size = size;
  }

  void shrink_leaves() {
    for (std::size_t item = 0; item < leaf_leaves_.size;) {
      const std::size_t last = std::min(leaf_leaves_.size, item + box_leaves_.room());
      shrink_slice(item, last);
      item = last;
      if (box_leaves_.room() == 0) test_boxes();
    }
    leaf_leaves_.size = 0;
  }

  /// (leaf a, leaf b) to (box i, leaf b): the boxes of a that touch the box of b.
  HWY_INLINE void shrink_slice(std::size_t item, std::size_t last) {
    const BoxSpan objects = tree_.objects;
    const BoxSpan leaves = tree_.levels[0];
    const std::uint32_t* const leaf_first = tree_.leaf_first;
    std::size_t size = box_leaves_.size;
    for (; item < last; ++item) {
      const std::uint32_t a = leaf_leaves_.first[item];
      const std::uint32_t b = leaf_leaves_.second[item];
      const BoxVector leaf_box = broadcast_box(leaves, b);
      const std::uint32_t end = leaf_first[a + 1];
      const std::uint32_t j = leaf_first[b];
      hwy::Prefetch(objects.min_x + j);
      hwy::Prefetch(objects.min_y + j);
      hwy::Prefetch(objects.max_x + j);
      hwy::Prefetch(objects.max_y + j);
      hwy::Prefetch(tree_.ids + j);
      std::uint32_t i = leaf_first[a];
      do {  // once, where a register has room for a leaf
        const FloatMask mask = overlap(leaf_box, load_boxes(objects, i), first_lanes(end - i));
        box_leaves_.write(size, numbers(i, mask), hn::Set(Words{}, b));
        size += count_lanes(mask);
        i += kLanes;
      } while (kLanes < kFanout && i < end);
    }
    box_leaves_.size = size;
  }

  void test_boxes() {
    for (std::size_t item = 0; item < box_leaves_.size;) {
      std::size_t last = box_leaves_.size;
      make_room(kFanout);
      if constexpr (kStore) last = std::min(last, item + writer_->room() / kFanout);
      test_slice(item, last);
      item = last;
    }
    box_leaves_.size = 0;
  }

  /// (box i, leaf b) to pairs: the boxes j of b that overlap box i; in one leaf, those behind i.
  HWY_INLINE void test_slice(std::size_t item, std::size_t last) {
    const BoxSpan objects = tree_.objects;
    const ObjectId* const ids = tree_.ids;
    const std::uint32_t* const leaf_first = tree_.leaf_first;
    PairCounts counts = counts_;
    Pair* cursor = kStore ? writer_->cursor : nullptr;
    for (; item < last; ++item) {
      const std::uint32_t i = box_leaves_.first[item];
      const std::uint32_t b = box_leaves_.second[item];
      const std::uint32_t begin = leaf_first[b];
      const std::uint32_t end = leaf_first[b + 1];
      const BoxVector box = broadcast_box(objects, i);
      const WordVector id = hn::Set(Words{}, ids[i]);
      counts.tests += end - begin;
      std::uint32_t j = begin;
      do {  // once, where a register has room for a leaf
        const FloatMask mask = overlap(box, load_boxes(objects, j), first_lanes(end - j));
        const std::size_t count = count_lanes(mask);
        if constexpr (kStore) {
          write_pairs(id, LanePacker(mask)(hn::LoadU(Words{}, ids + j)), count, cursor);
          cursor += count;
        }
        counts.pairs += count;
        j += kLanes;
      } while (kLanes < kFanout && j < end);
    }
    counts_ = counts;
    if constexpr (kStore) writer_->cursor = cursor;
  }

  /// Writes (smaller, larger) of `own` and each of `count` partners. Writes whole vectors; the next
  /// item overwrites the rest.
  static HWY_INLINE void write_pairs(WordVector own, WordVector partners, std::size_t count,
                                     Pair* cursor) {
    const Words d;
    const WordVector first = hn::Min(own, partners);
    const WordVector second = hn::Max(own, partners);
    auto* words = reinterpret_cast<std::uint32_t*>(cursor);
#if HWY_TARGET == HWY_SCALAR
    (void)count;
    hn::StoreInterleaved2(first, second, d, words);
#elif HWY_TARGET == HWY_AVX3
    const __m512i low = _mm512_set_epi32(23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    _mm512_storeu_si512(words, _mm512_permutex2var_epi32(first.raw, low, second.raw));
    if (HWY_UNLIKELY(count > kLanes / 2)) {
      const __m512i high =
          _mm512_set_epi32(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8);
      _mm512_storeu_si512(words + 16, _mm512_permutex2var_epi32(first.raw, high, second.raw));
    }
    (void)d;
#else
    // A pair is one 64-bit lane, the second id in its upper half. Rarely are there more than half a
    // vector of pairs.
    store_half(hn::LowerHalf(first), hn::LowerHalf(second), words);
    if (HWY_UNLIKELY(count > kLanes / 2)) {
      store_half(hn::UpperHalf(hn::Half<Words>{}, first), hn::UpperHalf(hn::Half<Words>{}, second),
                 words + kLanes);
    }
    (void)d;
#endif
  }

#if HWY_TARGET != HWY_SCALAR
  static HWY_INLINE void store_half(hn::Vec<hn::Half<Words>> first, hn::Vec<hn::Half<Words>> second,
                                    std::uint32_t* words) {
    const hn::Repartition<std::uint64_t, Words> wide;
    const auto pairs =
        hn::Or(hn::PromoteTo(wide, first), hn::ShiftLeft<32>(hn::PromoteTo(wide, second)));
    hn::StoreU(hn::BitCast(Words{}, pairs), Words{}, words);
  }
#endif

  const TreeView& tree_;
  PairWriter* writer_;
  std::uint32_t group_ = 0;
  std::uint32_t first_node_ = 0;
  std::uint32_t last_node_ = 0;
  BoxVector group_box_{};
  PairCounts counts_;
  ItemList<256> leaf_nodes_;
  ItemList<512> leaf_leaves_;
  ItemList<1024> box_leaves_;
};

inline void find_pairs(const TreeView& tree, const PairTask& task, PairWriter& writer,
                       PairCounts& counts) {
  PairSearch<true> search(tree, &writer);
  search.search(task);
  counts = search.counts();
}

inline void count_pairs(const TreeView& tree, const PairTask& task, PairCounts& counts) {
  PairSearch<false> search(tree, nullptr);
  search.search(task);
  counts = search.counts();
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
