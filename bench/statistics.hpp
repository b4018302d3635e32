// SPDX-License-Identifier: MIT
// Order statistics of a run's samples.
#pragma once

#include <cstdint>
#include <vector>

namespace quadphase::bench {

/// The sample at rank ceil(fraction * n), 1-based (the nearest-rank percentile): always a sample
/// that was measured. 0 where there are none. `fraction` is in (0, 1].
[[nodiscard]] std::uint64_t percentile(std::vector<std::uint64_t> samples, double fraction);

/// The middle sample, or the mean of the two middle ones. 0 where there are none.
[[nodiscard]] double median(std::vector<std::uint64_t> samples);

}  // namespace quadphase::bench
