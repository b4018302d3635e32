// SPDX-License-Identifier: MIT
#include "page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "layers.hpp"
#include "report/text.hpp"
#include "results.hpp"
#include "trees.hpp"

namespace quadphase::draw {
namespace {

constexpr double kMargin = 14;   // around and between panels
constexpr double kLegend = 34;   // height below a panel
constexpr double kTitle = 30;    // height above each of three panels
constexpr double kFigures = 52;  // height below each of them
constexpr double kTextSize = 12.5;
constexpr double kTitleSize = 15;

/// A legend: samples of colors with their meanings, in a row that shrinks to the width.
class Legend {
 public:
  void add(const Color& inside, const Color& edge, const std::string& text) {
    entries_.push_back({inside, edge, text});
  }

  void draw(Picture& picture, double y) const {
    double text_width = 0;
    for (const Entry& entry : entries_) text_width += picture.text_width(entry.text, kTextSize);
    const double width =
        text_width + static_cast<double>(entries_.size()) * (kSide + kGap + kSpace);
    const double scale = std::min(1.0, (picture.width() - 2 * kMargin + kSpace) / width);
    double x = kMargin;
    for (const auto& [inside, edge, text] : entries_) {
      const double side = scale * kSide;
      picture.add_area({x + 0.5, y - side + 1, side, side});
      picture.fill_and_stroke(inside, edge, 1);
      x += side + scale * kGap;
      picture.text(x, y, text, scale * kTextSize, kText);
      x += scale * (picture.text_width(text, kTextSize) + kSpace);
    }
  }

 private:
  static constexpr double kSide = 11;   // side of a sample
  static constexpr double kGap = 6;     // between a sample and its text
  static constexpr double kSpace = 18;  // after the text

  struct Entry {
    Color inside, edge;
    std::string text;
  };
  std::vector<Entry> entries_;
};

std::string counted(std::uint64_t count, const char* things) {
  return fmt::format("{} {}", bench::grouped(count), things);
}

}  // namespace

/// Everything to draw of one frame.
struct Page::Scene {
  BoxView boxes;
  const Battle* battle;
  const BroadPhase& broad_phase;
  DrawnTree tree;
  std::optional<Query> query;
  Result result;
};

Page::Page(const Options& options, const Box& view) : options_(options), view_(view) {
  const double panels = options.side_by_side ? 3 : 1;
  panel_width_ = (options.width - (panels + 1) * kMargin) / panels;
  const double shape = (static_cast<double>(view.max_y) - static_cast<double>(view.min_y)) /
                       (static_cast<double>(view.max_x) - static_cast<double>(view.min_x));
  panel_height_ = panel_width_ * std::clamp(shape, 0.05, 4.0);
  height_ = static_cast<int>(
      std::ceil(panel_height_ + (options.side_by_side ? kTitle + kFigures : kMargin + kLegend)));
}

void Page::draw(Frames& frames, const BroadPhase& broad_phase, Picture& picture) const {
  Scene scene{frames.boxes(), frames.battle(), broad_phase, draw_quadphase(broad_phase), {}, {}};
  if (options_.query) {
    scene.query = options_.shares ? scaled(*options_.query, view_) : *options_.query;
    scene.result = run_query(broad_phase, scene.tree, *scene.query);
  }
  if (options_.side_by_side) return draw_three(scene, picture);
  draw_panel(scene, scene.tree, {kMargin, kMargin, panel_width_, panel_height_}, picture);
  draw_legend(scene, picture);
}

void Page::draw_panel(const Scene& scene, const DrawnTree& tree, const Area& area,
                      Picture& picture) const {
  const Panel panel(picture, area, view_);
  picture.begin_clip(area);
  picture.add_area(area);
  picture.fill(kEmpty);
  if (options_.show_cells)
    draw_cells(panel, tree, deepest_color(scene.boxes.size()), scene.result.opened);
  if (options_.show_boxes) (scene.battle != nullptr ? draw_discs : draw_boxes)(panel, scene.boxes);
  draw_marked(panel, scene.boxes, tree.above_leaves);
  if (options_.show_pairs) draw_pairs(panel, scene.boxes, scene.broad_phase.pairs());
  if (scene.battle != nullptr) draw_battle(panel, *scene.battle);
  if (scene.query) draw_query(panel, scene.boxes, *scene.query, scene.result);
  picture.end_clip();
}

void Page::draw_legend(const Scene& scene, Picture& picture) const {
  Legend legend;
  const bool has_battle = scene.battle != nullptr;
  if (options_.show_boxes)
    legend.add(kBoxFill, kBoxEdge, counted(scene.boxes.size(), has_battle ? "discs" : "boxes"));
  if (options_.show_pairs)
    legend.add(kPair, kPair, counted(scene.broad_phase.pairs().size(), "pairs"));
  if (options_.show_cells)
    legend.add(kDeepCell, kShallowEdge,
               fmt::format("{} cells on {} levels", bench::grouped(scene.tree.cells.size()),
                           scene.tree.depth + 1));
  if (has_battle) legend.add(kHit, kHit, counted(scene.battle->hit_count, "hits"));
  if (scene.query) legend.add(kFoundFill, kQuery, scene.result.text);
  legend.draw(picture, kMargin + panel_height_ + 0.65 * kLegend);
}

void Page::draw_three(const Scene& scene, Picture& picture) const {
  const std::array trees = {scene.tree, draw_classic(scene.boxes), draw_loose(scene.boxes)};
  double x = kMargin;
  for (const DrawnTree& tree : trees) {
    const double middle = x + 0.5 * panel_width_;
    picture.text(middle, 0.68 * kTitle, tree.title, kTitleSize, kText, Align::center, true);
    draw_panel(scene, tree, {x, kTitle, panel_width_, panel_height_}, picture);
    const double below = kTitle + panel_height_;
    const std::string figures =
        fmt::format("{} cells on {} levels · {} tests for {} pairs",
                    bench::grouped(tree.cells.size()), tree.depth + 1, bench::grouped(tree.tests),
                    bench::grouped(scene.broad_phase.pairs().size()));
    picture.text(middle, below + 20, figures, kTextSize, kText, Align::center);
    picture.text(middle, below + 38, tree.remark, kTextSize - 1,
                 tree.above_leaves.empty() ? kFaintText : kMarkedEdge, Align::center);
    x += panel_width_ + kMargin;
  }
}

}  // namespace quadphase::draw
