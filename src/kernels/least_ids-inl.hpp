// SPDX-License-Identifier: MIT
// The least id below a leaf or node: what a search may still gain there when all distances are
// equal. The build computes none; searches that meet ties compute them, as long as that takes no
// longer than the search itself, and later searches find them.
//
// Threads: several may compute the same one; all store the same value.
#if defined(QUADPHASE_LEAST_IDS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_LEAST_IDS_INL
#undef QUADPHASE_LEAST_IDS_INL
#else
#define QUADPHASE_LEAST_IDS_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstdint>

#include "base/atomic_word.hpp"
#include "data/tree_view.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

class LeastIds {
 public:
  explicit LeastIds(const TreeView& tree) : tree_(tree) {}

  /// At most the least id below an entry of `level`; 0 if that would take too long to compute.
  [[nodiscard]] ObjectId at_most(std::uint32_t level, std::uint32_t number) {
    const ObjectId known = atomic_load(*place(level, number));
    if (known != TreeView::kUnknownId) return known;
    const std::uint64_t leaves = std::uint64_t{1} << (kFanoutBits * level);
    return leaves <= leaves_to_read_ ? make(level, number) : 0;
  }
  /// The search has looked at the children of a node: as many leaves may be read in that time.
  void allow_more() { leaves_to_read_ += kFanout; }

 private:
  static constexpr std::uint32_t kFanoutBits = std::bit_width(kFanout) - 1;
  static_assert(kFanout == 1U << kFanoutBits);

  [[nodiscard]] ObjectId* place(std::uint32_t level, std::uint32_t number) const {
    return tree_.least_ids + (tree_.levels[level].min_x - tree_.levels[0].min_x) + number;
  }

  HWY_NOINLINE ObjectId make(std::uint32_t level, std::uint32_t number) {
    ObjectId* const kept = place(level, number);
    ObjectId least = atomic_load(*kept);
    if (least != TreeView::kUnknownId) return least;
    if (level == 0) {
      least = least_of_leaf(number);
      --leaves_to_read_;  // not for those that an earlier search has read
    } else {
      const std::uint32_t end = std::min((number + 1) * kFanout, tree_.sizes[level - 1]);
      for (std::uint32_t child = number * kFanout; child < end; ++child)
        least = std::min(least, make(level - 1, child));
    }
    atomic_store(*kept, least);
    return least;
  }

  [[nodiscard]] HWY_INLINE ObjectId least_of_leaf(std::uint32_t leaf) const {
    const Words d;
    const auto most = hn::Set(d, TreeView::kUnknownId);
    const std::uint32_t end = tree_.leaf_first[leaf + 1];
    auto least = most;
    for (std::uint32_t first = tree_.leaf_first[leaf]; first < end; first += kLanes) {
      const auto lanes = hn::RebindMask(d, first_lanes(end - first));
      least = hn::Min(least, hn::IfThenElse(lanes, hn::LoadU(d, tree_.ids + first), most));
    }
    return hn::GetLane(hn::MinOfLanes(d, least));
  }

  const TreeView& tree_;
  std::uint64_t leaves_to_read_ = kFanout;
};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
