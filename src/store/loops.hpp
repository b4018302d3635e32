// SPDX-License-Identifier: MIT
// What the store's loops, on the threads of the caller's arena, have in common.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/chunk_loop.hpp"
#include "base/tuning.hpp"

namespace quadphase::detail {

/// True where a loop over `count` rows has workers, and is worth waking them.
[[nodiscard]] inline bool is_shared(std::size_t count) noexcept {
  return count >= kSerialObjects && caller_thread_count() > 1;
}

/// Sets bit `i` of `words`; true where it was set. `shared`: other threads do the same.
[[nodiscard]] inline bool test_and_set(std::span<std::uint64_t> words, std::size_t i,
                                       bool shared) noexcept {
  std::uint64_t& word = words[i / 64];
  const std::uint64_t bit = std::uint64_t{1} << (i % 64);
  if (shared) {
    return (std::atomic_ref(word).fetch_or(bit, std::memory_order_relaxed) & bit) != 0;
  }
  const bool was_set = (word & bit) != 0;
  word |= bit;
  return was_set;
}

}  // namespace quadphase::detail
