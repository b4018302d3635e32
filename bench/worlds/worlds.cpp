// SPDX-License-Identifier: MIT
// The list of worlds. A file of its own, because tests replace it.
#include "peers/peers.hpp"
#include "worlds/world.hpp"

namespace quadphase::bench::worlds {
namespace {

std::vector<WorldInfo> make_list() {
  std::vector<WorldInfo> list = {kOurWorldInfo, kStoreWorldInfo, kRebuiltWorldInfo};
  const std::vector<WorldInfo> peers = peer_worlds();
  list.insert(list.end(), peers.begin(), peers.end());
  return list;
}

}  // namespace

std::span<const WorldInfo> all_worlds() {
  static const std::vector<WorldInfo> list = make_list();
  return list;
}

}  // namespace quadphase::bench::worlds
