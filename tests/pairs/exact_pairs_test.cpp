// SPDX-License-Identifier: MIT
// Every scene, motion and size: exactly the overlapping pairs, each once, on one thread and on
// four, stored, counted and streamed. Where touching does not count, also with all edges on a grid.
#include <gtest/gtest.h>

#include "support/checks.hpp"

namespace quadphase::contract {
namespace {

using scenes::Motion;

/// Equal boxes at one point make half of count squared pairs, and nothing new above a thousand.
std::size_t count_for(const std::string& scene_name, std::size_t count) {
  return scene_name == "point" ? std::min<std::size_t>(count, 1'100) : count;
}

class ExactPairsOf : public testing::TestWithParam<std::string> {
 protected:
  void expect_exact_frames(std::size_t count, Motion motion, int frames) {
    const auto scene = scenes::make_scene(
        GetParam(), {.count = count_for(GetParam(), count), .seed = 5, .motion = motion});
    for (int frame = 0; frame < frames; ++frame) {
      SCOPED_TRACE("frame " + std::to_string(frame) + " of " + std::to_string(count) +
                   " objects, motion " + std::to_string(static_cast<int>(motion)));
      const Pairs exact = oracle::exact_pairs(scene->boxes());
      ASSERT_GT(exact.size(), count / 100);
      expect_pairs(serial_, scene->boxes(), exact);
      parallel_.update(scene->boxes());
      EXPECT_TRUE(copy_of(parallel_.pairs()) == copy_of(serial_.pairs())) << "threads differ";
      expect_exact_where_touching_does_not_count(scene->boxes());
      scene->step();
    }
  }

  void expect_exact_where_touching_does_not_count(const BoxView& boxes) {
    const Columns on_grid = snapped(boxes);
    for (const BoxView& frame : {boxes, on_grid.view()}) {
      expect_exact(open_, frame, false);
      parallel_open_.update(frame);
      EXPECT_TRUE(copy_of(parallel_open_.pairs()) == copy_of(open_.pairs())) << "threads differ";
    }
  }

  BroadPhase serial_{Config{.threads = 1}};
  BroadPhase parallel_{Config{.threads = 4}};
  BroadPhase open_{Config{.threads = 1, .touching = false}};
  BroadPhase parallel_open_{Config{.threads = 4, .touching = false}};
};

TEST_P(ExactPairsOf, AFewHundredObjects) {
  for (const Motion motion : {Motion::all_move, Motion::one_in_100, Motion::all_teleport})
    expect_exact_frames(300, motion, 4);
}

TEST_P(ExactPairsOf, ThreeThousandObjects) {
  for (const Motion motion : {Motion::all_move, Motion::one_in_100, Motion::all_teleport})
    expect_exact_frames(3'000, motion, 3);
}

TEST_P(ExactPairsOf, TwentyThousandObjectsOnTheParallelPath) {
  for (const Motion motion : {Motion::all_move, Motion::one_in_100, Motion::all_teleport})
    expect_exact_frames(20'000, motion, 2);
}

INSTANTIATE_TEST_SUITE_P(Scene, ExactPairsOf, testing::ValuesIn(scenes::scene_names()),
                         test_name_of);

}  // namespace
}  // namespace quadphase::contract
