// SPDX-License-Identifier: MIT
// What the page calls. Functions that may fail return -1, and `play_text(text_error)` says why.
// Arrays are in the module's memory, and valid until the next call.
#include <quadphase/quadphase.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include "history.hpp"
#include "raster.hpp"
#include "scenes/scene.hpp"
#include "search.hpp"
#include "trees.hpp"
#include "world.hpp"

#define QUADPHASE_PLAY(name) [[clang::export_name(#name)]] auto name

namespace quadphase::playground {
namespace {

enum Text : int { text_error, text_version, text_simd, text_scene_name, text_scene_description };
enum Layer : int { layer_boxes, layer_pairs, layer_found, layer_above, layer_filled, layer_framed };
enum Array : int {
  array_drawn,
  array_framed,
  array_order,
  array_ids,
  array_measures,
  array_bounds
};

struct Page {
  World world;
  History history;
  Trees trees;
  Query query;
  Found found;
  Raster raster;
  RasterStyle style{};
  std::vector<Drawn> drawn, framed;
  std::vector<Point> order;
  std::string text, error;
};

Page& page() {
  static Page the_page;
  return the_page;
}

template <class Call>
double guarded(Call&& call) {
  try {
    return static_cast<double>(call(page()));
  } catch (const std::exception& error) {
    page().error = error.what();
    return -1;
  }
}

/// Draws what is inside of a part of the world, so that little is drawn of a large world.
class Visible {
 public:
  Visible(const Box& view, std::vector<Drawn>& drawn) : view_(view), drawn_(drawn) {
    drawn_.clear();
  }
  void add(const Box& box, float level = 0) {
    if (overlaps(box, view_)) drawn_.push_back({box, level});
  }
  [[nodiscard]] std::size_t size() const noexcept { return drawn_.size(); }

 private:
  Box view_;
  std::vector<Drawn>& drawn_;
};

void draw_pairs(const Page& page, TreeKind kind, std::size_t most, Visible visible) {
  const BoxView boxes = page.world.boxes();
  for (const auto& [first, second] : page.trees.pairs(kind)) {
    if (visible.size() >= most) return;
    if (std::max(first, second) >= boxes.size()) return;
    const Box a = boxes[first], b = boxes[second];
    const Box common{std::max(a.min_x, b.min_x), std::max(a.min_y, b.min_y),
                     std::min(a.max_x, b.max_x), std::min(a.max_y, b.max_y)};
    const bool is_missed =
        kind == TreeKind::loose && !page.trees.loose().are_on_one_path(first, second);
    visible.add(common, is_missed ? 1 : 0);
  }
}

std::size_t draw(Page& page, Layer layer, TreeKind kind, std::size_t limit, const Box& view) {
  Visible visible(view, page.drawn);
  const BoxView boxes = page.world.boxes();
  if (layer == layer_boxes) {
    for (std::size_t i = 0; i < boxes.size(); ++i) visible.add(boxes[i]);
  } else if (layer == layer_found) {
    for (const ObjectId id : page.found.ids)
      if (id < boxes.size()) visible.add(boxes[id]);
  } else if (layer == layer_pairs) {
    draw_pairs(page, kind, limit, visible);
  } else if (layer == layer_above) {
    page.trees.draw_above_leaves(page.drawn);
  }
  return page.drawn.size();
}

}  // namespace

QUADPHASE_PLAY(play_text)(int which, std::size_t index) {
  std::string& text = page().text;
  const auto scenes = scenes::scene_infos();
  text.clear();
  if (which == text_error) text = page().error;
  if (which == text_version) text = QUADPHASE_VERSION;
  if (which == text_simd) text = name_of(page().trees.broad_phase().stats().simd);
  if (which == text_scene_name && index < scenes.size()) text = scenes[index].name;
  if (which == text_scene_description && index < scenes.size()) text = scenes[index].description;
  return text.c_str();
}

QUADPHASE_PLAY(play_reset)(std::size_t scene, std::size_t count, std::uint32_t seed) {
  return guarded([&](Page& page) {
    page.world.reset(scenes::scene_infos()[scene].name, count, seed);
    page.history.begin(page.world);
    page.found = {};
    return page.world.size();
  });
}

QUADPHASE_PLAY(play_advance)(float speed) {
  return guarded([&](Page& page) {
    page.history.advance(page.world, speed);
    return page.history.frame();
  });
}

QUADPHASE_PLAY(play_seek)(double frame) {
  return guarded([&](Page& page) {
    page.history.seek(page.world, static_cast<std::size_t>(std::max(0.0, frame)));
    return page.history.frame();
  });
}

QUADPHASE_PLAY(play_edit)
(int kind, std::uint32_t row, float x, float y, float width, float height, std::uint32_t seed) {
  return guarded([&](Page& page) {
    const Edit edit{static_cast<Edit::Kind>(kind), row, x, y, width, height, seed};
    page.history.edit(page.world, edit);
    return page.world.size();
  });
}

/// 0: the current frame, 1: the oldest, 2: the latest.
QUADPHASE_PLAY(play_frame)(int which) {
  const History& history = page().history;
  const std::size_t frames[] = {history.frame(), history.oldest(), history.latest()};
  return static_cast<double>(frames[which]);
}

QUADPHASE_PLAY(play_count)() {
  return page().world.size();
}

/// 1 if there are too many pairs to list.
QUADPHASE_PLAY(play_update)(int tree) {
  return guarded([&](Page& page) {
    page.trees.update(static_cast<TreeKind>(tree), page.world.boxes());
    return page.trees.has_too_many_pairs() ? 1 : 0;
  });
}

QUADPHASE_PLAY(play_count_tests)(int tree) {
  return guarded([&](Page& page) {
    page.trees.count_tests(static_cast<TreeKind>(tree));
    return 0;
  });
}

/// In the order of `Figures`.
QUADPHASE_PLAY(play_figures)(int tree) {
  return &page().trees.figures(static_cast<TreeKind>(tree)).milliseconds;
}

/// The pairs of a tree: two ids each, as many as its figures say.
QUADPHASE_PLAY(play_pairs)(int tree) {
  return page().trees.pairs(static_cast<TreeKind>(tree)).data();
}

/// Lower and upper edges of all boxes: 0 to 3 for min_x, min_y, max_x, max_y.
QUADPHASE_PLAY(play_column)(int which) {
  const BoxView boxes = page().world.boxes();
  const std::span<const float> columns[] = {boxes.min_x, boxes.min_y, boxes.max_x, boxes.max_y};
  return columns[which].data();
}

/// How many rectangles array_drawn has then; `limit` is for pairs.
QUADPHASE_PLAY(play_draw)
(int layer, int tree, std::size_t limit, float min_x, float min_y, float max_x, float max_y) {
  return guarded([&](Page& page) {
    return draw(page, static_cast<Layer>(layer), static_cast<TreeKind>(tree), limit,
                {min_x, min_y, max_x, max_y});
  });
}

/// Fills array_drawn with the cells to fill, and array_framed with those whose edges are drawn.
/// Returns how many the first has; `play_framed_count` is that of the second.
QUADPHASE_PLAY(play_draw_cells)(int tree, std::uint32_t deepest, bool leaves_only) {
  return guarded([&](Page& page) {
    page.drawn.clear();
    page.framed.clear();
    page.trees.draw_cells(static_cast<TreeKind>(tree), {deepest, leaves_only, page.world.bounds()},
                          page.drawn, page.framed);
    return page.drawn.size();
  });
}

QUADPHASE_PLAY(play_framed_count)() {
  return page().framed.size();
}

/// How many points array_order has then.
QUADPHASE_PLAY(play_draw_order)() {
  return guarded([&](Page& page) {
    page.order.clear();
    page.trees.draw_order(page.order);
    return page.order.size();
  });
}

/// How many objects are found; array_ids and array_measures have them.
QUADPHASE_PLAY(play_search)
(int kind, float x, float y, float from_x, float from_y, float half_x, float half_y,
 std::size_t count) {
  return guarded([&](Page& page) {
    page.query = {static_cast<QueryKind>(kind), {x, y}, {from_x, from_y}, {half_x, half_y}, count};
    search(page.trees.broad_phase(), page.query, page.found);
    return page.found.ids.size();
  });
}

QUADPHASE_PLAY(play_microseconds)() {
  return page().found.microseconds;
}

QUADPHASE_PLAY(play_pick)(float x, float y, float reach) {
  return guarded([&](Page& page) {
    return pick(page.trees.broad_phase(), page.world.boxes(), {x, y}, reach);
  });
}

QUADPHASE_PLAY(play_raster_begin)
(std::size_t width, std::size_t height, float red, float green, float blue) {
  return guarded([&](Page& page) {
    page.raster.begin(width, height, red, green, blue);
    return 0;
  });
}

/// Where the page writes the style of the next `play_raster_draw`.
QUADPHASE_PLAY(play_raster_style)() {
  return &page().style;
}

QUADPHASE_PLAY(play_raster_draw)(const Drawn* rectangles, std::size_t count) {
  return guarded([&](Page& page) {
    page.raster.draw({rectangles, count}, page.style);
    return 0;
  });
}

QUADPHASE_PLAY(play_raster_pixels)() {
  return page().raster.pixels();
}

QUADPHASE_PLAY(play_array)(int which)->const void* {
  const Page& shown = page();
  switch (which) {
    case array_drawn:
      return shown.drawn.data();
    case array_framed:
      return shown.framed.data();
    case array_order:
      return shown.order.data();
    case array_ids:
      return shown.found.ids.data();
    case array_measures:
      return shown.found.measures.data();
    default:
      return &shown.world.bounds();
  }
}

}  // namespace quadphase::playground

/// The memory's runtime calls it. The page looks at the memory anew in every call, so it has
/// nothing to do.
extern "C" void emscripten_notify_memory_growth(std::size_t) {}
