// SPDX-License-Identifier: MIT
// The peers, a file for each library. A library that the build did not find has no file in it.
#pragma once

#include <string>

#include "engines/engine_registry.hpp"

namespace quadphase::bench {

extern const EngineKind kBox2dTree;
extern const EngineKind kBulletDbvt;
extern const EngineKind kBulletSweep;
extern const EngineKind kCgalBoxes;
extern const EngineKind kBoostRtree;
extern const EngineKind kEmbree;
extern const EngineKind kChipmunkTree;
extern const EngineKind kChipmunkHash;
extern const EngineKind kOdeQuadtree;
extern const EngineKind kOdeSweep;

/// Names of the libraries that this build does without, separated by commas; empty where it has all
/// of them.
[[nodiscard]] std::string missing_peers();

}  // namespace quadphase::bench
