// SPDX-License-Identifier: MIT
// Medians, their intervals, means and quartiles.
#include "runner/intervals.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace quadphase::bench {
namespace {

/// Probability that a fair coin of `n` throws shows at most `k` heads.
double binomial_at_most(std::size_t n, std::size_t k) {
  const auto size = static_cast<double>(n);
  double probability = 0;
  for (std::size_t i = 0; i <= k; ++i) {
    const auto heads = static_cast<double>(i);
    const double log_ways =
        std::lgamma(size + 1) - std::lgamma(heads + 1) - std::lgamma(size - heads + 1);
    probability += std::exp(log_ways - size * std::log(2.0));
  }
  return probability;
}

double sorted_quantile(const std::vector<double>& sorted, double fraction) {
  const double position = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], position - static_cast<double>(below));
}

}  // namespace

MedianInterval median_interval(std::vector<double> samples, double coverage) {
  if (samples.empty()) return {};
  std::sort(samples.begin(), samples.end());
  const std::size_t n = samples.size();
  // Leaves out as many samples on each side as the coverage allows.
  std::size_t left_out = 0;
  while (left_out + 1 < (n + 1) / 2 && 1 - 2 * binomial_at_most(n, left_out + 1) >= coverage)
    ++left_out;
  return {.median = sorted_quantile(samples, 0.5),
          .low = samples[left_out],
          .high = samples[n - 1 - left_out],
          .coverage = std::max(0.0, 1 - 2 * binomial_at_most(n, left_out)),
          .sample_count = n};
}

double quantile(std::vector<double> samples, double fraction) {
  if (samples.empty()) return 0;
  std::sort(samples.begin(), samples.end());
  return sorted_quantile(samples, fraction);
}

double mean(std::span<const std::uint64_t> samples) {
  if (samples.empty()) return 0;
  return std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
}

}  // namespace quadphase::bench
