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
#include <numeric>
#include <utility>

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
    std::size_t place = 0;
    for (std::uint32_t v = 0; v < kFanout / kLanes; ++v) {
      const auto before = hn::RebindMask(d, first_lanes(i > v * kLanes ? i - v * kLanes : 0));
      place += hn::CountTrue(d, hn::Or(hn::Lt(all[v], id), hn::And(hn::Eq(all[v], id), before)));
    }
    sorted[place] = ids[i];
  }
}

/// Sorts many ids by those digits of 8 bits in which they differ, least significant first. `ids` is
/// used up. Tried, in ns per id of 64, 350 and 25,000: std::sort 17, 24, 40; this 4, 3, 2.6.
inline void sort_long_row(ObjectId* ids, std::size_t count, ObjectId* sorted) {
  constexpr std::uint32_t kDigits = 256;
  ObjectId differing = 0;
  for (std::size_t i = 1; i < count; ++i) differing |= ids[i] ^ ids[0];
  ObjectId* from = ids;
  ObjectId* to = sorted;
  for (int shift = 0; shift < 32; shift += 8) {
    if ((differing >> shift & (kDigits - 1)) == 0) continue;
    std::size_t places[kDigits] = {};
    for (std::size_t i = 0; i < count; ++i) ++places[from[i] >> shift & (kDigits - 1)];
    std::exclusive_scan(places, places + kDigits, places, std::size_t{0});
    for (std::size_t i = 0; i < count; ++i)
      to[places[from[i] >> shift & (kDigits - 1)]++] = from[i];
    std::swap(from, to);
  }
  if (from != sorted) std::copy_n(from, count, sorted);
}

void sort_rows(ObjectId* ids, std::span<const std::size_t> ends, ObjectId* sorted) {
  constexpr std::size_t kLongRow = 48;
  std::size_t first = 0;
  for (const std::size_t end : ends) {
    const std::size_t count = end - first;
    if (count <= kFanout) {
      sort_short_row(ids + first, static_cast<std::uint32_t>(count), sorted + first);
    } else if (count <= kLongRow) {
      std::copy(ids + first, ids + end, sorted + first);
      std::sort(sorted + first, sorted + end);
    } else {
      sort_long_row(ids + first, count, sorted + first);
    }
    first = end;
  }
}

/// The rank of a hit is the number of better hits; ids are compared at equal distances only.
std::size_t select_best(const double* distances, const ObjectId* ids, std::size_t count,
                        std::size_t most, Hit* best) {
  constexpr std::size_t kRanked = std::size_t{4} * kFanout;
  const std::size_t kept = std::min(count, most);
  if (count > kRanked) {
    for (std::size_t i = 0; i < count; ++i) best[i] = {distances[i], ids[i]};
    if (kept < count) std::nth_element(best, best + kept, best + count);
    std::sort(best, best + kept);
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
