// SPDX-License-Identifier: MIT
// The pairs as a graph. Islands: the groups of boxes that are connected; a solver works on each
// alone, and lets it sleep alone. Colors: the pairs that a solver can work on at the same time. The
// boxes that are selected by priority so that no two overlap. The neighbors of a box.
#include <quadphase/quadphase.hpp>

#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

int main() {
  // Two stacks of crates, and a crate that stands alone.
  const std::vector<quadphase::Box> boxes = {{0, 0, 1, 1},  {5, 0, 6, 1}, {0, 1, 1, 2},
                                             {9, 0, 10, 1}, {5, 1, 6, 2}, {0, 2, 1, 3},
                                             {5, 2, 6, 3}};
  quadphase::BroadPhase broad_phase;
  broad_phase.update(boxes);
  std::vector<quadphase::ObjectId> islands(boxes.size());
  quadphase::find_islands(broad_phase.pairs(), islands);
  for (std::size_t id = 0; id < islands.size(); ++id)
    std::printf("crate %zu: island %u\n", id, islands[id]);

  // The heaviest crates that do not touch each other.
  const std::vector<float> weights = {1, 2, 3, 1, 5, 4, 1};
  std::vector<std::uint8_t> selected(boxes.size());
  quadphase::select_disjoint(broad_phase.pairs(), weights, selected);
  std::printf("selected:");
  for (std::size_t id = 0; id < selected.size(); ++id) {
    if (selected[id] != 0) std::printf(" %zu", id);
  }

  // The pairs by id, and what is kept for each pair by its index.
  std::printf("\npairs: ");
  for (const auto& [first, second] : broad_phase.sorted_pairs())
    std::printf("%u-%u ", first, second);
  const quadphase::Adjacency rows = broad_phase.adjacency(boxes.size());
  const std::span<const quadphase::Pair> pairs = broad_phase.pairs();
  std::printf("\npairs of crate 2:");
  for (const std::uint32_t index : rows.pairs_of(2))
    std::printf(" %u-%u", pairs[index].first, pairs[index].second);
  std::printf("\n");

  // Groups of pairs: in each, no two pairs share a crate, except for the two that stand on the
  // ground.
  std::vector<std::uint8_t> is_static(boxes.size());
  is_static[0] = is_static[1] = 1;
  std::vector<std::uint32_t> indices(pairs.size());
  const quadphase::PairColors colors =
      quadphase::color_pairs(pairs, boxes.size(), indices, is_static);
  for (std::size_t color = 0; color < colors.color_count; ++color) {
    std::printf("color %zu:", color);
    for (const std::uint32_t index : colors.pairs_of(color))  // all at the same time
      std::printf(" %u-%u", pairs[index].first, pairs[index].second);
    std::printf("\n");
  }
}
