// SPDX-License-Identifier: MIT
// Maps ids to rows: a hash table with open addressing, for ids that may be any 32-bit numbers.
//
// Cost: about two probes per id, whatever the ids are: every bit of an id changes every bit of the
//       hash, and a salt keeps an attacker from choosing ids that collide in one slot.
// Tried: a product by the golden ratio (Fibonacci hashing) sends the ids 0, 908, 1816, ... to a few
//       runs of slots, through which each search then walks: quadratic time.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/atomic_word.hpp"
#include "base/buffer.hpp"
#include "base/mixed_bits.hpp"
#include "base/prefetch.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::detail {

/// Invariant: at most half of the slots are used, so every probe ends.
class IdMap {
 public:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  explicit IdMap(std::pmr::memory_resource* resource) : slots_(resource) {}

  /// Empties the map and makes room for `count` ids. Errors: `std::bad_alloc`, with the map empty.
  void reset(std::size_t count) {
    slot_count_ = 0;
    const std::size_t wanted = slots_for(count);
    slots_.ensure(wanted);
    slot_count_ = wanted;
    shift_ = 64 - std::countr_zero(wanted);
    salt_ = reinterpret_cast<std::uintptr_t>(slots_.data());
    std::fill_n(slots_.data(), slot_count_, kEmpty);
  }

  /// Empties the map; `ids` must be all of its ids and no others.
  void clear(std::span<const ObjectId> ids) noexcept {
    if (ids.size() >= slot_count_ / 16) {
      std::fill_n(slots_.data(), slot_count_, kEmpty);
    } else {
      for (const ObjectId id : ids) erase(id);
    }
  }

  /// Makes room for `count` ids in all. Errors: `std::bad_alloc`, with everything as it was.
  void reserve(std::size_t count) {
    if (slots_for(count) > slot_count_) move_to(count + count / 8);
  }

  /// Gives back what `count` ids, which must be all of the map's, do not need, as `Buffer::shrink`.
  void shrink(std::size_t count) noexcept {
    if (count == 0) return release();
    if (slots_for(count) >= slots_.capacity()) return;
    try {
      move_to(count);
    } catch (const std::bad_alloc&) {
    }
  }
  /// Empties the map and gives back all memory.
  void release() noexcept {
    slots_.release();
    slot_count_ = 0;
  }

  /// Adds an id; returns false if the map has it already. Needs room. May be called from many
  /// threads.
  bool insert(ObjectId id, std::uint32_t row) noexcept {
    const std::uint64_t entry = std::uint64_t{id} << 32 | row;
    for (std::size_t slot = slot_of(id);; slot = next(slot)) {
      std::uint64_t seen = kEmpty;
      if (atomic_compare_exchange(slots_[slot], seen, entry)) return true;
      if (id_of(seen) == id) return false;
    }
  }

  /// The row of an id, or kNone.
  [[nodiscard]] std::uint32_t find(ObjectId id) const noexcept {
    if (slot_count_ == 0) return kNone;
    for (std::size_t slot = slot_of(id); slots_[slot] != kEmpty; slot = next(slot)) {
      if (id_of(slots_[slot]) == id) return row_of(slots_[slot]);
    }
    return kNone;
  }

  /// Slots that `find` looks at.
  [[nodiscard]] std::size_t probe_count(ObjectId id) const noexcept {
    std::size_t count = 1;
    for (std::size_t slot = slot_of(id); slots_[slot] != kEmpty && id_of(slots_[slot]) != id;
         slot = next(slot))
      ++count;
    return count;
  }

  /// Prefetches what `find` reads first.
  void prefetch(ObjectId id) const noexcept {
    if (slot_count_ > 0) detail::prefetch(slots_.data() + slot_of(id));
  }

  /// Sets the row of an id. Needs an id of the map.
  void assign(ObjectId id, std::uint32_t row) noexcept {
    std::size_t slot = slot_of(id);
    while (id_of(slots_[slot]) != id) slot = next(slot);
    slots_[slot] = std::uint64_t{id} << 32 | row;
  }

  /// Removes an id, and moves the entries after it to where they would be without it, so later
  /// probes do not become longer. Needs an id of the map.
  void erase(ObjectId id) noexcept {
    std::size_t hole = slot_of(id);
    while (id_of(slots_[hole]) != id) hole = next(hole);  // no slot before the id's is empty
    for (std::size_t slot = next(hole); slots_[slot] != kEmpty; slot = next(slot)) {
      const std::size_t home = slot_of(id_of(slots_[slot]));
      if (((slot - home) & (slot_count_ - 1)) < ((slot - hole) & (slot_count_ - 1))) continue;
      slots_[hole] = slots_[slot];
      hole = slot;
    }
    slots_[hole] = kEmpty;
  }

 private:
  /// Moves the entries to memory for `count` ids.
  void move_to(std::size_t count) {
    IdMap moved(slots_.resource());
    moved.reset(count);
    for (std::size_t slot = 0; slot < slot_count_; ++slot) {
      if (slots_[slot] != kEmpty) moved.insert(id_of(slots_[slot]), row_of(slots_[slot]));
    }
    *this = std::move(moved);
  }

  /// An empty slot. Invariant: no row is kNone.
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};

  static std::size_t slots_for(std::size_t count) { return std::bit_ceil(2 * count + 16); }
  static ObjectId id_of(std::uint64_t entry) noexcept { return static_cast<ObjectId>(entry >> 32); }
  static std::uint32_t row_of(std::uint64_t entry) noexcept {
    return static_cast<std::uint32_t>(entry);
  }
  [[nodiscard]] std::size_t slot_of(ObjectId id) const noexcept {
    return static_cast<std::size_t>(mixed_bits(id ^ salt_) >> shift_);
  }
  [[nodiscard]] std::size_t next(std::size_t slot) const noexcept {
    return (slot + 1) & (slot_count_ - 1);
  }

  Buffer<std::uint64_t> slots_;
  std::size_t slot_count_ = 0;  // a power of two
  int shift_ = 0;               // slot_count_ is 2^(64 - shift_)
  // Decides which slots ids get. No published number and no result depends on it.
  std::uint64_t salt_ = 0;
};

}  // namespace quadphase::detail
