// SPDX-License-Identifier: MIT
// Kernels of batches: sort the ids of short rows; sort hits, or the best of them.
#if defined(QUADPHASE_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_ROWS_INL
#undef QUADPHASE_ROWS_INL
#else
#define QUADPHASE_ROWS_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>

#include "base/digit_sort.hpp"
#include "kernels/kernels.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Sorts `count` ids, at most kFanout. The rank of an id is the number of smaller ids, and of equal
/// ids before it. Needs a readable vector at `ids`.
/// Why: no branch depends on the ids. Sorted by comparisons, ten ids took 60 ns instead of 10.
HWY_INLINE void sort_short_row(const ObjectId* ids, std::uint32_t count, ObjectId* sorted) {
  const Words d;
  WordVector all[kFanout / kLanes];
  for (std::uint32_t v = 0; v < kFanout / kLanes; ++v) {
    const std::uint32_t first = v * kLanes;
    const auto lanes = hn::RebindMask(d, first_lanes(count > first ? count - first : 0));
    all[v] = hn::IfThenElse(lanes, hn::LoadU(d, ids + first), hn::Set(d, 0xFFFF'FFFF));
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto id = hn::Set(d, ids[i]);
    std::size_t rank = 0;
    for (std::uint32_t v = 0; v < kFanout / kLanes; ++v) {
      const auto before = hn::RebindMask(d, first_lanes(i > v * kLanes ? i - v * kLanes : 0));
      rank += hn::CountTrue(d, hn::Or(hn::Lt(all[v], id), hn::And(hn::Eq(all[v], id), before)));
    }
    sorted[rank] = ids[i];
  }
}

/// Sorts many ids. `ids` is used up.
inline void sort_long_row(ObjectId* ids, std::size_t count, ObjectId* sorted) {
  const auto number = [](ObjectId id) { return id; };
  const auto bits = static_cast<int>(std::bit_width(differing_bits(ids, count, number)));
  const ObjectId* const from = digit_sort(ids, count, sorted, 0, bits, number);
  if (from != sorted) std::copy_n(from, count, sorted);
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
