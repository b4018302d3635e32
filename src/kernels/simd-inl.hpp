// SPDX-License-Identifier: MIT
// Vector helpers shared by the kernels. Included once for each instruction set.
#if defined(QUADPHASE_SIMD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_SIMD_INL
#undef QUADPHASE_SIMD_INL
#else
#define QUADPHASE_SIMD_INL
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "base/tuning.hpp"
#include "data/tree_view.hpp"
#include "kernels/compress_tables.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// As many lanes as a register has, and at most as many as a node has children.
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

/// The boxes `[first, last)`, fewer than a vector, with inverted ones after them up to kLanes.
/// Why: in a small world they are a large part of all boxes.
/// Tried: one at a time, keys of 10 boxes 128 ns against 40 (Zen 4).
class LastBoxes {
 public:
  HWY_INLINE LastBoxes(const BoxSpan& boxes, std::size_t first, std::size_t last) {
    const std::size_t count = last - first;
    copy(boxes.min_x + first, count, 1, edges_[0]);
    copy(boxes.min_y + first, count, 1, edges_[1]);
    copy(boxes.max_x + first, count, 0, edges_[2]);
    copy(boxes.max_y + first, count, 0, edges_[3]);
  }
  [[nodiscard]] HWY_INLINE BoxSpan boxes() const {
    return {edges_[0], edges_[1], edges_[2], edges_[3]};
  }

 private:
  static HWY_INLINE void copy(const float* column, std::size_t count, float others, float* target) {
    const Floats d;
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
    // Here a masked load reads nothing else.
    const FloatMask lanes = hn::FirstN(d, count);
    hn::Store(hn::IfThenElse(lanes, hn::MaskedLoad(lanes, d, column), hn::Set(d, others)), d,
              target);
#else
    hn::Store(hn::Set(d, others), d, target);
    std::copy_n(column, count, target);
#endif
  }

  alignas(64) float edges_[4][kLanes];
};

HWY_INLINE BoxVector broadcast_box(const BoxSpan& boxes, std::size_t i) {
  const Floats d;
  return {hn::Set(d, boxes.min_x[i]), hn::Set(d, boxes.min_y[i]), hn::Set(d, boxes.max_x[i]),
          hn::Set(d, boxes.max_y[i])};
}

/// The `lanes` in which box `a` overlaps box `b`: `overlaps` of box.hpp, lane by lane, or
/// `interiors_overlap` if boxes that only touch do not count.
template <bool kTouching = true>
HWY_INLINE FloatMask overlap(const BoxVector& a, const BoxVector& b, FloatMask lanes) {
#if HWY_TARGET == HWY_AVX3
  constexpr int kAbove = kTouching ? _CMP_GE_OQ : _CMP_GT_OQ;
  constexpr int kBelow = kTouching ? _CMP_LE_OQ : _CMP_LT_OQ;
  // Why under a mask: fewer instructions combine masks. Why not all four in a row: each waits for
  // the mask before it. Tried: pair stage 1.01 to 1.05 times the time, counting 1.04 (Xeon).
  const __mmask16 in_x =
      _mm512_mask_cmp_ps_mask(_mm512_mask_cmp_ps_mask(lanes.raw, b.max_x.raw, a.min_x.raw, kAbove),
                              b.min_x.raw, a.max_x.raw, kBelow);
  const __mmask16 in_y = _mm512_mask_cmp_ps_mask(
      _mm512_cmp_ps_mask(b.max_y.raw, a.min_y.raw, kAbove), b.min_y.raw, a.max_y.raw, kBelow);
  return FloatMask{_kand_mask16(in_x, in_y)};
#else
  const auto below = [](FloatVector min, FloatVector max) HWY_ATTR {
    if constexpr (kTouching) {
      return hn::Le(min, max);
    } else {
      return hn::Lt(min, max);
    }
  };
  return hn::And(hn::And(hn::And(below(a.min_x, b.max_x), below(b.min_x, a.max_x)),
                         hn::And(below(a.min_y, b.max_y), below(b.min_y, a.max_y))),
                 lanes);
#endif
}

/// `base + lane` in each lane.
/// Tried: Highway's Iota, which g++ 12 compiles to a store per lane and a load that waits for all
/// of them. Pair stage 10.6 ns per box against 7.9.
HWY_INLINE WordVector iota(std::uint32_t base) {
  alignas(64) static constexpr std::uint32_t kLaneNumbers[] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                               8, 9, 10, 11, 12, 13, 14, 15};
  const Words d;
  return hn::Add(hn::Set(d, base), hn::Load(d, kLaneNumbers));
}

/// The first `count` lanes; none if `count`, as a signed number, is negative, such as a difference
/// that wraps around. So counts of 2^31 and more must be clamped.
HWY_INLINE FloatMask first_lanes(std::uint32_t count) {
  // Why signed: x86-64 has no unsigned comparison below AVX-512, and V8 needs four instructions for
  // it.
  const hn::RebindToSigned<Words> d;
  return hn::RebindMask(
      Floats{}, hn::Lt(hn::BitCast(d, iota(0)), hn::Set(d, static_cast<std::int32_t>(count))));
}

/// Moves the lanes of one mask to the front, in order; the lanes after them are unspecified.
/// `table`: with 8 lanes, kInterleavedLanes for that order instead.
///
/// Tried: Highway's Compress. On AVX-512 it clears the other lanes, so the instruction waits for
/// the old value of its destination on Zen 4 and 5; merging into the source does not. On AVX2 and
/// SSE4, g++ 12 copies its table to the stack in each call: 113 ns per box for the pair stage
/// instead of 17. A compress to memory is microcode on Zen.
class LaneCompressor {
 public:
  HWY_INLINE FloatVector operator()(FloatVector values) const {
    return hn::BitCast(Floats{}, (*this)(hn::BitCast(Words{}, values)));
  }

#if HWY_TARGET == HWY_AVX3
  explicit HWY_INLINE LaneCompressor(FloatMask mask) : mask_(mask) {}
  HWY_INLINE WordVector operator()(WordVector values) const {
    return WordVector{_mm512_mask_compress_epi32(values.raw, mask_.raw, values.raw)};
  }

 private:
  FloatMask mask_;
#elif HWY_TARGET == HWY_SCALAR
  explicit HWY_INLINE LaneCompressor(FloatMask) {}
  HWY_INLINE WordVector operator()(WordVector values) const {
    return values;
  }
#else
  explicit HWY_INLINE LaneCompressor(FloatMask mask,
                                     [[maybe_unused]] const LaneTable& table = kCompressLanes) {
#if HWY_TARGET == HWY_WASM
    const std::uint32_t bits[] = {wasm_i32x4_bitmask(mask.raw)};
#else
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(Floats{}, mask, bits);
#endif
    if constexpr (kLanes == 8) {
      const hn::Rebind<std::uint8_t, Words> bytes;
      const auto lanes = hn::PromoteTo(Words{}, hn::LoadU(bytes, table[bits[0]].data()));
      source_lanes_ = hn::BitCast(Words{}, lanes);
    } else {
      const hn::Repartition<std::uint8_t, Words> bytes;
      source_lanes_ = hn::BitCast(Words{}, hn::LoadU(bytes, kCompressBytes[bits[0] % 16].data()));
    }
  }
  HWY_INLINE WordVector operator()(WordVector values) const {
    const Words d;
    if constexpr (kLanes == 8) {
      return hn::TableLookupLanes(values, hn::IndicesFromVec(d, source_lanes_));
    } else {
      const hn::Repartition<std::uint8_t, Words> bytes;
      return hn::BitCast(
          d, hn::TableLookupBytes(hn::BitCast(bytes, values), hn::BitCast(bytes, source_lanes_)));
    }
  }

 private:
  WordVector source_lanes_;  // where each lane comes from
#endif
};

/// Why not Highway's functions for the bits and the count of a mask on WebAssembly: they store the
/// mask and load it again. Pair stage 3.6 ms for 100,000 boxes against 2.8.
HWY_INLINE std::size_t count_lanes(FloatMask mask) {
#if HWY_TARGET == HWY_WASM
  return static_cast<std::size_t>(__builtin_popcount(wasm_i32x4_bitmask(mask.raw)));
#else
  return hn::CountTrue(Floats{}, mask);
#endif
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
