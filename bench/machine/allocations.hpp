// SPDX-License-Identifier: MIT
// Counts the allocations of an engine in a frame: calls of operator new on all threads, and of the
// memory resource that engines get by default.
#pragma once

#include <cstddef>
#include <memory_resource>

namespace quadphase::bench {

/// Allocations of one or more frames.
struct AllocationCounts {
  std::size_t new_calls = 0;       ///< operator new; 0 where the build cannot count it
  std::size_t resource_calls = 0;  ///< of the default memory resource
  [[nodiscard]] std::size_t total() const noexcept { return new_calls + resource_calls; }
};

/// False under AddressSanitizer and ThreadSanitizer, which have an operator new of their own.
[[nodiscard]] bool counts_operator_new() noexcept;

/// While it lives, allocations are counted. One at a time.
class AllocationWindow {
 public:
  AllocationWindow();
  ~AllocationWindow();
  AllocationWindow(const AllocationWindow&) = delete;
  AllocationWindow& operator=(const AllocationWindow&) = delete;

  [[nodiscard]] AllocationCounts counts() const;
};

/// While it lives, `std::pmr::get_default_resource()` is one that counts. Engines made meanwhile
/// must not outlive it.
class CountedDefaultResource {
 public:
  CountedDefaultResource();
  ~CountedDefaultResource();
  CountedDefaultResource(const CountedDefaultResource&) = delete;
  CountedDefaultResource& operator=(const CountedDefaultResource&) = delete;

 private:
  std::pmr::memory_resource* former_;
};

}  // namespace quadphase::bench
