// SPDX-License-Identifier: MIT
// What scenarios share in which all boxes move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <vector>

#include "worlds/moving_boxes.hpp"
#include "worlds/scenario.hpp"

namespace quadphase::bench::worlds {

/// All boxes of a scene move.
class MovingScenario : public Scenario {
 public:
  MovingScenario(std::string_view scene, const ScenarioOptions& options, Task task)
      : crowd_(scene, options), task_(task), ids_(crowd_.size()), is_static_(crowd_.size()) {
    std::iota(ids_.begin(), ids_.end(), ObjectId{0});
  }

  Setting setting() const override {
    return {.task = task_,
            .boxes = boxes(),
            .moving = ids_,
            .order = crowd_.order(),
            .statics = is_static_};
  }
  Frame frame() const override {
    return {.boxes = boxes(), .moving = ids_, .moving_boxes = boxes()};
  }
  void step() override {
    ++frame_;
    for (const ObjectId id : ids_) crowd_.move(id, frame_);
  }

 protected:
  [[nodiscard]] BoxView boxes() const noexcept { return crowd_.boxes(); }
  [[nodiscard]] Crowd& crowd() noexcept { return crowd_; }
  [[nodiscard]] const Crowd& crowd() const noexcept { return crowd_; }

 private:
  Crowd crowd_;
  Task task_;
  std::size_t frame_ = 0;
  std::vector<ObjectId> ids_;
  std::vector<std::uint8_t> is_static_;
};

}  // namespace quadphase::bench::worlds
