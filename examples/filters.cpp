// SPDX-License-Identifier: MIT
// Who may pair with whom: categories and masks, owners, worlds, and a query of your own for what
// these cannot say.
#include <quadphase/quadphase.hpp>

#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

namespace {

// Each object has bits that say what it is, and bits that say what it wants to meet. Both must
// want: a shot wants ships, and a ship wants shots.
constexpr std::uint32_t kShip = 1, kShot = 2, kCoin = 4;

const std::vector<const char*> kNames = {"red ship",  "red shot",  "blue ship",
                                         "blue shot", "blue coin", "ship in the cellar"};

void print(const char* what, const std::vector<quadphase::Pair>& pairs) {
  std::printf("%s:\n", what);
  for (const auto [a, b] : pairs) std::printf("  %s and %s\n", kNames[a], kNames[b]);
}

std::vector<quadphase::Pair> copy(const quadphase::BroadPhase& broad_phase) {
  return {broad_phase.pairs().begin(), broad_phase.pairs().end()};
}

}  // namespace

int main() {
  // Six boxes that all overlap: without filters these are 15 pairs.
  const std::vector<float> low = {0, 1, 2, 3, 4, 5};
  const std::vector<float> high = {6, 7, 8, 9, 10, 11};
  const quadphase::BoxView boxes{low, low, high, high};

  const std::vector<std::uint32_t> category = {kShip, kShot, kShip, kShot, kCoin, kShip};
  constexpr std::uint32_t kAll = kShip | kShot | kCoin;
  const std::vector<std::uint32_t> mask = {kAll, kShip, kAll, kShip, kShip, kAll};
  quadphase::BroadPhase broad_phase;
  quadphase::Attributes attributes;  // spans of nothing: every object has the default
  attributes.category = category;
  attributes.mask = mask;
  broad_phase.update(boxes, attributes);
  print("ships meet all, shots and coins only ships", copy(broad_phase));

  // Things of one owner never meet: no ship is hit by its own shot. 0 stands for no owner.
  const std::vector<std::uint32_t> group = {1, 1, 2, 2, 0, 0};
  attributes.group = group;
  broad_phase.update(boxes, attributes);
  print("and not their own shots", copy(broad_phase));

  // Worlds share an engine and its threads, but nothing else: levels, floors, matches.
  const std::vector<std::uint32_t> world = {0, 0, 0, 0, 0, 1};
  attributes.world = world;
  broad_phase.update(boxes, attributes);
  print("and the cellar is another world", copy(broad_phase));

  // What bits cannot say: a function of the pair. It is called from all threads at once, so it only
  // reads, and each chunk writes to a place of its own.
  const std::vector<bool> is_shielded = {true, false, false, false, false, false};
  const auto may_hurt = [&](const quadphase::Pair& pair) {
    return !is_shielded[pair.first] && !is_shielded[pair.second];
  };
  broad_phase.build(boxes, attributes);
  std::vector<std::vector<quadphase::Pair>> chunks(broad_phase.chunk_count());
  broad_phase.for_each_pair_chunk(
      may_hurt, [&](std::span<const quadphase::Pair> pairs, std::size_t chunk) {
        chunks[chunk].insert(chunks[chunk].end(), pairs.begin(), pairs.end());
      });
  for (const auto& chunk : chunks) print("and the red ship has its shield up", chunk);
}
