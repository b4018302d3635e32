// SPDX-License-Identifier: MIT
// The output of a loop of the pair search: pairs are written to the worker's block and counted.
#if defined(QUADPHASE_PAIR_OUTPUT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_PAIR_OUTPUT_INL
#undef QUADPHASE_PAIR_OUTPUT_INL
#else
#define QUADPHASE_PAIR_OUTPUT_INL
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/tuning.hpp"
#include "kernels/kernels.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A cursor for the duration of a loop, and counts; pairs are counted only without `kStore`,
/// because otherwise the cursor shows their number.
///
/// Why a copy: it stays in registers. The compiler cannot prove that storing pairs does not change
/// the members in memory. Tried: counting pairs as well: pair stage 1.03 times the time (Xeon).
template <bool kStore>
struct PairOutput {
  Pair* cursor = nullptr;
  PairCounts counts;

  /// Adds the pairs of the object `id` with those in the lanes of `mask`. Needs room for kFanout.
  HWY_INLINE void add(WordVector id, WordVector others, FloatMask mask) {
    const std::size_t found = count_lanes(mask);
    if constexpr (kStore) write(id, compressor(mask)(others), found, cursor);
    advance(found);
  }

  /// As `add`, with another object in each lane.
  HWY_INLINE void add_each(WordVector ids, WordVector others, FloatMask mask) {
    const std::size_t found = count_lanes(mask);
    if constexpr (kStore) {
      const LaneCompressor compress = compressor(mask);
      write(compress(ids), compress(others), found, cursor);
    }
    advance(found);
  }

 private:
  /// Puts the pairs into the order in which `write` interleaves them.
  [[nodiscard]] static HWY_INLINE LaneCompressor compressor(FloatMask mask) {
#if HWY_TARGET == HWY_AVX2
    return LaneCompressor(mask, kInterleavedLanes);
#else
    return LaneCompressor(mask);
#endif
  }

  HWY_INLINE void advance(std::size_t found) {
    if constexpr (kStore) {
      cursor += found;
    } else {
      counts.pairs += found;
    }
  }

  /// Writes (smaller, larger) of the first `count` lanes. It writes whole vectors; the next pairs
  /// overwrite the rest. The upper half is rarely needed.
  HWY_INLINE void write(WordVector ids, WordVector others, std::size_t count, Pair* target) {
    const WordVector first = hn::Min(ids, others);
    const WordVector second = hn::Max(ids, others);
    auto* const words = reinterpret_cast<std::uint32_t*>(target);
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
#else
    // Why: one instruction. Interleaved as 64-bit lanes it takes four, and the pair stage with AVX2
    // 1.05 times the time.
    const Words d;
    hn::StoreU(hn::InterleaveLower(d, first, second), d, words);
    if (HWY_UNLIKELY(count > kLanes / 2))
      hn::StoreU(hn::InterleaveUpper(d, first, second), d, words + kLanes);
#endif
  }
};

/// Where the pairs of a task go: the worker's writer, which is null without `kStore`, and counts.
template <bool kStore>
struct PairSink {
  explicit PairSink(PairWriter* pair_writer) : writer(pair_writer) {}

  /// Makes room for `count` pairs.
  HWY_INLINE void make_room(std::size_t count) {
    if constexpr (kStore) {
      if (HWY_UNLIKELY(writer->room() < count)) writer->refill(*writer);
    }
  }
  /// Makes room for `count` pairs; returns how many times `count` pairs fit.
  HWY_INLINE std::size_t room_for(std::size_t count) {
    make_room(count);
    if constexpr (kStore) {
      return writer->room() / count;
    } else {
      return std::numeric_limits<std::size_t>::max() / 2;
    }
  }
  [[nodiscard]] HWY_INLINE PairOutput<kStore> open() const {
    return {kStore ? writer->cursor : nullptr, counts};
  }
  HWY_INLINE void close(const PairOutput<kStore>& output) {
    counts = output.counts;
    if constexpr (kStore) {
      counts.pairs += static_cast<std::size_t>(output.cursor - writer->cursor);
      writer->cursor = output.cursor;
    }
  }

  PairWriter* writer;
  PairCounts counts;
};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
