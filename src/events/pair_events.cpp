// SPDX-License-Identifier: MIT
#include "events/pair_events.hpp"

#include <algorithm>
#include <utility>

#include "base/chunk_loop.hpp"
#include "data/local_box.hpp"

namespace quadphase::detail {
namespace {

ObjectState static_state(const StaticObjects& statics, std::uint32_t row) {
  return {true, true, statics.filter(row), statics.generation(row)};
}

/// True if only one of the two frames has the object under this id.
bool differs(const ObjectState& before, const ObjectState& now) {
  return !before.is_present || !now.is_present || before.generation != now.generation;
}

/// Makes room for more events, in the list itself or in `next`, which will replace it. The events
/// that are published stay.
template <class Event>
void reserve_events(const Buffer<Event>& list, Buffer<Event>& next, std::size_t count) {
  if (count > list.capacity()) ensure_list(next, count);
}

}  // namespace

ObjectState PairEvents::Frames::state_before(ObjectId id) const noexcept {
  const ObjectState moved = before.state(id);
  if (moved.is_present) return moved;
  if (const StaticLog::Entry* const entry = log.find(id)) return entry->before;
  const std::uint32_t row = statics.rows.find(id);
  return row != IdMap::kNone ? static_state(statics, row) : ObjectState{};
}

ObjectState PairEvents::Frames::state_now(ObjectId id) const noexcept {
  const ObjectState moves = moving.state(id);
  if (moves.is_present) return moves;
  const std::uint32_t row = statics.rows.find(id);
  return row != IdMap::kNone ? static_state(statics, row) : ObjectState{};
}

BeginReason PairEvents::Frames::begin_reason(const Pair& pair) const noexcept {
  const ObjectState a = state_before(pair.first);
  const ObjectState b = state_before(pair.second);
  if (differs(a, state_now(pair.first)) || differs(b, state_now(pair.second)))
    return BeginReason::added;
  if (a.is_static && b.is_static) return BeginReason::made_moving;
  if (!may_pair(a.filter, b.filter)) return BeginReason::filtered_in;
  return restarted.has_any(pair) ? BeginReason::restarted : BeginReason::touched;
}

EndReason PairEvents::Frames::end_reason(const Pair& pair) const noexcept {
  const ObjectState a = state_now(pair.first);
  const ObjectState b = state_now(pair.second);
  if (differs(state_before(pair.first), a) || differs(state_before(pair.second), b))
    return EndReason::removed;
  if (a.is_static && b.is_static) return EndReason::made_static;
  return may_pair(a.filter, b.filter) ? EndReason::separated : EndReason::filtered_out;
}

/// The reasons if no object of both frames differs in more than its box.
struct PairEvents::PlainReasons {
  const IdTable& before;
  const IdTable& moving;
  const IdMap& statics;  // in both frames

  [[nodiscard]] bool has(const IdTable& rows, ObjectId id) const noexcept {
    return rows.find(id) != IdMap::kNone || statics.find(id) != IdMap::kNone;
  }
  [[nodiscard]] bool has_both(const IdTable& rows, const Pair& pair) const noexcept {
    return has(rows, pair.first) && has(rows, pair.second);
  }
  [[nodiscard]] BeginReason begin_reason(const Pair& pair) const noexcept {
    return has_both(before, pair) ? BeginReason::touched : BeginReason::added;
  }
  [[nodiscard]] EndReason end_reason(const Pair& pair) const noexcept {
    return has_both(moving, pair) ? EndReason::separated : EndReason::removed;
  }
};

PairEvents::PairEvents(std::pmr::memory_resource* resource)
    : static_log(resource),
      changes_(resource),
      pieces_(resource),
      boxes_(resource),
      doubles_(resource),
      differing_(resource),
      reused_(resource),
      reused_ids_(resource),
      restarted_(resource),
      restarted_ids_(resource),
      begun_(resource),
      ended_(resource) {}

void PairEvents::restart(std::span<const ObjectId> ids) {
  const std::size_t count = restarted_count_ + ids.size();
  if (count > restarted_ids_.capacity())
    restarted_ids_.ensure_keeping(restarted_count_, count + count / 8);
  std::copy(ids.begin(), ids.end(), restarted_ids_.data() + restarted_count_);
  restarted_count_ = count;
}

/// True if no pair can be in both lists of candidates.
bool PairEvents::have_no_common_pair(const Frames& frames, const Differences& differences) {
  return differences.now == nullptr && frames.statics.count == 0 && !frames.before.has_ids &&
         !frames.moving.has_ids && !frames.have_equal_ids;
}

void PairEvents::fill_boxes(const UpdateParts& update, const StaticObjects& statics,
                            const Workers& workers, const Kernels& kernels) {
  const ObjectHistory& moving = update.moving;
  const IdTable& ids = moving.by_id();
  Box* const boxes = boxes_.data();
  // Why: of objects with the same id, the first has the box, regardless of the threads.
  const auto has_slot = [&](std::size_t row) {
    return !now_.have_equal_ids || ids.find(moving.ids[row]) == row;
  };
  if (moving.has_ids && ids.slots_are_ids()) {
    for_each_row(ids.slot_count(), workers, [&](std::size_t slot) { boxes[slot] = no_box(); });
    const auto write = [&](std::size_t row) { boxes[moving.ids[row]] = box_at(update.boxes, row); };
    if (!now_.have_equal_ids) {
      for_each_row(moving.count, workers, write);
    } else {
      for_each_row(moving.count, workers, [&](std::size_t row) {
        if (has_slot(row)) write(row);
      });
    }
    for (const Record& record : update.rejected)
      if (has_slot(record.id)) boxes[moving.ids[record.id]] = no_box();
  } else {
    const Chunks chunks(moving.count);
    workers.for_each(chunks.count(), 1, [&](std::size_t c, int) {
      kernels.interleave_boxes(update.boxes, chunks.first(c), chunks.last(c), boxes);
    });
    for (const Record& record : update.rejected) boxes[record.id] = no_box();
  }
  for_each_row(ids.has_static() ? statics.count : 0, workers, [&](std::size_t row) {
    const ObjectId id = statics.ids()[row];
    if (!now_.are_static_shared || ids.find(id) == IdMap::kNone)
      boxes[id] = searched_box(statics, row);
  });
  boxes[ids.slot_count()] = no_box();
  if (has_doubles_) fill_doubles(update, statics, workers);
}

void PairEvents::fill_doubles(const UpdateParts& update, const StaticObjects& statics,
                              const Workers& workers) {
  const ObjectHistory& moving = update.moving;
  const IdTable& ids = moving.by_id();
  DoubleBox* const doubles = doubles_.data();
  for_each_row(ids.slot_count() + 1, workers,
               [&](std::size_t slot) { doubles[slot] = no_double_box(); });
  // As with the boxes, the first of equal ids has the slot.
  const auto set = [&](std::size_t row, const DoubleBox& box) {
    const ObjectId id = moving.id(row);
    if (!now_.have_equal_ids || ids.find(id) == row) doubles[ids.slot(id)] = box;
  };
  for_each_row(update.doubles != nullptr ? moving.count : 0, workers,
               [&](std::size_t row) { set(row, update.doubles[row]); });
  for (const Record& record : update.rejected) set(record.id, no_double_box());
  for_each_row(ids.has_static() ? statics.count : 0, workers, [&](std::size_t row) {
    const ObjectId id = statics.ids()[row];
    if (!now_.are_static_shared || ids.find(id) == IdMap::kNone)
      doubles[id] = statics.doubles_of(row);
  });
}

void PairEvents::find(const UpdateParts& update, Buffer<Pair>& published,
                      std::size_t published_count, const ObjectHistory& before,
                      const StaticObjects& statics, const Workers& workers,
                      const Kernels& kernels) {
  const PairSegments& segments = update.segments;
  const ObjectHistory& moving = update.moving;
  static_log.sort();
  differences_ = {};
  differences_.restarted = id_set(restarted_ids_.first(restarted_count_), moving.count, restarted_);
  Frames frames{before, moving, statics, static_log, differences_.restarted};
  now_ = find_equal_ids(frames, workers);
  frames.have_equal_ids = before_.have_equal_ids || now_.have_equal_ids;
  find_differences(frames, workers);
  const Differences& differences = differences_;
  const std::size_t new_count = count_in_memory(segments.totals.pairs);
  const std::span<const PairPiece> pieces = list_pieces(segments, pieces_);
  // Why for all pairs: how many will begin or end in the next update is unknown.
  const std::size_t most = segments.has_spare ? std::max(new_count, published_count) : 0;
  if (most > 0) reserve_changes(most, pieces.size(), workers, changes_);
  // Why first: if no pair was published, this is free memory, which the sort can use.
  const std::size_t room = segments.writes_array ? segments.array.capacity() : new_count;
  if (published.capacity() < room && (segments.has_spare || published_count == 0))
    published.grow(published_count, segments.writes_array ? room : room + room / 8);
  find_begun(pieces,
             {boxes_.data(), &before.by_id(), &statics, differences.before, differences.statics,
              update.touching, update.periods, has_doubles_ ? doubles_.data() : nullptr, origin_,
              frames.have_equal_ids},
             published_count, published.data(), workers, kernels, changes_);
  reserve_ended(workers, changes_);
  Buffer<BeginEvent> next_begun(begun_.resource());
  Buffer<EndEvent> next_ended(ended_.resource());
  reserve_events(begun_, next_begun, std::max(most, changes_.begun_candidates));
  reserve_events(ended_, next_ended, std::max(most, changes_.ended_candidates));
  Buffer<Box> next_boxes(boxes_.resource());
  const std::size_t slot_count = moving.by_id().slot_count() + 1;
  reserve_boxes(boxes_, slot_count, next_boxes);
  const bool has_doubles = update.doubles != nullptr || statics.has_doubles;
  Buffer<DoubleBox> next_doubles(doubles_.resource());
  if (has_doubles) reserve_boxes(doubles_, slot_count, next_doubles);

  // Nothing fails from here on.
  if (next_begun.capacity() > 0) begun_ = std::move(next_begun);
  if (next_ended.capacity() > 0) ended_ = std::move(next_ended);
  if (next_boxes.capacity() > 0) boxes_ = std::move(next_boxes);
  if (next_doubles.capacity() > 0) doubles_ = std::move(next_doubles);
  has_doubles_ = has_doubles;
  origin_ = update.doubles != nullptr ? update.origin : statics.origin;
  fill_boxes(update, statics, workers, kernels);
  find_ended(published.first(published_count),
             {boxes_.data(), &moving.by_id(), &statics, differences.now, differences.statics,
              update.touching, update.periods, has_doubles_ ? doubles_.data() : nullptr, origin_,
              frames.have_equal_ids},
             workers, kernels, changes_);
  if (frames.have_equal_ids) drop_equal_pairs(changes_);
  slice_changes(have_no_common_pair(frames, differences), differences.reused, differences.restarted,
                workers, changes_);
  if (differences.now == nullptr && !frames.have_equal_ids) {
    list(PlainReasons{before.by_id(), moving.by_id(), statics.rows}, workers);
  } else {
    list(frames, workers);
  }
}

template <class Reasons>
void PairEvents::list(const Reasons& reasons, const Workers& workers) {
  workers.for_each(changes_.slice_count, 1, [&](std::size_t i, int) {
    const PairDiff::Slice& slice = changes_.slices[i];
    BeginEvent* begun = begun_.data() + slice.begun_first;
    for (const Pair& pair : slice.begun) *begun++ = {pair, reasons.begin_reason(pair)};
    EndEvent* ended = ended_.data() + slice.ended_first;
    for (const Pair& pair : slice.ended) *ended++ = {pair, reasons.end_reason(pair)};
  });
}

/// The first time there is no reserve, because most worlds keep their size; later an eighth.
template <class Item>
void PairEvents::reserve_boxes(const Buffer<Item>& boxes, std::size_t count, Buffer<Item>& next) {
  if (count > boxes.capacity()) next.ensure(count + (boxes.capacity() > 0 ? count / 8 : 0));
}

Box PairEvents::box_before(const ObjectHistory& before, std::size_t row) const noexcept {
  return boxes_[before.by_id().slot(before.id(row))];
}

DoubleBox PairEvents::doubles_before(const ObjectHistory& before, std::size_t row) const noexcept {
  return has_doubles_ ? doubles_[before.by_id().slot(before.id(row))] : no_double_box();
}

void PairEvents::restore_boxes(const ObjectHistory& before, const StaticObjects& statics,
                               std::span<const Box> boxes, std::span<const DoubleBox> doubles,
                               const Origin& origin, bool pairs_repeat) {
  const IdTable& ids = before.by_id();
  const auto static_ids = statics.all_ids();
  before_.are_static_shared =
      std::ranges::any_of(static_ids, [&](ObjectId id) { return ids.find(id) != IdMap::kNone; });
  before_.have_equal_ids = before_.are_static_shared || ids.has_equal_ids() || pairs_repeat;
  has_doubles_ = !doubles.empty() || statics.has_doubles;
  origin_ = doubles.empty() ? statics.origin : origin;
  boxes_.ensure(ids.slot_count() + 1);
  std::fill_n(boxes_.data(), ids.slot_count() + 1, no_box());
  for (std::size_t row = 0; ids.has_static() && row < statics.count; ++row) {
    const DoubleBox box = statics.doubles_of(row);
    boxes_[ids.slot(statics.ids()[row])] =
        is_valid(box) ? local_box(box, origin_) : searched_box(statics, row);
  }
  // Why second: an object that has become static since was moving then.
  for (std::size_t row = 0; row < before.count; ++row)
    boxes_[ids.slot(before.id(row))] = boxes[row];
  if (!has_doubles_) return;
  doubles_.ensure(ids.slot_count() + 1);
  std::fill_n(doubles_.data(), ids.slot_count() + 1, no_double_box());
  for (std::size_t row = 0; ids.has_static() && row < statics.count; ++row)
    doubles_[ids.slot(statics.ids()[row])] = statics.doubles_of(row);
  for (std::size_t row = 0; row < before.count; ++row)
    doubles_[ids.slot(before.id(row))] = doubles.empty() ? no_double_box() : doubles[row];
}

void PairEvents::shrink(const ObjectHistory& before) noexcept {
  changes_ = PairDiff(boxes_.resource());
  differences_ = {};
  pieces_.release();
  for (auto* const words : {&differing_, &reused_, &restarted_}) words->release();
  reused_ids_.release();
  restarted_ids_.shrink(restarted_count_);
  const std::size_t slot_count = before.by_id().slot_count() + 1;
  boxes_.shrink(boxes_.capacity() > 0 ? slot_count : 0);
  doubles_.shrink(has_doubles_ && doubles_.capacity() > 0 ? slot_count : 0);
  begun_.shrink(begun_count_);
  ended_.shrink(ended_count_);
  static_log.shrink();
}

void PairEvents::reserve(std::size_t object_count, std::size_t pair_count, std::size_t piece_count,
                         const Workers& workers) {
  const std::size_t slots = object_count + object_count / 8 + 1;
  boxes_.ensure_keeping(boxes_.capacity(), slots);
  if (pair_count == 0) return;
  pieces_.ensure_with_spare(piece_count);
  reserve_changes(pair_count, piece_count, workers, changes_);
  const std::size_t events = pair_count + pair_count / 8;
  begun_.ensure_keeping(begun_count_, events);
  ended_.ensure_keeping(ended_count_, events);
}

void PairEvents::commit() noexcept {
  static_log.clear();
  before_ = now_;
  restarted_count_ = 0;
  begun_count_ = changes_.begun_count;
  ended_count_ = changes_.ended_count;
}

}  // namespace quadphase::detail
