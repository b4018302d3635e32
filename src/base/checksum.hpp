// SPDX-License-Identifier: MIT
// The checksum by which a damaged snapshot is recognized.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace quadphase::detail {

/// A sum of all bytes in four lanes of multiply and shift. It detects damage, not malice.
[[nodiscard]] inline std::uint64_t checksum_of(std::span<const std::byte> bytes) noexcept {
  constexpr std::uint64_t kOdd = 0x9E37'79B9'7F4A'7C15;
  std::array<std::uint64_t, 4> lanes = {1, 2, 3, 4};
  const auto mix = [](std::uint64_t sum, std::uint64_t word) {
    sum = (sum ^ word) * kOdd;
    return sum ^ (sum >> 32);
  };
  std::size_t i = 0;
  for (; i + sizeof(lanes) <= bytes.size(); i += sizeof(lanes)) {
    std::array<std::uint64_t, 4> words;
    std::memcpy(words.data(), bytes.data() + i, sizeof(words));
    for (std::size_t lane = 0; lane < 4; ++lane) lanes[lane] = mix(lanes[lane], words[lane]);
  }
  for (; i < bytes.size(); ++i) lanes[0] = mix(lanes[0], std::to_integer<std::uint64_t>(bytes[i]));
  return mix(mix(lanes[0], lanes[1]), mix(lanes[2], lanes[3]));
}

}  // namespace quadphase::detail
