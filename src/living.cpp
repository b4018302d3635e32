// SPDX-License-Identifier: MIT
// The part of the public face that knows objects from frame to frame: still ones, events, margins.
#include <stdexcept>

#include "attributes.hpp"
#include "engine.hpp"

namespace quadphase {

using namespace detail;

Objects BroadPhase::Engine::checked_frame(const BoxView& boxes,
                                          const Attributes& attributes) const {
  const Objects objects = checked(boxes, attributes);
  if (objects.count > 0 && still.has_row_ids())
    throw std::invalid_argument(
        "quadphase: still objects need ids of their own where others move: Attributes::ids");
  return objects;
}

void BroadPhase::Engine::find_events(const Objects& objects, const Attributes& attributes) {
  next_moving.fill(objects, attributes, config.events, asks_touching(attributes), workers);
  if (!config.events) return;
  // Why before the merge, which shows the pairs: until the events are found, the frame can fail.
  event_log.find(gather_segments(frame.segments, workers, gathered_pairs), moving, next_moving,
                 still.objects(), workers, kernels);
}

template <class Change>
void BroadPhase::Engine::change_still(const Change& change) {
  has_array = false;  // its pairs are those of the set as it was
  change(still_builder());
  align_filters();
}

/// Why: some trees may have been built while no object had a filter.
void BroadPhase::Engine::align_filters() {
  if (!still.has_filters() && !frame.tree.view.is_filtered()) return;
  workers.run(is_small(stats.object_count), [&] {
    still.add_default_filters(workers);
    if (!has_tree || frame.tree.view.is_filtered()) return;
    Objects objects;
    objects.count = frame.tree.object_count();
    add_filters(objects, workers, frame.tree, frame.tree_filters);
  });
}

/// Notes what a still object was until now, for the reasons of events; there must be room.
void BroadPhase::Engine::log_going(ObjectId id) noexcept {
  const StillObjects& objects = still.objects();
  const std::uint32_t row = objects.rows.find(id);
  event_log.still_log.went(id, objects.filter(row), objects.generation[row]);
}

void BroadPhase::set_still(const BoxView& boxes, const Attributes& attributes) {
  const Objects objects = checked(boxes, attributes);
  Engine& engine = *engine_;
  StillLog& log = engine.event_log.still_log;
  const std::size_t logged = log.entries().size();
  if (engine.config.events) {
    log.reserve(engine.still.count() + objects.count);
    for (std::size_t row = 0; row < engine.still.count(); ++row)
      engine.log_going(engine.still.objects().ids[row]);
  }
  try {
    engine.change_still(
        [&](const StillBuilder& builder) { engine.still.set(objects, attributes, builder); });
  } catch (...) {
    log.shorten(logged);
    throw;
  }
  if (!engine.config.events) return;
  for (std::size_t row = 0; row < objects.count; ++row) log.came(engine.still.objects().ids[row]);
}

void BroadPhase::add_still(const BoxView& boxes, const Attributes& attributes) {
  const Objects objects = checked(boxes, attributes);
  Engine& engine = *engine_;
  StillLog& log = engine.event_log.still_log;
  if (engine.config.events) log.reserve(objects.count);
  engine.change_still(
      [&](const StillBuilder& builder) { engine.still.add(objects, attributes, builder); });
  if (!engine.config.events) return;
  for (std::size_t row = engine.still.count() - objects.count; row < engine.still.count(); ++row)
    log.came(engine.still.objects().ids[row]);
}

void BroadPhase::remove_still(std::span<const ObjectId> ids) {
  Engine& engine = *engine_;
  StillLog& log = engine.event_log.still_log;
  engine.still.check_all_there(ids);
  if (engine.config.events) {
    log.reserve(ids.size());
    for (const ObjectId id : ids) engine.log_going(id);
  }
  engine.change_still([&](const StillBuilder&) { engine.still.remove(ids); });
}

std::size_t BroadPhase::still_count() const noexcept {
  return engine_->still.count();
}

Events BroadPhase::events() const noexcept {
  return engine_->event_log.shown();
}

namespace {

/// The box of an object without margin and motion; false where it is not known.
bool find_tight(ObjectId id, const MovingObjects& moving, const StillObjects& still, Box& box) {
  if (!moving.has_tight) return false;
  const std::uint32_t moving_row = moving.rows.find(id);
  if (moving_row != IdMap::kNone) {
    box = box_at(moving.tight.from(0), moving_row);
    return true;
  }
  const std::uint32_t still_row = still.rows.find(id);
  if (still_row == IdMap::kNone) return false;
  box = box_at(still.tight.from(0), still_row);
  return true;
}

}  // namespace

bool BroadPhase::touching(const Pair& pair) const noexcept {
  Box a;
  Box b;
  const MovingObjects& moving = engine_->moving;
  const StillObjects& still = engine_->still.objects();
  // Without margins and motions, the boxes of a pair are those that overlap.
  if (!find_tight(pair.first, moving, still, a) || !find_tight(pair.second, moving, still, b))
    return true;
  return overlaps(a, b);
}

}  // namespace quadphase
