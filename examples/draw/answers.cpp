// SPDX-License-Identifier: MIT
#include "answers.hpp"

#include <fmt/format.h>

#include <limits>

namespace quadphase::draw {
namespace {

/// Opens the leaf cells whose tight boxes pass `is_met`.
template <class IsMet>
void open_cells(const DrawnTree& tree, Answer& answer, const IsMet& is_met) {
  for (const DrawnCell& cell : tree.cells) {
    if (!cell.is_leaf || !is_met(cell.tight)) continue;
    ++answer.opened_count;
    if (!cell.is_large) answer.opened.push_back(cell.rectangle);
  }
}

std::string plural(std::size_t count, const char* thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

struct Asker {
  const BroadPhase& broad_phase;
  const DrawnTree& tree;
  Answer answer{};

  void operator()(const Box& box) {
    broad_phase.for_each_in_box(box, [this](ObjectId id) { answer.found.push_back(id); });
    open_cells(tree, answer, [&](const Box& tight) { return overlaps(box, tight); });
    answer.text = "box: " + plural(answer.found.size(), "hit");
  }

  void operator()(const Circle& circle) {
    broad_phase.for_each_in_circle(circle, [this](ObjectId id) { answer.found.push_back(id); });
    open_cells(tree, answer, [&](const Box& tight) { return overlaps(circle, tight); });
    answer.text = "circle: " + plural(answer.found.size(), "hit");
  }

  /// The first hit ends the ray: nothing behind it is looked at.
  void operator()(const Segment& segment) {
    answer.distance = 1;
    if (const auto hit = broad_phase.closest_hit(segment)) {
      answer.found.push_back(hit->id);
      answer.distance = hit->distance;
    }
    open_cells(tree, answer, [&](const Box& tight) {
      const auto enter = entry_distance(segment, tight);
      return enter && *enter <= answer.distance;
    });
    answer.text = answer.found.empty() ? "ray: no hit" : "ray: first hit";
  }

  void operator()(const Nearest& nearest) {
    std::vector<Hit> hits(nearest.count);
    hits.resize(broad_phase.find_nearest(nearest.point, hits));
    for (const Hit& hit : hits) answer.found.push_back(hit.id);
    answer.distance = hits.empty() ? 0 : hits.back().distance;
    open_cells(tree, answer,
               [&](const Box& tight) { return distance(nearest.point, tight) <= answer.distance; });
    answer.text = fmt::format("{} nearest", hits.size());
  }
};

/// From shares of the view to the world.
struct Scale {
  const Box& view;

  [[nodiscard]] Point point(Point p) const noexcept {
    return {view.min_x + p.x * (view.max_x - view.min_x),
            view.min_y + p.y * (view.max_y - view.min_y)};
  }
  Question operator()(const Box& box) const {
    const Point low = point({box.min_x, box.min_y});
    const Point high = point({box.max_x, box.max_y});
    return Box{low.x, low.y, high.x, high.y};
  }
  Question operator()(const Circle& circle) const {
    return Circle{point(circle.centre), circle.radius * (view.max_x - view.min_x)};
  }
  Question operator()(const Segment& segment) const {
    return Segment{point(segment.from), point(segment.to)};
  }
  Question operator()(const Nearest& nearest) const {
    return Nearest{point(nearest.point), nearest.count};
  }
};

}  // namespace

Question scaled(const Question& question, const Box& view) {
  return std::visit(Scale{view}, question);
}

Answer ask(const BroadPhase& broad_phase, const DrawnTree& tree, const Question& question) {
  Asker asker{broad_phase, tree};
  std::visit(asker, question);
  asker.answer.text += fmt::format(", {} opened", plural(asker.answer.opened_count, "leaf cell"));
  return std::move(asker.answer);
}

}  // namespace quadphase::draw
