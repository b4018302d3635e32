// SPDX-License-Identifier: MIT
// Worlds in which few boxes move, or none: always the same ones, or others from frame to frame.
#include <algorithm>
#include <utility>
#include <vector>

#include "oracle/exact_pairs.hpp"
#include "scenes/columns.hpp"
#include "worlds/moving_boxes.hpp"
#include "worlds/scenario.hpp"

namespace quadphase::bench::worlds {
namespace {

/// How many objects move, and how many of them change places with static ones in each frame.
struct Motion {
  std::size_t moving_count = 0;
  std::size_t change_count = 0;
};

/// Boxes of the scene `uniform`.
class StaticScenario final : public Scenario {
 public:
  StaticScenario(const ScenarioOptions& options, Motion motion)
      : motion_(motion), crowd_("uniform", options), is_static_(crowd_.size(), std::uint8_t{1}) {
    for (std::size_t row = 0; row < motion_.moving_count; ++row) {
      moving_.push_back(random_static());
      is_static_[moving_.back()] = 0;
    }
    moving_boxes_.resize(moving_.size());
    write_moving();
  }

  Setting setting() const override {
    return {.task = Task::pairs,
            .boxes = crowd_.boxes(),
            .moving = moving_,
            .order = crowd_.order(),
            .statics = is_static_};
  }

  Frame frame() const override {
    return {.boxes = crowd_.boxes(),
            .moving = moving_,
            .moving_boxes = moving_boxes_.view(),
            .made_moving = woken_,
            .slept = slept_,
            .slept_boxes = slept_boxes_.view()};
  }

  void step() override {
    ++frame_;
    change_moving();
    for (const ObjectId id : moving_) crowd_.move(id, frame_);
    write_moving();
  }

  Result exact() const override {
    Result result;
    for (const Pair& pair : oracle::exact_pairs(crowd_.boxes()))
      if (is_static_[pair.first] == 0 || is_static_[pair.second] == 0) result.pairs.push_back(pair);
    return result;
  }

 private:
  void write_moving() {
    for (std::size_t row = 0; row < moving_.size(); ++row)
      moving_boxes_.set(row, crowd_.boxes()[moving_[row]]);
  }

  /// In rows of the moving ones, others stand in for some.
  void change_moving() {
    woken_.clear();
    slept_.clear();
    for (std::size_t i = 0; i < motion_.change_count; ++i) woken_.push_back(random_static());
    std::sort(woken_.begin(), woken_.end());
    woken_.erase(std::unique(woken_.begin(), woken_.end()), woken_.end());
    slept_boxes_.resize(woken_.size());
    for (const ObjectId made_moving : woken_) {
      const std::size_t row = random_row();
      const ObjectId slept = std::exchange(moving_[row], made_moving);
      slept_boxes_.set(slept_.size(), crowd_.boxes()[slept]);
      slept_.push_back(slept);
      is_static_[slept] = 1;
      is_static_[made_moving] = 0;
      crowd_.depart(made_moving);
    }
  }

  /// Of one that moves and has not just woken.
  [[nodiscard]] std::size_t random_row() {
    std::size_t row = 0;
    do {
      row = crowd_.random().below(static_cast<std::uint32_t>(moving_.size()));
    } while (std::binary_search(woken_.begin(), woken_.end(), moving_[row]));
    return row;
  }

  [[nodiscard]] ObjectId random_static() {
    ObjectId id = 0;
    do {
      id = crowd_.random().below(static_cast<std::uint32_t>(is_static_.size()));
    } while (is_static_[id] == 0);
    return id;
  }

  Motion motion_;
  Crowd crowd_;
  std::size_t frame_ = 0;
  std::vector<std::uint8_t> is_static_;  // by id
  std::vector<ObjectId> moving_, woken_, slept_;
  scenes::Columns moving_boxes_, slept_boxes_;
};

}  // namespace

std::unique_ptr<Scenario> make_one_in_a_hundred(const ScenarioOptions& options) {
  return std::make_unique<StaticScenario>(
      options, Motion{.moving_count = std::max<std::size_t>(options.count / 100, 1)});
}

std::unique_ptr<Scenario> make_waking(const ScenarioOptions& options) {
  return std::make_unique<StaticScenario>(
      options, Motion{.moving_count = options.count / 100,
                      .change_count = std::max<std::size_t>(options.count / 10'000, 1)});
}

std::unique_ptr<Scenario> make_one_in_fifty(const ScenarioOptions& options) {
  return std::make_unique<StaticScenario>(
      options, Motion{.moving_count = options.count / 10, .change_count = options.count / 50});
}

std::unique_ptr<Scenario> make_sleeping_world(const ScenarioOptions& options) {
  return std::make_unique<StaticScenario>(options, Motion{});
}

}  // namespace quadphase::bench::worlds
