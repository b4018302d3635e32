// SPDX-License-Identifier: MIT
// The Box2D scenes: what Box2D reports as touching was among the overlapping boxes when it decided.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "oracle/exact_pairs.hpp"
#include "scenes/scene.hpp"

namespace quadphase::scenes {
namespace {

class Box2DScenes : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const auto names = scene_names();
    if (std::find(names.begin(), names.end(), GetParam()) == names.end())
      GTEST_SKIP() << "built without Box2D";
  }
};

TEST_P(Box2DScenes, TouchOnlyWhereBoxesOverlappedBeforeTheStep) {
  const auto scene = make_scene(GetParam(), {.count = 2'000});
  std::size_t contact_count = 0;
  for (int frame = 0; frame < 120; ++frame) {
    const std::vector<Pair> pairs = oracle::exact_pairs(scene->boxes());
    scene->step();
    const auto contacts = scene->contact_source()->touching_contacts();
    ASSERT_TRUE(std::includes(pairs.begin(), pairs.end(), contacts.begin(), contacts.end()))
        << "frame " << frame;
    contact_count += contacts.size();
  }
  EXPECT_GT(contact_count, 120U * 1'000U);
}

TEST_P(Box2DScenes, HaveTenThousandBodiesAndMoveAtLeastHalfOfThem) {
  constexpr int kFrames = 30;
  const auto scene = make_scene(GetParam(), {});
  const ContactSource& source = *scene->contact_source();
  ASSERT_GE(source.body_count(), 10'000U);
  EXPECT_GT(scene->boxes().size(), source.body_count());
  std::size_t moved = 0;
  for (int frame = 0; frame < kFrames; ++frame) {
    scene->step();
    moved += source.moved_body_count();
  }
  EXPECT_GE(moved, kFrames * source.body_count() / 2);
}

TEST_P(Box2DScenes, KeepAllBoxesFiniteAndInTheirContainer) {
  const auto scene = make_scene(GetParam(), {.count = 500});
  for (int frame = 0; frame < 300; ++frame) scene->step();
  const BoxView boxes = scene->boxes();
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box box = boxes[i];
    ASSERT_TRUE(is_valid(box)) << i;
    EXPECT_LT(std::max({std::abs(box.min_x), std::abs(box.max_x), std::abs(box.min_y),
                        std::abs(box.max_y)}),
              100.0F)
        << i;
  }
}

TEST_P(Box2DScenes, TakeSmallCounts) {
  for (const std::size_t count : {0U, 1U, 2U, 3U}) {
    const auto scene = make_scene(GetParam(), {.count = count});
    EXPECT_TRUE(scene->contact_source()->touching_contacts().empty());
    for (int frame = 0; frame < 3; ++frame) scene->step();
    EXPECT_EQ(scene->contact_source()->body_count(), count);
  }
}

TEST_P(Box2DScenes, AreTheSameInEveryRun) {
  const auto one = make_scene(GetParam(), {.count = 300});
  const auto two = make_scene(GetParam(), {.count = 300});
  for (int frame = 0; frame < 60; ++frame) {
    one->step();
    two->step();
  }
  EXPECT_TRUE(std::ranges::equal(one->boxes().min_x, two->boxes().min_x));
  EXPECT_TRUE(std::ranges::equal(one->contact_source()->touching_contacts(),
                                 two->contact_source()->touching_contacts()));
}

INSTANTIATE_TEST_SUITE_P(All, Box2DScenes, testing::Values("box2d-pyramid", "box2d-tumbler"),
                         [](const auto& scene) {
                           return std::string(scene.param).substr(std::string("box2d-").size());
                         });

}  // namespace
}  // namespace quadphase::scenes
