// SPDX-License-Identifier: MIT
// The lists of engines that a run may name, one a folder; `engine_classes()` joins them.
#pragma once

#include <span>

#include "engines/engine.hpp"

namespace quadphase::bench {

/// What people write themselves (baselines/). Each is written for this benchmark.
[[nodiscard]] std::span<const EngineKind> baseline_engines();

/// Libraries that people would pick instead (peers/). Only those that the build found.
[[nodiscard]] std::span<const EngineKind> peer_engines();

}  // namespace quadphase::bench
