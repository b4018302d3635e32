// SPDX-License-Identifier: MIT
// Worlds whose scales lie far apart: outliers, and clusters in clusters down to the least numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "scenes/random.hpp"
#include "support/checks.hpp"

namespace quadphase::contract {
namespace {

void add_world(std::vector<Box>& boxes, std::size_t count, float x, float y, float size,
               float extent, std::uint64_t seed = 1) {
  scenes::Random random(seed);
  for (std::size_t i = 0; i < count; ++i) {
    const float left = x + size * random.unit();
    const float low = y + size * random.unit();
    boxes.push_back({left, low, left + extent, low + extent});
  }
}

/// Points or small boxes at distances from a place that fall by `ratio` each.
void add_spiral(std::vector<Box>& boxes, float largest, float ratio, float place) {
  scenes::Random random(3);
  for (float distance = largest; distance > 0; distance *= ratio) {
    const float x = place + random.sign() * distance;
    const float y = place + random.sign() * distance;
    const float extent = random.below(2) == 0 ? 0 : distance / 2;
    boxes.push_back({x, y, x + extent, y + extent});
  }
}

TEST(DegenerateScales, OneObjectFarAwayFromAUnitWorld) {
  for (const float distance : {1e5F, 1e20F, 1e38F, 3.4e38F}) {
    for (const std::size_t count : {100U, 1'900U, 12'000U}) {
      SCOPED_TRACE(testing::Message() << distance << " away from " << count);
      std::vector<Box> boxes;
      add_world(boxes, count, 0, 0, 1, 1 / std::sqrt(static_cast<float>(count)));
      boxes.push_back({distance, -distance, distance, -distance});
      expect_exact(boxes);
      boxes.push_back({-distance, -distance, 0.5F, 0.5F});
      expect_exact(boxes, {.threads = 3});
    }
  }
}

TEST(DegenerateScales, DistancesThatHalveDownToDenormals) {
  for (const float ratio : {0.5F, 0.25F, 0.06F, 1e-6F}) {
    for (const float place : {0.0F, 1.0F, -3e5F}) {
      SCOPED_TRACE(testing::Message() << ratio << " about " << place);
      std::vector<Box> boxes;
      add_spiral(boxes, 1e38F, ratio, place);
      expect_exact(boxes);
      expect_exact(boxes, {.threads = 1, .leaf_capacity = 1});
      expect_exact(boxes, {.threads = 1, .leaf_capacity = 4, .max_depth = 3});
      add_world(boxes, 400, place, place, 1e-3F, 1e-4F);
      expect_exact(boxes);
    }
  }
}

// A crowd that every quartering keeps whole while it sheds an outlier or two; the counts lie where
// the tree's first cut has another width.
TEST(DegenerateScales, ACrowdInsideEverLargerSquaresOfOutliers) {
  for (const std::size_t count : {500U, 3'000U, 8'193U, 12'000U, 16'380U}) {
    for (const float ratio : {0.5F, 0.25F, 1.0F / 64}) {
      SCOPED_TRACE(testing::Message() << count << " objects, ratio " << ratio);
      std::vector<Box> boxes;
      const float extent = 1e-30F / std::sqrt(static_cast<float>(count));
      add_world(boxes, count, 0, 0, 1e-30F, extent);
      for (float distance = 1e38F; distance > 1e-29F; distance *= ratio)
        boxes.push_back({distance, distance, distance, distance});
      BroadPhase broad_phase({.threads = 1});
      const Columns columns = columns_of(boxes);
      broad_phase.update(columns.view());
      const auto difference =
          oracle::compare_pairs(broad_phase.pairs(), oracle::exact_pairs(columns.view()));
      EXPECT_FALSE(difference) << *difference;
    }
  }
}

TEST(DegenerateScales, SeveralCrowdsEachInsideAnother) {
  std::vector<Box> boxes;
  float size = 1e30F;
  for (int crowd = 0; crowd < 7; ++crowd, size *= 1e-9F)
    add_world(boxes, 9'000, 0, 0, size, size / 9'000, static_cast<std::uint64_t>(crowd));
  expect_exact(boxes);
  expect_exact(boxes, {.threads = 3});
}

TEST(DegenerateScales, CrowdsFarFromTheOrigin) {
  std::vector<Box> boxes;
  for (const float place : {1e6F, -1e10F, 1e25F, 0.0F}) {
    const float grain = std::max(1e-3F, std::nextafter(std::fabs(place), 1e30F) - std::fabs(place));
    scenes::Random random(11);
    for (int i = 0; i < 450; ++i) {
      const float x = place + grain * static_cast<float>(random.below(300));
      const float y = place + grain * static_cast<float>(random.below(300));
      boxes.push_back({x, y, x + 9 * grain, y + 9 * grain});
    }
  }
  expect_exact(boxes);
}

// Keys of 30 bits per axis tell none of them apart at first: they differ in the last place only.
TEST(DegenerateScales, NeighboringFloatsInAHugeWorld) {
  std::vector<Box> boxes{{-1e38F, -1e38F, -1e38F, -1e38F}, {1e38F, 1e38F, 1e38F, 1e38F}};
  float x = 1;
  for (int i = 0; i < 1'500; ++i, x = std::nextafter(x, 2.0F)) {
    boxes.push_back({x, 0, x, 0});
    if (i % 5 == 0) boxes.push_back({x, 0, std::nextafter(x, 2.0F), 0});
  }
  expect_exact(boxes);
}

}  // namespace
}  // namespace quadphase::contract
