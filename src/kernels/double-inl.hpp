// SPDX-License-Identifier: MIT
// Kernel that rounds boxes in double to float boxes near an origin: those of `local_box`.
//
// In the rounding mode of `RoundsDown`, a difference and its cast round down, and rounding down to
// double and then to float equals rounding down once. For an upper edge, the signs of both operands
// and of the result are changed.
//
// Two things differ from `local_box` and are corrected: x - x is -0 in this mode and 0 in the
// default one, and if the origin is 0, an edge keeps the sign of its zero.
//
// WebAssembly has no rounding modes, so there `local_box` rounds, too.
#if defined(QUADPHASE_WIDE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_WIDE_INL
#undef QUADPHASE_WIDE_INL
#else
#define QUADPHASE_WIDE_INL
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <bit>
#include <cstdint>

#include "base/canonical_nan.hpp"
#include "kernels/kernels.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_WASM

using Doubles = hn::Repartition<double, Floats>;
using DoubleVector = hn::Vec<Doubles>;

/// Doubles for the lanes of a vector of floats.
struct DoubleVectors {
  DoubleVector lower;
  DoubleVector upper;
};

HWY_INLINE DoubleVectors load_double(const double* from) {
  const Doubles d;
  return {hn::LoadU(d, from), hn::LoadU(d, from + kLanes / 2)};
}

HWY_INLINE DoubleVectors negated(const DoubleVectors& values) {
  const DoubleVector sign = hn::Set(Doubles{}, -0.0);
  return {hn::Xor(values.lower, sign), hn::Xor(values.upper, sign)};
}

HWY_INLINE FloatVector with_canonical_nan(FloatVector values) {
  const Floats d;
  return hn::IfThenElse(hn::IsNaN(values), hn::BitCast(d, hn::Set(Words{}, detail::kCanonicalNan)),
                        values);
}

/// Rounds in the mode of the thread.
HWY_INLINE FloatVector demote(const DoubleVectors& values) {
  const hn::Rebind<float, Doubles> half;
  return hn::Combine(Floats{}, hn::DemoteTo(half, values.upper), hn::DemoteTo(half, values.lower));
}

/// What is subtracted from edges, or from negated ones.
class Subtrahend {
 public:
  /// Why -0 in place of 0: `x - -0` is x in every mode, with the sign of a zero.
  explicit HWY_INLINE Subtrahend(double value)
      : value_(hn::Set(Doubles{}, is_positive_zero(value) ? -0.0 : value)),
        cleared_(hn::Set(Floats{}, is_positive_zero(value) ? 0.0F : -0.0F)) {}

  /// The largest float that is at most the difference.
  HWY_INLINE FloatVector below(const DoubleVectors& edges) const {
    const FloatVector rounded =
        demote({hn::Sub(edges.lower, value_), hn::Sub(edges.upper, value_)});
    const auto is_zero = hn::Eq(rounded, hn::Zero(Floats{}));
    return hn::AndNot(hn::IfThenElseZero(is_zero, cleared_), rounded);
  }

 private:
  static HWY_INLINE bool is_positive_zero(double value) {
    return std::bit_cast<std::uint64_t>(value) == 0;
  }

  DoubleVector value_;
  FloatVector cleared_;  // the sign bit, if every zero must be positive
};

/// Rounds one axis of kLanes boxes at a time.
class AxisRounding {
 public:
  explicit HWY_INLINE AxisRounding(double origin) : origin_(origin), negated_origin_(-origin) {}

  HWY_INLINE void operator()(const double* min, const double* max, float* to_min,
                             float* to_max) const {
    const Floats d;
    const Doubles dw;
    const DoubleVectors least = load_double(min);
    const DoubleVectors largest = load_double(max);
    FloatVector low = below(least);
    FloatVector high = above(largest);
    const auto are_in_order =
        hn::And(hn::Le(least.lower, largest.lower), hn::Le(least.upper, largest.upper));
    if (HWY_UNLIKELY(!hn::AllTrue(dw, are_in_order))) {
      // An inverted axis is rounded inwards, so that it stays inverted.
      const auto lower = hn::Gt(least.lower, largest.lower);
      const auto upper = hn::Gt(least.upper, largest.upper);
      const DoubleVector one = hn::Set(dw, 1.0);
      const FloatMask inverted = hn::Gt(
          demote({hn::IfThenElseZero(lower, one), hn::IfThenElseZero(upper, one)}), hn::Zero(d));
      low = with_canonical_nan(hn::IfThenElse(inverted, above(least), low));
      high = with_canonical_nan(hn::IfThenElse(inverted, below(largest), high));
    }
    hn::StoreU(low, d, to_min);
    hn::StoreU(high, d, to_max);
  }

 private:
  HWY_INLINE FloatVector below(const DoubleVectors& edges) const { return origin_.below(edges); }
  HWY_INLINE FloatVector above(const DoubleVectors& edges) const {
    return hn::Xor(negated_origin_.below(negated(edges)), hn::Set(Floats{}, -0.0F));
  }

  Subtrahend origin_;
  Subtrahend negated_origin_;
};

/// Copies kLanes boxes from row `i` on. `kStreams`: past the caches, to a multiple of 64 bytes.
template <bool kStreams>
HWY_INLINE void copy_boxes(const DoubleSpan& from, std::size_t i, DoubleBox* to) {
  const Doubles d;
  const DoubleVectors min_x = load_double(from.min_x + i);
  const DoubleVectors min_y = load_double(from.min_y + i);
  const DoubleVectors max_x = load_double(from.max_x + i);
  const DoubleVectors max_y = load_double(from.max_y + i);
  auto* const numbers = reinterpret_cast<double*>(to);
  alignas(64) double rows[4 * kLanes];
  double* const target = kStreams ? rows : numbers;
  hn::StoreInterleaved4(min_x.lower, min_y.lower, max_x.lower, max_y.lower, d, target);
  hn::StoreInterleaved4(min_x.upper, min_y.upper, max_x.upper, max_y.upper, d, target + 2 * kLanes);
  if constexpr (kStreams) {
    for (std::size_t k = 0; k < 4 * kLanes; k += hn::MaxLanes(d))
      hn::Stream(hn::Load(d, rows + k), d, numbers + k);
  }
}

/// True if rows may be streamed to this address.
HWY_INLINE bool is_aligned(const DoubleBox* rows) {
  return reinterpret_cast<std::uintptr_t>(rows) % 64 == 0;
}

/// Rounds full vectors of boxes from `first` on, and copies them; returns where the rest begins. In
/// a scope of `RoundsDown` only.
HWY_NOINLINE std::size_t round_vectors(const DoubleSpan& boxes, std::size_t first, std::size_t last,
                                       const EdgeColumns& columns, const DoubleCopies& copies) {
  const DoubleSpan from = boxes;
  const EdgeColumns to = columns;
  const AxisRounding round_x(from.origin.x);
  const AxisRounding round_y(from.origin.y);
  DoubleBox* const rows = copies.first;
  const bool streams = copies.are_streamed && is_aligned(rows + first);
  std::size_t i = first;
  for (; i + kLanes <= last; i += kLanes) {
    round_x(from.min_x + i, from.max_x + i, to.min_x + i, to.max_x + i);
    round_y(from.min_y + i, from.max_y + i, to.min_y + i, to.max_y + i);
    if (streams) {
      copy_boxes<true>(from, i, rows + i);
    } else if (rows != nullptr) {
      copy_boxes<false>(from, i, rows + i);
    }
  }
  if (streams) hwy::FlushStream();
  return i;
}

/// Writes `center - half` and `center + half`.
HWY_INLINE void write_edges(const double* center, const double* half, std::size_t count,
                            double* min, double* max) {
  const Doubles d;
  std::size_t i = 0;
  for (; i + hn::MaxLanes(d) <= count; i += hn::MaxLanes(d)) {
    const DoubleVector c = hn::LoadU(d, center + i);
    const DoubleVector h = hn::LoadU(d, half + i);
    hn::StoreU(hn::Sub(c, h), d, min + i);
    hn::StoreU(hn::Add(c, h), d, max + i);
  }
  for (; i < count; ++i) {
    min[i] = center[i] - half[i];
    max[i] = center[i] + half[i];
  }
}

#else

HWY_INLINE std::size_t round_vectors(const DoubleSpan&, std::size_t first, std::size_t,
                                     const EdgeColumns&, const DoubleCopies&) {
  return first;
}

HWY_INLINE void write_edges(const double* center, const double* half, std::size_t count,
                            double* min, double* max) {
  for (std::size_t i = 0; i < count; ++i) {
    min[i] = center[i] - half[i];
    max[i] = center[i] + half[i];
  }
}

#endif

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
