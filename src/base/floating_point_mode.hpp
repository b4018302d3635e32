// SPDX-License-Identifier: MIT
// Runs a scope in the default floating-point mode: round to nearest, denormals kept, no traps.
#pragma once

#if defined(__SSE2__) || defined(_M_X64)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace quadphase::detail {

/// Sets the default mode and restores the thread's own at the end of the scope.
/// Why: with the caller's flush-to-zero, two different denormals would be equal, and boxes would
/// touch that do not.
class DefaultFloatingPointMode {
 public:
#if defined(__SSE2__) || defined(_M_X64)
  DefaultFloatingPointMode() noexcept : saved_(_mm_getcsr()) {
    if (saved_ != kDefault) set_default();
  }
#else
  DefaultFloatingPointMode() noexcept {
    std::fegetenv(&saved_);
    set_default();
  }
#endif
  ~DefaultFloatingPointMode() {
    restore();
  }

  /// Calls user code in the thread's own mode.
  template <class Call>
  auto outside(const Call& call) const {
    struct Default {
      ~Default() { set_default(); }
    };
    restore();
    const Default back;
    return call();
  }

  DefaultFloatingPointMode(const DefaultFloatingPointMode&) = delete;
  DefaultFloatingPointMode& operator=(const DefaultFloatingPointMode&) = delete;

 private:
#if defined(__SSE2__) || defined(_M_X64)
  static constexpr unsigned kDefault = 0x1F80;  // the MXCSR register at program start
  static void set_default() noexcept {
    _mm_setcsr(kDefault);
  }
  void restore() const noexcept {
    _mm_setcsr(saved_);
  }
  unsigned saved_;
#else
  static void set_default() noexcept {
    std::fesetenv(FE_DFL_ENV);
  }
  void restore() const noexcept {
    std::fesetenv(&saved_);
  }
  std::fenv_t saved_;
#endif
};

}  // namespace quadphase::detail
