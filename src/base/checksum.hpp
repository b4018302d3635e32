// SPDX-License-Identifier: MIT
// The checksum of what is kept in files, and numbers in little-endian order.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace quadphase::detail {

/// The number whose bytes in memory are those of `value` in little-endian order, or the other way
/// around.
template <class T>
[[nodiscard]] T little_endian(T value) noexcept {
  if constexpr (std::endian::native == std::endian::big) {
    auto* const bytes = reinterpret_cast<std::byte*>(&value);
    std::reverse(bytes, bytes + sizeof(value));
  }
  return value;
}

/// A sum of all bytes in four lanes of multiply and shift.
/// Why every changed byte changes the sum: each step maps sums to sums, and words to sums, one to
/// one.
[[nodiscard]] inline std::uint64_t sum_of(std::span<const std::byte> bytes,
                                          std::uint64_t seed) noexcept {
  constexpr std::uint64_t kOdd = 0x9E37'79B9'7F4A'7C15;
  std::array<std::uint64_t, 4> sums = {seed, 2, 3, 4};
  const auto mix = [](std::uint64_t sum, std::uint64_t word) {
    sum = (sum ^ word) * kOdd;
    return sum ^ (sum >> 32);
  };
  std::size_t i = 0;
  for (; i + sizeof(sums) <= bytes.size(); i += sizeof(sums)) {
    std::array<std::uint64_t, 4> words;
    std::memcpy(words.data(), bytes.data() + i, sizeof(words));
    for (std::size_t lane = 0; lane < 4; ++lane) {
      sums[lane] = mix(sums[lane], little_endian(words[lane]));
    }
  }
  for (; i < bytes.size(); ++i) sums[0] = mix(sums[0], std::to_integer<std::uint64_t>(bytes[i]));
  return mix(mix(sums[0], sums[1]), mix(sums[2], sums[3]));
}

}  // namespace quadphase::detail
