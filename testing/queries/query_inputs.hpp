// SPDX-License-Identifier: MIT
// Random queries about a world: of all sizes, at the very edges of its boxes, beside and far
// from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/model_checks.hpp"
#include "queries/query_oracle.hpp"

namespace quadphase::queries {

/// Some of each kind. All of a kind that is asked of an engine at once, and of the oracle one by
/// one.
struct Queries {
  std::vector<Box> boxes;
  std::vector<Point> points;
  std::vector<Circle> circles;
  std::vector<Capsule> capsules;
  std::vector<RotatedBox> rotated_boxes;
  std::vector<ConvexPolygon> polygons;
  std::vector<Ray> rays;
  std::vector<Segment> segments;
  std::vector<BoxCast> box_casts;
  std::vector<CircleCast> circle_casts;
  std::vector<CapsuleCast> capsule_casts;
  std::vector<Point> places;                 // to which the nearest are asked for
  std::vector<std::size_t> counts = {3};     // of the nearest, each for all places
  std::vector<double> radii = {kUnbounded};  // each with each count
  std::vector<Filter> filters;  // none; one for all; else row i has the i-th, in a circle

  Worlds worlds = Worlds::one;
  Mobilities mobilities = Mobilities::all;

  static constexpr double kUnbounded = std::numeric_limits<double>::infinity();
};

/// Throws queries at a world of such boxes.
class QueryDice {
 public:
  QueryDice(const std::vector<Member>& members, std::uint64_t seed);

  [[nodiscard]] Box box();
  [[nodiscard]] Point point();
  [[nodiscard]] Circle circle();
  [[nodiscard]] Ray ray();
  [[nodiscard]] Segment segment();
  [[nodiscard]] BoxCast box_cast();
  [[nodiscard]] Capsule capsule();
  [[nodiscard]] RotatedBox rotated_box();
  [[nodiscard]] ConvexPolygon polygon();
  [[nodiscard]] CircleCast circle_cast();
  [[nodiscard]] CapsuleCast capsule_cast();
  /// So many of each kind, with a few counts and radii.
  [[nodiscard]] Queries queries(std::size_t count);
  /// As above, each with a filter of its own.
  [[nodiscard]] Queries filtered_queries(std::size_t count, const model::Dice& dice = {});

 private:
  /// The finite edges of all boxes along one axis.
  struct Axis {
    std::vector<float> edges;
    float low = -1;
    float high = 1;
  };

  /// In the world, on an edge, next to one, or outside.
  [[nodiscard]] float coordinate(const Axis& axis);
  [[nodiscard]] float length();
  [[nodiscard]] Point direction(const Point& origin);

  scenes::Random random_;
  std::vector<Box> boxes_;  // finite
  Axis x_, y_;
};

/// The hull of the first eight of some points; the points themselves if one is not finite.
[[nodiscard]] ConvexPolygon hull_of(std::vector<Point> points);

/// Queries whose numbers are as small, as large and as close as floats can be.
[[nodiscard]] Queries extreme_queries();

/// Adds convex shapes and round casts that are not valid, some by the points `bad`.
void add_invalid_convex(const std::vector<Point>& bad, Queries& all);

/// Queries of each kind that are not valid.
[[nodiscard]] Queries invalid_queries();

/// Calls `visit(items of a, items of b)` for each kind of query.
template <class A, class B, class Visit>
void for_each_kind(A& a, B& b, const Visit& visit) {
  visit(a.boxes, b.boxes);
  visit(a.points, b.points);
  visit(a.circles, b.circles);
  visit(a.capsules, b.capsules);
  visit(a.rotated_boxes, b.rotated_boxes);
  visit(a.polygons, b.polygons);
  visit(a.rays, b.rays);
  visit(a.segments, b.segments);
  visit(a.box_casts, b.box_casts);
  visit(a.circle_casts, b.circle_casts);
  visit(a.capsule_casts, b.capsule_casts);
  visit(a.places, b.places);
}

/// Each kind of the one behind that of the other; counts, radii and filters are those of `a`.
[[nodiscard]] Queries joined(Queries a, const Queries& b);

}  // namespace quadphase::queries
