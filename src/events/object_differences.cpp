// SPDX-License-Identifier: MIT
// The first part of stage 6: the objects that differ from the last update in more than their box.
#include <algorithm>
#include <atomic>

#include "base/atomic_word.hpp"
#include "base/chunk_loop.hpp"
#include "base/tuning.hpp"
#include "events/pair_events.hpp"

namespace quadphase::detail {
namespace {

/// A bit set of this many words is small enough not to need a sorted list.
constexpr std::size_t kMinWords = tuned<std::size_t>(1'024, 2);

/// True if another object has taken over the id.
bool is_reused(const ObjectState& before, const ObjectState& now) {
  return before.is_present && now.is_present && before.generation != now.generation;
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
    // Why twice: the slots of this update are the earlier ones in the next update.
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

/// Looks only at what is new, unless there were equal ids: rows whose id did not move before, and
/// ids that became static.
PairEvents::EqualIds PairEvents::find_equal_ids(const Frames& frames,
                                                const Workers& workers) const {
  const ObjectHistory& before = frames.before;
  const ObjectHistory& moving = frames.moving;
  const IdMap& statics = frames.statics.rows;
  EqualIds equal{moving.by_id().has_equal_ids(), false};
  if (frames.statics.count == 0) return equal;
  const bool looks_at_all = before_.are_static_shared;
  const bool are_rows = !before.has_ids && !moving.has_ids;
  std::size_t same = 0;
  if (!looks_at_all && moving.shared_table != nullptr) same = moving.count;
  if (!looks_at_all && are_rows) same = std::min(before.count, moving.count);
  std::atomic<bool> found{false};
  for_each_row(moving.count - same, workers, [&](std::size_t i) {
    const ObjectId id = moving.id(same + i);
    const bool is_old = !looks_at_all && before.row_of(id, same + i) != IdMap::kNone;
    if (!is_old && statics.find(id) != IdMap::kNone) found.store(true, std::memory_order_relaxed);
  });
  const std::span<const StaticLog::Entry> entries = frames.log.entries();
  for_each_row(entries.size(), workers, [&](std::size_t i) {
    const ObjectId id = entries[i].id;
    if (statics.find(id) != IdMap::kNone && moving.by_id().find(id) != IdMap::kNone)
      found.store(true, std::memory_order_relaxed);
  });
  equal.are_static_shared = found.load(std::memory_order_relaxed);
  equal.have_equal_ids = equal.have_equal_ids || equal.are_static_shared;
  return equal;
}

template <class Record>
void PairEvents::find_reused(const Frames& frames, const Workers& workers,
                             const Record& record) const {
  for (const ObjectHistory* const history : {&frames.before, &frames.moving}) {
    for_each_row(history->count, workers, [&](std::size_t row) {
      const ObjectId id = history->id(row);
      if (is_reused(frames.state_before(id), frames.state_now(id))) record(id);
    });
  }
}

void PairEvents::find_differences(const Frames& frames, const Workers& workers) {
  const ObjectHistory& before = frames.before;
  const ObjectHistory& moving = frames.moving;
  const std::span<const StaticLog::Entry> entries = static_log.entries();
  if (frames.have_plain_objects() && entries.empty() && restarted_count_ == 0) return;
  const bool may_reuse = before.has_generations || moving.has_generations;
  const std::size_t looked_at = moving.count + (frames.have_equal_ids ? before.count : 0);
  reused_ids_.ensure_with_spare((may_reuse ? looked_at : 0) + entries.size());
  const bool marks_statics = !entries.empty() || restarted_count_ > 0;
  Marks marks(before, moving, frames.statics, marks_statics, differing_);
  std::atomic<std::size_t> reused_count{0};
  const auto record_reused = [&](ObjectId id) {
    reused_ids_[reused_count.fetch_add(1, std::memory_order_relaxed)] = id;
  };
  if (frames.have_equal_ids && may_reuse) find_reused(frames, workers, record_reused);
  const bool compares_rows = !frames.have_plain_objects() && !frames.have_equal_ids;
  const std::size_t compared = compares_rows ? moving.count : 0;
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

}  // namespace quadphase::detail
