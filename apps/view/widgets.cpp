// SPDX-License-Identifier: MIT
#include "widgets.hpp"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace quadphase::view {
namespace {

std::map<std::string, Viewport>& places() {
  static std::map<std::string, Viewport> all;
  return all;
}

void set_keys(ImGuiIO& io) {
  constexpr std::pair<ImGuiKey, int> kKeys[] = {{ImGuiKey_Tab, GLFW_KEY_TAB},
                                                {ImGuiKey_LeftArrow, GLFW_KEY_LEFT},
                                                {ImGuiKey_RightArrow, GLFW_KEY_RIGHT},
                                                {ImGuiKey_UpArrow, GLFW_KEY_UP},
                                                {ImGuiKey_DownArrow, GLFW_KEY_DOWN},
                                                {ImGuiKey_Home, GLFW_KEY_HOME},
                                                {ImGuiKey_End, GLFW_KEY_END},
                                                {ImGuiKey_Delete, GLFW_KEY_DELETE},
                                                {ImGuiKey_Backspace, GLFW_KEY_BACKSPACE},
                                                {ImGuiKey_Enter, GLFW_KEY_ENTER},
                                                {ImGuiKey_Escape, GLFW_KEY_ESCAPE},
                                                {ImGuiKey_A, GLFW_KEY_A}};
  for (const auto& [key, code] : kKeys) io.KeyMap[key] = code;
}

}  // namespace

Gui::Gui(double text_scale) {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // no file is left behind
  io.BackendPlatformName = "quadphase_view";
  set_keys(io);
  ImFontConfig font;
  font.SizePixels = std::max(13.0F, static_cast<float>(13 * text_scale));
  io.Fonts->AddFontDefault(&font);
  ImGui::StyleColorsLight();
  ImGuiStyle& style = ImGui::GetStyle();
  style.ScaleAllSizes(static_cast<float>(text_scale));
  style.FrameBorderSize = 1;
  style.WindowRounding = 0;
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

Gui::~Gui() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext();
}

void Gui::feed(const Event& event) {
  ImGuiIO& io = ImGui::GetIO();
  switch (event.kind) {
    case Event::Kind::move:
      io.MousePos = {static_cast<float>(event.x), static_cast<float>(event.y)};
      break;
    case Event::Kind::button:
      io.MouseDown[event.code] = event.is_down;
      break;
    case Event::Kind::wheel:
      io.MouseWheelH += static_cast<float>(event.x);
      io.MouseWheel += static_cast<float>(event.y);
      break;
    case Event::Kind::key:
      if (event.code >= 0 && event.code < 512) io.KeysDown[event.code] = event.is_down;
      io.KeyCtrl = io.KeysDown[GLFW_KEY_LEFT_CONTROL] || io.KeysDown[GLFW_KEY_RIGHT_CONTROL];
      io.KeyShift = io.KeysDown[GLFW_KEY_LEFT_SHIFT] || io.KeysDown[GLFW_KEY_RIGHT_SHIFT];
      break;
    case Event::Kind::text:
      io.AddInputCharacter(static_cast<unsigned>(event.code));
      break;
  }
}

void Gui::begin_frame(double width, double height, double density, double seconds) {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DisplayFramebufferScale = {static_cast<float>(density), static_cast<float>(density)};
  io.DeltaTime = static_cast<float>(std::max(seconds, 1e-4));
  forget_places();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
}

void Gui::draw() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

bool Gui::wants_mouse() const {
  return ImGui::GetIO().WantCaptureMouse;
}
bool Gui::wants_keys() const {
  return ImGui::GetIO().WantTextInput;
}

void keep_place(const char* label) {
  const ImVec2 low = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
  places()[label] = {static_cast<double>(low.x), static_cast<double>(low.y),
                     static_cast<double>(size.x), static_cast<double>(size.y)};
}

bool header(const char* label, bool is_open_first) {
  const bool is_open = ImGui::CollapsingHeader(
      label, is_open_first ? ImGuiTreeNodeFlags_DefaultOpen : ImGuiTreeNodeFlags_None);
  keep_place(label);
  return is_open;
}

bool button(const char* label) {
  const bool is_pressed = ImGui::Button(label);
  keep_place(label);
  return is_pressed;
}

bool checkbox(const char* label, bool& value) {
  const bool is_changed = ImGui::Checkbox(label, &value);
  keep_place(label);
  return is_changed;
}

bool slider(const char* label, int& value, int least, int most, bool is_logarithmic) {
  const ImGuiSliderFlags flags =
      ImGuiSliderFlags_AlwaysClamp | (is_logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
  const bool is_changed = ImGui::SliderInt(label, &value, least, most, "%d", flags);
  keep_place(label);
  return is_changed;
}

bool slider(const char* label, float& value, float least, float most, bool is_logarithmic) {
  const ImGuiSliderFlags flags =
      ImGuiSliderFlags_AlwaysClamp | (is_logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
  const bool is_changed = ImGui::SliderFloat(label, &value, least, most, "%.3g", flags);
  keep_place(label);
  return is_changed;
}

bool choice(const char* label, int& value, const std::vector<std::string>& lines) {
  const auto index = static_cast<std::size_t>(value);
  const bool is_open = ImGui::BeginCombo(label, index < lines.size() ? lines[index].c_str() : "",
                                         ImGuiComboFlags_HeightLargest);
  keep_place(label);
  if (!is_open) return false;
  bool is_changed = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (ImGui::Selectable(lines[i].c_str(), i == index)) {
      is_changed = i != index;
      value = static_cast<int>(i);
    }
    keep_place(lines[i].c_str());
  }
  ImGui::EndCombo();
  return is_changed;
}

void hint(const char* text) {
  ImGui::SameLine();
  ImGui::TextDisabled("(?)");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", text);
}

std::optional<Viewport> place_of(const std::string& label) {
  const auto at = places().find(label);
  if (at == places().end()) return std::nullopt;
  return at->second;
}

void forget_places() {
  places().clear();
}

}  // namespace quadphase::view
