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

/// The least median of `block_count` blocks of consecutive samples: what a run takes while the
/// machine is left alone. 0 where there are fewer than four samples a block.
///
/// Why not the least sample: it is a frame's luck. Why not the best ratio of two runs' blocks: it
/// rewards the block in which the other run was disturbed.
[[nodiscard]] double quietest_median(const std::vector<std::uint64_t>& samples,
                                     std::size_t block_count);

}  // namespace quadphase::bench
