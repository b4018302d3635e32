// SPDX-License-Identifier: MIT
#include "results.hpp"

#include <fmt/format.h>

#include <limits>

namespace quadphase::draw {
namespace {

/// Opens the leaves whose boxes pass `is_met`.
template <class IsMet>
void open_cells(const DrawnTree& tree, Result& result, const IsMet& is_met) {
  for (const DrawnCell& cell : tree.cells) {
    if (!cell.is_leaf || !is_met(cell.rectangle)) continue;
    ++result.opened_count;
    if (!cell.is_large) result.opened.push_back(cell.rectangle);
  }
}

std::string plural(std::size_t count, const char* thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

struct QueryRunner {
  const BroadPhase& broad_phase;
  const DrawnTree& tree;
  Result result{};

  void operator()(const Box& box) {
    broad_phase.for_each_overlap(box, [this](ObjectId id) { result.found.push_back(id); });
    open_cells(tree, result, [&](const Box& tight) { return overlaps(box, tight); });
    result.text = "box: " + plural(result.found.size(), "hit");
  }

  void operator()(const Circle& circle) {
    broad_phase.for_each_overlap(circle, [this](ObjectId id) { result.found.push_back(id); });
    open_cells(tree, result, [&](const Box& tight) { return overlaps(circle, tight); });
    result.text = "circle: " + plural(result.found.size(), "hit");
  }

  /// The ray ends at its first hit; nothing after it is opened.
  void operator()(const Segment& segment) {
    result.distance = 1;
    if (const auto hit = broad_phase.cast_closest(segment)) {
      result.found.push_back(hit->id);
      result.distance = hit->fraction;
    }
    open_cells(tree, result, [&](const Box& tight) {
      const auto enter = entry_fraction(segment, tight);
      return enter && *enter <= result.distance;
    });
    result.text = result.found.empty() ? "ray: no hit" : "ray: first hit";
  }

  void operator()(const Nearest& nearest) {
    std::vector<Neighbor> hits(nearest.count);
    hits.resize(broad_phase.find_nearest(nearest.point, hits));
    for (const Neighbor& hit : hits) result.found.push_back(hit.id);
    result.distance = hits.empty() ? 0 : hits.back().distance;
    open_cells(tree, result,
               [&](const Box& tight) { return distance(nearest.point, tight) <= result.distance; });
    result.text = fmt::format("{} nearest", hits.size());
  }
};

/// Converts fractions of the view to units of the world.
struct Scale {
  const Box& view;

  [[nodiscard]] Point point(Point p) const noexcept {
    return {view.min_x + p.x * (view.max_x - view.min_x),
            view.min_y + p.y * (view.max_y - view.min_y)};
  }
  Query operator()(const Box& box) const {
    const Point low = point({box.min_x, box.min_y});
    const Point high = point({box.max_x, box.max_y});
    return Box{low.x, low.y, high.x, high.y};
  }
  Query operator()(const Circle& circle) const {
    return Circle{point(circle.center),
                  circle.radius * static_cast<double>(view.max_x - view.min_x)};
  }
  Query operator()(const Segment& segment) const {
    return Segment{point(segment.from), point(segment.to)};
  }
  Query operator()(const Nearest& nearest) const {
    return Nearest{point(nearest.point), nearest.count};
  }
};

}  // namespace

Query scaled(const Query& query, const Box& view) {
  return std::visit(Scale{view}, query);
}

Result run_query(const BroadPhase& broad_phase, const DrawnTree& tree, const Query& query) {
  QueryRunner runner{broad_phase, tree};
  std::visit(runner, query);
  runner.result.text += fmt::format(", {} opened", plural(runner.result.opened_count, "leaf cell"));
  return std::move(runner.result);
}

}  // namespace quadphase::draw
