// SPDX-License-Identifier: MIT
// Moving objects that overlap many static ones, which their neighbors overlap, too.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <random>
#include <span>
#include <vector>

#include "quadphase/quadphase.hpp"

namespace quadphase {
namespace {

/// Objects at places of a grid, so that many touch, in all forms and with filters.
struct CrowdedWorld {
  CrowdedWorld(std::size_t count, ObjectId first, float side, std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto below = [&](std::uint32_t limit) {
      return static_cast<std::uint32_t>(random() % limit);
    };
    for (std::size_t i = 0; i < count; ++i) {
      const float x = static_cast<float>(below(240)) / 4;
      const float y = static_cast<float>(below(240)) / 4;
      boxes.push_back({x, y, x + side, y + side});
      // Hardly ever representable in float.
      const auto shifted = [](float edge) { return static_cast<double>(edge) + 1e-9; };
      doubles.push_back({shifted(x), shifted(y), shifted(x + side), shifted(y + side)});
      ids.push_back(first + 3 * static_cast<ObjectId>(i));
      category.push_back(1U << below(3));
      mask.push_back(below(8));
      world.push_back(below(2));
    }
  }

  std::vector<Box> boxes;
  std::vector<DoubleBox> doubles;
  std::vector<ObjectId> ids;
  std::vector<std::uint32_t> category, mask, world;
};

/// What differs between the runs of a test.
struct CrowdedCase {
  bool touching;
  bool is_double;
  bool has_filters;
  bool has_worlds;
};

Attributes attributes_of(const CrowdedWorld& objects, const CrowdedCase& of) {
  Attributes attributes{.ids = objects.ids};
  if (of.has_filters) {
    attributes.category = objects.category;
    attributes.mask = objects.mask;
  }
  if (of.has_worlds) attributes.world = objects.world;
  return attributes;
}

bool may_pair(const CrowdedWorld& a, std::size_t i, const CrowdedWorld& b, std::size_t j,
              const CrowdedCase& of) {
  if (of.has_worlds && a.world[i] != b.world[j]) return false;
  return !of.has_filters || ((a.category[i] & b.mask[j]) != 0 && (b.category[j] & a.mask[i]) != 0);
}

/// Pairs of a moving and a static object, ascending.
std::vector<Pair> brute_force(const CrowdedWorld& moving, const CrowdedWorld& walls,
                              const CrowdedCase& of) {
  std::vector<Pair> pairs;
  const auto add = [&](std::size_t i, std::size_t j, const auto& a, const auto& b) {
    const bool overlap =
        of.touching
            ? a.min_x <= b.max_x && b.min_x <= a.max_x && a.min_y <= b.max_y && b.min_y <= a.max_y
            : a.min_x < b.max_x && b.min_x < a.max_x && a.min_y < b.max_y && b.min_y < a.max_y;
    if (overlap && may_pair(moving, i, walls, j, of))
      pairs.push_back(
          {std::min(moving.ids[i], walls.ids[j]), std::max(moving.ids[i], walls.ids[j])});
  };
  for (std::size_t i = 0; i < moving.ids.size(); ++i) {
    for (std::size_t j = 0; j < walls.ids.size(); ++j) {
      of.is_double ? add(i, j, moving.doubles[i], walls.doubles[j])
                   : add(i, j, moving.boxes[i], walls.boxes[j]);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

/// The pairs of a moving object with one that is not, in the order of the engine.
std::vector<Pair> with_walls(std::span<const Pair> pairs) {
  std::vector<Pair> found;
  for (const Pair& pair : pairs) {
    if (pair.first % 3 != pair.second % 3) found.push_back(pair);
  }
  return found;
}

class SharedStatics : public ::testing::TestWithParam<int> {};

TEST_P(SharedStatics, AreFoundOnceInOneOrderByUpdateCountAndStream) {
  const int bits = GetParam();
  const CrowdedCase of{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0};
  const CrowdedWorld moving(900, 0, 3, 1);
  const CrowdedWorld walls(2'500, 1, 4, 2);
  const std::vector<Pair> expected = brute_force(moving, walls, of);
  std::vector<Pair> first_order;
  std::uint64_t first_tests = 0;
  for (const int threads : {1, 3}) {
    BroadPhase engine({.threads = threads, .touching = of.touching});
    const auto set = [&](const auto& of_walls) {
      // In two parts, so that there may be several trees.
      engine.set_static(std::span(of_walls).first(2'000), std::span(walls.ids).first(2'000), {});
      engine.set_static(of_walls, walls.ids, attributes_of(walls, of));
    };
    const auto run = [&](const auto& of_moving, bool builds) {
      builds ? engine.build(of_moving, attributes_of(moving, of))
             : engine.update(of_moving, attributes_of(moving, of));
    };
    of.is_double ? set(walls.doubles) : set(walls.boxes);
    of.is_double ? run(moving.doubles, false) : run(moving.boxes, false);
    std::vector<Pair> found = with_walls(engine.pairs());
    const std::uint64_t pair_count = engine.pairs().size();
    const std::uint64_t tests = engine.stats().test_count;
    if (threads == 1) {
      first_order = found;
      first_tests = tests;
    }
    EXPECT_EQ(found, first_order);
    EXPECT_EQ(tests, first_tests);
    const std::vector<Pair> all(engine.pairs().begin(), engine.pairs().end());
    std::sort(found.begin(), found.end());
    EXPECT_TRUE(found == expected);

    of.is_double ? run(moving.doubles, true) : run(moving.boxes, true);
    EXPECT_EQ(engine.count_pairs(), pair_count);
    EXPECT_EQ(engine.stats().test_count, tests);
    std::mutex mutex;
    std::vector<std::vector<Pair>> chunks;
    engine.for_each_pair_chunk([&](std::span<const Pair> pairs, std::size_t chunk) {
      const std::scoped_lock lock(mutex);
      if (chunks.size() <= chunk) chunks.resize(chunk + 1);
      chunks[chunk].insert(chunks[chunk].end(), pairs.begin(), pairs.end());
    });
    std::vector<Pair> streamed;
    for (const auto& chunk : chunks) streamed.insert(streamed.end(), chunk.begin(), chunk.end());
    EXPECT_TRUE(streamed == all);
  }
}

INSTANTIATE_TEST_SUITE_P(AllForms, SharedStatics, ::testing::Range(0, 16));

}  // namespace
}  // namespace quadphase
