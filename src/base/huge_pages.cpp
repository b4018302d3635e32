// SPDX-License-Identifier: MIT
#include "base/huge_pages.hpp"

#ifdef __linux__
#include <sys/mman.h>

#include <cerrno>
#include <cstdint>
#endif

namespace quadphase::detail {

void prefer_huge_pages([[maybe_unused]] void* memory,
                       [[maybe_unused]] std::size_t byte_count) noexcept {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  constexpr std::uintptr_t kPageBytes = std::uintptr_t{2} << 20;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = (begin + kPageBytes - 1) / kPageBytes * kPageBytes;
  const std::uintptr_t last = (begin + byte_count) / kPageBytes * kPageBytes;
  // Why the result is ignored: a refusal changes nothing but the speed.
  const int error = errno;
  if (first < last)
    static_cast<void>(madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE));
  errno = error;
#endif
}

}  // namespace quadphase::detail
