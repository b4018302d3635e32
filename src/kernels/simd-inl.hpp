// SPDX-License-Identifier: MIT
// Vector helpers shared by the kernels. Included once for each instruction set.
#if defined(QUADPHASE_SIMD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_SIMD_INL
#undef QUADPHASE_SIMD_INL
#else
#define QUADPHASE_SIMD_INL
#endif

#include <hwy/highway.h>

#include "kernels/compress_tables.hpp"
#include "tree_view.hpp"
#include "tuning.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// As many lanes as the registers have, but no more than a node has children.
using Floats = hn::CappedTag<float, kFanout>;
using Words = hn::RebindToUnsigned<Floats>;
using FloatVector = hn::Vec<Floats>;
using WordVector = hn::Vec<Words>;
using FloatMask = hn::Mask<Floats>;

inline constexpr std::uint32_t kLanes = hn::MaxLanes(Floats{});

/// Four vectors of box edges, or one box in all lanes.
struct BoxVector {
  FloatVector min_x;
  FloatVector min_y;
  FloatVector max_x;
  FloatVector max_y;
};

HWY_INLINE BoxVector load_boxes(const BoxSpan& boxes, std::size_t first) {
  const Floats d;
  return {hn::LoadU(d, boxes.min_x + first), hn::LoadU(d, boxes.min_y + first),
          hn::LoadU(d, boxes.max_x + first), hn::LoadU(d, boxes.max_y + first)};
}

HWY_INLINE BoxVector broadcast_box(const BoxSpan& boxes, std::size_t i) {
  const Floats d;
  return {hn::Set(d, boxes.min_x[i]), hn::Set(d, boxes.min_y[i]), hn::Set(d, boxes.max_x[i]),
          hn::Set(d, boxes.max_y[i])};
}

/// Lanes where the closed boxes overlap.
HWY_INLINE FloatMask overlap(const BoxVector& a, const BoxVector& b) {
  return hn::And(hn::And(hn::Le(a.min_x, b.max_x), hn::Le(b.min_x, a.max_x)),
                 hn::And(hn::Le(a.min_y, b.max_y), hn::Le(b.min_y, a.max_y)));
}

/// The first `count` lanes.
HWY_INLINE FloatMask first_lanes(std::size_t count) {
  return hn::FirstN(Floats{}, count);
}

/// Moves the lanes of `mask` to the front, in order; what stands behind them is unspecified.
///
/// Tried: the library's own Compress. On AVX-512 it clears the other lanes, which makes the
/// instruction wait for its destination's old value on Zen 4 and 5; merging into the source does
/// not. On AVX2 and SSE4, g++ 12 copies its table to the stack in each call: 113 ns a box for the
/// pair stage instead of 17. A compress straight to memory is microcode on Zen.
HWY_INLINE WordVector compress(WordVector values, FloatMask mask) {
#if HWY_TARGET == HWY_AVX3
  return WordVector{_mm512_mask_compress_epi32(values.raw, mask.raw, values.raw)};
#elif HWY_TARGET == HWY_SCALAR
  (void)mask;
  return values;
#else
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(Floats{}, mask, bits);
  if constexpr (kLanes == 8) {
    const Words d;
    const hn::Rebind<std::uint8_t, Words> bytes;
    const auto lanes = hn::PromoteTo(d, hn::LoadU(bytes, kCompressLanes[bits[0]].data()));
    return hn::TableLookupLanes(values, hn::IndicesFromVec(d, lanes));
  } else {
    const hn::Repartition<std::uint8_t, Words> bytes;
    const auto shuffle = hn::LoadU(bytes, kCompressBytes[bits[0] % 16].data());
    return hn::BitCast(Words{}, hn::TableLookupBytes(hn::BitCast(bytes, values), shuffle));
  }
#endif
}

HWY_INLINE std::size_t count_lanes(FloatMask mask) {
  return hn::CountTrue(Floats{}, mask);
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
