// SPDX-License-Identifier: MIT
// The program without the baselines, which builds in less time.
#include "engines/engine.hpp"

namespace quadphase::bench {

std::span<const EngineInfo> baseline_engines() {
  return {};
}

}  // namespace quadphase::bench
