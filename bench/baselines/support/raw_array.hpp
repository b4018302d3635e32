// SPDX-License-Identifier: MIT
// An array that is written before it is read: it grows, never shrinks, and is never cleared.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

namespace quadphase::bench {

template <class T>
class RawArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  /// Room behind and before the elements that kernels of whole registers may read and write.
  static constexpr std::size_t kPadding = 16;

  /// Makes room for `size` elements. What they hold afterwards is unspecified.
  void resize(std::size_t size) {
    if (size > capacity_ || !memory_) {
      const std::size_t capacity = size + size / 8;
      memory_ = std::make_unique_for_overwrite<T[]>(capacity + 2 * kPadding);
      capacity_ = capacity;
    }
    size_ = size;
  }

  [[nodiscard]] T* data() noexcept { return memory_.get() + kPadding; }
  [[nodiscard]] const T* data() const noexcept { return memory_.get() + kPadding; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] T& operator[](std::size_t i) noexcept { return data()[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return data()[i]; }
  [[nodiscard]] std::span<const T> span() const noexcept {
    return memory_ ? std::span<const T>(data(), size_) : std::span<const T>();
  }
  [[nodiscard]] std::size_t byte_count() const noexcept {
    return memory_ ? (capacity_ + 2 * kPadding) * sizeof(T) : 0;
  }

 private:
  std::unique_ptr<T[]> memory_;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
};

}  // namespace quadphase::bench
