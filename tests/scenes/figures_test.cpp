// SPDX-License-Identifier: MIT
// Each scene has the figures that it is described with, also after hundreds of frames.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "generated_scenes.hpp"
#include "oracle/exact_pairs.hpp"
#include "scenes/describe.hpp"
#include "scenes/scene.hpp"

namespace quadphase::scenes {
namespace {

constexpr std::size_t kCount = 20'000;

struct PairsPerBox {
  const char* scene;
  double least, most;
};

constexpr PairsPerBox kPairsPerBox[] = {
    {"uniform", 1.9, 2.1}, {"dense", 7.7, 8.3},   {"sparse", 0.09, 0.11}, {"clusters", 1.6, 2.4},
    {"mixed", 1.7, 2.3},   {"decades", 1.8, 2.2}, {"galaxy", 1.9, 2.1},   {"pile", 1.4, 1.6},
    {"roads", 1.7, 2.5},   {"giants", 4.8, 5.7},  {"walls", 1.8, 2.2},    {"outlier", 1.9, 2.1},
    {"line", 1.9, 2.1},
};

double pairs_per_box(const Scene& scene) {
  return static_cast<double>(oracle::exact_pairs(scene.boxes()).size()) /
         static_cast<double>(scene.boxes().size());
}

float width_of(const Box& box) {
  return box.max_x - box.min_x;
}
float height_of(const Box& box) {
  return box.max_y - box.min_y;
}

TEST(SceneFigures, PairsPerBoxAreAsDescribedInEveryMotion) {
  for (const PairsPerBox& expected : kPairsPerBox) {
    for (const Motion motion : kAllMotions) {
      const auto scene = make_scene(expected.scene, {.count = 10'000, .motion = motion});
      const double at_first = pairs_per_box(*scene);
      EXPECT_TRUE(at_first >= expected.least && at_first <= expected.most)
          << expected.scene << ": " << at_first;
      const int frames = motion == Motion::all_teleport ? 3 : 200;
      for (int frame = 0; frame < frames; ++frame) scene->step();
      const double later = pairs_per_box(*scene);
      EXPECT_TRUE(later >= expected.least && later <= expected.most)
          << expected.scene << " after " << frames << " frames: " << later;
    }
  }
}

TEST(SceneFigures, ClustersDifferInDensityByDecades) {
  const auto scene = make_scene("clusters", {.count = kCount});
  const Figures figures = describe("clusters", scene->boxes());
  EXPECT_GT(figures.density.most / figures.density.least, 100);
}

TEST(SceneFigures, MixedReachesFarButNotBeyondItsCap) {
  const auto scene = make_scene("mixed", {.count = kCount});
  const Figures figures = describe("mixed", scene->boxes());
  EXPECT_GT(figures.extent.most, 300 * figures.extent.least);
  EXPECT_LE(figures.extent.most, 1'001 * figures.extent.least);
  EXPECT_LT(figures.extent.median, 2 * figures.extent.least);
}

TEST(SceneFigures, MixedHasVariedAspect) {
  const auto scene = make_scene("mixed", {.count = kCount});
  std::array<int, 2> slender = {0, 0};
  for (std::size_t i = 0; i < kCount; ++i) {
    const Box box = scene->boxes()[i];
    if (width_of(box) > 2 * height_of(box)) ++slender[0];
    if (height_of(box) > 2 * width_of(box)) ++slender[1];
  }
  EXPECT_GT(slender[0], 3'000);
  EXPECT_GT(slender[1], 3'000);
}

TEST(SceneFigures, DecadesHasAsManyBoxesInEveryOctave) {
  const auto scene = make_scene("decades", {.count = kCount});
  std::array<std::size_t, 10> octaves{};
  for (std::size_t i = 0; i < kCount; ++i) {
    const float extent = width_of(scene->boxes()[i]);
    const int octave = static_cast<int>(std::floor(std::log2(extent * 8)));
    ++octaves[static_cast<std::size_t>(std::clamp(octave, 0, 9))];
  }
  for (const std::size_t objects : octaves) EXPECT_NEAR(static_cast<double>(objects), 2'000, 20);
}

TEST(SceneFigures, GalaxySpansFiveDecadesOfDensity) {
  const auto scene = make_scene("galaxy", {.count = kCount});
  const Figures figures = describe("galaxy", scene->boxes());
  EXPECT_GT(figures.density.most / figures.density.least, 1e5);
  EXPECT_GT(figures.extent.most / figures.extent.least, 300);
}

TEST(SceneFigures, GiantsAre32OfATenthOfTheWorldEach) {
  const auto scene = make_scene("giants", {.count = kCount});
  const Box world = describe("giants", scene->boxes()).bounds;
  const float area = width_of(world) * height_of(world);
  int giants = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const Box box = scene->boxes()[i];
    const float share = width_of(box) * height_of(box) / area;
    if (share > 0.09F && share < 0.11F) ++giants;
  }
  EXPECT_EQ(giants, 32);
}

TEST(SceneFigures, WallsAreLongThinAndOneInTwenty) {
  const auto scene = make_scene("walls", {.count = kCount});
  std::size_t walls = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const auto [thickness, length] =
        std::minmax({width_of(scene->boxes()[i]), height_of(scene->boxes()[i])});
    if (length > 15 && thickness < 0.26F) ++walls;
  }
  EXPECT_EQ(walls, kCount / 20);
}

TEST(SceneFigures, OutlierIsOneBoxAHundredThousandWorldsAway) {
  const auto scene = make_scene("outlier", {.count = kCount});
  for (int frame = 0; frame < 50; ++frame) scene->step();
  std::size_t outliers = 0;
  float farthest = 0;
  float world = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const float x = scene->boxes().max_x[i];
    if (x > 10'000) ++outliers;
    farthest = std::max(farthest, x);
    if (x < 10'000) world = std::max(world, 2 * x);
  }
  EXPECT_EQ(outliers, 1U);
  EXPECT_NEAR(farthest / world, 100'000, 2'000);
}

TEST(SceneFigures, LineIsOneLine) {
  const auto scene = make_scene("line", {.count = 1'000});
  for (int frame = 0; frame < 20; ++frame) scene->step();
  for (std::size_t i = 0; i < 1'000; ++i) EXPECT_EQ(scene->boxes().min_y[i], -0.5F);
}

TEST(SceneFigures, PointIsAllPairsInEveryMotion) {
  constexpr std::size_t kFew = 300;
  for (const Motion motion : kAllMotions) {
    const auto scene = make_scene("point", {.count = kFew, .motion = motion});
    for (int frame = 0; frame < 100; ++frame) {
      ASSERT_EQ(oracle::exact_pairs(scene->boxes()).size(), kFew * (kFew - 1) / 2);
      scene->step();
    }
  }
}

TEST(SceneFigures, PointNeverHasMoreThanItSays) {
  EXPECT_EQ(make_scene("point", {.count = 1'000'000})->boxes().size(), 4'096U);
  const auto infos = scene_infos();
  const auto point = std::find_if(infos.begin(), infos.end(),
                                  [](const SceneInfo& info) { return info.name == "point"; });
  ASSERT_NE(point, infos.end());
  EXPECT_EQ(point->most_objects, 4'096U);
}

}  // namespace
}  // namespace quadphase::scenes
