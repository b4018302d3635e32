// SPDX-License-Identifier: MIT
// Work that does not depend on the clock: box tests stay near what objects and pairs explain, in
// every scene, wherever outliers lie, and for inputs that make trees slow.
#include <gtest/gtest.h>

#include <bit>

#include "scenes/adversarial.hpp"
#include "scenes/random.hpp"
#include "support/checks.hpp"

namespace quadphase::contract {
namespace {

/// Box tests that `boxes` may cost: some vectors an object, and some more a pair.
std::uint64_t most_tests(std::size_t objects, std::size_t pairs) {
  return 80 * objects + 16 * pairs;
}

void expect_modest_work(const BoxView& boxes, Config config = {.threads = 1}) {
  BroadPhase broad_phase(config);
  broad_phase.build(boxes);
  const std::uint64_t pairs = broad_phase.count_pairs();
  EXPECT_LE(broad_phase.stats().test_count, most_tests(boxes.size(), pairs));
  EXPECT_GE(broad_phase.stats().test_count, pairs);
}

std::vector<Box> sparse_crowd(std::size_t count, float size) {
  scenes::Random random(2);
  const float extent = size / static_cast<float>(count);
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const float x = size * random.unit();
    const float y = size * random.unit();
    boxes.push_back({x, y, x + extent, y + extent});
  }
  return boxes;
}

TEST(Cost, IsModestInEveryScene) {
  for (const std::string& scene : scenes::scene_names()) {
    SCOPED_TRACE(scene);
    expect_modest_work(frame_of(scene, 4'000).view());
    expect_modest_work(frame_of(scene, 30'000).view());
  }
}

TEST(Cost, IsModestBesideAnOutlierHoweverFar) {
  for (const float distance : {1e6F, 1e20F, 3e38F}) {
    for (const std::size_t count : {3'000U, 30'000U}) {
      SCOPED_TRACE(testing::Message() << count << " objects, outlier at " << distance);
      std::vector<Box> boxes = sparse_crowd(count, 1);
      boxes.push_back({distance, distance, distance, distance});
      expect_modest_work(columns_of(boxes).view());
      boxes.push_back({-distance, 0, -distance, 0});
      expect_modest_work(columns_of(boxes).view());
    }
  }
}

TEST(Cost, IsModestInsideOutliersAroundOutliers) {
  for (const std::size_t count : {3'000U, 30'000U}) {
    for (const float ratio : {0.5F, 1e-3F, 1e-9F}) {
      SCOPED_TRACE(testing::Message() << count << " objects, outliers at steps of " << ratio);
      std::vector<Box> boxes = sparse_crowd(count, 1e-20F);
      for (float distance = 1e38F; distance > 1e-20F; distance *= ratio)
        boxes.push_back({distance, distance, distance, distance});
      expect_modest_work(columns_of(boxes).view());
    }
  }
}

TEST(Cost, IsModestWhereManyKeysAreEqual) {
  std::vector<Box> boxes = sparse_crowd(20'000, 1);
  const float step = 0x1p-23F;
  for (int i = 0; i < 900; ++i) boxes.push_back({0.5F, 0.5F, 0.5F, 0.5F});
  for (int i = 0; i < 900; ++i) {
    const float x = 1 + step * static_cast<float>(i);
    boxes.push_back({x, 1, x, 1});
  }
  boxes.push_back({1e20F, 1e20F, 1e20F, 1e20F});
  expect_modest_work(columns_of(boxes).view());
}

TEST(Cost, OfAdversarialInputsIsAtMostSixteenTimesNLogNPlusPairs) {
  for (const scenes::AdversarialInput& input : scenes::adversarial_inputs()) {
    SCOPED_TRACE(input.name);
    for (const std::size_t count : {1'000U, 5'000U, 50'000U}) {
      if (input.name == "equal" && count > 5'000) continue;  // 1.25 thousand million pairs
      const scenes::Columns boxes = input.make(count);
      BroadPhase broad_phase({.threads = 1});
      broad_phase.build(boxes.view());
      const std::uint64_t pairs = broad_phase.count_pairs();
      EXPECT_LE(broad_phase.stats().test_count, 16 * (count * std::bit_width(count) + pairs))
          << count << " objects";
      EXPECT_GE(broad_phase.stats().test_count, pairs);
    }
  }
}

}  // namespace
}  // namespace quadphase::contract
