// SPDX-License-Identifier: MIT
// Memory that outlives the frame: an aligned array that grows, shrinks only when told to, and is
// never cleared.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory_resource>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "base/huge_pages.hpp"

namespace quadphase::detail {

/// Converts a count of items to a `std::size_t`. Errors: `std::bad_array_new_length` if they do not
/// fit in the address space, such as 300 million pairs where addresses have 32 bits.
[[nodiscard]] inline std::size_t count_in_memory(std::uint64_t count) {
  if (count > static_cast<std::uint64_t>(std::numeric_limits<std::ptrdiff_t>::max()))
    throw std::bad_array_new_length();
  return static_cast<std::size_t>(count);
}

/// An uninitialized array of trivial elements from a memory resource.
template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  /// Every buffer begins on a cache line of its own.
  static constexpr std::size_t kAlignment = 64;

  explicit Buffer(std::pmr::memory_resource* resource) noexcept : resource_(resource) {}
  Buffer(Buffer&& other) noexcept
      : resource_(other.resource_),
        data_(std::exchange(other.data_, nullptr)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(resource_, other.resource_);
    std::swap(data_, other.data_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  ~Buffer() { release(); }

  /// Makes room for `size` elements. Growing drops the contents. Errors: `std::bad_alloc`; the
  /// buffer is then as it was, or empty.
  void ensure(std::size_t size) {
    if (size <= capacity_) return;
    release();
    if (size > std::numeric_limits<std::ptrdiff_t>::max() / sizeof(T))
      throw std::bad_array_new_length();
    data_ = static_cast<T*>(resource_->allocate(size * sizeof(T), kAlignment));
    capacity_ = size;
    if (byte_count() >= kHugePageBytes) prefer_huge_pages(data_, byte_count());
  }

  /// As `ensure`, with room for an eighth more if the buffer has to grow.
  void ensure_with_spare(std::size_t size) {
    if (size > capacity_) ensure(size + size / 8);
  }

  /// Makes room for exactly `size` elements and keeps the first `kept`. Errors: `std::bad_alloc`,
  /// with everything as it was.
  void grow(std::size_t kept, std::size_t size) {
    Buffer grown(resource_);
    grown.ensure(size);
    std::copy_n(data_, kept, grown.data_);
    *this = std::move(grown);
  }

  /// As `grow`, but only if there is less room.
  void ensure_keeping(std::size_t kept, std::size_t size) {
    if (size > capacity_) grow(kept, size);
  }

  /// As `ensure_with_spare`, but the old contents stay in place until new memory has been
  /// allocated.
  void ensure_safely(std::size_t size) {
    if (size <= capacity_) return;
    Buffer grown(resource_);
    grown.ensure_with_spare(size);
    *this = std::move(grown);
  }

  /// Gives back the memory beyond the first `kept` elements, which stay. If there is no memory for
  /// the copy of these, everything stays.
  void shrink(std::size_t kept) noexcept {
    if (kept >= capacity_) return;
    if (kept == 0) return release();
    try {
      grow(kept, kept);
    } catch (const std::bad_alloc&) {
    }
  }

  /// Gives back all memory.
  void release() noexcept {
    if (data_ != nullptr) resource_->deallocate(data_, capacity_ * sizeof(T), kAlignment);
    data_ = nullptr;
    capacity_ = 0;
  }

  [[nodiscard]] T* data() noexcept { return data_; }
  [[nodiscard]] const T* data() const noexcept { return data_; }
  [[nodiscard]] T& operator[](std::size_t i) noexcept { return data_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return data_[i]; }
  [[nodiscard]] std::span<T> first(std::size_t count) noexcept { return {data_, count}; }
  [[nodiscard]] std::span<const T> first(std::size_t count) const noexcept {
    return {data_, count};
  }
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
  [[nodiscard]] std::size_t byte_count() const noexcept { return capacity_ * sizeof(T); }
  [[nodiscard]] std::pmr::memory_resource* resource() const noexcept { return resource_; }

 private:
  std::pmr::memory_resource* resource_;
  T* data_ = nullptr;
  std::size_t capacity_ = 0;
};

}  // namespace quadphase::detail
