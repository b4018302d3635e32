// SPDX-License-Identifier: MIT
// The instruction sets that the kernels are compiled for. Included before Highway's own headers in
// each source with kernels.
#pragma once

#define HWY_BROKEN_EMU128 1  // one lane everywhere for "scalar", whatever the compiler
// Why: otherwise sets below the compiler's own flags, such as -march=native, would be left out.
#define HWY_COMPILE_ALL_ATTAINABLE
// No sets between those that Simd names: fewer kernels to test, and no measured loss. Why list the
// ones to keep: a newer Highway has more sets, and an older one does not know their names.
// Bit 29 is NEON on processors without AES, from Highway 1.0.4 on.
// A build may choose fewer by a definition of its own.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS \
  (~(HWY_AVX3 | HWY_AVX2 | HWY_SSE4 | HWY_NEON | 1LL << 29 | HWY_WASM | HWY_SCALAR))
#endif
