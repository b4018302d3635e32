// SPDX-License-Identifier: MIT
// Bits in words, set by one thread or by many.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/atomic_word.hpp"
#include "base/buffer.hpp"

namespace quadphase::detail {

/// Makes room for `words` words; new words are zero. Errors: `std::bad_alloc`, with everything as
/// it was.
inline void grow_zeroed(Buffer<std::uint64_t>& buffer, std::size_t words) {
  const std::size_t kept = buffer.capacity();
  if (words <= kept) return;
  buffer.grow(kept, words);
  std::fill(buffer.data() + kept, buffer.data() + words, std::uint64_t{0});
}

/// Sets bit `i` of `words`; returns true if it was set already. `shared`: other threads set bits,
/// too.
[[nodiscard]] inline bool test_and_set(std::span<std::uint64_t> words, std::size_t i,
                                       bool shared) noexcept {
  std::uint64_t& word = words[i / 64];
  const std::uint64_t bit = std::uint64_t{1} << (i % 64);
  if (shared) {
    return (atomic_fetch_or(word, bit) & bit) != 0;
  }
  const bool was_set = (word & bit) != 0;
  word |= bit;
  return was_set;
}

}  // namespace quadphase::detail
