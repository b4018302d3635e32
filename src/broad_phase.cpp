// SPDX-License-Identifier: MIT
// The conductor: one call a stage, in the order in which data flows.
#include "quadphase/broad_phase.hpp"

#include "base/timed.hpp"
#include "debug/validate.hpp"
#include "engine.hpp"
#include "input/swept_boxes.hpp"
#include "input/validate_input.hpp"

namespace quadphase {

using namespace detail;

Stats detail::Engine::build(const Objects& objects) {
  const std::size_t n = objects.count;
  statics.settle(static_builder());
  reserve(n);
  Stats figures;
  const BuildRules rules{leaf_rules, objects.has_filters() || statics.has_filters()};
  if (n == 0 && !rules.has_filters) {  // a world asleep
    frame.clear();
    statics.align_filters(false, workers);
    return figures;
  }
  workers.run(is_small(n), [&] {
    build_objects(objects, rules, {kernels, workers, frame}, frame.tree, frame.tree_filters,
                  figures.nanoseconds);
    statics.align_filters(rules.has_filters, workers);
  });
  figures.object_count = n;
  figures.rejected_count = frame.scene.rejected_count;
  figures.leaf_count = frame.tree.view.sizes[0];
  figures.node_count = frame.tree.node_count();
  return figures;
}

void detail::Engine::store_pairs(const Objects& objects, Stats& figures) {
  StageTimes& times = figures.nanoseconds;
  workers.run(is_small(figures.object_count), [&] {
    timed(times.pairs,
          [&] { find_pairs(trees(), config.max_pairs, kernels, workers, frame.segments); });
    if (!frame.segments.is_single_thread())
      frame.segments.pool.reserve(frame.segments.totals.pairs, workers.count());
    next_moving.forget();
    if (config.events || needs_tight_boxes(objects))
      timed(times.events, [&] { find_events(objects); });
    timed(times.merge, [&] { merge_pairs(frame.segments, workers, frame.merged); });
    if (kValidate && is_plain(objects))
      validate_pairs(objects.view(), frame.segments, frame.merged);
  });
}

std::uint64_t detail::Engine::count() {
  if (!has_pairs()) return 0;
  if (has_array) return shown_pairs;
  Stats figures = stats;
  workers.run(is_small(figures.object_count), [&] {
    timed(figures.nanoseconds.pairs,
          [&] { detail::count_pairs(trees(), kernels, workers, frame.segments); });
  });
  show_search(figures);
  return stats.pair_count;
}

void detail::Engine::stream(void* target, ChunkVisitor visit) {
  if (!has_pairs()) return;
  Stats figures = stats;
  workers.run(is_small(figures.object_count), [&] {
    if (has_array) {
      detail::visit_chunks(frame.merged, workers, target, visit);
    } else {
      timed(figures.nanoseconds.pairs, [&] {
        stream_pairs(trees(), kernels, workers, target, visit, frame.segments, frame.large_chunks);
      });
    }
  });
  show_search(figures);
}

BroadPhase::BroadPhase(const Config& config) : engine_(std::make_unique<Engine>(config)) {}
BroadPhase::~BroadPhase() = default;
BroadPhase::BroadPhase(BroadPhase&&) noexcept = default;
BroadPhase& BroadPhase::operator=(BroadPhase&&) noexcept = default;

void BroadPhase::reserve(std::size_t object_count, std::uint64_t pair_count) {
  checked(object_count);
  engine_->reserve(object_count);
  engine_->frame.reserve_pairs(pair_count);
  engine_->shown_pairs = 0;
  engine_->stats.byte_count = engine_->byte_count();
}

void BroadPhase::update(const BoxView& boxes, const Attributes& attributes) {
  const Objects objects = engine_->validated_frame(boxes, attributes);
  Stats figures = engine_->build(objects);
  engine_->store_pairs(objects, figures);
  engine_->show_frame(figures, objects, true);
}

void BroadPhase::build(const BoxView& boxes, const Attributes& attributes) {
  const Objects objects = engine_->validated_frame(boxes, attributes);
  const Stats figures = engine_->build(objects);
  engine_->frame.segments.totals = {};
  engine_->show_frame(figures, objects, false);
}

std::span<const Pair> BroadPhase::pairs() const noexcept {
  return {engine_->frame.merged.pairs.data(), engine_->shown_pairs};
}

std::size_t BroadPhase::chunk_count() const noexcept {
  return engine_->has_pairs() ? pair_task_count(engine_->trees()) : 0;
}

std::uint64_t BroadPhase::count_pairs() {
  return engine_->count();
}
void BroadPhase::visit_chunks(void* target, ChunkVisitor visit) {
  engine_->stream(target, visit);
}
const Stats& BroadPhase::stats() const noexcept {
  return engine_->stats;
}
std::size_t BroadPhase::byte_count() const noexcept {
  return engine_->byte_count();
}

}  // namespace quadphase
