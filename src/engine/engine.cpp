// SPDX-License-Identifier: MIT
#include "engine/engine.hpp"

#include <algorithm>
#include <utility>

#include "base/errors.hpp"
#include "base/scope_mark.hpp"
#include "input/validate_input.hpp"

namespace quadphase::detail {
namespace {

std::pmr::memory_resource* resource_of(const Config& config) {
  return config.memory_resource != nullptr ? config.memory_resource
                                           : std::pmr::get_default_resource();
}

}  // namespace

std::unique_ptr<Engine> new_engine(CallKind kind, const Config& given, const Config& used) {
  CallLog calls(given.recorder);
  std::unique_ptr<Engine> engine;
  logged(
      calls,
      [&] {
        return RecordedCall{
            .kind = kind, .config = given, .has_executor = given.executor != nullptr};
      },
      [&] { engine = std::make_unique<Engine>(used); });
  engine->calls = std::move(calls);
  engine->is_index = kind == CallKind::create_index;
  return engine;
}

Engine::Engine(const Config& user_config)
    : config(checked(user_config)),
      kernels(kernels_for(config.simd)),
      memory(resource_of(config)),
      workers(config.threads, config.executor),
      input(&memory),
      doubles(&memory),
      columns(&memory),
      frame(&memory, workers.concurrency()),
      leaf_rules{static_cast<std::uint32_t>(config.leaf_capacity),
                 static_cast<std::uint32_t>(config.max_depth)},
      statics(&memory, workers.concurrency()),
      pair_events(&memory),
      previous_pairs(&memory),
      pair_lists(&memory),
      static_lists(&memory),
      moving(&memory),
      next_moving(&memory),
      images(periods().has_any() ? std::make_unique<WorldImages>(&memory, workers.concurrency())
                                 : nullptr),
      published_rejected(&memory) {
  frame.segments.writes_array = true;  // until a frame is large enough for many threads
  publish_search({});
}

void Engine::drop_tree() noexcept {
  has_tree = has_array = is_at_rest = false;
  pair_lists.forget();
  if (changed != nullptr) changed->clear();  // what `patch` and `hide` changed, until this frame
}

void Engine::require_tree() const {
  if (!has_tree)
    throw NoFrame(
        "quadphase: there is no finished frame: call update or build first, and again after one "
        "that threw, "
        "reserve or restore");
}

void Engine::require_no_visit() const {
  if (VisitMark::is_inside(this))
    throw InVisitor(
        "quadphase: a visitor may call const functions of its engine and change the static set, "
        "but not update, build, reserve, count, sort, stream, restore, patch, hide or list static "
        "pairs");
}

void Engine::reserve(std::size_t object_count) {
  drop_tree();
  frame.reserve(object_count, leaf_rules.capacity);
  frame.reserve_workers(workers);
  PairSegments& segments = frame.segments;
  if (segments.writes_array && !segments.is_single_thread() && !is_small(frame.object_capacity()))
    segments.write_blocks();
  if (!saves_memory) frame.reserve_pairs(0);
  if (published_rejected.capacity() >= frame.object_capacity()) return;
  published_rejected.grow(stats.rejected_count, frame.object_capacity());
}

/// The records of rejected boxes come after the others, in row order.
/// Why serial: it must not fail, and boxes are rejected one at a time, if at all.
void Engine::list_rejected(const Objects& objects) noexcept {
  const Record* const rejected = frame.partition.records.data() + frame.partition.valid_count;
  ObjectId* const last_in_order = frame.tree.ids.data() + frame.partition.valid_count;
  for (std::size_t i = 0; i < frame.scene.rejected_count; ++i) {
    published_rejected[i] = last_in_order[i] = objects.id(rejected[i].id);
  }
  frame.tree.order_count = objects.count;
  const std::span<ObjectId> ids = published_rejected.first(frame.scene.rejected_count);
  if (objects.ids != nullptr) std::sort(ids.begin(), ids.end());
}

void Engine::publish_frame(const Stats& new_stats, const Objects& objects,
                           bool stored_pairs) noexcept {
  list_rejected(objects);
  published_pairs = stored_pairs ? frame.merged.pair_count : 0;
  if (stored_pairs) {
    if (config.events || moving.has_tight || next_moving.has_tight) {
      std::swap(moving, next_moving);
      moving.take_shared_table(next_moving);
    }
    if (config.events) pair_events.commit();
  } else {
    pair_events.clear_published();
  }
  has_tree = true;
  published_static_count = statics.count();
  has_array = stored_pairs;
  publish_search(new_stats);
}

void Engine::publish_search(Stats new_stats) noexcept {
  new_stats.test_count = frame.segments.totals.tests;
  new_stats.pair_count = frame.segments.totals.pairs;
  new_stats.byte_count = memory.byte_count();
  new_stats.threads = workers.count();
  new_stats.simd = kernels.simd;
  stats = new_stats;
}

SearchedTrees Engine::searched_trees(Worlds worlds, Mobilities mobilities) const {
  require_tree();
  SearchedTrees trees(worlds, frame_origin, config.touching, periods());
  const bool has_changes = changed != nullptr && changed->has_any();
  if (mobilities != Mobilities::static_only) {
    trees.add(has_changes ? changed->shown_moving() : frame.tree.view);
    if (has_changes) trees.add(changed->moving());
  }
  if (mobilities != Mobilities::moving_only) {
    trees.add(has_changes ? changed->shown_statics() : statics.trees());
    if (has_changes) trees.add(changed->statics());
  }
  return trees;
}

}  // namespace quadphase::detail
