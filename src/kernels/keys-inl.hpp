// SPDX-License-Identifier: MIT
// Kernel of the keys stage: centres to cells to Morton keys, with shifts and masks.
#if defined(QUADPHASE_KEYS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_KEYS_INL
#undef QUADPHASE_KEYS_INL
#else
#define QUADPHASE_KEYS_INL
#endif

#include <hwy/highway.h>

#include "kernels/centre-inl.hpp"
#include "kernels/kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;
using HalfFloats = hn::Rebind<float, Doubles>;
using KeyLanes = hn::Rebind<Key, Doubles>;
using KeyVector = hn::Vec<KeyLanes>;

/// Moves bit i of each lane to bit 2i; the picture is at `spread_bits` in morton.hpp.
HWY_INLINE KeyVector spread_bits(KeyVector bits) {
  const KeyLanes d;
  bits = hn::And(hn::Or(bits, hn::ShiftLeft<16>(bits)), hn::Set(d, 0x0000FFFF0000FFFFU));
  bits = hn::And(hn::Or(bits, hn::ShiftLeft<8>(bits)), hn::Set(d, 0x00FF00FF00FF00FFU));
  bits = hn::And(hn::Or(bits, hn::ShiftLeft<4>(bits)), hn::Set(d, 0x0F0F0F0F0F0F0F0FU));
  bits = hn::And(hn::Or(bits, hn::ShiftLeft<2>(bits)), hn::Set(d, 0x3333333333333333U));
  return hn::And(hn::Or(bits, hn::ShiftLeft<1>(bits)), hn::Set(d, 0x5555555555555555U));
}

/// Cell numbers along one axis, as `Quantizer::cell` makes them.
HWY_INLINE KeyVector cells(hn::Vec<HalfFloats> coordinate, double origin, double scale,
                           double last) {
  const Doubles d;
  const auto offset = hn::Sub(hn::PromoteTo(d, coordinate), hn::Set(d, origin));
  const auto position =
      hn::Max(hn::Min(hn::Mul(offset, hn::Set(d, scale)), hn::Set(d, last)), hn::Zero(d));
  const hn::Rebind<std::int32_t, Doubles> d32;
  const hn::Rebind<std::int64_t, Doubles> d64;
  return hn::BitCast(KeyLanes{}, hn::PromoteTo(d64, hn::DemoteTo(d32, position)));
}

/// Positions on the curve, as `Quantizer::position` makes them.
template <bool kIsLong>
HWY_INLINE KeyVector positions(KeyVector column, KeyVector row, const Quantizer& quantizer) {
  if constexpr (!kIsLong) {
    return hn::Or(spread_bits(column), hn::ShiftLeft<1>(spread_bits(row)));
  } else {
    const int bits = quantizer.square_bits();
    const KeyVector in_square = hn::Set(KeyLanes{}, (Key{1} << bits) - 1);
    const KeyVector square = hn::ShiftRightSame(quantizer.is_tall ? row : column, bits);
    const KeyVector place =
        positions<false>(hn::And(column, in_square), hn::And(row, in_square), quantizer);
    return hn::ShiftLeftSame(hn::Or(hn::ShiftLeftSame(square, 2 * bits), place),
                             quantizer.long_bits);
  }
}

using HalfWords = hn::Rebind<std::uint32_t, Doubles>;

/// Masks of 32-bit lanes as masks of 64-bit ones: all ones stay all ones.
HWY_INLINE hn::Mask<KeyLanes> widen(hn::Mask<HalfWords> mask) {
  const hn::Rebind<std::int32_t, Doubles> d32;
  const hn::Rebind<std::int64_t, Doubles> d64;
  const auto lanes = hn::PromoteTo(d64, hn::BitCast(d32, hn::VecFromMask(HalfWords{}, mask)));
  return hn::MaskFromVec(hn::BitCast(KeyLanes{}, lanes));
}

/// Lanes whose extent has an exponent below `limit`; see `size_exponent` in morton.hpp.
HWY_INLINE hn::Mask<HalfWords> is_below(hn::Vec<HalfFloats> extent, hn::Vec<HalfWords> limit) {
  const HalfWords d;
  const auto exponent = hn::And(hn::ShiftRight<23>(hn::BitCast(d, extent)), hn::Set(d, 255));
  return hn::Gt(limit, exponent);
}

template <bool kIsLong>
HWY_INLINE void encode(const BoxSpan& boxes, std::size_t first, std::size_t last,
                       const Quantizer& quantizer, std::uint32_t large_exponent, Key* keys) {
  const HalfFloats d;
  const HalfWords dw;
  const KeyLanes dk;
  const KeyVector rejected = hn::Set(dk, kRejectedKey);
  const auto limit = hn::Set(dw, large_exponent);
  std::size_t i = first;
  for (; i + hn::Lanes(d) <= last; i += hn::Lanes(d)) {
    const auto min_x = hn::LoadU(d, boxes.min_x + i);
    const auto min_y = hn::LoadU(d, boxes.min_y + i);
    const auto max_x = hn::LoadU(d, boxes.max_x + i);
    const auto max_y = hn::LoadU(d, boxes.max_y + i);
    const auto legal =
        hn::And(hn::RebindMask(dw, hn::Le(min_x, max_x)), hn::RebindMask(dw, hn::Le(min_y, max_y)));
    const auto small =
        hn::And(is_below(hn::Sub(max_x, min_x), limit), is_below(hn::Sub(max_y, min_y), limit));

    const KeyVector x =
        cells(centre(d, min_x, max_x), quantizer.origin_x, quantizer.scale, quantizer.last_column);
    const KeyVector y =
        cells(centre(d, min_y, max_y), quantizer.origin_y, quantizer.scale, quantizer.last_row);
    const KeyVector position = positions<kIsLong>(x, y, quantizer);
    const KeyVector key =
        hn::Or(position, hn::IfThenElseZero(widen(small), hn::Set(dk, kSmallBit)));
    hn::StoreU(hn::IfThenElse(widen(legal), key, rejected), dk, keys + i);
  }
  for (; i < last; ++i) {
    const Box box = box_at(boxes, i);
    const Key size = size_exponent(box) < large_exponent ? kSmallBit : 0;
    keys[i] = is_legal(box) ? quantizer.key(detail::centre(box)) | size : kRejectedKey;
  }
}

inline void encode_keys(const BoxSpan& boxes, std::size_t first, std::size_t last,
                        const Quantizer& quantizer, std::uint32_t large_exponent, Key* keys) {
  if (quantizer.long_bits == 0) {
    encode<false>(boxes, first, last, quantizer, large_exponent, keys);
  } else {
    encode<true>(boxes, first, last, quantizer, large_exponent, keys);
  }
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
