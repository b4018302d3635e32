// SPDX-License-Identifier: MIT
// The bytes of an input, read from the front. Behind the end there are zeros, so every input means
// something.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace quadphase::fuzz {

class ByteSource {
 public:
  explicit ByteSource(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  [[nodiscard]] bool is_empty() const noexcept { return bytes_.empty(); }
  /// The bytes that were not read yet.
  [[nodiscard]] std::span<const std::uint8_t> rest() const noexcept { return bytes_; }

  /// A number of any kind, from its bytes.
  template <class T>
  [[nodiscard]] T raw() noexcept {
    static_assert(std::is_trivially_copyable_v<T>);
    T value{};
    const std::size_t size = bytes_.size() < sizeof(T) ? bytes_.size() : sizeof(T);
    if (size > 0) std::memcpy(&value, bytes_.data(), size);
    bytes_ = bytes_.subspan(size);
    return value;
  }
  [[nodiscard]] std::uint32_t byte() noexcept { return raw<std::uint8_t>(); }
  [[nodiscard]] bool flag() noexcept { return (byte() & 1U) != 0; }
  /// Below `count`, which must be 1 to 65536. Takes one byte where that is enough.
  [[nodiscard]] std::uint32_t below(std::size_t count) noexcept {
    const std::uint32_t number = count <= 256 ? byte() : raw<std::uint16_t>();
    return number % static_cast<std::uint32_t>(count);
  }
  template <class T, std::size_t kCount>
  [[nodiscard]] const T& one_of(const T (&choices)[kCount]) noexcept {
    return choices[below(kCount)];
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

}  // namespace quadphase::fuzz
