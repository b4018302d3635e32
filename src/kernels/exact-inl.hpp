// SPDX-License-Identifier: MIT
// Overlaps of boxes that were given in double: floats find them, and doubles decide on those that
// rounding may have made.
//
// Floats are rounded outwards, by less than one float each. So if an edge is at least two floats
// beyond the opposite one, the doubles overlap. That is a second comparison, with boxes that are
// one float smaller on each side; hardly any hit fails it unless objects share edges.
#if defined(QUADPHASE_EXACT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_EXACT_INL
#undef QUADPHASE_EXACT_INL
#else
#define QUADPHASE_EXACT_INL
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "input/exact_boxes.hpp"
#include "kernels/simd-inl.hpp"
#include "tree/tree_view.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// How two objects are tested: as closed boxes, by their interiors, or as closed boxes of which
/// doubles then decide.
enum class BoxTest : std::uint8_t { closed, open, exact };

/// The next float above each number. NaN for -0 and infinities, which then are never sure.
HWY_INLINE FloatVector next_above(FloatVector values) {
  const hn::RebindToSigned<Words> d;
  const auto bits = hn::BitCast(d, values);
  return hn::BitCast(Floats{}, hn::Add(bits, hn::Or(hn::ShiftRight<31>(bits), hn::Set(d, 1))));
}
/// The next float below each number. NaN for 0.
HWY_INLINE FloatVector next_below(FloatVector values) {
  const hn::RebindToSigned<Words> d;
  const auto bits = hn::BitCast(d, values);
  return hn::BitCast(Floats{}, hn::Sub(bits, hn::Or(hn::ShiftRight<31>(bits), hn::Set(d, 1))));
}

/// Boxes that are one float smaller on each side.
HWY_INLINE BoxVector narrowed(const BoxVector& boxes) {
  return {next_above(boxes.min_x), next_above(boxes.min_y), next_below(boxes.max_x),
          next_below(boxes.max_y)};
}

/// The objects of two trees, which may be one, at least one of which has doubles.
class ExactTest {
 public:
  ExactTest(const TreeView& a, const TreeView& b, bool touching)
      : a_(a), b_(b), touching_(touching) {}

  /// Those of `hits`, overlaps of `a` with `b` as closed boxes in float, that are overlaps of the
  /// doubles. `narrow` is `a`, narrowed.
  HWY_INLINE FloatMask keep(const BoxVector& narrow, WordVector a_positions, const BoxVector& b,
                            WordVector b_positions, FloatMask hits) const {
    const FloatMask sure = overlap<false>(narrow, b, hits);
    const FloatMask unsure = hn::AndNot(sure, hits);
    if (HWY_LIKELY(hn::AllFalse(Floats{}, unsure))) return hits;
    return hn::Or(sure, decide(a_positions, b_positions, unsure));
  }

 private:
  /// Those of `unsure` that are overlaps of the doubles.
  HWY_NOINLINE FloatMask decide(WordVector a_positions, WordVector b_positions,
                                FloatMask unsure) const {
    const Floats d;
    std::uint32_t i[kFanout];
    std::uint32_t j[kFanout];
    float overlaps[kFanout];
    hn::StoreU(a_positions, Words{}, i);
    hn::StoreU(b_positions, Words{}, j);
    hn::StoreU(hn::IfThenElseZero(unsure, hn::Set(d, 1)), d, overlaps);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if (overlaps[lane] != 0 && !overlap_exactly(a_, i[lane], b_, j[lane], touching_))
        overlaps[lane] = 0;
    }
    return hn::Ne(hn::LoadU(d, overlaps), hn::Zero(d));
  }

  const TreeView& a_;
  const TreeView& b_;
  bool touching_;
};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
