// SPDX-License-Identifier: MIT
// The instruction sets that the kernels are compiled for. Included before Highway's own headers in
// each source with kernels.
#pragma once

#define HWY_BROKEN_EMU128 1  // one lane everywhere for "scalar", whatever the compiler
// No sets between those that Simd names: fewer kernels to test, and nothing lost that was measured.
// Why the ones to keep: a newer Highway has more sets, and an older one does not know their names.
#define HWY_DISABLED_TARGETS (~(HWY_AVX3 | HWY_AVX2 | HWY_SSE4 | HWY_NEON | HWY_SCALAR))
