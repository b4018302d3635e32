// SPDX-License-Identifier: MIT
// Runs a scope in the default floating-point mode: round to nearest, denormals kept, no traps.
#pragma once

#if defined(__SSE2__) || defined(_M_X64)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

#include <atomic>
#include <cfloat>

// Why refused: pairs would hardly change, but fractions of casts, distances of neighbors and
// snapshots would.
#if defined(__FAST_MATH__) || defined(_M_FP_FAST) || defined(__ASSOCIATIVE_MATH__) || \
    defined(__RECIPROCAL_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "quadphase: fast math changes results; build quadphase without -ffast-math and /fp:fast"
#endif
#if FLT_EVAL_METHOD != 0
#error "quadphase: floats must not be wider while they are computed with; add -msse2 -mfpmath=sse"
#endif

namespace quadphase::detail {

/// Sets the default mode and restores the thread's own at the end of the scope.
/// Why: with the caller's flush-to-zero, two different denormals would compare equal, and boxes
/// that do not touch would seem to.
/// Flags of exceptions that are raised in the scope stay, as after any computation.
class DefaultFloatingPointMode {
 public:
#if defined(__SSE2__) || defined(_M_X64)
  DefaultFloatingPointMode() noexcept : saved_(_mm_getcsr()) {
    replace(saved_, kDefault);
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
  static constexpr unsigned kFlags = 0x3F;      // of exceptions; the other bits are the mode
  // Why only where it differs: a write of the register waits for all that is under way, which is
  // half of a small query; a read does not.
  static void set(unsigned mode) noexcept {
    replace(_mm_getcsr(), mode);
  }
  static void replace(unsigned now, unsigned mode) noexcept {
    if ((now & ~kFlags) != (mode & ~kFlags)) _mm_setcsr((mode & ~kFlags) | (now & kFlags));
  }
  static void set_default() noexcept {
    set(kDefault);
  }
  void restore() const noexcept {
    set(saved_);
  }
  unsigned saved_;
#else
  static void set(const std::fenv_t* mode) noexcept {
    std::fexcept_t flags;
    std::fegetexceptflag(&flags, FE_ALL_EXCEPT);
    std::fesetenv(mode);
    std::fesetexceptflag(&flags, FE_ALL_EXCEPT);
  }
  static void set_default() noexcept {
    set(FE_DFL_ENV);
  }
  void restore() const noexcept {
    set(&saved_);
  }
  std::fenv_t saved_;
#endif
};

/// Rounds down in a scope, which must be inside one of the default mode.
///
/// The compiler does not know about this, so computations in such a scope must be in a function
/// that is not inlined, and must not be on constants.
class RoundsDown {
 public:
  RoundsDown() noexcept {
#if defined(__SSE2__) || defined(_M_X64)
    _mm_setcsr(_mm_getcsr() | kDown);
#else
    std::fesetround(FE_DOWNWARD);
#endif
    std::atomic_signal_fence(std::memory_order_seq_cst);  // nothing moves across
  }
  ~RoundsDown() {
    std::atomic_signal_fence(std::memory_order_seq_cst);
#if defined(__SSE2__) || defined(_M_X64)
    _mm_setcsr(_mm_getcsr() & ~kDown);
#else
    std::fesetround(FE_TONEAREST);
#endif
  }
  RoundsDown(const RoundsDown&) = delete;
  RoundsDown& operator=(const RoundsDown&) = delete;

#if defined(__SSE2__) || defined(_M_X64)
 private:
  static constexpr unsigned kDown = 0x2000;  // of the field of rounding in MXCSR, which is 0 before
#endif
};

}  // namespace quadphase::detail
