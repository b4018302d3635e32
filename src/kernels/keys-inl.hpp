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
HWY_INLINE KeyVector cells(hn::Vec<HalfFloats> coordinate, double origin, double scale) {
  const Doubles d;
  const auto offset = hn::Sub(hn::PromoteTo(d, coordinate), hn::Set(d, origin));
  const auto position = hn::Min(hn::Mul(offset, hn::Set(d, scale)), hn::Set(d, kCellsPerAxis - 1));
  const hn::Rebind<std::int32_t, Doubles> d32;
  const hn::Rebind<std::int64_t, Doubles> d64;
  return hn::BitCast(KeyLanes{}, hn::PromoteTo(d64, hn::DemoteTo(d32, position)));
}

inline void encode_keys(const BoxSpan& boxes, std::size_t first, std::size_t last,
                        const Quantizer& quantizer, Key* keys) {
  const HalfFloats d;
  const KeyLanes dk;
  const KeyVector rejected = hn::Set(dk, kRejectedKey);
  std::size_t i = first;
  for (; i + hn::Lanes(d) <= last; i += hn::Lanes(d)) {
    const auto min_x = hn::LoadU(d, boxes.min_x + i);
    const auto min_y = hn::LoadU(d, boxes.min_y + i);
    const auto max_x = hn::LoadU(d, boxes.max_x + i);
    const auto max_y = hn::LoadU(d, boxes.max_y + i);
    // Promoting all-ones lanes keeps them all ones, so the mask of floats becomes one of keys.
    const auto legal =
        hn::And(hn::VecFromMask(d, hn::Le(min_x, max_x)), hn::VecFromMask(d, hn::Le(min_y, max_y)));
    const hn::Rebind<std::int32_t, Doubles> d32;
    const hn::Rebind<std::int64_t, Doubles> d64;
    const auto wide = hn::MaskFromVec(hn::BitCast(dk, hn::PromoteTo(d64, hn::BitCast(d32, legal))));

    const KeyVector x = cells(centre(d, min_x, max_x), quantizer.origin_x, quantizer.scale);
    const KeyVector y = cells(centre(d, min_y, max_y), quantizer.origin_y, quantizer.scale);
    const KeyVector key = hn::Or(spread_bits(x), hn::ShiftLeft<1>(spread_bits(y)));
    hn::StoreU(hn::IfThenElse(wide, key, rejected), dk, keys + i);
  }
  for (; i < last; ++i) {
    const Box box{boxes.min_x[i], boxes.min_y[i], boxes.max_x[i], boxes.max_y[i]};
    keys[i] = is_legal(box) ? quantizer.key(detail::centre(box)) : kRejectedKey;
  }
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
