// SPDX-License-Identifier: MIT
// Kernel of the pair stage: which boxes of a leaf group overlap which later boxes.
//
// The boxes of one leaf are tested with each other by LeafSearch; a PairWalk finds the boxes to
// test with those of other leaves.
//
//     tree  --PairWalk-->  (box i, leaf b)  --test-->  pairs
#if defined(QUADPHASE_PAIRS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_PAIRS_INL
#undef QUADPHASE_PAIRS_INL
#else
#define QUADPHASE_PAIRS_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <type_traits>

#include "kernels/exact-inl.hpp"
#include "kernels/kernels.hpp"
#include "kernels/leaf_pairs-inl.hpp"
#include "kernels/pair_filters-inl.hpp"
#include "kernels/pair_output-inl.hpp"
#include "kernels/pair_walk-inl.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The pair search of one task. `kStore`: pairs are written; otherwise they are only counted.
/// Only tests of two objects exclude boxes that touch. `Filters` excludes pairs that do not match.
template <bool kStore, class Filters>
class PairSearch {
 public:
  PairSearch(const TreeView& tree, const PairTask& task, PairWriter* writer)
      : tree_(tree),
        filters_(tree),
        sink_(writer),
        leaves_(tree, sink_),
        touching_(task.touching),
        is_closed_in_float_(task.touching && !tree.exact.has_any()) {
    if (tree_.exact.has_any())
      near_ = ExactTest::near_of(tree_.levels[1], task.first_group, task.last_group);
  }

  HWY_INLINE void search(const PairTask& task) {
    const auto test_group = [&](std::uint32_t group) HWY_ATTR {
      is_closed_in_float_ ? leaves_.template test<BoxTest::closed>(group, exact_test())
                          : test_within_others(group);
    };
    const auto test_boxes = [&](const BoxLeaves& items) HWY_ATTR {
      for (std::size_t item = 0; item < items.size;) {
        const std::size_t last = std::min(items.size, item + sink_.room_for(kFanout));
        is_closed_in_float_ ? void(test_slice<BoxTest::closed>(items, item, last))
                            : test_others(items, item, last);
        item = last;
      }
    };
    const PairTestCalls calls{test_group, test_boxes};
    if constexpr (std::is_same_v<Filters, PairFilters<false>>) {
      if (tree_.matrix.own_bits != 0) return PairWalk<PairFilters<true>>(tree_, calls).search(task);
    }
    PairWalk<Filters>(tree_, calls).search(task);
  }

  [[nodiscard]] const PairCounts& counts() const { return sink_.counts; }

 private:
  /// (box i, leaf b) to pairs, for the boxes j of b that overlap box i. Returns the item at which
  /// it stopped: `last` or, with `BoxTest::sure`, an item that floats cannot decide.
  template <BoxTest kTest>
  HWY_INLINE std::size_t test_slice(const BoxLeaves& items, std::size_t item, std::size_t last) {
    const BoxSpan objects = tree_.objects;
    const ObjectId* const ids = tree_.ids;
    const std::uint32_t* const leaf_first = tree_.leaf_first;
    const Filters filters = filters_;
    [[maybe_unused]] const ExactTest exact = exact_test();
    PairOutput<kStore> output = sink_.open();
    for (; item < last; ++item) {
      const std::uint32_t i = items.first[item];
      const std::uint32_t b = items.second[item];
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
        mask = filters.objects(i, j, mask);
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
  HWY_NOINLINE void test_exact(const BoxLeaves& items, std::size_t item) {
    test_slice<BoxTest::exact>(items, item, item + 1);
  }
  HWY_NOINLINE void test_others(const BoxLeaves& items, std::size_t item, std::size_t last) {
    if (!tree_.exact.has_any()) {
      test_slice<BoxTest::open>(items, item, last);
      return;
    }
    while ((item = test_slice<BoxTest::sure>(items, item, last)) < last) {
      test_exact(items, item);
      ++item;
    }
  }

  const TreeView& tree_;
  Filters filters_;
  PairSink<kStore> sink_;
  LeafSearch<kStore, Filters> leaves_;
  bool touching_;
  bool is_closed_in_float_;  // boxes that touch are pairs, and there are no doubles
  float near_ = 0;           // see ExactTest
};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
