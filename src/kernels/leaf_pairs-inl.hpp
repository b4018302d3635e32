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
#include "kernels/filter_policies-inl.hpp"
#include "kernels/pair_output-inl.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The pairs inside of leaves. `kStore` and `Filters`: as in PairSearch.
template <bool kStore, class Filters>
class LeafSearch {
 public:
  LeafSearch(const TreeView& tree, PairSink<kStore>& sink)
      : tree_(tree), filters_(tree), sink_(sink) {}

  /// Tests the boxes of each leaf of the group with each other. In rotation r, each box is tested
  /// with the box r places further on, modulo their number. After half as many rotations as boxes,
  /// all have been tested.
  ///
  ///     5 boxes, rotation 2     boxes    0 1 2 3 4      6 boxes, rotation 3     boxes    0 1 2
  ///                             others   2 3 4 0 1      (the last: half)        others   3 4 5
  ///
  /// Tried: each box with the boxes after it, which fills half a register: pair stage 8.6 ns per
  /// box against 6.2. One flat loop over the rotations of all leaves: 6.2 against 5.6.
  /// Why a ring is tested after the next one has been filled: otherwise it would be read while the
  /// processor still holds the stores that it comes from. Pair stage with AVX2 14.5 against 12.9.
  template <BoxTest kTest>
  void test(std::uint32_t group, const ExactTest& exact) {
    const std::uint32_t end = std::min(group * kFanout + kFanout, tree_.sizes[0]);
    Ring rings[2];
    Ring* next = &rings[0];
    Ring* last = &rings[1];
    for (std::uint32_t a = group * kFanout; a < end; ++a) {
      if (!filters_.may_have_pairs(a)) continue;
      const std::uint32_t first = tree_.leaf_first[a];
      const std::uint32_t count = tree_.leaf_first[a + 1] - first;
      sink_.counts.tests += count * (count - 1) / 2;
      fill(*next, first, count);
      test_ring<kTest>(*last, exact);
      std::swap(next, last);
    }
    test_ring<kTest>(*last, exact);
  }

 private:
  /// The objects of a leaf twice in a row, so that those of a rotation lie one after the other.
  struct Ring {
    static constexpr std::uint32_t kSize = 2 * kFanout;  // vectors end at place 24 or before
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    alignas(64) float edges[4][kSize];
    ObjectId ids[kSize];
    std::uint32_t filters[std::max<std::size_t>(Filters::kColumns, 1)][kSize];

    [[nodiscard]] HWY_INLINE BoxSpan boxes() const {
      return {edges[0], edges[1], edges[2], edges[3]};
    }
  };

  // Why not inlined: it is the same for all tests, and the call takes no measurable time.
  HWY_NOINLINE void fill(Ring& ring, std::uint32_t first, std::uint32_t count) const {
    ring.first = first;
    ring.count = count;
    const auto copy = [&](const auto* column, auto* twice)
                          HWY_ATTR { copy_twice(column + first, count, twice); };
    copy(tree_.objects.min_x, ring.edges[0]);
    copy(tree_.objects.min_y, ring.edges[1]);
    copy(tree_.objects.max_x, ring.edges[2]);
    copy(tree_.objects.max_y, ring.edges[3]);
    copy(tree_.ids, ring.ids);
    const FilterSpan& filters = tree_.filters;
    if constexpr (Filters::kColumns == 1) copy(filters.world, ring.filters[0]);
    if constexpr (Filters::kColumns == 4) {
      copy(filters.category, ring.filters[0]);
      copy(filters.mask, ring.filters[1]);
      copy(filters.group, ring.filters[2]);
      copy(filters.world, ring.filters[3]);
    }
  }
  /// Why not always by `std::copy_n`: it copies parts of a vector, and a load of the whole waits
  /// for them. Pair stage with AVX2 14.7 against 13.1.
  template <class Value>
  static HWY_INLINE void copy_twice(const Value* from, std::uint32_t count, Value* to) {
    const hn::CappedTag<Value, kFanout> d;
    for (Value* const target : {to, to + count}) {
      if constexpr (kLanes == 1) {
        std::copy_n(from, kFanout, target);
      } else {
        for (std::uint32_t i = 0; i < kFanout; i += kLanes)
          hn::StoreU(hn::LoadU(d, from + i), d, target + i);
      }
    }
  }

  template <BoxTest kTest>
  HWY_INLINE void test_ring(const Ring& ring, const ExactTest& exact) {
    if (ring.count == 0) return;  // before the first leaf
    sink_.make_room(kMaxLeafPairs);
    PairOutput<kStore> output = sink_.open();
    ExactTest::SureOverlap sure_overlap(exact);
    // The objects from `i` on, each with one from `other` on.
    const auto test = [&](const BoxVector& boxes, WordVector ids, [[maybe_unused]] std::uint32_t i,
                          std::uint32_t other, FloatMask lanes) HWY_ATTR {
      const BoxVector others = load_boxes(ring.boxes(), other);
      if constexpr (kTest == BoxTest::closed || kTest == BoxTest::open)
        lanes = overlap<kTest == BoxTest::closed>(boxes, others, lanes);
      lanes = Filters::each(ring.filters[0] + i, ring.filters[0] + other, Ring::kSize, lanes);
      if constexpr (kTest == BoxTest::exact)
        lanes = exact.overlap(boxes, positions(ring, i), others, positions(ring, other), lanes);
      if constexpr (kTest == BoxTest::sure) lanes = sure_overlap(boxes, others, lanes);
      output.add_each(ids, hn::LoadU(Words{}, ring.ids + other), lanes);
    };
    if constexpr (kLanes < kFanout / 2) {
      rotate(ring, test);
    } else {
      rotate_registers(ring, test);
    }
    if constexpr (kTest == BoxTest::sure) {
      if (HWY_UNLIKELY(!sure_overlap.are_sure())) return test_ring_exactly(ring, exact);
    }
    sink_.close(output);
  }
  // Why the whole leaf again: a call inside its loop would force registers to be stored.
  HWY_NOINLINE void test_ring_exactly(const Ring& ring, const ExactTest& exact) {
    test_ring<BoxTest::exact>(ring, exact);
  }

  /// The positions in the tree of the objects from place `i` of a ring on.
  static HWY_INLINE WordVector positions(const Ring& ring, std::uint32_t i) {
    // Why the minimum: a number below 0 is very large as an unsigned one.
    const WordVector places = iota(i);
    const WordVector in_leaf = hn::Min(places, hn::Sub(places, hn::Set(Words{}, ring.count)));
    return hn::Add(hn::Set(Words{}, ring.first), in_leaf);
  }

  /// All rotations of a leaf.
  template <class Test>
  static HWY_INLINE void rotate(const Ring& ring, const Test& test) {
    for (std::uint32_t rotation = 1; 2 * rotation <= ring.count; ++rotation) {
      const std::uint32_t test_count = 2 * rotation == ring.count ? rotation : ring.count;
      for (std::uint32_t i = 0; i < test_count; i += kLanes)
        test(load_boxes(ring.boxes(), i), hn::LoadU(Words{}, ring.ids + i), i, i + rotation,
             first_lanes(test_count - i));
    }
  }
  /// The same, with the objects of the leaf in registers.
  /// Tried, with AVX2: leaves that fit into one register apart: no difference, and a tenth more for
  /// the compiler to do.
  template <class Test>
  static HWY_INLINE void rotate_registers(const Ring& ring, const Test& test) {
    constexpr std::uint32_t kVectors = kFanout / kLanes;
    BoxVector boxes[kVectors];
    WordVector ids[kVectors];
    FloatMask lanes[kVectors];
    const auto set_lanes = [&](std::uint32_t count) HWY_ATTR {
      for (std::uint32_t v = 0; v < kVectors; ++v) lanes[v] = first_lanes(count - v * kLanes);
    };
    for (std::uint32_t v = 0; v < kVectors; ++v) {
      boxes[v] = load_boxes(ring.boxes(), v * kLanes);
      ids[v] = hn::LoadU(Words{}, ring.ids + v * kLanes);
    }
    set_lanes(ring.count);
    for (std::uint32_t rotation = 1; 2 * rotation <= ring.count; ++rotation) {
      if (2 * rotation == ring.count) set_lanes(rotation);
      for (std::uint32_t v = 0; v < kVectors; ++v)
        test(boxes[v], ids[v], v * kLanes, v * kLanes + rotation, lanes[v]);
    }
  }

  const TreeView& tree_;
  Filters filters_;
  PairSink<kStore>& sink_;
};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
