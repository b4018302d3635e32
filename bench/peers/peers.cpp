// SPDX-License-Identifier: MIT
// Which peers this build has.
#include "peers/peers.hpp"

#include <vector>

namespace quadphase::bench {
namespace {

std::vector<EngineKind> found_peers() {
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

}  // namespace

std::span<const EngineKind> peer_engines() {
  static const std::vector<EngineKind> peers = found_peers();
  return peers;
}

std::string missing_peers() {
  return QUADPHASE_MISSING_PEERS;
}

}  // namespace quadphase::bench
