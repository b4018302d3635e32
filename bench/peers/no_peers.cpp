// SPDX-License-Identifier: MIT
// The program without other libraries, which builds in a fraction of the time.
#include "peers/peers.hpp"

namespace quadphase::bench {

std::vector<EngineInfo> peer_engines() {
  return {};
}

std::string missing_peers() {
  return "all other engines; build quadphase_bench_peers to compare with them";
}

std::vector<worlds::WorldInfo> worlds::peer_worlds() {
  return {};
}

std::vector<queries::IndexInfo> queries::peer_indexes() {
  return {};
}

}  // namespace quadphase::bench
