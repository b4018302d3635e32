// SPDX-License-Identifier: MIT
// Kernels of the nearest objects and the first hits, and of the order of rows.
#include "kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/best_kernels.cpp"
#include <hwy/foreach_target.h>
// Why here: the lines above must come first, and those below are compiled for each instruction set.
#include <hwy/highway.h>

#include "kernels/best_first-inl.hpp"
#include "kernels/kernel_functions-inl.hpp"
#include "kernels/sort_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {

void find_best_hits(const TreeView& tree, const QueryGroup<CastQuery>& group, BestHits& best) {
  find_best<CastMeasure>(tree, group, best);
}

void find_best_near(const TreeView& tree, const QueryGroup<NearestQuery>& group, BestHits& best) {
  find_best<NearestMeasure>(tree, group, best);
}

void sort_rows(ObjectId* ids, std::span<const std::size_t> ends, ObjectId* sorted) {
  std::size_t first = 0;
  for (const std::size_t end : ends) {
    const std::size_t count = end - first;
    if (count <= kFanout) {
      sort_short_row(ids + first, static_cast<std::uint32_t>(count), sorted + first);
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
