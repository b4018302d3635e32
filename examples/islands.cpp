// SPDX-License-Identifier: MIT
// Islands: the groups of boxes that are connected, from the rows of neighbors. A solver works on
// each alone, and lets it sleep alone.
#include <quadphase/quadphase.hpp>

#include <cstdio>
#include <vector>

namespace {

constexpr quadphase::ObjectId kNoIsland = 0xFFFF'FFFF;

/// For each object the lowest id of its island.
std::vector<quadphase::ObjectId> islands_of(const quadphase::Adjacency& rows) {
  std::vector<quadphase::ObjectId> islands(rows.row_count(), kNoIsland);
  std::vector<quadphase::ObjectId> open;
  for (quadphase::ObjectId root = 0; root < rows.row_count(); ++root) {
    if (islands[root] != kNoIsland) continue;
    islands[root] = root;
    open.push_back(root);
    while (!open.empty()) {
      const quadphase::ObjectId id = open.back();
      open.pop_back();
      for (const quadphase::ObjectId neighbor : rows.neighbors_of(id)) {
        if (islands[neighbor] != kNoIsland) continue;
        islands[neighbor] = root;
        open.push_back(neighbor);
      }
    }
  }
  return islands;
}

}  // namespace

int main() {
  // Two stacks of crates, and a crate that stands alone.
  const std::vector<quadphase::Box> boxes = {{0, 0, 1, 1},  {5, 0, 6, 1}, {0, 1, 1, 2},
                                             {9, 0, 10, 1}, {5, 1, 6, 2}, {0, 2, 1, 3},
                                             {5, 2, 6, 3}};
  quadphase::BroadPhase broad_phase;
  broad_phase.update(boxes);
  const std::vector<quadphase::ObjectId> islands = islands_of(broad_phase.adjacency(boxes.size()));
  for (std::size_t id = 0; id < islands.size(); ++id)
    std::printf("crate %zu: island %u\n", id, islands[id]);

  // The pairs by id, and what is kept for each pair by its index.
  for (const auto& [first, second] : broad_phase.sorted_pairs())
    std::printf("%u-%u ", first, second);
  const quadphase::Adjacency rows = broad_phase.adjacency(boxes.size());
  const auto pairs = broad_phase.pairs();
  std::printf("\npairs of crate 2:");
  for (const std::uint32_t index : rows.pairs_of(2))
    std::printf(" %u-%u", pairs[index].first, pairs[index].second);
  std::printf("\n");
}
