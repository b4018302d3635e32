// SPDX-License-Identifier: MIT
// Kernel of the queries with an order: the first hits of one cast, or what is nearest to one shape.
//
// From the nearest open entry the search descends to a leaf, always into the nearest child; the
// other children within the bound join the open list. The search ends when the nearest open entry
// is beyond the k-th hit.
//
// Tried: other orders of the search; see docs/performance.md.
//
// Source: N. Roussopoulos et al., "Nearest neighbor queries", 1995.
#if defined(QUADPHASE_BEST_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_BEST_INL
#undef QUADPHASE_BEST_INL
#else
#define QUADPHASE_BEST_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/prefetch.hpp"
#include "base/tuning.hpp"
#include "kernels/kernels.hpp"
#include "kernels/query_filters-inl.hpp"
#include "kernels/shapes-inl.hpp"
#include "kernels/simd-inl.hpp"
#include "query/best_hits.hpp"
#include "query/hidden_objects.hpp"
#include "query/nearest_query.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// As a float; no finite number becomes infinite.
inline float to_float(double value) {
  constexpr auto kMax = static_cast<double>(std::numeric_limits<float>::max());
  return value < std::numeric_limits<double>::infinity()
             ? static_cast<float>(branchless_min(value, kMax))
             : std::numeric_limits<float>::infinity();
}

/// Entry fractions of a cast.
class CastMeasure {
 public:
  using Query = CastQuery;

  explicit CastMeasure(const Query& query) : query_(query), shape_(query) {}

  /// A bound of the lower bounds of hits up to a fraction.
  [[nodiscard]] static float bound(double distance) { return to_float(distance) * kSlack + kTiny; }
  /// A box that the cast leaves before this has no hit after a fraction.
  [[nodiscard]] static float min_exit(double distance) {
    return to_float(distance) / kSlack - kTiny;
  }
  /// Those of `lanes` whose box may be hit below `bound`, and a lower bound for each.
  [[nodiscard]] HWY_INLINE FloatMask within_bound(const BoxVector& boxes, float bound,
                                                  FloatMask lanes, FloatVector& near) const {
    const FloatMask mask = shape_.entry_fractions(boxes, query_.limit, lanes, near);
    return hn::And(mask, hn::Le(near, hn::Set(Floats{}, bound)));
  }
  /// Those of `lanes` that the cast leaves after `min_exit`.
  [[nodiscard]] HWY_INLINE FloatMask ends_after(const BoxVector& boxes, float min_exit,
                                                FloatMask lanes) const {
    return hn::And(hn::Ge(shape_.exit_fractions(boxes), hn::Set(Floats{}, min_exit)), lanes);
  }
  /// The formula; negative if the box is not hit.
  [[nodiscard]] double measure(const TreeView& tree, std::uint32_t position) const {
    return query_.entry_fraction(box_at(tree.objects, position));
  }

 private:
  const Query& query_;
  CastShape shape_;
};

/// Distances to a box or another shape; in registers, their squares.
class NearestMeasure {
 public:
  using Query = NearestQuery;

  explicit NearestMeasure(const Query& query) : query_(query), box_(broadcast_box(query.box)) {}

  [[nodiscard]] static float bound(double distance) {
    return to_float(distance * distance) * kSlack + kTiny;
  }
  [[nodiscard]] static float min_exit(double distance) {
    return to_float(distance * distance) / kSlack - kTiny;
  }
  [[nodiscard]] HWY_INLINE FloatMask within_bound(const BoxVector& boxes, float bound,
                                                  FloatMask lanes, FloatVector& near) const {
    near = squared_distances(box_, boxes);
    if (query_.slab.nx != 0) near = hn::Max(near, squared_slab_distances(boxes));
    // Tombstones are boxes of NaN.
    const FloatMask alive = hn::And(hn::Eq(boxes.min_x, boxes.min_x), lanes);
    return hn::And(hn::Le(near, hn::Set(Floats{}, bound)), alive);
  }
  [[nodiscard]] HWY_INLINE FloatMask ends_after(const BoxVector& boxes, float min_exit,
                                                FloatMask lanes) const {
    if (query_.shape != nullptr) return lanes;  // it may be farther than its bounds
    const auto zero = hn::Zero(Floats{});
    const auto dx =
        hn::Max(hn::Max(hn::Sub(boxes.max_x, box_.max_x), hn::Sub(box_.min_x, boxes.min_x)), zero);
    const auto dy =
        hn::Max(hn::Max(hn::Sub(boxes.max_y, box_.max_y), hn::Sub(box_.min_y, boxes.min_y)), zero);
    const auto farthest = hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy));
    return hn::And(hn::Ge(farthest, hn::Set(Floats{}, min_exit)), lanes);
  }
  [[nodiscard]] double measure(const TreeView& tree, std::uint32_t position) const {
    return distance_of(query_, tree, position);
  }

 private:
  /// The squared distances of the slab, or less.
  [[nodiscard]] HWY_NOINLINE FloatVector squared_slab_distances(const BoxVector& boxes) const {
    constexpr float kError = 0x1p-20F;  // of the products
    const Floats d;
    const NearestSlab& slab = query_.slab;
    const auto nx = hn::Set(d, slab.nx);
    const auto ny = hn::Set(d, slab.ny);
    const auto least_x = hn::Mul(nx, slab.nx > 0 ? boxes.min_x : boxes.max_x);
    const auto least_y = hn::Mul(ny, slab.ny > 0 ? boxes.min_y : boxes.max_y);
    const auto most_x = hn::Mul(nx, slab.nx > 0 ? boxes.max_x : boxes.min_x);
    const auto most_y = hn::Mul(ny, slab.ny > 0 ? boxes.max_y : boxes.min_y);
    const auto error = hn::Set(d, kError);
    const auto above = hn::Sub(hn::Sub(hn::Add(least_x, least_y), hn::Set(d, slab.high)),
                               hn::Mul(error, hn::Add(hn::Abs(least_x), hn::Abs(least_y))));
    const auto below = hn::Sub(hn::Sub(hn::Set(d, slab.low), hn::Add(most_x, most_y)),
                               hn::Mul(error, hn::Add(hn::Abs(most_x), hn::Abs(most_y))));
    const auto zero = hn::Zero(d);
    // Of infinite boxes, either may be NaN, which says nothing.
    const auto gap = hn::Max(hn::IfThenElseZero(hn::Gt(above, zero), above),
                             hn::IfThenElseZero(hn::Gt(below, zero), below));
    const auto distance = hn::Add(gap, gap);
    return hn::Mul(distance, distance);
  }

  const Query& query_;
  BoxVector box_;
};

/// The search for one query in one tree.
template <class Measure, class Filters>
class BestSearch {
 public:
  using Packet = QueryPacket<typename Measure::Query>;  // of one query

  BestSearch(const TreeView& tree, const Packet& packet, BestHits& best)
      : tree_(tree),
        measure_(packet.queries[0]),
        filters_(tree, packet),
        partner_filter_(filters_.partner_filter(0)),
        best_(best),
        bound_(Measure::bound(best.farthest())),
        min_exit_(best.after.distance > 0 ? Measure::min_exit(best.after.distance) : 0) {}

  void search() {
    if (tree_.level_count == 0 || filters_.matches_nothing(0)) return;
    descend(tree_.level_count, 0);
    while (size_ > 0) {
      const std::uint32_t key = least_open_key();
      const std::uint32_t nearest = key % kOpenListSize;
      if (std::bit_cast<float>(key - nearest) > bound_) return;  // at most any lower bound
      const std::uint32_t level = levels_[nearest];
      const std::uint32_t number = numbers_[nearest];
      --size_;
      lower_bounds_[nearest] = lower_bounds_[size_];
      levels_[nearest] = levels_[size_];
      numbers_[nearest] = numbers_[size_];
      descend(level, number);
    }
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  /// Open entries. If there are more, those below the next one are searched at once.
  static constexpr std::size_t kOpenListSize = tuned<std::size_t>(256, 32);

  /// Descends from an entry to a leaf, always into the nearest child; the others become open.
  void descend(std::uint32_t level, std::uint32_t number) {
    for (; level > 0; --level) {
      if (size_ + kFanout > kOpenListSize) return search_below(level - 1, number);
      number = expand(level - 1, number);
      if (number == kNone) return;
    }
    search_leaf(number);
  }

  /// Of the open entries, the least key: that of the nearest one, up to the bits of its index.
  [[nodiscard]] HWY_INLINE std::uint32_t least_open_key() const {
    const Words d;
    auto least = hn::Set(d, kNone);
    for (std::size_t i = 0; i < size_; i += kLanes) {
      const auto first = static_cast<std::uint32_t>(i);
      const FloatMask lanes = first_lanes(static_cast<std::uint32_t>(size_) - first);
      least = hn::Min(least,
                      keys_of<kOpenListSize>(hn::LoadU(Floats{}, lower_bounds_ + i), lanes, first));
    }
    return hn::GetLane(hn::MinOfLanes(d, least));
  }

  /// The nearest of the children `[16 node, 16 node + 16)` on `level`; the others within the
  /// bound become open. kNone if none is within the bound.
  HWY_INLINE std::uint32_t expand(std::uint32_t level, std::uint32_t node) {
    constexpr std::uint32_t kVectors = kFanout / kLanes;
    const Words d;
    const std::uint32_t begin = node * kFanout;
    const std::uint32_t end = std::min(begin + kFanout, tree_.sizes[level]);
    if (level == 0) prefetch(tree_.leaf_first + begin);  // read as soon as a leaf is chosen
    FloatVector near[kVectors];
    WordVector keys[kVectors];
    auto least = hn::Set(d, kNone);
    for (std::uint32_t v = 0; v < kVectors; ++v) {
      const std::uint32_t lane = v * kLanes;
      const BoxVector boxes = load_boxes(tree_.levels[level], begin + lane);
      const FloatMask mask =
          within_bound(level, boxes, begin + lane, std::max(end, begin + lane), near[v]);
      keys[v] = keys_of<kFanout>(near[v], mask, lane);
      least = hn::Min(least, keys[v]);
    }
    least = hn::MinOfLanes(d, least);
    const std::uint32_t key = hn::GetLane(least);
    if (key == kNone) return kNone;
    for (std::uint32_t v = 0; v < kVectors; ++v) {
      const auto is_open = hn::AndNot(hn::Eq(keys[v], least), hn::Ne(keys[v], hn::Set(d, kNone)));
      const FloatMask mask = hn::RebindMask(Floats{}, is_open);
      const LaneCompressor compress(mask);
      hn::StoreU(compress(near[v]), Floats{}, lower_bounds_ + size_);
      hn::StoreU(compress(iota(begin + v * kLanes)), d, numbers_ + size_);
      hn::StoreU(hn::Set(d, level), d, levels_ + size_);
      size_ += count_lanes(mask);
    }
    return begin + key % kFanout;
  }

  HWY_INLINE FloatMask within_bound(std::uint32_t level, const BoxVector& boxes,
                                    std::uint32_t first, std::uint32_t end,
                                    FloatVector& near) const {
    FloatMask mask = measure_.within_bound(boxes, bound_, first_lanes(end - first), near);
    if (min_exit_ > 0) mask = measure_.ends_after(boxes, min_exit_, mask);
    return filters_.entries(level, partner_filter_, first, mask);
  }

  /// Searches all that is within the bound below the children of a node, in no order.
  HWY_NOINLINE void search_below(std::uint32_t level, std::uint32_t node) {
    const std::uint32_t end = std::min(node * kFanout + kFanout, tree_.sizes[level]);
    for (std::uint32_t first = node * kFanout; first < end; first += kLanes) {
      FloatVector near;
      const FloatMask mask =
          within_bound(level, load_boxes(tree_.levels[level], first), first, end, near);
      std::uint32_t children[kFanout];
      hn::StoreU(LaneCompressor(mask)(iota(first)), Words{}, children);
      const std::size_t count = count_lanes(mask);
      for (std::size_t i = 0; i < count; ++i) {
        if (level > 0) {
          search_below(level - 1, children[i]);
        } else {
          search_leaf(children[i]);
        }
      }
    }
  }

  /// Inserts the objects of a leaf, the nearest first, as far as they are within the bound.
  HWY_INLINE void search_leaf(std::uint32_t leaf) {
    constexpr std::uint32_t kVectors = kFanout / kLanes;
    const Words d;
    const std::uint32_t begin = tree_.leaf_first[leaf];
    const std::uint32_t end = tree_.leaf_first[leaf + 1];
    WordVector keys[kVectors];
    for (std::uint32_t v = 0; v < kVectors; ++v) {
      const std::uint32_t first = begin + v * kLanes;
      FloatVector near;
      const FloatMask mask =
          filters_.objects(0, first,
                           measure_.within_bound(load_boxes(tree_.objects, first), bound_,
                                                 first_lanes(end > first ? end - first : 0), near));
      keys[v] = keys_of<kFanout>(near, mask, v * kLanes);
    }
    for (;;) {
      auto least = keys[0];
      for (const WordVector& some : keys) least = hn::Min(least, some);
      least = hn::MinOfLanes(d, least);
      const std::uint32_t key = hn::GetLane(least);
      if (key == kNone || key > (std::bit_cast<std::uint32_t>(bound_) | (kFanout - 1))) return;
      for (WordVector& some : keys)
        some = hn::IfThenElse(hn::Eq(some, least), hn::Set(d, kNone), some);
      insert(begin + key % kFanout);
    }
  }

  /// Keys are how near each lane is, a float that is not negative and so ordered as its bits, of
  /// which the last ones number it, from `lane` on and below `kCount`, a power of two; kNone if the
  /// mask is not set.
  template <std::uint32_t kCount>
  HWY_INLINE WordVector keys_of(FloatVector near, FloatMask mask, std::uint32_t lane) const {
    // Bits that are no part of how near it is: the lane's, and the sign, as zero may have one.
    constexpr std::uint32_t kNotNear = 0x8000'0000 | (kCount - 1);
    const Words d;
    const auto keys = hn::Or(hn::AndNot(hn::Set(d, kNotNear), hn::BitCast(d, near)), iota(lane));
    return hn::IfThenElse(hn::RebindMask(d, mask), keys, hn::Set(d, kNone));
  }

  HWY_INLINE void insert(std::uint32_t position) {
    const double distance = measure_.measure(tree_, position);
    const ObjectId id = tree_.ids[position];
    if (!(distance >= 0) || is_hidden(tree_, id) || !best_.counts(tree_, position)) return;
    if (best_.insert({distance, id})) bound_ = Measure::bound(best_.farthest());
  }

  const TreeView& tree_;
  Measure measure_;
  Filters filters_;
  typename Filters::Partners partner_filter_;
  BestHits& best_;
  float bound_;     // of lower bounds
  float min_exit_;  // entries that end before it hold only hits of earlier pages

  // Open entries, in no order, and a lower bound of the distance or fraction of each.
  float lower_bounds_[kOpenListSize + kFanout];
  std::uint32_t levels_[kOpenListSize + kFanout];
  std::uint32_t numbers_[kOpenListSize + kFanout];
  std::size_t size_ = 0;
};

template <class Measure>
void find_best(const TreeView& tree, const QueryPacket<typename Measure::Query>& packet,
               BestHits& best) {
  if (tree.is_filtered()) {
    BestSearch<Measure, QueryFilters>(tree, packet, best).search();
  } else {
    BestSearch<Measure, NoQueryFilters>(tree, packet, best).search();
  }
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
