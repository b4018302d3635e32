// SPDX-License-Identifier: MIT
// Counts what a program asks of the system for memory: operator new, the malloc family and mmap.
#pragma once

#include <cstddef>

namespace quadphase::contract {

/// True where this build can replace malloc: not under AddressSanitizer, which has its own.
[[nodiscard]] bool counts_malloc() noexcept;

/// While it lives, counts the calls of one thread, or operator new on all threads.
class AllocationCounter {
 public:
  enum class Scope { this_thread, new_on_all_threads };

  explicit AllocationCounter(Scope scope);
  ~AllocationCounter();
  AllocationCounter(const AllocationCounter&) = delete;
  AllocationCounter& operator=(const AllocationCounter&) = delete;

  [[nodiscard]] std::size_t count() const;

 private:
  Scope scope_;
};

}  // namespace quadphase::contract
