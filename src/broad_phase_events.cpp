// SPDX-License-Identifier: MIT
// Events: the members of Engine and BroadPhase that compare the pairs of two updates, and tight
// boxes.
#include "base/errors.hpp"
#include "base/floating_point_mode.hpp"
#include "engine/engine.hpp"
#include "engine_calls.hpp"
#include "input/attribute_columns.hpp"

namespace quadphase {

using namespace detail;

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

Events BroadPhase::events() const noexcept {
  return engine_->events();
}

std::span<const std::uint32_t> BroadPhase::previous_indices() const noexcept {
  return engine_->previous_indices();
}

void BroadPhase::restart_pairs(const Column<ObjectId>& ids) {
  logged(
      engine_->calls, [&] { return call_with_ids(CallKind::restart_pairs, ids); },
      [&] {
        if (!engine_->config.events) return;
        std::vector<ObjectId> copy;
        const std::span<const ObjectId> stay = engine_->listed(ids, copy);
        engine_->change_again_if_memory_ends([&] { engine_->pair_events.restart(stay); });
        engine_->is_at_rest = false;
      });
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

}  // namespace quadphase
