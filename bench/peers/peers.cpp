// SPDX-License-Identifier: MIT
// The libraries that this build found.
#include "peers/peers.hpp"

namespace quadphase::bench {

std::vector<EngineInfo> peer_engines() {
  return {
#ifdef QUADPHASE_PEER_BOX2D
      kBox2dTree,
#endif
#ifdef QUADPHASE_PEER_BULLET
      kBulletDbvt,   kBulletSweep,
#endif
#ifdef QUADPHASE_PEER_CGAL
      kCgalBoxes,
#endif
#ifdef QUADPHASE_PEER_BOOST
      kBoostRtree,
#endif
#ifdef QUADPHASE_PEER_EMBREE
      kEmbree,
#endif
#ifdef QUADPHASE_PEER_CHIPMUNK
      kChipmunkTree, kChipmunkHash,
#endif
#ifdef QUADPHASE_PEER_ODE
      kOdeQuadtree,  kOdeSweep,
#endif
  };
}

std::string missing_peers() {
  return QUADPHASE_MISSING_PEERS;
}

namespace worlds {

std::vector<WorldInfo> peer_worlds() {
  return {
#ifdef QUADPHASE_PEER_BOX2D
      kBox2dWorld,
#endif
#ifdef QUADPHASE_PEER_BULLET
      kBulletWorld,
#endif
#ifdef QUADPHASE_PEER_CHIPMUNK
      kChipmunkWorld,
#endif
  };
}

}  // namespace worlds

namespace queries {

std::vector<IndexInfo> peer_indexes() {
  return {
#ifdef QUADPHASE_PEER_BOOST
      kBoostIndex,     kBoostPointIndex,
#endif
#ifdef QUADPHASE_PEER_BOX2D
      kBox2dIndex,
#endif
#ifdef QUADPHASE_PEER_EMBREE
      kEmbreeIndex,
#endif
#ifdef QUADPHASE_PEER_NANOFLANN
      kNanoflannIndex,
#endif
  };
}

}  // namespace queries

}  // namespace quadphase::bench
