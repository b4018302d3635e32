// SPDX-License-Identifier: MIT
// Every point is in one part, and the parts that a box meets have all of its points.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "communicator.hpp"
#include "curve_parts.hpp"
#include "cuts.hpp"
#include "hilbert_curve.hpp"
#include "part_ranks.hpp"
#include "scenes/random.hpp"
#include "world.hpp"

namespace quadphase::mpi::test {
namespace {

using namespace detail;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Some of the coordinates of a box, edges included: up to `kSteps` per axis.
std::vector<float> between(float min, float max, scenes::Random& random) {
  const auto finite = [](float value) { return std::clamp(value, -1e38F, 1e38F); };
  std::vector<float> values{min, max, std::nextafter(min, max), std::nextafter(max, min)};
  for (int i = 0; i < 4; ++i) {
    const float part = random.unit();
    values.push_back(std::clamp(finite(min) * (1 - part) + finite(max) * part, min, max));
  }
  return values;
}

std::vector<int> parts_with(const Point& point, const Parts& parts) {
  const Box box{point.x, point.y, point.x, point.y};
  std::vector<int> met;
  parts.for_each_part(std::span<const Box>(&box, 1),
                      [&](std::size_t /*row*/, int part) { met.push_back(part); });
  return met;
}

void expect_all_parts_of(const Parts& parts, const Box& box, scenes::Random& random) {
  std::vector<int> met;
  parts.for_each_part(std::span<const Box>(&box, 1),
                      [&](std::size_t /*row*/, int part) { met.push_back(part); });
  const int only = parts.only_part(box);
  for (const float x : between(box.min_x, box.max_x, random)) {
    for (const float y : between(box.min_y, box.max_y, random)) {
      const int part = parts.part_with({x, y});
      ASSERT_GE(part, 0);
      ASSERT_LT(part, parts.count());
      ASSERT_EQ(std::count(met.begin(), met.end(), part), 1) << x << ' ' << y;
      if (parts.are_boxes()) {  // others may be found although a point is only near them
        ASSERT_EQ(parts_with({x, y}, parts), std::vector<int>{part}) << x << ' ' << y;
      }
      if (only >= 0) {
        ASSERT_EQ(part, only) << x << ' ' << y;
      }
    }
  }
}

/// Boxes of all sizes around the points, and some that have infinite edges or none at all.
void expect_right_parts(const Parts& parts, const std::vector<Point>& points, float extent) {
  scenes::Random random(17);
  for (int i = 0; i < 400; ++i) {
    const Point& a = points[random.below(static_cast<std::uint32_t>(points.size()))];
    const Point& b = points[random.below(static_cast<std::uint32_t>(points.size()))];
    const float size = extent * std::pow(10.0F, -8 * random.unit());
    Box box{a.x, a.y, a.x + size * random.unit(), a.y + size * random.unit()};
    if (i % 5 == 1) box = {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), b.y};
    if (i % 5 == 2) box.max_y = box.min_y;
    if (i % 17 == 0) box.min_x = -kInfinity;
    if (i % 19 == 0) box.max_y = kInfinity;
    if (i % 23 == 0) box = {-kInfinity, -kInfinity, a.x, a.y};
    if (i % 29 == 0) box = {kInfinity, a.y, kInfinity, kInfinity};
    if (!is_valid(box)) continue;
    expect_all_parts_of(parts, box, random);
    if (testing::Test::HasFatalFailure()) return;
  }
}

struct Points {
  std::string name;
  float extent;
  std::function<Point(scenes::Random&)> make;
  int count = 300;
};

std::vector<Points> all_points() {
  using scenes::Random;
  const auto square = [](float low, float high) {
    return [=](Random& random) {
      return Point{random.between(low, high), random.between(low, high)};
    };
  };
  return {
      {"square", 100, square(0, 100)},
      {"small", 1e-30F, square(0, 1e-30F)},
      {"large", 1e30F, square(-1e30F, 1e30F)},
      {"far from zero", 1, square(1e6F, 1e6F + 1)},
      {"lattice", 10,
       [](Random& random) {
         return Point{static_cast<float>(random.below(9)), static_cast<float>(random.below(9))};
       }},
      {"line", 10,
       [](Random& random) {
         return Point{3, random.between(-5, 5)};
       }},
      {"slope", 10,
       [](Random& random) {
         const float x = random.between(0, 10);
         return Point{x, 0.5F * x};
       }},
      {"one place", 1,
       [](Random& /*random*/) {
         return Point{2, 3};
       }},
      {"two places", 1,
       [](Random& random) {
         return random.below(2) == 0 ? Point{2, 3} : Point{5, 7};
       }},
      {"far ones", 100,
       [square](Random& random) {
         return random.below(400) == 0 ? Point{3e38F, -1e20F} : square(0, 100)(random);
       }},
      {"ends of floats", 100,
       [square](Random& random) {
         constexpr float kMost = std::numeric_limits<float>::max();
         const Point inner = square(0, 100)(random);
         const float ends[] = {-kMost, -kMost, -kMost, kMost, inner.x};
         return Point{ends[random.below(5)], random.below(2) == 0 ? inner.y : kMost};
       }},
      {"few", 100, square(0, 100), 2},
  };
}

class PartsByPartition : public testing::TestWithParam<Partition> {};
INSTANTIATE_TEST_SUITE_P(All, PartsByPartition,
                         testing::Values(Partition::rcb, Partition::hsfc, Partition::rib));

TEST_P(PartsByPartition, OfABoxHaveAllOfItsPointsAndAreThoseOfAllRanks) {
  const Communicator communicator(MPI_COMM_WORLD);
  for (const Points& given : all_points()) {
    SCOPED_TRACE(given.name);
    scenes::Random random(static_cast<std::uint64_t>(rank()) + 1);
    std::vector<Point> points;
    // One rank has none, or all but one.
    const bool has_points = given.count < 10 ? rank() == 0 : rank() != 1;
    for (int i = 0; i < given.count && has_points; ++i) points.push_back(given.make(random));
    const std::vector<float> weights(points.size(), 1);
    const auto parts = cut_space(communicator, GetParam(), {points, weights});
    scenes::Random common(99);
    std::vector<Point> others;
    std::uint64_t hash = 0;
    for (int i = 0; i < 200; ++i) {
      others.push_back(given.make(common));
      hash = 31 * hash + static_cast<std::uint64_t>(parts->part_with(others.back()));
    }
    EXPECT_EQ(communicator.least(hash), communicator.most(hash));
    expect_right_parts(*parts, points.empty() ? others : points, given.extent);
  }
}

TEST_P(PartsByPartition, HaveEqualShares) {
  const Communicator communicator(MPI_COMM_WORLD);
  for (const Points& given : all_points()) {
    if (given.name != "square" && given.name != "slope" && given.name != "far ones" &&
        given.name != "small" && given.name != "large")
      continue;
    SCOPED_TRACE(given.name);
    scenes::Random random(static_cast<std::uint64_t>(rank()) + 1);
    std::vector<Point> points;
    for (int i = 0; i < 1000; ++i) points.push_back(given.make(random));
    const std::vector<float> weights(points.size(), 1);
    const auto parts = cut_space(communicator, GetParam(), {points, weights});
    std::vector<int> counts(static_cast<std::size_t>(rank_count()), 0);
    for (const Point& point : points) ++counts[static_cast<std::size_t>(parts->part_with(point))];
    MPI_Allreduce(MPI_IN_PLACE, counts.data(), rank_count(), MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EXPECT_LT(*std::max_element(counts.begin(), counts.end()), 1100);
  }
}

TEST(CurveParts, OfABoxHaveAllOfItsPointsAmongHundredsOfIntervals) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    scenes::Random random(seed);
    const Box bounds{-3, 10, -3 + 200 * random.unit(), 10 + random.unit()};
    const CellGrid grid(bounds);
    std::vector<Point> points;
    std::vector<CurveParts::Interval> intervals{{0, 0}};
    for (int i = 0; i < 300; ++i) {
      points.push_back(
          {random.between(bounds.min_x, bounds.max_x), random.between(bounds.min_y, bounds.max_y)});
      intervals.push_back({curve_key(grid.cell_of(points.back())), 0});
    }
    std::sort(intervals.begin(), intervals.end(),
              [](const auto& a, const auto& b) { return a.first_key < b.first_key; });
    for (std::size_t i = 0; i < intervals.size(); ++i) intervals[i].part = static_cast<int>(i);
    const CurveParts parts(static_cast<int>(intervals.size()), bounds, intervals);
    expect_right_parts(parts, points, bounds.max_x - bounds.min_x);
  }
}

TEST(HilbertCurve, VisitsNeighborsOneAfterTheOther) {
  // The lowest bits of the grid are a grid of their own, up to exchange and turn.
  constexpr std::uint32_t kSide = 32;
  std::vector<Cell> by_key(std::size_t{kSide} * kSide);
  for (std::uint32_t y = 0; y < kSide; ++y) {
    for (std::uint32_t x = 0; x < kSide; ++x) by_key.at(curve_key({x, y})) = {x, y};
  }
  for (std::size_t i = 1; i < by_key.size(); ++i) {
    const auto distance = [](std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; };
    ASSERT_EQ(distance(by_key[i].x, by_key[i - 1].x) + distance(by_key[i].y, by_key[i - 1].y), 1U);
  }
}

/// Rank 0 has one point in eight of its own looked at, and of these fewer in part 1 than others.
TEST(RanksOfParts, OwnMostOfThePointsHoweverFewAreLookedAt) {
  const int ranks = rank_count();
  if (ranks < 2) GTEST_SKIP() << "one rank has all parts";
  detail::PartSample sample;
  if (rank() == 0) {
    sample = {std::vector<int>(100, 1), 8};
  } else {
    sample.parts.assign(200, 1);
    sample.parts.insert(sample.parts.end(), 100, (rank() + 1) % ranks);
  }
  const std::vector<int> rank_of_part =
      detail::ranks_of_parts(detail::Communicator(MPI_COMM_WORLD), sample);
  EXPECT_EQ(rank_of_part[1], 0);
  for (int other = 1; other < ranks; ++other)
    EXPECT_EQ(rank_of_part[static_cast<std::size_t>((other + 1) % ranks)], other);
}

}  // namespace
}  // namespace quadphase::mpi::test
