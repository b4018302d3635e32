// SPDX-License-Identifier: MIT
// The output of a loop of the pair search: pairs are written to the worker's block and counted.
#if defined(QUADPHASE_PAIR_OUTPUT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_PAIR_OUTPUT_INL
#undef QUADPHASE_PAIR_OUTPUT_INL
#else
#define QUADPHASE_PAIR_OUTPUT_INL
#endif

#include <hwy/highway.h>

#include "kernels/kernels.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A cursor and counts for the duration of a loop; only counts without `kStore`.
///
/// Why a copy: it stays in registers. The compiler cannot prove that storing pairs does not change
/// the members in memory.
template <bool kStore>
struct PairOutput {
  Pair* cursor = nullptr;
  PairCounts counts;

  /// Adds the pairs of the object `id` with those in the lanes of `mask`. Needs room for kFanout.
  HWY_INLINE void add(WordVector id, WordVector others, FloatMask mask) {
    const std::size_t found = count_lanes(mask);
    if constexpr (kStore) write(id, LaneCompressor(mask)(others), found);
    advance(found);
  }

  /// As `add`, with another object in each lane.
  HWY_INLINE void add_each(WordVector ids, WordVector others, FloatMask mask) {
    const std::size_t found = count_lanes(mask);
    if constexpr (kStore) {
      const LaneCompressor compress(mask);
      write(compress(ids), compress(others), found);
    }
    advance(found);
  }

 private:
  HWY_INLINE void advance(std::size_t found) {
    counts.pairs += found;
    if constexpr (kStore) cursor += found;
  }

  /// Writes (smaller, larger) of the first `count` lanes. It writes whole vectors; the next pairs
  /// overwrite the rest. The upper half is rarely needed.
  HWY_INLINE void write(WordVector ids, WordVector others, std::size_t count) {
    const WordVector first = hn::Min(ids, others);
    const WordVector second = hn::Max(ids, others);
    auto* const words = reinterpret_cast<std::uint32_t*>(cursor);
#if HWY_TARGET == HWY_SCALAR
    (void)count;
    hn::StoreInterleaved2(first, second, Words{}, words);
#elif HWY_TARGET == HWY_AVX3
    const __m512i low = _mm512_set_epi32(23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    _mm512_storeu_si512(words, _mm512_permutex2var_epi32(first.raw, low, second.raw));
    if (HWY_UNLIKELY(count > kLanes / 2)) {
      const __m512i high = _mm512_or_si512(low, _mm512_set1_epi32(8));
      _mm512_storeu_si512(words + kLanes, _mm512_permutex2var_epi32(first.raw, high, second.raw));
    }
#elif HWY_TARGET == HWY_WASM
    // Why: one shuffle instead of four instructions.
    const Words d;
    hn::StoreU(hn::InterleaveLower(d, first, second), d, words);
    if (HWY_UNLIKELY(count > kLanes / 2))
      hn::StoreU(hn::InterleaveUpper(d, first, second), d, words + kLanes);
#else
    store_half(hn::LowerHalf(first), hn::LowerHalf(second), words);
    if (HWY_UNLIKELY(count > kLanes / 2)) {
      store_half(hn::UpperHalf(hn::Half<Words>{}, first), hn::UpperHalf(hn::Half<Words>{}, second),
                 words + kLanes);
    }
#endif
  }

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_WASM
  /// A pair is one 64-bit lane with the second id in its upper half.
  static HWY_INLINE void store_half(hn::Vec<hn::Half<Words>> first, hn::Vec<hn::Half<Words>> second,
                                    std::uint32_t* words) {
    const hn::Repartition<std::uint64_t, Words> wide;
    const auto pairs =
        hn::Or(hn::PromoteTo(wide, first), hn::ShiftLeft<32>(hn::PromoteTo(wide, second)));
    hn::StoreU(hn::BitCast(Words{}, pairs), Words{}, words);
  }
#endif
};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
