// SPDX-License-Identifier: MIT
// Worlds that go wrong on purpose, to see the program find it. They stand in for the program's own.
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "quadphase/quadphase.hpp"
#include "worlds/world.hpp"

namespace quadphase::bench::worlds {
namespace {

/// What we find, spoiled when it is read.
template <void (*Spoil)(Task task, Result& result)>
class Spoiled final : public World {
 public:
  Spoiled(tbb::task_arena& arena, const Setting& setting)
      : task_(setting.task), world_(kOurWorldInfo.make(arena, setting)) {}

  void prepare(const Frame& frame) override { world_->prepare(frame); }
  void update(const Frame& frame) override { world_->update(frame); }
  void read(Result& result) const override {
    world_->read(result);
    Spoil(task_, result);
  }
  std::string settings() const override { return "wrong on purpose"; }

 private:
  Task task_;
  std::unique_ptr<World> world_;
};

/// As if the data of one pair were that of another.
void mix_data_up(Task task, Result& result) {
  if (task == Task::contacts) result.contact_data += 1;
}

void lose_pair(Task /*task*/, Result& result) {
  if (!result.pairs.empty()) result.pairs.pop_back();
}

/// Finds what the changed objects overlap, but sees the others where they were.
class SeesNoChanges final : public World {
 public:
  SeesNoChanges(tbb::task_arena& arena, const Setting& setting)
      : is_blind_(setting.task == Task::changes), world_(kOurWorldInfo.make(arena, setting)) {}

  void prepare(const Frame& frame) override {
    if (is_blind_) broad_phase_.build(frame.boxes);
  }
  void update(const Frame& frame) override {
    if (!is_blind_) return world_->update(frame);
    found_.clear();
    const Changes& changes = frame.changes;
    for (std::uint32_t row = 0; row < changes.ids.size(); ++row) {
      broad_phase_.for_each_overlap(changes.boxes[row], [&](ObjectId id) {
        found_.push_back(bullet_pair(changes.ids.size(), row, id));
      });
    }
  }
  void read(Result& result) const override {
    if (!is_blind_) return world_->read(result);
    result.pairs = found_;
  }
  std::string settings() const override { return "wrong on purpose"; }

 private:
  bool is_blind_;
  std::unique_ptr<World> world_;
  BroadPhase broad_phase_;
  std::vector<Pair> found_;
};

/// As if a pair that is there had ended: a wrong answer where there is no other.
void end_pair(Task /*task*/, Result& result) {
  result.ended.push_back({0, 1});
}

constexpr auto kOurs = EngineGroup::quadphase;
const std::array kWorlds = {
    kOurWorldInfo,
    WorldInfo{.name = "ours-wrong", .make = make_world<Spoiled<mix_data_up>>, .group = kOurs},
    WorldInfo{.name = "mixes-up", .make = make_world<Spoiled<mix_data_up>>},
    WorldInfo{.name = "blind", .make = make_world<SeesNoChanges>},
    WorldInfo{.name = "loses", .make = make_world<Spoiled<lose_pair>>},
    WorldInfo{.name = "ends", .make = make_world<Spoiled<end_pair>>},
};

}  // namespace

std::span<const WorldInfo> all_worlds() {
  return kWorlds;
}

}  // namespace quadphase::bench::worlds
