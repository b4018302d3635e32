// SPDX-License-Identifier: MIT
// Runs one scenario: all engines on the same frames.
#pragma once

#include "program/progress.hpp"
#include "worlds/report.hpp"
#include "worlds/scenario.hpp"

namespace quadphase::bench::worlds {

[[nodiscard]] Block run_scenario(const Options& options, const ScenarioKind& kind,
                                 Progress& progress);

}  // namespace quadphase::bench::worlds
