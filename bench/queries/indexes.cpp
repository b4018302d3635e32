// SPDX-License-Identifier: MIT
// The list of indexes. A file of its own, because tests replace it.
#include "peers/peers.hpp"
#include "queries/index.hpp"

namespace quadphase::bench::queries {
namespace {

std::vector<IndexInfo> make_list() {
  std::vector<IndexInfo> list = {kBatchIndex, kVisitorIndex};
  const std::vector<IndexInfo> peers = peer_indexes();
  list.insert(list.end(), peers.begin(), peers.end());
  return list;
}

}  // namespace

std::span<const IndexInfo> all_indexes() {
  static const std::vector<IndexInfo> list = make_list();
  return list;
}

}  // namespace quadphase::bench::queries
