// SPDX-License-Identifier: MIT
// Worlds of nothing, of one thing, of equal things, of infinite and of impossible things: all
// queries find what the oracle does.
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <optional>

#include "queries/extreme_floats.hpp"
#include "queries/query_world.hpp"

namespace quadphase::queries {
namespace {

/// Random and extreme queries. If touching does not count, only those for which that matters: all
/// others were tested before.
Queries queries_of(const QueryWorld& world, bool touching) {
  Queries all = joined(world.dice().queries(40), extreme_queries());
  if (touching) return all;
  Queries some;
  some.boxes = all.boxes;
  some.points = all.points;
  some.circles = all.circles;
  return some;
}

/// Asks random and extreme queries, with all instruction sets, of moving and of static objects.
void expect_answers_of(const std::vector<Box>& boxes, bool touching) {
  const model::Objects objects = objects_of_boxes(boxes);
  std::optional<WantedAnswers> wanted;  // the same boxes, so the same answers
  for (const Simd simd : contract::supported_simds()) {
    SCOPED_TRACE(name_of(simd));
    QueryWorld moving({.threads = 1, .touching = touching, .simd = simd});
    moving.build(objects, model::kNoSpan);
    if (!wanted) wanted.emplace(moving.oracle, queries_of(moving, touching));
    const std::vector<double> radii = wanted->queries.radii;
    moving.expect_answers(*wanted);
    QueryWorld statics({.threads = 1, .touching = touching, .simd = simd});
    statics.set_static(objects);
    statics.build({});
    wanted->queries.radii = {1, 0, kGreatest};
    statics.expect_answers(*wanted);
    wanted->queries.radii = radii;
  }
}

void expect_answers_of(const std::vector<Box>& boxes) {
  for (const bool touching : {true, false}) {
    SCOPED_TRACE(touching ? "touching boxes overlap" : "touching boxes do not overlap");
    expect_answers_of(boxes, touching);
  }
}

/// Boxes of random places and sizes, multiples of `unit`, in a square of 32.
std::vector<Box> some_boxes(std::size_t count, float unit = 1, std::uint64_t seed = 1) {
  scenes::Random random(seed, 3);
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<float>(random.below(64)) * 0.5F;
    const auto y = static_cast<float>(random.below(64)) * 0.5F;
    const auto width = static_cast<float>(random.below(5)) * 0.5F;
    const auto height = static_cast<float>(random.below(5)) * 0.5F;
    boxes.push_back({x * unit, y * unit, (x + width) * unit, (y + height) * unit});
  }
  return boxes;
}

TEST(DegenerateQueries, OfNoObjectAreEmpty) {
  expect_answers_of({});
}

TEST(DegenerateQueries, OfOneOrTwoObjectsAreExact) {
  expect_answers_of({{0, 0, 1, 1}});
  expect_answers_of({{0, 0, 0, 0}});
  expect_answers_of({{-1, -2, 1, 3}, {1, 3, 2, 4}});
  expect_answers_of({{0, 0, 1, 1}, {0, 0, 1, 1}});
}

TEST(DegenerateQueries, AroundEveryPowerOfTwoAreExact) {
  for (const std::size_t power : {4U, 8U, 16U, 32U, 64U, 128U, 256U})
    for (const std::size_t count : {power - 1, power, power + 1})
      expect_answers_of(some_boxes(count));
}

TEST(DegenerateQueries, OfEqualBoxesAreByIds) {
  expect_answers_of(std::vector<Box>(100, Box{2, 3, 4, 5}));
  expect_answers_of(std::vector<Box>(700, Box{1, 1, 1, 1}));
}

TEST(DegenerateQueries, OfManyEqualBoxesAreByIdsToTheLast) {
  QueryWorld world;
  world.build(objects_of_boxes(std::vector<Box>(5'000, Box{0, 0, 1, 1})));
  Queries queries;
  queries.rays = {{{-1, 0.5F}, {1, 0}}, {{0.5F, 0.5F}, {0, 1}}};
  queries.box_casts = {{{-3, 0, -1, 1}, {4, 0.5F}}};
  queries.boxes = {{1, 1, 2, 2}};
  queries.places = {{0.5F, 0.5F}, {9, 9}};
  queries.counts = {1, 100, 4'999, 6'000};
  world.expect_answers(queries);
}

TEST(DegenerateQueries, OfALineAreExact) {
  for (const bool upright : {false, true}) {
    std::vector<Box> boxes;
    for (int i = 0; i < 300; ++i) {
      const auto at = static_cast<float>(i % 150);
      boxes.push_back(upright ? Box{0, at, 0, at + 1} : Box{at, 0, at + 1, 0});
    }
    expect_answers_of(boxes);
  }
}

TEST(DegenerateQueries, OfOneGiantAmongSmallOnesAreExact) {
  std::vector<Box> boxes = some_boxes(200);
  boxes.push_back({-1e6F, -1e6F, 1e6F, 1e6F});
  expect_answers_of(boxes);
  boxes.push_back({-kGreatest, -kGreatest, kGreatest, kGreatest});
  boxes.push_back({1e30F, 1e30F, 2e30F, 2e30F});
  expect_answers_of(boxes);
}

TEST(DegenerateQueries, OfInfiniteBoxesAreExact) {
  const std::array<float, 4> edges = {-kInfinity, -1, 2, kInfinity};
  std::vector<Box> all;
  for (std::size_t a = 0; a < 4; ++a)
    for (std::size_t b = a; b < 4; ++b)
      for (std::size_t c = 0; c < 4; ++c)
        for (std::size_t d = c; d < 4; ++d) all.push_back({edges[a], edges[c], edges[b], edges[d]});
  expect_answers_of(all);
  for (const Box& box : all) {
    for (const bool touching : {true, false}) {
      QueryWorld world({.threads = 1, .touching = touching});
      world.build(objects_of_boxes({box}));
      world.expect_answers(extreme_queries());
    }
  }
  const std::vector<Box> finite = some_boxes(150);
  all.insert(all.end(), finite.begin(), finite.end());
  expect_answers_of(all);
}

TEST(DegenerateQueries, NeverFindBoxesThatAreNotValid) {
  const std::vector<Box> bad = invalid_queries().boxes;
  expect_answers_of(bad);
  std::vector<Box> mixed;
  for (const Box& box : some_boxes(300)) {
    mixed.push_back(bad[mixed.size() % bad.size()]);
    if (mixed.size() % 3 == 0) mixed.push_back(box);
  }
  expect_answers_of(mixed);
}

TEST(DegenerateQueries, OfTheSmallestAndGreatestNumbersAreExact) {
  for (const float unit : {kDenormMin * 2, 1e-38F, 1e-30F, 1e-21F, 1e19F, 1e30F, 1e37F}) {
    SCOPED_TRACE(unit);
    expect_answers_of(some_boxes(200, unit));
  }
  std::vector<Box> all = some_boxes(60, 1e-30F);
  for (const float unit : {kDenormMin * 2, 1.0F, 1e30F, 1e37F})
    for (const Box& box : some_boxes(60, unit)) all.push_back(box);
  all.push_back({kGreatest, kGreatest, kGreatest, kGreatest});
  all.push_back({-kGreatest, 0, -kGreatest, kDenormMin});
  all.push_back({-0.0F, -0.0F, 0.0F, 0.0F});
  expect_answers_of(all);
}

TEST(DegenerateQueries, FarFromTheOriginAreExact) {
  std::vector<Box> boxes = some_boxes(300);
  for (Box& box : boxes)
    box = {box.min_x + 1.6e7F, box.min_y - 3e7F, box.max_x + 1.6e7F, box.max_y - 3e7F};
  expect_answers_of(boxes);
}

// 1 + 1.69e-16 is the next number above 1, whose root is 1: both are at distance 1, and a circle
// of radius 1 holds both.
TEST(DegenerateQueries, DistancesThatRoundToOneAreOrderedById) {
  constexpr float kOff = 1.3e-8F;
  const std::vector<Box> boxes = {{1, kOff, 2, 1}, {1, 0, 2, 1}, {1, -1, 2, -kOff}, {1, -1, 2, 0}};
  QueryWorld world;
  world.build(objects_of_boxes(boxes));
  Queries queries;
  queries.places = {{0, 0}};
  queries.circles = {{{0, 0}, 1}};
  queries.counts = {1, 2, 3, 4};
  queries.radii = {1, Queries::kUnbounded};
  world.expect_answers(queries);
  std::vector<Hit> nearest(4);
  ASSERT_EQ(world.broad_phase.find_nearest(Point{0, 0}, nearest, {.radius = 1}), 4U);
  for (ObjectId id = 0; id < 4; ++id) EXPECT_EQ(nearest[id], (Hit{1, id}));
  std::vector<ObjectId> inside;
  world.broad_phase.for_each_overlap(Circle{{0, 0}, 1}, [&](ObjectId id) { inside.push_back(id); });
  std::sort(inside.begin(), inside.end());
  EXPECT_EQ(inside, (std::vector<ObjectId>{0, 1, 2, 3}));
}

// In leaves of their own: the search has to go on at a distance that is not less.
TEST(DegenerateQueries, DistancesThatRoundToOneAreOrderedByIdAcrossLeaves) {
  scenes::Random random(4);
  std::vector<Box> boxes;
  for (int i = 0; i < 600; ++i) {
    const float off = static_cast<float>(random.below(9)) * 0.4e-8F;
    const float x = random.sign();
    const bool upright = random.below(2) == 0;
    boxes.push_back(upright ? Box{off, x, off, x} : Box{x, off, x, off});
  }
  QueryWorld world({.threads = 1, .leaf_capacity = 2});
  world.build(objects_of_boxes(boxes));
  Queries queries;
  queries.places = {{0, 0}};
  queries.counts = {1, 7, 100, 599};
  queries.radii = {1, Queries::kUnbounded};
  queries.circles = {{{0, 0}, 1}};
  world.expect_answers(queries);
}

}  // namespace
}  // namespace quadphase::queries
