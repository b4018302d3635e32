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

#include "kernels/kernels.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Sorts `count` ids, at most kFanout: the place of each is the number of lesser ones, and of equal
/// ones before it.
/// There must be room to read a vector from `ids`.
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
    std::size_t place = 0;
    for (std::uint32_t v = 0; v < kFanout / kLanes; ++v) {
      const auto before = hn::RebindMask(d, first_lanes(i > v * kLanes ? i - v * kLanes : 0));
      place += hn::CountTrue(d, hn::Or(hn::Lt(all[v], id), hn::And(hn::Eq(all[v], id), before)));
    }
    sorted[place] = ids[i];
  }
}

inline void sort_rows(const ObjectId* ids, std::span<const std::size_t> ends, ObjectId* sorted) {
  std::size_t first = 0;
  for (const std::size_t end : ends) {
    const std::size_t count = end - first;
    if (count <= kFanout) {
      sort_short_row(ids + first, static_cast<std::uint32_t>(count), sorted + first);
    } else {
      std::copy(ids + first, ids + end, sorted + first);
      std::sort(sorted + first, sorted + end);
    }
    first = end;
  }
}

/// The place of each hit is the number of better ones; only those of equal distance look at ids.
inline std::size_t select_best(const double* distances, const ObjectId* ids, std::size_t count,
                               std::size_t most, Hit* best) {
  constexpr std::size_t kRanked = 4 * kFanout;
  const std::size_t kept = std::min(count, most);
  if (count > kRanked) {
    for (std::size_t i = 0; i < count; ++i) best[i] = {distances[i], ids[i]};
    std::partial_sort(best, best + kept, best + count);
    return kept;
  }
  const hn::CappedTag<double, kFanout> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t i = 0; i < count; ++i) {
    const auto distance = hn::Set(d, distances[i]);
    std::size_t place = 0;
    std::size_t same = 0;
    for (std::size_t first = 0; first < count; first += lanes) {
      const auto others = hn::LoadU(d, distances + first);
      const auto there = hn::FirstN(d, count - first);
      place += hn::CountTrue(d, hn::And(hn::Lt(others, distance), there));
      same += hn::CountTrue(d, hn::And(hn::Eq(others, distance), there));
    }
    if (HWY_UNLIKELY(same > 1)) {
      for (std::size_t j = 0; j < count; ++j)
        place += distances[j] == distances[i] && (ids[j] < ids[i] || (ids[j] == ids[i] && j < i))
                     ? 1U
                     : 0U;
    }
    if (place < kept) best[place] = {distances[i], ids[i]};
  }
  return kept;
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
