// SPDX-License-Identifier: MIT
// The frame pipeline: a frame, stage by stage, in the order in which the stages run.
//
//     statics     the changes to the static set                           statics/static_set.hpp
//     input       boxes in other forms          -> float columns          input/given_boxes.hpp
//                 strided attributes            -> arrays               input/attribute_columns.hpp
//     1 bounds    boxes                     -> bounds of their centers    tree/bounds.hpp
//     2 keys      boxes, bounds             -> a Morton key per object    tree/keys.hpp
//     3 partition boxes, keys               -> records in buckets         tree/partition.hpp
//     4 tree      buckets                   -> objects, leaves, nodes     tree/tree.hpp
//     images      objects of a periodic world -> those across its border  periodic/image_trees.hpp
//     5 pairs     tree, static trees        -> segments of pairs          pairs/pairs.hpp
//     6 events    segments, the last pairs  -> pairs that began or ended  events/pair_events.hpp
//     7 merge     segments                  -> one array of pairs         pairs/merge.hpp
//
// `EngineIndex` runs those down to the images, 1 to 4 by `build_objects` (tree/build_tree.cpp), and
// `EnginePairs` the rest. Boxes are compared in `PairSearch::test_slice` (kernels/pairs-inl.hpp) by
// `overlap` (kernels/simd-inl.hpp).
//
// `update` runs all of them, `build` those of the index; `count` and `stream` run the fifth on the
// current trees.
#include "engine/engine.hpp"

#include <algorithm>

#include "base/errors.hpp"
#include "base/scope_mark.hpp"
#include "base/stage_clock.hpp"
#include "input/attribute_columns.hpp"
#include "input/given_boxes.hpp"
#include "input/validate_input.hpp"

namespace quadphase::detail {

Engine::Engine(const Config& user_config)
    : context(user_config),
      frame_(&context.memory, context.workers.concurrency()),
      index_(context, frame_),
      pairs_(context, frame_),
      static_lists_(&context.memory),
      rejected_(&context.memory) {
  frame_.segments.writes_array = true;  // until a frame is large enough for many threads
  publish_search({});
}

void Engine::update(const GivenBoxes& boxes, const Attributes& attributes) {
  const Objects objects = checked(boxes, attributes);
  require_no_visit();
  const bool is_empty = objects.count == 0 && !objects.has_filters();
  // Why: the stages would only read memory that has left the caches since the last frame.
  if (is_empty && is_at_rest()) {
    stats.nanoseconds = {};
    can_skip_update_ = calls.recorder() == nullptr;
    return;
  }
  const bool rests =
      is_empty && has_pairs() && stats.object_count == 0 && index_.statics.pending().is_empty();
  run_again_if_memory_ends([&] { run_update(objects); });
  if (rests) state_ = State::rest;
}

void Engine::run_update(const Objects& given) {
  StageClock clock;
  begin_frame(given, clock);
  BuiltIndex built{given, {}};
  // Why one run: entering one takes 1 to 4 % of a frame of 10,000 boxes on two threads.
  context.workers.run(EngineContext::is_small(given.count), [&] {
    index_.build(built, clock);
    pairs_.find(index_, built.objects, saves_memory_, clock);
  });
  built.stats.nanoseconds = clock.nanoseconds(context.tick_length);
  publish(built.stats, built.objects, State::pairs);
}

void Engine::build(const GivenBoxes& boxes, const Attributes& attributes) {
  const Objects objects = checked(boxes, attributes);
  require_no_visit();
  run_again_if_memory_ends([&] { run_build(objects); });
}

void Engine::run_build(const Objects& given) {
  StageClock clock;
  begin_frame(given, clock);
  BuiltIndex built{given, {}};
  context.workers.run(EngineContext::is_small(given.count), [&] { index_.build(built, clock); });
  built.stats.nanoseconds = clock.nanoseconds(context.tick_length);
  frame_.segments.totals = {};
  publish(built.stats, built.objects, State::trees);
}

void Engine::begin_frame(const Objects& given, StageClock& clock) {
  drop_trees();
  index_.update_statics(given, context.config.events ? &pairs_.events.static_log : nullptr, clock);
  static_lists_.release_unless(index_.statics.version());
  reserve_objects(given.count);
}

void Engine::publish(const Stats& new_stats, const Objects& objects, State state) noexcept {
  list_rejected(objects);
  if (state == State::pairs) {
    pairs_.publish();
  } else {
    pairs_.publish_none();
  }
  published_static_count_ = index_.statics.count();
  state_ = state;
  publish_search(new_stats);
}

/// Why serial: it must not fail, and boxes are rejected one at a time, if at all.
void Engine::list_rejected(const Objects& objects) noexcept {
  const std::span<const Record> records = index_.rejected();
  ObjectId* const last_in_order = frame_.tree.ids.data() + frame_.partition.valid_count;
  for (std::size_t i = 0; i < records.size(); ++i)
    rejected_[i] = last_in_order[i] = objects.id(records[i].id);
  frame_.tree.order_count = objects.count;
  const std::span<ObjectId> ids = rejected_.first(records.size());
  if (objects.ids != nullptr) std::sort(ids.begin(), ids.end());
}

void Engine::publish_search(Stats new_stats) noexcept {
  new_stats.test_count = frame_.segments.totals.tests;
  new_stats.pair_count = frame_.segments.totals.pairs;
  new_stats.byte_count = context.memory.byte_count();
  new_stats.threads = context.workers.count();
  new_stats.simd = context.kernels.simd;
  stats = new_stats;
}

void Engine::drop_trees() noexcept {
  can_skip_update_ = false;
  state_ = State::none;
  index_.forget_changes();
}

void Engine::require_trees() const {
  if (!has_trees())
    throw NoFrame(
        "quadphase: there is no finished frame: call update or build first, and again after one "
        "that threw, "
        "reserve or restore");
}

void Engine::throw_in_visitor() {
  throw InVisitor(
      "quadphase: a visitor may call const functions of its engine and change the static set, "
      "but not update, build, reserve, count, sort, stream, restore, patch, hide or list static "
      "pairs");
}

std::size_t Engine::chunk_count() const {
  require_trees();
  return pair_task_count(index_.trees());
}

std::uint64_t Engine::count() {
  require_no_visit();
  require_trees();
  if (has_pairs()) return pairs().size();
  Stats new_stats = stats;
  StageClock clock;
  pairs_.count(index_, new_stats.object_count, clock);
  new_stats.nanoseconds.pairs = clock.nanoseconds(context.tick_length).pairs;
  publish_search(new_stats);
  return stats.pair_count;
}

void Engine::stream(ChunkVisitor user_visit) {
  require_no_visit();
  require_trees();
  std::atomic<bool> has_visited{false};
  const auto marked = [&](std::span<const Pair> pairs, std::size_t chunk_index) {
    has_visited.store(true, std::memory_order_relaxed);
    const VisitMark mark(this);
    user_visit(pairs, chunk_index);
  };
  const ChunkVisitor visit = chunk_visitor(marked);
  Stats new_stats = stats;
  if (has_pairs()) {
    run_again_unless(has_visited, [&] { pairs_.visit_chunks(new_stats.object_count, visit); });
  } else {
    StageClock clock;
    run_again_unless(has_visited,
                     [&] { pairs_.stream(index_, new_stats.object_count, visit, clock); });
    new_stats.nanoseconds.pairs = clock.nanoseconds(context.tick_length).pairs;
  }
  publish_search(new_stats);
}

std::span<const Pair> Engine::sorted_pairs() {
  require_no_visit();
  std::span<const Pair> sorted;
  run_again_unless(false, [&] { sorted = pairs_.sorted(); });
  return sorted;
}

Adjacency Engine::adjacency(std::size_t id_count) {
  require_no_visit();
  Adjacency rows;
  run_again_unless(false, [&] { rows = pairs_.adjacency(id_count); });
  return rows;
}

bool Engine::tight_boxes_overlap(const Pair& pair) const {
  if (!has_trees()) throw NoFrame("quadphase: tight_boxes_overlap needs a finished update");
  return pairs_.tight_boxes_overlap(pair, index_.statics.objects());
}

void Engine::begin_pairs_anew(const Column<ObjectId>& ids) {
  if (!context.config.events) return;
  std::vector<ObjectId> copy;
  const std::span<const ObjectId> stay = listed(ids, copy);
  change_again_if_memory_ends([&] { pairs_.events.restart(stay); });
}

void Engine::patch(const GivenBoxes& boxes, const Column<ObjectId>& ids,
                   const Attributes& attributes) {
  require_no_visit();
  require_trees();
  const Attributes all = with_ids(boxes.count, ids, attributes);
  Objects objects = checked_with_ids(boxes, all);
  drop_trees_if_memory_ends([&] {
    Buffer<std::uint32_t> arrays(&context.memory);
    read_strided(objects, arrays, context.workers);
    index_.patch(objects);
  });
}

void Engine::hide(const Column<ObjectId>& ids) {
  require_no_visit();
  require_trees();
  drop_trees_if_memory_ends([&] {
    std::vector<ObjectId> copy;
    index_.hide(listed(ids, copy));
  });
}

SearchedTrees Engine::searched_trees(Worlds worlds, Mobilities mobilities) const {
  require_trees();
  return index_.searched_trees(worlds, mobilities);
}

void Engine::visit_cells(ErasedVisitor<Cell> visitor) const {
  require_trees();
  const VisitMark mark(this);
  index_.visit_cells([&](const Cell& cell) { return visitor.call(visitor.target, {&cell, 1}); });
}

Objects Engine::checked_with_ids(const GivenBoxes& boxes, const Attributes& attributes) const {
  Objects objects = checked(boxes, attributes);
  objects.periods = context.periods();
  return objects;
}

void Engine::reserve_objects(std::size_t object_count) {
  drop_trees();
  frame_.reserve(object_count, context.leaf_rules.capacity);
  frame_.reserve_workers(context.workers);
  PairSegments& segments = frame_.segments;
  if (segments.writes_array && !segments.is_single_thread() &&
      !EngineContext::is_small(frame_.object_capacity()))
    segments.write_blocks();
  if (!saves_memory_) frame_.reserve_pairs(0);
  if (rejected_.capacity() >= frame_.object_capacity()) return;
  rejected_.grow(stats.rejected_count, frame_.object_capacity());
}

void Engine::reserve(std::size_t object_count, std::uint64_t pair_count) {
  checked(object_count);
  checked_pairs(pair_count);
  require_no_visit();
  const std::size_t kept_pairs = count_in_memory(pair_count);
  run_again_if_memory_ends([&] {
    reserve_objects(object_count);
    pairs_.reserve(object_count, kept_pairs);
  });
  pairs_.forget();
  stats.byte_count = context.memory.byte_count();
}

}  // namespace quadphase::detail
