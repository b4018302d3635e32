// SPDX-License-Identifier: MIT
#include "engine/engine_pairs.hpp"

#include <algorithm>
#include <utility>

#include "base/floating_point_mode.hpp"
#include "pairs/counted_pairs.hpp"
#include "pairs/merge.hpp"
#include "pairs/pairs.hpp"
#include "pairs/stream.hpp"
#include "pairs/validate_pairs.hpp"

namespace quadphase::detail {
namespace {

/// True if the pairs are those of the rows' own boxes.
bool is_plain(const Objects& objects, const StaticSet& statics) {
  return objects.ids == nullptr && statics.count() == 0 && !objects.has_own_boxes() &&
         objects.doubles == nullptr;
}

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

EnginePairs::EnginePairs(EngineContext& context, Frame& frame)
    : events(&context.memory),
      context_(context),
      frame_(frame),
      previous_(&context.memory),
      lists_(&context.memory),
      moving_(&context.memory),
      next_moving_(&context.memory) {}

std::uint64_t EnginePairs::max_pairs() const noexcept {
  const Config& config = context_.config;
  return config.previous_indices ? std::min<std::uint64_t>(config.max_pairs, kNoPair)
                                 : config.max_pairs;
}

void EnginePairs::find(const EngineIndex& index, const Objects& objects, bool saves_memory,
                       StageClock& clock) {
  const Config& config = context_.config;
  const Workers& workers = context_.workers;
  next_moving_.clear();
  clock.time(&StageTimes::pairs, [&] {
    const auto find = saves_memory ? find_counted_pairs : find_pairs;
    find(index.trees(), max_pairs(), context_.kernels, workers, frame_.segments);
  });
  // Why before the merge: it overwrites the pairs of the last update.
  if (config.events || index.needs_tight_boxes(objects))
    clock.time(&StageTimes::events, [&] { find_events(index, objects); });
  clock.time(&StageTimes::merge, [&] { merge_pairs(frame_.segments, workers, frame_.merged); });
  if (kValidate && is_plain(objects, index.statics))
    validate_pairs(objects.view(), config.touching, context_.periods(), frame_.segments,
                   frame_.merged);
}

void EnginePairs::find_events(const EngineIndex& index, const Objects& objects) {
  const Config& config = context_.config;
  const Workers& workers = context_.workers;
  const StaticObjects& statics = index.statics.objects();
  next_moving_.fill(objects,
                    {config.events, index.needs_tight_boxes(objects), statics.all_ids(),
                     events.static_log.entries().empty()},
                    moving_, workers);
  moving_.reserve_as(next_moving_);
  if (!config.events) return;
  const BoxSpan boxes = objects.has_own_boxes() ? frame_.fat_boxes.from(0) : objects.boxes;
  const PairSegments& segments = frame_.segments;
  const std::size_t old_count = frame_.merged.pair_count;
  if (config.previous_indices)
    previous_.reserve(old_count, count_in_memory(segments.totals.pairs), segments.segment_count);
  events.find({segments, next_moving_, boxes, objects.doubles, objects.origin, index.rejected(),
               config.touching, context_.periods()},
              frame_.merged.pairs, old_count, moving_, statics, workers, context_.kernels);
  if (config.previous_indices)
    previous_.find(segments, frame_.merged.pairs.first(old_count), events.had_equal_ids(),
                   events.reused(), events.restarted(), workers);
}

void EnginePairs::publish() noexcept {
  ++version_;
  published_count_ = frame_.merged.pair_count;
  if (context_.config.events || moving_.has_tight || next_moving_.has_tight) {
    std::swap(moving_, next_moving_);
    moving_.take_shared_table(next_moving_);
  }
  if (context_.config.events) events.commit();
}

void EnginePairs::publish_none() noexcept {
  forget();
  events.clear_published();
}

void EnginePairs::count(const EngineIndex& index, std::size_t object_count, StageClock& clock) {
  context_.workers.run(EngineContext::is_small(object_count), [&] {
    clock.time(&StageTimes::pairs, [&] {
      count_pairs(index.trees(), context_.kernels, context_.workers, frame_.segments);
    });
  });
}

void EnginePairs::stream(const EngineIndex& index, std::size_t object_count, ChunkVisitor visit,
                         StageClock& clock) {
  context_.workers.run(EngineContext::is_small(object_count), [&] {
    clock.time(&StageTimes::pairs, [&] {
      stream_pairs(index.trees(), context_.kernels, context_.workers, visit, frame_.segments);
    });
  });
}

void EnginePairs::visit_chunks(std::size_t object_count, ChunkVisitor visit) {
  context_.workers.run(EngineContext::is_small(object_count),
                       [&] { detail::visit_chunks(frame_.merged, context_.workers, visit); });
}

bool EnginePairs::tight_boxes_overlap(const Pair& pair, const StaticObjects& statics) const {
  const DefaultFloatingPointMode mode;
  ExactBox a;
  ExactBox b;
  // Without margins and displacements, every pair is touching.
  if (!find_tight(pair.first, moving_, statics, a) || !find_tight(pair.second, moving_, statics, b))
    return true;
  return overlaps(a, b, context_.config.touching, context_.periods());
}

void EnginePairs::reserve(std::size_t object_count, std::size_t pair_count) {
  frame_.reserve_pairs(pair_count);
  if (!context_.config.events) return;
  const PairSegments& segments = frame_.segments;
  context_.workers.run(EngineContext::is_small(object_count), [&] {
    events.reserve(object_count, pair_count, segments.pool.block_count() + 1, context_.workers);
    if (context_.config.previous_indices)
      previous_.reserve(pair_count, pair_count, segments.segments.capacity());
  });
}

void EnginePairs::shrink(bool keeps_trees) noexcept {
  next_moving_ = ObjectHistory(&context_.memory);
  if (!context_.config.events && !keeps_trees) moving_ = ObjectHistory(&context_.memory);
  moving_.shrink();
  events.shrink(moving_);
  previous_.shrink(published_count_);
  // Why: they follow from the pairs, and are rebuilt if someone asks.
  lists_.release();
}

}  // namespace quadphase::detail
