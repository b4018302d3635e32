// SPDX-License-Identifier: MIT
// Capsules, rotated boxes and convex polygons in registers, and every shape whose inside is
// searched. See shapes/convex_query.hpp.
#if defined(QUADPHASE_CONVEX_SHAPES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_CONVEX_SHAPES_INL
#undef QUADPHASE_CONVEX_SHAPES_INL
#else
#define QUADPHASE_CONVEX_SHAPES_INL
#endif

#include <hwy/highway.h>

#include "kernels/shapes-inl.hpp"
#include "shapes/convex_query.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A shape of any kind, and one of the two relations.
class ConvexShape {
 public:
  using Query = ConvexQuery;
  static constexpr bool kIsExact = true;
  static constexpr bool kHasContains = true;

  explicit HWY_INLINE ConvexShape(const Query& query)
      : query_(query), bounds_(broadcast_box(query.bounds)), core_(broadcast_box(query.core)) {}

  /// A box that lies inside overlaps, and so do the nodes around it.
  [[nodiscard]] HWY_INLINE FloatMask may_hit(const BoxVector& boxes, FloatMask lanes) const {
    return sides<false>(boxes, overlap(bounds_, boxes, lanes), lanes).may_be;
  }

  [[nodiscard]] HWY_INLINE FloatMask hits(const BoxVector& boxes, FloatMask lanes) const {
    const Lanes found = query_.relation == Relation::overlaps
                            ? overlaps(boxes, lanes)
                            : insides(boxes, HWY_NAMESPACE::contains(bounds_, boxes, lanes), lanes);
    const FloatMask unsure = hn::AndNot(found.surely, found.may_be);
    if (HWY_LIKELY(hn::AllFalse(Floats{}, unsure))) return found.may_be;
    return hn::AndNot(ruled_out(boxes, unsure), found.may_be);
  }

  [[nodiscard]] HWY_INLINE FloatMask contains(const BoxVector& boxes, FloatMask lanes) const {
    return insides(boxes, lanes, lanes).surely;
  }

 private:
  /// Those that the formula may find, and those of them that it finds for sure.
  struct Lanes {
    FloatMask may_be;
    FloatMask surely;
  };

  /// Those of `may_be` that no side rules out, and those of `surely` that are inside all sides,
  /// judged by the corner of each box that is the least along a side, or the greatest.
  template <bool kGreatest>
  [[nodiscard]] HWY_INLINE Lanes sides(const BoxVector& boxes, FloatMask may_be,
                                       FloatMask surely) const {
    const Floats d;
    const ConvexQuery::Sides& sides = query_.sides;
    for (std::uint32_t i = 0; i < sides.count; ++i) {
      const bool is_x_max = (sides.nx[i] > 0) == kGreatest;
      const bool is_y_max = (sides.ny[i] > 0) == kGreatest;
      const auto x = hn::Mul(hn::Set(d, sides.nx[i]), is_x_max ? boxes.max_x : boxes.min_x);
      const auto y = hn::Mul(hn::Set(d, sides.ny[i]), is_y_max ? boxes.max_y : boxes.min_y);
      const auto at = hn::Add(x, y);
      const auto error =
          hn::Mul(hn::Add(hn::Abs(x), hn::Abs(y)), hn::Set(d, ConvexQuery::kSideError));
      may_be = hn::AndNot(hn::Gt(hn::Sub(at, error), hn::Set(d, sides.outer[i])), may_be);
      surely = hn::And(hn::Lt(hn::Add(at, error), hn::Set(d, sides.inner[i])), surely);
    }
    return {may_be, hn::And(surely, may_be)};
  }

  /// Those of `lanes` that may overlap, and those that surely do.
  [[nodiscard]] HWY_INLINE Lanes overlaps(const BoxVector& boxes, FloatMask lanes) const {
    Lanes found = sides<false>(boxes, overlap(bounds_, boxes, lanes), overlap(core_, boxes, lanes));
    if (query_.disc_inner >= 0) {
      const auto nearest = hn::Min(squared_distances(x(query_.first), y(query_.first), boxes),
                                   squared_distances(x(query_.second), y(query_.second), boxes));
      found.surely = hn::Or(found.surely, in_disc(nearest, found.may_be));
    }
    return found;
  }

  /// Those of `may_be` that may lie inside, and those of `lanes` that surely do.
  [[nodiscard]] HWY_INLINE Lanes insides(const BoxVector& boxes, FloatMask may_be,
                                         FloatMask lanes) const {
    Lanes found =
        sides<true>(boxes, may_be, hn::And(HWY_NAMESPACE::contains(core_, boxes, lanes), may_be));
    if (query_.disc_inner >= 0) {
      const auto nearest = hn::Min(farthest_distances(x(query_.first), y(query_.first), boxes),
                                   farthest_distances(x(query_.second), y(query_.second), boxes));
      found.surely = hn::Or(found.surely, in_disc(nearest, found.may_be));
    }
    return found;
  }

  /// Those of `lanes` whose squared distance from an end is surely that of a point in its disc.
  [[nodiscard]] HWY_INLINE FloatMask in_disc(FloatVector squared, FloatMask lanes) const {
    return hn::And(hn::Le(squared, hn::Set(Floats{}, query_.disc_inner)), lanes);
  }
  static HWY_INLINE FloatVector x(const Point& point) { return hn::Set(Floats{}, point.x); }
  static HWY_INLINE FloatVector y(const Point& point) { return hn::Set(Floats{}, point.y); }

  /// Those of `lanes` that the formula does not find. Rarely called: few boxes are unsure.
  [[nodiscard]] HWY_NOINLINE FloatMask ruled_out(const BoxVector& boxes, FloatMask lanes) const {
    return ruled_out_by(query_, boxes, lanes);
  }

  const Query& query_;
  BoxVector bounds_;
  BoxVector core_;
};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
