// SPDX-License-Identifier: MIT
// The conductor: one call a stage, in the order in which data flows.
#include "quadphase/broad_phase.hpp"

#include <chrono>

#include "arguments.hpp"
#include "engine.hpp"
#include "validate.hpp"

namespace quadphase {

using namespace detail;

namespace {

/// Calls a stage and notes how long it took.
template <class Stage>
void timed(std::uint64_t& nanoseconds, const Stage& stage) {
  const auto start = std::chrono::steady_clock::now();
  stage();
  const std::chrono::nanoseconds duration = std::chrono::steady_clock::now() - start;
  nanoseconds = static_cast<std::uint64_t>(duration.count());
}

}  // namespace

Stats BroadPhase::Engine::build(const BoxView& view) {
  const BoxSpan boxes = checked(view);
  const std::size_t n = view.size();
  reserve(n);
  Stats figures;
  StageTimes& times = figures.nanoseconds;
  workers.run(is_small(n), [&] {
    timed(times.bounds, [&] { measure_bounds(boxes, n, kernels, workers, frame.scene); });
    if (kValidate) validate_bounds(view, frame.scene);
    timed(times.keys, [&] {
      encode_keys(boxes, n, frame.scene.core, frame.scene.large_exponent, kernels, workers,
                  frame.keys);
    });
    if (kValidate) validate_keys(view, frame.scene, frame.keys);
    timed(times.partition, [&] {
      partition_records(boxes, n, frame.keys.keys.data(), leaf_rules.max_depth, workers,
                        frame.partition);
    });
    if (kValidate) validate_partition(view, frame.scene, frame.keys, frame.partition);
    timed(times.tree,
          [&] { build_tree(frame.partition.list(), leaf_rules, kernels, workers, frame.tree); });
    if (kValidate) validate_tree(view, frame.scene, leaf_rules.capacity, frame.tree);
  });
  figures.object_count = n;
  figures.rejected_count = frame.scene.rejected_count;
  figures.leaf_count = frame.tree.view.sizes[0];
  figures.node_count = frame.tree.node_count();
  return figures;
}

void BroadPhase::Engine::store_pairs(const BoxView& view, Stats& figures) {
  StageTimes& times = figures.nanoseconds;
  workers.run(is_small(figures.object_count), [&] {
    timed(times.pairs,
          [&] { find_pairs(frame.tree.view, config.max_pairs, kernels, workers, frame.segments); });
    if (!frame.segments.is_lone())
      frame.segments.pool.reserve(frame.segments.totals.pairs, workers.count());
    timed(times.merge, [&] { merge_pairs(frame.segments, workers, frame.merged); });
    if (kValidate) validate_pairs(view, frame.segments, frame.merged);
  });
}

std::uint64_t BroadPhase::Engine::count() {
  if (!has_tree) return 0;
  if (has_array) return shown_pairs;
  Stats figures = stats;
  workers.run(is_small(figures.object_count), [&] {
    timed(figures.nanoseconds.pairs,
          [&] { detail::count_pairs(frame.tree.view, kernels, workers, frame.segments); });
  });
  show_search(figures);
  return stats.pair_count;
}

void BroadPhase::Engine::stream(void* target, ChunkVisitor visit) {
  if (!has_tree) return;
  Stats figures = stats;
  workers.run(is_small(figures.object_count), [&] {
    if (has_array) {
      detail::visit_chunks(frame.merged, workers, target, visit);
    } else {
      timed(figures.nanoseconds.pairs, [&] {
        stream_pairs(frame.tree.view, kernels, workers, target, visit, frame.segments,
                     frame.large_chunks);
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

void BroadPhase::update(const BoxView& boxes) {
  Stats figures = engine_->build(boxes);
  engine_->store_pairs(boxes, figures);
  engine_->show_frame(figures, true);
}

void BroadPhase::build(const BoxView& boxes) {
  const Stats figures = engine_->build(boxes);
  engine_->frame.segments.totals = {};
  engine_->show_frame(figures, false);
}

std::span<const Pair> BroadPhase::pairs() const noexcept {
  return {engine_->frame.merged.pairs.data(), engine_->shown_pairs};
}

std::size_t BroadPhase::chunk_count() const noexcept {
  return engine_->has_tree ? pair_task_count(engine_->frame.tree.view) : 0;
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
