// SPDX-License-Identifier: MIT
// Kernels of the nearest objects, the first hits and any hit, and of the order of rows.
#include "kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/best_kernels.cpp"
#include <hwy/foreach_target.h>
// Why here: the lines above must come first, and those below are compiled for each instruction set.
#include <hwy/highway.h>

#include "base/prefetch.hpp"
#include "base/tuning.hpp"
#include "kernels/any_hit-inl.hpp"
#include "kernels/best_first-inl.hpp"
#include "kernels/kernel_functions-inl.hpp"
#include "kernels/sort_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {

void find_best_hits(const TreeView& tree, const QueryPacket<CastQuery>& packet, BestHits& best) {
  find_best<CastMeasure>(tree, packet, best);
}

void find_any_hit(const TreeView& tree, const QueryPacket<CastQuery>& packet, BestHits& best) {
  if (tree.is_filtered()) {
    find_any_hit_in<QueryFilters>(tree, packet, best);
  } else {
    find_any_hit_in<NoFilters>(tree, packet, best);
  }
}

void find_any_hits(const TreeView& tree, const QueryPacket<CastQuery>& packet, AnyHits& hits) {
  if (tree.is_filtered()) {
    find_any_hits_in<QueryFilters>(tree, packet, hits);
  } else {
    find_any_hits_in<NoFilters>(tree, packet, hits);
  }
}

void find_best_near(const TreeView& tree, const QueryPacket<NearestQuery>& packet, BestHits& best) {
  find_best<NearestMeasure>(tree, packet, best);
}

/// A leaf near a point: the way down always continues at the nearest child; of several that contain
/// the point, at the one whose center is nearest.
std::uint32_t find_near_leaf(const TreeView& tree, const Point& point) {
  const Floats d;
  const auto x = hn::Set(d, point.x);
  const auto y = hn::Set(d, point.y);
  const auto half = hn::Set(d, 0.5F);
  const auto most = hn::Set(d, std::numeric_limits<float>::max());
  std::uint32_t node = 0;
  for (std::uint32_t level = tree.level_count; level > 0; --level) {
    const std::uint32_t begin = node * kFanout;
    const std::uint32_t end = std::min(begin + kFanout, tree.sizes[level - 1]);
    if (level == 1) prefetch(tree.leaf_first + begin);
    float least = std::numeric_limits<float>::infinity();
    node = begin;
    for (std::uint32_t first = begin; first < end; first += kLanes) {
      const BoxVector boxes = load_boxes(tree.levels[level - 1], first);
      const auto dx = hn::Sub(hn::Mul(half, hn::Add(boxes.min_x, boxes.max_x)), x);
      const auto dy = hn::Sub(hn::Mul(half, hn::Add(boxes.min_y, boxes.max_y)), y);
      const auto middle = hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy));
      // Middles count only a little, but decide between distances of 0.
      const auto score = hn::Add(hn::Mul(hn::Min(middle, most), hn::Set(d, 0x1p-10F)),
                                 squared_distances(x, y, boxes));
      const auto lanes = first_lanes(end - first);
      const auto scores =
          hn::IfThenElse(lanes, score, hn::Set(d, std::numeric_limits<float>::infinity()));
      const auto lowest = hn::MinOfLanes(d, scores);
      if (!(hn::GetLane(lowest) < least)) continue;
      least = hn::GetLane(lowest);
      const std::intptr_t lane = hn::FindFirstTrue(d, hn::Eq(scores, lowest));
      node = first + static_cast<std::uint32_t>(lane);
    }
  }
  return node;
}

void sort_rows(ObjectId* ids, std::span<const std::size_t> ends, ObjectId* spare,
               ObjectId* sorted) {
  std::size_t first = 0;
  for (const std::size_t end : ends) {
    const std::size_t count = end - first;
    if (count <= kFanout) {
      sort_short_row(ids + first, static_cast<std::uint32_t>(count), sorted + first);
    } else if (count <= kRankedIds) {
      sort_middle_row(ids + first, static_cast<std::uint32_t>(count), sorted + first);
    } else {
      sort_long_row(ids + first, count, spare, sorted + first);
    }
    first = end;
  }
}

/// The rank of a hit is the number of better hits; ids are compared at equal distances only.
std::size_t select_best(const double* distances, const ObjectId* ids, std::size_t count,
                        std::size_t most, Hit* best) {
  constexpr std::size_t kRanked = tuned<std::size_t>(std::size_t{4} * kFanout, kFanout);
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
    std::size_t rank = 0;
    std::size_t same = 0;
    for (std::size_t first = 0; first < count; first += lanes) {
      const auto others = hn::LoadU(d, distances + first);
      const auto there = hn::FirstN(d, count - first);
      rank += hn::CountTrue(d, hn::And(hn::Lt(others, distance), there));
      same += hn::CountTrue(d, hn::And(hn::Eq(others, distance), there));
    }
    if (HWY_UNLIKELY(same > 1)) {
      for (std::size_t j = 0; j < count; ++j)
        rank += distances[j] == distances[i] && (ids[j] < ids[i] || (ids[j] == ids[i] && j < i))
                    ? 1U
                    : 0U;
    }
    if (rank < kept) best[rank] = {distances[i], ids[i]};
  }
  return kept;
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
