// SPDX-License-Identifier: MIT
// Ids as slots: the packed row of each object, the generation of each id, and the lowest free
// id.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/buffer.hpp"
#include "quadphase/object_store.hpp"

namespace quadphase::detail {

/// A row of the moving or of the static set, in one word: moving rows count up from 0, static rows
/// down from `kFirstStaticPackedRow`. Both together are at most 2^32 - 64, so they never meet.
using PackedRow = std::uint32_t;
inline constexpr PackedRow kFirstStaticPackedRow = 0xFFFF'FFFE;
/// The packed row of a slot without an object.
inline constexpr PackedRow kNoPackedRow = 0xFFFF'FFFF;

/// A slot of this generation is never used again.
inline constexpr std::uint32_t kRetired = 0xFFFF'FFFF;

struct Slot {
  PackedRow packed_row;
  std::uint32_t generation;  // of the object, or of the next one if there is none
};

/// Free slots as a set of bits with five levels of summaries: bit i of level l + 1 is set if
/// word i of level l is not 0. So the lowest free slot is found in six steps, and a bit changes in
/// one to six.
class FreeSlots {
 public:
  explicit FreeSlots(std::pmr::memory_resource* resource);

  /// Makes room for slots below `slot_count`. Errors: `std::bad_alloc`; the set is as it was.
  void reserve(std::size_t slot_count);
  /// Gives back what slots below `slot_count`, which must be all, do not need.
  void shrink(std::size_t slot_count) noexcept;

  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  void insert(std::size_t slot) noexcept;
  /// Calls `visit(slot)` for the `count` lowest slots, ascending, and removes them. Needs that
  /// many.
  template <class Visit>
  void take(std::size_t count, const Visit& visit) noexcept;
  /// Becomes the slots below `slot_count` for which `is_free(slot)`.
  template <class IsFree>
  void assign(std::size_t slot_count, Executor* executor, const IsFree& is_free) noexcept;

 private:
  static constexpr std::size_t kLevels = 6;  // 64^6 > 2^32

  [[nodiscard]] std::size_t lowest_word() const noexcept;
  void clear_summaries(std::size_t word) noexcept;
  void summarize() noexcept;

  std::array<Buffer<std::uint64_t>, kLevels> levels_;
  std::size_t capacity_ = 0;
  std::size_t count_ = 0;
};

class SlotTable {
 public:
  /// `executor`: the store's, or null.
  SlotTable(std::pmr::memory_resource* resource, Executor* executor)
      : executor_(executor), slots_(resource), seen_(resource), free_(resource) {}

  /// Slots that were ever used; all above are free.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t free_count() const noexcept { return free_.count(); }

  [[nodiscard]] Slot& operator[](std::size_t id) noexcept { return slots_[id]; }
  [[nodiscard]] const Slot& operator[](std::size_t id) const noexcept { return slots_[id]; }
  [[nodiscard]] bool contains(Handle handle) const noexcept {
    return handle.id < size_ && slots_[handle.id].generation == handle.generation &&
           slots_[handle.id].packed_row != kNoPackedRow;
  }

  /// Makes room for slots below `slot_count`, with a reserve of an eighth if the table grows.
  /// Errors: `std::bad_alloc`; the table is as it was.
  void reserve(std::size_t slot_count);
  /// Makes room to take `count` more slots. Errors: as above; `std::invalid_argument` if no ids
  /// are left.
  void reserve_more(std::size_t count);

  /// Gives back what the slots that were ever used do not need.
  void shrink() noexcept;

  /// Takes the lowest free slots, ascending. Needs room. Their packed rows must be written then.
  void take(std::span<Handle> handles) noexcept;
  /// Frees a slot.
  void release(ObjectId id) noexcept;
  /// Frees all.
  void release_all() noexcept;
  /// Becomes the slots below `size`, which the caller has written. Needs room.
  void assign(std::size_t size) noexcept;

  /// Scratch: a bit for each slot that there is room for. All are zero, and must be left zero.
  [[nodiscard]] std::span<std::uint64_t> seen() noexcept { return seen_.first(seen_.capacity()); }
  [[nodiscard]] std::size_t capacity() const noexcept { return slots_.capacity(); }
  [[nodiscard]] std::span<const Slot> all() const noexcept { return slots_.first(size_); }

 private:
  Executor* executor_;
  Buffer<Slot> slots_;
  Buffer<std::uint64_t> seen_;
  FreeSlots free_;
  std::size_t size_ = 0;
};

}  // namespace quadphase::detail
