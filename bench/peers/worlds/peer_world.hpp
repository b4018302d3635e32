// SPDX-License-Identifier: MIT
// What all peers share: the objects' boxes in slots, the contract's test behind every candidate,
// and events from the pairs of two frames.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "quadphase/attributes.hpp"
#include "worlds/contact.hpp"
#include "worlds/world.hpp"

namespace quadphase::bench::worlds {

/// Another library. It keeps the objects, and is given those that move only.
/// What it finds may be more than there is (fat boxes, pairs of the past): each candidate passes
/// the contract's own test, inside the timed call, as a user would have to.
///
/// Objects are numbered by slots, in Z-order of the first frame: ids are shuffled, and a tree whose
/// nodes are, too, pays for it in every query. A user can avoid that, so we do.
///
/// Doubles: all libraries of this build compute in float, but for Chipmunk. So boxes in double
/// become floats around the origin, by a plain loop on the caller's thread, inside the timed call.
///
/// Contacts with data: lists by object, of one frame and the one before, in arrays that are sorted
/// by counting. They were faster than hash tables and linked lists of contacts, and all threads
/// fill them.
///
/// Events: a library that reports which fat boxes met and parted does not report it of the boxes. A
/// pair began where the boxes of the frame before do not overlap, and a pair of the frame before
/// ended where its boxes overlap no more. That needs no set of pairs, and is faster than one.
class PeerWorld : public World {
 public:
  PeerWorld(tbb::task_arena& arena, const Setting& setting);

  void prepare(const Frame& frame) final;
  void update(const Frame& frame) final;
  void read(Result& result) const final;

 protected:
  using Found = std::vector<Pair>;

  /// Hands to the library what moved, became moving and became static. `boxes_` and `is_moving_`
  /// are up to date.
  virtual void move(const Frame& frame) = 0;

  /// Finds the pairs, by `add_candidate` for all that may be some.
  virtual void find_pairs() = 0;

  /// Finds the pairs and carries their data over, which a library may keep itself.
  virtual void find_contacts();

  /// Calls `add_contact` for each pair of the last `find_contacts`.
  virtual void read_contacts(Result& result) const;

  /// Brings one object to where it is within the frame; for `Task::changes`.
  virtual void move_slot(ObjectId slot) = 0;

  /// Calls `add_hit` for each object that may overlap a bullet. Row i of `bullets` is number
  /// `first_row + i`.
  virtual void find_hits(const BoxView& bullets, std::size_t first_row) = 0;

  /// Calls `visit(slot)` for each object that moves; in the order of the slots where all do.
  template <class Visit>
  void for_each_moving(const Frame& frame, const Visit& visit) const {
    if (frame.all_move()) {
      for (std::size_t slot = 0; slot < ids_.size(); ++slot) visit(static_cast<ObjectId>(slot));
      return;
    }
    for (const ObjectId id : frame.moving) visit(slots_[id]);
  }

  /// Calls `insert(slot)` for all slots, each halfway between two that went before. A tree that is
  /// not balanced gets as deep as it has objects where those of a line come in their order.
  template <class Insert>
  void insert_by_halves(const Insert& insert) const {
    const std::size_t count = boxes_.size();
    if (count > 0) insert(ObjectId{0});
    for (std::size_t step = std::bit_ceil(count + 1) / 2; step > 0; step /= 2) {
      for (std::size_t slot = step; slot < count; slot += 2 * step)
        insert(static_cast<ObjectId>(slot));
    }
  }

  /// Two slots whose boxes may overlap, and that may pair.
  void add_candidate(ObjectId a, ObjectId b, Found& found) const {
    if (!overlaps(boxes_[a], boxes_[b])) return;
    found.push_back(a < b ? Pair{a, b} : Pair{b, a});
  }

  /// The data of two slots that the library keeps together: anew in the frame in which their boxes
  /// meet, carried over after it, and none where only their fat boxes overlap.
  [[nodiscard]] Contact renewed(ObjectId a, ObjectId b, const Contact& before) const {
    if (!overlaps(boxes_[a], boxes_[b])) return {};
    return before.age > 0 ? carried(before) : begun(ids_of(a, b));
  }

  /// Data of age 0 are those of no pair.
  void add_contact(ObjectId a, ObjectId b, const Contact& contact, Result& result) const {
    if (contact.age == 0) return;
    result.pairs.push_back(ids_of(a, b));
    result.contact_data += checksum(contact);
  }

  /// A bullet and a slot whose boxes may overlap.
  void add_hit(const Box& bullet, std::size_t row, ObjectId slot, Found& found) const {
    if (overlaps(bullet, boxes_[slot])) found.push_back({static_cast<ObjectId>(row), slot});
  }

  /// True where overlaps with boxes are to be found, and no pairs.
  [[nodiscard]] bool finds_hits() const { return task_ == Task::bullets || task_ == Task::changes; }

  /// True where the filters let two slots pair.
  [[nodiscard]] bool pass(ObjectId a, ObjectId b) const {
    return filters_.empty() || may_pair(filters_[a], filters_[b]);
  }

  /// Calls `visit(i, found)` for all i below `count` on all threads of the arena, each with a list
  /// of its own.
  template <class Visit>
  void for_each_part(std::size_t count, const Visit& visit) {
    for (Found& found : found_) found.clear();
    const auto visit_range = [&](const tbb::blocked_range<std::size_t>& range) {
      Found& found = found_.local();
      for (std::size_t i = range.begin(); i < range.end(); ++i) visit(i, found);
    };
    const tbb::blocked_range<std::size_t> all(0, count, 64);
    if (all.is_divisible()) {
      tbb::parallel_for(all, visit_range);
    } else if (count > 0) {
      visit_range(all);
    }
  }

  /// Appends what all threads found.
  void join_found(Found& pairs) const;

  [[nodiscard]] ObjectId slot_of(ObjectId id) const { return slots_[id]; }
  /// The ids of two slots, the lesser one first.
  [[nodiscard]] Pair ids_of(ObjectId a, ObjectId b) const {
    return {std::min(ids_[a], ids_[b]), std::max(ids_[a], ids_[b])};
  }

  Task task_;
  std::vector<Box> boxes_;               // by slot
  std::vector<std::uint8_t> is_moving_;  // by slot
  std::vector<Filter> filters_;          // by slot; empty where all may pair
  Found pairs_;                          // slots; of bullets: row and slot

 private:
  void copy_boxes(const Frame& frame);
  void narrow_boxes(const Frame& frame);
  void make_changes(const Changes& changes);
  void find_events();

  /// The pairs of a frame by their lesser slot, with their data.
  struct Contacts {
    std::vector<std::uint32_t> starts;  // by slot, and one more
    std::vector<ObjectId> others;
    std::vector<Contact> data;

    void assign(std::span<const Pair> pairs, std::size_t slot_count);
    [[nodiscard]] Contact find(ObjectId slot, ObjectId other) const;
  };

  tbb::task_arena& arena_;
  std::vector<ObjectId> ids_;    // by slot
  std::vector<ObjectId> slots_;  // by id
  tbb::enumerable_thread_specific<Found> found_;
  std::size_t bullet_count_ = 0;
  std::vector<Box> boxes_before_;  // events only
  Found pairs_before_;
  Contacts contacts_, contacts_before_;
  Found begun_;
  Found ended_;
};

/// A slot where a library takes a pointer.
[[nodiscard]] inline void* to_pointer(ObjectId slot) noexcept {
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(slot));
}
[[nodiscard]] inline ObjectId to_slot(const void* pointer) noexcept {
  return static_cast<ObjectId>(reinterpret_cast<std::uintptr_t>(pointer));
}

}  // namespace quadphase::bench::worlds
