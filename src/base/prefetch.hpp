// SPDX-License-Identifier: MIT
// Fetches memory that will be read or written soon into the caches.
#pragma once

#if !defined(__GNUC__) && (defined(_M_X64) || defined(_M_IX86))
#include <xmmintrin.h>
#endif

namespace quadphase::detail {

/// Fetches the cache line of `address`, which need not be valid. Does nothing where there is no
/// such instruction.
inline void prefetch([[maybe_unused]] const void* address) noexcept {
#if defined(__GNUC__)
  __builtin_prefetch(address);
#elif defined(_M_X64) || defined(_M_IX86)
  _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0);
#endif
}

}  // namespace quadphase::detail
