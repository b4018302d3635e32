// SPDX-License-Identifier: MIT
// Leaves and nodes of a tree that a search opens in the order of their least ids.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/tuning.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::detail {

/// Invariant: a heap, with the least id on top.
class TiedEntries {
 public:
  struct Entry {
    ObjectId least_id;  // or less
    std::uint32_t level;
    std::uint32_t number;
  };

  [[nodiscard]] bool is_empty() const noexcept { return count_ == 0; }
  [[nodiscard]] std::size_t room() const noexcept { return kCapacity - count_; }

  /// Needs room.
  void push(const Entry& entry) noexcept {
    entries_[count_++] = entry;
    std::push_heap(entries_, entries_ + count_, is_after);
  }
  /// Needs an entry.
  [[nodiscard]] Entry pop() noexcept {
    std::pop_heap(entries_, entries_ + count_, is_after);
    return entries_[--count_];
  }

 private:
  /// Of entries with the same id, the lower one first, which has fewer objects.
  [[nodiscard]] static bool is_after(const Entry& a, const Entry& b) noexcept {
    return a.least_id != b.least_id ? a.least_id > b.least_id : a.level > b.level;
  }

  static constexpr std::size_t kCapacity = tuned<std::size_t>(256, 32);

  Entry entries_[kCapacity];
  std::size_t count_ = 0;
};

}  // namespace quadphase::detail
