// SPDX-License-Identifier: MIT
// What a comparison says of samples: the median of ratios with its confidence interval, means and
// quartiles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace quadphase::bench {

/// A median, and an interval that holds the true one with at least that probability.
struct MedianInterval {
  double median = 0;
  double low = 0;
  double high = 0;
  double coverage = 0;  ///< probability; below the wanted one where there are too few samples
  std::size_t sample_count = 0;
};

/// The interval between two order statistics: free of any assumption on the distribution, since the
/// number of samples below the true median is binomial with p = 1/2. All zero without samples.
///
/// Source: H. A. David and H. N. Nagaraja, "Order Statistics", 3rd ed., 2003, section 7.1.
[[nodiscard]] MedianInterval median_interval(std::vector<double> samples, double coverage = 0.95);

/// The value at `fraction` of the sorted samples, linear between neighbors. 0 without samples.
[[nodiscard]] double quantile(std::vector<double> samples, double fraction);

[[nodiscard]] double mean(std::span<const std::uint64_t> samples);

}  // namespace quadphase::bench
