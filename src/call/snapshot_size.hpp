// SPDX-License-Identifier: MIT
// Where the first snapshot of some bytes ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "base/checksum.hpp"
#include "base/snapshot.hpp"

namespace quadphase::detail {

/// The first snapshot of `bytes`, as its header says; all bytes if that is impossible.
[[nodiscard]] inline std::span<const std::byte> snapshot_in(
    std::span<const std::byte> bytes) noexcept {
  std::uint64_t size = 0;
  if (bytes.size() < sizeof(SnapshotHeader)) return bytes;
  std::memcpy(&size, bytes.data() + offsetof(SnapshotHeader, size), sizeof(size));
  size = little_endian(size);
  return size <= bytes.size() ? bytes.first(static_cast<std::size_t>(size)) : bytes;
}

}  // namespace quadphase::detail
