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

double best_block_ratio(const std::vector<std::uint64_t>& slow,
                        const std::vector<std::uint64_t>& fast, std::size_t block_count) {
  constexpr std::size_t kLeastSamples = 4;
  const std::size_t size = std::min(slow.size(), fast.size());
  if (size < kLeastSamples * block_count) return 0;
  double best = 0;
  for (std::size_t block = 0; block < block_count; ++block) {
    const auto begin = static_cast<std::ptrdiff_t>(size * block / block_count);
    const auto end = static_cast<std::ptrdiff_t>(size * (block + 1) / block_count);
    const double fast_median = median({fast.begin() + begin, fast.begin() + end});
    if (fast_median > 0)
      best = std::max(best, median({slow.begin() + begin, slow.begin() + end}) / fast_median);
  }
  return best;
}

}  // namespace quadphase::bench
