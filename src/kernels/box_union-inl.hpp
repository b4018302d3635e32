// SPDX-License-Identifier: MIT
// Kernels of the tree stage: records in Morton order to columns; the tight box of a few consecutive
// boxes.
#if defined(QUADPHASE_BOX_UNION_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_BOX_UNION_INL
#undef QUADPHASE_BOX_UNION_INL
#else
#define QUADPHASE_BOX_UNION_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <limits>

#include "kernels/kernels.hpp"
#include "kernels/simd-inl.hpp"
#include "kernels/transpose-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR
HWY_INLINE Box least_and_largest(const BoxVector& boxes) {
  return {hn::GetLane(boxes.min_x), hn::GetLane(boxes.min_y), hn::GetLane(boxes.max_x),
          hn::GetLane(boxes.max_y)};
}
#else
/// Combines the quads of a vector into one by `reduce`.
template <class D, class V, class Reduce>
HWY_INLINE QuadVector fold(D d, V values, const Reduce& reduce) {
  if constexpr (hn::MaxLanes(D{}) == 4) {
    (void)d;
    return values;
  } else {
    const hn::Half<D> half;
    return fold(half, reduce(hn::LowerHalf(half, values), hn::UpperHalf(half, values)), reduce);
  }
}

/// The tight box of the boxes in all lanes. The four reductions end in one register.
HWY_INLINE Box least_and_largest(const BoxVector& boxes) {
  const auto min = [](auto a, auto b) { return hn::Min(a, b); };
  const auto max = [](auto a, auto b) { return hn::Max(a, b); };
  const Quads d;
  const auto join = [&](QuadVector a, QuadVector b, const auto& reduce) {
    return reduce(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b));  // a b a b
  };
  const QuadVector least =
      join(fold(Floats{}, boxes.min_x, min), fold(Floats{}, boxes.min_y, min), min);
  const QuadVector largest =
      join(fold(Floats{}, boxes.max_x, max), fold(Floats{}, boxes.max_y, max), max);
  const QuadVector lower = hn::ConcatLowerLower(d, largest, least);
  const QuadVector upper = hn::ConcatUpperUpper(d, largest, least);
  const QuadVector box = hn::ConcatUpperLower(d, hn::Max(lower, upper), hn::Min(lower, upper));
  Box out;
  hn::StoreU(box, d, &out.min_x);
  return out;
}
#endif

/// The tight box of boxes `[first, first + count)`; `count` is 1 to kFanout. `load(i, lanes)`
/// returns boxes i to i + `lanes` - 1, in the first lanes.
template <class Load>
HWY_INLINE Box box_union_of(std::uint32_t count, const Load& load) {
  const Floats d;
  const FloatVector infinity = hn::Set(d, std::numeric_limits<float>::infinity());
  BoxVector tight{infinity, infinity, hn::Neg(infinity), hn::Neg(infinity)};
  for (std::uint32_t i = 0; i < count; i += kLanes) {
    const std::uint32_t lane_count = std::min(count - i, kLanes);
    const FloatMask lanes = first_lanes(lane_count);
    const BoxVector box = load(i, lane_count);
    tight.min_x = hn::Min(tight.min_x, hn::IfThenElse(lanes, box.min_x, infinity));
    tight.min_y = hn::Min(tight.min_y, hn::IfThenElse(lanes, box.min_y, infinity));
    tight.max_x = hn::Max(tight.max_x, hn::IfThenElse(lanes, box.max_x, hn::Neg(infinity)));
    tight.max_y = hn::Max(tight.max_y, hn::IfThenElse(lanes, box.max_y, hn::Neg(infinity)));
  }
  return least_and_largest(tight);
}

/// The tight box of boxes `[first, first + count)`; `count` is 1 to kFanout, and kFanout boxes are
/// read.
HWY_INLINE Box box_union(const BoxSpan& boxes, std::uint32_t first, std::uint32_t count) {
  return box_union_of(
      count, [&](std::uint32_t i, std::uint32_t) HWY_ATTR { return load_boxes(boxes, first + i); });
}

/// As `box_union`, but reads no box past the last one.
HWY_INLINE Box exact_box_union(const BoxSpan& boxes, std::uint32_t first, std::uint32_t count) {
  return box_union_of(count, [&](std::uint32_t i, std::uint32_t lane_count) HWY_ATTR {
    if (lane_count == kLanes) return load_boxes(boxes, first + i);
    const LastBoxes last(boxes, first + i, first + i + lane_count);
    return load_boxes(last.boxes(), 0);
  });
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
