// SPDX-License-Identifier: MIT
// Worlds in which every box moves: a crowd with filters, events, and bullets among obstacles.
#include <algorithm>
#include <iterator>
#include <vector>

#include "oracle/exact_pairs.hpp"
#include "scenes/columns.hpp"
#include "worlds/moving_scenario.hpp"
#include "worlds/scenario.hpp"

namespace quadphase::bench::worlds {
namespace {

/// 8 pairs a box. Each of 8 categories pairs with one other, so that one pair in eight passes;
/// four that begin as neighbors are one group.
class FilteredCrowd final : public MovingScenario {
 public:
  explicit FilteredCrowd(const ScenarioOptions& options)
      : MovingScenario("dense", options, Task::pairs), filters_(boxes().size()) {
    for (std::size_t place = 0; place < filters_.size(); ++place) {
      const std::uint32_t category = crowd().random().below(8);
      filters_[crowd().order()[place]] = {.category = 1U << category,
                                          .mask = 1U << (category ^ 1U),
                                          .group = static_cast<std::uint32_t>(place / 4 + 1)};
    }
    for (const Filter& filter : filters_) {
      category_.push_back(filter.category);
      mask_.push_back(filter.mask);
      group_.push_back(filter.group);
    }
  }

  Setting setting() const override {
    Setting setting = MovingScenario::setting();
    setting.filters = filters_;
    setting.attributes.category = category_;
    setting.attributes.mask = mask_;
    setting.attributes.group = group_;
    return setting;
  }

  Result exact() const override {
    Result result;
    for (const Pair& pair : oracle::exact_pairs(boxes()))
      if (passes(pair.first, pair.second)) result.pairs.push_back(pair);
    return result;
  }

 private:
  [[nodiscard]] bool passes(ObjectId a, ObjectId b) const {
    return (category_[a] & mask_[b]) != 0 && (category_[b] & mask_[a]) != 0 &&
           group_[a] != group_[b];
  }

  std::vector<Filter> filters_;
  std::vector<std::uint32_t> category_, mask_, group_;
};

class AllMove final : public MovingScenario {
 public:
  explicit AllMove(const ScenarioOptions& options)
      : MovingScenario("uniform", options, Task::pairs) {}

  Result exact() const override { return {.pairs = oracle::exact_pairs(boxes())}; }
};

class EventsScenario final : public MovingScenario {
 public:
  explicit EventsScenario(const ScenarioOptions& options)
      : MovingScenario("uniform", options, Task::events) {
    keep_boxes();
  }

  void step() override {
    keep_boxes();
    MovingScenario::step();
  }

  Result exact() const override {
    const std::vector<Pair> before = oracle::exact_pairs(before_.view());
    const std::vector<Pair> now = oracle::exact_pairs(boxes());
    Result result;
    std::set_difference(now.begin(), now.end(), before.begin(), before.end(),
                        std::back_inserter(result.pairs));
    std::set_difference(before.begin(), before.end(), now.begin(), now.end(),
                        std::back_inserter(result.ended));
    return result;
  }

 private:
  void keep_boxes() {
    before_.resize(boxes().size());
    for (std::size_t id = 0; id < boxes().size(); ++id) before_.set(id, boxes()[id]);
  }

  scenes::Columns before_;
};

/// Bullets fly straight, some forty times as fast as obstacles. A box covers a bullet's whole way
/// in the frame. One that leaves the world is shot anew from where it began.
class Bullets final : public MovingScenario {
 public:
  explicit Bullets(const ScenarioOptions& options)
      : MovingScenario("uniform", {.count = options.count / 10, .seed = options.seed},
                       Task::bullets),
        shots_(options.count / 100) {
    for (Shot& shot : shots_) {
      shot.x = crowd().random().between(world().min_x, world().max_x);
      shot.y = crowd().random().between(world().min_y, world().max_y);
      shot.step_x = random_step();
      shot.step_y = random_step();
      shot.first_x = shot.x;
      shot.first_y = shot.y;
    }
    bullets_.resize(shots_.size());
    write_bullets();
  }

  Frame frame() const override {
    Frame frame = MovingScenario::frame();
    frame.bullets = bullets_.view();
    return frame;
  }

  void step() override {
    MovingScenario::step();
    for (Shot& shot : shots_) {
      shot.x += shot.step_x;
      shot.y += shot.step_y;
      const bool is_out = shot.x < world().min_x || shot.x > world().max_x ||
                          shot.y < world().min_y || shot.y > world().max_y;
      if (!is_out) continue;
      shot.x = shot.first_x;
      shot.y = shot.first_y;
    }
    write_bullets();
  }

  // Each against each: the answer shares no code with any engine.
  Result exact() const override {
    Result result;
    for (std::size_t row = 0; row < shots_.size(); ++row) {
      const Box bullet = bullets_.view()[row];
      for (std::size_t id = 0; id < boxes().size(); ++id) {
        if (bullet.min_x <= boxes().max_x[id] && boxes().min_x[id] <= bullet.max_x &&
            bullet.min_y <= boxes().max_y[id] && boxes().min_y[id] <= bullet.max_y)
          result.pairs.push_back(bullet_pair(shots_.size(), static_cast<std::uint32_t>(row),
                                             static_cast<ObjectId>(id)));
      }
    }
    return result;
  }

 private:
  struct Shot {
    float x = 0, y = 0, step_x = 0, step_y = 0;
    float first_x = 0, first_y = 0;
  };

  float random_step() {
    const float sign = crowd().random().sign();
    return sign * crowd().random().between(1, 6);
  }

  [[nodiscard]] const Box& world() const noexcept { return crowd().world(); }

  /// From where a bullet is to where it will be.
  void write_bullets() {
    constexpr float kRadius = 0.1F;
    for (std::size_t row = 0; row < shots_.size(); ++row) {
      const Shot& shot = shots_[row];
      const float next_x = shot.x + shot.step_x;
      const float next_y = shot.y + shot.step_y;
      bullets_.set(row, {std::min(shot.x, next_x) - kRadius, std::min(shot.y, next_y) - kRadius,
                         std::max(shot.x, next_x) + kRadius, std::max(shot.y, next_y) + kRadius});
    }
  }

  std::vector<Shot> shots_;
  scenes::Columns bullets_;
};

}  // namespace

std::unique_ptr<Scenario> make_bullets(const ScenarioOptions& options) {
  return std::make_unique<Bullets>(options);
}

std::unique_ptr<Scenario> make_filtered_crowd(const ScenarioOptions& options) {
  return std::make_unique<FilteredCrowd>(options);
}

std::unique_ptr<Scenario> make_all_move(const ScenarioOptions& options) {
  return std::make_unique<AllMove>(options);
}

std::unique_ptr<Scenario> make_events(const ScenarioOptions& options) {
  return std::make_unique<EventsScenario>(options);
}

}  // namespace quadphase::bench::worlds
