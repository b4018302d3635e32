// SPDX-License-Identifier: MIT
// Huge pages for large arrays, as the library has them: a yardstick must not wait for page tables.
#pragma once

#ifdef __linux__
#include <sys/mman.h>
#endif

#include <cstddef>
#include <cstdint>

namespace quadphase::bench {

/// Requests pages of 2 MiB in memory of at least 4 MiB; a refusal only costs time.
inline void prefer_huge_pages([[maybe_unused]] void* memory,
                              [[maybe_unused]] std::size_t byte_count) noexcept {
#ifdef __linux__
  constexpr std::uintptr_t kPage = std::uintptr_t{2} << 20;
  if (byte_count < 2 * kPage) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = (begin + kPage - 1) / kPage * kPage;
  const std::uintptr_t last = (begin + byte_count) / kPage * kPage;
  if (first < last)
    static_cast<void>(::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE));
#endif
}

}  // namespace quadphase::bench
