// SPDX-License-Identifier: MIT
// The members of Engine for static objects, given by the caller or followed in a store.
#include <utility>
#include <vector>

#include "engine/engine.hpp"
#include "input/attribute_columns.hpp"
#include "store/stored_objects.hpp"

namespace quadphase::detail {

// Why not the engine's workers: a visitor of a stream, which uses those, may change the static set.
void Engine::change_statics(const GivenBoxes& boxes, const Column<ObjectId>& ids,
                            const Attributes& attributes,
                            FunctionRef<void(const Objects& objects, Workers& threads)> change) {
  std::vector<ObjectId> copy;
  const Attributes all = with_ids(boxes.count, unmoved(ids, copy), attributes);
  const Objects objects = checked_with_ids(boxes, all);
  Workers threads = context.workers.share();
  change_again_if_memory_ends([&] {
    Objects read = objects;
    Buffer<std::uint32_t> arrays(&context.memory);
    read_strided(read, arrays, threads);
    change(read, threads);
  });
  store_version_ = {};
}

void Engine::set_static(const GivenBoxes& boxes, const Column<ObjectId>& ids,
                        const Attributes& attributes) {
  change_statics(boxes, ids, attributes, [&](const Objects& objects, Workers& threads) {
    index_.statics.pending().set(objects, context.kernels, threads);
  });
}

void Engine::exchange_static(const Column<ObjectId>& removed, const GivenBoxes& boxes,
                             const Column<ObjectId>& ids, const Attributes& attributes) {
  std::vector<ObjectId> copy;
  const std::span<const ObjectId> gone = listed(removed, copy);
  change_statics(boxes, ids, attributes, [&](const Objects& added, Workers& threads) {
    StaticSet& statics = index_.statics;
    statics.pending().exchange(gone, added, statics.objects(), context.kernels, threads);
  });
}

void Engine::update(StoredObjects& objects) {
  require_no_visit();
  if (!objects.tracker.is_latest(store_version_))
    drop_trees_if_memory_ends([&] { get_static_changes(objects); });
  update(given(objects.moving.boxes()), objects.moving.attributes(objects.columns));
}

void Engine::get_static_changes(StoredObjects& objects) {
  const StaticVersion known = std::exchange(store_version_, {});  // none after a throw
  const StaticChanges changes = objects.prepare([&] { return objects.static_changes(known); });
  if (changes.replaces_all) {
    set_static(given(changes.boxes), changes.attributes.ids, changes.attributes);
  } else if (!changes.removed.empty() || changes.boxes.size() > 0) {
    exchange_static(changes.removed, given(changes.boxes), changes.attributes.ids,
                    changes.attributes);
  }
  store_version_ = objects.commit_static_changes();
}

/// Another engine finds them, to which they are moving objects.
std::span<const Pair> Engine::static_pairs() {
  require_no_visit();
  require_trees();
  const std::uint64_t version = index_.statics.version();
  if (const auto known = static_lists_.known_sorted(version)) return *known;
  Config alone = context.config;
  alone.events = alone.previous_indices = false;
  alone.memory_resource = &context.memory;
  std::span<const Pair> sorted;
  run_again_unless(false, [&] {
    const StaticObjects& all = index_.statics.objects();
    Objects objects = all.first(all.count);
    objects.ids = all.ids();
    Engine engine(alone);
    engine.run_again_if_memory_ends([&] { engine.run_update(objects); });
    sorted = static_lists_.sorted(engine.pairs(), version, context.workers);
  });
  return sorted;
}

}  // namespace quadphase::detail
