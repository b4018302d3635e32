// SPDX-License-Identifier: MIT
// The table of kernels of each instruction set, and the choice among them at run time.
#include "kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/kernels.cpp"
#include <hwy/foreach_target.h>
// Why here: the lines above must come first, and those below are compiled for each instruction set.
#include <hwy/highway.h>

#include "kernels/kernel_functions-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {

constexpr Simd simd_of_target() {
  switch (HWY_TARGET) {
    case HWY_AVX3:
      return Simd::avx512;
    case HWY_AVX2:
      return Simd::avx2;
    case HWY_SSE4:
      return Simd::sse4;
    case HWY_NEON:
#ifdef HWY_NEON_WITHOUT_AES
    case HWY_NEON_WITHOUT_AES:
#endif
      return Simd::neon;
    case HWY_WASM:
      return Simd::wasm;
    default:
      return Simd::scalar;
  }
}

extern const Kernels kKernels;
const Kernels kKernels = {.simd = simd_of_target(),
                          .read_rows = read_rows,
                          .round_boxes = round_boxes,
                          .round_centers = round_centers,
                          .measure_bounds = measure_bounds,
                          .encode_keys = encode_keys,
                          .add_worlds = add_worlds,
                          .box_union = box_union_of_range,
                          .write_columns = write_columns,
                          .box_union_of_leaves = box_union_of_leaves,
                          .word_ranges = word_ranges,
                          .find_pairs = find_pairs,
                          .count_pairs = count_pairs,
                          .find_join_hits = find_join_hits,
                          .count_join_hits = count_join_hits,
                          .find_leaf_hits = find_leaf_hits,
                          .write_leaf = write_leaf,
                          .walk_boxes = walk_boxes,
                          .walk_circles = walk_circles,
                          .walk_convex = walk_convex,
                          .walk_near = walk_near,
                          .walk_casts = walk_casts,
                          .sort_rows = sort_rows,
                          .select_best = select_best,
                          .find_best_hits = find_best_hits,
                          .find_any_hit = find_any_hit,
                          .find_any_hits = find_any_hits,
                          .find_best_near = find_best_near,
                          .find_near_leaf = find_near_leaf,
                          .interleave_boxes = interleave_boxes,
                          .find_disjoint = find_disjoint};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <hwy/targets.h>

namespace quadphase {
namespace {

/// The compiled kernels and the processor features that they need, widest first.
struct Target {
  std::int64_t feature;
  const detail::Kernels* kernels;
};

constexpr Target kTargets[] = {
#if HWY_TARGETS & HWY_AVX3
    {HWY_AVX3, &detail::N_AVX3::kKernels},
#endif
#if HWY_TARGETS & HWY_AVX2
    {HWY_AVX2, &detail::N_AVX2::kKernels},
#endif
#if HWY_TARGETS & HWY_SSE4
    {HWY_SSE4, &detail::N_SSE4::kKernels},
#endif
#if HWY_TARGETS & HWY_NEON
    {HWY_NEON, &detail::N_NEON::kKernels},
#endif
#if defined(HWY_NEON_WITHOUT_AES) && HWY_TARGETS & HWY_NEON_WITHOUT_AES
    {HWY_NEON_WITHOUT_AES, &detail::N_NEON_WITHOUT_AES::kKernels},
#endif
#if HWY_TARGETS & HWY_WASM
    {HWY_WASM, &detail::N_WASM::kKernels},
#endif
#if HWY_TARGETS & HWY_SCALAR
    {HWY_SCALAR, &detail::N_SCALAR::kKernels},
#endif
};

/// The first target that the processor supports and `simd` allows; null if there is none.
const Target* find_target(Simd simd) noexcept {
  const std::int64_t supported = hwy::SupportedTargets() | HWY_STATIC_TARGET;
  for (const Target& target : kTargets) {
    if ((target.feature & supported) == 0) continue;
    if (simd == Simd::best || simd == target.kernels->simd) return &target;
  }
  return nullptr;
}

}  // namespace

std::string_view name_of(Simd simd) noexcept {
  switch (simd) {
    case Simd::best:
      return "best";
    case Simd::avx512:
      return "avx512";
    case Simd::avx2:
      return "avx2";
    case Simd::sse4:
      return "sse4";
    case Simd::neon:
      return "neon";
    case Simd::wasm:
      return "wasm";
    case Simd::scalar:
      return "scalar";
  }
  return "unknown";
}

bool is_supported(Simd simd) noexcept {
  return find_target(simd) != nullptr;
}

const detail::Kernels& detail::kernels_for(Simd simd) {
  return *find_target(simd)->kernels;
}

}  // namespace quadphase
#endif
