// SPDX-License-Identifier: MIT
// Kernel of the pair stage: which boxes of one leaf overlap each other.
#if defined(QUADPHASE_LEAF_PAIRS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_LEAF_PAIRS_INL
#undef QUADPHASE_LEAF_PAIRS_INL
#else
#define QUADPHASE_LEAF_PAIRS_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/tuning.hpp"
#include "data/tree_view.hpp"
#include "kernels/exact-inl.hpp"
#include "kernels/filters-inl.hpp"
#include "kernels/item_list-inl.hpp"
#include "kernels/pair_output-inl.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The pairs inside of leaves. `kStore`, `kFiltered` and `kWithMatrix`: as in PairSearch.
template <bool kStore, bool kFiltered, bool kWithMatrix>
class LeafSearch {
 public:
  LeafSearch(const TreeView& tree, PairSink<kStore>& sink) : tree_(tree), sink_(sink) {}

  /// Tests the boxes of each leaf of the group with each other. In rotation r, each box is tested
  /// with the box r lanes further on, modulo their number. After half as many rotations as boxes,
  /// all have been tested.
  ///
  ///     5 boxes, rotation 2     boxes    0 1 2 3 4      6 boxes, rotation 3     boxes    0 1 2
  ///                             others   2 3 4 0 1      (the last: half)        others   3 4 5
  ///
  /// Tried: each box with the boxes after it, which fills half a register: pair stage 8.6 ns per
  /// box against 6.2. One flat loop over the rotations of all leaves: 6.2 against 5.6.
  template <BoxTest kTest>
  void test(std::uint32_t group, const ExactTest& exact) {
    const std::uint32_t end = std::min(group * kFanout + kFanout, tree_.sizes[0]);
    LeafPairs buffers[2];
    LeafPairs* found = &buffers[0];
    LeafPairs* before = &buffers[1];  // of the previous leaf
    for (std::uint32_t a = group * kFanout; a < end; ++a) {
      if constexpr (kFiltered) {
        if (!may_have_pairs(a)) continue;
      }
      const std::uint32_t first = tree_.leaf_first[a];
      const std::uint32_t count = tree_.leaf_first[a + 1] - first;
      sink_.counts.tests += count * (count - 1) / 2;
      if constexpr (kLanes == kFanout) {
        found->first = first;
        found->count = rotate_leaf<kTest>(first, count, exact, found->lanes);
        write_leaf_pairs(*before);
        std::swap(found, before);
      } else {
        test_leaf_rows<kTest>(first, count, exact);
      }
    }
    if constexpr (kLanes == kFanout) write_leaf_pairs(*before);
  }

 private:
  /// The pairs of lanes of a leaf that fits into a register, from the object `first` on.
  ///
  /// Why pairs of lanes, instead of ids after each test: a test finds three pairs, and sixteen are
  /// written together. Why only when the next leaf has been tested: otherwise they would be read
  /// while the processor still holds the stores that they come from. Tried, pair stage in ns per
  /// box of (uniform, clusters) on an Intel Xeon: ids after each test 8.2, 7.9; pairs of lanes
  /// written at once 7.9, 7.4; this way 7.6, 7.3.
  struct LeafPairs {
    std::uint32_t first = 0;
    std::size_t count = 0;
    alignas(64) std::uint32_t lanes[kStore && kLanes == kFanout ? kMaxLeafPairs : 1] = {};
  };

  /// Writes the pairs, and after them values that the next pairs overwrite.
  HWY_INLINE void write_leaf_pairs(const LeafPairs& pairs) {
    sink_.make_room(kMaxLeafPairs);
    PairOutput<kStore> output = sink_.open();
    output.add_lanes(hn::LoadU(Words{}, tree_.ids + pairs.first), pairs.lanes, pairs.count);
    sink_.close(output);
  }

  /// All rotations of a leaf that fits into a register; lists the pairs and returns their number.
  template <BoxTest kTest>
  HWY_INLINE std::size_t rotate_leaf(std::uint32_t first, std::uint32_t count,
                                     [[maybe_unused]] const ExactTest& exact,
                                     [[maybe_unused]] std::uint32_t* lanes) {
    const BoxVector boxes = load_boxes(tree_.objects, first);
    [[maybe_unused]] ExactTest::SureOverlap sure_overlap(exact);
    std::size_t found = 0;
    for (std::uint32_t rotation = 1; 2 * rotation <= count; ++rotation) {
      const std::uint32_t test_count = 2 * rotation == count ? rotation : count;
      const WordVector shifted = iota(rotation);
      // Why the minimum: a number below 0 is very large as an unsigned one.
      const WordVector other = hn::Min(shifted, hn::Sub(shifted, hn::Set(Words{}, count)));
      const BoxVector others = permute(boxes, other);
      FloatMask mask = first_lanes(test_count);
      if constexpr (kTest == BoxTest::closed || kTest == BoxTest::open)
        mask = overlap<kTest == BoxTest::closed>(boxes, others, mask);
      if constexpr (kFiltered) {
        const FilterVector filters = load_filters(tree_.filters, first);
        mask = may_pair(filters, permute(filters, other), mask);
      }
      if constexpr (kTest == BoxTest::exact) {
        const WordVector base = hn::Set(Words{}, first);
        mask = exact.overlap(boxes, iota(first), others, hn::Add(base, other), mask);
      }
      if constexpr (kTest == BoxTest::sure) mask = sure_overlap(boxes, others, mask);
      if constexpr (kStore) list_lanes(other, mask, lanes + found);
      found += count_lanes(mask);
    }
    if constexpr (kTest == BoxTest::sure) {
      if (HWY_UNLIKELY(!sure_overlap.are_sure())) return rotate_exactly(first, count, exact, lanes);
    }
    return found;
  }
  // Why the whole leaf again: a call inside its loop would force registers to be stored.
  HWY_NOINLINE std::size_t rotate_exactly(std::uint32_t first, std::uint32_t count,
                                          const ExactTest& exact, std::uint32_t* lanes) {
    return rotate_leaf<BoxTest::exact>(first, count, exact, lanes);
  }

  /// All rotations of a leaf, a part of a register at a time.
  template <BoxTest kTest>
  HWY_INLINE void test_leaf_rows(std::uint32_t first, std::uint32_t count, const ExactTest& exact) {
    sink_.make_room(kMaxLeafPairs);
    PairOutput<kStore> output = sink_.open();
    [[maybe_unused]] ExactTest::SureOverlap sure_overlap(exact);
    for (std::uint32_t rotation = 1; 2 * rotation <= count; ++rotation) {
      const std::uint32_t to_the_end = count - rotation;
      test_rows<kTest>(first, first + rotation, to_the_end, exact, output, sure_overlap);
      if (2 * rotation < count)
        test_rows<kTest>(first + to_the_end, first, rotation, exact, output, sure_overlap);
    }
    if constexpr (kTest == BoxTest::sure) {
      if (HWY_UNLIKELY(!sure_overlap.are_sure()))
        return test_leaf_rows_exactly(first, count, exact);
    }
    sink_.close(output);
  }
  HWY_NOINLINE void test_leaf_rows_exactly(std::uint32_t first, std::uint32_t count,
                                           const ExactTest& exact) {
    test_leaf_rows<BoxTest::exact>(first, count, exact);
  }

  /// Tests the boxes `[first, first + count)` with those from `other` on, each with one.
  template <BoxTest kTest>
  HWY_INLINE void test_rows(std::uint32_t first, std::uint32_t other, std::uint32_t count,
                            [[maybe_unused]] const ExactTest& exact, PairOutput<kStore>& output,
                            [[maybe_unused]] ExactTest::SureOverlap& sure_overlap) {
    for (std::uint32_t i = 0; i < count; i += kLanes) {
      const BoxVector boxes = load_boxes(tree_.objects, first + i);
      const BoxVector others = load_boxes(tree_.objects, other + i);
      FloatMask mask = first_lanes(count - i);
      if constexpr (kTest == BoxTest::closed || kTest == BoxTest::open)
        mask = overlap<kTest == BoxTest::closed>(boxes, others, mask);
      if constexpr (kFiltered) {
        mask = may_pair(load_filters(tree_.filters, first + i),
                        load_filters(tree_.filters, other + i), mask);
      }
      if constexpr (kTest == BoxTest::exact) {
        mask = exact.overlap(boxes, iota(first + i), others, iota(other + i), mask);
      }
      if constexpr (kTest == BoxTest::sure) mask = sure_overlap(boxes, others, mask);
      output.add_each(hn::LoadU(Words{}, tree_.ids + first + i),
                      hn::LoadU(Words{}, tree_.ids + other + i), mask);
    }
  }

  [[nodiscard]] HWY_INLINE bool may_have_pairs(std::uint32_t leaf) const {
    return count_lanes(may_match(own_partner_filter<kWithMatrix>(tree_, 0, leaf), tree_, 0, leaf,
                                 first_lanes(1))) != 0;
  }

  const TreeView& tree_;
  PairSink<kStore>& sink_;
};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
