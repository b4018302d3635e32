// SPDX-License-Identifier: MIT
#include "layers.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace quadphase::draw {
namespace {

/// The most pairs that are drawn; more would hide each other.
constexpr std::size_t kMaxPairs = 20'000;

/// Boxes of one style, which are painted in portions.
/// Why not all at once: cairo takes quadratic time where boxes overlap.
class Boxes {
 public:
  Boxes(const Panel& panel, const Color& inside, const Color& edge, double line_width)
      : panel_(panel), inside_(inside), edge_(edge), line_width_(line_width) {}

  void add(const Box& box) {
    panel_.add(box);
    if (++waiting_ % 1'000 == 0) paint();
  }
  void paint() const { panel_.picture().fill_and_stroke(inside_, edge_, line_width_); }

 private:
  const Panel& panel_;
  Color inside_, edge_;
  double line_width_;
  std::size_t waiting_ = 0;
};

/// Limits page coordinates to what cairo can represent.
double kept_near(double coordinate, double low, double length) {
  const double reach = 100 + length;
  return std::clamp(coordinate, low - reach, low + length + reach);
}

double share_of(std::uint32_t depth, std::uint32_t deepest) {
  return deepest == 0 ? 0 : std::min(1.0, static_cast<double>(depth) / deepest);
}

/// The more boxes, the thinner the edges.
double box_line(std::size_t count) {
  return std::clamp(2.2 - 0.45 * std::log10(static_cast<double>(count + 1)), 0.3, 1.0);
}

/// Draws a query's shape.
struct Shape {
  const Panel& panel;
  const Result& result;

  void operator()(const Box& box) const {
    panel.add(box);
    panel.picture().fill_and_stroke(kQueryFill, kQuery, 1.6);
  }
  void operator()(const Circle& circle) const {
    disc(circle.center, static_cast<double>(circle.radius));
  }
  /// The ray up to the first hit, and a faint line after it.
  void operator()(const Segment& ray) const {
    Picture& picture = panel.picture();
    const double x0 = panel.x(ray.from.x), y0 = panel.y(ray.from.y);
    const double x1 = panel.x(ray.to.x), y1 = panel.y(ray.to.y);
    const double x = x0 + (x1 - x0) * result.distance, y = y0 + (y1 - y0) * result.distance;
    picture.add_line(x, y, x1, y1);
    picture.stroke(between(kQuery, kPage, 0.7), 1.2);
    picture.add_line(x0, y0, x, y);
    picture.stroke(kQuery, 2);
    picture.add_circle(x0, y0, 3);
    picture.add_circle(x, y, 3.5);
    picture.fill(kQuery);
  }
  /// The disc around all objects that were found.
  void operator()(const Nearest& nearest) const {
    disc(nearest.point, result.distance);
    panel.picture().add_circle(panel.x(nearest.point.x), panel.y(nearest.point.y), 3);
    panel.picture().fill(kQuery);
  }

  void disc(Point center, double radius) const {
    panel.picture().add_circle(panel.x(center.x), panel.y(center.y), panel.length(radius));
    panel.picture().fill_and_stroke(kQueryFill, kQuery, 1.6);
  }
};

}  // namespace

Panel::Panel(Picture& picture, const Area& area, const Box& view)
    : picture_(picture), area_(area), view_(view) {
  const double width = static_cast<double>(view.max_x) - static_cast<double>(view.min_x);
  scale_ = area.width / width;
}

double Panel::x(float world_x) const noexcept {
  const double offset = static_cast<double>(world_x) - static_cast<double>(view_.min_x);
  return kept_near(area_.x + offset * scale_, area_.x, area_.width);
}

double Panel::y(float world_y) const noexcept {
  const double offset = static_cast<double>(view_.max_y) - static_cast<double>(world_y);
  return kept_near(area_.y + offset * scale_, area_.y, area_.height);
}

void Panel::add(const Box& box) const {
  const double left = x(box.min_x), top = y(box.max_y);
  picture_.add_area({left, top, x(box.max_x) - left, y(box.min_y) - top});
}

std::uint32_t deepest_color(std::size_t object_count) {
  std::uint32_t depth = 3;
  for (std::size_t full = 16; full < object_count; full *= 4) ++depth;
  return depth;
}

void draw_cells(const Panel& panel, const DrawnTree& tree, std::uint32_t deepest,
                std::span<const Box> opened) {
  Picture& picture = panel.picture();
  deepest = std::max(1U, std::min(deepest, tree.depth));
  for (std::uint32_t depth = 0; depth <= tree.depth; ++depth) {
    for (const DrawnCell& cell : tree.cells)
      if (cell.depth == depth) panel.add(cell.rectangle);
    picture.fill(between(kShallowCell, kDeepCell, share_of(depth, deepest)));
  }
  for (const Box& cell : opened) panel.add(cell);
  picture.fill(kOpenedCell);
  for (std::uint32_t depth = tree.depth + 1; depth-- > 0;) {
    for (const DrawnCell& cell : tree.cells)
      if (cell.depth == depth) panel.add(cell.rectangle);
    const double share = share_of(depth, deepest);
    picture.stroke(between(kShallowEdge, kDeepEdge, share), 1.4 - 0.9 * share);
  }
}

void draw_boxes(const Panel& panel, const BoxView& boxes) {
  Boxes shown(panel, kBoxFill, kBoxEdge, box_line(boxes.size()));
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (is_valid(boxes[i])) shown.add(boxes[i]);
  shown.paint();
}

void draw_discs(const Panel& panel, const BoxView& boxes) {
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box b = boxes[i];
    const double radius = panel.length(0.5 * static_cast<double>(b.max_x - b.min_x));
    panel.picture().add_circle(panel.x(0.5F * (b.min_x + b.max_x)),
                               panel.y(0.5F * (b.min_y + b.max_y)), radius);
  }
  panel.picture().fill_and_stroke(kBoxFill, kBoxEdge, box_line(boxes.size()));
}

void draw_pairs(const Panel& panel, const BoxView& boxes, std::span<const Pair> pairs) {
  struct Strength {
    double least_area;  // area on the page
    double alpha;
  };
  // The larger the fainter: a single pixel must be visible, and a large area must not hide what is
  // below it.
  constexpr Strength kStrengths[] = {{2'000, 0.16}, {200, 0.4}, {-1, 0.95}};
  pairs = pairs.first(std::min(pairs.size(), kMaxPairs));
  double most_area = std::numeric_limits<double>::infinity();
  for (const auto& [least_area, alpha] : kStrengths) {
    Color inside = kPair;
    inside.alpha = alpha;
    Boxes shown(panel, inside, kPair, 0.5);  // the edge makes pairs visible that only touch
    for (const auto& [first, second] : pairs) {
      const Box a = boxes[first], b = boxes[second];
      const Box common{std::max(a.min_x, b.min_x), std::max(a.min_y, b.min_y),
                       std::min(a.max_x, b.max_x), std::min(a.max_y, b.max_y)};
      const double area = (panel.x(common.max_x) - panel.x(common.min_x)) *
                          (panel.y(common.min_y) - panel.y(common.max_y));
      if (area > least_area && area <= most_area) shown.add(common);
    }
    shown.paint();
    most_area = least_area;
  }
}

void draw_marked(const Panel& panel, const BoxView& boxes, std::span<const ObjectId> ids) {
  Boxes shown(panel, kMarkedFill, kMarkedEdge, 1.1 * box_line(boxes.size()));
  for (const ObjectId id : ids) shown.add(boxes[id]);
  shown.paint();
}

void draw_query(const Panel& panel, const BoxView& boxes, const Query& query,
                const Result& result) {
  Boxes found(panel, kFoundFill, kQuery, 1.3);
  for (const ObjectId id : result.found) found.add(boxes[id]);
  found.paint();
  std::visit(Shape{panel, result}, query);
}

void draw_battle(const Panel& panel, const Battle& battle) {
  Picture& picture = panel.picture();
  for (const Gone& gone : battle.gone) {
    const double age = static_cast<double>(gone.steps) / Gone::kStepsShown;
    const double radius = panel.length(static_cast<double>(gone.radius)) * (1 + 0.5 * age);
    picture.add_circle(panel.x(gone.center.x), panel.y(gone.center.y), radius);
    Color inside = kHit, edge = kHit;
    inside.alpha = std::max(0.0, 0.55 * (1 - age));
    edge.alpha = std::max(0.0, 1 - age);
    picture.fill_and_stroke(inside, edge, 1.5);
  }
  for (const Segment& shot : battle.shots)
    picture.add_line(panel.x(shot.from.x), panel.y(shot.from.y), panel.x(shot.to.x),
                     panel.y(shot.to.y));
  picture.stroke(kShot, 1.8);
  picture.add_circle(panel.x(battle.gun.x), panel.y(battle.gun.y),
                     panel.length(static_cast<double>(battle.gun_radius)));
  picture.fill(kShot);
}

}  // namespace quadphase::draw
