// SPDX-License-Identifier: MIT
// The user's memory resource behind a lock, because workers may allocate at the same time and the
// user's resource need not be thread-safe.
#pragma once

#include <memory_resource>
#include <mutex>

namespace quadphase::detail {

class SynchronizedResource : public std::pmr::memory_resource {
 public:
  explicit SynchronizedResource(std::pmr::memory_resource* upstream) noexcept
      : upstream_(upstream) {}

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    const std::lock_guard lock(mutex_);
    return upstream_->allocate(bytes, alignment);
  }
  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override {
    const std::lock_guard lock(mutex_);
    upstream_->deallocate(memory, bytes, alignment);
  }
  [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override {
    return this == &other;
  }

  std::pmr::memory_resource* upstream_;
  std::mutex mutex_;
};

}  // namespace quadphase::detail
