// SPDX-License-Identifier: MIT
#include "events/pair_events.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/atomic_word.hpp"
#include "base/chunk_loop.hpp"
#include "base/tuning.hpp"

namespace quadphase::detail {
namespace {

ObjectState static_state(const StaticObjects& statics, std::uint32_t row) {
  return {true, true, statics.filter(row), statics.generation[row]};
}

/// A bit set of this many words is small enough not to need a sorted list.
constexpr std::size_t kMinWords = tuned<std::size_t>(1'024, 2);

/// True if another object has taken over the id.
bool is_reused(const ObjectState& before, const ObjectState& now) {
  return before.is_present && now.is_present && before.generation != now.generation;
}

/// True if only one of the two frames has the object under this id.
bool differs(const ObjectState& before, const ObjectState& now) {
  return !before.is_present || !now.is_present || before.generation != now.generation;
}

/// Makes room for more events, in the list itself or in `next`, which will replace it. The events
/// that are published stay.
template <class Event>
void reserve_events(Buffer<Event>& list, Buffer<Event>& next, bool is_released, std::size_t count) {
  if (is_released || count > list.capacity()) ensure_list(next, count);
}

/// May be called from many threads.
void mark(std::uint64_t* words, std::size_t row) {
  atomic_fetch_or(words[row / kWordBits], std::uint64_t{1} << row % kWordBits);
}

/// Bit sets of objects that differ: by slot of the last update, by slot of this one, and by row of
/// the static set.
class Marks {
 public:
  /// `words` is their memory. Errors: `std::bad_alloc`.
  Marks(const ObjectHistory& before, const ObjectHistory& now, const StaticObjects& statics,
        bool marks_statics, Buffer<std::uint64_t>& words)
      : ids_before_(before.by_id()), ids_now_(now.by_id()), statics_(statics) {
    const std::size_t words_before = ids_before_.slot_count() / kWordBits + 1;
    const std::size_t words_now = ids_now_.slot_count() / kWordBits + 1;
    const std::size_t words_static = marks_statics ? statics.count / kWordBits + 1 : 0;
    // Why twice: the slots of this update are those before in the next one.
    words.ensure_with_spare(2 * std::max(words_before, words_now) + words_static);
    std::fill_n(words.data(), words_before + words_now + words_static, 0U);
    marks_before_ = words.data();
    marks_now_ = marks_before_ + words_before;
    marks_static_ = marks_now_ + words_now;
  }

  /// May be called from many threads, as `add`.
  void add_slots(ObjectId id) noexcept {
    const std::uint32_t slot_before = ids_before_.slot(id);
    const std::uint32_t slot_now = ids_now_.slot(id);
    if (slot_before < ids_before_.slot_count()) mark(marks_before_, slot_before);
    if (slot_now < ids_now_.slot_count()) mark(marks_now_, slot_now);
    has_slots_.store(true, std::memory_order_relaxed);
  }
  /// Adds the static row of an id, too. Needs `marks_statics`.
  void add(ObjectId id) noexcept {
    add_slots(id);
    const std::uint32_t row = statics_.rows.find(id);
    if (row != IdMap::kNone) mark(marks_static_, row);
  }

  [[nodiscard]] bool has_slots() const noexcept {
    return has_slots_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] const std::uint64_t* before() const noexcept { return marks_before_; }
  [[nodiscard]] const std::uint64_t* now() const noexcept { return marks_now_; }
  [[nodiscard]] const std::uint64_t* statics() const noexcept { return marks_static_; }

 private:
  const IdTable& ids_before_;
  const IdTable& ids_now_;
  const StaticObjects& statics_;
  std::uint64_t* marks_before_;
  std::uint64_t* marks_now_;
  std::uint64_t* marks_static_;
  std::atomic<bool> has_slots_{false};
};

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
      differing_(resource),
      reused_(resource),
      reused_ids_(resource),
      restarted_(resource),
      restarted_ids_(resource),
      begun_(resource),
      ended_(resource) {}

/// As bits, unless those would take far more memory than the objects.
IdBits PairEvents::id_set(std::span<ObjectId> ids, std::size_t object_count,
                          Buffer<std::uint64_t>& bits) {
  if (ids.empty()) return {};
  const std::size_t word_count = *std::max_element(ids.begin(), ids.end()) / kWordBits + 1;
  if (word_count > kMinWords + object_count) {
    std::sort(ids.begin(), ids.end());
    return {{}, ids};
  }
  bits.ensure_with_spare(word_count);
  std::fill_n(bits.data(), word_count, 0U);
  for (const ObjectId id : ids) bits[id / kWordBits] |= std::uint64_t{1} << id % kWordBits;
  return {bits.first(word_count)};
}

void PairEvents::restart(std::span<const ObjectId> ids) {
  const std::size_t count = restarted_count_ + ids.size();
  if (count > restarted_ids_.capacity())
    restarted_ids_.ensure_keeping(restarted_count_, count + count / 8);
  std::copy(ids.begin(), ids.end(), restarted_ids_.data() + restarted_count_);
  restarted_count_ = count;
}

void PairEvents::find_differences(const Frames& frames, const Workers& workers) {
  const ObjectHistory& before = frames.before;
  const ObjectHistory& moving = frames.moving;
  const std::span<const StaticLog::Entry> entries = static_log.entries();
  if (frames.have_plain_objects() && entries.empty() && restarted_count_ == 0) return;
  const bool may_reuse = before.has_generations || moving.has_generations;
  reused_ids_.ensure_with_spare((may_reuse ? moving.count : 0) + entries.size());
  const bool marks_statics = !entries.empty() || restarted_count_ > 0;
  Marks marks(before, moving, frames.statics, marks_statics, differing_);
  std::atomic<std::size_t> reused_count{0};
  const auto record_reused = [&](ObjectId id) {
    reused_ids_[reused_count.fetch_add(1, std::memory_order_relaxed)] = id;
  };
  const std::size_t compared = frames.have_plain_objects() ? 0 : moving.count;
  for_each_row(compared, workers, [&](std::size_t row) {
    const ObjectId id = moving.id(row);
    const std::uint32_t row_before = before.row_of(id, row);
    if (row_before == IdMap::kNone) return;
    const bool is_reused = before.generation(row_before) != moving.generation(row);
    if (is_reused) record_reused(id);
    if (is_reused || before.filter(row_before) != moving.filter(row)) marks.add_slots(id);
  });
  for_each_row(entries.size(), workers, [&](std::size_t i) {
    const ObjectId id = entries[i].id;
    if (i > 0 && entries[i - 1].id == id) return;
    marks.add(id);
    const bool is_compared =
        before.by_id().find(id) != IdMap::kNone && moving.by_id().find(id) != IdMap::kNone;
    if (!is_compared && is_reused(frames.state_before(id), frames.state_now(id))) record_reused(id);
  });
  for_each_row(restarted_count_, workers, [&](std::size_t i) { marks.add(restarted_ids_[i]); });
  if (marks.has_slots()) {
    differences_.before = marks.before();
    differences_.now = marks.now();
  }
  if (marks_statics) differences_.statics = marks.statics();
  differences_.reused = id_set(reused_ids_.first(reused_count), moving.count, reused_);
}

/// True if no pair can be in both lists of candidates.
bool PairEvents::have_no_common_pair(const Frames& frames, const Differences& differences) {
  return differences.now == nullptr && frames.statics.count == 0 && !frames.before.has_ids &&
         !frames.moving.has_ids;
}

void PairEvents::fill_boxes(const UpdateParts& update, const StaticObjects& statics,
                            const Workers& workers, const Kernels& kernels) {
  const ObjectHistory& moving = update.moving;
  const IdTable& ids = moving.by_id();
  Box* const boxes = boxes_.data();
  if (moving.has_ids && ids.slots_are_ids()) {
    for_each_row(ids.slot_count(), workers, [&](std::size_t slot) { boxes[slot] = no_box(); });
    for_each_row(moving.count, workers,
                 [&](std::size_t row) { boxes[moving.ids[row]] = box_at(update.boxes, row); });
    for (const Record& record : update.rejected) boxes[moving.ids[record.id]] = no_box();
  } else {
    const Chunks chunks(moving.count);
    workers.for_each(chunks.count(), 1, [&](std::size_t c, int) {
      kernels.interleave_boxes(update.boxes, chunks.first(c), chunks.last(c), boxes);
    });
    for (const Record& record : update.rejected) boxes[record.id] = no_box();
  }
  for_each_row(ids.has_static() ? statics.count : 0, workers,
               [&](std::size_t row) { boxes[statics.ids[row]] = searched_box(statics, row); });
  boxes[ids.slot_count()] = no_box();
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
  const Frames frames{before, moving, statics, static_log, differences_.restarted};
  find_differences(frames, workers);
  const Differences& differences = differences_;
  // Why first: if no pair was published, this is free memory, which the sort can use.
  const std::size_t room =
      segments.writes_array ? segments.array.capacity() : count_in_memory(segments.totals.pairs);
  if (published.capacity() < room)
    published.grow(published_count, segments.writes_array ? room : room + room / 8);
  find_begun(list_pieces(segments, pieces_),
             {boxes_.data(), &before.by_id(), &statics, differences.before, differences.statics,
              update.touching, update.periods},
             published_count, published.data(), workers, kernels, changes_);
  reserve_ended(workers, changes_);
  Buffer<BeginEvent> next_begun(begun_.resource());
  Buffer<EndEvent> next_ended(ended_.resource());
  reserve_events(begun_, next_begun, publishes_first_, changes_.begun_candidates);
  reserve_events(ended_, next_ended, publishes_first_, changes_.ended_candidates);
  Buffer<Box> next_boxes(boxes_.resource());
  reserve_boxes(moving.by_id().slot_count() + 1, next_boxes);

  // Nothing fails from here on.
  if (next_begun.capacity() > 0 || publishes_first_) begun_ = std::move(next_begun);
  if (next_ended.capacity() > 0 || publishes_first_) ended_ = std::move(next_ended);
  if (next_boxes.capacity() > 0) boxes_ = std::move(next_boxes);
  fill_boxes(update, statics, workers, kernels);
  find_ended(published.first(published_count),
             {boxes_.data(), &moving.by_id(), &statics, differences.now, differences.statics,
              update.touching, update.periods},
             workers, kernels, changes_);
  slice_changes(have_no_common_pair(frames, differences), differences.reused, differences.restarted,
                workers, changes_);
  if (differences.now == nullptr) {
    list(PlainReasons{before.by_id(), moving.by_id(), statics.rows}, workers);
  } else {
    list(frames, workers);
  }
  publishes_first_ = releases_first_;
  if (releases_first_) changes_.begun = Buffer<Pair>(begun_.resource());
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
void PairEvents::reserve_boxes(std::size_t count, Buffer<Box>& next) const {
  if (count > boxes_.capacity()) next.ensure(count + (boxes_.capacity() > 0 ? count / 8 : 0));
}

Box PairEvents::box_before(const ObjectHistory& before, std::size_t row) const noexcept {
  return boxes_[before.by_id().slot(before.id(row))];
}

void PairEvents::restore_boxes(const ObjectHistory& before, const StaticObjects& statics,
                               std::span<const Box> boxes) {
  const IdTable& ids = before.by_id();
  boxes_.ensure(ids.slot_count() + 1);
  std::fill_n(boxes_.data(), ids.slot_count() + 1, no_box());
  for (std::size_t row = 0; ids.has_static() && row < statics.count; ++row)
    boxes_[ids.slot(statics.ids[row])] = searched_box(statics, row);
  // Why second: an object that has become static since was moving then.
  for (std::size_t row = 0; row < before.count; ++row)
    boxes_[ids.slot(before.id(row))] = boxes[row];
  releases_first_ = false;
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
  releases_first_ = false;
}

void PairEvents::commit() noexcept {
  static_log.clear();
  restarted_count_ = 0;
  releases_first_ = false;
  begun_count_ = changes_.begun_count;
  ended_count_ = changes_.ended_count;
}

}  // namespace quadphase::detail
