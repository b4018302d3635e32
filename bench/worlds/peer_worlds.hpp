// SPDX-License-Identifier: MIT
// The peers, a file for each library. A library that the build did not find has no file in it.
#pragma once

#include <vector>

#include "worlds/world.hpp"

namespace quadphase::bench::worlds {

extern const WorldKind kBox2dWorld;
extern const WorldKind kBulletWorld;
extern const WorldKind kChipmunkWorld;

[[nodiscard]] std::vector<WorldKind> peer_worlds();

}  // namespace quadphase::bench::worlds
