// SPDX-License-Identifier: MIT
#include "panels.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "commands.hpp"
#include "hand.hpp"
#include "plot.hpp"
#include "report/text.hpp"
#include "widgets.hpp"

namespace quadphase::view {
namespace {

constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                    ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;

struct Section {
  const char* title;
  void (*show)(View&);
  bool is_open;
};

constexpr Section kSections[] = {{"Boxes", show_source, true},    {"Time", show_time, true},
                                 {"Show", show_layers, true},     {"Touch", show_touch, true},
                                 {"Query", show_query, true},     {"Trees", show_trees, true},
                                 {"Stages", show_stages, true},   {"Engines", show_engines, false},
                                 {"Pictures", show_output, false}};

}  // namespace

double show_panel(View& view, double width, double height, double text_scale) {
  const double wide = std::min(0.5 * width, 370 * text_scale);
  ImGui::SetNextWindowPos({static_cast<float>(width - wide), 0});
  ImGui::SetNextWindowSize({static_cast<float>(wide), static_cast<float>(height)});
  ImGui::Begin("panel", nullptr, kFixed);
  ImGui::PushItemWidth(0.48F * static_cast<float>(wide));
  const Stats& stats = view.world.stats();
  ImGui::TextUnformatted(fmt::format("{} boxes, {} static, {} pairs",
                                     bench::grouped(view.world.object_count()),
                                     bench::grouped(view.world.static_count()),
                                     bench::grouped(view.world.pairs().size()))
                             .c_str());
  ImGui::TextUnformatted(fmt::format("{:.3f} ms on {} threads; {:.0f} pictures a second",
                                     static_cast<double>(stats.nanoseconds.total()) / 1e6,
                                     stats.threads, static_cast<double>(ImGui::GetIO().Framerate))
                             .c_str());
  for (const Section& section : kSections) {
    const bool is_open = header(section.title, section.is_open);
    if (is_open) section.show(view);
  }
  ImGui::TextWrapped("%s", view.message.c_str());
  ImGui::PopItemWidth();
  ImGui::End();
  return wide;
}

void show_source(View& view) {
  static const std::vector<SourceInfo> infos = source_infos();
  std::vector<std::string> names;
  int chosen = -1;
  for (const SourceInfo& info : infos) {
    if (info.name == view.settings.source_name) chosen = static_cast<int>(names.size());
    names.push_back(info.name);
  }
  if (chosen < 0) ImGui::TextWrapped("%s", view.settings.source_name.c_str());
  if (choice("source", chosen, names)) {
    view.settings.source_name = names[static_cast<std::size_t>(chosen)];
    restart(view);
  }
  if (chosen >= 0) hint(infos[static_cast<std::size_t>(chosen)].description.c_str());
  slider("objects", view.settings.objects, 10, 200'000, true);
  if (button("reset")) restart(view);
}

void show_time(View& view) {
  Settings& settings = view.settings;
  if (button(settings.is_paused ? "play" : "pause")) settings.is_paused = !settings.is_paused;
  ImGui::SameLine();
  if (button("back")) step_back(view);
  ImGui::SameLine();
  if (button("step")) step_on(view);
  ImGui::SameLine();
  if (button("all in view")) fit(view);
  slider("slow motion", settings.slowness, 1, 60, true);
  const int last = static_cast<int>(view.history.size()) - 1;
  int moment = static_cast<int>(view.history.current());
  if (last > 0 && slider("time", moment, 0, last)) {
    settings.is_paused = true;
    seek(view, static_cast<std::size_t>(moment));
  }
}

void show_layers(View& view) {
  Settings& settings = view.settings;
  checkbox("boxes", settings.boxes);
  ImGui::SameLine();
  checkbox("pairs", settings.pairs);
  ImGui::SameLine();
  checkbox("begun, ended", settings.flashes);
  checkbox("as discs", settings.discs);
  ImGui::SameLine();
  checkbox("legend", settings.legend);
  ImGui::SameLine();
  checkbox("keys (?)", settings.help);
}

void show_touch(View& view) {
  slider("size of box", view.settings.insert_size, kLeastSize, kMostSize, true);
  checkbox("new ones are static", view.settings.is_static);
  if (button("add 100")) add_boxes(view, 100);
  ImGui::SameLine();
  if (button("add 10,000")) add_boxes(view, 10'000);
}

void show_stages(View& view) {
  Settings& settings = view.settings;
  plot_stages(view.times, 5 * ImGui::GetTextLineHeight());
  explain_stages();
  ImGui::Text("median %.3f ms, 99%% below %.3f ms", static_cast<double>(view.times.quantile(0.5)),
              static_cast<double>(view.times.quantile(0.99)));
  slider("threads (0: all)", settings.threads, 0, 16);
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = {"best"};
    for (const Simd simd : kInstructionSets) all.emplace_back(name_of(simd));
    return all;
  }();
  int simd = settings.simd;
  if (choice("instructions", simd, names)) {
    const bool is_there = simd == 0 || is_supported(kInstructionSets[simd - 1]);
    if (is_there) settings.simd = simd;
    if (!is_there) view.message = "this processor has no " + names[static_cast<std::size_t>(simd)];
  }
  ImGui::Text("runs %s", std::string(name_of(view.world.stats().simd)).c_str());
}

void show_engines(View& view) {
  if (button("measure on this frame")) measure_engines(view);
  hint(
      "Every engine finds all pairs of this frame's boxes, after those of the frame before, with "
      "no filter and no static "
      "object: the least of some such frames.");
  if (view.engines.empty() || !ImGui::BeginTable("engines", 3)) return;
  for (const char* const column : {"engine", "ms", "pairs"}) ImGui::TableSetupColumn(column);
  ImGui::TableHeadersRow();
  for (const EngineRow& row : view.engines) {
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(row.name.c_str());
    ImGui::TableNextColumn();
    ImGui::Text("%.3f", row.milliseconds);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(bench::grouped(row.pair_count).c_str());
  }
  ImGui::EndTable();
}

void show_output(View& view) {
  if (button("screenshot")) take_screenshot(view);
  ImGui::SameLine();
  if (button("GIF")) make_gif(view);
  auto seconds = static_cast<float>(view.gif_seconds);
  if (slider("seconds of GIF", seconds, 1, 10)) view.gif_seconds = static_cast<double>(seconds);
}

void show_keys(View& view) {
  if (!view.settings.help) return;
  ImGui::SetNextWindowPos({20, 20});
  ImGui::Begin("keys", &view.settings.help, kFixed | ImGuiWindowFlags_AlwaysAutoResize);
  if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_SizingFixedFit)) {
    for (const KeyHelp& help : key_helps()) {
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(help.keys);
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(help.what);
    }
    ImGui::EndTable();
  }
  ImGui::End();
}

}  // namespace quadphase::view
