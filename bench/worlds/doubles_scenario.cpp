// SPDX-License-Identifier: MIT
// Boxes in double, far from the point where doubles are finest.
#include <array>
#include <cmath>
#include <vector>

#include "oracle/exact_pairs.hpp"
#include "scenes/columns.hpp"
#include "worlds/moving_scenario.hpp"

namespace quadphase::bench::worlds {
namespace {

/// Out here, floats lie half a unit apart, which is half a box.
constexpr Origin kOrigin = {.x = 6'378'137.25, .y = -4'194'305.5};

/// Every engine must find the same pairs. So edges are multiples of 2^-12: their differences from
/// the origin are floats, however an engine rounds.
float snapped(float edge) {
  return std::round(edge * 0x1p12F) * 0x1p-12F;
}

class DoublesScenario final : public MovingScenario {
 public:
  explicit DoublesScenario(const ScenarioOptions& options)
      : MovingScenario("uniform", options, Task::pairs) {
    local_.resize(boxes().size());
    for (auto& column : double_) column.resize(boxes().size());
    write_double();
  }

  Setting setting() const override {
    Setting setting = MovingScenario::setting();
    setting.boxes = local_.view();
    return setting;
  }

  Frame frame() const override {
    return {.moving = MovingScenario::frame().moving,
            .double_boxes = {double_[0], double_[1], double_[2], double_[3]},
            .origin = kOrigin};
  }

  void step() override {
    MovingScenario::step();
    write_double();
  }

  Result exact() const override { return {.pairs = oracle::exact_pairs(local_.view())}; }

 private:
  void write_double() {
    for (std::size_t id = 0; id < boxes().size(); ++id) {
      const Box box = boxes()[id];
      const Box local = {snapped(box.min_x), snapped(box.min_y), snapped(box.max_x),
                         snapped(box.max_y)};
      local_.set(id, local);
      double_[0][id] = kOrigin.x + static_cast<double>(local.min_x);
      double_[1][id] = kOrigin.y + static_cast<double>(local.min_y);
      double_[2][id] = kOrigin.x + static_cast<double>(local.max_x);
      double_[3][id] = kOrigin.y + static_cast<double>(local.max_y);
    }
  }

  scenes::Columns local_;                      // the boxes around the origin
  std::array<std::vector<double>, 4> double_;  // min_x, min_y, max_x, max_y
};

}  // namespace

std::unique_ptr<Scenario> make_doubles(const ScenarioOptions& options) {
  return std::make_unique<DoublesScenario>(options);
}

}  // namespace quadphase::bench::worlds
