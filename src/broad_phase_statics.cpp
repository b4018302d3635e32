// SPDX-License-Identifier: MIT
// The members of Engine and BroadPhase for static objects, and an update with the objects of a
// store.
#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

#include "engine/engine.hpp"
#include "engine_calls.hpp"
#include "input/attribute_columns.hpp"
#include "store/stored_objects.hpp"

namespace quadphase {

using namespace detail;

void detail::Engine::update_statics(bool filtered, const Origin* origin) {
  statics.update({leaf_rules, kernels, workers, frame, filtered, origin},
                 config.events ? &pair_events.static_log : nullptr);
}

Objects detail::Engine::checked_with_ids(const GivenBoxes& boxes,
                                         const Attributes& attributes) const {
  Objects objects = checked(boxes, attributes);
  objects.periods = periods();
  return objects;
}

// Why not the engine's workers: a visitor of a stream, which uses those, may change the static set.
void detail::Engine::change_statics(
    const GivenBoxes& boxes, const Column<ObjectId>& ids, const Attributes& attributes,
    FunctionRef<void(const Objects& objects, Workers& threads)> change) {
  std::vector<ObjectId> copy;
  const Attributes all = with_ids(boxes.count, unmoved(ids, copy), attributes);
  const Objects objects = checked_with_ids(boxes, all);
  Workers threads = workers.share();
  change_again_if_memory_ends([&] {
    Objects read = objects;
    Buffer<std::uint32_t> arrays(&memory);
    read_strided(read, arrays, threads);
    change(read, threads);
  });
  is_at_rest = false;
  static_version = {};
}

void detail::Engine::set_static(const GivenBoxes& boxes, const Column<ObjectId>& ids,
                                const Attributes& attributes) {
  change_statics(boxes, ids, attributes, [&](const Objects& objects, Workers& threads) {
    statics.pending().set(objects, kernels, threads);
  });
}

void detail::Engine::exchange_static(const Column<ObjectId>& removed, const GivenBoxes& boxes,
                                     const Column<ObjectId>& ids, const Attributes& attributes) {
  std::vector<ObjectId> copy;
  const std::span<const ObjectId> gone = listed(removed, copy);
  change_statics(boxes, ids, attributes, [&](const Objects& added, Workers& threads) {
    statics.pending().exchange(gone, added, statics.objects(), kernels, threads);
  });
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

}  // namespace quadphase
