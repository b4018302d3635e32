// SPDX-License-Identifier: MIT
// What a thread does between two looks at something that another thread will change.
#pragma once

#if !defined(__GNUC__) && (defined(_M_X64) || defined(_M_IX86))
#include <emmintrin.h>
#endif

namespace quadphase::detail {

/// Tells the processor that this is a waiting loop. Does nothing where there is no such
/// instruction.
inline void pause() noexcept {
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
  __builtin_ia32_pause();
#elif defined(__GNUC__) && defined(__aarch64__)
  asm volatile("yield");
#elif defined(_M_X64) || defined(_M_IX86)
  _mm_pause();
#endif
}

}  // namespace quadphase::detail
