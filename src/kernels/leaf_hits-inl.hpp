// SPDX-License-Identifier: MIT
// Leaf hits of a tree-tree join: the boxes of a leaf of tree A that overlap an object of tree B, as
// one item. Where objects of B overlap many boxes of a leaf, there are far fewer of them to sort.
#if defined(QUADPHASE_LEAF_HITS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_LEAF_HITS_INL
#undef QUADPHASE_LEAF_HITS_INL
#else
#define QUADPHASE_LEAF_HITS_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/join_hit.hpp"
#include "kernels/exact-inl.hpp"
#include "kernels/hit_output-inl.hpp"
#include "kernels/item_list-inl.hpp"
#include "kernels/kernels.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// As HitOutput, for leaf hits.
template <bool kStore>
struct LeafHitOutput {
  JoinHit* cursor = nullptr;
  std::size_t size = 0;  // leaf hits
  PairCounts counts;     // hits

  /// Adds those objects that overlap some of `boxes`, of the leaf with this number in the task.
  /// Needs room for kFanout.
  HWY_INLINE void add(std::uint32_t leaf, WordVector boxes, WordVector ids) {
    const Words d;
    const FloatMask mask = hn::RebindMask(Floats{}, hn::Ne(boxes, hn::Zero(d)));
    const std::size_t found = count_lanes(mask);
    size += found;
    if constexpr (kStore) {
      const LaneCompressor compress(mask);
      const WordVector leaves = hn::Set(d, LeafHit::of_leaf(leaf));
      hn::StoreInterleaved2(hn::Or(compress(boxes), leaves), compress(ids), d,
                            reinterpret_cast<std::uint32_t*>(cursor));
      cursor += found;
    }
  }
};

/// Turns items, each a leaf of tree A and one of tree B, into leaf hits; in a join of one task.
template <class Filters>
struct LeafHitTest {
  const TreeView& a;
  const TreeView& b;
  const Filters& filters;
  ExactTest exact;
  std::uint32_t first_leaf;  // of the task

  /// Without `kStore`, there is no writer.
  template <BoxTest kTest, bool kStore, class LeafItems>
  HWY_INLINE void run_all(const LeafItems& items, ItemWriter<JoinHit>* writer,
                          LeafHitOutput<kStore>& output) const {
    for (std::size_t item = 0; item < items.size;) {
      const std::size_t last = last_with_room<kStore>(writer, item, items.size);
      if constexpr (kStore) output.cursor = writer->cursor;
      run<kTest>(items, item, last, output);
      if constexpr (kStore) writer->cursor = output.cursor;
      item = last;
    }
  }

 private:
  /// Items `[item, last)`.
  template <BoxTest kTest, bool kStore, class LeafItems>
  HWY_INLINE void run(const LeafItems& items, std::size_t item, std::size_t last,
                      LeafHitOutput<kStore>& to) const {
    const BoxSpan objects = a.objects;
    const BoxSpan others = b.objects;
    LeafHitOutput<kStore> output = to;
    ItemList<2 * kFanout> touching;  // boxes of the leaf
    for (; item < last; ++item) {
      const std::uint32_t leaf = items.first[item];
      const std::uint32_t other = items.second[item];
      const std::uint32_t first = a.leaf_first[leaf];
      const std::uint32_t other_first = b.leaf_first[other];
      const std::uint32_t other_end = b.leaf_first[other + 1];
      touching.size = append_touching(objects, first, a.leaf_first[leaf + 1],
                                      broadcast_box(b.levels[0], other), other, touching, 0);
      output.counts.tests += touching.size * (other_end - other_first);
      for (std::uint32_t j = other_first; j < other_end; j += kLanes) {
        const BoxVector box = load_boxes(others, j);
        const FloatMask lanes = first_lanes(other_end - j);
        WordVector boxes = hn::Zero(Words{});
        for (std::size_t k = 0; k < touching.size; ++k) {
          const std::uint32_t i = touching.first[k];
          const BoxVector own = broadcast_box(objects, i);
          FloatMask mask = lanes;
          if constexpr (kTest != BoxTest::exact)
            mask = overlap<kTest == BoxTest::closed>(own, box, mask);
          mask = filters.objects(i, j, mask);
          if constexpr (kTest == BoxTest::exact)
            mask = exact.overlap(own, hn::Set(Words{}, i), box, iota(j), mask);
          output.counts.pairs += count_lanes(mask);
          const WordVector bit = hn::Set(Words{}, std::uint32_t{1} << (i - first));
          boxes = hn::Or(boxes, hn::IfThenElseZero(hn::RebindMask(Words{}, mask), bit));
        }
        output.add(leaf - first_leaf, boxes, hn::LoadU(Words{}, b.ids + j));
      }
    }
    to = output;
  }
};

/// Turns hits of single boxes of a leaf group into leaf hits, each of one box.
class SingleLeafHits {
 public:
  /// For hits of the leaves `[first, last)`, at most kFanout, of a task from `task_first` on.
  void set_group(const TreeView& a, std::uint32_t first, std::uint32_t last,
                 std::uint32_t task_first) {
    first_box_ = a.leaf_first[first];
    for (std::uint32_t leaf = first; leaf < last; ++leaf) {
      const std::uint32_t first_of_leaf = a.leaf_first[leaf];
      for (std::uint32_t i = first_of_leaf; i < a.leaf_first[leaf + 1]; ++i) {
        positions_[i - first_box_] =
            LeafHit::of_leaf(leaf - task_first) | std::uint32_t{1} << (i - first_of_leaf);
      }
    }
  }
  void convert(JoinHit* first, const JoinHit* last) const {
    for (; first < last; ++first) first->position = positions_[first->position - first_box_];
  }

 private:
  std::uint32_t first_box_ = 0;
  std::uint32_t positions_[kFanout * kFanout];
};

/// Writes the hits of the boxes `[first_box, last_box)` of one leaf, box by box, in the order of
/// its leaf hits. `position`: of the first box of the leaf.
HWY_INLINE JoinHit* write_hits_of_leaf(std::span<const JoinHit> leaf_hits, std::uint32_t first_box,
                                       std::uint32_t last_box, std::uint32_t position,
                                       JoinHit* to) {
  const Words d;
  const auto* const words = reinterpret_cast<const std::uint32_t*>(leaf_hits.data());
  HitOutput<true, JoinHit> output{to, {}};
  for (std::uint32_t box = first_box; box < last_box; ++box) {
    const WordVector bit = hn::Set(d, std::uint32_t{1} << box);
    for (std::size_t i = 0; i < leaf_hits.size(); i += kLanes) {
      WordVector boxes;
      WordVector ids;
      hn::LoadInterleaved2(d, words + 2 * i, boxes, ids);
      const auto left =
          static_cast<std::uint32_t>(std::min<std::size_t>(leaf_hits.size() - i, kLanes));
      const auto has_box = hn::RebindMask(Floats{}, hn::Ne(hn::And(boxes, bit), hn::Zero(d)));
      output.add(position + box, ids, hn::And(has_box, first_lanes(left)));
    }
  }
  return output.cursor;
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
