// SPDX-License-Identifier: MIT
// Random numbers with the same bytes on every compiler and processor: integers, and floats by one
// exact product. Source: G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number
// generators", 2014.
#pragma once

#include <cstdint>

namespace quadphase::scenes {

/// A stream of random numbers. Streams of one seed are independent of each other.
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) noexcept
      : state_(mix(seed + kStride) ^ mix(mix(stream + 2 * kStride))) {}

  [[nodiscard]] std::uint64_t bits() noexcept {
    state_ += kStride;
    return mix(state_);
  }

  /// Uniform in [0, 1), a multiple of 2^-24.
  [[nodiscard]] float unit() noexcept { return static_cast<float>(bits() >> 40U) * 0x1p-24F; }

  /// Uniform in [low, high].
  [[nodiscard]] float between(float low, float high) noexcept {
    return low + unit() * (high - low);
  }

  /// Uniform in [0, limit); `limit` is at least 1.
  [[nodiscard]] std::uint32_t below(std::uint32_t limit) noexcept {
    return static_cast<std::uint32_t>(((bits() >> 32U) * limit) >> 32U);
  }

  /// -1 or 1.
  [[nodiscard]] float sign() noexcept { return (bits() >> 63U) != 0 ? 1.0F : -1.0F; }

 private:
  static constexpr std::uint64_t kStride = 0x9e3779b97f4a7c15U;

  [[nodiscard]] static constexpr std::uint64_t mix(std::uint64_t z) noexcept {
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

  std::uint64_t state_;
};

}  // namespace quadphase::scenes
