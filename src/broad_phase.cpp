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
// Boxes are compared in `PairSearch::test_slice` (kernels/pairs-inl.hpp) by `overlap`
// (kernels/simd-inl.hpp).
//
// `update` runs all of them, `build` the first four; `count_pairs` and `for_each_pair_chunk` run
// the fifth on the current tree.
#include "quadphase/broad_phase.hpp"

#include <atomic>

#include "base/scope_mark.hpp"
#include "base/stage_clock.hpp"
#include "debug/cells.hpp"
#include "debug/validate.hpp"
#include "engine/engine.hpp"
#include "engine_calls.hpp"
#include "input/attribute_columns.hpp"
#include "input/given_boxes.hpp"
#include "input/swept_boxes.hpp"
#include "input/validate_input.hpp"
#include "pairs/counted_pairs.hpp"
#include "pairs/merge.hpp"
#include "pairs/pairs.hpp"
#include "pairs/stream.hpp"
#include "tree/build_tree.hpp"

namespace quadphase {

using namespace detail;

/// Stages 1 to 4, for moving and for static objects.
void detail::build_objects(Objects objects, const BuildOptions& options,
                           const BuildContext& context, Tree& tree, TreeFilters& filters) {
  const Kernels& kernels = context.kernels;
  const Workers& workers = context.workers;
  BuildScratch& scratch = context.scratch;
  StageClock& clock = context.clock;
  const std::size_t n = objects.count;
  const std::uint32_t* const worlds = objects.filters.world;

  clock.time(&StageTimes::bounds, [&] {
    if (objects.has_own_boxes()) {
      scratch.fat_boxes.ensure(tree.capacity());
      make_fat_boxes(objects, 0, workers, scratch.fat_boxes);
      objects.boxes = scratch.fat_boxes.from(0);
    }
    measure_bounds(objects.boxes, n, kernels, workers, scratch.scene);
  });
  if (kValidate) validate_bounds(objects.view(), scratch.scene);

  clock.time(&StageTimes::keys, [&] {
    scratch.keys.keys = tree.keys();
    encode_keys(objects.boxes, worlds, n, scratch.scene, kernels, workers, scratch.keys);
  });
  if (kValidate) validate_keys(objects.view(), scratch.scene, scratch.keys);

  clock.time(&StageTimes::partition, [&] {
    partition_records({objects.boxes, worlds, n, scratch.scene.shapes}, scratch.keys.keys,
                      options.leaves, workers, scratch.partition);
  });
  if (kValidate) validate_partition(objects.view(), scratch.scene, scratch.keys, scratch.partition);

  clock.time(&StageTimes::tree, [&] {
    build_tree(scratch.partition.list(), options.leaves, kernels, workers, tree);
    if (kValidate) validate_tree(objects.view(), scratch.scene, options.leaves.capacity, tree);
    if (options.has_filters) add_filters(objects, workers, tree.view, filters);
    if (objects.doubles != nullptr)
      show_doubles(objects.doubles, objects.origin, objects.ids != nullptr, workers, tree);
    if (objects.ids != nullptr) replace_rows_by_ids(objects.ids, workers, tree);
  });
}

/// Changes to static objects, then stages 1 to 4.
Stats detail::Engine::build(Objects& objects, StageClock& clock) {
  const std::size_t n = objects.count;
  Stats new_stats;
  drop_tree();
  objects.periods = periods();
  const Origin* const origin = objects.given.origin();
  if (!statics.pending().is_empty() || statics.is_near_another(origin)) {
    static_lists.release();
    if (images != nullptr) images->are_statics_current = false;
  }
  clock.time(&StageTimes::statics, [&] { update_statics(objects.has_filters(), origin); });
  frame_origin = origin != nullptr               ? *origin
                 : statics.objects().has_doubles ? statics.objects().origin
                                                 : Origin{};
  reserve(n);
  const BuildOptions options{leaf_rules, objects.has_filters() || statics.objects().has_filters};
  if (n == 0 && !options.has_filters) {  // no moving objects and no filters
    frame.clear();
    if (images != nullptr) images->moving.clear();
    return new_stats;
  }
  const bool reads = n > 0 && objects.given.must_be_read();
  if (reads) {
    input.ensure(frame.object_capacity());
    objects.boxes = input.from(0);
  }
  if (reads && objects.given.is_double()) {
    doubles.ensure(frame.object_capacity());
    objects.doubles = doubles.data();
    objects.origin = *objects.given.origin();
    objects.is_swept_in_double = objects.has_fat_boxes();
  }
  if (n > 0 && objects.strided != nullptr)
    columns.ensure(strided_count(*objects.strided) * frame.object_capacity());
  workers.run(is_small(n), [&] {
    clock.time(&StageTimes::bounds, [&] {
      read_strided(objects, columns.data(), workers);
      if (reads) read_boxes(objects, kernels, workers, input.edges_from(0), doubles.data());
      if (images != nullptr) objects.all_fit = do_all_fit(objects, workers);
    });
    build_objects(objects, options, {kernels, workers, frame, clock}, frame.tree,
                  frame.tree_filters);
    if (images != nullptr) clock.time(&StageTimes::tree, [&] { build_images(objects, options); });
  });
  new_stats.object_count = n;
  new_stats.rejected_count = frame.scene.rejected_count;
  new_stats.leaf_count = frame.tree.view.sizes[0];
  new_stats.node_count = frame.tree.node_count();
  return new_stats;
}

/// Between stages 4 and 5: the images of a periodic world.
void detail::Engine::build_images(Objects objects, const BuildOptions& options) {
  StageClock clock;  // all of this counts as one part of a stage
  const BuildContext context{kernels, workers, images->scratch, clock};
  const Point reach =
      images->reach_of(frame.tree.view, statics.objects(), objects.periods, workers);
  if (objects.has_own_boxes()) objects.boxes = frame.fat_boxes.from(0);
  objects.given = {};
  objects.sweeps = {};
  images->moving.build(objects, reach, options, context);
  images->build_statics(statics.objects(), objects.periods, reach, options, context);
  frame.reserve_tasks(pair_task_count(trees()));
}

/// Stages 5 to 7.
void detail::Engine::store_pairs(const Objects& objects, StageClock& clock) {
  next_moving.clear();
  workers.run(is_small(objects.count), [&] {
    clock.time(&StageTimes::pairs, [&] {
      const auto find = saves_memory ? find_counted_pairs : find_pairs;
      find(trees(), max_pairs(), kernels, workers, frame.segments);
    });
    // Why before the merge: it overwrites the pairs of the last update.
    if (config.events || needs_tight_boxes(objects))
      clock.time(&StageTimes::events, [&] { find_events(objects); });
    clock.time(&StageTimes::merge, [&] { merge_pairs(frame.segments, workers, frame.merged); });
    if (kValidate && is_plain(objects))
      validate_pairs(objects.view(), config.touching, periods(), frame.segments, frame.merged);
  });
}

std::uint64_t detail::Engine::count() {
  require_no_visit();
  require_tree();
  if (has_array) return published_pairs;
  Stats new_stats = stats;
  StageClock clock;
  workers.run(is_small(new_stats.object_count), [&] {
    clock.time(&StageTimes::pairs,
               [&] { detail::count_pairs(trees(), kernels, workers, frame.segments); });
  });
  new_stats.nanoseconds.pairs = clock.nanoseconds().pairs;
  publish_search(new_stats);
  return stats.pair_count;
}

void detail::Engine::stream(ChunkVisitor user_visit) {
  require_no_visit();
  require_tree();
  std::atomic<bool> has_visited{false};
  const auto marked = [&](std::span<const Pair> pairs, std::size_t chunk_index) {
    has_visited.store(true, std::memory_order_relaxed);
    const VisitMark mark(this);
    user_visit(pairs, chunk_index);
  };
  const ChunkVisitor visit = chunk_visitor(marked);
  Stats new_stats = stats;
  StageClock clock;
  const auto search = [&] {
    workers.run(is_small(new_stats.object_count), [&] {
      if (has_array) {
        detail::visit_chunks(frame.merged, workers, visit);
      } else {
        clock.time(&StageTimes::pairs,
                   [&] { stream_pairs(trees(), kernels, workers, visit, frame.segments); });
      }
    });
  };
  run_again_unless(has_visited, search);
  if (!has_array) new_stats.nanoseconds.pairs = clock.nanoseconds().pairs;
  publish_search(new_stats);
}

std::span<const Pair> detail::Engine::sorted_pairs() {
  require_no_visit();
  std::span<const Pair> sorted;
  run_again_unless(false, [&] { sorted = pair_lists.sorted(pairs(), workers); });
  return sorted;
}

Adjacency detail::Engine::adjacency(std::size_t id_count) {
  require_no_visit();
  Adjacency rows;
  run_again_unless(false, [&] { rows = pair_lists.adjacency(pairs(), id_count, workers); });
  return rows;
}

void detail::Engine::visit_cells(ErasedVisitor<quadphase::Cell> visitor) const {
  require_tree();
  const VisitMark mark(this);
  const auto visit = [&](const quadphase::Cell& cell) {
    return visitor.call(visitor.target, {&cell, 1});
  };
  if (!detail::visit_cells(frame.tree.view, false, visit)) return;
  for (const TreeView* const tree : statics.trees())
    if (!detail::visit_cells(*tree, true, visit)) return;
}

BroadPhase::BroadPhase(const Config& config)
    : Index(new_engine(CallKind::create_engine, config, config)) {}
BroadPhase::~BroadPhase() = default;
BroadPhase::BroadPhase(BroadPhase&&) noexcept = default;
BroadPhase& BroadPhase::operator=(BroadPhase&&) noexcept = default;

void detail::Engine::reserve_frame(std::size_t object_count, std::uint64_t pair_count) {
  checked(object_count);
  checked_pairs(pair_count);
  require_no_visit();
  const std::size_t kept_pairs = count_in_memory(pair_count);
  run_again_if_memory_ends([&] {
    reserve(object_count);
    frame.reserve_pairs(kept_pairs);
    if (config.events) reserve_events(object_count, kept_pairs);
  });
  published_pairs = 0;
  stats.byte_count = memory.byte_count();
}

void detail::Engine::update(const GivenBoxes& boxes, const Attributes& attributes) {
  const Objects objects = checked(boxes, attributes);
  require_no_visit();
  const bool is_empty = objects.count == 0 && !objects.has_filters();
  // Why: the stages would only read memory that has left the caches since the last frame.
  if (is_empty && is_at_rest) {
    stats.nanoseconds = {};
    return;
  }
  const bool rests =
      is_empty && has_array && stats.object_count == 0 && statics.pending().is_empty();
  run_again_if_memory_ends([&] { run_frame(objects); });
  is_at_rest = rests;
}

void detail::Engine::run_frame(Objects objects) {
  StageClock clock;
  Stats new_stats = build(objects, clock);
  store_pairs(objects, clock);
  new_stats.nanoseconds = clock.nanoseconds();
  publish_frame(new_stats, objects, true);
}

void detail::Engine::build(const GivenBoxes& boxes, const Attributes& attributes) {
  const Objects objects = checked(boxes, attributes);
  require_no_visit();
  run_again_if_memory_ends([&] {
    StageClock clock;
    Objects searched = objects;
    Stats new_stats = build(searched, clock);
    new_stats.nanoseconds = clock.nanoseconds();
    frame.segments.totals = {};
    publish_frame(new_stats, searched, false);
  });
}

void BroadPhase::reserve(std::size_t object_count, std::uint64_t pair_count) {
  reserve_call(*engine_, object_count, pair_count);
}

void BroadPhase::update(const Boxes& boxes, const Attributes& attributes) {
  frame_call(*engine_, CallKind::update, boxes, attributes);
}

std::span<const Pair> BroadPhase::pairs() const noexcept {
  return engine_->pairs();
}
std::span<const Pair> BroadPhase::sorted_pairs() {
  return engine_->sorted_pairs();
}
Adjacency BroadPhase::adjacency(std::size_t id_count) {
  return engine_->adjacency(id_count);
}

std::size_t BroadPhase::chunk_count() const {
  return logged(
      engine_->calls, [] { return RecordedCall{.kind = CallKind::chunk_count}; },
      [&] {
        engine_->require_tree();
        return pair_task_count(engine_->trees());
      },
      [](ResultHash* hash, CallOutcome&, std::size_t count) {
        if (hash != nullptr) hash->add(std::uint64_t{count});
      });
}

std::uint64_t BroadPhase::count_pairs() {
  return logged(
      engine_->calls, [] { return RecordedCall{.kind = CallKind::count_pairs}; },
      [&] { return engine_->count(); },
      [](ResultHash* hash, CallOutcome&, std::uint64_t count) {
        if (hash != nullptr) hash->add(count);
      });
}
void BroadPhase::visit_chunks(ChunkVisitor visit) {
  logged_chunks(engine_->calls, visit, [&](ChunkVisitor logged) { engine_->stream(logged); });
}

}  // namespace quadphase
