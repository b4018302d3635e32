// SPDX-License-Identifier: MIT
// The formulas of shapes and casts for boxes in double: where floats hold all numbers, those of
// floats; and in an engine, what it answers about objects in double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <utility>
#include <variant>
#include <vector>

#include "quadphase/double_shapes.hpp"
#include "quadphase/quadphase.hpp"

namespace quadphase::double_formulas {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

DoublePoint in_double(const Point& point) {
  return {static_cast<double>(point.x), static_cast<double>(point.y)};
}
DoubleBox in_double(const Box& box) {
  return {static_cast<double>(box.min_x), static_cast<double>(box.min_y),
          static_cast<double>(box.max_x), static_cast<double>(box.max_y)};
}

/// Small multiples of 1/4, so that all sums, and the bounds of everything round, are floats.
class Quarters {
 public:
  explicit Quarters(std::uint32_t seed) : random_(seed) {}
  float within(int limit) {
    return static_cast<float>(std::uniform_int_distribution(-4 * limit, 4 * limit)(random_)) / 4;
  }
  Point point() { return {within(12), within(12)}; }
  Box box() {
    const Point a = point();
    return {a.x, a.y, a.x + std::abs(within(3)), a.y + std::abs(within(3))};
  }
  double radius() { return static_cast<double>(std::abs(within(4))); }

 private:
  std::mt19937 random_;
};

/// Coordinates as maps have them, with digits that no float holds.
class Places {
 public:
  explicit Places(std::uint32_t seed) : random_(seed) {}
  double within(double limit) { return std::uniform_real_distribution(-limit, limit)(random_); }
  DoublePoint point() { return {500'000 + within(300), 4'600'000 + within(300)}; }
  DoublePoint way() { return {within(400), within(400)}; }
  DoubleBox box() {
    const auto [x, y] = point();
    return {x, y, x + std::abs(within(8)), y + std::abs(within(8))};
  }
  double radius() { return std::abs(within(6)); }
  std::vector<DoubleBox> boxes(std::size_t count) {
    std::vector<DoubleBox> boxes(count);
    for (DoubleBox& b : boxes) b = box();
    return boxes;
  }

 private:
  std::mt19937_64 random_;
};

constexpr Origin kTown{500'000, 4'600'000};

TEST(DoubleFormulas, OfCastsThatFloatsHoldAreThoseOfTheFloats) {
  Quarters q(1);
  int hits = 0;
  for (int i = 0; i < 100'000; ++i) {
    const Box box = q.box();
    const Point a = q.point(), b = q.point(), by = q.point();
    const double radius = q.radius();
    const std::pair<Cast, DoubleCast> casts[] = {
        {Segment{a, b}, DoubleSegment{in_double(a), in_double(b)}},
        {Ray{a, by, 1.5}, DoubleRay{in_double(a), in_double(by), 1.5}},
        {Ray{a, by}, DoubleRay{in_double(a), in_double(by)}},
        {BoxCast{q.box(), by}, DoubleBoxCast{{}, in_double(by)}},
        {CircleCast{{a, radius}, by}, DoubleCircleCast{{in_double(a), radius}, in_double(by)}},
        {CapsuleCast{{a, b, radius}, by},
         DoubleCapsuleCast{{in_double(a), in_double(b), radius}, in_double(by)}},
    };
    for (auto [cast, wide] : casts) {
      if (!cast.is_round) wide.box = in_double(cast.box);
      const auto fraction = entry_fraction(cast, box);
      ASSERT_EQ(fraction, entry_fraction(wide, in_double(box)));
      hits += fraction.has_value() ? 1 : 0;
    }
  }
  EXPECT_GT(hits, 50'000);
}

TEST(DoubleFormulas, OfShapesThatFloatsHoldAreThoseOfTheFloats) {
  Quarters q(2);
  int overlapped = 0, contained = 0;
  for (int i = 0; i < 50'000; ++i) {
    const Box box = q.box();
    const Point a = q.point(), b = q.point();
    const double radius = q.radius();
    const Box rest = q.box();
    const std::pair<Shape, Shape> shapes[] = {
        {rest, in_double(rest)},
        {a, in_double(a)},
        {Circle{a, radius}, DoubleCircle{in_double(a), radius}},
        {Capsule{a, b, radius}, DoubleCapsule{in_double(a), in_double(b), radius}},
        {RotatedBox{a, {3, 2}, {b.x, b.y == 0 ? 1 : b.y}}, Point{}},
        {ConvexPolygon{a, {a.x + 4, a.y + 1}, {a.x + 1, a.y + 5}}, Point{}},
    };
    for (const auto& [shape, wide] : shapes) {
      // Rotated boxes and polygons have no form in double.
      const bool has_form = std::holds_alternative<DoubleBox>(wide.value()) ||
                            std::holds_alternative<DoubleCircle>(wide.value()) ||
                            std::holds_alternative<DoubleCapsule>(wide.value());
      for (const Shape& form : {shape, has_form ? wide : shape}) {
        ASSERT_EQ(overlaps(shape, box), overlaps(form, in_double(box)));
        ASSERT_EQ(contains(shape, box), contains(form, in_double(box)));
        ASSERT_NEAR(distance(shape, box), distance(form, in_double(box)), 1e-12);
      }
      ASSERT_EQ(distance(shape, box), distance(shape, in_double(box)));
      overlapped += overlaps(shape, box) ? 1 : 0;
      contained += contains(shape, box) ? 1 : 0;
    }
  }
  EXPECT_GT(overlapped, 10'000);
  EXPECT_GT(contained, 1'000);
}

TEST(DoubleFormulas, AreWhatQueriesAnswerAboutObjectsInDouble) {
  Places places(3);
  const std::vector<DoubleBox> boxes = places.boxes(3'000);
  Index index;
  index.build({boxes, kTown});
  for (int i = 0; i < 60; ++i) {
    const DoublePoint a = places.point(), b = {a.x + places.within(20), a.y + places.within(20)};
    const double radius = 3 * places.radius();
    const Shape shapes[] = {places.box(), a, DoubleCircle{a, radius}, DoubleCapsule{a, b, radius}};
    for (const Shape& shape : shapes) {
      std::vector<bool> overlapped(boxes.size()), inside(boxes.size());
      index.for_each_overlap(shape, [&](ObjectId id) { overlapped[id] = true; });
      index.for_each_inside(shape, [&](ObjectId id) { inside[id] = true; });
      for (std::size_t id = 0; id < boxes.size(); ++id) {
        ASSERT_EQ(overlapped[id], overlaps(shape, boxes[id]));
        ASSERT_EQ(inside[id], contains(shape, boxes[id]));
      }
      std::size_t count = 0;
      index.for_each_nearest(shape, [&](const Neighbor& neighbor) {
        ASSERT_EQ(neighbor.distance, distance(shape, boxes[neighbor.id]));
        ++count;
      });
      ASSERT_EQ(count, boxes.size());
    }
  }
}

/// The first object that a cast hits, by brute force.
std::optional<CastHit> first_of(const DoubleCast& cast, const std::vector<DoubleBox>& boxes) {
  std::optional<CastHit> first;
  for (std::size_t id = 0; id < boxes.size(); ++id) {
    const auto fraction = entry_fraction(cast, boxes[id]);
    if (!fraction) continue;
    const CastHit hit{*fraction, static_cast<ObjectId>(id)};
    if (!first || hit < *first) first = hit;
  }
  return first;
}

/// As double_shapes.hpp shows it. `slack`: for what is round.
template <class DoubleShape>
std::optional<CastHit> first_found(const Index& index, const DoubleShape& shape,
                                   const std::vector<DoubleBox>& boxes, double slack) {
  std::optional<CastHit> first;
  index.for_each_hit(to_local(shape, index.origin()), [&](const CastHit& near) {
    const auto fraction = entry_fraction(shape, boxes[near.id]);
    if (fraction && (!first || CastHit{*fraction, near.id} < *first))
      first = CastHit{*fraction, near.id};
    return first ? first->fraction * (1 + 0x1p-48) + slack : 1;
  });
  return first;
}

TEST(DoubleFormulas, OfRoundCastsAreRoundedRelativeToTheCastWhereverItIs) {
  // The same circle and box near (0, 0), where sums with the radius are rounded less.
  Quarters q(6);
  int hits = 0;
  for (int i = 0; i < 20'000; ++i) {
    const DoublePoint way = in_double(q.point());
    const Box near = q.box();
    const DoubleBox box = in_double(near);
    const DoubleBox far = {box.min_x + 0x1p40, box.min_y - 0x1p40, box.max_x + 0x1p40,
                           box.max_y - 0x1p40};
    const double radius = 0.1 + q.radius();
    const auto here = entry_fraction(DoubleCircleCast{{{0, 0}, radius}, way}, box);
    const auto there = entry_fraction(DoubleCircleCast{{{0x1p40, -0x1p40}, radius}, way}, far);
    ASSERT_EQ(here, there);
    hits += here ? 1 : 0;
  }
  EXPECT_GT(hits, 2'000);
}

TEST(DoubleFormulas, DecideAmongBoxesWhoseNumbersAreFloats) {
  std::mt19937 random(7);
  const auto within = [&](int limit) {
    return static_cast<double>(std::uniform_int_distribution(-limit, limit)(random));
  };
  std::vector<DoubleBox> boxes(3'000);
  for (DoubleBox& box : boxes) {
    const double x = 500'000 + within(400), y = within(400);
    box = {x, y, x + 2, y + 2};
  }
  Index index;
  index.build({boxes, Origin{499'000, 0}});
  int hits = 0;
  for (int i = 0; i < 3'000; ++i) {
    const DoublePoint at = {500'000 + within(300), within(300)}, by = {within(99), within(99)};
    const double slack = 0x1p11 * 0x1p-48 / std::max(0.5, std::hypot(by.x, by.y));
    const DoubleCircleCast circle{{at, 0.1}, by};
    const DoubleCapsuleCast capsule{{at, {at.x + within(5), at.y + within(5)}, 0.3}, by};
    const DoubleSegment segment{at, {at.x + by.x, at.y + by.y}};
    ASSERT_EQ(first_found(index, circle, boxes, slack), first_of(circle, boxes));
    ASSERT_EQ(first_found(index, capsule, boxes, slack), first_of(capsule, boxes));
    ASSERT_EQ(first_found(index, segment, boxes, 0), first_of(segment, boxes));
    hits += first_of(circle, boxes) ? 1 : 0;
  }
  EXPECT_GT(hits, 1'000);
}

TEST(DoubleFormulas, DecideWhichHitOfAnEngineIsTheFirst) {
  Places places(4);
  std::vector<DoubleBox> boxes = places.boxes(1'500);
  // Boxes with equal edges, and with edges within less than a float of each other.
  for (std::size_t i = 0; i < 1'000; ++i) {
    DoubleBox box = boxes[i];
    if (i % 2 == 0) box.min_x = std::nextafter(box.min_x, i % 4 == 0 ? 0 : 1e9);
    boxes.push_back(box);
  }
  Index index;
  index.build({boxes, kTown});
  int hits = 0, different = 0;
  for (int i = 0; i < 2'000; ++i) {
    const DoublePoint a = places.point(), b = places.point(), by = places.way();
    const double radius = places.radius() / 4;
    const DoubleCapsule capsule = {a, {a.x + places.within(9), a.y + places.within(9)}, radius};
    const auto expect_first = [&](const auto& shape) {
      const auto wanted = first_of(shape, boxes);
      ASSERT_EQ(first_found(index, shape, boxes, 0x1p-40), wanted) << i;
      if (!wanted) return;
      ++hits;
      const auto by_floats = index.cast_closest(to_local(shape, kTown));
      ASSERT_TRUE(by_floats);
      EXPECT_LE(by_floats->fraction, wanted->fraction * (1 + 0x1p-48));
      different += by_floats->id != wanted->id ? 1 : 0;
    };
    expect_first(DoubleSegment{a, b});
    expect_first(DoubleBoxCast{places.box(), by});
    expect_first(DoubleCircleCast{{a, radius}, by});
    expect_first(DoubleCapsuleCast{capsule, by});
  }
  EXPECT_GT(hits, 4'000);
  EXPECT_GT(different, 100);  // so it matters who decides
}

TEST(DoubleFormulas, OfSegmentsAreWithinTheRoundingOfTheExactFraction) {
  using Exact = long double;
  Places places(5);
  int hits = 0;
  for (int i = 0; i < 200'000; ++i) {
    const DoubleBox box = places.box();
    const DoublePoint a = places.point();
    const DoublePoint b = {box.min_x + places.within(9), box.min_y + places.within(9)};
    const auto fraction = entry_fraction(DoubleSegment{a, b}, box);
    Exact enter = 0, leave = 1;
    const auto clip = [&](double min, double max, double from, double to) {
      const Exact d = static_cast<Exact>(to) - static_cast<Exact>(from);
      const Exact at_min = (static_cast<Exact>(min) - static_cast<Exact>(from)) / d;
      const Exact at_max = (static_cast<Exact>(max) - static_cast<Exact>(from)) / d;
      enter = std::max(enter, std::min(at_min, at_max));
      leave = std::min(leave, std::max(at_min, at_max));
    };
    clip(box.min_x, box.max_x, a.x, b.x);
    clip(box.min_y, box.max_y, a.y, b.y);
    if (std::abs(enter - leave) < 1e-12L) continue;  // either answer is right
    ASSERT_EQ(fraction.has_value(), enter <= leave);
    if (!fraction) continue;
    ++hits;
    ASSERT_NEAR(*fraction, static_cast<double>(enter), 1e-14);
  }
  EXPECT_GT(hits, 20'000);
}

TEST(DoubleFormulas, OfWhatIsNotValidFindNothing) {
  const DoubleBox box = {1, -1, 2, 1};
  const auto misses = [&](const DoubleCast& cast) { return !entry_fraction(cast, box); };
  EXPECT_EQ(entry_fraction(DoubleSegment{{0, 0}, {2, 0}}, box), 0.5);
  EXPECT_EQ(entry_fraction(DoubleRay{{0, 0}, {0x1p-1000, 0}}, box), 0x1p1000);
  EXPECT_EQ(entry_fraction(DoubleSegment{{1, 1}, {1, 1}}, box), 0);
  EXPECT_EQ(entry_fraction(DoubleCapsuleCast{{{0, 0}, {0, 0}, 0.5}, {1, 0}}, box), 0.5);
  EXPECT_EQ(entry_fraction(DoubleBoxCast{{0, 0, 0.5, 0.5}, {0, 0}}, box), std::nullopt);

  for (const double bad : {kNan, kInfinity, -kInfinity, 0x1p251}) {
    EXPECT_TRUE(misses(DoubleSegment{{bad, 0}, {2, 0}}));
    EXPECT_TRUE(misses(DoubleSegment{{0, 0}, {2, bad}}));
    EXPECT_TRUE(misses(DoubleRay{{0, 0}, {bad, 0}}));
    EXPECT_TRUE(misses(DoubleBoxCast{{0, 0, bad, 0}, {2, 0}}));
    EXPECT_TRUE(misses(DoubleCircleCast{{{0, bad}, 1}, {2, 0}}));
    EXPECT_TRUE(misses(DoubleCircleCast{{{0, 0}, bad}, {2, 0}}));
    EXPECT_TRUE(misses(DoubleCapsuleCast{{{0, 0}, {bad, 0}, 1}, {2, 0}}));
  }
  EXPECT_TRUE(misses(DoubleRay{{1.5, 0}, {0, 0}}));
  EXPECT_TRUE(misses(DoubleRay{{0, 0}, {1, 0}, -1}));
  EXPECT_TRUE(misses(DoubleRay{{0, 0}, {1, 0}, kNan}));
  EXPECT_TRUE(misses(DoubleBoxCast{{1, 0, 0, 0}, {2, 0}}));
  EXPECT_TRUE(misses(DoubleCircleCast{{{0, 0}, -1}, {2, 0}}));

  const DoubleSegment segment = {{0, 0}, {2, 0}};
  EXPECT_FALSE(entry_fraction(segment, DoubleBox{1, -1, kNan, 1}));
  EXPECT_FALSE(entry_fraction(segment, DoubleBox{2, -1, 1, 1}));
  EXPECT_EQ(entry_fraction(segment, DoubleBox{1, -kInfinity, kInfinity, kInfinity}), 0.5);

  EXPECT_FALSE(overlaps(DoubleCircle{{0, 0}, -1}, box));
  EXPECT_FALSE(contains(DoubleCircle{{kNan, 0}, 9}, box));
  EXPECT_FALSE(overlaps(Shape(DoubleBox{0, 0, 9, 9}), DoubleBox{2, 2, 1, 1}));
}

}  // namespace
}  // namespace quadphase::double_formulas
