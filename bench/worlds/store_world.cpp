// SPDX-License-Identifier: MIT
// This library with an `ObjectStore`: objects have handles, which move, wake and fall asleep.
#include <vector>

#include "quadphase/quadphase.hpp"
#include "quadphase/tbb.hpp"
#include "worlds/world.hpp"

namespace quadphase::bench::worlds {
namespace {

class StoreWorld final : public World {
 public:
  StoreWorld(tbb::task_arena& arena, const Setting& setting)
      : executor_(arena), store_(nullptr, &executor_), broad_phase_({.executor = &executor_}) {
    // Ids are given in ascending order, so they are the scenario's.
    for (std::size_t id = 0; id < setting.boxes.size(); ++id)
      handles_.push_back(store_.add(
          setting.boxes[id], {}, setting.statics[id] != 0 ? Mobility::static_ : Mobility::moving));
    gather(setting.moving, moving_);
  }

  void update(const Frame& frame) override {
    if (!frame.slept.empty() || !frame.made_moving.empty()) {
      gather(frame.slept, changed_);
      store_.set_mobility(changed_, Mobility::static_);
      gather(frame.made_moving, changed_);
      store_.set_mobility(changed_, Mobility::moving);
      gather(frame.moving, moving_);
    }
    store_.move(moving_, frame.moving_boxes);
    broad_phase_.update(store_);
  }

  void read(Result& result) const override {
    result.pairs.assign(broad_phase_.pairs().begin(), broad_phase_.pairs().end());
  }

  std::string settings() const override {
    return "ObjectStore: set_mobility and move in bulk, update(store)";
  }

 private:
  void gather(std::span<const ObjectId> ids, std::vector<Handle>& handles) const {
    handles.clear();
    for (const ObjectId id : ids) handles.push_back(handles_[id]);
  }

  TbbExecutor executor_;
  ObjectStore store_;
  BroadPhase broad_phase_;
  std::vector<Handle> handles_;  // by id
  std::vector<Handle> moving_, changed_;
};

}  // namespace

const WorldInfo kStoreWorldInfo{.name = "quadphase-store",
                                .make = make_world<StoreWorld>,
                                .group = EngineGroup::quadphase,
                                .needs_static = true};

}  // namespace quadphase::bench::worlds
