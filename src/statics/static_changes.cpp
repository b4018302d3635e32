// SPDX-License-Identifier: MIT
// The part of the public face that knows objects from frame to frame: static ones, events, margins.
#include <stdexcept>
#include <utility>

#include "engine.hpp"
#include "input/swept_boxes.hpp"

namespace quadphase {

using namespace detail;

Objects detail::Engine::validated_frame(const BoxView& boxes, const Attributes& attributes) const {
  const Objects objects = checked(boxes, attributes);
  if (objects.count > 0 && statics.has_row_ids())
    throw std::invalid_argument(
        "quadphase: static objects need ids of their own where others move: Attributes::ids");
  return objects;
}

void detail::Engine::find_events(const Objects& objects) {
  const StaticObjects& static_objects = statics.objects();
  const std::span<const ObjectId> static_ids = static_objects.ids.first(static_objects.count);
  next_moving.fill(objects,
                   {config.events, needs_tight_boxes(objects), static_ids,
                    pair_events.static_log.entries().empty()},
                   moving, workers);
  if (!config.events) return;
  const BoxSpan boxes = objects.has_fat_boxes() ? frame.fat_boxes.from(0) : objects.boxes;
  const std::span<const Record> rejected = {
      frame.partition.records.data() + frame.partition.valid_count, frame.scene.rejected_count};
  // Why before the merge: it overwrites the pairs of the last update.
  pair_events.find({frame.segments, next_moving, boxes, rejected}, frame.merged.pairs,
                   frame.merged.pair_count, moving, static_objects, workers, kernels);
}

template <class Change>
void detail::Engine::change_static(bool brings_filters, const Change& change) {
  if (brings_filters) align_filters();
  try {
    change(static_builder());
  } catch (...) {
    static_changed = static_changed || !statics.is_whole();
    throw;
  }
  static_changed = true;
}

/// Gives all trees filters before one gets some of its own.
/// Why before: where memory ends here, nothing has changed that anyone could see.
void detail::Engine::align_filters() {
  const bool tree_is_filtered = has_tree && frame.tree.view.is_filtered();
  workers.run(is_small(stats.object_count), [&] {
    statics.align_filters(true, workers);
    if (!has_tree || tree_is_filtered) return;
    Objects objects;
    objects.count = frame.tree.object_count();
    has_tree = false;  // where memory ends, it has no whole filters
    add_filters(objects, workers, frame.tree, frame.tree_filters);
    has_tree = true;
  });
}

/// Notes what a static object was until now, for the reasons of events; there must be room.
void detail::Engine::log_going(ObjectId id) noexcept {
  const StaticObjects& objects = statics.objects();
  const std::uint32_t row = objects.rows.find(id);
  pair_events.static_log.went(id, objects.filter(row), objects.generation[row]);
}

void detail::Engine::set_static(const BoxView& boxes, const Attributes& attributes) {
  const Objects objects = checked(boxes, attributes);
  StaticLog& log = pair_events.static_log;
  if (config.events) log.reserve(statics.count() + objects.count);
  const std::size_t logged = log.entries().size();
  if (config.events) {
    for (std::size_t row = 0; row < statics.count(); ++row) log_going(statics.objects().ids[row]);
  }
  try {
    change_static(objects.has_filters(),
                  [&](const StaticBuilder& builder) { statics.set(objects, builder); });
  } catch (...) {
    log.shorten(logged);
    throw;
  }
  if (!config.events) return;
  for (std::size_t row = 0; row < objects.count; ++row) log.came(statics.objects().ids[row]);
}

void detail::Engine::add_static(const BoxView& boxes, const Attributes& attributes) {
  const Objects objects = checked(boxes, attributes);
  if (config.events) pair_events.static_log.reserve(objects.count);
  change_static(objects.has_filters(),
                [&](const StaticBuilder& builder) { statics.add(objects, builder); });
  if (!config.events) return;
  for (std::size_t row = statics.count() - objects.count; row < statics.count(); ++row)
    pair_events.static_log.came(statics.objects().ids[row]);
}

void detail::Engine::remove_static(std::span<const ObjectId> ids) {
  statics.check_all_there(ids);
  if (config.events) {
    pair_events.static_log.reserve(ids.size());
    for (const ObjectId id : ids) log_going(id);
  }
  change_static(false, [&](const StaticBuilder&) { statics.remove(ids); });
}

void BroadPhase::set_static(const BoxView& boxes, const Attributes& attributes) {
  engine_->static_version = {};
  engine_->set_static(boxes, attributes);
}

void BroadPhase::add_static(const BoxView& boxes, const Attributes& attributes) {
  engine_->static_version = {};
  engine_->add_static(boxes, attributes);
}

void BroadPhase::remove_static(std::span<const ObjectId> ids) {
  engine_->static_version = {};
  engine_->remove_static(ids);
}

void BroadPhase::update(ObjectStore& store) {
  const StaticVersion known = std::exchange(engine_->static_version, {});  // a throw leaves none
  const StaticChanges changes = store.static_changes(known);
  if (changes.everything) {
    engine_->set_static(changes.boxes, changes.attributes);
  } else {
    if (!changes.removed.empty()) engine_->remove_static(changes.removed);
    if (changes.boxes.size() > 0) engine_->add_static(changes.boxes, changes.attributes);
  }
  engine_->static_version = store.commit_static_changes();
  update(store.moving_boxes(), store.moving_attributes());
}

std::size_t BroadPhase::static_count() const noexcept {
  return engine_->statics.count();
}

Events BroadPhase::events() const noexcept {
  return engine_->pair_events.shown();
}

namespace {

/// The box of an object without margin and motion; false where it is not known.
bool find_tight(ObjectId id, const ObjectHistory& moving, const StaticObjects& statics, Box& box) {
  if (!moving.has_tight) return false;
  const std::uint32_t moving_row = moving.rows.find(id);
  if (moving_row != IdMap::kNone) {
    box = box_at(moving.tight.from(0), moving_row);
    return true;
  }
  const std::uint32_t static_row = statics.rows.find(id);
  if (static_row == IdMap::kNone) return false;
  box = box_at(statics.tight.from(0), static_row);
  return true;
}

}  // namespace

bool BroadPhase::touching(const Pair& pair) const noexcept {
  Box a;
  Box b;
  const ObjectHistory& moving = engine_->moving;
  const StaticObjects& statics = engine_->statics.objects();
  // Without margins and motions, the boxes of a pair are those that overlap.
  if (!find_tight(pair.first, moving, statics, a) || !find_tight(pair.second, moving, statics, b))
    return true;
  return overlaps(a, b);
}

}  // namespace quadphase
