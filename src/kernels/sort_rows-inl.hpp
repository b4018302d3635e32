// SPDX-License-Identifier: MIT
// Kernels of batches: sort the ids of rows; sort hits, or the best of them.
#if defined(QUADPHASE_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_ROWS_INL
#undef QUADPHASE_ROWS_INL
#else
#define QUADPHASE_ROWS_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <functional>

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

/// The most ids of a row of middle length.
inline constexpr std::size_t kRankedIds = kLanes > 4 ? 4 * kLanes : kFanout;

/// As sort_short_row, for up to kRankedIds ids.
/// Tried, in ns per id for rows of 17, 34 and 64 ids, with registers of 16 lanes: by digits 13,
/// 7.4, 6.4; cut into as many bins as ids, then by insertion 7.3, 5.6, 5.4; this way 4.3, 4.7, 6.0.
HWY_INLINE void sort_middle_row(const ObjectId* ids, std::uint32_t count, ObjectId* sorted) {
  const Words d;
  WordVector all[kRankedIds / kLanes];
  const std::uint32_t vectors = (count + kLanes - 1) / kLanes;
  for (std::uint32_t v = 0; v < vectors; ++v) {
    const auto lanes = hn::RebindMask(d, first_lanes(count - v * kLanes));
    all[v] =
        hn::IfThenElse(lanes, hn::LoadU(d, ids + std::size_t{v} * kLanes), hn::Set(d, 0xFFFF'FFFF));
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto id = hn::Set(d, ids[i]);
    const std::uint32_t own = i / kLanes;
    std::size_t rank = std::size_t{own} * kLanes;
    for (std::uint32_t v = 0; v < own; ++v) rank -= hn::CountTrue(d, hn::Lt(id, all[v]));
    const auto before = hn::RebindMask(d, first_lanes(i - own * kLanes));
    rank += hn::CountTrue(d, hn::Or(hn::Lt(all[own], id), hn::And(hn::Eq(all[own], id), before)));
    for (std::uint32_t v = own + 1; v < vectors; ++v) rank += hn::CountTrue(d, hn::Lt(all[v], id));
    sorted[rank] = ids[i];
  }
}

/// Sorts many ids. `ids` is used up, and so is `spare`, which has room for as many.
/// Why not a lambda for the number of an id: it would be compiled for this instruction set, and
/// could not be inlined into a template that is not. A row of 471 ids took 10 ns an id, not 3.
inline void sort_long_row(ObjectId* ids, std::size_t count, ObjectId* spare, ObjectId* sorted) {
  const std::identity number;
  const auto bits = static_cast<int>(std::bit_width(differing_bits(ids, count, number)));
  std::copy_n(digit_sort(ids, count, spare, 0, bits, number), count, sorted);
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
