// SPDX-License-Identifier: MIT
// Stage 6, events: the pairs of this update and of the one before in; those that began and ended,
// with the reason, out.
//
// Memory:  see changes.hpp, 16 bytes an object for its box, and 12 for each pair that began or
//          ended. The list of an engine's first update, in which all pairs begin, is given back.
//
// How:     the changes of the pair set are found first, see changes.hpp. Reasons follow from what
//          the two objects of a changed pair were in both frames: there or not, static or moving,
//          of which filter, in which life of their id.
// Cost:    see changes.hpp, and a few look-ups a changed pair. With filters and generations, a
//          comparison an object.
// Threads: chunks of the changed pairs.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <span>

#include "base/parallel.hpp"
#include "events/object_history.hpp"
#include "events/pair_diff.hpp"
#include "kernels/kernels.hpp"
#include "pairs/segments.hpp"
#include "quadphase/events.hpp"
#include "statics/static_log.hpp"
#include "statics/static_objects.hpp"
#include "tree/record.hpp"

namespace quadphase::detail {

/// What an update has found, and what it has searched.
struct UpdateParts {
  const PairSegments& segments;
  const ObjectHistory& moving;
  BoxSpan boxes;                     // of the moving objects, as they were searched
  std::span<const Record> rejected;  // of which these took no part
};

/// Everything that events are made of.
class PairEvents {
 public:
  explicit PairEvents(std::pmr::memory_resource* resource);

  /// Finds the events of an update; `before` are the moving objects of the last one, and the first
  /// `shown_count` of `shown` its pairs. Inside `workers.run` only. Errors: `std::bad_alloc`;
  /// nothing of what is shown has changed. If it does not fail, nothing may fail until `commit`:
  /// `shown` has room for the merge.
  void find(const UpdateParts& update, Buffer<Pair>& shown, std::size_t shown_count,
            const ObjectHistory& before, const StaticObjects& statics, const Workers& workers,
            const Kernels& kernels);
  /// Shows them.
  void commit() noexcept;
  /// Shows none, until the next update.
  void hide() noexcept { begun_count_ = ended_count_ = 0; }

  /// The box of a moving object of the last update.
  [[nodiscard]] Box box_before(const ObjectHistory& before, std::size_t row) const noexcept;
  /// Makes these the last update's boxes. Errors: `std::bad_alloc`.
  void restore_boxes(const ObjectHistory& before, std::span<const Box> boxes);
  [[nodiscard]] Events shown() const noexcept {
    return {begun_.first(begun_count_), ended_.first(ended_count_)};
  }
  [[nodiscard]] std::size_t byte_count() const noexcept;

  StaticLog static_log;

 private:
  /// The objects of the last update, of this one, and of both.
  struct Frames {
    const ObjectHistory& before;
    const ObjectHistory& moving;
    const StaticObjects& statics;
    const StaticLog& log;

    [[nodiscard]] ObjectState was(ObjectId id) const noexcept;
    [[nodiscard]] ObjectState is(ObjectId id) const noexcept;
    [[nodiscard]] BeginReason begin_reason(const Pair& pair) const noexcept;
    [[nodiscard]] EndReason end_reason(const Pair& pair) const noexcept;
    /// True where no moving object has anything but an id and a box.
    [[nodiscard]] bool have_plain_objects() const noexcept {
      return !before.has_filters && !before.has_generations && !moving.has_filters &&
             !moving.has_generations;
    }
  };
  struct PlainReasons;
  /// The objects of which more than the box differs.
  struct Differences {
    const std::uint64_t* before = nullptr;   // a bit a slot of the last update
    const std::uint64_t* now = nullptr;      // of this one
    const std::uint64_t* statics = nullptr;  // a bit a static object, by row
    IdBits renewed{};                        // the ids that another object has now
  };
  Differences find_differences(const Frames& frames, const Workers& workers);
  [[nodiscard]] IdBits list_renewed(std::size_t count, std::size_t object_count);
  [[nodiscard]] static bool are_disjoint(const Frames& frames, const Differences& differences);
  void reserve_boxes(std::size_t count, Buffer<Box>& next) const;
  void fill_boxes(const UpdateParts& update, const StaticObjects& statics, const Workers& workers,
                  const Kernels& kernels);
  /// Notes the events of the changes. Cannot fail.
  template <class Reasons>
  void list(const Reasons& reasons, const Workers& workers);

  PairDiff changes_;
  Buffer<PairPiece> pieces_;
  Buffer<Box> boxes_;  // of the last update's objects, by slot; then none
  Buffer<std::uint64_t> differing_;
  Buffer<std::uint64_t> renewed_;
  Buffer<ObjectId> renewed_ids_;
  bool is_first_ = true;      // no update has finished
  bool shows_first_ = false;  // the lists are those of the first one

  Buffer<BeginEvent> begun_;  // shown
  Buffer<EndEvent> ended_;
  std::size_t begun_count_ = 0;
  std::size_t ended_count_ = 0;
};

}  // namespace quadphase::detail
