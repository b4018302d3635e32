// SPDX-License-Identifier: MIT
// The timed loops behind the scaling report.
#pragma once

#include <string>
#include <vector>

#include "program/options.hpp"
#include "program/progress.hpp"
#include "scaling/scaling.hpp"

namespace quadphase::bench {

/// One series a multi-threaded engine of the options, all in the same frames. Errors: `CheckFailed`
/// where the pairs of two thread counts differ.
[[nodiscard]] std::vector<ScalingSeries> run_scaling(ScalingKind kind, const std::string& scene,
                                                     std::size_t count, const Options& options,
                                                     Progress& progress);

/// Every engine of the options on the least and the most threads, over the counts of the options,
/// which must ascend.
[[nodiscard]] std::vector<GrowthPoint> run_growth(const std::string& scene, const Options& options,
                                                  Progress& progress);

}  // namespace quadphase::bench
