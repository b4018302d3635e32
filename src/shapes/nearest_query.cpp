// SPDX-License-Identifier: MIT
// The distances of shapes. If a box and a hull are apart, their two nearest points are a vertex of
// one and a point on an edge of the other.
#include "shapes/nearest_query.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <variant>

#include "base/floating_point_mode.hpp"
#include "data/local_box.hpp"
#include "shapes/convex_query.hpp"
#include "shapes/double_query.hpp"

namespace quadphase {

double distance(const Shape& shape, const Box& box) noexcept {
  const detail::DefaultFloatingPointMode mode;
  if (const auto* const rest = std::get_if<Box>(&shape.value()))
    return detail::distance_of(*rest, box);
  return detail::NearestShape(shape, {}).distance(box);
}

double detail::distance_of_doubles(const Shape& shape, const DoubleBox& box) noexcept {
  const detail::DefaultFloatingPointMode mode;
  if (const auto* const rest = std::get_if<Box>(&shape.value()))
    return detail::distance_of(detail::in_double(*rest), box);
  return detail::NearestShape(shape, {}).distance(box);
}

namespace detail {
namespace {

[[nodiscard]] double length_of(double x, double y) noexcept {
  return std::sqrt(x * x + y * y);
}

/// The distance from a point to the segment from `a` to `b`; NaN if the point is infinite.
[[nodiscard]] double line_distance(const DoublePoint& a, const DoublePoint& b,
                                   const DoublePoint& point) noexcept {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double x = point.x - a.x;
  const double y = point.y - a.y;
  const double s = dx * dx + dy * dy;
  const double along = dx * x + dy * y;
  if (!(along > 0)) return length_of(x, y);
  if (along >= s) return length_of(point.x - b.x, point.y - b.y);
  return std::abs(dx * y - dy * x) / std::sqrt(s);
}

// The hulls of shapes. A box has none.

[[nodiscard]] RoundHull hull_of(const Box& /*box*/) noexcept {
  return {};
}
[[nodiscard]] RoundHull hull_of(const DoubleBox& /*box*/) noexcept {
  return {};
}
[[nodiscard]] RoundHull hull_of(const DoubleCircle& circle) noexcept {
  return {{circle.center}, 1, circle.radius};
}
[[nodiscard]] RoundHull hull_of(const Circle& circle) noexcept {
  return {{in_double(circle.center)}, 1, circle.radius};
}
[[nodiscard]] RoundHull hull_of(const DoubleCapsule& capsule) noexcept {
  return {{capsule.first, capsule.second}, has_length(capsule) ? 2U : 1U, capsule.radius};
}
[[nodiscard]] RoundHull hull_of(const Capsule& capsule) noexcept {
  return {{in_double(capsule.first), in_double(capsule.second)}, 2, counted_radius(capsule)};
}
[[nodiscard]] RoundHull hull_of(const RotatedBox& box) noexcept {
  const DoublePoint center = in_double(box.center);
  const DoublePoint axis = in_double(box.axis);
  const DoublePoint half = in_double(box.half_size);
  const auto corner = [&](double width, double height) {
    return DoublePoint{center.x + (axis.x * width - axis.y * height),
                       center.y + (axis.y * width + axis.x * height)};
  };
  return {{corner(half.x, half.y), corner(-half.x, half.y), corner(-half.x, -half.y),
           corner(half.x, -half.y)},
          4,
          0};
}
[[nodiscard]] RoundHull hull_of(const ConvexPolygon& polygon) noexcept {
  RoundHull hull;
  for (const Point& vertex : std::span(polygon.vertices).first(polygon.count))
    hull.vertices[hull.count++] = in_double(vertex);
  return hull;
}

/// A shape in double, moved; other shapes stay where they are.
[[nodiscard]] Shape moved_in_double(const Shape& shape, double x, double y) noexcept {
  return std::visit(
      [&](const auto& value) -> Shape {
        if constexpr (kIsDouble<std::remove_cvref_t<decltype(value)>>) {
          return moved(value, x, y);
        } else {
          return value;
        }
      },
      shape.value());
}
[[nodiscard]] RoundHull moved_hull(RoundHull hull, double x, double y) noexcept {
  for (DoublePoint& vertex : std::span(hull.vertices).first(hull.count))
    vertex = {vertex.x + x, vertex.y + y};
  return hull;
}

/// Cut off at the greatest float: no box in double that lies beyond it becomes infinite.
[[nodiscard]] Box finite_box(const Box& box) noexcept {
  constexpr float kMost = std::numeric_limits<float>::max();
  return {std::max(box.min_x, -kMost), std::max(box.min_y, -kMost), std::min(box.max_x, kMost),
          std::min(box.max_y, kMost)};
}

}  // namespace

double RoundHull::distance(const DoubleBox& box) const noexcept {
  const DoublePoint corners[] = {{box.min_x, box.min_y},
                                 {box.max_x, box.min_y},
                                 {box.min_x, box.max_y},
                                 {box.max_x, box.max_y}};
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < count; ++i) {
    least = branchless_min(least, distance_of(vertices[i], box));
    if (count < 2 || (count == 2 && i == 1)) break;
    const DoublePoint& next = vertices[i + 1 < count ? i + 1 : 0];
    for (const DoublePoint& corner : corners)
      least = branchless_min(least, line_distance(vertices[i], next, corner));
  }
  return branchless_max(0, least - radius);
}

NearestShape::NearestShape(const Shape& shape, const Origin& origin) noexcept
    : shape_(shape),
      hull_(std::visit([](const auto& value) { return hull_of(value); }, shape.value())),
      local_(shape),
      origin_(origin),
      is_double_(detail::is_double(shape)) {
  if (is_double_) {
    const DoubleQuery query(shape, Relation::overlaps, true);
    bounds_ = query.bounds;
    local_ = moved_in_double(shape, -origin.x, -origin.y);
    local_hull_ = moved_hull(hull_, -origin.x, -origin.y);
    local_bounds_ = DoubleQuery(local_, Relation::overlaps, true).bounds;
    near_ = merge(query.near(origin).bounds, local_box(local_bounds_, {}));
  } else {
    local_hull_ = hull_;
    near_ = ConvexQuery(shape, Relation::overlaps).bounds;
    local_bounds_ = bounds_ = in_double(near_);
  }
  near_ = finite_box(near_);
  set_slab();
}

double NearestShape::distance(const Box& box) const noexcept {
  if (is_double_) return double_distance(local_, local_bounds_, local_hull_, in_double(box));
  if (is_found(shape_, Relation::overlaps, box)) return 0;
  const double distance = distance_of(near_, box);
  return hull_.count == 0 ? distance : branchless_max(distance, hull_.distance(in_double(box)));
}

double NearestShape::distance(const DoubleBox& box) const noexcept {
  return double_distance(shape_, bounds_, hull_, box);
}

double NearestShape::distance(const TreeView& tree, std::size_t position) const noexcept {
  if (is_double_ && tree.exact.has_any()) {
    const ExactBox box = exact_box_at(tree, position);
    if (box.is_double()) return distance(box.doubles);
  }
  return distance(box_at(tree.objects, position));
}

double NearestShape::double_distance(const Shape& shape, const DoubleBox& bounds,
                                     const RoundHull& hull, const DoubleBox& box) noexcept {
  if (is_found(shape, Relation::overlaps, box)) return 0;
  const double distance = distance_of(bounds, box);
  return hull.count == 0 ? distance : branchless_max(distance, hull.distance(box));
}

/// The narrowest slab with a side along an edge.
/// Why not for a polygon with a dent: it has points outside of the hull of its vertices.
void NearestShape::set_slab() noexcept {
  const auto* const polygon = std::get_if<ConvexPolygon>(&shape_.value());
  if (polygon != nullptr && has_dent(*polygon)) return;
  const std::span<const DoublePoint> vertices =
      std::span<const DoublePoint>(local_hull_.vertices).first(local_hull_.count);
  double narrowest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; vertices.size() > 1 && i < vertices.size(); ++i) {
    const DoublePoint& a = vertices[i];
    const DoublePoint& b = vertices[i + 1 < vertices.size() ? i + 1 : 0];
    const double twice = 2 * length_of(b.x - a.x, b.y - a.y);
    if (!(twice > 0x1p-440)) continue;  // squares of smaller values are denormal
    const double nx = (a.y - b.y) / twice;
    const double ny = (b.x - a.x) / twice;
    // Along an axis, the bounds are as good. What is tiny or huge has no slab.
    if (!(std::abs(nx) > 0x1p-20 && std::abs(ny) > 0x1p-20)) continue;
    const auto x = static_cast<float>(nx);
    const auto y = static_cast<float>(ny);
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    double size = 0;
    for (const DoublePoint& p : vertices) {
      const double at_x = to_double(x) * p.x;
      const double at_y = to_double(y) * p.y;
      low = std::min(low, at_x + at_y);
      high = std::max(high, at_x + at_y);
      size = std::max(size, std::abs(at_x) + std::abs(at_y));
    }
    // The float normal may be a little longer than 1/2.
    const double more = 0.5 * local_hull_.radius * to_double(kSlack) + size * 0x1p-40;
    if (!(high - low < narrowest) || !(size + more < 1e37)) continue;
    narrowest = high - low;
    slab_ = {x, y, float_below(low - more), float_above(high + more)};
  }
}

CastQuery all_within(const NearestQuery& query, double distance, const Origin& origin) noexcept {
  const Box box = query.shape != nullptr && query.shape->must_move_to(origin)
                      ? query.shape->near(origin).query().box
                      : query.box;
  // The distance of an object is rounded, and where the edge and the distance cancel, a float that
  // is a little farther does not make up for it.
  const auto reach = [=](float edge) {
    return distance + (std::abs(to_double(edge)) + distance) * 0x1p-50;
  };
  CastQuery all;  // without motion, so that its bounds decide
  all.bounds = {float_below(to_double(box.min_x) - reach(box.min_x)),
                float_below(to_double(box.min_y) - reach(box.min_y)),
                float_above(to_double(box.max_x) + reach(box.max_x)),
                float_above(to_double(box.max_y) + reach(box.max_y))};
  return all;
}

bool is_searchable(const Shape& shape) noexcept {
  if (!is_valid(shape)) return false;
  return std::visit(
      [](const auto& value) {
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::same_as<Value, Box>) {
          return std::isfinite(value.min_x) && std::isfinite(value.min_y) &&
                 std::isfinite(value.max_x) && std::isfinite(value.max_y);
        } else if constexpr (std::same_as<Value, DoubleBox>) {
          return std::max({std::abs(value.min_x), std::abs(value.min_y), std::abs(value.max_x),
                           std::abs(value.max_y)}) <= kLargestDouble;
        } else if constexpr (requires { value.radius; }) {
          return std::isfinite(value.radius);
        } else {
          return true;
        }
      },
      shape.value());
}

}  // namespace detail
}  // namespace quadphase
