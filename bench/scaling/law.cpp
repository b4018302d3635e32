// SPDX-License-Identifier: MIT
#include "scaling/law.hpp"

#include <algorithm>
#include <cmath>

namespace quadphase::bench {
namespace {

/// T(p)/T(1) - 1/p = s (1 - 1/p): one unknown.
double fit_amdahl(std::span<const SpeedUp> points) {
  double xy = 0;
  double xx = 0;
  for (const SpeedUp& point : points) {
    const double x = 1 - 1.0 / point.threads;
    const double y = 1 / point.speed_up - 1.0 / point.threads;
    xy += x * y;
    xx += x * x;
  }
  return xx > 0 ? std::clamp(xy / xx, 0.0, 1.0) : 0;
}

/// p/S - 1 = a (p - 1) + b p (p - 1): two unknowns. Where one comes out negative, the other is
/// fitted alone.
void fit_usl(std::span<const SpeedUp> points, ScalingFit& fit) {
  double uu = 0, uv = 0, vv = 0, uy = 0, vy = 0;
  for (const SpeedUp& point : points) {
    const double u = point.threads - 1.0;
    const double v = point.threads * u;
    const double y = point.threads / point.speed_up - 1;
    uu += u * u;
    uv += u * v;
    vv += v * v;
    uy += u * y;
    vy += v * y;
  }
  const double determinant = uu * vv - uv * uv;
  fit.usl_contention = (uy * vv - vy * uv) / determinant;
  fit.usl_coherency = (vy * uu - uy * uv) / determinant;
  if (fit.usl_coherency < 0) {
    fit.usl_coherency = 0;
    fit.usl_contention = std::max(0.0, uy / uu);
  } else if (fit.usl_contention < 0) {
    fit.usl_contention = 0;
    fit.usl_coherency = std::max(0.0, vy / vv);
  }
}

template <class Law>
double error_of(std::span<const SpeedUp> points, const Law& law) {
  double sum = 0;
  for (const SpeedUp& point : points) {
    const double error = law(point.threads) - point.speed_up;
    sum += error * error;
  }
  return std::sqrt(sum / static_cast<double>(points.size()));
}

}  // namespace

double karp_flatt(double speed_up, int threads) {
  const double ideal = 1.0 / threads;
  return (1 / speed_up - ideal) / (1 - ideal);
}

double amdahl_speed_up(const ScalingFit& fit, int threads) {
  return 1 / (fit.amdahl_serial + (1 - fit.amdahl_serial) / threads);
}

double usl_speed_up(const ScalingFit& fit, int threads) {
  const double p = threads;
  return p / (1 + fit.usl_contention * (p - 1) + fit.usl_coherency * p * (p - 1));
}

std::optional<ScalingFit> fit_scaling(std::span<const SpeedUp> points) {
  const auto is_parallel = [](const SpeedUp& point) { return point.threads > 1; };
  if (std::count_if(points.begin(), points.end(), is_parallel) < 3) return std::nullopt;
  ScalingFit fit{.amdahl_serial = fit_amdahl(points)};
  fit_usl(points, fit);
  fit.amdahl_error = error_of(points, [&](int p) { return amdahl_speed_up(fit, p); });
  fit.usl_error = error_of(points, [&](int p) { return usl_speed_up(fit, p); });
  return fit;
}

}  // namespace quadphase::bench
