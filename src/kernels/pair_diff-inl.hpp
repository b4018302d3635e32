// SPDX-License-Identifier: MIT
// Kernel of pair events: which pairs of rows have disjoint boxes.
#if defined(QUADPHASE_CHANGES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_CHANGES_INL
#undef QUADPHASE_CHANGES_INL
#else
#define QUADPHASE_CHANGES_INL
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>

#include "kernels/kernels.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_AVX3
inline constexpr std::size_t kDisjointPairs = 16;

/// The boxes of four rows: every second entry from `rows` on.
HWY_INLINE __m512 load_four(const Box* boxes, const std::uint32_t* rows) {
  const auto load = [&](std::size_t i) {
    return _mm_loadu_ps(reinterpret_cast<const float*>(boxes + rows[i]));
  };
  __m512 four = _mm512_castps128_ps512(load(0));
  four = _mm512_insertf32x4(four, load(2), 1);
  four = _mm512_insertf32x4(four, load(4), 2);
  return _mm512_insertf32x4(four, load(6), 3);
}

/// A bit for each of kDisjointPairs pairs.
template <bool kTouching>
HWY_INLINE std::uint64_t find_disjoint_bits(const Box* boxes, const Pair* pairs) {
  constexpr int kAbove = kTouching ? _CMP_NLE_UQ : _CMP_NLT_UQ;
  constexpr int kBelow = kTouching ? _CMP_NGE_UQ : _CMP_NGT_UQ;
  constexpr std::uint64_t kFirstOfFour = 0x1111'1111'1111'1111;
  const auto* const rows = reinterpret_cast<const std::uint32_t*>(pairs);
  std::uint64_t edges = 0;  // edges by which the boxes of a pair are disjoint, four bits per pair
  for (std::size_t i = 0; i < kDisjointPairs; i += 4) {
    const __m512 a = load_four(boxes, rows + 2 * i);
    const __m512 b = load_four(boxes, rows + 2 * i + 1);
    const __m512 opposite = _mm512_permute_ps(b, 0b01'00'11'10);  // max_x, max_y, min_x, min_y
    const __mmask16 above = _mm512_mask_cmp_ps_mask(0x3333, a, opposite, kAbove);
    const __mmask16 below = _mm512_mask_cmp_ps_mask(0xCCCC, a, opposite, kBelow);
    edges |= std::uint64_t{_kor_mask16(above, below)} << (4 * i);
  }
  edges |= edges >> 1;
  edges |= edges >> 2;
  return _pext_u64(edges, kFirstOfFour);
}
#else
inline constexpr std::size_t kDisjointPairs = 4;

/// A bit for each of kDisjointPairs pairs.
template <bool kTouching>
HWY_INLINE std::uint64_t find_disjoint_bits(const Box* boxes, const Pair* pairs) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < kDisjointPairs; ++i) {
    const Box* const a = boxes + pairs[i].first;
    const Box* const b = boxes + pairs[i].second;
#if HWY_TARGET == HWY_SCALAR
    const bool overlap = overlaps(*a, *b, kTouching);
#else
    const hn::FixedTag<float, 4> d;
    // The upper half has the opposite sign, so all four edges are compared in the same direction.
    alignas(16) static constexpr float kSigns[4] = {0.0F, 0.0F, -0.0F, -0.0F};
    const auto signs = hn::Load(d, kSigns);
    const auto edges = hn::Xor(hn::LoadU(d, reinterpret_cast<const float*>(a)), signs);
    const auto opposite =
        hn::Xor(hn::Shuffle1032(hn::LoadU(d, reinterpret_cast<const float*>(b))), signs);
    const bool overlap =
        hn::AllTrue(d, kTouching ? hn::Le(edges, opposite) : hn::Lt(edges, opposite));
#endif
    bits |= std::uint64_t{!overlap} << i;
  }
  return bits;
}
#endif

inline constexpr std::size_t kDisjointBlock = 64;  // pairs per word

/// The block, or a copy in which no row is above `max_row`.
HWY_INLINE const Pair* clamp_rows(const Pair* pairs, std::uint32_t max_row, Pair* copy) {
  std::uint32_t most = 0;
  for (std::size_t i = 0; i < kDisjointBlock; ++i)
    most = std::max(most, std::max(pairs[i].first, pairs[i].second));
  if (HWY_LIKELY(most <= max_row)) return pairs;
  for (std::size_t i = 0; i < kDisjointBlock; ++i)
    copy[i] = {std::min(pairs[i].first, max_row), std::min(pairs[i].second, max_row)};
  return copy;
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
