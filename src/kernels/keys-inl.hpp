// SPDX-License-Identifier: MIT
// Kernel of the keys stage: centers to cells to Morton keys.
#if defined(QUADPHASE_KEYS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_KEYS_INL
#undef QUADPHASE_KEYS_INL
#else
#define QUADPHASE_KEYS_INL
#endif

#include <hwy/highway.h>

#include "kernels/center-inl.hpp"
#include "kernels/kernels.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

using Keys = hn::Repartition<Key, Words>;
using KeyVector = hn::Vec<Keys>;

/// The keys of a vector of objects. In each block of 128 bits, `lower` has the keys of the first
/// two of four objects, and `upper` those of the other two.
struct KeyPair {
  KeyVector lower;
  KeyVector upper;
};

/// The cell numbers of half a vector of centers along one axis, as by `Quantizer`.
template <class V>
HWY_INLINE auto half_of_cells(V centers, double origin, double scale, double last) {
  const hn::Repartition<double, Words> d;
  const hn::Rebind<std::uint32_t, decltype(d)> du32;
  const auto offset = hn::Sub(hn::PromoteTo(d, centers), hn::Set(d, origin));
  const auto position = hn::Min(hn::Mul(offset, hn::Set(d, scale)), hn::Set(d, last));
  const auto cell = hn::Max(position, hn::Zero(d));
  // Why: `DemoteTo` clamps first what no integer could hold.
#if HWY_TARGET == HWY_AVX3
  return hn::Vec<decltype(du32)>{_mm512_cvttpd_epi32(cell.raw)};
#elif HWY_TARGET == HWY_AVX2
  return hn::Vec<decltype(du32)>{_mm256_cvttpd_epi32(cell.raw)};
#else
  return hn::BitCast(du32, hn::DemoteTo(hn::RebindToSigned<decltype(du32)>{}, cell));
#endif
}

HWY_INLINE WordVector cells(FloatVector centers, double origin, double scale, double last) {
  const hn::Half<Floats> half;
  return hn::Combine(Words{}, half_of_cells(hn::UpperHalf(half, centers), origin, scale, last),
                     half_of_cells(hn::LowerHalf(half, centers), origin, scale, last));
}

/// Moves bit i of each lane of `column` to bit 2i, and of `row` to bit 2i + 1: four bits at a time
/// through tables of 16 bytes, and then by interleaving the bytes of the low and the high four
/// bits.
/// Tried: shifts and masks, as in `spread_bits` of morton.hpp: keys stage 1.0 ns per box against
/// 0.6, AVX2 2.2 against 1.2, SSE4 4.5 against 2.1. Each axis by itself, rows shifted and then
/// joined with columns: see docs/performance.md.
HWY_INLINE KeyPair interleave_axes(WordVector column, WordVector row) {
  const hn::Repartition<std::uint8_t, Words> d;
  alignas(16) static constexpr std::uint8_t kEvenBits[] = {0x00, 0x01, 0x04, 0x05, 0x10, 0x11,
                                                           0x14, 0x15, 0x40, 0x41, 0x44, 0x45,
                                                           0x50, 0x51, 0x54, 0x55};
  alignas(16) static constexpr std::uint8_t kOddBits[] = {0x00, 0x02, 0x08, 0x0A, 0x20, 0x22,
                                                          0x28, 0x2A, 0x80, 0x82, 0x88, 0x8A,
                                                          0xA0, 0xA2, 0xA8, 0xAA};
  const auto even_bits = hn::LoadDup128(d, kEvenBits);
  const auto odd_bits = hn::LoadDup128(d, kOddBits);
  const auto spread = [&](WordVector x, WordVector y) HWY_ATTR {
    const auto nibble = hn::Set(d, 0x0F);
    return hn::Or(hn::TableLookupBytes(even_bits, hn::And(hn::BitCast(d, x), nibble)),
                  hn::TableLookupBytes(odd_bits, hn::And(hn::BitCast(d, y), nibble)));
  };
  const auto low = spread(column, row);
  const auto high = spread(hn::ShiftRight<4>(column), hn::ShiftRight<4>(row));
  return {hn::BitCast(Keys{}, hn::InterleaveLower(d, low, high)),
          hn::BitCast(Keys{}, hn::InterleaveUpper(d, low, high))};
}

/// Keys with `low` in their lower and `high` in their upper words.
HWY_INLINE KeyPair join_words(WordVector low, WordVector high) {
  const Words d;
  return {hn::BitCast(Keys{}, hn::InterleaveLower(d, low, high)),
          hn::BitCast(Keys{}, hn::InterleaveUpper(d, low, high))};
}

/// Positions on the curve, as by `Quantizer::position`.
template <bool kIsLong>
HWY_INLINE KeyPair positions(WordVector column, WordVector row, const Quantizer& quantizer) {
  if constexpr (!kIsLong) {
    return interleave_axes(column, row);
  } else {
    const Words d;
    const int bits = quantizer.square_bits();
    const WordVector in_square = hn::Set(d, (std::uint32_t{1} << bits) - 1);
    const KeyPair code = interleave_axes(hn::And(column, in_square), hn::And(row, in_square));
    const WordVector number = hn::ShiftRightSame(quantizer.is_tall ? row : column, bits);
    const KeyPair square = join_words(number, hn::Zero(d));
    const auto join = [&](KeyVector s, KeyVector c) {
      return hn::ShiftLeftSame(hn::Or(hn::ShiftLeftSame(s, 2 * bits), c), quantizer.long_bits);
    };
    return {join(square.lower, code.lower), join(square.upper, code.upper)};
  }
}

/// Stores the keys in the order of their objects.
HWY_INLINE void store(const KeyPair& keys, Key* to) {
  const Keys d;
  if constexpr (kLanes == 4) {
    hn::StoreU(keys.lower, d, to);
    hn::StoreU(keys.upper, d, to + 2);
  } else {
    KeyVector first = hn::ConcatLowerLower(d, keys.upper, keys.lower);
    KeyVector second = hn::ConcatUpperUpper(d, keys.upper, keys.lower);
    if constexpr (kLanes == 16) {
      alignas(64) static constexpr std::uint64_t kBlocks[] = {0, 1, 4, 5, 2, 3, 6, 7};
      const auto blocks = hn::SetTableIndices(d, kBlocks);
      first = hn::TableLookupLanes(first, blocks);
      second = hn::TableLookupLanes(second, blocks);
    }
    hn::StoreU(first, d, to);
    hn::StoreU(second, d, to + kLanes / 2);
  }
}

/// The lanes of which both extents have an exponent below `limit`; see `size_exponent` in
/// morton.hpp. Without their signs, floats are ordered as their bits are.
HWY_INLINE hn::Mask<Words> are_below(FloatVector width, FloatVector height, std::uint32_t limit) {
  const hn::RebindToSigned<Words> d;  // which x86-64 compares in one instruction before AVX-512
  const auto longer = hn::Max(hn::BitCast(d, hn::Abs(width)), hn::BitCast(d, hn::Abs(height)));
  return hn::RebindMask(
      Words{}, hn::Lt(hn::ShiftRight<23>(longer), hn::Set(d, static_cast<std::int32_t>(limit))));
}

/// Makes the keys of full vectors of boxes from `first` on; returns where the rest begins.
template <bool kIsLong>
HWY_INLINE std::size_t encode_vectors(const BoxSpan& boxes, std::size_t first, std::size_t last,
                                      const Quantizer& quantizer, std::uint32_t large_exponent,
                                      Key* keys) {
  const Floats d;
  const Words dw;
  const WordVector small_word = hn::Set(dw, static_cast<std::uint32_t>(kSmallBit >> 32));
  const WordVector rejected_word = hn::Set(dw, static_cast<std::uint32_t>(kRejectedKey >> 32));
  std::size_t i = first;
  for (; i + kLanes <= last; i += kLanes) {
    const BoxVector box = load_boxes(boxes, i);
    const auto valid =
        hn::RebindMask(dw, hn::And(hn::Le(box.min_x, box.max_x), hn::Le(box.min_y, box.max_y)));
    const auto small =
        are_below(hn::Sub(box.max_x, box.min_x), hn::Sub(box.max_y, box.min_y), large_exponent);
    const WordVector column = cells(center(d, box.min_x, box.max_x), quantizer.origin_x,
                                    quantizer.scale_x, quantizer.last_column);
    const WordVector row = cells(center(d, box.min_y, box.max_y), quantizer.origin_y,
                                 quantizer.scale_y, quantizer.last_row);
    // The position of cell (0, 0) is 0, so that a rejected key has no bits but its flag.
    const KeyPair position = positions<kIsLong>(hn::IfThenElseZero(valid, column),
                                                hn::IfThenElseZero(valid, row), quantizer);
    const KeyPair flags = join_words(
        hn::Zero(dw), hn::IfThenElse(valid, hn::IfThenElseZero(small, small_word), rejected_word));
    store({hn::Or(position.lower, flags.lower), hn::Or(position.upper, flags.upper)}, keys + i);
  }
  return i;
}

/// Adds worlds to the keys of full vectors from `first` on, as by `WorldRange::with_world`; returns
/// where the rest begins.
HWY_INLINE std::size_t add_worlds_to_vectors(const std::uint32_t* worlds, std::size_t first,
                                             std::size_t last, const WorldRange& range, Key* keys) {
  const Keys d;
  const hn::Rebind<std::uint32_t, Keys> half;
  const auto first_world = hn::Set(half, range.first);
  const auto small_bit = hn::Set(d, kSmallBit);
  const auto position_bits = hn::Set(d, kSmallBit - 1);
  const auto rejected = hn::Set(d, kRejectedKey);
  const WorldRange shifts = range;  // keys are written, and might be those of the range
  std::size_t i = first;
  for (; i + hn::Lanes(d) <= last; i += hn::Lanes(d)) {
    const KeyVector key = hn::LoadU(d, keys + i);
    const auto offset = hn::Sub(hn::LoadU(half, worlds + i), first_world);
    const KeyVector number = hn::ShiftRightSame(hn::PromoteTo(d, offset), shifts.shift);
    const KeyVector position = hn::ShiftRightSame(hn::And(key, position_bits), shifts.bits);
    const KeyVector in_world = hn::Or(hn::ShiftLeftSame(number, kKeyBits - shifts.bits), position);
    hn::StoreU(
        hn::IfThenElse(hn::Eq(key, rejected), key, hn::Or(hn::And(key, small_bit), in_world)), d,
        keys + i);
  }
  return i;
}

#endif

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
