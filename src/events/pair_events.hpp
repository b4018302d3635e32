// SPDX-License-Identifier: MIT
// Stage 6, events. Input: the pairs of this update and of the last one. Output: the pairs that
// began and that ended, with reasons.
//
// How:     pair_diff.hpp finds the pairs that changed. The reasons follow from the states of the
//          two objects in both frames: present or absent, static or moving, filter, and generation.
// Cost:    that of pair_diff.hpp, and a few lookups per changed pair. With filters and generations,
//          one comparison per object.
// Ids:     if objects have equal ids, events refer to ids: a pair of ids begins when the first two
//          of their objects meet. The state of an id is that of its first row, moving before
//          static.
// Memory:  16 bytes per object for its box, and 48 per pair: all pairs can begin and all can end in
//          the next update without an allocation. A frame that saves memory takes that only for the
//          pairs that begin or end.
// Threads: chunks of the changed pairs.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <span>

#include "base/parallel.hpp"
#include "data/record.hpp"
#include "events/pair_diff.hpp"
#include "input/object_history.hpp"
#include "kernels/kernels.hpp"
#include "pairs/segments.hpp"
#include "quadphase/pair.hpp"
#include "statics/static_log.hpp"
#include "statics/static_objects.hpp"

namespace quadphase::detail {

/// What an update has searched, and the pairs that it has found.
struct UpdateParts {
  const PairSegments& segments;
  const ObjectHistory& moving;
  BoxSpan boxes;                     // of the moving objects, as searched
  const DoubleBox* doubles;          // theirs, or null
  Origin origin;                     // of the doubles
  std::span<const Record> rejected;  // boxes that took no part
  bool touching;                     // boxes that only touch are pairs
  Periods periods;                   // of the world
};

/// The events of the last update, and all that the next update needs to find its own.
class PairEvents {
 public:
  explicit PairEvents(std::pmr::memory_resource* resource);

  /// Makes room for updates of that many objects and pairs, with the pairs in that many pieces; the
  /// published events stay. Inside `workers.run` only. Errors: `std::bad_alloc`.
  /// Memory: 48 bytes per pair, since all pairs may begin and all may end.
  void reserve(std::size_t object_count, std::size_t pair_count, std::size_t piece_count,
               const Workers& workers);

  /// Finds the events of an update. `before` has the moving objects of the last update, and the
  /// first `published_count` pairs of `published` are its pairs. Call it inside `workers.run` only.
  /// Errors: `std::bad_alloc`; the published events have not changed then. After success, nothing
  /// may fail until `commit`: `published` has room for the merge.
  void find(const UpdateParts& update, Buffer<Pair>& published, std::size_t published_count,
            const ObjectHistory& before, const StaticObjects& statics, const Workers& workers,
            const Kernels& kernels);
  /// The pairs of these objects begin anew in the next update. Errors: `std::bad_alloc`.
  void restart(std::span<const ObjectId> ids);
  /// The ids that wait for such a restart, in any order.
  [[nodiscard]] std::span<const ObjectId> restarted_ids() const noexcept {
    return restarted_ids_.first(restarted_count_);
  }
  /// Of the update that `find` looked at last: ids that another object has now, and restarted ids.
  [[nodiscard]] const IdBits& reused() const noexcept { return differences_.reused; }
  [[nodiscard]] const IdBits& restarted() const noexcept { return differences_.restarted; }

  /// Publishes the events that `find` has found.
  void commit() noexcept;
  /// Publishes no events until the next update.
  void clear_published() noexcept { begun_count_ = ended_count_ = 0; }
  /// Gives back what neither the published events nor the next update need. `before` has the moving
  /// objects of the last update.
  void shrink(const ObjectHistory& before) noexcept;

  /// The box of a moving object of the last update.
  [[nodiscard]] Box box_before(const ObjectHistory& before, std::size_t row) const noexcept;
  /// Its doubles, or `no_double_box()`.
  [[nodiscard]] DoubleBox doubles_before(const ObjectHistory& before,
                                         std::size_t row) const noexcept;
  [[nodiscard]] const Origin& origin_before() const noexcept { return origin_; }
  [[nodiscard]] bool had_doubles() const noexcept { return has_doubles_; }
  /// True if objects of the last finished update have equal ids.
  [[nodiscard]] bool had_equal_ids() const noexcept { return before_.have_equal_ids; }
  /// Makes these the last update's boxes, with their doubles if there are any. `pairs_repeat`: some
  /// of its pairs are equal. Errors: `std::bad_alloc`.
  void restore_boxes(const ObjectHistory& before, const StaticObjects& statics,
                     std::span<const Box> boxes, std::span<const DoubleBox> doubles,
                     const Origin& origin, bool pairs_repeat);
  [[nodiscard]] Events published() const noexcept {
    return {begun_.first(begun_count_), ended_.first(ended_count_)};
  }

  StaticLog static_log;

 private:
  /// The objects of the last update and of this one.
  struct Frames {
    const ObjectHistory& before;
    const ObjectHistory& moving;
    const StaticObjects& statics;
    const StaticLog& log;
    const IdBits& restarted;
    bool have_equal_ids = false;  // in one of the updates, or in both

    [[nodiscard]] ObjectState state_before(ObjectId id) const noexcept;
    [[nodiscard]] ObjectState state_now(ObjectId id) const noexcept;
    [[nodiscard]] BeginReason begin_reason(const Pair& pair) const noexcept;
    [[nodiscard]] EndReason end_reason(const Pair& pair) const noexcept;
    /// True if no moving object has anything but an id and a box.
    [[nodiscard]] bool have_plain_objects() const noexcept {
      return !before.has_filters && !before.has_generations && !moving.has_filters &&
             !moving.has_generations;
    }
  };
  struct PlainReasons;
  /// The objects that differ in more than their box.
  struct Differences {
    const std::uint64_t* before = nullptr;   // one bit per slot of the last update
    const std::uint64_t* now = nullptr;      // one bit per slot of this update
    const std::uint64_t* statics = nullptr;  // one bit per static object, by row
    IdBits reused{};                         // ids that another object has now
    IdBits restarted{};                      // ids whose pairs begin anew
  };
  /// Whether objects of an update have equal ids.
  struct EqualIds {
    bool have_equal_ids = false;     // any of them
    bool are_static_shared = false;  // a moving and a static one
  };
  [[nodiscard]] EqualIds find_equal_ids(const Frames& frames, const Workers& workers) const;
  /// Calls `record(id)` for ids that another object has now, if objects have equal ids.
  template <class Record>
  void find_reused(const Frames& frames, const Workers& workers, const Record& record) const;
  /// Sets `differences_`; `restarted` is already set.
  void find_differences(const Frames& frames, const Workers& workers);
  /// A set of ids, which it may sort; `bits` is its memory.
  [[nodiscard]] static IdBits id_set(std::span<ObjectId> ids, std::size_t object_count,
                                     Buffer<std::uint64_t>& bits);
  [[nodiscard]] static bool have_no_common_pair(const Frames& frames,
                                                const Differences& differences);
  template <class Item>
  static void reserve_boxes(const Buffer<Item>& boxes, std::size_t count, Buffer<Item>& next);
  void fill_boxes(const UpdateParts& update, const StaticObjects& statics, const Workers& workers,
                  const Kernels& kernels);
  void fill_doubles(const UpdateParts& update, const StaticObjects& statics,
                    const Workers& workers);
  /// Lists the events of the changes. Cannot fail.
  template <class Reasons>
  void list(const Reasons& reasons, const Workers& workers);

  PairDiff changes_;
  Buffer<PairPiece> pieces_;
  Buffer<Box> boxes_;          // by slot of the last update; then a box that overlaps nothing
  Buffer<DoubleBox> doubles_;  // by slot, if `has_doubles_`
  bool has_doubles_ = false;
  Origin origin_{};  // of the doubles
  Buffer<std::uint64_t> differing_;
  Differences differences_;
  EqualIds before_;  // in the last finished update
  EqualIds now_;     // in the update that `find` looked at last
  Buffer<std::uint64_t> reused_;
  Buffer<ObjectId> reused_ids_;
  Buffer<std::uint64_t> restarted_;
  Buffer<ObjectId> restarted_ids_;
  std::size_t restarted_count_ = 0;

  Buffer<BeginEvent> begun_;  // published
  Buffer<EndEvent> ended_;
  std::size_t begun_count_ = 0;
  std::size_t ended_count_ = 0;
};

}  // namespace quadphase::detail
