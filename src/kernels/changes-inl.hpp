// SPDX-License-Identifier: MIT
// Looks pairs up in the sorted pairs of the frame before, kPairWindow of them at once.
#if defined(QUADPHASE_CHANGES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_CHANGES_INL
#undef QUADPHASE_CHANGES_INL
#else
#define QUADPHASE_CHANGES_INL
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>

#include "kernels/kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A bit for each pair of the window that equals `pair`.
HWY_INLINE std::uint32_t equal_in_window(const Pair* window, Pair pair) {
#if HWY_TARGET == HWY_SCALAR
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < kPairWindow; ++i) {
    bits |= static_cast<std::uint32_t>(window[i] == pair) << i;
  }
  return bits;
#else
  const hn::CappedTag<std::uint64_t, kPairWindow> d;
  const auto* const words = reinterpret_cast<const std::uint64_t*>(window);
  const auto wanted = hn::Set(d, std::bit_cast<std::uint64_t>(pair));
#if HWY_TARGET == HWY_AVX3
  return hn::Eq(hn::LoadU(d, words), wanted).raw;
#else
  std::uint32_t all = 0;
  for (std::size_t i = 0; i < kPairWindow; i += hn::MaxLanes(d)) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hn::Eq(hn::LoadU(d, words + i), wanted), bits);
    all |= static_cast<std::uint32_t>(bits[0]) << i;
  }
  return all;
#endif
#endif
}

/// The place of a pair of a long row that does not stand in the window, or the number of all.
HWY_NOINLINE inline std::size_t find_in_row(const HistoryView& history, Pair pair, std::size_t row,
                                            std::size_t window) {
  const Pair* const pairs = history.pairs;
  const std::uint64_t order = order_of(pair);
  std::size_t first = history.has_rows ? history.row_first[row] : 0;
  std::size_t last = history.has_rows ? history.row_first[row + 1] : history.pair_count;
  // The window is a guess, so that the place is near: away from it in steps that double.
  std::size_t step = kPairWindow;
  if (order < order_of(pairs[window])) {
    last = window;
    for (; last - first > step && order < order_of(pairs[last - step]); step *= 2) last -= step;
    if (last - first > step) first = last - step;
  } else if (order_of(pairs[window + kPairWindow - 1]) < order) {
    first = window + kPairWindow;
    for (; last - first > step && order_of(pairs[first + step]) <= order; step *= 2) first += step;
    last = std::min(last, first + step);
  } else {
    return history.pair_count;
  }
  while (last - first > kPairWindow) {
    const std::size_t half = (last - first) / 2;
    const bool is_behind = order_of(pairs[first + half]) <= order;
    last = is_behind ? last : first + half;
    first = is_behind ? first + half : first;
  }
  const std::uint32_t bits = equal_in_window(pairs + first, pair);
  return bits != 0 ? first + static_cast<std::size_t>(std::countr_zero(bits)) : history.pair_count;
}

/// Where the pairs of a block are looked for.
struct Guesses {
  static constexpr std::size_t kPairs = 64;
  std::uint32_t row[kPairs];
  RowRange range[kPairs];       // of the row
  std::uint32_t first[kPairs];  // of the window
};

/// Guesses for a block of pairs, and has the windows loaded.
HWY_INLINE void guess_places(const HistoryView& history, std::span<const Pair> pairs,
                             Guesses& guesses) {
  const std::size_t count = pairs.size();
  const auto last_row = static_cast<std::uint32_t>(history.row_count - 1);
  for (std::size_t i = 0; i < count; ++i) {
    guesses.row[i] = std::min((pairs[i].first - history.least_id) >> history.row_shift, last_row);
  }
#pragma GCC unroll 4
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(&guesses.range[i], history.row_first + guesses.row[i], sizeof(RowRange));
  }
  // Why loops over a block: this one and the first become vectors, and what they load is on its way
  // while others are looked at. Tried: one loop over pairs, 5.7 ns a pair instead of 3.1.
  // Pairs are taken to lie evenly among the ids of a row, and the second ids evenly between the
  // first and the largest of all.
  const std::uint32_t low_bits = (1U << history.row_shift) - 1;
  const float per_id = 1 / static_cast<float>(1U << history.row_shift);
  for (std::size_t i = 0; i < count; ++i) {
    constexpr auto kWindow = static_cast<std::int32_t>(kPairWindow);
    const auto length = static_cast<std::int32_t>(
        std::min(guesses.range[i].last - guesses.range[i].first, std::uint32_t{1} << 30));
    const auto id = static_cast<std::int32_t>((pairs[i].first - history.least_id) & low_bits);
    const auto ahead = static_cast<std::int32_t>((pairs[i].second - pairs[i].first) >> 1);
    const auto range = static_cast<std::int32_t>((history.most_id - pairs[i].first) >> 1);
    const float part = static_cast<float>(ahead) / (static_cast<float>(range) + 1);
    const float place = (static_cast<float>(id) + part) * per_id * static_cast<float>(length);
    const auto guess = static_cast<std::int32_t>(std::min(place, 1e9F)) - kWindow / 2;
    guesses.first[i] = guesses.range[i].first +
                       static_cast<std::uint32_t>(std::max(std::min(guess, length - kWindow), 0));
  }
#pragma GCC unroll 4
  for (std::size_t i = 0; i < count; ++i) {
    hwy::Prefetch(history.pairs + guesses.first[i]);
    hwy::Prefetch(history.pairs + guesses.first[i] + kPairWindow - 1);
  }
}

template <bool kShared>
HWY_INLINE void mark(std::uint64_t* words, std::size_t place, bool is_set) {
  const std::uint64_t bit = std::uint64_t{is_set} << (place % 64);
  if constexpr (kShared) {
    std::atomic_ref<std::uint64_t>(words[place / 64]).fetch_or(bit, std::memory_order_relaxed);
  } else {
    words[place / 64] |= bit;
  }
}

/// Marks the known pairs of a block, whose places are guessed; returns which are unknown.
/// Tried:   loops over the block for each step, most of them as vectors; windows that are whole
///          cache lines. Both took as long.
template <bool kRenewed, bool kShared>
HWY_INLINE std::uint64_t compare_block(const HistoryView& history, std::span<const Pair> block,
                                       const Guesses& guesses, const IdBits& renewed,
                                       std::uint64_t* known) {
  std::uint64_t unknown = 0;
  for (std::size_t i = 0; i < block.size(); ++i) {
    const std::size_t first = guesses.first[i];
    const std::uint32_t bits = equal_in_window(history.pairs + first, block[i]);
    bool is_known = bits != 0;
    std::size_t place = first + static_cast<std::size_t>(std::countr_zero(bits));
    const bool is_long = guesses.range[i].last - guesses.range[i].first > kPairWindow;
    // Why no branch for all that are unknown: which are is not to be foretold.
    if (HWY_UNLIKELY(bits == 0 && (is_long || !history.has_rows))) {
      place = find_in_row(history, block[i], guesses.row[i], first);
      is_known = place != history.pair_count;
    }
    if constexpr (kRenewed) is_known = is_known && !renewed.has_any(block[i]);
    mark<kShared>(known, place, is_known);
    unknown |= std::uint64_t{!is_known} << i;
  }
  return unknown;
}

template <bool kRenewed, bool kShared>
HWY_INLINE std::size_t look_up(const HistoryView& history, std::span<const Pair> pairs,
                               const IdBits& renewed, const PairMarks& marks) {
  static_assert(Guesses::kPairs == 64, "a word of marks");
  const auto block_at = [&](std::size_t first) {
    first = std::min(first, pairs.size());
    return pairs.subspan(first, std::min(Guesses::kPairs, pairs.size() - first));
  };
  std::uint64_t* const known = marks.known;
  std::size_t unknown_count = 0;
  Guesses guesses[2];
  guess_places(history, block_at(0), guesses[0]);
  for (std::size_t first = 0, k = 0; first < pairs.size(); first += Guesses::kPairs, k = 1 - k) {
    // A block ahead, so that what is compared has been loaded.
    guess_places(history, block_at(first + Guesses::kPairs), guesses[1 - k]);
    const std::uint64_t unknown =
        compare_block<kRenewed, kShared>(history, block_at(first), guesses[k], renewed, known);
    marks.unknown[first / Guesses::kPairs] = unknown;
    unknown_count += static_cast<std::size_t>(std::popcount(unknown));
  }
  return unknown_count;
}

inline std::size_t look_up_pairs(const HistoryView& history, std::span<const Pair> pairs,
                                 const IdBits& renewed, const PairMarks& marks) {
  if (renewed.is_empty()) {
    return marks.is_shared ? look_up<false, true>(history, pairs, renewed, marks)
                           : look_up<false, false>(history, pairs, renewed, marks);
  }
  return marks.is_shared ? look_up<true, true>(history, pairs, renewed, marks)
                         : look_up<true, false>(history, pairs, renewed, marks);
}

#if HWY_TARGET == HWY_AVX3
/// Writes the lanes of `mask`, packed, to `target`, and nothing at `last` or behind; returns how
/// many.
/// Why not a compress to memory: it is microcode on Zen 4 and 5. Why not always under a mask: 0.9
/// ns a pair more for the merge.
HWY_INLINE std::size_t store_packed(__m512i values, __mmask8 mask, Pair* target, const Pair* last) {
  const auto count = static_cast<std::size_t>(std::popcount(static_cast<unsigned>(mask)));
  const __m512i packed = _mm512_mask_compress_epi64(values, mask, values);
  if (HWY_LIKELY(target + kPairWindow <= last)) {
    _mm512_storeu_si512(target, packed);
  } else {
    _mm512_mask_storeu_epi64(target, static_cast<__mmask8>((1U << count) - 1), packed);
  }
  return count;
}
#endif

/// Copies the known pairs of the slice to `kept`, the others to `ended`.
HWY_INLINE void split_slice(const HistorySlice& slice, Pair* kept, Pair* ended) {
  const Pair* const kept_last = kept + (slice.last - slice.first - slice.ended_count);
  const Pair* const ended_last = ended + slice.ended_count;
  std::size_t i = slice.first;
  // Each pair is written to both, and stays in one: no branch to mispredict.
  while (kept < kept_last && ended < ended_last) {
#if HWY_TARGET == HWY_AVX3
    if (i % kPairWindow == 0 && i + kPairWindow <= slice.last) {
      const auto mask = static_cast<__mmask8>(slice.known[i / 64] >> (i % 64));
      const __m512i pairs = _mm512_loadu_si512(slice.pairs + i);
      kept += store_packed(pairs, mask, kept, kept_last);
      ended += store_packed(pairs, static_cast<__mmask8>(~mask), ended, ended_last);
      i += kPairWindow;
      continue;
    }
#endif
    const std::uint64_t is_known = slice.known[i / 64] >> (i % 64) & 1;
    *kept = slice.pairs[i];
    *ended = slice.pairs[i];
    kept += is_known;
    ended += 1 - is_known;
    ++i;
  }
  std::copy(slice.pairs + i, slice.pairs + slice.last, kept < kept_last ? kept : ended);
}

/// Moves the pairs in front of `pair` from `from` on to `to`, which does not lie behind; returns
/// how many. `last` ends the pairs to look at.
HWY_INLINE std::size_t move_smaller(const Pair* from, const Pair* last, const Pair& pair,
                                    Pair* to) {
  std::size_t moved = 0;
  const auto left = static_cast<std::size_t>(last - from);
#if HWY_TARGET == HWY_AVX3
  const __m512i order = _mm512_set1_epi64(static_cast<long long>(order_of(pair)));
  while (moved + kPairWindow <= left) {
    const __m512i pairs = _mm512_loadu_si512(from + moved);
    const __mmask8 mask = _mm512_cmplt_epu64_mask(_mm512_rol_epi64(pairs, 32), order);
    if (mask != 0xFF) {
      _mm512_mask_storeu_epi64(to + moved, mask, pairs);
      return moved + static_cast<std::size_t>(std::popcount(static_cast<unsigned>(mask)));
    }
    _mm512_storeu_si512(to + moved, pairs);
    moved += kPairWindow;
  }
#endif
  for (; moved < left && order_of(from[moved]) < order_of(pair); ++moved) to[moved] = from[moved];
  return moved;
}

inline void merge_slice(const HistorySlice& slice, std::span<const Pair> begun, Pair* ended,
                        Pair* next) {
  // What stays goes to the end of its place, and then forward where pairs have begun: there are as
  // many free places in between as such pairs to come.
  Pair* kept = next + begun.size();
  const Pair* const last = kept + (slice.last - slice.first - slice.ended_count);
  split_slice(slice, kept, ended);
  for (const Pair& pair : begun) {
    const std::size_t moved = move_smaller(kept, last, pair, next);
    kept += moved;
    next += moved;
    *next++ = pair;
  }
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
