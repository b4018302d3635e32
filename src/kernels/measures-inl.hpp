// SPDX-License-Identifier: MIT
// What a search for the best hits compares: the entry fractions of a cast, or the distances to a
// shape. In registers, lower bounds of those of a leaf, a node or an object; then the formula.
#if defined(QUADPHASE_MEASURES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_MEASURES_INL
#undef QUADPHASE_MEASURES_INL
#else
#define QUADPHASE_MEASURES_INL
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <limits>

#include "data/tree_view.hpp"
#include "kernels/shapes-inl.hpp"
#include "kernels/simd-inl.hpp"
#include "shapes/nearest_query.hpp"
#include "shapes/shapes.hpp"

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
  /// Whether a query has a bound before any hit is found.
  static constexpr bool kIsBounded = true;

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
  /// A lower bound of the formula for each box inside this one; negative if that says nothing.
  [[nodiscard]] double least_inside(const Box& box) const {
    return query_.is_round ? CastQuery::kMiss : query_.entry_fraction(box);
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
  static constexpr bool kIsBounded = false;

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
  [[nodiscard]] double least_inside(const Box& box) const {
    return query_.shape != nullptr ? -1 : distance_of(query_.box, box);
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
    // For infinite boxes, either may be NaN, which says nothing.
    const auto gap = hn::Max(hn::IfThenElseZero(hn::Gt(above, zero), above),
                             hn::IfThenElseZero(hn::Gt(below, zero), below));
    const auto distance = hn::Add(gap, gap);
    return hn::Mul(distance, distance);
  }

  const Query& query_;
  BoxVector box_;
};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
