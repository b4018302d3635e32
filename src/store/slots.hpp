// SPDX-License-Identifier: MIT
// Ids as slots: where each object's row is, which life each slot is in, and the lowest free one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/buffer.hpp"
#include "quadphase/object_store.hpp"

namespace quadphase::detail {

/// The place of a slot without an object.
inline constexpr std::uint32_t kNowhere = 0xFFFF'FFFF;
/// Static rows are counted down from here, moving ones up from 0: as both together are at most
/// 2^32 - 64, they never meet, and one word tells both row and set.
inline constexpr std::uint32_t kFirstStaticPosition = 0xFFFF'FFFE;
/// A slot whose generation has come so far is never used again.
inline constexpr std::uint32_t kRetired = 0xFFFF'FFFF;

struct Slot {
  std::uint32_t place;
  std::uint32_t generation;  // of the object, or of the next one where there is none
};

/// Free slots as a set of bits with five levels of summaries: bit i of level l + 1 tells whether
/// word i of level l has any. So the lowest is found in six steps, and single bits change in one to
/// six.
class FreeSlots {
 public:
  explicit FreeSlots(std::pmr::memory_resource* resource);

  /// Room for slots below `slot_count`. Errors: `std::bad_alloc`; the set is as it was.
  void reserve(std::size_t slot_count);

  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  void insert(std::size_t slot) noexcept;
  /// Calls `visit(slot)` for the `count` lowest, ascending, and removes them. Needs so many.
  template <class Visit>
  void take(std::size_t count, const Visit& visit) noexcept;
  /// Becomes the slots below `slot_count` for which `is_free(slot)`.
  template <class IsFree>
  void assign(std::size_t slot_count, const IsFree& is_free) noexcept;

  [[nodiscard]] std::size_t byte_count() const noexcept;

 private:
  static constexpr std::size_t kLevels = 6;  // 64^6 > 2^32

  [[nodiscard]] std::size_t lowest_word() const noexcept;
  void clear_summaries(std::size_t word) noexcept;
  void summarise() noexcept;

  std::array<Buffer<std::uint64_t>, kLevels> levels_;
  std::size_t capacity_ = 0;
  std::size_t count_ = 0;
};

class SlotTable {
 public:
  explicit SlotTable(std::pmr::memory_resource* resource)
      : slots_(resource), seen_(resource), free_(resource) {}

  /// Slots that were ever used; those above are free.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t free_count() const noexcept { return free_.count(); }

  [[nodiscard]] Slot& operator[](std::size_t id) noexcept { return slots_[id]; }
  [[nodiscard]] const Slot& operator[](std::size_t id) const noexcept { return slots_[id]; }
  [[nodiscard]] bool contains(Handle handle) const noexcept {
    return handle.id < size_ && slots_[handle.id].generation == handle.generation &&
           slots_[handle.id].place != kNowhere;
  }

  /// Room for slots below `slot_count`, with an eighth to spare where it has to grow. Errors:
  /// `std::bad_alloc`; the table is as it was.
  void reserve(std::size_t slot_count);
  /// Room to take `count` more. Errors: as above; `std::invalid_argument` where ids end.
  void reserve_more(std::size_t count);

  /// Takes the lowest free slots, ascending. Needs room. Their places are to be written.
  void take(std::span<Handle> handles) noexcept;
  /// Ends the life of a slot.
  void release(ObjectId id) noexcept;
  /// Ends the lives of all.
  void release_all() noexcept;
  /// Has slots below `size`, which the caller has written. Needs room.
  void assign(std::size_t size) noexcept;

  /// A bit for each slot there is room for: all zero, and to be left so.
  [[nodiscard]] std::span<std::uint64_t> seen() noexcept { return seen_.first(seen_.capacity()); }
  [[nodiscard]] std::size_t capacity() const noexcept { return slots_.capacity(); }
  [[nodiscard]] std::span<const Slot> all() const noexcept { return slots_.first(size_); }
  [[nodiscard]] std::size_t byte_count() const noexcept {
    return slots_.byte_count() + seen_.byte_count() + free_.byte_count();
  }

 private:
  Buffer<Slot> slots_;
  Buffer<std::uint64_t> seen_;
  FreeSlots free_;
  std::size_t size_ = 0;
};

}  // namespace quadphase::detail
