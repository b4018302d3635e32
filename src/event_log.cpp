// SPDX-License-Identifier: MIT
#include "event_log.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "chunk_loop.hpp"

namespace quadphase::detail {
namespace {

ObjectState still_state(const StillObjects& still, std::uint32_t row) {
  return {true, true, still.filter(row), still.generation[row]};
}

/// Words of a bit set that are worth no other form.
constexpr std::size_t kLeastWords = 1'024;

/// Another object has the id than had it.
bool is_renewed(const ObjectState& was, const ObjectState& is) {
  return was.is_there && is.is_there && was.generation != is.generation;
}

/// An object that the one frame has and the other has not, or not under this id.
bool differs(const ObjectState& was, const ObjectState& is) {
  return !was.is_there || !is.is_there || was.generation != is.generation;
}

/// Room for more events; the shown ones stay.
template <class Event>
void grow_list(Buffer<Event>& list, std::size_t shown, std::size_t count) {
  if (count > list.capacity()) list.grow(shown, count + count / 8);
}

}  // namespace

ObjectState EventLog::Frames::was(ObjectId id) const noexcept {
  const ObjectState moved = before.state(id);
  if (moved.is_there) return moved;
  if (const StillLog::Entry* const entry = log.find(id)) return entry->before;
  const std::uint32_t row = still.rows.find(id);
  return row != IdMap::kNone ? still_state(still, row) : ObjectState{};
}

ObjectState EventLog::Frames::is(ObjectId id) const noexcept {
  const ObjectState moves = moving.state(id);
  if (moves.is_there) return moves;
  const std::uint32_t row = still.rows.find(id);
  return row != IdMap::kNone ? still_state(still, row) : ObjectState{};
}

BeginReason EventLog::Frames::begin_reason(const Pair& pair) const noexcept {
  const ObjectState a = was(pair.first);
  const ObjectState b = was(pair.second);
  if (differs(a, is(pair.first)) || differs(b, is(pair.second))) return BeginReason::added;
  if (a.is_still && b.is_still) return BeginReason::woken;
  return may_pair(a.filter, b.filter) ? BeginReason::touched : BeginReason::filtered_in;
}

EndReason EventLog::Frames::end_reason(const Pair& pair) const noexcept {
  const ObjectState a = is(pair.first);
  const ObjectState b = is(pair.second);
  if (differs(was(pair.first), a) || differs(was(pair.second), b)) return EndReason::removed;
  if (a.is_still && b.is_still) return EndReason::stilled;
  return may_pair(a.filter, b.filter) ? EndReason::separated : EndReason::filtered_out;
}

/// The reasons where all objects move, and differ in nothing but their boxes.
struct EventLog::PlainReasons {
  const IdTable& before;
  const IdTable& moving;

  static bool has_both(const IdTable& rows, const Pair& pair) noexcept {
    return rows.find(pair.first) != IdMap::kNone && rows.find(pair.second) != IdMap::kNone;
  }
  [[nodiscard]] BeginReason begin_reason(const Pair& pair) const noexcept {
    return has_both(before, pair) ? BeginReason::touched : BeginReason::added;
  }
  [[nodiscard]] EndReason end_reason(const Pair& pair) const noexcept {
    return has_both(moving, pair) ? EndReason::separated : EndReason::removed;
  }
};

EventLog::EventLog(std::pmr::memory_resource* resource)
    : still_log(resource),
      history_(resource),
      changes_(resource),
      pieces_(resource),
      renewed_(resource),
      renewed_ids_(resource),
      begun_(resource),
      ended_(resource) {}

/// The ids that another object has now: as bits, unless those would take far more memory than the
/// objects.
IdBits EventLog::find_renewed(const Frames& frames, const Workers& workers) {
  const bool moving_may = frames.moving.has_generations || frames.before.has_generations;
  const std::size_t moving_count = moving_may ? frames.moving.count : 0;
  const std::span<const StillLog::Entry> entries = still_log.entries();
  renewed_ids_.ensure_with_spare(moving_count + entries.size());
  std::atomic<std::size_t> count{0};
  std::atomic<ObjectId> greatest{0};
  const auto check = [&](ObjectId id) {
    if (!is_renewed(frames.was(id), frames.is(id))) return;
    renewed_ids_[count.fetch_add(1, std::memory_order_relaxed)] = id;
    ObjectId seen = greatest.load(std::memory_order_relaxed);
    while (seen < id && !greatest.compare_exchange_weak(seen, id)) {
    }
  };
  for_each_row(moving_count, workers, [&](std::size_t row) { check(frames.moving.id(row)); });
  for_each_row(entries.size(), workers, [&](std::size_t i) {
    if (i == 0 || entries[i - 1].id != entries[i].id) check(entries[i].id);
  });
  if (count == 0) return {};

  const std::size_t word_count = std::size_t{greatest} / 64 + 1;
  if (word_count > kLeastWords + frames.moving.count) {
    const std::span<ObjectId> sorted = renewed_ids_.first(count);
    std::sort(sorted.begin(), sorted.end());
    return {{}, sorted};
  }
  renewed_.ensure_with_spare(word_count);
  std::fill_n(renewed_.data(), word_count, 0U);
  for (const ObjectId id : renewed_ids_.first(count))
    renewed_[id / 64] |= std::uint64_t{1} << (id % 64);
  return {renewed_.first(word_count)};
}

void EventLog::find(const PairSegments& segments, Buffer<Pair>& shown, const MovingObjects& before,
                    const MovingObjects& moving, const StillObjects& still, const Workers& workers,
                    const Kernels& kernels) {
  still_log.sort();
  const Frames frames{before, moving, still, still_log};
  const IdBits renewed = find_renewed(frames, workers);
  find_changes(list_pieces(segments, pieces_), renewed, workers, kernels, history_, shown,
               changes_);
  grow_list(begun_, begun_count_, changes_.begun.size());
  grow_list(ended_, ended_count_, changes_.ended_count);
  reserve_changes(segments.lone.capacity(), history_, shown, changes_);

  // From here on, nothing fails.
  const std::span<const Pair> ended = apply_changes(workers, kernels, history_, shown, changes_);
  if (frames.are_plain()) {
    list(ended, PlainReasons{before.rows, moving.rows}, workers);
  } else {
    list(ended, frames, workers);
  }
}

template <class Reasons>
void EventLog::list(std::span<const Pair> ended, const Reasons& reasons, const Workers& workers) {
  const std::span<const Pair> begun = changes_.begun;
  for_each_row(begun.size(), workers, [&](std::size_t i) {
    begun_[i] = {begun[i], reasons.begin_reason(begun[i])};
  });
  for_each_row(ended.size(), workers, [&](std::size_t i) {
    ended_[i] = {ended[i], reasons.end_reason(ended[i])};
  });
}

Pair* EventLog::make_history(std::size_t pair_count) {
  history_.pairs.ensure_with_spare(pair_count + kPairWindow);
  std::fill_n(history_.pairs.data() + pair_count, kPairWindow, kNoPair);
  history_.pair_count = pair_count;
  return history_.pairs.data();
}

void EventLog::commit() noexcept {
  still_log.clear();
  begun_count_ = changes_.begun.size();
  ended_count_ = changes_.ended_count;
}

std::size_t EventLog::byte_count() const noexcept {
  return still_log.byte_count() + history_.byte_count() + changes_.byte_count() +
         pieces_.byte_count() + renewed_.byte_count() + renewed_ids_.byte_count() +
         begun_.byte_count() + ended_.byte_count();
}

}  // namespace quadphase::detail
