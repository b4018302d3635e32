// SPDX-License-Identifier: MIT
// Which peers this build has.
#include "worlds/peer_worlds.hpp"

namespace quadphase::bench::worlds {

std::vector<WorldKind> peer_worlds() {
  return {
#ifdef QUADPHASE_WORLD_BOX2D
      kBox2dWorld,
#endif
#ifdef QUADPHASE_WORLD_BULLET
      kBulletWorld,
#endif
#ifdef QUADPHASE_WORLD_CHIPMUNK
      kChipmunkWorld,
#endif
  };
}

std::string missing_world_peers() {
  return QUADPHASE_MISSING_WORLDS;
}

}  // namespace quadphase::bench::worlds
