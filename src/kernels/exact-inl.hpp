// SPDX-License-Identifier: MIT
// Overlaps of boxes that were given in double: floats find them, and doubles decide those that
// rounding may have caused.
//
// Floats are rounded outwards, by less than one float each. So if an edge is at least two floats
// beyond the opposite one, the doubles overlap. Hardly any hit is closer than that unless objects
// share edges. Tried: a second comparison, with boxes that are one float smaller on each side, for
// every vector: a frame takes 1.29 times as long (AVX2, two pairs per box); this way, 1.06 to 1.09
// times.
#if defined(QUADPHASE_EXACT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_EXACT_INL
#undef QUADPHASE_EXACT_INL
#else
#define QUADPHASE_EXACT_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "data/exact_boxes.hpp"
#include "data/tree_view.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// How two objects are tested: as closed boxes, by their interiors, or by their doubles; `sure`: by
/// their floats as far as these are sure.
enum class BoxTest : std::uint8_t { closed, open, sure, exact };

/// The objects of two trees, which may be the same one, at least one of which has doubles.
class ExactTest {
 public:
  /// `near`: of the objects of `a` that will be tested; see `near_of`.
  ExactTest(const TreeView& a, const TreeView& b, bool touching, float near)
      : a_(a), b_(b), touching_(touching), near_(near) {}

  /// Two steps of a float, or more, at the edges of the boxes `[first, last)`.
  [[nodiscard]] static float near_of(const BoxSpan& boxes, std::uint32_t first,
                                     std::uint32_t last) {
    float farthest = 0;
    for (std::uint32_t i = first; i < last; ++i) {
      const Box box = box_at(boxes, i);
      for (const float edge : {box.min_x, box.min_y, box.max_x, box.max_y})
        farthest = std::max(farthest, std::abs(edge));
    }
    return 0x1p-22F * farthest + 0x1p-126F;
  }

  /// Those of `lanes` in which the doubles of `a` overlap those of `b`.
  ///
  /// How: by the least distance of an edge of `a` beyond the opposite one of `b`. It is negative if
  /// they do not overlap. Unless it is above two steps of a float, the doubles decide. They also
  /// decide for NaN, which comes from infinite edges.
  HWY_INLINE FloatMask overlap(const BoxVector& a, WordVector a_positions, const BoxVector& b,
                               WordVector b_positions, FloatMask lanes) const {
    const Floats d;
    const FloatVector beyond = distance_beyond(a, b);
    const FloatMask hits = hn::AndNot(hn::Lt(beyond, hn::Zero(d)), lanes);
    const FloatMask unsure = hn::AndNot(hn::Gt(beyond, hn::Set(d, near_)), hits);
    if (HWY_LIKELY(hn::AllFalse(d, unsure))) return hits;
    return hn::AndNot(unsure_and_disjoint(a_positions, b_positions, unsure), hits);
  }

  /// The same by floats alone; `are_sure` says whether they can decide.
  class SureOverlap {
   public:
    explicit HWY_INLINE SureOverlap(const ExactTest& test)
        : near_(hn::Set(Floats{}, test.near_)),
#if HWY_TARGET == HWY_AVX3
          least_(hn::Set(Floats{}, std::numeric_limits<float>::infinity())) {
    }
#else
          unsure_(first_lanes(0)) {
    }
#endif

    HWY_INLINE FloatMask operator()(const BoxVector& a, const BoxVector& b, FloatMask lanes) {
      const Floats d;
      const FloatVector beyond = distance_beyond(a, b);
#if HWY_TARGET == HWY_AVX3
      constexpr int kLeastOfAbsolutes = 0b1010;
      least_ = FloatVector{
          _mm512_mask_range_ps(least_.raw, lanes.raw, least_.raw, beyond.raw, kLeastOfAbsolutes)};
      return FloatMask{_mm512_mask_cmp_ps_mask(lanes.raw, beyond.raw, hn::Zero(d).raw, _CMP_GE_OQ)};
#else
      const FloatMask hits = hn::AndNot(hn::Lt(beyond, hn::Zero(d)), lanes);
      unsure_ = hn::Or(unsure_, hn::AndNot(hn::Gt(beyond, near_), hits));
      return hits;
#endif
    }

#if HWY_TARGET == HWY_AVX3
    /// Why NaN may get lost: it comes from two infinite edges, so `near_` is infinite.
    [[nodiscard]] HWY_INLINE bool are_sure() const {
      return hn::AllTrue(Floats{}, hn::Gt(least_, near_));
    }
#else
    [[nodiscard]] HWY_INLINE bool are_sure() const {
      return hn::AllFalse(Floats{}, unsure_);
    }
#endif

   private:
    FloatVector near_;
#if HWY_TARGET == HWY_AVX3
    // Why not a mask, too: three instructions fewer per test, pair stage 0.97 of the time (Xeon).
    FloatVector least_;  // of all distances, without signs
#else
    FloatMask unsure_;
#endif
  };

 private:
  static HWY_INLINE FloatVector distance_beyond(const BoxVector& a, const BoxVector& b) {
    return hn::Min(hn::Min(hn::Sub(b.max_x, a.min_x), hn::Sub(a.max_x, b.min_x)),
                   hn::Min(hn::Sub(b.max_y, a.min_y), hn::Sub(a.max_y, b.min_y)));
  }

  /// Those of `unsure` in which the doubles do not overlap.
  HWY_NOINLINE FloatMask unsure_and_disjoint(WordVector a_positions, WordVector b_positions,
                                             FloatMask unsure) const {
    const Floats d;
    std::uint32_t i[kFanout];
    std::uint32_t j[kFanout];
    float disjoint[kFanout];
    hn::StoreU(a_positions, Words{}, i);
    hn::StoreU(b_positions, Words{}, j);
    hn::StoreU(hn::IfThenElseZero(unsure, hn::Set(d, 1)), d, disjoint);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if (disjoint[lane] != 0 && overlap_exactly(a_, i[lane], b_, j[lane], touching_))
        disjoint[lane] = 0;
    }
    return hn::Ne(hn::LoadU(d, disjoint), hn::Zero(d));
  }

  const TreeView& a_;
  const TreeView& b_;
  bool touching_;
  float near_;
};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
