// SPDX-License-Identifier: MIT
// Order statistics of a run's samples.
#include "statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace quadphase::bench {

std::uint64_t percentile(std::vector<std::uint64_t> samples, double fraction) {
  if (samples.empty()) return 0;
  const double rank = std::ceil(fraction * static_cast<double>(samples.size()));
  const auto index = std::clamp(static_cast<std::size_t>(rank), std::size_t{1}, samples.size()) - 1;
  std::nth_element(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(index),
                   samples.end());
  return samples[index];
}

double median(std::vector<std::uint64_t> samples) {
  if (samples.empty()) return 0;
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::nth_element(samples.begin(), middle, samples.end());
  const auto upper = static_cast<double>(*middle);
  if (samples.size() % 2 == 1) return upper;
  return 0.5 * (upper + static_cast<double>(*std::max_element(samples.begin(), middle)));
}

}  // namespace quadphase::bench
