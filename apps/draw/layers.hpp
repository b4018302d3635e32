// SPDX-License-Identifier: MIT
// The layers of one panel: cells, boxes, pairs, a query.
#pragma once

#include <span>

#include "frames.hpp"
#include "picture.hpp"
#include "results.hpp"
#include "trees.hpp"

namespace quadphase::draw {

/// A part of the page that shows a part of the world, upright.
class Panel {
 public:
  Panel(Picture& picture, const Area& area, const Box& view);

  [[nodiscard]] Picture& picture() const noexcept { return picture_; }
  [[nodiscard]] const Area& area() const noexcept { return area_; }

  /// Coordinates on the page. Points far outside of the panel are moved close to it.
  [[nodiscard]] double x(float world_x) const noexcept;
  [[nodiscard]] double y(float world_y) const noexcept;
  [[nodiscard]] double length(double world_length) const noexcept { return world_length * scale_; }
  void add(const Box& box) const;

 private:
  Picture& picture_;
  Area area_;
  Box view_;
  double scale_;
};

/// The depth from which on cells have the last color: a little deeper than for evenly spread boxes.
[[nodiscard]] std::uint32_t deepest_color(std::size_t object_count);

/// Cells are tinted by their depth, the deeper ones above; their edges are the finer, the deeper.
void draw_cells(const Panel& panel, const DrawnTree& tree, std::uint32_t deepest,
                std::span<const Box> opened);
void draw_boxes(const Panel& panel, const BoxView& boxes);
/// Highlighted boxes.
void draw_marked(const Panel& panel, const BoxView& boxes, std::span<const ObjectId> ids);
/// The area that the two boxes of a pair have in common; of very many pairs, the first ones.
void draw_pairs(const Panel& panel, const BoxView& boxes, std::span<const Pair> pairs);
void draw_query(const Panel& panel, const BoxView& boxes, const Query& query, const Result& result);

/// Discs instead of their boxes, the gun and its shots.
void draw_discs(const Panel& panel, const BoxView& boxes);
void draw_battle(const Panel& panel, const Battle& battle);

}  // namespace quadphase::draw
