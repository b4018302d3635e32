// SPDX-License-Identifier: MIT
// The part of the public face that knows objects from frame to frame: still ones, events, margins.
#include <stdexcept>
#include <utility>

#include "engine.hpp"
#include "input/swept_boxes.hpp"

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
  const StillObjects& still_objects = still.objects();
  const std::span<const ObjectId> still_ids = still_objects.ids.first(still_objects.count);
  next_moving.fill(
      objects, attributes,
      {config.events, asks_touching(attributes), still_ids, event_log.still_log.entries().empty()},
      moving, workers);
  if (!config.events) return;
  const BoxSpan boxes = grows(attributes) ? frame.grown.from(0) : objects.boxes;
  const std::span<const Record> rejected = {
      frame.partition.records.data() + frame.partition.legal_count, frame.scene.rejected_count};
  // Why before the merge: it overwrites the pairs of the last update.
  event_log.find({frame.segments, next_moving, boxes, rejected}, frame.merged.pairs,
                 frame.merged.pair_count, moving, still_objects, workers, kernels);
}

template <class Change>
void BroadPhase::Engine::change_still(bool brings_filters, const Change& change) {
  if (brings_filters) align_filters();
  try {
    change(still_builder());
  } catch (...) {
    still_changed = still_changed || !still.is_whole();
    throw;
  }
  still_changed = true;
}

/// Gives all trees filters before one gets some of its own.
/// Why before: where memory ends here, nothing has changed that anyone could see.
void BroadPhase::Engine::align_filters() {
  const bool tree_is_filtered = has_tree && frame.tree.view.is_filtered();
  workers.run(is_small(stats.object_count), [&] {
    still.align_filters(true, workers);
    if (!has_tree || tree_is_filtered) return;
    Objects objects;
    objects.count = frame.tree.object_count();
    has_tree = false;  // where memory ends, it has no whole filters
    add_filters(objects, workers, frame.tree, frame.tree_filters);
    has_tree = true;
  });
}

/// Notes what a still object was until now, for the reasons of events; there must be room.
void BroadPhase::Engine::log_going(ObjectId id) noexcept {
  const StillObjects& objects = still.objects();
  const std::uint32_t row = objects.rows.find(id);
  event_log.still_log.went(id, objects.filter(row), objects.generation[row]);
}

void BroadPhase::Engine::set_still(const BoxView& boxes, const Attributes& attributes) {
  const Objects objects = checked(boxes, attributes);
  StillLog& log = event_log.still_log;
  if (config.events) log.reserve(still.count() + objects.count);
  const std::size_t logged = log.entries().size();
  if (config.events) {
    for (std::size_t row = 0; row < still.count(); ++row) log_going(still.objects().ids[row]);
  }
  try {
    change_still(objects.has_filters(),
                 [&](const StillBuilder& builder) { still.set(objects, attributes, builder); });
  } catch (...) {
    log.shorten(logged);
    throw;
  }
  if (!config.events) return;
  for (std::size_t row = 0; row < objects.count; ++row) log.came(still.objects().ids[row]);
}

void BroadPhase::Engine::add_still(const BoxView& boxes, const Attributes& attributes) {
  const Objects objects = checked(boxes, attributes);
  if (config.events) event_log.still_log.reserve(objects.count);
  change_still(objects.has_filters(),
               [&](const StillBuilder& builder) { still.add(objects, attributes, builder); });
  if (!config.events) return;
  for (std::size_t row = still.count() - objects.count; row < still.count(); ++row)
    event_log.still_log.came(still.objects().ids[row]);
}

void BroadPhase::Engine::remove_still(std::span<const ObjectId> ids) {
  still.check_all_there(ids);
  if (config.events) {
    event_log.still_log.reserve(ids.size());
    for (const ObjectId id : ids) log_going(id);
  }
  change_still(false, [&](const StillBuilder&) { still.remove(ids); });
}

void BroadPhase::set_still(const BoxView& boxes, const Attributes& attributes) {
  engine_->receipt = {};
  engine_->set_still(boxes, attributes);
}

void BroadPhase::add_still(const BoxView& boxes, const Attributes& attributes) {
  engine_->receipt = {};
  engine_->add_still(boxes, attributes);
}

void BroadPhase::remove_still(std::span<const ObjectId> ids) {
  engine_->receipt = {};
  engine_->remove_still(ids);
}

void BroadPhase::update(ObjectStore& store) {
  const StillReceipt known = std::exchange(engine_->receipt, {});  // a throw leaves none
  const StillChanges changes = store.still_changes(known);
  if (changes.everything) {
    engine_->set_still(changes.boxes, changes.attributes);
  } else {
    if (!changes.removed.empty()) engine_->remove_still(changes.removed);
    if (changes.boxes.size() > 0) engine_->add_still(changes.boxes, changes.attributes);
  }
  engine_->receipt = store.still_handed_over();
  update(store.moving_boxes(), store.moving_attributes());
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
