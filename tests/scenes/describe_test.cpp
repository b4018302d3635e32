// SPDX-License-Identifier: MIT
// The measuring of figures, on worlds whose figures are known.
#include <gtest/gtest.h>

#include "scenes/columns.hpp"
#include "scenes/describe.hpp"
#include "scenes/scene.hpp"

namespace quadphase::scenes {
namespace {

TEST(Describe, MeasuresAWorldOfThreeBoxes) {
  Columns columns;
  columns.resize(3);
  columns.set(0, {0, 0, 2, 1});
  columns.set(1, {2, 1, 3, 2});
  columns.set(2, {10, -5, 14, -4});
  const Figures figures = describe("no scene", columns.view());
  EXPECT_EQ(figures.count, 3U);
  EXPECT_EQ(figures.pair_count, 1U);
  EXPECT_DOUBLE_EQ(figures.pairs_per_box, 1.0 / 3);
  EXPECT_DOUBLE_EQ(figures.extent.least, 1);
  EXPECT_DOUBLE_EQ(figures.extent.median, 2);
  EXPECT_DOUBLE_EQ(figures.extent.most, 4);
  EXPECT_EQ(figures.bounds.min_y, -5);
  EXPECT_EQ(figures.bounds.max_x, 14);
  EXPECT_TRUE(figures.description.empty());
}

TEST(Describe, TakesAnEmptyWorld) {
  const Figures figures = describe("uniform", {});
  EXPECT_EQ(figures.count, 0U);
  EXPECT_EQ(figures.pairs_per_box, 0);
  EXPECT_EQ(figures.density.most, 0);
}

TEST(Describe, FindsTheDensityOfALattice) {
  const auto scene = make_scene("pile", {.count = 10'000});
  const Figures figures = describe("pile", scene->boxes());
  EXPECT_NEAR(figures.density.median, 1, 0.4);
  EXPECT_LT(figures.density.most / figures.density.least, 4);
}

TEST(Describe, HasOneSentenceForEachScene) {
  for (const SceneInfo& info : scene_infos()) {
    EXPECT_FALSE(info.description.empty()) << info.name;
    EXPECT_EQ(info.description.back(), '.') << info.name;
    EXPECT_EQ(describe(info.name, {}).description, info.description);
  }
}

}  // namespace
}  // namespace quadphase::scenes
