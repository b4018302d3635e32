// SPDX-License-Identifier: MIT
#include "plot.hpp"

#include <imgui.h>

#include <algorithm>
#include <cstdio>

namespace quadphase::view {
namespace {

ImU32 color_of(const draw::Color& color) {
  const auto part = [](double value) { return static_cast<float>(value); };
  return ImGui::ColorConvertFloat4ToU32(
      {part(color.red), part(color.green), part(color.blue), part(color.alpha)});
}

/// Lines from the lower left to the upper right, as the shader's, within a rectangle.
void hatch(ImDrawList& list, const ImVec2& low, const ImVec2& high, ImU32 color) {
  list.PushClipRect(low, high, true);
  const float height = high.y - low.y;
  for (float x = low.x - height; x < high.x; x += 6)
    list.AddLine({x, high.y}, {x + height, low.y}, color, 2);
  list.PopClipRect();
}

void frame_dotted(ImDrawList& list, const ImVec2& low, const ImVec2& high, ImU32 color) {
  for (float x = low.x; x < high.x; x += 6) {
    const float end = std::min(x + 3, high.x);
    list.AddLine({x, low.y}, {end, low.y}, color, 2);
    list.AddLine({x, high.y}, {end, high.y}, color, 2);
  }
}

}  // namespace

void plot_stages(const FrameTimes& frames, float height) {
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::Dummy({width, height});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(low, {low.x + width, low.y + height}, IM_COL32(255, 255, 255, 255));
  // A few slow frames may be cut off: they would make all others flat.
  const float most = std::max(1e-6F, 1.5F * frames.quantile(0.95));
  const float bar = width / static_cast<float>(std::max<std::size_t>(frames.size(), 120));
  const float scale = height / most;
  float x = low.x;
  for (std::size_t i = 0; i < frames.size(); ++i, x += bar) {
    float y = low.y + height;
    for (std::size_t stage = 0; stage < kStageNames.size(); ++stage) {
      const float top = std::max(low.y, y - scale * frames[i][stage]);
      list.AddRectFilled({x, top}, {x + bar, y}, color_of(draw::rgb(kStageColors[stage])));
      y = top;
    }
  }
  char text[32];
  std::snprintf(text, sizeof text, "%.3f ms", static_cast<double>(most));
  list.AddText({low.x + 4, low.y + 2}, color_of(draw::kText), text);
  list.AddRect(low, {low.x + width, low.y + height}, color_of(draw::kFaintText));
}

void explain_stages() {
  const float size = ImGui::GetTextLineHeight();
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  bool is_first = true;
  for (std::size_t stage = 0; stage < kStageNames.size(); ++stage) {
    const char* const name = kStageNames[stage].data();
    const float width = size + 10 + ImGui::CalcTextSize(name).x;
    if (!is_first) {
      ImGui::SameLine();
      if (ImGui::GetCursorScreenPos().x + width > right) ImGui::NewLine();
    }
    is_first = false;
    const ImVec2 low = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled({low.x, low.y + 2},
                                              {low.x + size - 2, low.y + size - 2},
                                              color_of(draw::rgb(kStageColors[stage])));
    ImGui::Dummy({size, size});
    ImGui::SameLine(0, 3);
    ImGui::TextUnformatted(name);
  }
}

void explain(Style style, const char* text) {
  const Look look = look_of(style);
  const float height = ImGui::GetTextLineHeight();
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const ImVec2 high{low.x + 2 * height, low.y + height - 2};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (look.pattern == Pattern::hatched) {
    hatch(list, low, high, color_of(look.fill));
  } else {
    list.AddRectFilled(low, high, color_of(look.fill));
  }
  if (look.pattern == Pattern::dotted) {
    frame_dotted(list, low, high, color_of(look.edge));
  } else {
    list.AddRect(low, high, color_of(look.edge), 0, 0, static_cast<float>(look.edge_width));
  }
  ImGui::Dummy({2 * height, height});
  ImGui::SameLine();
  ImGui::TextUnformatted(text);
}

}  // namespace quadphase::view
