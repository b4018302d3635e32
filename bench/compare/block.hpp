// SPDX-License-Identifier: MIT
// The command compare: many engines on the same frames of one scene.
#pragma once

#include <string>

#include "program/options.hpp"
#include "program/progress.hpp"
#include "report/json.hpp"

namespace quadphase::bench {

/// Runs the engines of the options and quadphase on one scene. Returns the block of the report.
[[nodiscard]] Json compare_block(const Options& options, const std::string& scene,
                                 std::size_t count, Progress& progress);

}  // namespace quadphase::bench
