// SPDX-License-Identifier: MIT
#include "store/slots.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <stdexcept>

#include "base/chunk_loop.hpp"
#include "base/tuning.hpp"
#include "store/bits.hpp"

namespace quadphase::detail {
FreeSlots::FreeSlots(std::pmr::memory_resource* resource)
    : levels_{Buffer<std::uint64_t>(resource), Buffer<std::uint64_t>(resource),
              Buffer<std::uint64_t>(resource), Buffer<std::uint64_t>(resource),
              Buffer<std::uint64_t>(resource), Buffer<std::uint64_t>(resource)} {}

void FreeSlots::reserve(std::size_t slot_count) {
  if (slot_count <= capacity_) return;
  std::size_t words = slot_count;
  for (Buffer<std::uint64_t>& level : levels_) {
    words = (words + 63) / 64;
    grow_zeroed(level, words);
  }
  capacity_ = slot_count;
}

void FreeSlots::shrink(std::size_t slot_count) noexcept {
  std::size_t words = slot_count;
  for (Buffer<std::uint64_t>& level : levels_) {
    words = (words + 63) / 64;
    level.shrink(words);
  }
  capacity_ = std::min(capacity_, slot_count);
}

void FreeSlots::insert(std::size_t slot) noexcept {
  ++count_;
  for (Buffer<std::uint64_t>& level : levels_) {
    std::uint64_t& word = level[slot / 64];
    const bool was_empty = word == 0;
    word |= std::uint64_t{1} << (slot % 64);
    if (!was_empty) return;
    slot /= 64;
  }
}

std::size_t FreeSlots::lowest_word() const noexcept {
  std::size_t word = 0;
  for (std::size_t level = kLevels - 1; level > 0; --level) {
    word = word * 64 + static_cast<std::size_t>(std::countr_zero(levels_[level][word]));
  }
  return word;
}

void FreeSlots::clear_summaries(std::size_t word) noexcept {
  for (std::size_t level = 1; level < kLevels; ++level) {
    std::uint64_t& summary = levels_[level][word / 64];
    summary &= ~(std::uint64_t{1} << (word % 64));
    if (summary != 0) return;
    word /= 64;
  }
}

template <class Visit>
void FreeSlots::take(std::size_t count, const Visit& visit) noexcept {
  count_ -= count;
  while (count > 0) {
    const std::size_t index = lowest_word();
    std::uint64_t word = levels_[0][index];
    for (; word != 0 && count > 0; --count) {
      visit(index * 64 + static_cast<std::size_t>(std::countr_zero(word)));
      word &= word - 1;
    }
    levels_[0][index] = word;
    if (word == 0) clear_summaries(index);
  }
}

template <class IsFree>
void FreeSlots::assign(std::size_t slot_count, Executor* executor, const IsFree& is_free) noexcept {
  Buffer<std::uint64_t>& bits = levels_[0];
  std::fill_n(bits.data(), bits.capacity(), std::uint64_t{0});
  std::atomic<std::size_t> total = 0;
  for_each_range_of_caller(
      (slot_count + 63) / 64, executor, [&](std::size_t first, std::size_t last) {
        std::size_t found = 0;
        for (std::size_t i = first; i < last; ++i) {
          for (std::size_t slot = i * 64; slot < std::min(slot_count, i * 64 + 64); ++slot) {
            bits[i] |= static_cast<std::uint64_t>(is_free(slot) ? 1U : 0U) << (slot % 64);
          }
          found += static_cast<std::size_t>(std::popcount(bits[i]));
        }
        total += found;
      });
  count_ = total;
  summarize();
}

void FreeSlots::summarize() noexcept {
  for (std::size_t level = 1; level < kLevels; ++level) {
    const Buffer<std::uint64_t>& below = levels_[level - 1];
    Buffer<std::uint64_t>& words = levels_[level];
    std::fill_n(words.data(), words.capacity(), std::uint64_t{0});
    for (std::size_t i = 0; i < below.capacity(); ++i) {
      if (below[i] != 0) words[i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }
}

void SlotTable::reserve(std::size_t slot_count) {
  if (slot_count <= slots_.capacity()) return;
  const std::size_t target = slot_count + slot_count / 8;
  free_.reserve(target);
  grow_zeroed(seen_, (target + 63) / 64);
  slots_.grow(size_, target);  // grows last, because its capacity is that of the table
}

void SlotTable::shrink() noexcept {
  slots_.shrink(size_);  // first, because its capacity is that of the table
  seen_.shrink((capacity() + 63) / 64);
  free_.shrink(capacity());
}

void SlotTable::reserve_more(std::size_t count) {
  if (count <= free_.count()) return;
  const std::size_t fresh = count - free_.count();
  if (fresh > kMaxObjects - size_)
    throw std::invalid_argument("quadphase: a store must use at most 2^32 - 64 ids");
  reserve(size_ + fresh);
}

void SlotTable::take(std::span<Handle> handles) noexcept {
  const std::size_t reused = std::min(handles.size(), free_.count());
  Handle* next = handles.data();
  free_.take(reused, [&](std::size_t slot) {
    *next++ = {static_cast<ObjectId>(slot), slots_[slot].generation};
  });
  const std::span<Handle> fresh = handles.subspan(reused);
  for_each_range_of_caller(fresh.size(), executor_, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      slots_[size_ + i] = {kNoPackedRow, 0};
      fresh[i] = {static_cast<ObjectId>(size_ + i), 0};
    }
  });
  size_ += fresh.size();
}

void SlotTable::release(ObjectId id) noexcept {
  Slot& slot = slots_[id];
  slot.packed_row = kNoPackedRow;
  ++slot.generation;
  if (slot.generation != kRetired) free_.insert(id);
}

void SlotTable::release_all() noexcept {
  for_each_range_of_caller(size_, executor_, [&](std::size_t first, std::size_t last) {
    for (std::size_t id = first; id < last; ++id) {
      if (slots_[id].packed_row == kNoPackedRow) continue;
      slots_[id].packed_row = kNoPackedRow;
      ++slots_[id].generation;
    }
  });
  assign(size_);
}

void SlotTable::assign(std::size_t size) noexcept {
  size_ = size;
  free_.assign(size, executor_, [&](std::size_t id) {
    return slots_[id].packed_row == kNoPackedRow && slots_[id].generation != kRetired;
  });
}

}  // namespace quadphase::detail
