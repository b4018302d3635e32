// SPDX-License-Identifier: MIT
// Two independent exact answers agree, and agree with answers worked out by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <limits>

#include "generated_scenes.hpp"
#include "oracle/exact_pairs.hpp"
#include "scenes/columns.hpp"
#include "scenes/random.hpp"

namespace quadphase::oracle {
namespace {

using scenes::Columns;
using testing::ElementsAre;

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kDenormMin = std::numeric_limits<float>::denorm_min();
constexpr float kMax = std::numeric_limits<float>::max();

Columns columns_of(std::initializer_list<Box> boxes) {
  Columns columns;
  columns.resize(boxes.size());
  std::size_t row = 0;
  for (const Box& box : boxes) columns.set(row++, box);
  return columns;
}

std::vector<Pair> both_agree_on(const Columns& columns) {
  const std::vector<Pair> pairs = brute_force_pairs(columns.view());
  EXPECT_EQ(sweep_pairs(columns.view()), pairs);
  return pairs;
}

TEST(ExactPairs, CountTouchingEdgesAndCorners) {
  const Columns columns = columns_of({{0, 0, 1, 1}, {1, 0, 2, 1}, {1, 1, 2, 2}, {2.001F, 0, 3, 1}});
  EXPECT_THAT(both_agree_on(columns), ElementsAre(Pair{0, 1}, Pair{0, 2}, Pair{1, 2}));
}

TEST(ExactPairs, CountPointsAsBoxes) {
  const Columns columns = columns_of({{0, 0, 0, 0}, {0, 0, 0, 0}, {-1, 0, 1, 0}, {1, 0, 1, 0}});
  EXPECT_THAT(both_agree_on(columns), ElementsAre(Pair{0, 1}, Pair{0, 2}, Pair{1, 2}, Pair{2, 3}));
}

TEST(ExactPairs, LeaveOutNanAndInvertedBoxes) {
  const Columns columns = columns_of({{0, 0, 9, 9},
                                      {kNan, 0, 1, 1},
                                      {0, kNan, 1, 1},
                                      {0, 0, kNan, 1},
                                      {0, 0, 1, kNan},
                                      {2, 0, 1, 1},
                                      {0, 2, 1, 1},
                                      {kInf, 0, -kInf, 1},
                                      {1, 1, 2, 2}});
  EXPECT_THAT(both_agree_on(columns), ElementsAre(Pair{0, 8}));
}

TEST(ExactPairs, TakeInfiniteBoxes) {
  const Columns columns = columns_of({{-kInf, -kInf, kInf, kInf},
                                      {kInf, kInf, kInf, kInf},
                                      {-kInf, 0, -kInf, 0},
                                      {0, 0, 1, 1},
                                      {-kMax, 0, kMax, 0}});
  EXPECT_THAT(both_agree_on(columns),
              ElementsAre(Pair{0, 1}, Pair{0, 2}, Pair{0, 3}, Pair{0, 4}, Pair{3, 4}));
}

TEST(ExactPairs, TellZerosAndLeastNumbersApartOnlyWhereTheyDiffer) {
  const Columns columns =
      columns_of({{0, 0, 0, 0}, {-0.0F, -0.0F, -0.0F, -0.0F}, {kDenormMin, 0, kDenormMin, 0}});
  EXPECT_THAT(both_agree_on(columns), ElementsAre(Pair{0, 1}));
}

TEST(ExactPairs, AgreeOnNoAndOneBox) {
  EXPECT_TRUE(both_agree_on(columns_of({})).empty());
  EXPECT_TRUE(both_agree_on(columns_of({{0, 0, 1, 1}})).empty());
}

TEST(ExactPairs, AgreeOnEveryScene) {
  for (const std::string& name : scenes::scene_names()) {
    for (const std::size_t count : {2U, 15U, 17U, 700U}) {
      const auto scene = scenes::make_scene(name, {.count = count});
      scene->step();
      EXPECT_EQ(sweep_pairs(scene->boxes()), brute_force_pairs(scene->boxes())) << name;
    }
  }
}

// Few distinct numbers, so that edges touch, boxes are points or inverted, and NaN and infinities
// meet.
TEST(ExactPairs, AgreeOnHostileBoxes) {
  static constexpr float kEdges[] = {-kInf, -2, -1, -0.0F, 0, 1, 2, kInf, kNan};
  scenes::Random random(7);
  const auto edge = [&random] { return kEdges[random.below(9)]; };
  std::size_t pair_count = 0;
  for (int round = 0; round < 200; ++round) {
    Columns columns;
    columns.resize(random.below(120));
    for (std::size_t row = 0; row < columns.min_x.size(); ++row)
      columns.set(row, Box{edge(), edge(), edge(), edge()});
    pair_count += both_agree_on(columns).size();
  }
  EXPECT_GT(pair_count, 1'000U);
}

TEST(ExactPairs, ChooseEitherWayByCount) {
  for (const std::size_t count : {1'900U, 2'100U}) {
    const auto scene = scenes::make_scene("uniform", {.count = count});
    EXPECT_EQ(exact_pairs(scene->boxes()), brute_force_pairs(scene->boxes()));
  }
}

}  // namespace
}  // namespace quadphase::oracle
