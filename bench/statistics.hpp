// SPDX-License-Identifier: MIT
// Order statistics of a run's samples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace quadphase::bench {

/// The sample at rank ceil(fraction * n), 1-based (the nearest-rank percentile): always a sample
/// that was measured. 0 where there are none. `fraction` is in (0, 1].
[[nodiscard]] std::uint64_t percentile(std::vector<std::uint64_t> samples, double fraction);

/// The middle sample, or the mean of the two middle ones. 0 where there are none.
[[nodiscard]] double median(std::vector<std::uint64_t> samples);

/// Cuts both runs into `block_count` blocks of consecutive samples, and returns the largest ratio
/// of a block's medians, `slow` over `fast`: what the machine gives when nothing else disturbs it.
/// 0 where there are fewer than four samples a block. Both runs have one length.
[[nodiscard]] double best_block_ratio(const std::vector<std::uint64_t>& slow,
                                      const std::vector<std::uint64_t>& fast,
                                      std::size_t block_count);

}  // namespace quadphase::bench
