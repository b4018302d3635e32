// SPDX-License-Identifier: MIT
// Snapshots as bytes: where their header has its size and checksum, and the checksum, written from
// the description of the format. So that a changed snapshot gets past the checksum.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace quadphase::fuzz {

/// The header: magic (8 bytes), version (4), kind (4), flags (8), four counts (32), size (8),
/// checksum (8).
inline constexpr std::size_t kHeaderBytes = 72;
inline constexpr std::size_t kSizeAt = 56;
inline constexpr std::size_t kChecksumAt = 64;

/// The sum of some bytes in four lanes of 64-bit words, then of the bytes that are left.
inline std::uint64_t sum_of(std::span<const std::byte> bytes, std::uint64_t seed) {
  const auto mix = [](std::uint64_t sum, std::uint64_t word) {
    sum = (sum ^ word) * 0x9E37'79B9'7F4A'7C15;
    return sum ^ sum >> 32U;
  };
  std::array<std::uint64_t, 4> lanes = {seed, 2, 3, 4};
  std::size_t at = 0;
  for (; at + 32 <= bytes.size(); at += 32) {
    for (std::size_t lane = 0; lane < 4; ++lane) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data() + at + 8 * lane, 8);
      lanes[lane] = mix(lanes[lane], word);
    }
  }
  for (; at < bytes.size(); ++at)
    lanes[0] = mix(lanes[0], std::to_integer<std::uint64_t>(bytes[at]));
  return mix(mix(lanes[0], lanes[1]), mix(lanes[2], lanes[3]));
}

/// Makes the checksum right again. False where the header is cut off, or gives an impossible size.
inline bool repair_checksum(std::span<std::byte> bytes) {
  if (bytes.size() < kHeaderBytes) return false;
  std::uint64_t size = 0;
  std::memcpy(&size, bytes.data() + kSizeAt, sizeof(size));
  if (size < kHeaderBytes || size > bytes.size()) return false;
  const std::uint64_t sum =
      sum_of(bytes.subspan(kHeaderBytes, size - kHeaderBytes), sum_of(bytes.first(kChecksumAt), 1));
  std::memcpy(bytes.data() + kChecksumAt, &sum, sizeof(sum));
  return true;
}

}  // namespace quadphase::fuzz
