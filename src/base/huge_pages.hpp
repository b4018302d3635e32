// SPDX-License-Identifier: MIT
// Huge pages for large buffers, if the operating system provides them on request.
#pragma once

#include <cstddef>

#include "quadphase/export.hpp"

namespace quadphase::detail {

/// The least size of a buffer that gets huge pages.
inline constexpr std::size_t kHugePageBytes = std::size_t{4} << 20;

/// Requests huge pages for the part of untouched memory that can hold whole ones. Does nothing
/// if the system has none.
///
/// Why: a scatter to a thousand positions misses the TLB at every store.
/// Tried: without it, the partition of 1,000,000 boxes takes 3.1 ns per box instead of 2.5, and on
/// two threads 1.9 instead of 1.4.
QUADPHASE_API void prefer_huge_pages(void* memory, std::size_t byte_count) noexcept;

}  // namespace quadphase::detail
