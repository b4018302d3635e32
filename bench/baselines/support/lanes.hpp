// SPDX-License-Identifier: MIT
// One box against 16 others at once: which of them overlap, and their pairs written without a
// branch. For the instruction set of this build: AVX-512, AVX2, or what the compiler makes of plain
// loops.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "quadphase/box.hpp"
#include "quadphase/pair.hpp"

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__BMI2__)
#define QUADPHASE_BENCH_AVX512
#define QUADPHASE_BENCH_LANES lanes_avx512
#include <immintrin.h>
#elif defined(__AVX2__) && defined(__BMI2__)
#define QUADPHASE_BENCH_AVX2
#define QUADPHASE_BENCH_LANES lanes_avx2
#include <immintrin.h>
#else
#define QUADPHASE_BENCH_LANES lanes_plain
#endif

namespace quadphase::bench {

// One namespace for each instruction set: sources of one program may be built for several.
inline namespace QUADPHASE_BENCH_LANES {

inline constexpr std::size_t kLanes = 16;

/// Where boxes lie, by column. Readable for 64 elements before and after.
struct Columns {
  const float* min_x;
  const float* min_y;
  const float* max_x;
  const float* max_y;
  const ObjectId* ids;
};

/// Bit i set for the first `count` lanes; all 16 where there are more.
[[nodiscard]] inline std::uint32_t first_lanes(std::size_t count) noexcept {
  return count >= kLanes ? 0xFFFFU : (1U << count) - 1U;
}

#if defined(QUADPHASE_BENCH_AVX512)

inline constexpr const char* kLanesName = "avx512";

/// One box in every lane.
struct Query {
  Query(const Box& box, ObjectId object_id) noexcept
      : min_x(_mm512_set1_ps(box.min_x)),
        min_y(_mm512_set1_ps(box.min_y)),
        max_x(_mm512_set1_ps(box.max_x)),
        max_y(_mm512_set1_ps(box.max_y)),
        id(_mm512_set1_epi32(static_cast<int>(object_id))) {}
  __m512 min_x, min_y, max_x, max_y;
  __m512i id;
};

[[nodiscard]] inline std::uint32_t overlap_mask(const Query& a, __m512 min_x, __m512 min_y,
                                                __m512 max_x, __m512 max_y,
                                                std::uint32_t lanes) noexcept {
  __mmask16 mask =
      _mm512_mask_cmp_ps_mask(static_cast<__mmask16>(lanes), a.min_x, max_x, _CMP_LE_OQ);
  const __mmask16 other = _mm512_cmp_ps_mask(min_x, a.max_x, _CMP_LE_OQ);
  mask = _mm512_mask_cmp_ps_mask(mask, a.min_y, max_y, _CMP_LE_OQ);
  return _mm512_mask_cmp_ps_mask(mask, min_y, a.max_y, _CMP_LE_OQ) & other;
}

/// Which of the boxes `begin`, `begin + 1`, ... overlap, of those in `lanes`.
[[nodiscard]] inline std::uint32_t overlaps_at(const Query& a, const Columns& boxes,
                                               std::size_t begin, std::uint32_t lanes) noexcept {
  return overlap_mask(a, _mm512_loadu_ps(boxes.min_x + begin), _mm512_loadu_ps(boxes.min_y + begin),
                      _mm512_loadu_ps(boxes.max_x + begin), _mm512_loadu_ps(boxes.max_y + begin),
                      lanes);
}

/// The same for boxes that are known to overlap on the x axis.
[[nodiscard]] inline std::uint32_t y_overlaps_at(const Query& a, const Columns& boxes,
                                                 std::size_t begin, std::uint32_t lanes) noexcept {
  const __mmask16 mask = _mm512_mask_cmp_ps_mask(static_cast<__mmask16>(lanes), a.min_y,
                                                 _mm512_loadu_ps(boxes.max_y + begin), _CMP_LE_OQ);
  return _mm512_mask_cmp_ps_mask(mask, _mm512_loadu_ps(boxes.min_y + begin), a.max_y, _CMP_LE_OQ);
}

// Compressed in a register, then stored whole: a compress straight to memory is microcode on Zen,
// and so is a zero-masked one slower than this.
inline Pair* write_pairs(const Query& a, __m512i ids, std::uint32_t mask, Pair* out) noexcept {
  const __m512i low_half =
      _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const __m512i high_half =
      _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  const __m512i others = _mm512_mask_compress_epi32(ids, static_cast<__mmask16>(mask), ids);
  // Masked with all lanes: g++ 12 warns of the plain ones' own header.
  const __m512i first = _mm512_mask_min_epu32(others, 0xFFFF, others, a.id);
  const __m512i second = _mm512_mask_max_epu32(others, 0xFFFF, others, a.id);
  _mm512_storeu_si512(out, _mm512_permutex2var_epi32(first, low_half, second));
  _mm512_storeu_si512(out + 8, _mm512_permutex2var_epi32(first, high_half, second));
  return out + std::popcount(mask);
}

/// Writes a pair for each lane of `mask`, and up to 16 in all that are nothing.
inline Pair* write_pairs(const Query& a, const Columns& boxes, std::size_t begin,
                         std::uint32_t mask, Pair* out) noexcept {
  return write_pairs(a, _mm512_loadu_si512(boxes.ids + begin), mask, out);
}

/// Two ranges of together at most 16 boxes, side by side in one register.
inline Pair* test_two_ranges(const Query& a, const Columns& boxes, std::size_t first_begin,
                             std::size_t first_count, std::size_t second_begin,
                             std::size_t second_count, Pair* out) noexcept {
  const auto lanes = static_cast<std::uint32_t>(
      _bzhi_u32(0xFFFFU, static_cast<std::uint32_t>(first_count + second_count)));
  const auto second =
      static_cast<__mmask16>(0xFFFFU << static_cast<std::uint32_t>(first_count) & lanes);
  const std::size_t shifted = second_begin - first_count;  // may wrap around, and back again
  const auto both = [&](const float* column) {
    return _mm512_mask_loadu_ps(_mm512_loadu_ps(column + first_begin), second,
                                column + static_cast<std::ptrdiff_t>(shifted));
  };
  const std::uint32_t mask = overlap_mask(a, both(boxes.min_x), both(boxes.min_y),
                                          both(boxes.max_x), both(boxes.max_y), lanes);
  const __m512i ids = _mm512_mask_loadu_epi32(_mm512_loadu_si512(boxes.ids + first_begin), second,
                                              boxes.ids + static_cast<std::ptrdiff_t>(shifted));
  return write_pairs(a, ids, mask, out);
}

#else

/// One box, for loops over lanes that the compiler may turn into registers.
struct Query {
  Query(const Box& query_box, ObjectId object_id) noexcept : box(query_box), id(object_id) {}
  Box box;
  ObjectId id;
};

#if defined(QUADPHASE_BENCH_AVX2)

inline constexpr const char* kLanesName = "avx2";

[[nodiscard]] inline std::uint32_t overlaps_at(const Query& a, const Columns& boxes,
                                               std::size_t begin, std::uint32_t lanes) noexcept {
  std::uint32_t mask = 0;
  for (std::size_t half = 0; half < kLanes; half += 8) {
    const auto at_most = [](__m256 low, __m256 high) {
      return _mm256_cmp_ps(low, high, _CMP_LE_OQ);
    };
    const auto others = [&](const float* column) { return _mm256_loadu_ps(column + begin + half); };
    const __m256 x = _mm256_and_ps(at_most(_mm256_set1_ps(a.box.min_x), others(boxes.max_x)),
                                   at_most(others(boxes.min_x), _mm256_set1_ps(a.box.max_x)));
    const __m256 y = _mm256_and_ps(at_most(_mm256_set1_ps(a.box.min_y), others(boxes.max_y)),
                                   at_most(others(boxes.min_y), _mm256_set1_ps(a.box.max_y)));
    mask |= static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_and_ps(x, y))) << half;
  }
  return mask & lanes;
}

[[nodiscard]] inline std::uint32_t y_overlaps_at(const Query& a, const Columns& boxes,
                                                 std::size_t begin, std::uint32_t lanes) noexcept {
  std::uint32_t mask = 0;
  for (std::size_t half = 0; half < kLanes; half += 8) {
    const __m256 y =
        _mm256_and_ps(_mm256_cmp_ps(_mm256_set1_ps(a.box.min_y),
                                    _mm256_loadu_ps(boxes.max_y + begin + half), _CMP_LE_OQ),
                      _mm256_cmp_ps(_mm256_loadu_ps(boxes.min_y + begin + half),
                                    _mm256_set1_ps(a.box.max_y), _CMP_LE_OQ));
    mask |= static_cast<std::uint32_t>(_mm256_movemask_ps(y)) << half;
  }
  return mask & lanes;
}

// AVX2 has no compress: the bytes of 0 to 7 that the mask names are drawn together, and permute.
inline Pair* write_pairs(const Query& a, const Columns& boxes, std::size_t begin,
                         std::uint32_t mask, Pair* out) noexcept {
  const __m256i id = _mm256_set1_epi32(static_cast<int>(a.id));
  for (std::size_t half = 0; half < kLanes; half += 8) {
    const std::uint32_t hits = mask >> half & 0xFFU;
    const std::uint64_t bytes = _pdep_u64(hits, 0x0101010101010101U) * 0xFFU;
    const auto order = static_cast<long long>(_pext_u64(0x0706050403020100U, bytes));
    const __m256i ids =
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(boxes.ids + begin + half));
    const __m256i others =
        _mm256_permutevar8x32_epi32(ids, _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(order)));
    const __m256i first = _mm256_min_epu32(others, id);
    const __m256i second = _mm256_max_epu32(others, id);
    const __m256i even = _mm256_unpacklo_epi32(first, second);  // pairs 0 1 4 5
    const __m256i odd = _mm256_unpackhi_epi32(first, second);   // pairs 2 3 6 7
    auto* const target = reinterpret_cast<__m256i*>(out);
    _mm256_storeu_si256(target, _mm256_permute2x128_si256(even, odd, 0x20));
    _mm256_storeu_si256(target + 1, _mm256_permute2x128_si256(even, odd, 0x31));
    out += std::popcount(hits);
  }
  return out;
}

#else

inline constexpr const char* kLanesName = "plain";

[[nodiscard]] inline std::uint32_t overlaps_at(const Query& a, const Columns& boxes,
                                               std::size_t begin, std::uint32_t lanes) noexcept {
  std::uint32_t mask = 0;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::size_t i = begin + lane;
    const bool hit = (static_cast<int>(a.box.min_x <= boxes.max_x[i]) &
                      static_cast<int>(boxes.min_x[i] <= a.box.max_x) &
                      static_cast<int>(a.box.min_y <= boxes.max_y[i]) &
                      static_cast<int>(boxes.min_y[i] <= a.box.max_y)) != 0;
    mask |= static_cast<std::uint32_t>(hit) << lane;
  }
  return mask & lanes;
}

[[nodiscard]] inline std::uint32_t y_overlaps_at(const Query& a, const Columns& boxes,
                                                 std::size_t begin, std::uint32_t lanes) noexcept {
  std::uint32_t mask = 0;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::size_t i = begin + lane;
    const bool hit = (static_cast<int>(a.box.min_y <= boxes.max_y[i]) &
                      static_cast<int>(boxes.min_y[i] <= a.box.max_y)) != 0;
    mask |= static_cast<std::uint32_t>(hit) << lane;
  }
  return mask & lanes;
}

inline Pair* write_pairs(const Query& a, const Columns& boxes, std::size_t begin,
                         std::uint32_t mask, Pair* out) noexcept {
  for (; mask != 0; mask &= mask - 1) {
    const ObjectId other = boxes.ids[begin + static_cast<std::size_t>(std::countr_zero(mask))];
    *out++ = other < a.id ? Pair{other, a.id} : Pair{a.id, other};
  }
  return out;
}

#endif

inline Pair* test_two_ranges(const Query& a, const Columns& boxes, std::size_t first_begin,
                             std::size_t first_count, std::size_t second_begin,
                             std::size_t second_count, Pair* out) noexcept {
  const std::uint32_t first = overlaps_at(a, boxes, first_begin, first_lanes(first_count));
  out = write_pairs(a, boxes, first_begin, first, out);
  const std::uint32_t second = overlaps_at(a, boxes, second_begin, first_lanes(second_count));
  return write_pairs(a, boxes, second_begin, second, out);
}

#endif

}  // namespace QUADPHASE_BENCH_LANES

}  // namespace quadphase::bench
