// SPDX-License-Identifier: MIT
// The command steps: whole steps of a simulation, with each engine in its ways.
#pragma once

#include <string>

#include "program/options.hpp"
#include "program/progress.hpp"
#include "report/json.hpp"

namespace quadphase::bench::steps {

/// Simulates discs that begin as the boxes of one scene. Returns the block of the report.
[[nodiscard]] Json steps_block(const Options& options, const std::string& scene, std::size_t count,
                               Progress& progress);

}  // namespace quadphase::bench::steps
