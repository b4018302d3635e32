// SPDX-License-Identifier: MIT
// The shapes of queries in registers: which boxes of a vector each may find, and which lie inside
// it. See shapes/shapes.hpp for the slack.
#if defined(QUADPHASE_SHAPES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_SHAPES_INL
#undef QUADPHASE_SHAPES_INL
#else
#define QUADPHASE_SHAPES_INL
#endif

#include <hwy/highway.h>

#include "kernels/simd-inl.hpp"
#include "shapes/shapes.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE BoxVector broadcast_box(const Box& box) {
  const Floats d;
  return {hn::Set(d, box.min_x), hn::Set(d, box.min_y), hn::Set(d, box.max_x),
          hn::Set(d, box.max_y)};
}

/// The `lanes` in which box `a` contains box `b`.
HWY_INLINE FloatMask contains(const BoxVector& a, const BoxVector& b, FloatMask lanes) {
  return hn::And(hn::And(hn::And(hn::Le(a.min_x, b.min_x), hn::Le(b.max_x, a.max_x)),
                         hn::And(hn::Le(a.min_y, b.min_y), hn::Le(b.max_y, a.max_y))),
                 lanes);
}

/// A box.
class BoxShape {
 public:
  using Query = BoxQuery;
  static constexpr bool kIsExact = true;      // has `hits`
  static constexpr bool kHasContains = true;  // has `contains`

  explicit HWY_INLINE BoxShape(const Query& query) : box_(broadcast_box(query.box)) {}

  /// Those of `lanes` whose box may be found: at least those that the formula finds.
  [[nodiscard]] HWY_INLINE FloatMask may_hit(const BoxVector& boxes, FloatMask lanes) const {
    return overlap(box_, boxes, lanes);
  }
  /// Those of `lanes` whose box the formula finds.
  [[nodiscard]] HWY_INLINE FloatMask hits(const BoxVector& boxes, FloatMask lanes) const {
    return overlap(box_, boxes, lanes);
  }
  /// Those of `lanes` whose box lies inside, so that the formula finds each valid box in it.
  [[nodiscard]] HWY_INLINE FloatMask contains(const BoxVector& boxes, FloatMask lanes) const {
    return HWY_NAMESPACE::contains(box_, boxes, lanes);
  }

 private:
  BoxVector box_;
};

/// The squared distances of a box to some boxes.
HWY_INLINE FloatVector squared_distances(const BoxVector& from, const BoxVector& boxes) {
  const auto zero = hn::Zero(Floats{});
  const auto dx =
      hn::Max(hn::Max(hn::Sub(boxes.min_x, from.max_x), hn::Sub(from.min_x, boxes.max_x)), zero);
  const auto dy =
      hn::Max(hn::Max(hn::Sub(boxes.min_y, from.max_y), hn::Sub(from.min_y, boxes.max_y)), zero);
  return hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy));
}
/// Those of a point.
HWY_INLINE FloatVector squared_distances(FloatVector x, FloatVector y, const BoxVector& boxes) {
  return squared_distances({x, y, x, y}, boxes);
}

/// The squared distances of a point to the farthest corners of some boxes.
HWY_INLINE FloatVector farthest_distances(FloatVector x, FloatVector y, const BoxVector& boxes) {
  const auto dx = hn::Max(hn::Sub(boxes.max_x, x), hn::Sub(x, boxes.min_x));
  const auto dy = hn::Max(hn::Sub(boxes.max_y, y), hn::Sub(y, boxes.min_y));
  return hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy));
}

/// Those of `lanes` whose box the formula of a query does not find.
template <class Query>
HWY_INLINE FloatMask ruled_out_by(const Query& query, const BoxVector& boxes, FloatMask lanes) {
  const Floats d;
  float min_x[kFanout];
  float min_y[kFanout];
  float max_x[kFanout];
  float max_y[kFanout];
  float is_out[kFanout];
  hn::StoreU(boxes.min_x, d, min_x);
  hn::StoreU(boxes.min_y, d, min_y);
  hn::StoreU(boxes.max_x, d, max_x);
  hn::StoreU(boxes.max_y, d, max_y);
  hn::StoreU(hn::IfThenElseZero(lanes, hn::Set(d, 1)), d, is_out);
  for (std::size_t i = 0; i < kLanes; ++i) {
    if (is_out[i] != 0 && query.hits({min_x[i], min_y[i], max_x[i], max_y[i]})) is_out[i] = 0;
  }
  return hn::Ne(hn::LoadU(d, is_out), hn::Zero(d));
}

/// A disc.
class CircleShape {
 public:
  using Query = CircleQuery;
  static constexpr bool kIsExact = true;
  static constexpr bool kHasContains = true;

  explicit HWY_INLINE CircleShape(const Query& query)
      : query_(query),
        bounds_(broadcast_box(query.bounds)),
        x_(hn::Set(Floats{}, query.center.x)),
        y_(hn::Set(Floats{}, query.center.y)) {}

  [[nodiscard]] HWY_INLINE FloatMask may_hit(const BoxVector& boxes, FloatMask lanes) const {
    return within(squared_distances(x_, y_, boxes), boxes, lanes);
  }
  [[nodiscard]] HWY_INLINE FloatMask hits(const BoxVector& boxes, FloatMask lanes) const {
    const FloatVector squared = squared_distances(x_, y_, boxes);
    const FloatMask near = within(squared, boxes, lanes);
    const FloatMask unsure = hn::AndNot(hn::Le(squared, hn::Set(Floats{}, query_.inner)), near);
    if (HWY_LIKELY(hn::AllFalse(Floats{}, unsure))) return near;
    return hn::AndNot(ruled_out(boxes, unsure), near);
  }
  [[nodiscard]] HWY_INLINE FloatMask contains(const BoxVector& boxes, FloatMask lanes) const {
    const auto farthest = farthest_distances(x_, y_, boxes);
    return hn::And(hn::Le(farthest, hn::Set(Floats{}, query_.inner)), lanes);
  }

 private:
  /// Tests the bounds, too: a box of NaN never passes them.
  [[nodiscard]] HWY_INLINE FloatMask within(FloatVector squared, const BoxVector& boxes,
                                            FloatMask lanes) const {
    return hn::And(hn::Le(squared, hn::Set(Floats{}, query_.outer)),
                   overlap(bounds_, boxes, lanes));
  }

  /// Those of `lanes` that the formula does not find. Rarely called: only boxes within 2^-19 of the
  /// radius are unsure.
  [[nodiscard]] HWY_NOINLINE FloatMask ruled_out(const BoxVector& boxes, FloatMask lanes) const {
    return ruled_out_by(query_, boxes, lanes);
  }

  const Query& query_;
  BoxVector bounds_;
  FloatVector x_;
  FloatVector y_;
};

/// A disc; the distances of the objects in it are measured by the caller.
class NearShape : public CircleShape {
 public:
  static constexpr bool kIsExact = false;
  static constexpr bool kHasContains = false;  // few objects are found

  explicit HWY_INLINE NearShape(const Query& query) : CircleShape(query) {}
};

/// A ray, a segment or a moving box.
class CastShape {
 public:
  using Query = CastQuery;
  static constexpr bool kIsExact = false;
  static constexpr bool kHasContains = false;

  explicit HWY_INLINE CastShape(const Query& query)
      : query_(query),
        bounds_(broadcast_box(query.bounds)),
        can_cull_x_(all_lanes(query.can_cull_x)),
        can_cull_y_(all_lanes(query.can_cull_y)) {}

  [[nodiscard]] HWY_INLINE FloatMask may_hit(const BoxVector& boxes, FloatMask lanes) const {
    FloatVector unused;
    return entry_fractions(boxes, query_.limit, lanes, unused);
  }

  /// As `may_hit`, for boxes that are entered before `limit`; `fractions` are where they are
  /// entered, or a little before.
  [[nodiscard]] HWY_INLINE FloatMask entry_fractions(const BoxVector& boxes, float limit,
                                                     FloatMask lanes,
                                                     FloatVector& fractions) const {
    const Floats d;
    const auto least = hn::Set(d, -std::numeric_limits<float>::infinity());
    const auto most = hn::Set(d, std::numeric_limits<float>::infinity());
    const bool x_ahead = query_.near_edge_x == 0;
    const bool y_ahead = query_.near_edge_y == 0;
    const auto near_x = slab(x_ahead ? boxes.min_x : boxes.max_x, query_.near_x, query_.inverse_dx);
    const auto far_x = slab(x_ahead ? boxes.max_x : boxes.min_x, query_.far_x, query_.inverse_dx);
    const auto near_y = slab(y_ahead ? boxes.min_y : boxes.max_y, query_.near_y, query_.inverse_dy);
    const auto far_y = slab(y_ahead ? boxes.max_y : boxes.min_y, query_.far_y, query_.inverse_dy);
    const auto first = hn::Max(hn::Max(hn::IfThenElse(can_cull_x_, near_x, least),
                                       hn::IfThenElse(can_cull_y_, near_y, least)),
                               hn::Zero(d));
    const auto last = hn::Min(
        hn::Min(hn::IfThenElse(can_cull_x_, far_x, most), hn::IfThenElse(can_cull_y_, far_y, most)),
        hn::Set(d, limit));
    fractions = first;
    const auto end = hn::Add(hn::Mul(last, hn::Set(d, kSlack)), hn::Set(d, kTiny));
    return hn::And(hn::Le(first, end), overlap(bounds_, boxes, lanes));
  }

  /// The fractions at which boxes are left, or a little later.
  [[nodiscard]] HWY_INLINE FloatVector exit_fractions(const BoxVector& boxes) const {
    const Floats d;
    const auto most = hn::Set(d, std::numeric_limits<float>::infinity());
    const auto far_x =
        slab(query_.near_edge_x == 0 ? boxes.max_x : boxes.min_x, query_.far_x, query_.inverse_dx);
    const auto far_y =
        slab(query_.near_edge_y == 0 ? boxes.max_y : boxes.min_y, query_.far_y, query_.inverse_dy);
    const auto last =
        hn::Min(hn::IfThenElse(can_cull_x_, far_x, most), hn::IfThenElse(can_cull_y_, far_y, most));
    return hn::Add(hn::Mul(last, hn::Set(d, kSlack)), hn::Set(d, kTiny));
  }

 private:
  static HWY_INLINE FloatMask all_lanes(bool set) { return first_lanes(set ? kLanes : 0); }
  static HWY_INLINE FloatVector slab(FloatVector edges, float edge, float inverse) {
    const Floats d;
    return hn::Mul(hn::Sub(edges, hn::Set(d, edge)), hn::Set(d, inverse));
  }

  const Query& query_;
  BoxVector bounds_;
  FloatMask can_cull_x_;
  FloatMask can_cull_y_;
};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
