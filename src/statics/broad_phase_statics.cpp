// SPDX-License-Identifier: MIT
// The members of Engine and BroadPhase that keep state from frame to frame: static objects, events,
// and tight boxes.
#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

#include "base/checksum.hpp"
#include "base/errors.hpp"
#include "base/floating_point_mode.hpp"
#include "call/box_calls.hpp"
#include "call/snapshot_size.hpp"
#include "engine.hpp"
#include "input/attribute_columns.hpp"
#include "store/stored_objects.hpp"

namespace quadphase {

using namespace detail;

void detail::Engine::update_statics(bool filtered, const Origin* origin) {
  statics.update({leaf_rules, kernels, workers, frame, filtered, origin},
                 config.events ? &pair_events.static_log : nullptr);
}

void detail::Engine::reserve_events(std::size_t object_count, std::size_t pair_count) {
  workers.run(is_small(object_count), [&] {
    pair_events.reserve(object_count, pair_count, frame.segments.pool.block_count() + 1, workers);
    if (config.previous_indices)
      previous_pairs.reserve(pair_count, pair_count, frame.segments.segments.capacity());
  });
}

void detail::Engine::find_events(const Objects& objects) {
  const StaticObjects& static_objects = statics.objects();
  const std::span<const ObjectId> static_ids = static_objects.ids.first(static_objects.count);
  next_moving.fill(objects,
                   {config.events, needs_tight_boxes(objects), static_ids,
                    pair_events.static_log.entries().empty()},
                   moving, workers);
  moving.reserve_as(next_moving);
  if (!config.events) return;
  const BoxSpan boxes = objects.has_own_boxes() ? frame.fat_boxes.from(0) : objects.boxes;
  const std::span<const Record> rejected = {
      frame.partition.records.data() + frame.partition.valid_count, frame.scene.rejected_count};
  const PairSegments& segments = frame.segments;
  const std::size_t old_count = frame.merged.pair_count;
  if (config.previous_indices)
    previous_pairs.reserve(old_count, count_in_memory(segments.totals.pairs),
                           segments.segment_count);
  // Why before the merge: it overwrites the pairs of the last update.
  pair_events.find({frame.segments, next_moving, boxes, objects.doubles, objects.origin, rejected,
                    config.touching, periods()},
                   frame.merged.pairs, old_count, moving, static_objects, workers, kernels);
  if (config.previous_indices)
    previous_pairs.find(segments, frame.merged.pairs.first(old_count), pair_events.had_equal_ids(),
                        pair_events.reused(), pair_events.restarted(), workers);
}

Objects detail::Engine::checked_with_ids(const GivenBoxes& boxes,
                                         const Attributes& attributes) const {
  Objects objects = checked(boxes, attributes);
  objects.periods = periods();
  return objects;
}

// Why not the engine's workers: a visitor of a stream, which uses those, may change the static set.
void detail::Engine::set_static(const GivenBoxes& boxes, const Column<ObjectId>& ids,
                                const Attributes& attributes) {
  std::vector<ObjectId> copy;
  const Attributes all = with_ids(boxes.count, unmoved(ids, copy), attributes);
  const Objects objects = checked_with_ids(boxes, all);
  Workers threads = workers.share();
  change_again_if_memory_ends([&] {
    Objects read = objects;
    Buffer<std::uint32_t> arrays(&memory);
    read_strided(read, arrays, threads);
    statics.pending().set(read, kernels, threads);
  });
  is_at_rest = false;
  static_version = {};
}

void detail::Engine::exchange_static(const Column<ObjectId>& removed, const GivenBoxes& boxes,
                                     const Column<ObjectId>& ids, const Attributes& attributes) {
  std::vector<ObjectId> copy;
  std::vector<ObjectId> copy_of_removed;
  const Attributes all = with_ids(boxes.count, unmoved(ids, copy), attributes);
  const Objects added = checked_with_ids(boxes, all);
  const std::span<const ObjectId> gone = listed(removed, copy_of_removed);
  Workers threads = workers.share();
  change_again_if_memory_ends([&] {
    Objects read = added;
    Buffer<std::uint32_t> arrays(&memory);
    read_strided(read, arrays, threads);
    statics.pending().exchange(gone, read, statics.objects(), kernels, threads);
  });
  is_at_rest = false;
  static_version = {};
}

void BroadPhase::set_static(const Boxes& boxes, const Column<ObjectId>& ids,
                            const Attributes& attributes) {
  logged(
      engine_->calls, [&] { return call_with_boxes(CallKind::set_static, boxes, ids, attributes); },
      [&] { engine_->set_static(given(boxes), ids, attributes); });
}

void BroadPhase::exchange_static(const Column<ObjectId>& removed, const Boxes& boxes,
                                 const Column<ObjectId>& ids, const Attributes& attributes) {
  logged(
      engine_->calls,
      [&] { return call_with_boxes(CallKind::exchange_static, boxes, ids, attributes, removed); },
      [&] { engine_->exchange_static(removed, given(boxes), ids, attributes); });
}

void BroadPhase::clear_static() {
  logged(
      engine_->calls, [] { return RecordedCall{.kind = CallKind::clear_static}; },
      [&] { engine_->set_static(given(BoxView{}), {}, {}); });
}

void BroadPhase::update(ObjectStore& store) {
  StoredObjects& objects = StoreAccess::objects_of(store);
  if (engine_->calls.recorder() != nullptr && objects.calls.recorder() != engine_->calls.recorder())
    throw std::invalid_argument(
        "quadphase: a store must have the recorder of the engine that it updates");
  logged(
      engine_->calls,
      [&] {
        return RecordedCall{.kind = CallKind::update_store, .store = objects.calls.subject()};
      },
      [&] {
        engine_->require_no_visit();
        if (!objects.tracker.is_latest(engine_->static_version))
          engine_->get_static_changes(objects);
        engine_->update(given(store.moving_boxes()), store.moving_attributes());
      },
      [&](ResultHash* hash, CallOutcome&) {
        if (hash != nullptr) hash->add_frame(*engine_);
      });
}

void detail::Engine::get_static_changes(StoredObjects& objects) {
  try {
    const StaticVersion known = std::exchange(static_version, {});  // none after a throw
    const StaticChanges changes = objects.prepare([&] { return objects.static_changes(known); });
    if (changes.replaces_all) {
      set_static(given(changes.boxes), changes.attributes.ids, changes.attributes);
    } else if (!changes.removed.empty() || changes.boxes.size() > 0) {
      exchange_static(changes.removed, given(changes.boxes), changes.attributes.ids,
                      changes.attributes);
    }
    static_version = objects.commit_static_changes();
  } catch (const std::bad_alloc&) {
    drop_tree();  // as after every update that fails
    release_spare();
    throw;
  }
}

std::size_t BroadPhase::static_count() const noexcept {
  return engine_->static_count();
}

/// Another engine finds them, to which they are moving objects.
std::span<const Pair> detail::Engine::static_pairs() {
  require_no_visit();
  require_tree();
  if (const auto known = static_lists.known_sorted()) return *known;
  Config alone = config;
  alone.events = alone.previous_indices = false;
  alone.memory_resource = &memory;
  std::span<const Pair> sorted;
  run_again_unless(false, [&] {
    const StaticObjects& all = statics.objects();
    Objects objects = all.first(all.count);
    objects.ids = all.ids.data();
    if (!all.has_filters) objects.filters = {};
    Engine engine(alone);
    engine.run_again_if_memory_ends([&] { engine.run_frame(objects); });
    sorted = static_lists.sorted(engine.pairs(), workers);
  });
  return sorted;
}

std::span<const Pair> BroadPhase::static_pairs() {
  return engine_->static_pairs();
}

Events BroadPhase::events() const noexcept {
  return engine_->events();
}

std::span<const std::uint32_t> BroadPhase::previous_indices() const noexcept {
  return engine_->previous_indices();
}

void detail::Engine::restart_pairs(const Column<ObjectId>& ids) {
  if (!config.events) return;
  std::vector<ObjectId> copy;
  const std::span<const ObjectId> stay = listed(ids, copy);
  change_again_if_memory_ends([&] { pair_events.restart(stay); });
  is_at_rest = false;
}

void BroadPhase::restart_pairs(const Column<ObjectId>& ids) {
  logged(
      engine_->calls, [&] { return call_with_ids(CallKind::restart_pairs, ids); },
      [&] { engine_->restart_pairs(ids); });
}

namespace {

/// The tight box of an object; returns false if it is not known.
bool find_tight(ObjectId id, const ObjectHistory& moving, const StaticObjects& statics,
                ExactBox& box) {
  if (!moving.has_tight) return false;
  const std::uint32_t moving_row = moving.rows.find(id);
  if (moving_row != IdMap::kNone) {
    box = {box_at(moving.tight.from(0), moving_row)};
    if (moving.has_tight_doubles)
      box = {box.local, moving.tight_doubles[moving_row], moving.origin};
    return true;
  }
  const std::uint32_t static_row = statics.rows.find(id);
  if (static_row == IdMap::kNone) return false;
  box = {box_at(statics.tight.from(0), static_row), statics.tight_doubles_of(static_row),
         statics.origin};
  return true;
}

}  // namespace

bool detail::Engine::tight_boxes_overlap(const Pair& pair) const {
  if (!has_tree) throw NoFrame("quadphase: tight_boxes_overlap needs a finished update");
  const DefaultFloatingPointMode mode;
  ExactBox a;
  ExactBox b;
  // Without margins and displacements, every pair is touching.
  if (!find_tight(pair.first, moving, statics.objects(), a) ||
      !find_tight(pair.second, moving, statics.objects(), b))
    return true;
  return overlaps(a, b, config.touching, periods());
}

bool BroadPhase::tight_boxes_overlap(const Pair& pair) const {
  return logged(
      engine_->calls,
      [&] { return RecordedCall{.kind = CallKind::tight_boxes_overlap, .pair = pair}; },
      [&] { return engine_->tight_boxes_overlap(pair); },
      [](ResultHash* hash, CallOutcome&, bool touches) {
        if (hash != nullptr) hash->add(touches ? 1U : 0U);
      });
}

void BroadPhase::save(std::vector<std::byte>& bytes) const {
  const std::size_t before = bytes.size();
  logged(
      engine_->calls, [] { return RecordedCall{.kind = CallKind::save}; },
      [&] { engine_->save(bytes); },
      [&](ResultHash* hash, CallOutcome&) {
        if (hash != nullptr) hash->add(sum_of(std::span(bytes).subspan(before), 1));
      });
}

void BroadPhase::restore(std::span<const std::byte>& bytes) {
  logged(
      engine_->calls,
      [&] { return RecordedCall{.kind = CallKind::restore, .bytes = snapshot_in(bytes)}; },
      [&] {
        engine_->require_no_visit();
        engine_->change_again_if_memory_ends([&] {
          auto restored = std::make_unique<Engine>(engine_->config);
          restored->restore(bytes);
          restored->calls = std::move(engine_->calls);
          engine_ = std::move(restored);
        });
      });
}

}  // namespace quadphase
