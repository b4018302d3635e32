// SPDX-License-Identifier: MIT
// What every generated scene promises whatever it looks like: valid boxes, motion, shuffled ids,
// any count.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "generated_scenes.hpp"
#include "scenes/scene.hpp"

namespace quadphase::scenes {
namespace {

bool is_finite_and_valid(const Box& box) {
  return is_valid(box) && std::isfinite(box.min_x) && std::isfinite(box.min_y) &&
         std::isfinite(box.max_x) && std::isfinite(box.max_y);
}

std::size_t bad_box_count(const BoxView& boxes) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (!is_finite_and_valid(boxes[i])) ++count;
  return count;
}

bool is_at(const Box& a, const Box& b) {
  return a.min_x == b.min_x && a.min_y == b.min_y && a.max_x == b.max_x && a.max_y == b.max_y;
}

std::size_t moved_count(const FrameCopy& before, const BoxView& after) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < after.size(); ++i)
    if (!is_at(before.boxes[i], after[i])) ++count;
  return count;
}

float distance(const Box& a, const Box& b) {
  return std::hypot(a.min_x - b.min_x, a.min_y - b.min_y);
}

TEST(Scenes, KeepAllBoxesValidAndFinite) {
  for (const std::string& name : generated_scene_names()) {
    for (const Motion motion : kAllMotions) {
      const auto scene = make_scene(name, {.count = 500, .motion = motion});
      for (int frame = 0; frame < 100; ++frame) {
        ASSERT_EQ(bad_box_count(scene->boxes()), 0U) << name << " frame " << frame;
        scene->step();
      }
    }
  }
}

TEST(Scenes, HaveTheCountAskedFor) {
  for (const std::string& name : generated_scene_names()) {
    for (const Motion motion : kAllMotions) {
      for (const std::size_t count : {0U, 1U, 2U, 3U, 31U, 33U, 101U}) {
        const auto scene = make_scene(name, {.count = count, .motion = motion});
        for (int frame = 0; frame < 3; ++frame) scene->step();
        EXPECT_EQ(scene->boxes().size(), count) << name;
        EXPECT_EQ(bad_box_count(scene->boxes()), 0U) << name << " of " << count;
      }
    }
  }
}

TEST(Scenes, MoveEveryObjectByALittle) {
  for (const std::string& name : generated_scene_names()) {
    const auto scene = make_scene(name, {.count = 1'000});
    for (int frame = 0; frame < 10; ++frame) {
      const FrameCopy before(scene->boxes());
      scene->step();
      EXPECT_EQ(moved_count(before, scene->boxes()), 1'000U) << name << " frame " << frame;
    }
  }
}

TEST(Scenes, MoveOneInAHundred) {
  for (const std::string& name : generated_scene_names()) {
    const auto scene = make_scene(name, {.count = 1'000, .motion = Motion::one_in_100});
    const FrameCopy first(scene->boxes());
    for (int frame = 0; frame < 10; ++frame) {
      const FrameCopy before(scene->boxes());
      scene->step();
      EXPECT_EQ(moved_count(before, scene->boxes()), 10U) << name << " frame " << frame;
    }
    EXPECT_EQ(moved_count(first, scene->boxes()), 10U) << name << ": always the same ones";
  }
}

// A box that jumps anywhere is, in the median, much further away after it than after a small move.
TEST(Scenes, TeleportFurtherThanTheyMove) {
  const auto median_distance = [](const std::string& name, Motion motion) {
    const auto scene = make_scene(name, {.count = 1'000, .motion = motion});
    const FrameCopy before(scene->boxes());
    scene->step();
    std::vector<float> distances;
    for (std::size_t i = 0; i < before.boxes.size(); ++i)
      distances.push_back(distance(before.boxes[i], scene->boxes()[i]));
    std::nth_element(distances.begin(), distances.begin() + 500, distances.end());
    return distances[500];
  };
  for (const std::string& name : generated_scene_names())
    EXPECT_GT(median_distance(name, Motion::all_teleport),
              10 * median_distance(name, Motion::all_move))
        << name;
}

// If neighboring ids were neighboring boxes, they would be nearer to each other than ids far
// apart.
TEST(Scenes, HaveIdsThatTellNothingOfPlaces) {
  for (const std::string& name : generated_scene_names()) {
    if (name == "point" || name == "outlier")
      continue;  // one has no places, in the other one box is all
    for (const Motion motion : kAllMotions) {
      const auto scene = make_scene(name, {.count = 4'000, .motion = motion});
      scene->step();
      const BoxView boxes = scene->boxes();
      double to_next = 0;
      double to_far = 0;
      for (std::size_t i = 0; i + 1 < boxes.size(); ++i) {
        to_next += static_cast<double>(distance(boxes[i], boxes[i + 1]));
        to_far += static_cast<double>(distance(boxes[i], boxes[(i + 1'777) % boxes.size()]));
      }
      EXPECT_NEAR(to_next / to_far, 1, 0.1) << name;
    }
  }
}

TEST(Scenes, AreNamedInTheErrorWhereANameIsUnknown) {
  try {
    (void)make_scene("unicorns", {});
    FAIL() << "no exception";
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("unicorns"));
    for (const std::string& name : scene_names())
      EXPECT_THAT(error.what(), testing::HasSubstr(name));
  }
}

TEST(Scenes, RefuseMoreObjectsThanIds) {
  EXPECT_THROW((void)make_scene("uniform", {.count = 0xffff'ffffU}), std::invalid_argument);
}

}  // namespace
}  // namespace quadphase::scenes
