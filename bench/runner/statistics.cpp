// SPDX-License-Identifier: MIT
// Order statistics of a run's samples.
#include "runner/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

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

double quietest_median(const std::vector<std::uint64_t>& samples, std::size_t block_count) {
  constexpr std::size_t kMinSamples = 4;
  if (samples.size() < kMinSamples * block_count) return 0;
  double quietest = std::numeric_limits<double>::infinity();
  for (std::size_t block = 0; block < block_count; ++block) {
    const auto begin = static_cast<std::ptrdiff_t>(samples.size() * block / block_count);
    const auto end = static_cast<std::ptrdiff_t>(samples.size() * (block + 1) / block_count);
    quietest = std::min(quietest, median({samples.begin() + begin, samples.begin() + end}));
  }
  return quietest;
}

}  // namespace quadphase::bench
