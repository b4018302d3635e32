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

#include <hwy/highway.h>

#include <algorithm>

#include "kernels/kernels.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Appends `base + lane` for each lane of `mask` to `list`, and `partner` beside each; returns the
/// new size. Always writes all lanes and advances by the number of set ones, so there is no branch
/// to mispredict.
template <std::size_t kCapacity>
struct ItemList {
  std::uint32_t first[kCapacity];
  std::uint32_t second[kCapacity];
  std::size_t size;

  HWY_INLINE bool is_full() const { return size + kFanout > kCapacity; }

  /// Appends (base + lane, second) for each lane of `mask`.
  /// Always writes all lanes and advances by the number of set ones: there is no branch to
  /// mispredict.
  HWY_INLINE void append_firsts(std::uint32_t base, FloatMask mask, std::uint32_t partner) {
    const Words d;
    hn::StoreU(compress(hn::Iota(d, base), mask), d, first + size);
    hn::StoreU(hn::Set(d, partner), d, second + size);
    size += count_lanes(mask);
  }

  /// Appends (first, base + lane) for each lane of `mask`.
  HWY_INLINE void append_seconds(std::uint32_t partner, std::uint32_t base, FloatMask mask) {
    const Words d;
    hn::StoreU(hn::Set(d, partner), d, first + size);
    hn::StoreU(compress(hn::Iota(d, base), mask), d, second + size);
    size += count_lanes(mask);
  }
};

/// The pair search of one task. `kStore`: write the pairs; otherwise only count them.
template <bool kStore>
class PairSearch {
 public:
  PairSearch(const TreeView& tree, PairWriter* writer) : tree_(tree), writer_(writer) {
    leaf_nodes_.size = leaf_leaves_.size = box_leaves_.size = 0;
  }

  /// Meets group `group` with itself and with every later node whose box it touches.
  void search_group(std::uint32_t group) {
    group_ = group;
    group_box_ = broadcast_box(tree_.levels[1], group);
    walk(tree_.level_count - 1, 0);
  }

  PairCounts finish() {
    pair_leaves();
    shrink_leaves();
    test_boxes();
    return counts_;
  }

 private:
  /// Descends into the children `[16 node, 16 node + 16)` on `level` that the group's box touches
  /// and that do not lie wholly before it.
  void walk(std::uint32_t level, std::uint32_t node) {
    const std::uint32_t begin = std::max(node * kFanout, group_ >> (4 * (level - 1)));
    const std::uint32_t end = std::min(node * kFanout + kFanout, tree_.sizes[level]);
    for (std::uint32_t first = begin; first < end; first += kLanes) {
      const FloatMask mask = hn::And(overlap(group_box_, load_boxes(tree_.levels[level], first)),
                                     first_lanes(std::min(end - first, kLanes)));
      std::uint32_t children[kFanout];
      const Words d;
      hn::StoreU(compress(hn::Iota(d, first), mask), d, children);
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
      const FloatMask mask = hn::And(overlap(node_box, load_boxes(tree_.levels[0], a)),
                                     first_lanes(std::min(end - a, kLanes)));
      leaf_nodes_.append_firsts(a, mask, node);
    }
    if (leaf_nodes_.is_full()) pair_leaves();
  }

  /// (leaf a, node) to (leaf a, leaf b): the node's leaves from a on that touch the box of a.
  void pair_leaves() {
    for (std::size_t item = 0; item < leaf_nodes_.size; ++item) {
      const std::uint32_t a = leaf_nodes_.first[item];
      const std::uint32_t node = leaf_nodes_.second[item];
      const BoxVector leaf_box = broadcast_box(tree_.levels[0], a);
      const std::uint32_t begin = std::max(node * kFanout, a);
      const std::uint32_t end = std::min(node * kFanout + kFanout, tree_.sizes[0]);
      for (std::uint32_t b = begin; b < end; b += kLanes) {
        const FloatMask mask = hn::And(overlap(leaf_box, load_boxes(tree_.levels[0], b)),
                                       first_lanes(std::min(end - b, kLanes)));
        leaf_leaves_.append_seconds(a, b, mask);
      }
      if (leaf_leaves_.is_full()) shrink_leaves();
    }
    leaf_nodes_.size = 0;
  }

  /// (leaf a, leaf b) to (box i, leaf b): the boxes of a that touch the box of b.
  void shrink_leaves() {
    for (std::size_t item = 0; item < leaf_leaves_.size; ++item) {
      const std::uint32_t a = leaf_leaves_.first[item];
      const std::uint32_t b = leaf_leaves_.second[item];
      const BoxVector leaf_box = broadcast_box(tree_.levels[0], b);
      const std::uint32_t end = tree_.leaf_first[a + 1];
      for (std::uint32_t i = tree_.leaf_first[a]; i < end; i += kLanes) {
        const FloatMask mask = hn::And(overlap(leaf_box, load_boxes(tree_.objects, i)),
                                       first_lanes(std::min(end - i, kLanes)));
        box_leaves_.append_firsts(i, mask, b);
      }
      if (box_leaves_.is_full()) test_boxes();
    }
    leaf_leaves_.size = 0;
  }

  /// (box i, leaf b) to pairs, in slices that the writer's block has room for.
  void test_boxes() {
    std::size_t item = 0;
    while (item < box_leaves_.size) {
      std::size_t slice_end = box_leaves_.size;
      if constexpr (kStore) {
        if (writer_->room() < kFanout) writer_->refill(*writer_);
        slice_end = std::min(slice_end, item + writer_->room() / kFanout);
      }
      test_slice(item, slice_end);
      item = slice_end;
    }
    box_leaves_.size = 0;
  }

  HWY_INLINE void test_slice(std::size_t item, std::size_t slice_end) {
    Pair* cursor = kStore ? writer_->cursor : nullptr;
    for (; item < slice_end; ++item) {
      const std::uint32_t i = box_leaves_.first[item];
      const std::uint32_t b = box_leaves_.second[item];
      const std::uint32_t begin = std::max(tree_.leaf_first[b], i + 1);
      const std::uint32_t end = tree_.leaf_first[b + 1];
      const BoxVector box = broadcast_box(tree_.objects, i);
      const std::uint32_t id = tree_.ids[i];
      counts_.tests += end - begin;
      for (std::uint32_t j = begin; j < end; j += kLanes) {
        const FloatMask mask = hn::And(overlap(box, load_boxes(tree_.objects, j)),
                                       first_lanes(std::min(end - j, kLanes)));
        const std::size_t count = count_lanes(mask);
        if constexpr (kStore) {
          write_pairs(id, compress(hn::LoadU(Words{}, tree_.ids + j), mask), count, cursor);
          cursor += count;
        }
        counts_.pairs += count;
      }
    }
    if constexpr (kStore) writer_->cursor = cursor;
  }

  /// Writes (smaller, larger) of `id` and each partner. Writes whole vectors; the next item
  /// overwrites the rest.
  static HWY_INLINE void write_pairs(std::uint32_t id, WordVector partners, std::size_t count,
                                     Pair* cursor) {
    const Words d;
    const WordVector own = hn::Set(d, id);
    auto* words = reinterpret_cast<std::uint32_t*>(cursor);
    const WordVector first = hn::Min(own, partners);
    const WordVector second = hn::Max(own, partners);
    (void)count;
    hn::StoreInterleaved2(first, second, d, words);
  }

  const TreeView& tree_;
  PairWriter* writer_;
  std::uint32_t group_ = 0;
  BoxVector group_box_{};
  PairCounts counts_;
  ItemList<256> leaf_nodes_;
  ItemList<512> leaf_leaves_;
  ItemList<1024> box_leaves_;
};

inline void find_pairs(const TreeView& tree, std::uint32_t first_group, std::uint32_t last_group,
                       PairWriter& writer, PairCounts& counts) {
  PairSearch<true> search(tree, &writer);
  for (std::uint32_t group = first_group; group < last_group; ++group) search.search_group(group);
  counts = search.finish();
}

inline void count_pairs(const TreeView& tree, std::uint32_t first_group, std::uint32_t last_group,
                        PairCounts& counts) {
  PairSearch<false> search(tree, nullptr);
  for (std::uint32_t group = first_group; group < last_group; ++group) search.search_group(group);
  counts = search.finish();
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
