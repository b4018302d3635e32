// SPDX-License-Identifier: MIT
// The formulas of shapes at rest: by hand, against distances and cuts in long double, and against
// each other.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "queries/extreme_floats.hpp"
#include "queries/query_world.hpp"
#include "shapes/exact_geometry.hpp"

namespace quadphase::queries {
namespace {

constexpr Box kEverything = {-kInfinity, -kInfinity, kInfinity, kInfinity};

TEST(CapsuleFormula, ByHand) {
  const Capsule capsule = {{0, 0}, {4, 3}, 5};
  EXPECT_TRUE(overlaps(capsule, {-5, 0, -5, 0})) << "touches the left end";
  EXPECT_FALSE(overlaps(capsule, {-6, 0, std::nextafter(-5.0F, -6.0F), 0}));
  EXPECT_TRUE(overlaps(capsule, {7, 7, 8, 8})) << "(7, 7) is 5 from (4, 3)";
  EXPECT_FALSE(overlaps(capsule, {7, std::nextafter(7.0F, 8.0F), 8, 8}));
  EXPECT_TRUE(overlaps(capsule, {-3, 4, -1, 5})) << "a side goes through (-3, 4) and (1, 7)";
  EXPECT_FALSE(overlaps(capsule, {-2, 6, -1, 7}));
  EXPECT_TRUE(overlaps(capsule, {-100, -100, 100, 100}));
  EXPECT_TRUE(contains(capsule, {-3, 4, -3, 4}));
  EXPECT_FALSE(contains(capsule, {-3, 4, -2, 5})) << "the corner (-3, 5) is outside";
  EXPECT_TRUE(contains(capsule, {0, 0, 4, 3}));
  EXPECT_TRUE(contains(capsule, {7, 7, 7, 7}));
  EXPECT_FALSE(contains(capsule, {7, 7, 7, 7.001F}));
}

TEST(CapsuleFormula, WithoutARadiusIsThatOfALine) {
  const Capsule line = {{0, 0}, {4, 4}, 0};
  EXPECT_TRUE(overlaps(line, {1, 1, 1, 1}));
  EXPECT_TRUE(overlaps(line, {2, 0, 3, 2}));
  EXPECT_FALSE(overlaps(line, {2, 0, 3, std::nextafter(2.0F, 0.0F)}));
  EXPECT_TRUE(contains(line, {3, 3, 3, 3}));
  EXPECT_FALSE(contains(line, {3, 3, 3, 3.5F}));
}

TEST(RotatedBoxFormula, ByHand) {
  const RotatedBox diamond = {{0, 0}, {1, 1}, {1, 1}};  // scaled by sqrt(2): corners at 2
  EXPECT_TRUE(overlaps(diamond, {2, 0, 3, 0}));
  EXPECT_FALSE(overlaps(diamond, {std::nextafter(2.0F, 3.0F), 0, 3, 0}));
  EXPECT_TRUE(overlaps(diamond, {1, 1, 2, 2}));
  EXPECT_FALSE(overlaps(diamond, {1, std::nextafter(1.0F, 2.0F), 2, 2}));
  EXPECT_TRUE(contains(diamond, {-1, -1, 1, 1}));
  EXPECT_FALSE(contains(diamond, {-1, -1, 1, std::nextafter(1.0F, 2.0F)}));
  const RotatedBox wide = {{10, 0}, {5, 1}, {0.6F, 0.8F}};
  EXPECT_TRUE(overlaps(wide, {12.9F, 3.9F, 14, 5})) << "(13, 4) is the middle of an end";
  EXPECT_FALSE(overlaps(wide, {13.9F, 4.9F, 14, 5}));
}

TEST(ConvexPolygonFormula, ByHand) {
  const ConvexPolygon triangle = {{0, 0}, {4, 0}, {0, 4}};
  EXPECT_TRUE(overlaps(triangle, {2, 2, 3, 3}));
  EXPECT_FALSE(overlaps(triangle, {2, std::nextafter(2.0F, 3.0F), 3, 3}));
  EXPECT_TRUE(overlaps(triangle, {-1, -1, 0, 0}));
  EXPECT_TRUE(contains(triangle, {0, 0, 2, 2}));
  EXPECT_FALSE(contains(triangle, {0, 0, 2, std::nextafter(2.0F, 3.0F)}));
  EXPECT_TRUE(contains(triangle, {4, 0, 4, 0}));
  const ConvexPolygon line = {{0, 0}, {1, 1}, {4, 4}, {2, 2}};
  EXPECT_TRUE(overlaps(line, {3, 3, 3, 3}));
  EXPECT_FALSE(overlaps(line, {3, 2, 3, 2}));
  const ConvexPolygon point = {{1, 2}, {1, 2}, {1, 2}};
  EXPECT_TRUE(overlaps(point, {0, 0, 1, 2}));
  EXPECT_TRUE(contains(point, {1, 2, 1, 2}));
  EXPECT_FALSE(contains(point, {1, 2, 1, 2.5F}));
}

TEST(ConvexPolygonFormula, TakesVerticesThatRoundingBends) {
  for (int i = 0; i < 1'000; ++i) {
    const float angle = 0.0063F * static_cast<float>(i);
    const float x = 1e4F * std::cos(angle * 3);
    std::vector<Point> vertices;  // of a square, and the middles of its sides
    for (int corner = 0; corner < 8; ++corner) {
      const float reach = corner % 2 == 0 ? std::sqrt(2.0F) : 1;
      const float at = angle + 0.785398163F * static_cast<float>(corner);
      vertices.push_back({x + reach * std::cos(at), reach * std::sin(at)});
    }
    EXPECT_TRUE(overlaps(ConvexPolygon(vertices), {x, 0, x, 0})) << i;
  }
}

TEST(CircleFormula, HoldsABoxUpToItsFarthestCorner) {
  EXPECT_TRUE(contains(Circle{{0, 0}, 5}, {-3, -4, 3, 4}));
  EXPECT_FALSE(contains(Circle{{0, 0}, 5}, {-3, -4, 3, std::nextafter(4.0F, 5.0F)}));
  EXPECT_TRUE(contains(Circle{{0, 0}, 0}, {0, 0, 0, 0}));
  EXPECT_TRUE(contains(Circle{{0, 0}, kInfinity}, kEverything));
  EXPECT_TRUE(contains(Box{-kInfinity, 0, kInfinity, 0}, {kInfinity, 0, kInfinity, 0}));
  EXPECT_TRUE(contains(Point{1, 2}, {1, 2, 1, 2}));
  EXPECT_FALSE(contains(Point{1, 2}, {1, 2, 1, 3}));
}

/// Shapes and boxes of some units, so that long doubles are far more exact than doubles.
class Scattered {
 public:
  explicit Scattered(std::uint64_t seed) : random_(seed, 3) {}

  [[nodiscard]] Point point() { return {number(), number()}; }
  [[nodiscard]] Box box() {
    const Point a = point();
    return {a.x, a.y, a.x + 4 * random_.unit(), a.y + 4 * random_.unit()};
  }
  [[nodiscard]] float radius() { return 4 * random_.unit(); }
  [[nodiscard]] std::vector<Point> points() {
    std::vector<Point> all;
    for (int i = 0; i < 8; ++i) all.push_back(point());
    return all;
  }

 private:
  [[nodiscard]] float number() {
    const float any = random_.between(-8, 8);
    return random_.below(4) == 0 ? std::floor(any) : any;
  }
  scenes::Random random_;
};

constexpr Exact kRounding = 1e-12L;
constexpr int kTries = 20'000;

TEST(CapsuleFormula, FollowsDistances) {
  Scattered any(1);
  int inside = 0;
  int outside = 0;
  for (int i = 0; i < kTries; ++i) {
    const Capsule capsule = {any.point(), any.point(), any.radius()};
    const Box box = any.box();
    const auto radius = static_cast<Exact>(capsule.radius);
    const ExactPoint first = exact(capsule.first);
    const ExactPoint second = exact(capsule.second);
    const Exact near = distance_of(first, second, exact(box)) - radius;
    if (near < -1e-9L) {
      EXPECT_TRUE(overlaps(capsule, box)) << in_words(capsule) << in_words(box);
    }
    if (near > 1e-9L) {
      EXPECT_FALSE(overlaps(capsule, box)) << in_words(capsule) << in_words(box);
    }
    Exact far = -radius;
    for (const ExactPoint& corner : corners_of(exact(box)))
      far = std::max(far, distance_of(corner, first, second) - radius);
    if (far < -kRounding) {
      EXPECT_TRUE(contains(capsule, box)) << in_words(capsule) << in_words(box);
    }
    if (far > kRounding) {
      EXPECT_FALSE(contains(capsule, box)) << in_words(capsule) << in_words(box);
    }
    inside += far < 0 ? 1 : 0;
    outside += near > 0 ? 1 : 0;
  }
  EXPECT_GT(inside, 100);
  EXPECT_GT(outside, 100);
}

/// Whether the formulas of a shape with these corners, counter-clockwise, follow exact cuts.
template <class Shape>
void expect_cuts(const Shape& shape, const Box& box) {
  const std::vector<ExactPoint> corners = corners_of(shape);
  if (!cut(corners, exact(box, -kRounding)).empty() && box.max_x - box.min_x > 1e-6F &&
      box.max_y - box.min_y > 1e-6F) {
    EXPECT_TRUE(overlaps(shape, box)) << in_words(shape) << in_words(box);
  }
  if (cut(corners, exact(box, kRounding)).empty()) {
    EXPECT_FALSE(overlaps(shape, box)) << in_words(shape) << in_words(box);
  }
  Exact least = 1;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const ExactPoint& a = corners[i];
    const ExactPoint& b = corners[(i + 1) % corners.size()];
    const Exact length = std::hypot(b.x - a.x, b.y - a.y);
    for (const ExactPoint& p : corners_of(exact(box)))
      if (length > 1e-3L)
        least = std::min(least, ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / length);
  }
  if (least > kRounding) {
    EXPECT_TRUE(contains(shape, box)) << in_words(shape) << in_words(box);
  }
  if (least < -kRounding) {
    EXPECT_FALSE(contains(shape, box)) << in_words(shape) << in_words(box);
  }
}

TEST(RotatedBoxFormula, FollowsExactCuts) {
  Scattered any(2);
  for (int i = 0; i < kTries; ++i) {
    const Point axis = any.point();
    const auto length = std::hypot(axis.x, axis.y);
    if (length < 0.1F) continue;
    const RotatedBox shape = {
        any.point(), {any.radius(), any.radius()}, {axis.x / length, axis.y / length}};
    expect_cuts(shape, any.box());
  }
}

TEST(ConvexPolygonFormula, FollowsExactCuts) {
  Scattered any(3);
  std::array<int, 9> sizes{};
  for (int i = 0; i < kTries; ++i) {
    const ConvexPolygon polygon = hull_of(any.points());
    ++sizes[polygon.count];
    expect_cuts(polygon, any.box());
  }
  for (const std::size_t count : {3U, 4U, 5U, 6U, 7U}) EXPECT_GT(sizes[count], 10) << count;
}

TEST(ConvexFormulas, OfOneAndTheSameShapeAgree) {
  Scattered any(4);
  for (int i = 0; i < kTries; ++i) {
    const Box box = any.box();
    const Circle circle = {any.point(), any.radius()};
    const Capsule disc = {circle.center, circle.center, circle.radius};
    EXPECT_EQ(overlaps(circle, box), overlaps(disc, box));
    EXPECT_EQ(overlaps(Shape(circle), box), overlaps(disc, box));
    EXPECT_EQ(contains(circle, box), contains(disc, box));
    const Point center = {std::floor(circle.center.x), std::floor(circle.center.y)};
    const Point half = {std::floor(any.radius()), std::floor(any.radius())};
    const Box upright = from_center(center, half);
    const ConvexPolygon polygon = {{upright.min_x, upright.min_y},
                                   {upright.max_x, upright.min_y},
                                   {upright.max_x, upright.max_y},
                                   {upright.min_x, upright.max_y}};
    for (const Point& axis : {Point{1, 0}, Point{-1, 0}, Point{0, 1}, Point{0, -1}}) {
      const Point turned = axis.y == 0 ? half : Point{half.y, half.x};
      EXPECT_EQ(overlaps(RotatedBox{center, turned, axis}, box), overlaps(upright, box));
      EXPECT_EQ(contains(RotatedBox{center, turned, axis}, box), contains(upright, box));
    }
    EXPECT_EQ(overlaps(polygon, box), overlaps(upright, box));
    EXPECT_EQ(contains(polygon, box), contains(upright, box));
  }
}

// What rules out a node, or finds all of it, decides for the boxes in it.
TEST(ConvexFormulas, FindEachLargerBoxAndHoldEachSmallerOne) {
  Queries queries = joined(extreme_queries(), QueryDice({}, 3).queries(300));
  const auto expect_monotone = [](const auto& shapes, const std::vector<Box>& boxes) {
    for (const auto& shape : shapes) {
      for (std::size_t i = 0; i + 1 < boxes.size(); i += 3) {
        const Box around = merge(boxes[i], boxes[i + 1]);
        if (overlaps(shape, boxes[i])) {
          ASSERT_TRUE(overlaps(shape, around)) << in_words(shape) << in_words(boxes[i]);
        }
        if (std::is_same_v<std::decay_t<decltype(shape)>, Capsule>) continue;
        if (contains(shape, around)) {
          ASSERT_TRUE(contains(shape, boxes[i])) << in_words(shape) << in_words(boxes[i]);
        }
      }
    }
  };
  expect_monotone(queries.circles, queries.boxes);
  expect_monotone(queries.capsules, queries.boxes);
  expect_monotone(queries.rotated_boxes, queries.boxes);
  expect_monotone(queries.polygons, queries.boxes);
}

TEST(ConvexFormulas, FindNothingByAShapeOrABoxThatIsNotValid) {
  const Queries bad = invalid_queries();
  const auto expect_none = [](const auto& shapes) {
    for (const auto& shape : shapes) {
      for (const Box& box : {kEverything, Box{0, 0, 0, 0}, Box{-1, -1, 1, 1}}) {
        EXPECT_FALSE(overlaps(Shape(shape), box)) << in_words(shape);
        EXPECT_FALSE(contains(Shape(shape), box)) << in_words(shape);
      }
    }
  };
  expect_none(bad.boxes);
  expect_none(bad.points);
  expect_none(bad.circles);
  expect_none(bad.capsules);
  expect_none(bad.rotated_boxes);
  expect_none(bad.polygons);
  const Box inverted = {1, 0, -1, 1};
  EXPECT_FALSE(overlaps(Capsule{{-9, 0}, {9, 0}, 5}, inverted));
  EXPECT_FALSE(contains(Capsule{{-9, 0}, {9, 0}, 5}, inverted));
  EXPECT_FALSE(overlaps(RotatedBox{{0, 0}, {9, 9}}, inverted));
  EXPECT_FALSE(contains(ConvexPolygon{{-9, -9}, {9, -9}, {0, 9}}, inverted));
}

TEST(ConvexFormulas, OfAnyValidShapeFindTheWholePlane) {
  const Queries queries = joined(extreme_queries(), QueryDice({}, 4).queries(300));
  for (const Capsule& shape : queries.capsules) {
    EXPECT_TRUE(overlaps(shape, kEverything)) << in_words(shape);
    EXPECT_FALSE(contains(shape, kEverything)) << in_words(shape);
    EXPECT_TRUE(contains(shape, Box{shape.first.x, shape.first.y, shape.first.x, shape.first.y}));
  }
  for (const RotatedBox& shape : queries.rotated_boxes) {
    EXPECT_TRUE(overlaps(shape, kEverything)) << in_words(shape);
    EXPECT_FALSE(contains(shape, kEverything)) << in_words(shape);
    const Point& at = shape.center;
    EXPECT_TRUE(contains(shape, Box{at.x, at.y, at.x, at.y})) << in_words(shape);
    EXPECT_FALSE(overlaps(shape, Box{kInfinity, -kInfinity, kInfinity, kInfinity}));
  }
  EXPECT_TRUE(overlaps(Capsule{{-kGreatest, 0}, {kGreatest, 0}, kGreatest}, {1, 1, 2, 2}));
  EXPECT_TRUE(contains(Capsule{{-kGreatest, 0}, {kGreatest, 0}, kGreatest}, {1, 1, 2, 2}));
}

TEST(ConvexPolygon, KeepsUpToEightVertices) {
  const std::vector<Point> nine(9, Point{1, 1});
  EXPECT_EQ(ConvexPolygon(std::span(nine)).count, 0U);
  EXPECT_EQ(ConvexPolygon(std::span(nine).first(8)).count, 8U);
  const ConvexPolygon three = {{1, 2}, {3, 4}, {5, 6}};
  EXPECT_EQ(three.count, 3U);
  EXPECT_EQ(three.vertices[2], (Point{5, 6}));
}

}  // namespace
}  // namespace quadphase::queries
