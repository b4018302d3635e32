// SPDX-License-Identifier: MIT
// Fewer, larger pages for large buffers, where the operating system has them on request.
#pragma once

#include <cstddef>

namespace quadphase::detail {

/// Buffers from this size on are worth it.
inline constexpr std::size_t kHugePageBytes = std::size_t{4} << 20;

/// Asks for huge pages in memory that was not touched yet, where they lie wholly inside of it. Does
/// nothing where there are none.
///
/// Why: a scatter to a thousand places misses the address cache at every store.
/// Tried without: partition of 1,000,000 boxes 3.1 ns a box against 2.5, 1.9 against 1.4 on two
/// threads.
void prefer_huge_pages(void* memory, std::size_t byte_count) noexcept;

}  // namespace quadphase::detail
