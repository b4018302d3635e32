// SPDX-License-Identifier: MIT
// Which peers this build has.
#include "queries/peer_indexes.hpp"

#include <array>

namespace quadphase::bench::queries {

std::vector<IndexKind> peer_indexes() {
  return {
#ifdef QUADPHASE_INDEX_BOOST
      kBoostIndex,     kBoostPointIndex,
#endif
#ifdef QUADPHASE_INDEX_BOX2D
      kBox2dIndex,
#endif
#ifdef QUADPHASE_INDEX_EMBREE
      kEmbreeIndex,
#endif
#ifdef QUADPHASE_INDEX_NANOFLANN
      kNanoflannIndex,
#endif
  };
}

std::string missing_index_peers() {
  return QUADPHASE_MISSING_INDEXES;
}

std::span<const std::string_view> left_out() {
  static constexpr std::array<std::string_view, 2> kLeftOut = {
      "b2DynamicTree has no search for what is nearest",
      "nanoflann holds points only, so it takes part in nearest-8-points alone"};
  return kLeftOut;
}

}  // namespace quadphase::bench::queries
