// SPDX-License-Identifier: MIT
// Lists of items, which one step of a search writes and the next step reads. Included once for each
// instruction set.
#if defined(QUADPHASE_ITEM_LIST_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_ITEM_LIST_INL
#undef QUADPHASE_ITEM_LIST_INL
#else
#define QUADPHASE_ITEM_LIST_INL
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "base/tuning.hpp"
#include "data/tree_view.hpp"
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

  /// How many items of the previous step fit: each makes at most kFanout items of this list.
  HWY_INLINE std::size_t room() const { return (kCapacity - size) / kFanout; }

  /// Writes a vector of items at `size`. It writes all lanes, and the caller advances the size by
  /// the number of set lanes, so there is no branch to mispredict.
  HWY_INLINE void write(std::size_t at, WordVector firsts, WordVector seconds) {
    hn::StoreU(firsts, Words{}, first + at);
    hn::StoreU(seconds, Words{}, second + at);
  }
};

/// `base + lane` for the set lanes of `mask`, moved to the front.
HWY_INLINE WordVector set_lane_indices(std::uint32_t base, FloatMask mask) {
  return LaneCompressor(mask)(iota(base));
}

/// Appends an item for each of the boxes `[first, last)` of a leaf that touches `box`: it and
/// `second`. Returns the size of the list then.
template <class Items>
HWY_INLINE std::size_t append_touching(const BoxSpan& boxes, std::uint32_t first,
                                       std::uint32_t last, const BoxVector& box,
                                       std::uint32_t second, Items& items, std::size_t size) {
  do {  // once, if a register has room for a leaf
    const FloatMask mask = overlap(box, load_boxes(boxes, first), first_lanes(last - first));
    items.write(size, set_lane_indices(first, mask), hn::Set(Words{}, second));
    size += count_lanes(mask);
    first += kLanes;
  } while (kLanes < kFanout && first < last);
  return size;
}

/// Turns items `[item, last)`, each a leaf of tree A and one of tree B, into items of `to`: a box
/// of the one leaf that touches the other leaf, and the latter. `fetch` gets each leaf of B, to
/// prefetch its boxes, which are tested next.
template <class LeafItems, class BoxItems, class Fetch>
HWY_INLINE void split_leaf_items(const TreeView& a, const TreeView& b, const LeafItems& items,
                                 std::size_t item, std::size_t last, BoxItems& to,
                                 const Fetch& fetch) {
  const BoxSpan objects = a.objects;
  const BoxSpan other_leaves = b.levels[0];
  const std::uint32_t* const leaf_first = a.leaf_first;
  std::size_t size = to.size;
  for (; item < last; ++item) {
    const std::uint32_t leaf = items.first[item];
    const std::uint32_t other = items.second[item];
    const BoxVector other_box = broadcast_box(other_leaves, other);
    fetch(other);
    size = append_touching(objects, leaf_first[leaf], leaf_first[leaf + 1], other_box, other, to,
                           size);
  }
  to.size = size;
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
