// SPDX-License-Identifier: MIT
// Kernels of the tree stage: the tight box of a few consecutive boxes.
#if defined(QUADPHASE_UNITE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_UNITE_INL
#undef QUADPHASE_UNITE_INL
#else
#define QUADPHASE_UNITE_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <limits>

#include "kernels/kernels.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The tight box of boxes `[first, first + count)`; `count` is 1 to kFanout, and kFanout boxes may
/// be read.
HWY_INLINE Box unite(const BoxSpan& boxes, std::uint32_t first, std::uint32_t count) {
  const Floats d;
  const FloatVector infinity = hn::Set(d, std::numeric_limits<float>::infinity());
  BoxVector tight{infinity, infinity, hn::Neg(infinity), hn::Neg(infinity)};
  for (std::uint32_t i = 0; i < count; i += kLanes) {
    const FloatMask lanes = first_lanes(std::min(count - i, kLanes));
    const BoxVector box = load_boxes(boxes, first + i);
    tight.min_x = hn::Min(tight.min_x, hn::IfThenElse(lanes, box.min_x, infinity));
    tight.min_y = hn::Min(tight.min_y, hn::IfThenElse(lanes, box.min_y, infinity));
    tight.max_x = hn::Max(tight.max_x, hn::IfThenElse(lanes, box.max_x, hn::Neg(infinity)));
    tight.max_y = hn::Max(tight.max_y, hn::IfThenElse(lanes, box.max_y, hn::Neg(infinity)));
  }
  return {hn::GetLane(hn::MinOfLanes(d, tight.min_x)), hn::GetLane(hn::MinOfLanes(d, tight.min_y)),
          hn::GetLane(hn::MaxOfLanes(d, tight.max_x)), hn::GetLane(hn::MaxOfLanes(d, tight.max_y))};
}

inline Box unite_range(const BoxSpan& boxes, std::uint32_t first, std::uint32_t count) {
  return unite(boxes, first, count);
}

/// As `unite`, but reads no box behind the last one.
inline Box unite_exactly(const BoxSpan& boxes, std::uint32_t first, std::uint32_t count) {
  Box tight = box_at(boxes, first);
  for (std::uint32_t i = first + 1; i < first + count; ++i) {
    tight.min_x = std::min(tight.min_x, boxes.min_x[i]);
    tight.min_y = std::min(tight.min_y, boxes.min_y[i]);
    tight.max_x = std::max(tight.max_x, boxes.max_x[i]);
    tight.max_y = std::max(tight.max_y, boxes.max_y[i]);
  }
  return tight;
}

inline void unite_leaves(const BoxSpan& boxes, const std::uint32_t* leaf_first,
                         std::uint32_t leaf_count, Record* leaves) {
  // Why: behind the last leaf another task may be writing.
  const std::uint32_t readable = leaf_first[leaf_count];
  for (std::uint32_t leaf = 0; leaf < leaf_count; ++leaf) {
    const std::uint32_t first = leaf_first[leaf];
    const std::uint32_t count = leaf_first[leaf + 1] - first;
    leaves[leaf].box = first + kFanout <= readable ? unite(boxes, first, count)
                                                   : unite_exactly(boxes, first, count);
    leaves[leaf].id = first;
  }
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
