// SPDX-License-Identifier: MIT
// Atomic operations on words that are otherwise not atomic; they order no other memory.
#pragma once

#include <atomic>
#include <cstdint>

namespace quadphase::detail {

// Why not `std::atomic_ref` everywhere: libc++ has it from version 19 on.
#if defined(__cpp_lib_atomic_ref)

template <class Word>
[[nodiscard]] Word atomic_load(Word& word) noexcept {
  return std::atomic_ref(word).load(std::memory_order_relaxed);
}

template <class Word>
void atomic_store(Word& word, Word value) noexcept {
  std::atomic_ref(word).store(value, std::memory_order_relaxed);
}

template <class Word>
Word atomic_fetch_or(Word& word, Word bits) noexcept {
  return std::atomic_ref(word).fetch_or(bits, std::memory_order_relaxed);
}

template <class Word>
Word atomic_exchange(Word& word, Word value) noexcept {
  return std::atomic_ref(word).exchange(value, std::memory_order_relaxed);
}

/// Adds to the word, and returns its previous value.
template <class Word>
Word atomic_add(Word& word, Word value) noexcept {
  return std::atomic_ref(word).fetch_add(value, std::memory_order_relaxed);
}

/// Stores `value` if the word is `expected`, and returns true; otherwise sets `expected` to the
/// word.
template <class Word>
bool atomic_compare_exchange(Word& word, Word& expected, Word value) noexcept {
  return std::atomic_ref(word).compare_exchange_strong(expected, value, std::memory_order_relaxed);
}

#else

template <class Word>
[[nodiscard]] Word atomic_load(Word& word) noexcept {
  return __atomic_load_n(&word, __ATOMIC_RELAXED);
}

template <class Word>
void atomic_store(Word& word, Word value) noexcept {
  __atomic_store_n(&word, value, __ATOMIC_RELAXED);
}

template <class Word>
Word atomic_fetch_or(Word& word, Word bits) noexcept {
  return __atomic_fetch_or(&word, bits, __ATOMIC_RELAXED);
}

template <class Word>
Word atomic_exchange(Word& word, Word value) noexcept {
  return __atomic_exchange_n(&word, value, __ATOMIC_RELAXED);
}

template <class Word>
Word atomic_add(Word& word, Word value) noexcept {
  return __atomic_fetch_add(&word, value, __ATOMIC_RELAXED);
}

template <class Word>
bool atomic_compare_exchange(Word& word, Word& expected, Word value) noexcept {
  return __atomic_compare_exchange_n(&word, &expected, value, false, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED);
}

#endif

}  // namespace quadphase::detail
