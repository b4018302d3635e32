// SPDX-License-Identifier: MIT
// The user's memory resource behind a lock, because workers may allocate at the same time and the
// user's resource need not be thread-safe. It counts the bytes that are held.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory_resource>
#include <mutex>
#include <new>

namespace quadphase::detail {

class SynchronizedResource : public std::pmr::memory_resource {
 public:
  explicit SynchronizedResource(std::pmr::memory_resource* upstream) noexcept
      : upstream_(upstream) {}

  /// The bytes that were allocated and not deallocated.
  [[nodiscard]] std::size_t byte_count() const noexcept {
    return byte_count_.load(std::memory_order_relaxed);
  }

  /// The bytes that would have been held after the allocation that failed last.
  /// 0: none has failed since `forget_missed`.
  [[nodiscard]] std::size_t missed_byte_count() const noexcept { return missed_; }
  void forget_missed() noexcept { missed_ = 0; }

  /// True if that many bytes can be allocated now.
  [[nodiscard]] bool has(std::size_t bytes) noexcept {
    try {
      deallocate(allocate(bytes), bytes);
      return true;
    } catch (const std::bad_alloc&) {
      return false;
    }
  }

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    const std::lock_guard lock(mutex_);
    try {
      void* const memory = upstream_->allocate(bytes, alignment);
      byte_count_.fetch_add(bytes, std::memory_order_relaxed);
      return memory;
    } catch (...) {
      missed_ = byte_count() + bytes;
      throw;
    }
  }
  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override {
    const std::lock_guard lock(mutex_);
    upstream_->deallocate(memory, bytes, alignment);
    byte_count_.fetch_sub(bytes, std::memory_order_relaxed);
  }
  [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override {
    return this == &other;
  }

  std::pmr::memory_resource* upstream_;
  std::mutex mutex_;
  std::atomic<std::size_t> byte_count_{0};
  std::size_t missed_ = 0;
};

}  // namespace quadphase::detail
