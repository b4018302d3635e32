// SPDX-License-Identifier: MIT
// Floating-point modes that a caller may be in: directions of rounding and, where there is SSE2,
// what becomes of denormals.
#pragma once

#include <cfenv>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace quadphase::modes {

#if defined(__SSE2__)
using Mode = unsigned;
inline Mode mode() {
  return _mm_getcsr();
}
inline void set_mode(Mode mode) {
  _mm_setcsr(mode);
}
inline constexpr Mode kDefault = 0x1F80;
/// Flush to zero, denormals are zero, both; round down, up, to zero; and all at once.
inline constexpr Mode kModes[] = {0x9F80, 0x1FC0, 0x9FC0, 0x3F80, 0x5F80, 0x7F80, 0xFFC0};
/// Control bits: what is left are flags of what has happened.
inline constexpr Mode kControl = 0xFFC0;
#else
using Mode = int;
inline Mode mode() {
  return std::fegetround();
}
inline void set_mode(Mode mode) {
  std::fesetround(mode);
}
inline constexpr Mode kDefault = FE_TONEAREST;
inline constexpr Mode kModes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
inline constexpr Mode kControl = ~0;
#endif

/// Sets a mode for a scope.
class ScopedMode {
 public:
  explicit ScopedMode(Mode wanted) : before_(mode()) { set_mode(wanted); }
  ~ScopedMode() { set_mode(before_); }
  ScopedMode(const ScopedMode&) = delete;
  ScopedMode& operator=(const ScopedMode&) = delete;

 private:
  Mode before_;
};

}  // namespace quadphase::modes
