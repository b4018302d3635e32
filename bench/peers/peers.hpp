// SPDX-License-Identifier: MIT
// Libraries that people would pick instead, a source for each. The program is linked with the
// libraries that the build found (peers.cpp), or with none of them (no_peers.cpp).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/engine.hpp"
#include "queries/index.hpp"
#include "worlds/world.hpp"

namespace quadphase::bench {

extern const EngineInfo kBox2dTree, kBulletDbvt, kBulletSweep, kCgalBoxes, kBoostRtree, kEmbree,
    kChipmunkTree, kChipmunkHash, kOdeQuadtree, kOdeSweep;

/// Engines that compute all pairs of a frame.
[[nodiscard]] std::vector<EngineInfo> peer_engines();

/// Names of the libraries that this program does without, separated by commas; empty where it has
/// all of them.
[[nodiscard]] std::string missing_peers();

namespace worlds {
extern const WorldInfo kBox2dWorld, kBulletWorld, kChipmunkWorld;

/// Engines that keep their objects from frame to frame.
[[nodiscard]] std::vector<WorldInfo> peer_worlds();
}  // namespace worlds

namespace queries {
extern const IndexInfo kBoostIndex, kBoostPointIndex, kBox2dIndex, kEmbreeIndex, kNanoflannIndex;

/// Spatial indexes.
[[nodiscard]] std::vector<IndexInfo> peer_indexes();
}  // namespace queries

}  // namespace quadphase::bench
