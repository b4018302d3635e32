// SPDX-License-Identifier: MIT
// This library in living worlds: told of what moves, and told that everything does.
#include <utility>

#include "quadphase/quadphase.hpp"
#include "quadphase/tbb.hpp"
#include "worlds/peer_worlds.hpp"
#include "worlds/world.hpp"

namespace quadphase::bench::worlds {
namespace {

/// Rows of the boxes of `ids`.
class Gathered {
 public:
  Gathered(const BoxView& boxes, std::span<const ObjectId> ids) {
    for (const ObjectId id : ids) {
      min_x_.push_back(boxes.min_x[id]);
      min_y_.push_back(boxes.min_y[id]);
      max_x_.push_back(boxes.max_x[id]);
      max_y_.push_back(boxes.max_y[id]);
    }
  }
  [[nodiscard]] BoxView view() const { return {min_x_, min_y_, max_x_, max_y_}; }

 private:
  std::vector<float> min_x_, min_y_, max_x_, max_y_;
};

/// `set_still` once, then `update` with what moves.
class OurWorld final : public World {
 public:
  OurWorld(tbb::task_arena& arena, const Setting& setting)
      : task_(setting.task),
        attributes_(setting.attributes),
        broad_phase_({.arena = arena_ref(arena), .events = setting.task == Task::events}) {
    std::vector<ObjectId> still;
    for (std::size_t id = 0; id < setting.boxes.size(); ++id)
      if (setting.still[id] != 0) still.push_back(static_cast<ObjectId>(id));
    if (still.empty()) return;
    const Gathered boxes(setting.boxes, still);
    broad_phase_.set_still(boxes.view(), {.ids = still});
  }

  void update(const Frame& frame) override {
    if (!frame.slept.empty()) broad_phase_.add_still(frame.slept_boxes, {.ids = frame.slept});
    if (!frame.woken.empty()) broad_phase_.remove_still(frame.woken);
    if (task_ == Task::bullets) {
      broad_phase_.build(frame.moving_boxes, attributes_);
      broad_phase_.find_pairs_between(frame.bullets, {}, hits_);
      return;
    }
    // Where all move, ids are rows, the filters' columns too.
    Attributes attributes = attributes_;
    if (!frame.all_move()) attributes.ids = frame.moving;
    broad_phase_.update(frame.moving_boxes, attributes);
  }

  void read(Answer& answer) const override {
    answer.pairs.clear();
    answer.ended.clear();
    if (task_ == Task::bullets) {
      for (const RowPair& hit : hits_.pairs())
        answer.pairs.push_back(bullet_pair(hits_.row_count(), hit.row, hit.id));
    } else if (task_ == Task::events) {
      const Events events = broad_phase_.events();
      for (const BeginEvent& event : events.begun) answer.pairs.push_back(event.pair);
      for (const EndEvent& event : events.ended) answer.ended.push_back(event.pair);
    } else {
      answer.pairs.assign(broad_phase_.pairs().begin(), broad_phase_.pairs().end());
    }
  }

  std::string settings() const override {
    switch (task_) {
      case Task::bullets:
        return "build, find_pairs_between";
      case Task::events:
        return "Config::events, update";
      case Task::pairs:
        break;
    }
    return broad_phase_.still_count() > 0 ? "set_still once; add_still, remove_still, update"
                                          : "update";
  }

 private:
  Task task_;
  Attributes attributes_;
  BroadPhase broad_phase_;
  PairsBetween hits_;
};

/// `update` with all objects. Finds pairs of still ones, too: `read` leaves them out.
class RebuiltWorld final : public World {
 public:
  RebuiltWorld(tbb::task_arena& arena, const Setting& /*setting*/)
      : broad_phase_({.arena = arena_ref(arena)}) {}

  void update(const Frame& frame) override {
    moving_ = frame.moving;
    broad_phase_.update(frame.boxes);
  }

  void read(Answer& answer) const override {
    std::vector<bool> is_moving(broad_phase_.stats().object_count);
    for (const ObjectId id : moving_) is_moving[id] = true;
    answer.pairs.clear();
    for (const Pair& pair : broad_phase_.pairs())
      if (is_moving[pair.first] || is_moving[pair.second]) answer.pairs.push_back(pair);
  }

  bool reads_all() const override { return true; }

  std::string settings() const override {
    return "update with all objects, as if all moved; finds pairs of still ones, too";
  }

 private:
  BroadPhase broad_phase_;
  std::span<const ObjectId> moving_;
};

template <class Kind>
std::unique_ptr<World> make(tbb::task_arena& arena, const Setting& setting) {
  return std::make_unique<Kind>(arena, setting);
}

std::vector<WorldKind> all_kinds() {
  std::vector<WorldKind> kinds = {{.name = kOurWorld, .make = make<OurWorld>},
                                  {.name = kRebuiltWorld, .make = make<RebuiltWorld>}};
  const std::vector<WorldKind> peers = peer_worlds();
  kinds.insert(kinds.end(), peers.begin(), peers.end());
  return kinds;
}

}  // namespace

std::span<const WorldKind> world_kinds() {
  static const std::vector<WorldKind> kinds = all_kinds();
  return kinds;
}

}  // namespace quadphase::bench::worlds
