// SPDX-License-Identifier: MIT
// Filters decide which objects may pair: categories and masks, groups, worlds, and a function of
// your own for what these cannot express, such as 64 categories or groups that always pair.
#include <quadphase/quadphase.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

namespace {

// Each object has category bits, and a mask of the categories that it may pair with. Both masks
// must match: a shot may pair with ships, and a ship with shots.
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

// The filter of an engine that has 64 categories. Objects of a positive group always pair, those of
// a negative one never do.
struct WideFilter {
  std::uint64_t category = 1;
  std::uint64_t mask = 0xFFFF'FFFF'FFFF'FFFF;
  int group = 0;
};

bool may_collide(const WideFilter& a, const WideFilter& b) {
  if (a.group == b.group && a.group != 0) return a.group > 0;
  return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

// Categories that are 32 apart become one, and an object of a positive group meets all others. So
// every pair that may collide is found, and some others.
quadphase::Filter narrowed(const WideFilter& wide) {
  constexpr std::uint32_t kAllBits = 0xFFFF'FFFF;
  if (wide.group > 0) return {.category = kAllBits, .mask = kAllBits};
  const auto folded = [](std::uint64_t bits) {
    return static_cast<std::uint32_t>(bits | bits >> 32);
  };
  return {.category = folded(wide.category),
          .mask = folded(wide.mask),
          .group = static_cast<std::uint32_t>(std::abs(wide.group))};
}

}  // namespace

int main() {
  // Six boxes that all overlap each other. Without filters there would be 15 pairs.
  const std::vector<float> low = {0, 1, 2, 3, 4, 5};
  const std::vector<float> high = {6, 7, 8, 9, 10, 11};
  const quadphase::BoxView boxes{low, low, high, high};

  const std::vector<std::uint32_t> category = {kShip, kShot, kShip, kShot, kCoin, kShip};
  constexpr std::uint32_t kAll = kShip | kShot | kCoin;
  const std::vector<std::uint32_t> mask = {kAll, kShip, kAll, kShip, kShip, kAll};
  quadphase::BroadPhase broad_phase;
  quadphase::Attributes attributes;  // all columns are empty: every object has the default
  attributes.category = category;
  attributes.mask = mask;
  broad_phase.update(boxes, attributes);
  print("ships meet all, shots and coins only ships", copy(broad_phase));

  // Objects of one group never pair, so no ship is hit by its own shot. 0 is no group.
  const std::vector<std::uint32_t> group = {1, 1, 2, 2, 0, 0};
  attributes.group = group;
  broad_phase.update(boxes, attributes);
  print("and not their own shots", copy(broad_phase));

  // Worlds share an engine and its threads and nothing else: levels, floors, matches.
  const std::vector<std::uint32_t> world = {0, 0, 0, 0, 0, 1};
  attributes.world = world;
  broad_phase.update(boxes, attributes);
  print("and the cellar is another world", copy(broad_phase));

  // A function of the pair decides what bits cannot express. It is called from many threads at the
  // same time, so it only reads, and each chunk has an output of its own.
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

  // More than 32 categories, and positive groups: a filter that lets a few pairs too many through,
  // and a function that decides.
  constexpr std::uint64_t kHull = 1ULL << 40, kRadar = 1ULL << 8;
  const std::vector<WideFilter> wide = {
      {kHull, kHull},     {kHull, kRadar},    {kHull, kHull},
      {kRadar, kHull, 7}, {kRadar, kHull, 7}, {kHull, kHull, -3},
  };
  std::vector<quadphase::Filter> filters;
  for (const WideFilter& filter : wide) filters.push_back(narrowed(filter));
  broad_phase.update(boxes, quadphase::Attributes{}.set_filters(filters));
  std::vector<quadphase::Pair> collisions;
  for (const quadphase::Pair pair : broad_phase.pairs()) {
    if (may_collide(wide[pair.first], wide[pair.second])) collisions.push_back(pair);
  }
  print("of 64 categories, and group 7 with itself", collisions);
}
