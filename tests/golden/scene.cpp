// SPDX-License-Identifier: MIT
#include "golden/results.hpp"
#include "scenes/snapped.hpp"

namespace quadphase::golden {
namespace {

constexpr std::string_view kOnGrid = "-grid";

std::string without_grid(std::string name) {
  if (name.ends_with(kOnGrid)) name.resize(name.size() - kOnGrid.size());
  return name;
}

}  // namespace

Scene::Scene(const std::string& name, std::size_t count)
    : scene_(scenes::make_scene(without_grid(name), {.count = count})),
      is_on_grid_(name.ends_with(kOnGrid)) {
  if (is_on_grid_) on_grid_ = scenes::snapped(scene_->boxes());
}

void Scene::step() {
  scene_->step();
  if (is_on_grid_) on_grid_ = scenes::snapped(scene_->boxes());
}

BoxView Scene::boxes() const {
  return is_on_grid_ ? on_grid_.view() : scene_->boxes();
}

scenes::Columns frame_of(const std::string& name, std::size_t count) {
  Scene scene(name, count);
  for (int step = 0; step < 3; ++step) scene.step();
  const BoxView boxes = scene.boxes();
  scenes::Columns columns;
  columns.resize(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) columns.set(i, boxes[i]);
  return columns;
}

}  // namespace quadphase::golden
