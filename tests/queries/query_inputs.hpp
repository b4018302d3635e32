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
  std::vector<Ray> rays;
  std::vector<Segment> segments;
  std::vector<BoxCast> box_casts;
  std::vector<Point> places;                // to which the nearest are asked for
  std::vector<std::size_t> counts = {3};    // of the nearest, each for all places
  std::vector<float> radii = {kUnbounded};  // each with each count
  std::vector<Filter> filters;  // none; one for all; else row i has the i-th, in a circle

  Worlds worlds = Worlds::one;
  Mobilities mobilities = Mobilities::all;

  static constexpr float kUnbounded = std::numeric_limits<float>::infinity();
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

/// Queries whose numbers are as small, as large and as close as floats can be.
[[nodiscard]] Queries extreme_queries();

/// Queries of each kind that are not valid.
[[nodiscard]] Queries invalid_queries();

/// Each kind of the one behind that of the other; counts, radii and filters are those of `a`.
[[nodiscard]] Queries joined(Queries a, const Queries& b);

}  // namespace quadphase::queries
