// SPDX-License-Identifier: MIT
// What speed-ups over thread counts say: the serial fraction, and two laws fitted by least squares.
#pragma once

#include <optional>
#include <span>

namespace quadphase::bench {

struct SpeedUp {
  int threads = 1;
  double speed_up = 1;  ///< over one thread
};

/// The part of the work that did not run in parallel, as measured: (1/S - 1/p) / (1 - 1/p) for p >
/// 1 threads. It grows with p where overheads do, and is negative where the speed-up is above p.
///
/// Source: A. H. Karp, H. P. Flatt, "Measuring parallel processor performance", 1990.
[[nodiscard]] double karp_flatt(double speed_up, int threads);

/// Cores from which on a law is fitted: with fewer points a curve through them shows nothing.
inline constexpr int kMinCoresToFit = 4;

struct ScalingFit {
  double amdahl_serial = 0;  ///< Amdahl's law: T(p) / T(1) = s + (1 - s) / p
  double amdahl_error = 0;   ///< root mean square of the speed-up's error
  double usl_contention =
      0;  ///< universal scalability law: S(p) = p / (1 + a (p - 1) + b p (p - 1))
  double usl_coherency = 0;
  double usl_error = 0;
};

[[nodiscard]] double amdahl_speed_up(const ScalingFit& fit, int threads);
[[nodiscard]] double usl_speed_up(const ScalingFit& fit, int threads);

/// Least squares on the linear forms of both laws; coefficients are kept at zero or above. Nothing
/// where fewer than three points have more than one thread.
///
/// Sources: G. M. Amdahl, 1967; N. J. Gunther, "Guerrilla Capacity Planning", 2007.
[[nodiscard]] std::optional<ScalingFit> fit_scaling(std::span<const SpeedUp> points);

}  // namespace quadphase::bench
