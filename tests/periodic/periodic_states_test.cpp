// SPDX-License-Identifier: MIT
// Periodic worlds whose objects have equal ids, and whose static objects were other ones before.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <span>
#include <vector>

#include "support/checks.hpp"
#include "support/counting_resource.hpp"

namespace quadphase::contract {
namespace {

/// A large box across the border, and small ones of one id behind it.
struct CrowdOfOneId {
  static constexpr std::size_t kCount = 20'000;
  static constexpr ObjectId kLarge = 1'000'000;

  CrowdOfOneId() : boxes{{950, 0, 1'050, 100}}, ids{kLarge} {
    for (std::size_t i = 0; i < kCount; ++i) {
      const float x = static_cast<float>(i % 200) * 0.2F + 1;
      const float y = static_cast<float>(i / 200) * 0.9F;
      boxes.push_back({x, y, x + 0.05F, y + 0.05F});
      ids.push_back(7);
    }
  }

  std::vector<Box> boxes;
  std::vector<ObjectId> ids;
};

TEST(PairsOfEqualIds, AreAllStreamedAcrossTheBorder) {
  const CrowdOfOneId crowd;
  BroadPhase broad_phase({.threads = 1, .period_x = 1'000});
  broad_phase.build(crowd.boxes, {.ids = crowd.ids});
  EXPECT_EQ(broad_phase.count_pairs(), CrowdOfOneId::kCount);
  const Pairs streamed = joined(chunks_of(broad_phase));
  EXPECT_EQ(streamed, Pairs(CrowdOfOneId::kCount, Pair{7, CrowdOfOneId::kLarge}));
}

TEST(PairsOfEqualIds, AreAllThereInAFrameThatIsRunAgain) {
  const CrowdOfOneId crowd;
  for (std::size_t k = 0; k < 60; k = k < 20 ? k + 1 : k + 7) {
    CountingResource resource;
    BroadPhase broad_phase({.threads = 1, .period_x = 1'000, .memory_resource = &resource});
    resource.fail_once_at(k);
    broad_phase.update(crowd.boxes, {.ids = crowd.ids});
    resource.work_again();
    const Pairs found(broad_phase.pairs().begin(), broad_phase.pairs().end());
    EXPECT_EQ(found, Pairs(CrowdOfOneId::kCount, Pair{7, CrowdOfOneId::kLarge})) << "failure " << k;
  }
}

TEST(OrderOfPairsOfAPeriodicWorld, DoesNotTellWhichStaticObjectsWereRemoved) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    const auto number = [&](float least, float most) {
      return std::uniform_real_distribution<float>(least, most)(random);
    };
    std::vector<Box> walls;
    std::vector<ObjectId> ids;
    for (ObjectId id = 10'000; id < 10'020; ++id) {
      const float x = number(1, 30);
      const float y = number(0, 40);
      walls.push_back({x, y, x + 1, y + 1});
      ids.push_back(id);
    }
    BroadPhase fresh({.threads = 1, .period_x = 40});
    fresh.set_static(walls, ids);
    walls.push_back({-9, 0, -8, 1});
    ids.push_back(20'000);
    BroadPhase lived({.threads = 1, .period_x = 40});
    lived.set_static(walls, ids);
    std::vector<Box> balls;
    for (int i = 0; i < 300; ++i) {
      const float x = number(0.5F, 40.5F);
      const float y = number(0, 40);
      balls.push_back({x, y, x + number(0, 2), y + number(0, 2)});
    }
    lived.update(balls);
    lived.remove_static(std::vector<ObjectId>{20'000});
    lived.update(balls);
    fresh.update(balls);
    EXPECT_TRUE(std::ranges::equal(lived.pairs(), fresh.pairs())) << "seed " << seed;
  }
}

}  // namespace
}  // namespace quadphase::contract
