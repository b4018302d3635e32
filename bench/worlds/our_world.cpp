// SPDX-License-Identifier: MIT
// This library with persistent objects: static ones declared, and all declared as moving.
#include "quadphase/quadphase.hpp"
#include "quadphase/tbb.hpp"
#include "worlds/our_tasks.hpp"
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

/// `set_static` once, then `update` with what moves, in floats or in doubles.
class OurWorld final : public World {
 public:
  OurWorld(tbb::task_arena& arena, const Setting& setting)
      : has_events_(setting.task == Task::events),
        attributes_(setting.attributes),
        executor_(arena),
        broad_phase_({.executor = &executor_, .events = has_events_}) {
    std::vector<ObjectId> statics;
    for (std::size_t id = 0; id < setting.boxes.size(); ++id)
      if (setting.statics[id] != 0) statics.push_back(static_cast<ObjectId>(id));
    if (statics.empty()) return;
    const Gathered boxes(setting.boxes, statics);
    broad_phase_.set_static(boxes.view(), statics);
  }

  void update(const Frame& frame) override {
    is_double_ = frame.is_double();
    if (!frame.slept.empty() || !frame.made_moving.empty())
      broad_phase_.exchange_static(frame.made_moving, frame.slept_boxes, frame.slept);
    // Where all move, ids are rows, the filters' columns too. Where some do, there are no filters.
    Attributes attributes;
    if (frame.all_move()) {
      attributes = attributes_;
    } else {
      attributes.ids = frame.moving;
    }
    if (is_double_) {
      broad_phase_.update({frame.double_boxes, frame.origin}, attributes);
    } else {
      broad_phase_.update(frame.moving_boxes, attributes);
    }
  }

  void read(Result& result) const override {
    result.pairs.clear();
    result.ended.clear();
    if (has_events_) {
      const Events events = broad_phase_.events();
      for (const BeginEvent& event : events.begun) result.pairs.push_back(event.pair);
      for (const EndEvent& event : events.ended) result.ended.push_back(event.pair);
    } else {
      result.pairs.assign(broad_phase_.pairs().begin(), broad_phase_.pairs().end());
    }
  }

  std::string settings() const override {
    if (has_events_) return "Config::events, update";
    if (is_double_) return "update with a DoubleBoxView and an origin";
    return broad_phase_.static_count() > 0 ? "set_static once; exchange_static, update" : "update";
  }

 private:
  bool has_events_;
  bool is_double_ = false;
  Attributes attributes_;
  TbbExecutor executor_;
  BroadPhase broad_phase_;
};

/// `update` with all objects. Finds pairs of static ones, too: `read` leaves them out.
class RebuiltWorld final : public World {
 public:
  RebuiltWorld(tbb::task_arena& arena, const Setting& /*setting*/)
      : executor_(arena), broad_phase_({.executor = &executor_}) {}

  void update(const Frame& frame) override {
    moving_ = frame.moving;
    broad_phase_.update(frame.boxes);
  }

  void read(Result& result) const override {
    std::vector<bool> is_moving(broad_phase_.stats().object_count);
    for (const ObjectId id : moving_) is_moving[id] = true;
    result.pairs.clear();
    for (const Pair& pair : broad_phase_.pairs())
      if (is_moving[pair.first] || is_moving[pair.second]) result.pairs.push_back(pair);
  }

  bool reads_all() const override { return true; }

  std::string settings() const override {
    return "update with all objects, as if all moved; finds pairs of static ones, too";
  }

 private:
  TbbExecutor executor_;
  BroadPhase broad_phase_;
  std::span<const ObjectId> moving_;
};

std::unique_ptr<World> make_ours(tbb::task_arena& arena, const Setting& setting) {
  switch (setting.task) {
    case Task::bullets:
      return make_our_bullets(arena, setting);
    case Task::contacts:
      return make_our_contacts(arena, setting);
    case Task::changes:
      return make_our_changes(arena, setting);
    case Task::pairs:
    case Task::events:
      break;
  }
  return make_world<OurWorld>(arena, setting);
}

}  // namespace

const WorldInfo kOurWorldInfo{
    .name = kOurWorld, .make = make_ours, .group = EngineGroup::quadphase};
const WorldInfo kRebuiltWorldInfo{.name = kRebuiltWorld,
                                  .make = make_world<RebuiltWorld>,
                                  .group = EngineGroup::quadphase,
                                  .needs_static = true};

}  // namespace quadphase::bench::worlds
