// SPDX-License-Identifier: MIT
// The sections on the selected object, the query and the trees, and the legend, which says what
// these draw.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "commands.hpp"
#include "panels.hpp"
#include "plot.hpp"
#include "report/text.hpp"
#include "widgets.hpp"

namespace quadphase::view {
namespace {

/// A bit set as hexadecimal digits that can be edited.
bool bits(const char* label, std::uint32_t& value) {
  const bool is_changed = ImGui::InputScalar(label, ImGuiDataType_U32, &value, nullptr, nullptr,
                                             "%X", ImGuiInputTextFlags_CharsHexadecimal);
  keep_place(label);
  return is_changed;
}

void edit_filter(View& view) {
  Filter filter = view.world.object(view.selected).filter;
  bool is_changed = bits("category", filter.category);
  is_changed |= bits("mask", filter.mask);
  is_changed |= bits("group", filter.group);
  is_changed |= bits("world", filter.world);
  if (!is_changed) return;
  view.world.set_filter(view.selected, filter);
  view.is_changed = true;
}

void explain_neighbors(const View& view) {
  std::vector<ObjectId> strangers = strangers_near(view);
  strangers.resize(std::min<std::size_t>(strangers.size(), 3));
  for (const ObjectId id : strangers) {
    ImGui::TextWrapped("%s",
                       fmt::format("{}: {}", id, view.world.explain(view.selected, id)).c_str());
  }
}

void show_object(View& view) {
  const ObjectState& object = view.world.object(view.selected);
  const Box box = view.world.boxes()[view.selected];
  const char* const kind = object.is_static ? "static" : object.is_held ? "held by hand" : "moves";
  ImGui::TextWrapped("%s", fmt::format("{}, {}: [{:.4g}, {:.4g}] x [{:.4g}, {:.4g}]", view.selected,
                                       kind, box.min_x, box.max_x, box.min_y, box.max_y)
                               .c_str());
  if (button(object.is_static ? "wake" : "make static")) toggle_static(view, view.selected);
  ImGui::SameLine();
  if (button("remove")) {
    remove(view, view.selected);
    return;
  }
  const std::vector<ObjectId> partners = view.world.partners_of(view.selected);
  std::string text = fmt::format("pairs with {} others:", partners.size());
  for (std::size_t i = 0; i < std::min<std::size_t>(partners.size(), 20); ++i)
    text += fmt::format(" {}", partners[i]);
  ImGui::TextWrapped("%s", text.c_str());
  edit_filter(view);
  explain_neighbors(view);
}

}  // namespace

void show_selected(View& view) {
  if (view.selected == kNoObject) return;
  const float wide = 22 * ImGui::GetFontSize();
  const auto right = static_cast<float>(view.area.x + view.area.width) - 8;
  ImGui::SetNextWindowPos({right, 8}, ImGuiCond_Always, {1, 0});
  ImGui::SetNextWindowSize({wide, 0});
  ImGui::SetNextWindowBgAlpha(0.92F);
  ImGui::Begin(
      "selected", nullptr,
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove);
  ImGui::PushItemWidth(0.5F * wide);
  show_object(view);
  ImGui::PopItemWidth();
  ImGui::End();
}

void show_query(View& view) {
  Settings& settings = view.settings;
  static const std::vector<std::string> kinds = {"none", "box",      "circle",   "point",
                                                 "ray",  "box cast", "k nearest"};
  int kind = static_cast<int>(settings.query);
  if (choice("query", kind, kinds)) settings.query = static_cast<QueryChoice>(kind);
  if (settings.query == QueryChoice::none) return;
  slider("size of query", settings.query_size, kLeastSize, kMostSize, true);
  if (settings.query == QueryChoice::ray || settings.query == QueryChoice::cast)
    slider("angle", settings.query_angle, 0, 360);
  if (settings.query == QueryChoice::nearest) slider("k", settings.nearest_count, 1, 200);
  if (!view.shape) {
    ImGui::TextDisabled("Move the mouse over the picture.");
    return;
  }
  const TracedQuery& traced = view.traced;
  ImGui::TextUnformatted(fmt::format("{} found, {} tested, in {:.2f} us",
                                     bench::grouped(traced.found.size()),
                                     bench::grouped(traced.tested.size()), traced.microseconds)
                             .c_str());
  ImGui::TextUnformatted(fmt::format("{} cells opened, {} of them leaves",
                                     bench::grouped(traced.opened.size()),
                                     bench::grouped(traced.opened_leaf_count))
                             .c_str());
}

void show_trees(View& view) {
  Settings& settings = view.settings;
  static const std::vector<std::string> choices = {"none", "quadphase", "classic quadtree",
                                                   "loose quadtree", "all three"};
  int chosen = static_cast<int>(settings.tree);
  if (choice("cells of", chosen, choices)) settings.tree = static_cast<TreeChoice>(chosen);
  checkbox("line of leaves", settings.z_order);
  slider("leaf capacity", settings.leaf_capacity, 1, 16);
  slider("levels at most", settings.max_depth, 1, 300, true);
  if (settings.tree == TreeChoice::none) return;
  slider("down to depth", settings.deepest, 0, 24);
  checkbox("leaves alone", settings.leaves_only);
  for (const draw::DrawnTree& tree : view.trees) {
    if (tree.cells.empty()) continue;
    ImGui::TextWrapped(
        "%s", fmt::format("{}: {} cells, {} tests", tree.title, bench::grouped(tree.cells.size()),
                          bench::grouped(tree.tests))
                  .c_str());
  }
  if (settings.tree != TreeChoice::loose && settings.tree != TreeChoice::all) return;
  checkbox("what a loose tree misses", settings.missed_pairs);
  hint(
      "Pairs that are not found if a search looks only at a box's own cell, and those above and "
      "below it.");
  if (settings.missed_pairs)
    ImGui::TextUnformatted(fmt::format("{} of {} pairs are missed",
                                       bench::grouped(view.missed.size()),
                                       bench::grouped(view.world.pairs().size()))
                               .c_str());
}

void show_titles(const View& view) {
  if (view.ports.size() < 2) return;
  for (std::size_t i = 0; i < view.ports.size(); ++i) {
    const Viewport& area = view.ports[i].area;
    const std::string& title = view.trees[i].title;
    const ImVec2 at{static_cast<float>(area.x) + 10, 8}, size = ImGui::CalcTextSize(title.c_str());
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.AddRectFilled({at.x - 4, at.y - 2}, {at.x + size.x + 4, at.y + size.y + 2},
                       IM_COL32(255, 255, 255, 230));
    list.AddText(at, IM_COL32(43, 52, 64, 255), title.c_str());
  }
}

void show_legend(const View& view) {
  const Settings& settings = view.settings;
  if (!settings.legend) return;
  const auto low = static_cast<float>(view.area.y + view.area.height - 8);
  ImGui::SetNextWindowPos({static_cast<float>(view.area.x) + 8, low}, ImGuiCond_Always, {0, 1});
  ImGui::SetNextWindowBgAlpha(0.9F);
  ImGui::Begin("legend", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                   ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings);
  if (settings.boxes) explain(Style::box, "box");
  if (view.world.static_count() > 0) explain(Style::static_box, "static box");
  if (settings.pairs) explain(Style::pair, "pair: the common area");
  if (settings.flashes) {
    explain(Style::begun, "pair that began: its smaller box");
    explain(Style::ended, "pair that ended");
  }
  if (settings.tree != TreeChoice::none) {
    explain(cell_style(1), "cell, shallow");
    explain(cell_style(kCellTints - 1), "cell, deep");
  }
  if (settings.z_order) explain(Style::z_order, "order of leaves");
  if (!view.missed.empty()) explain(Style::missed, "missed by a loose tree");
  if (view.selected != kNoObject) {
    explain(Style::selected, "selected");
    explain(Style::partner, "in a pair with it");
    explain(Style::stranger, "near, no pair");
    explain(Style::leaf, "leaves around it");
  }
  if (view.shape) {
    explain(Style::query, "query");
    explain(Style::found, "found");
    explain(Style::tested, "tested, not found");
    explain(Style::opened, "cell that is opened");
  }
  ImGui::End();
}

}  // namespace quadphase::view
