// SPDX-License-Identifier: MIT
// Kernel of the bounds stage: least and largest centres, and a count of boxes that are not legal.
#if defined(QUADPHASE_BOUNDS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_BOUNDS_INL
#undef QUADPHASE_BOUNDS_INL
#else
#define QUADPHASE_BOUNDS_INL
#endif

#include <hwy/highway.h>

#include "kernels/centre-inl.hpp"
#include "kernels/kernels.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Full vectors first; `measure_bounds` below does the rest one by one.
HWY_INLINE std::size_t measure_full_vectors(const BoxSpan& boxes, std::size_t first,
                                            std::size_t last, MeasuredBounds& measured) {
  const Floats d;
  const FloatVector infinity = hn::Set(d, std::numeric_limits<float>::infinity());
  BoxVector bounds{infinity, infinity, hn::Neg(infinity), hn::Neg(infinity)};
  std::size_t legal_count = 0;
  std::size_t i = first;
  for (; i + kLanes <= last; i += kLanes) {
    const BoxVector box = load_boxes(boxes, i);
    const FloatMask legal = hn::And(hn::Le(box.min_x, box.max_x), hn::Le(box.min_y, box.max_y));
    const FloatVector x = centre(d, box.min_x, box.max_x);
    const FloatVector y = centre(d, box.min_y, box.max_y);
    bounds.min_x = hn::Min(bounds.min_x, hn::IfThenElse(legal, x, infinity));
    bounds.min_y = hn::Min(bounds.min_y, hn::IfThenElse(legal, y, infinity));
    bounds.max_x = hn::Max(bounds.max_x, hn::IfThenElse(legal, x, hn::Neg(infinity)));
    bounds.max_y = hn::Max(bounds.max_y, hn::IfThenElse(legal, y, hn::Neg(infinity)));
    legal_count += count_lanes(legal);
  }
  measured.bounds = {
      hn::GetLane(hn::MinOfLanes(d, bounds.min_x)), hn::GetLane(hn::MinOfLanes(d, bounds.min_y)),
      hn::GetLane(hn::MaxOfLanes(d, bounds.max_x)), hn::GetLane(hn::MaxOfLanes(d, bounds.max_y))};
  measured.rejected_count = static_cast<std::uint32_t>(i - first - legal_count);
  return i;
}

inline void measure_bounds(const BoxSpan& boxes, std::size_t first, std::size_t last,
                           MeasuredBounds& measured) {
  for (std::size_t i = measure_full_vectors(boxes, first, last, measured); i < last; ++i) {
    const Box box{boxes.min_x[i], boxes.min_y[i], boxes.max_x[i], boxes.max_y[i]};
    if (is_legal(box)) {
      measured.bounds.include(detail::centre(box));
    } else {
      ++measured.rejected_count;
    }
  }
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
