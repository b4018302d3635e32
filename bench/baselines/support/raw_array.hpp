// SPDX-License-Identifier: MIT
// An array that is written before it is read: it grows, never shrinks, and is never cleared.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

#include "baselines/support/huge_pages.hpp"

namespace quadphase::bench {

template <class T>
class RawArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  /// Room before and after the elements that kernels of whole registers may read and write.
  static constexpr std::size_t kPadding = 64;

  /// Makes room for `size` elements. What they hold afterwards is unspecified.
  void resize(std::size_t size) {
    if (size > capacity_ || !memory_) {
      const std::size_t capacity = size + size / 8;
      memory_.reset(static_cast<T*>(::operator new((capacity + 2 * kPadding) * sizeof(T), kLine)));
      capacity_ = capacity;
      prefer_huge_pages(memory_.get(), byte_count());
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
  static constexpr std::align_val_t kLine{64};  // so that a register of 64 bytes is in one line
  struct Free {
    void operator()(T* memory) const noexcept { ::operator delete(memory, kLine); }
  };

  std::unique_ptr<T[], Free> memory_;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
};

}  // namespace quadphase::bench
