// SPDX-License-Identifier: MIT
// Stage 7, events: the pairs of this update and of the one before in; those that began and ended,
// with the reason, out.
//
// How:     the changes of the pair set are found first, see changes.hpp. Reasons follow from what
//          the two objects of a changed pair were in both frames: there or not, still or moving,
//          of which filter, in which life of their id.
// Cost:    see changes.hpp, and a few look-ups a changed pair. With generations, a look-up an
//          object.
// Threads: chunks of the changed pairs.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <span>

#include "changes.hpp"
#include "kernels/kernels.hpp"
#include "moving_objects.hpp"
#include "parallel.hpp"
#include "quadphase/events.hpp"
#include "still_objects.hpp"

namespace quadphase::detail {

/// What happened to the still set since the last update: enough to tell what an object was then.
class StillLog {
 public:
  explicit StillLog(std::pmr::memory_resource* resource) : entries_(resource) {}

  /// Room for that many more. Errors: `std::bad_alloc`.
  void reserve(std::size_t count);
  /// An object came, or went and was in this state.
  void came(ObjectId id) noexcept { add({id, count_, {}}); }
  void went(ObjectId id, const Filter& filter, std::uint32_t generation) noexcept {
    add({id, count_, {true, true, filter, generation}});
  }
  void clear() noexcept { count_ = 0; }
  /// Forgets all but the first `count` things that happened.
  void shorten(std::size_t count) noexcept { count_ = count; }
  /// Makes `find` work. Serial: changes of the still set are few, or rare.
  void sort() noexcept;

  struct Entry {
    ObjectId id;
    std::size_t order;
    ObjectState before;  // not there: it came
  };
  /// The first thing that happened to an object, or null.
  [[nodiscard]] const Entry* find(ObjectId id) const noexcept;
  [[nodiscard]] std::span<const Entry> entries() const noexcept { return entries_.first(count_); }
  [[nodiscard]] std::size_t byte_count() const noexcept { return entries_.byte_count(); }

 private:
  void add(const Entry& entry) noexcept { entries_[count_++] = entry; }

  Buffer<Entry> entries_;
  std::size_t count_ = 0;
};

/// Everything that events are made of. Invariant: what `find` makes is only shown by `commit`.
class EventLog {
 public:
  explicit EventLog(std::pmr::memory_resource* resource);

  /// Finds the events of a frame with these pairs; `before` are the moving objects of the last
  /// update. Inside `workers.run` only. Errors:
  /// `std::bad_alloc`; nothing of what is shown has changed.
  void find(std::span<const Pair> pairs, const MovingObjects& before, const MovingObjects& moving,
            const StillObjects& still, const Workers& workers, const Kernels& kernels);
  /// Shows them.
  void commit(std::size_t pair_count) noexcept;
  /// Shows none, until the next update.
  void hide() noexcept { begun_count_ = ended_count_ = 0; }

  /// The pairs of the last update, ascending.
  [[nodiscard]] std::span<const Pair> history() const noexcept {
    return history_.pairs.first(history_.pair_count);
  }
  /// Makes so many pairs, that the caller writes, the history. Errors: `std::bad_alloc`.
  [[nodiscard]] Pair* make_history(std::size_t pair_count);
  [[nodiscard]] Events shown() const noexcept {
    return {begun_.first(begun_count_), ended_.first(ended_count_)};
  }
  [[nodiscard]] std::size_t byte_count() const noexcept;

  StillLog still_log;

 private:
  /// The objects of the last update, of this one, and of both.
  struct Frames {
    const MovingObjects& before;
    const MovingObjects& moving;
    const StillObjects& still;
    const StillLog& log;

    [[nodiscard]] ObjectState was(ObjectId id) const noexcept;
    [[nodiscard]] ObjectState is(ObjectId id) const noexcept;
    [[nodiscard]] BeginReason begin_reason(const Pair& pair) const noexcept;
    [[nodiscard]] EndReason end_reason(const Pair& pair) const noexcept;
  };
  IdBits find_renewed(const Frames& frames, const Workers& workers);

  PairHistory history_;
  Buffer<Pair> next_history_;
  PairChanges changes_;
  Buffer<std::uint64_t> renewed_;
  Buffer<ObjectId> renewed_ids_;

  Buffer<BeginEvent> begun_;  // shown
  Buffer<EndEvent> ended_;
  std::size_t begun_count_ = 0;
  std::size_t ended_count_ = 0;
  Buffer<BeginEvent> next_begun_;
  Buffer<EndEvent> next_ended_;
};

}  // namespace quadphase::detail
