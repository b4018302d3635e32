// SPDX-License-Identifier: MIT
// The expert's grid: its plan, and what it does where one grid is not enough.
#include "baselines/expert_grid/expert_grid.hpp"

#include <gtest/gtest.h>

#include "baselines/every_baseline.hpp"
#include "baselines/expert_grid/grid_plan.hpp"

namespace quadphase::bench {
namespace {

TEST(GridPlan, TakesCellsALittleLargerThanEqualBoxes) {
  BoxList boxes = random_boxes(10'000, 50, 0, 1);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    boxes.max_x[i] = boxes.min_x[i] + 1;
    boxes.max_y[i] = boxes.min_y[i] + 1;
  }
  const GridPlan plan = plan_grid(boxes.view());
  EXPECT_GE(plan.cell_size, 0.99);
  EXPECT_LT(plan.cell_size, 2);
}

TEST(GridPlan, IsNotWidenedByOneBoxFarAway) {
  BoxList boxes = random_boxes(10'000, 50, 1, 2);
  boxes.min_x[4321] = 1e7F;
  boxes.max_x[4321] = 1e7F + 1;
  const GridPlan plan = plan_grid(boxes.view());
  EXPECT_GT(plan.columns, 20U);
  EXPECT_LT(plan.cell_size, 5);
}

TEST(GridPlan, HasNoMoreThanAboutSixteenCellsABox) {
  for (const float extent : {0.0F, 1e-6F, 1e-3F}) {
    const BoxList boxes = random_boxes(5000, 1000, extent, 3);
    EXPECT_LE(plan_grid(boxes.view()).cell_count(), 16U * 5000U + 1000U);
  }
}

TEST(GridAxis, GivesALargerCoordinateNoSmallerCell) {
  const GridAxis axis{-3.7F, 0.37F, 100};
  std::int32_t last = 0;
  for (float value = -10; value < 400; value += 0.01F) {
    const std::int32_t cell = axis.cell(value);
    EXPECT_GE(cell, last);
    EXPECT_LE(cell, 100);
    last = cell;
  }
  EXPECT_EQ(axis.cell(std::numeric_limits<float>::infinity()), 100);
  EXPECT_EQ(axis.cell(-std::numeric_limits<float>::infinity()), 0);
}

TEST(ExpertGrid, PutsWhatIsTooLargeIntoAFurtherGrid) {
  BoxList boxes = random_boxes(20'000, 100, 0.5F, 4);
  const BoxList large = random_boxes(400, 100, 40, 5);
  for (std::size_t i = 0; i < large.size(); ++i)
    boxes.add(large.min_x[i], large.min_y[i], large.max_x[i], large.max_y[i]);
  tbb::task_arena arena(2);
  ExpertGrid grid(arena);
  grid.update(boxes.view());
  const auto difference = oracle::compare_pairs(grid.pairs(), oracle::exact_pairs(boxes.view()));
  EXPECT_FALSE(difference) << *difference;
  const std::string settings = grid.settings();
  EXPECT_GE(std::count(settings.begin(), settings.end(), 'x'), 2) << settings;
}

}  // namespace
}  // namespace quadphase::bench
