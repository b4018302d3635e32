// SPDX-License-Identifier: MIT
// Who takes part in a comparison.
#pragma once

#include <vector>

#include "engines/engine.hpp"
#include "program/options.hpp"

namespace quadphase::bench {

/// quadphase, which always takes part, and the engines of the options.
[[nodiscard]] std::vector<const EngineInfo*> chosen_engines(const Options& options);

}  // namespace quadphase::bench
