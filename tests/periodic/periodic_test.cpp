// SPDX-License-Identifier: MIT
// Worlds that repeat themselves: pairs across the border, each once and exactly, on any number of
// threads and with any instruction set; what fits such a world, and what does not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "model/torus.hpp"
#include "scenes/random.hpp"
#include "support/checks.hpp"

namespace quadphase::contract {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// All pairs of boxes, one by one.
Pairs all_pairs(const std::vector<Box>& boxes, const model::Torus& torus) {
  std::vector<ObjectId> fitting;
  float longest = 0;
  for (ObjectId i = 0; i < boxes.size(); ++i) {
    if (!is_valid(boxes[i]) || !torus.fits(boxes[i])) continue;
    fitting.push_back(i);
    longest = std::max({longest, extent(boxes[i]).x, extent(boxes[i]).y});
  }
  // Why: most pairs are ruled out sooner than by exact sums.
  const auto are_far = [&](float a, float b, float period) {
    const float gap = std::abs(a - b);
    return std::min(gap, period > 0 ? std::abs(period - gap) : gap) > 2 * longest;
  };
  Pairs pairs;
  for (std::size_t i = 0; i < fitting.size(); ++i) {
    const Box& a = boxes[fitting[i]];
    for (std::size_t j = i + 1; j < fitting.size(); ++j) {
      const Box& b = boxes[fitting[j]];
      if (are_far(a.min_x, b.min_x, torus.periods.x)) continue;
      if (torus.overlap(a, b)) pairs.push_back({fitting[i], fitting[j]});
    }
  }
  return pairs;
}

Config config_of(const model::Torus& torus, int threads = 1) {
  return {.threads = threads,
          .touching = torus.touching,
          .period_x = torus.periods.x,
          .period_y = torus.periods.y};
}

Pairs sorted_pairs(const BroadPhase& broad_phase) {
  Pairs pairs = copy_of(broad_phase.pairs());
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

Pairs pairs_of(const std::vector<Box>& boxes, const model::Torus& torus) {
  BroadPhase broad_phase(config_of(torus));
  broad_phase.update(columns_of(boxes).view());
  return sorted_pairs(broad_phase);
}

/// Boxes whose centers are all over the world; one in `rounded` lies on a grid of eighths.
std::vector<Box> crowd(std::size_t count, const Periods& periods, float size, std::uint64_t seed) {
  scenes::Random random(seed, 3);
  const float width = periods.x > 0 ? periods.x : 50;
  const float height = periods.y > 0 ? periods.y : 50;
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    Point center{random.between(0, width), random.between(0, height)};
    if (i % 3 == 0) center = {std::floor(8 * center.x) / 8, std::floor(8 * center.y) / 8};
    const Point half{random.between(0, size), random.between(0, size)};
    boxes.push_back(from_center(center, half));
  }
  return boxes;
}

const std::vector<Periods> kWorlds = {{32, 32}, {32, 0}, {0, 20}, {10, 77.7F}};

TEST(APeriodicWorld, HasEachPairAcrossItsBorderOnce) {
  for (const Periods& periods : kWorlds) {
    for (const bool touching : {true, false}) {
      for (const float size : {0.0F, 0.3F, 1.0F, 2.4F}) {
        SCOPED_TRACE(testing::Message() << periods.x << " x " << periods.y << ", size " << size);
        const model::Torus torus{touching, periods};
        const std::vector<Box> boxes = crowd(1'500, periods, size, 1);
        EXPECT_TRUE(pairs_of(boxes, torus) == all_pairs(boxes, torus));
      }
    }
  }
}

TEST(APeriodicWorld, IsTheSameToTheByteForAnyThreadsAndInstructionSet) {
  const model::Torus torus{true, {180, 180}};
  const Columns frame = columns_of(crowd(10'500, torus.periods, 1.2F, 2));
  BroadPhase plain(config_of(torus));
  plain.update(frame.view());
  const Pairs wanted = copy_of(plain.pairs());
  ASSERT_TRUE(sorted_pairs(plain) == all_pairs(crowd(10'500, torus.periods, 1.2F, 2), torus));
  for (const int threads : {2, 5, 16}) {
    for (const Simd simd : supported_simds()) {
      Config config = config_of(torus, threads);
      config.simd = simd;
      BroadPhase other(config);
      other.update(frame.view());
      EXPECT_TRUE(copy_of(other.pairs()) == wanted) << threads << name_of(simd);
      EXPECT_EQ(other.count_pairs(), wanted.size());
      other.build(frame.view());
      EXPECT_EQ(other.count_pairs(), wanted.size());
      EXPECT_TRUE(joined(chunks_of(other)) == wanted) << threads << name_of(simd);
    }
  }
}

TEST(APeriodicWorld, HasPairsOfBoxesThatTouchAtItsBorderAndAtItsCorner) {
  const model::Torus closed{true, {8, 8}};
  const model::Torus open{false, {8, 8}};
  const std::vector<Box> boxes = {{7, 7, 8, 8}, {0, 0, 1, 1}, {7, 0, 8, 1}, {0, 7, 1, 8}};
  EXPECT_EQ(pairs_of(boxes, closed).size(), 6U);
  EXPECT_TRUE(pairs_of(boxes, open).empty());
}

TEST(APeriodicWorld, TellsNeighboringFloatsApartAcrossItsBorder) {
  const float below = std::nextafter(8.0F, 0.0F);
  const float tiny = 1e-30F;
  const model::Torus torus{true, {8, 0}};
  EXPECT_EQ(pairs_of({{7, 0, 8, 1}, {0, 0, 1, 1}}, torus).size(), 1U);
  EXPECT_EQ(pairs_of({{7, 0, below, 1}, {0, 0, 1, 1}}, torus).size(), 0U);
  EXPECT_EQ(pairs_of({{7, 0, below, 1}, {below - 8, 0, 1, 1}}, torus).size(), 1U);
  EXPECT_EQ(pairs_of({{7, 0, 8, 1}, {tiny, 0, 1, 1}}, torus).size(), 0U);
  EXPECT_EQ(pairs_of({{7, 0, 8, 1}, {-tiny, 0, 1, 1}}, torus).size(), 1U);
}

TEST(APeriodicWorld, HasAPairOnceWhereTwoBoxesNearlyFillIt) {
  const float half = std::nextafter(4.0F, 0.0F);
  EXPECT_EQ(pairs_of({{0, 0, half, 1}, {4, 0, 4 + half, 1}}, {true, {8, 8}}).size(), 0U);
  EXPECT_EQ(pairs_of({{0, 0, half, half}, {half, half, 7, 7}}, {true, {8, 8}}).size(), 1U);
  const std::vector<Box> boxes = crowd(200, {8, 8}, 1.99F, 4);
  EXPECT_TRUE(pairs_of(boxes, {true, {8, 8}}) == all_pairs(boxes, {true, {8, 8}}));
}

TEST(APeriodicWorld, RejectsWhatIsTooLongOrTooFarOutside) {
  const std::vector<Box> boxes = {{0, 0, 1, 1},          {0, 0, 4, 1},         {0, 0, 1, 4},
                                  {-2, 0, 1, 1},         {-2.001F, 0, 0, 1},   {9.99F, 0, 10.5F, 1},
                                  {10, 0, 10.5F, 1},     {0, -2, 1, 1},        {0, 10, 1, 10.5F},
                                  {-kInfinity, 0, 1, 1}, {0, 0, 1, kInfinity}, {0, 0, NAN, 1},
                                  {1, 0, 0, 1}};
  BroadPhase broad_phase({.threads = 1, .period_x = 8, .period_y = 8});
  broad_phase.update(columns_of(boxes).view());
  const std::vector<ObjectId> rejected(broad_phase.rejected_ids().begin(),
                                       broad_phase.rejected_ids().end());
  EXPECT_EQ(rejected, (std::vector<ObjectId>{1, 2, 4, 6, 8, 9, 10, 11, 12}));
  EXPECT_EQ(broad_phase.stats().rejected_count, rejected.size());
  for (ObjectId i = 0; i < boxes.size(); ++i)
    EXPECT_EQ(is_valid(boxes[i]) && fits(boxes[i], {8, 8}),
              !std::ranges::binary_search(rejected, i));
}

TEST(APeriodicWorld, FindsThePairsOfAllOthersWhereSomeBoxesDoNotFit) {
  for (const Periods& periods : kWorlds) {
    const model::Torus torus{true, periods};
    std::vector<Box> boxes = crowd(1'000, periods, 1, 5);
    for (std::size_t i = 0; i < boxes.size(); i += 7) {
      Box& box = boxes[i];
      if (i % 2 == 0) {
        std::swap(box.min_x, box.max_x);
      } else {
        (periods.y > 0 ? box.max_y : box.max_x) += 40;
      }
    }
    const Pairs wanted = all_pairs(boxes, torus);
    EXPECT_GT(wanted.size(), 400U);
    EXPECT_TRUE(pairs_of(boxes, torus) == wanted) << periods.x << " x " << periods.y;
  }
}

// Filters of moving objects give all trees filters, the images of static objects, too; and back.
TEST(APeriodicWorld, IsExactWhereFiltersComeAndGo) {
  const model::Torus torus{true, {32, 32}};
  const std::vector<Box> boxes = crowd(1'200, torus.periods, 1, 9);
  constexpr std::uint32_t kHalf = 600;
  const Columns moving = columns_of({boxes.begin(), boxes.begin() + kHalf});
  const Columns statics = columns_of({boxes.begin() + kHalf, boxes.end()});
  std::vector<ObjectId> ids(kHalf);
  std::iota(ids.begin(), ids.end(), kHalf);
  std::vector<std::uint32_t> masks(kHalf, ~std::uint32_t{0});
  for (std::size_t i = 0; i < kHalf; i += 2) masks[i] = 0;
  Pairs wanted;
  for (const Pair& pair : all_pairs(boxes, torus))
    if (pair.first < kHalf) wanted.push_back(pair);
  Pairs filtered;
  for (const Pair& pair : wanted)
    if (pair.first % 2 == 1 && (pair.second >= kHalf || pair.second % 2 == 1))
      filtered.push_back(pair);
  BroadPhase broad_phase(config_of(torus));
  broad_phase.set_static(statics.view(), ids);
  for (const bool has_filters : {false, true, false, true, true, false}) {
    broad_phase.update(moving.view(), has_filters ? Attributes{.mask = masks} : Attributes{});
    EXPECT_TRUE(sorted_pairs(broad_phase) == (has_filters ? filtered : wanted)) << has_filters;
  }
}

TEST(APeriodicWorld, RejectsWhatItsMarginMakesTooLong) {
  BroadPhase broad_phase({.threads = 1, .period_x = 8});
  const Columns frame = columns_of({{0, 0, 1, 1}, {0, 0, 1, 1}, {7, 0, 7.5F, 1}});
  const std::vector<float> margins = {0.25F, 1.5F, 0.25F};
  broad_phase.update(frame.view(), {.margin = margins});
  EXPECT_EQ(sorted_pairs(broad_phase), (Pairs{{0, 2}}));
  EXPECT_FALSE(broad_phase.tight_boxes_overlap({0, 2}));
  EXPECT_EQ(broad_phase.rejected_ids().size(), 1U);
}

TEST(APeriodicWorld, OfAnyLegalPeriodIsExact) {
  for (const float period : {1e-30F, 1e-3F, 0.1F, 1e6F, 1e30F}) {
    const model::Torus torus{true, {period, period}};
    const std::vector<Box> boxes = crowd(500, torus.periods, period / 30, 5);
    EXPECT_TRUE(pairs_of(boxes, torus) == all_pairs(boxes, torus)) << period;
    EXPECT_GT(pairs_of(boxes, torus).size(), 100U);
  }
}

TEST(APeriodicWorld, MustHavePeriodsThatArePossible) {
  for (const float period : {-1.0F, 1e-31F, 1e31F, kInfinity, -kInfinity, NAN}) {
    EXPECT_THROW(BroadPhase({.threads = 1, .period_x = period}), std::invalid_argument);
    EXPECT_THROW(BroadPhase({.threads = 1, .period_y = period}), std::invalid_argument);
  }
}

TEST(APeriodicWorld, OffersWhatANarrowPhaseHasToAdd) {
  const Periods periods{8, 10};
  const Box middle{3, 3, 4, 4};
  const Box right{7.5F, 3, 8, 4};
  const Box left{0, 3, 1, 4};
  EXPECT_EQ(image_offset(middle, middle, periods), (Point{0, 0}));
  EXPECT_EQ(image_offset(left, right, periods), (Point{-8, 0}));
  EXPECT_EQ(image_offset(right, left, periods), (Point{8, 0}));
  EXPECT_EQ(image_offset({0, 0, 1, 1}, {7, 9, 8, 10}, periods), (Point{-8, -10}));
  EXPECT_EQ(image_offset(middle, right, periods), (Point{0, 0}));
}

TEST(APeriodicWorld, OfFewAndOfEqualBoxesIsExact) {
  const model::Torus torus{true, {8, 8}};
  EXPECT_TRUE(pairs_of({}, torus).empty());
  EXPECT_TRUE(pairs_of({{7.5F, 7.5F, 8.5F, 8.5F}}, torus).empty());
  for (const std::size_t count : {15U, 16U, 17U, 257U}) {
    const std::vector<Box> equal(count, Box{7.5F, 7.5F, 8.5F, 8.5F});
    EXPECT_EQ(pairs_of(equal, torus).size(), count * (count - 1) / 2);
    std::vector<Box> both = equal;
    for (Box& box : both) box = {box.min_x - 8, box.min_y, box.max_x - 8, box.max_y};
    both.insert(both.end(), equal.begin(), equal.end());
    EXPECT_EQ(pairs_of(both, torus).size(), count * (2 * count - 1));
  }
}

TEST(APeriodicWorld, IsAskedAcrossItsBorder) {
  Index index({.threads = 1, .period_x = 10, .period_y = 10});
  index.build(columns_of({{9, 9, 9.5F, 9.5F}, {0.5F, 9, 1, 9.5F}, {5, 5, 6, 6}}).view());
  const auto found = [&](const Shape& shape) {
    std::vector<ObjectId> ids;
    index.for_each_overlap(shape, [&](ObjectId id) { ids.push_back(id); });
    std::sort(ids.begin(), ids.end());
    return ids;
  };
  EXPECT_EQ(found(Box{-1, -1, 0.6F, 0}), (std::vector<ObjectId>{0, 1}));
  EXPECT_EQ(found(Box{29, 19, 30.6F, 20}), (std::vector<ObjectId>{0, 1}));
  EXPECT_EQ(found(Box{-100, -100, 100, 100}), (std::vector<ObjectId>{0, 1, 2}));
  EXPECT_EQ(found(Box{1, 1, 9, 9}), (std::vector<ObjectId>{0, 1, 2}));
  EXPECT_EQ(found(Circle{{0, 0}, 0.8F}), (std::vector<ObjectId>{0, 1}));
  EXPECT_EQ(found(Point{-0.75F, 19.25F}), (std::vector<ObjectId>{0}));
  const auto hit = index.cast_closest(Ray{{9.75F, 9.25F}, {1, 0}});
  ASSERT_TRUE(hit.has_value());
  EXPECT_EQ(hit->id, 1U);
  EXPECT_EQ(hit->fraction, 0.75);
  Neighbor nearest[3];
  ASSERT_EQ(index.find_nearest({0, 9.25F}, nearest), 3U);
  EXPECT_EQ(nearest[0], (Neighbor{0.5, 0}));
  EXPECT_EQ(nearest[1], (Neighbor{0.5, 1}));
}

}  // namespace
}  // namespace quadphase::contract
