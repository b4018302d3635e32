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

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
