// SPDX-License-Identifier: MIT
// Who takes part. A file of its own, for tests bring another list.
#include "queries/index.hpp"

namespace quadphase::bench::queries {
namespace {

std::vector<IndexKind> all_classes() {
  std::vector<IndexKind> classes = {kBatchIndex, kVisitorIndex};
  const std::vector<IndexKind> peers = peer_indexes();
  classes.insert(classes.end(), peers.begin(), peers.end());
  return classes;
}

}  // namespace

std::span<const IndexKind> index_classes() {
  static const std::vector<IndexKind> classes = all_classes();
  return classes;
}

}  // namespace quadphase::bench::queries
