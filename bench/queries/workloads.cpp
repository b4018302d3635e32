// SPDX-License-Identifier: MIT
// Queries at random places, with the same bytes on every machine: integers, products and roots.
#include "queries/workloads.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "queries/wide.hpp"
#include "scenes/random.hpp"

namespace quadphase::bench::queries {
namespace {

constexpr std::array kKinds = {
    QueryKind{"box", "the boxes that overlap a box, ten on average", Task::in_box},
    QueryKind{"point", "the boxes that contain a point", Task::at_point},
    QueryKind{"circle", "the boxes that overlap a circle, ten on average", Task::in_circle},
    QueryKind{"ray-any", "one box that a segment of a twentieth of the world hits", Task::any_hit},
    QueryKind{"ray-closest", "the first box that it hits", Task::closest_hit},
    QueryKind{"ray-all", "all boxes that it hits, by distance", Task::all_hits},
    QueryKind{"ray-disc", "the first disc that it hits, of one in each box", Task::closest_disc},
    QueryKind{"nearest-1", "the nearest box", Task::nearest, 1},
    QueryKind{"nearest-8", "the eight nearest boxes, by distance", Task::nearest, 8},
    QueryKind{"nearest-8-points", "the eight nearest of points, by distance", Task::nearest, 8,
              true},
};

constexpr double kWantedCount = 10;
constexpr double kSegmentShare = 0.05;
constexpr double kPi = 3.141592653589793;

/// The root s >= 0 of a*s*s + b*s + c = 0 with a, b >= 0; 0 where there is none.
double positive_root(double a, double b, double c) {
  if (c >= 0) return 0;
  // Why not the school's formula: it subtracts near equals where b is large.
  const double root = std::sqrt(b * b - 4 * a * c);
  return b + root > 0 ? -2 * c / (b + root) : 0;
}

/// Sizes of queries that find kWantedCount objects on average.
struct Sizes {
  double box_side = 0;
  double circle_radius = 0;

  // A query at a random place of a world of area A overlaps a box with the probability that its
  // middle lies in their Minkowski sum: (w + s)(h + s) / A for a square of side s, and by Steiner's
  // formula (w h + 2 r (w + h) + pi r r) / A for a disc. Beyond the world's edge there is nothing
  // to be found; that is not made up for.
  Sizes(const BoxView& objects, double world_area) {
    double half_perimeters = 0;
    double areas = 0;
    for (std::size_t i = 0; i < objects.size(); ++i) {
      const double width = wide(objects.max_x[i]) - wide(objects.min_x[i]);
      const double height = wide(objects.max_y[i]) - wide(objects.min_y[i]);
      half_perimeters += width + height;
      areas += width * height;
    }
    const auto count = static_cast<double>(objects.size());
    const double missing = areas - kWantedCount * world_area;
    box_side = positive_root(count, half_perimeters, missing);
    circle_radius = positive_root(kPi * count, 2 * half_perimeters, missing);
  }
};

/// Random places and directions in a world.
class Places {
 public:
  Places(const Box& world, std::uint64_t seed) : world_(world), random_(seed, kStream) {}

  [[nodiscard]] Point point() {
    const float x = random_.between(world_.min_x, world_.max_x);
    return {x, random_.between(world_.min_y, world_.max_y)};
  }

  [[nodiscard]] Segment segment(double length) {
    for (;;) {
      // In a disc, so that all directions are as likely.
      const double x = wide(random_.between(-1, 1));
      const double y = wide(random_.between(-1, 1));
      const double norm = std::sqrt(x * x + y * y);
      if (norm > 1 || norm == 0) continue;
      const Point from = point();
      const Point to = {static_cast<float>(wide(from.x) + x / norm * length),
                        static_cast<float>(wide(from.y) + y / norm * length)};
      if (from.x != to.x && from.y != to.y) return {from, to};
    }
  }

 private:
  static constexpr std::uint64_t kStream = 77;  // another than those of the scenes

  Box world_;
  scenes::Random random_;
};

Box square_around(const Point& middle, double side) {
  const double x = wide(middle.x);
  const double y = wide(middle.y);
  return {static_cast<float>(x - 0.5 * side), static_cast<float>(y - 0.5 * side),
          static_cast<float>(x + 0.5 * side), static_cast<float>(y + 0.5 * side)};
}

}  // namespace

std::span<const QueryKind> query_kinds() {
  return kKinds;
}

const QueryKind* find_query_kind(std::string_view name) {
  const auto* const found = std::find_if(kKinds.begin(), kKinds.end(),
                                         [&](const QueryKind& kind) { return kind.name == name; });
  return found == kKinds.end() ? nullptr : found;
}

Box bounds_of(const BoxView& boxes) {
  return {*std::min_element(boxes.min_x.begin(), boxes.min_x.end()),
          *std::min_element(boxes.min_y.begin(), boxes.min_y.end()),
          *std::max_element(boxes.max_x.begin(), boxes.max_x.end()),
          *std::max_element(boxes.max_y.begin(), boxes.max_y.end())};
}

Queries make_queries(const QueryKind& kind, const BoxView& objects, std::size_t count,
                     std::uint64_t seed) {
  const Box world = bounds_of(objects);
  const double width = wide(world.max_x) - wide(world.min_x);
  const double height = wide(world.max_y) - wide(world.min_y);
  const Sizes sizes(objects, width * height);
  const double length = kSegmentShare * std::max(width, height);
  Places places(world, seed);
  Queries queries{.task = kind.task, .nearest_count = kind.nearest_count};
  for (std::size_t i = 0; i < count; ++i) {
    switch (kind.task) {
      case Task::in_box:
        queries.boxes.push_back(square_around(places.point(), sizes.box_side));
        break;
      case Task::in_circle:
        queries.circles.push_back({places.point(), wide(static_cast<float>(sizes.circle_radius))});
        break;
      case Task::at_point:
      case Task::nearest:
        queries.points.push_back(places.point());
        break;
      case Task::any_hit:
      case Task::closest_hit:
      case Task::all_hits:
      case Task::closest_disc:
        queries.segments.push_back(places.segment(length));
        break;
    }
  }
  return queries;
}

Queries make_join(const BoxView& boxes) {
  Queries queries{.task = kJoinKind.task};
  for (std::size_t i = 0; i < boxes.size(); ++i) queries.boxes.push_back(boxes[i]);
  return queries;
}

}  // namespace quadphase::bench::queries
