// SPDX-License-Identifier: MIT
// Who takes part. A file of its own, for tests bring another list.
#include "queries/index.hpp"

namespace quadphase::bench::queries {
namespace {

std::vector<IndexKind> all_kinds() {
  std::vector<IndexKind> kinds = {kBatchIndex, kVisitorIndex};
  const std::vector<IndexKind> peers = peer_indexes();
  kinds.insert(kinds.end(), peers.begin(), peers.end());
  return kinds;
}

}  // namespace

std::span<const IndexKind> index_kinds() {
  static const std::vector<IndexKind> kinds = all_kinds();
  return kinds;
}

}  // namespace quadphase::bench::queries
