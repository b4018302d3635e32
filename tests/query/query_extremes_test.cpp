// SPDX-License-Identifier: MIT
// Where roundings decide: casts through corners and along edges, circles that just reach, many
// equal distances, far origins, and numbers of any exponent.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "queries/query_world.hpp"

namespace quadphase::queries {
namespace {

using Limits = std::numeric_limits<float>;

/// Boxes of one to three units on a lattice, so that many share corners and edges.
std::vector<Box> lattice(int side, float offset) {
  std::vector<Box> boxes;
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      if ((row * 7 + column * 3) % 5 == 0) continue;
      const float x = offset + 2 * static_cast<float>(column);
      const float y = offset + 2 * static_cast<float>(row);
      const auto size = static_cast<float>(1 + (row + column) % 3);
      boxes.push_back({x, y, x + size, y + size});
    }
  }
  return boxes;
}

/// Casts between points of a lattice: exact in float, through many corners and along many edges.
Queries lattice_queries(std::size_t count, float offset, float reach) {
  scenes::Random random(3);
  const auto any = [&](float low, float high) {
    return offset + std::floor(random.between(low, high));
  };
  const auto any_direction = [&] {
    const auto x = static_cast<float>(random.below(9)) - 4;
    const auto y = static_cast<float>(random.below(9)) - 4;
    return x == 0 && y == 0 ? Point{1, 0} : Point{x, y};
  };
  Queries all;
  for (std::size_t i = 0; i < count; ++i) {
    const Point target = {any(0, 60), any(0, 60)};
    const Point way = any_direction();
    const float far = std::floor(random.between(0, reach));
    const Point from = {target.x - way.x * far, target.y - way.y * far};
    const float scale = std::ldexp(1.0F, static_cast<int>(random.below(40)) - 20);
    all.rays.push_back({from, {way.x * scale, way.y * scale}});
    all.rays.push_back({from, way, far});
    all.rays.push_back({from, way, std::nextafter(far, 0.0F)});
    all.segments.push_back({from, target});
    all.segments.push_back({from, {target.x + way.x, target.y + way.y}});
    all.box_casts.push_back({{from.x, from.y, from.x + 1, from.y + 2}, {way.x * far, way.y * far}});
    // All of a Pythagorean triangle is exact.
    const auto unit = static_cast<float>(1 + random.below(6));
    const Point center = {target.x - 3 * unit * random.sign(), target.y - 4 * unit * random.sign()};
    all.circles.push_back({center, 5 * unit});
    all.circles.push_back({center, std::nextafter(5 * unit, 0.0F)});
    // What the circle just reaches, the shapes below just reach, too.
    const Point end = {center.x + 8 * unit * random.sign(), center.y - 6 * unit * random.sign()};
    all.capsules.push_back({center, end, 5 * unit});
    all.capsules.push_back({end, center, std::nextafter(5 * unit, 0.0F)});
    all.rotated_boxes.push_back({center, {3, 2}, {3 * random.sign(), 4}});
    all.rotated_boxes.push_back({center, {0.5F, 4}, {-1, 1}});
    all.polygons.push_back(hull_of({center, target, end, {end.x + unit, end.y}}));
    all.circle_casts.push_back({{from, 5}, {way.x * far, way.y * far}});
    all.circle_casts.push_back({{center, 5 * unit}, {0, way.y * far}});
    all.capsule_casts.push_back({{center, end, 5}, {way.x * far, way.y * far}});
    all.capsule_casts.push_back({{from, {from.x, from.y + 2}, unit}, {way.x * far, 0}});
    if (i % 4 == 0) all.places.push_back({target.x + 0.5F, target.y});
  }
  all.counts = {1, 2, 3, 8, 40};
  all.radii = {5, std::nextafter(5.0F, 0.0F), Queries::kUnbounded};
  return all;
}

/// Compares an engine with each instruction set with the oracle, which is asked once.
void expect_answers(const std::vector<Box>& boxes, const std::vector<Queries>& all, int capacity) {
  QueryOracle oracle;
  oracle.frame(objects_of_boxes(boxes));
  std::vector<WantedAnswers> wanted;
  for (const Queries& queries : all) wanted.emplace_back(oracle, queries);
  for (const Simd simd : contract::supported_simds()) {
    SCOPED_TRACE(name_of(simd));
    QueryWorld world({.threads = 1, .leaf_capacity = capacity, .simd = simd});
    world.build(objects_of_boxes(boxes));
    for (const WantedAnswers& some : wanted) world.expect_answers(some);
  }
}

QueryDice dice_of(const std::vector<Box>& boxes, std::uint64_t seed) {
  QueryOracle oracle;
  oracle.frame(objects_of_boxes(boxes));
  return {oracle.members(), seed};
}

TEST(ExactCases, OfALatticeAreExact) {
  for (const auto& [offset, reach] :
       {std::pair{0.0F, 30.0F}, {-0x1p20F, 500.0F}, {0x1p23F, 30.0F}, {0.0F, 0x1p20F}}) {
    SCOPED_TRACE(testing::Message() << "at " << offset << ", from as far as " << reach);
    expect_answers(lattice(28, offset), {lattice_queries(150, offset, reach)}, 7);
  }
}

TEST(ExactCases, FromVeryFarAreExact) {
  const std::vector<Box> boxes = boxes_in(contract::frame_of("dense", 1'000).view());
  QueryDice dice = dice_of(boxes, 5);
  scenes::Random random(9);
  Queries queries;
  for (std::size_t i = 0; i < 150; ++i) {
    const Point target = dice.point();
    const float distance = std::ldexp(1.0F, static_cast<int>(random.below(60)));
    const Point from = {target.x + random.between(-distance, distance),
                        target.y + random.between(-distance, distance)};
    const Point way = {target.x - from.x, target.y - from.y};
    queries.segments.push_back({from, target});
    if (way != Point{}) queries.rays.push_back({from, way});
    queries.box_casts.push_back({{from.x, from.y, from.x + 1, from.y + 1}, way});
    queries.circles.push_back({from, std::hypot(way.x, way.y)});
    queries.circles.push_back({from, std::nextafter(std::hypot(way.x, way.y), 0.0F)});
    queries.capsules.push_back({from, target, random.unit()});
    queries.rotated_boxes.push_back({from, {std::hypot(way.x, way.y), 1}, way});
    queries.polygons.push_back(hull_of({from, target, dice.point()}));
    queries.circle_casts.push_back({{from, random.unit()}, way});
    queries.capsule_casts.push_back({{from, {from.x + 1, from.y - 1}, random.unit()}, way});
    if (i % 4 == 0) queries.places.push_back(from);
  }
  queries.counts = {1, 30};
  expect_answers(boxes, {queries}, Config{}.leaf_capacity);
}

/// Numbers of random bits whose exponents lie in a range.
class Numbers {
 public:
  Numbers(int lowest, int highest, std::uint64_t seed)
      : random_(seed, 13), lowest_(lowest), highest_(highest) {}

  [[nodiscard]] float next() {
    const auto range = static_cast<std::uint32_t>(highest_ - lowest_ + 1);
    const int exponent = lowest_ + static_cast<int>(random_.below(range));
    const float value = std::ldexp(random_.sign() * (1 + random_.unit()), exponent);
    if (random_.below(16) == 0) return 0;
    return std::clamp(value, -Limits::max(), Limits::max());
  }
  [[nodiscard]] Point point() {
    const float x = next();
    return {x, next()};
  }
  [[nodiscard]] Box box() {
    const Point a = point();
    const Point b = random_.below(3) == 0 ? near(a) : point();
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)};
  }

 private:
  [[nodiscard]] static Point near(const Point& a) {
    return {a.x * 1.25F, std::nextafter(a.y, 0.0F)};
  }

  scenes::Random random_;
  int lowest_;
  int highest_;
};

Queries queries_of(Numbers& numbers, std::size_t count) {
  Queries all;
  for (std::size_t i = 0; i < count; ++i) {
    all.boxes.push_back(numbers.box());
    all.points.push_back(numbers.point());
    all.circles.push_back({numbers.point(), std::abs(numbers.next())});
    const Point way = numbers.point();
    if (way != Point{}) {
      all.rays.push_back({numbers.point(), way});
      all.rays.push_back({numbers.point(), way, std::abs(numbers.next())});
    }
    all.segments.push_back({numbers.point(), numbers.point()});
    all.box_casts.push_back({numbers.box(), numbers.point()});
    const auto size = [&] { return std::abs(numbers.next()); };
    all.capsules.push_back({numbers.point(), numbers.point(), size()});
    all.rotated_boxes.push_back({numbers.point(), {size(), size()}, numbers.point()});
    all.polygons.push_back(hull_of({numbers.point(), numbers.point(), numbers.point()}));
    all.circle_casts.push_back({{numbers.point(), size()}, numbers.point()});
    all.capsule_casts.push_back({{numbers.point(), numbers.point(), size()}, numbers.point()});
    if (i % 4 == 0) all.places.push_back(numbers.point());
  }
  all.counts = {1, 9};
  all.radii = {Queries::kUnbounded, std::abs(numbers.next())};
  return all;
}

TEST(ExactCases, OfAnyExponentsAreExact) {
  constexpr std::pair<int, int> kRanges[] = {{-149, 127}, {-149, -120}, {-128, -124}, {-101, -98},
                                             {-80, -60},  {-66, -62},   {-25, 25},    {-3, 3},
                                             {50, 70},    {62, 66},     {98, 101},    {120, 127},
                                             {125, 127},  {-149, -145}, {-100, -100}, {99, 100}};
  std::uint64_t seed = 0;
  for (const auto& [lowest, highest] : kRanges) {
    SCOPED_TRACE(testing::Message() << "exponents " << lowest << " to " << highest);
    Numbers numbers(lowest, highest, ++seed);
    std::vector<Box> boxes;
    for (int i = 0; i < 150; ++i) boxes.push_back(numbers.box());
    Numbers any(-149, 127, seed);
    const Queries of_any = queries_of(any, 40);
    expect_answers(boxes, {queries_of(numbers, 100), of_any, dice_of(boxes, seed).queries(40)}, 9);
  }
}

}  // namespace
}  // namespace quadphase::queries
