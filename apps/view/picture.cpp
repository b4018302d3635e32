// SPDX-License-Identifier: MIT
#include "picture.hpp"

#include <algorithm>
#include <cmath>

#include "commands.hpp"
#include "quadphase/index.hpp"

namespace quadphase::view {
namespace {

/// The most pairs that are drawn; more would hide each other.
constexpr std::size_t kMostPairs = 200'000;

Box common_of(const Box& a, const Box& b) {
  return {std::max(a.min_x, b.min_x), std::max(a.min_y, b.min_y), std::min(a.max_x, b.max_x),
          std::min(a.max_y, b.max_y)};
}

void add_pairs(const View& view, std::span<const Pair> pairs, Style style, Layer& layer) {
  const BoxView boxes = view.world.boxes();
  pairs = pairs.first(std::min(pairs.size(), kMostPairs));
  for (const auto& [first, second] : pairs) {
    if (first < boxes.size() && second < boxes.size())
      layer.add(common_of(boxes[first], boxes[second]), style);
  }
}

const draw::DrawnTree* tree_of(const View& view, TreeChoice tree) {
  if (tree == TreeChoice::none || tree == TreeChoice::all) return nullptr;
  return &view.trees[static_cast<std::size_t>(tree) - 1];
}

void add_cells(const View& view, const draw::DrawnTree& tree, Layer& layer) {
  // Deeper ones above.
  const auto deepest = static_cast<std::uint32_t>(view.settings.deepest);
  std::vector<const draw::DrawnCell*> cells;
  for (const draw::DrawnCell& cell : tree.cells) {
    if (cell.depth <= deepest && (cell.is_leaf || !view.settings.leaves_only))
      cells.push_back(&cell);
  }
  std::stable_sort(cells.begin(), cells.end(),
                   [](const auto* a, const auto* b) { return a->depth < b->depth; });
  for (const draw::DrawnCell* cell : cells) layer.add(cell->rectangle, cell_style(cell->depth));
}

void add_line(const std::vector<Point>& points, Layer& layer) {
  for (std::size_t i = 1; i < points.size(); ++i)
    layer.add_line(points[i - 1], points[i], Style::z_order);
}

/// The smaller box of each pair, the fainter, the longer ago it was.
/// Why not both: a large box has so many pairs that it would hide all others.
void add_flashes(const View& view, Layer& layer) {
  const BoxView boxes = view.world.boxes();
  const auto height = [&](ObjectId id) { return boxes[id].max_y - boxes[id].min_y; };
  const auto add = [&](const Pair& pair, Style style) {
    if (pair.second >= boxes.size()) return;
    layer.add(boxes[height(pair.first) < height(pair.second) ? pair.first : pair.second], style);
  };
  for (std::size_t age = view.flashes.size(); age-- > 0;) {
    const std::size_t faint = std::min<std::size_t>(2, age / 2);
    const auto faded = [&](Style style) {
      return static_cast<Style>(static_cast<std::size_t>(style) + faint);
    };
    for (const Pair& pair : view.flashes[age].ended) add(pair, faded(Style::ended));
    for (const Pair& pair : view.flashes[age].begun) add(pair, faded(Style::begun));
  }
}

/// The selected object, its leaf, its partners, and neighbors that are none.
void add_selection(const View& view, Layer& layer) {
  if (view.selected == kNoObject) return;
  const BoxView boxes = view.world.boxes();
  const Box own = boxes[view.selected];
  view.world.engine().for_each_cell([&](const Cell& cell) {
    if (cell.is_leaf && contains(cell.bounds, own)) layer.add(cell.bounds, Style::leaf);
  });
  for (const ObjectId id : strangers_near(view)) layer.add(boxes[id], Style::stranger);
  for (const ObjectId id : view.world.partners_of(view.selected))
    layer.add(boxes[id], Style::partner);
  layer.add(own, Style::selected);
}

/// The shape of a query: boxes and lines, or discs.
struct ShapeDrawer {
  const View& view;
  Layer& boxes;
  Layer& discs;
  Layer& lines;

  void operator()(const Box& box) const { boxes.add(box, Style::query); }
  void operator()(const Circle& circle) const {
    disc(circle.center, static_cast<float>(circle.radius));
  }
  void operator()(const Point& point) const {
    const Box box = box_at_mouse(view, 0.008F);
    disc(point, 0.5F * (box.max_x - box.min_x));
  }
  void operator()(const Segment& ray) const {
    const auto share = static_cast<float>(view.traced.distance);
    const Point hit{ray.from.x + share * (ray.to.x - ray.from.x),
                    ray.from.y + share * (ray.to.y - ray.from.y)};
    lines.add_line(ray.from, ray.to, Style::query);
    (*this)(ray.from);
    if (!view.traced.found.empty()) (*this)(hit);
  }
  void operator()(const BoxCast& cast) const {
    const Point by = cast.displacement;
    const Box end{cast.box.min_x + by.x, cast.box.min_y + by.y, cast.box.max_x + by.x,
                  cast.box.max_y + by.y};
    boxes.add(cast.box, Style::query);
    boxes.add(end, Style::query);
    lines.add_line({cast.box.min_x, cast.box.min_y}, {end.min_x, end.min_y}, Style::query);
    lines.add_line({cast.box.max_x, cast.box.min_y}, {end.max_x, end.min_y}, Style::query);
    lines.add_line({cast.box.min_x, cast.box.max_y}, {end.min_x, end.max_y}, Style::query);
    lines.add_line({cast.box.max_x, cast.box.max_y}, {end.max_x, end.max_y}, Style::query);
  }
  void operator()(const Nearest& nearest) const {
    disc(nearest.point, static_cast<float>(view.traced.distance));
    (*this)(nearest.point);
  }

  void disc(const Point& center, float radius) const {
    discs.add({center.x - radius, center.y - radius, center.x + radius, center.y + radius},
              Style::query);
  }
};

/// Shots, and discs that were hit.
void draw_battle(const draw::Battle& battle, Layer& layer, Canvas& canvas) {
  const auto add_disc = [&](const Point& center, float radius, Style style) {
    layer.add({center.x - radius, center.y - radius, center.x + radius, center.y + radius}, style);
  };
  layer.clear();
  layer.shape = Shape::line;
  for (const Segment& shot : battle.shots) layer.add_line(shot.from, shot.to, Style::shot);
  canvas.draw(layer);
  layer.clear();
  layer.shape = Shape::disc;
  for (const draw::Gone& gone : battle.gone) add_disc(gone.center, gone.radius, Style::missed);
  add_disc(battle.gun, battle.gun_radius, Style::shot);
  canvas.draw(layer);
  layer.shape = Shape::box;
}

/// What the search did only where our tree, or none, is shown.
void add_query(const View& view, bool has_search, Layer& layer) {
  const BoxView boxes = view.world.boxes();
  std::vector<ObjectId> found = view.traced.found;
  std::sort(found.begin(), found.end());
  if (has_search) {
    for (const Box& cell : view.traced.opened) layer.add(cell, Style::opened);
    for (const ObjectId id : view.traced.tested)
      if (!std::binary_search(found.begin(), found.end(), id)) layer.add(boxes[id], Style::tested);
  }
  for (const ObjectId id : found) layer.add(boxes[id], Style::found);
}

}  // namespace

void Painter::paint(const View& view, Canvas& canvas) {
  style_boxes(view);
  for (const Port& port : view.ports) paint_port(view, port, canvas);
}

void Painter::style_boxes(const View& view) {
  const auto count = view.world.boxes().size();
  box_styles_.assign(count, static_cast<std::uint8_t>(Style::box));
  if (view.world.static_count() == 0) return;
  for (std::size_t i = 0; i < count; ++i)
    if (view.world.object(static_cast<ObjectId>(i)).is_static)
      box_styles_[i] = static_cast<std::uint8_t>(Style::static_box);
}

void Painter::paint_port(const View& view, const Port& port, Canvas& canvas) {
  const Settings& settings = view.settings;
  canvas.look(port.area, view.camera);
  layer_.shape = Shape::box;
  const auto draw_layer = [&](auto&& fill) {
    layer_.clear();
    fill(layer_);
    canvas.draw(layer_);
  };
  const draw::DrawnTree* const tree = tree_of(view, port.tree);
  if (tree != nullptr) draw_layer([&](Layer& layer) { add_cells(view, *tree, layer); });
  if (settings.boxes) {
    const bool are_discs = settings.discs && view.source->has_discs();
    canvas.draw(view.world.boxes(), box_styles_, are_discs ? Shape::disc : Shape::box);
  }
  if (settings.pairs)
    draw_layer([&](Layer& layer) { add_pairs(view, view.world.pairs(), Style::pair, layer); });
  // The history keeps boxes alone.
  const bool is_latest = view.history.current() + 1 == view.history.size();
  const draw::Battle* const battle = is_latest ? view.source->battle() : nullptr;
  if (battle != nullptr) draw_battle(*battle, layer_, canvas);
  if (port.tree == TreeChoice::loose)
    draw_layer([&](Layer& layer) { add_pairs(view, view.missed, Style::missed, layer); });
  if (settings.flashes) draw_layer([&](Layer& layer) { add_flashes(view, layer); });
  if (port.tree == TreeChoice::none || port.tree == TreeChoice::ours) {
    layer_.shape = Shape::line;
    draw_layer([&](Layer& layer) { add_line(view.z_order, layer); });
    layer_.shape = Shape::box;
  }
  draw_layer([&](Layer& layer) { add_selection(view, layer); });
  if (view.shape) {
    const bool is_ours = port.tree == TreeChoice::none || port.tree == TreeChoice::ours;
    draw_layer([&](Layer& layer) { add_query(view, is_ours, layer); });
    Layer boxes, discs, lines;
    discs.shape = Shape::disc;
    lines.shape = Shape::line;
    std::visit(ShapeDrawer{view, boxes, discs, lines}, *view.shape);
    for (const Layer* const layer : {&discs, &boxes, &lines}) canvas.draw(*layer);
  } else if (view.is_mouse_in && view.dragged == kNoObject && !view.is_panning) {
    draw_layer(
        [&](Layer& layer) { layer.add(box_at_mouse(view, settings.insert_size), Style::ghost); });
  }
}

}  // namespace quadphase::view
