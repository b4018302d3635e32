// SPDX-License-Identifier: MIT
// Kernel of the bounds stage: the range of the centers, the number of invalid boxes, the mean size.
#if defined(QUADPHASE_BOUNDS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_BOUNDS_INL
#undef QUADPHASE_BOUNDS_INL
#else
#define QUADPHASE_BOUNDS_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <limits>

#include "kernels/center-inl.hpp"
#include "kernels/kernels.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The size exponents of a vector of boxes, as by `size_exponent` in morton.hpp.
HWY_INLINE WordVector size_exponents(const BoxVector& box) {
  const Words d;
  const WordVector mask = hn::Set(d, 255);
  const WordVector x = hn::ShiftRight<23>(hn::BitCast(d, hn::Sub(box.max_x, box.min_x)));
  const WordVector y = hn::ShiftRight<23>(hn::BitCast(d, hn::Sub(box.max_y, box.min_y)));
  return hn::Max(hn::And(x, mask), hn::And(y, mask));
}

/// What has been measured so far, lane by lane.
struct MeasuredLanes {
  HWY_INLINE MeasuredLanes()
      : MeasuredLanes(hn::Set(Floats{}, std::numeric_limits<float>::infinity())) {}

  HWY_INLINE void add(const BoxVector& box) {
    const Floats d;
    const Words dw;
    const FloatVector infinity = hn::Set(d, std::numeric_limits<float>::infinity());
    const FloatMask valid = hn::And(hn::Le(box.min_x, box.max_x), hn::Le(box.min_y, box.max_y));
    const FloatVector x = center(d, box.min_x, box.max_x);
    const FloatVector y = center(d, box.min_y, box.max_y);
    bounds.min_x = hn::Min(bounds.min_x, hn::IfThenElse(valid, x, infinity));
    bounds.min_y = hn::Min(bounds.min_y, hn::IfThenElse(valid, y, infinity));
    bounds.max_x = hn::Max(bounds.max_x, hn::IfThenElse(valid, x, hn::Neg(infinity)));
    bounds.max_y = hn::Max(bounds.max_y, hn::IfThenElse(valid, y, hn::Neg(infinity)));

    const WordVector exponents = hn::IfThenElseZero(hn::RebindMask(dw, valid), size_exponents(box));
    exponent_sums = hn::Add(exponent_sums, exponents);
    sized_count += hn::CountTrue(dw, hn::Gt(exponents, hn::Zero(dw)));
    valid_count += count_lanes(valid);
  }

  BoxVector bounds;
  WordVector exponent_sums;
  std::size_t sized_count = 0;
  std::size_t valid_count = 0;

 private:
  // Why not assigned to members: g++ 12 compiles a constructor of BoxVector without values for the
  // base instruction set, where those of its members cannot be inlined (Arm64).
  explicit HWY_INLINE MeasuredLanes(FloatVector infinity)
      : bounds{infinity, infinity, hn::Neg(infinity), hn::Neg(infinity)},
        exponent_sums(hn::Zero(Words{})) {}
};

/// Adds boxes `[first, last)`. Needs `last - first` <= kMeasureBlock, so that the sum of exponents
/// of a lane fits into 32 bits.
HWY_INLINE void measure_block(const BoxSpan& boxes, std::size_t first, std::size_t last,
                              MeasuredBounds& measured) {
  const Floats d;
  MeasuredLanes lanes;
  std::size_t i = first;
  for (; i + kLanes <= last; i += kLanes) lanes.add(load_boxes(boxes, i));
  if (i < last) lanes.add(load_boxes(LastBoxes(boxes, i, last).boxes(), 0));
  measured.sized_count += static_cast<std::uint32_t>(lanes.sized_count);
  measured.rejected_count += static_cast<std::uint32_t>(last - first - lanes.valid_count);
  measured.bounds.include({hn::GetLane(hn::MinOfLanes(d, lanes.bounds.min_x)),
                           hn::GetLane(hn::MinOfLanes(d, lanes.bounds.min_y)),
                           hn::GetLane(hn::MaxOfLanes(d, lanes.bounds.max_x)),
                           hn::GetLane(hn::MaxOfLanes(d, lanes.bounds.max_y))});
  measured.exponent_sum += hn::GetLane(hn::SumOfLanes(Words{}, lanes.exponent_sums));
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
