// SPDX-License-Identifier: MIT
// Many small changes between two frames, as continuous collision makes: it brings a few bodies to
// the time of their impact, and looks for what they meet there.
#include <array>
#include <cstddef>
#include <vector>

#include "scenes/columns.hpp"
#include "worlds/moving_scenario.hpp"

namespace quadphase::bench::worlds {
namespace {

constexpr std::size_t kChanges = 100;
constexpr std::size_t kGroupSize = 10;

/// The objects of a change are neighbors, as those of an island are.
class ChangesScenario final : public MovingScenario {
 public:
  explicit ChangesScenario(const ScenarioOptions& options)
      : MovingScenario("uniform", options, Task::changes), ids_(kChanges * kGroupSize) {
    changed_boxes_.resize(ids_.size());
    write_changes();
  }

  Frame frame() const override {
    Frame frame = MovingScenario::frame();
    frame.changes = changes();
    return frame;
  }

  void step() override {
    MovingScenario::step();
    write_changes();
  }

  // Each against each: the answer shares no code with any engine.
  Result exact() const override {
    Result result;
    scenes::Columns now = columns_now();
    for (std::size_t change = 0; change < kChanges; ++change) {
      apply(change, now);
      for (std::size_t i = 0; i < kGroupSize; ++i)
        find_overlaps(now, change * kGroupSize + i, result.pairs);
    }
    return result;
  }

 private:
  [[nodiscard]] Changes changes() const {
    return {.group_size = kGroupSize, .ids = ids_, .boxes = changed_boxes_.view()};
  }

  [[nodiscard]] scenes::Columns columns_now() const {
    scenes::Columns now;
    now.resize(boxes().size());
    for (std::size_t id = 0; id < boxes().size(); ++id) now.set(id, boxes()[id]);
    return now;
  }

  void apply(std::size_t change, scenes::Columns& now) const {
    for (std::size_t i = change * kGroupSize; i < (change + 1) * kGroupSize; ++i)
      now.set(ids_[i], changed_boxes_.view()[i]);
  }

  void find_overlaps(const scenes::Columns& now, std::size_t row, std::vector<Pair>& found) const {
    constexpr std::size_t kBlock = 64;
    const Box box = changed_boxes_.view()[row];
    const std::size_t count = now.min_x.size();
    for (std::size_t first = 0; first < count; first += kBlock) {
      const std::size_t last = std::min(first + kBlock, count);
      std::array<unsigned char, kBlock> overlaps{};
      unsigned any = 0;
      for (std::size_t id = first; id < last; ++id) {
        const unsigned hit = static_cast<unsigned>(box.min_x <= now.max_x[id]) &
                             static_cast<unsigned>(now.min_x[id] <= box.max_x) &
                             static_cast<unsigned>(box.min_y <= now.max_y[id]) &
                             static_cast<unsigned>(now.min_y[id] <= box.max_y);
        overlaps[id - first] = static_cast<unsigned char>(hit);
        any |= hit;
      }
      if (any == 0) continue;
      for (std::size_t id = first; id < last; ++id)
        if (overlaps[id - first] != 0)
          found.push_back(
              bullet_pair(ids_.size(), static_cast<std::uint32_t>(row), static_cast<ObjectId>(id)));
    }
  }

  /// Each object moves on from where the change before left it.
  void write_changes() {
    scenes::Columns now = columns_now();
    for (std::size_t change = 0; change < kChanges; ++change) {
      const std::size_t first =
          crowd().random().below(static_cast<std::uint32_t>(crowd().size() - kGroupSize + 1));
      for (std::size_t i = 0; i < kGroupSize; ++i) {
        const std::size_t row = change * kGroupSize + i;
        ids_[row] = crowd().order()[first + i];
        changed_boxes_.set(row, moved(now.view()[ids_[row]]));
      }
      apply(change, now);
    }
  }

  Box moved(const Box& box) {
    const float x = crowd().random().between(-0.15F, 0.15F);
    const float y = crowd().random().between(-0.15F, 0.15F);
    return {box.min_x + x, box.min_y + y, box.max_x + x, box.max_y + y};
  }

  std::vector<ObjectId> ids_;
  scenes::Columns changed_boxes_;
};

}  // namespace

std::unique_ptr<Scenario> make_changes(const ScenarioOptions& options) {
  return std::make_unique<ChangesScenario>(options);
}

}  // namespace quadphase::bench::worlds
