// SPDX-License-Identifier: MIT
// Stage 7, events: the pairs of this update and of the one before in; those that began and ended,
// with the reason, out.
//
// Memory:  see changes.hpp, and 12 bytes for each pair that began or ended.
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
#include "segments.hpp"
#include "still_log.hpp"
#include "still_objects.hpp"

namespace quadphase::detail {

/// Everything that events are made of.
class EventLog {
 public:
  explicit EventLog(std::pmr::memory_resource* resource);

  /// Finds the events of a frame with these pairs; `before` are the moving objects of the last
  /// update, and `shown` the array of its pairs. Inside `workers.run` only. Errors:
  /// `std::bad_alloc`; nothing of what is shown has changed. If it does not fail, nothing may fail
  /// until `commit`: `shown` is then free memory, with room for the merge.
  void find(const PairSegments& segments, Buffer<Pair>& shown, const MovingObjects& before,
            const MovingObjects& moving, const StillObjects& still, const Workers& workers,
            const Kernels& kernels);
  /// Shows them.
  void commit() noexcept;
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
    /// True where no object has anything but an id, and none was still.
    [[nodiscard]] bool are_plain() const noexcept {
      return still.count == 0 && log.entries().empty() && !before.has_filters &&
             !before.has_generations && !moving.has_filters && !moving.has_generations;
    }
  };
  struct PlainReasons;
  /// Notes the events of the changes. Cannot fail.
  template <class Reasons>
  void list(std::span<const Pair> ended, const Reasons& reasons, const Workers& workers);
  IdBits find_renewed(const Frames& frames, const Workers& workers);

  PairHistory history_;
  PairChanges changes_;
  Buffer<PairPiece> pieces_;
  Buffer<std::uint64_t> renewed_;
  Buffer<ObjectId> renewed_ids_;

  Buffer<BeginEvent> begun_;  // shown
  Buffer<EndEvent> ended_;
  std::size_t begun_count_ = 0;
  std::size_t ended_count_ = 0;
};

}  // namespace quadphase::detail
