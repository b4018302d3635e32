// SPDX-License-Identifier: MIT
// A memory resource that counts, fails on demand, and notices two threads inside it at once.
#pragma once

#include <atomic>
#include <cstddef>
#include <limits>
#include <memory_resource>
#include <new>
#include <thread>

namespace quadphase::contract {

/// Whether this build lacks optimization or has a sanitizer, so that large tests would take long.
#if !defined(__OPTIMIZE__) || defined(__SANITIZE_ADDRESS__)
inline constexpr bool kIsSlowBuild = true;
#elif defined(__has_feature)
inline constexpr bool kIsSlowBuild =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kIsSlowBuild = false;
#endif

/// The allocation to fail after the k-th one, in tests that go through all of a call: the next one,
/// or one of the next few if the build is slow.
constexpr std::size_t next_failure(std::size_t k) {
  return k + (kIsSlowBuild ? 7 : 1);
}

/// What a thread may hold besides what a call needs on one.
inline constexpr std::size_t kThreadBytes = 256 * 1024;

class CountingResource : public std::pmr::memory_resource {
 public:
  static constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();

  /// `waits`: whether a thread stays inside a little longer, for others to show up.
  explicit CountingResource(bool waits = false) : waits_(waits) {}

  /// The `k`-th allocation from now on, and all after it, fail; kNever: none does.
  void fail_from(std::size_t k) { left_ = k; }
  /// As above, but those after it work again.
  void fail_once_at(std::size_t k) {
    left_ = k;
    once_ = true;
  }
  void work_again() {
    left_ = kNever;
    once_ = false;
  }
  /// Allocations of more than this many bytes in all fail.
  void limit_to(std::size_t bytes) { limit_ = bytes; }

  [[nodiscard]] std::size_t allocations() const { return allocations_; }
  [[nodiscard]] std::size_t failures() const { return failures_; }
  [[nodiscard]] std::size_t outstanding_bytes() const { return bytes_; }
  [[nodiscard]] std::size_t peak_bytes() const { return peak_; }
  [[nodiscard]] std::size_t meetings() const { return meetings_; }

 private:
  /// Counts the threads inside; stays a little, for others to show up.
  class Visit {
   public:
    explicit Visit(CountingResource& resource) : resource_(resource) {
      if (resource_.inside_.fetch_add(1) > 0) ++resource_.meetings_;
      if (resource_.waits_) std::this_thread::yield();
    }
    ~Visit() { --resource_.inside_; }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

   private:
    CountingResource& resource_;
  };

  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    const Visit visit(*this);
    const std::size_t left = left_;
    if (left == 0 || bytes > limit_ || bytes_ + bytes > limit_) {
      if (once_) work_again();
      ++failures_;
      throw std::bad_alloc();
    }
    if (left != kNever) --left_;
    void* const memory = std::pmr::new_delete_resource()->allocate(bytes, alignment);
    ++allocations_;
    bytes_ += bytes;
    if (bytes_ > peak_) peak_ = bytes_.load();
    return memory;
  }
  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override {
    const Visit visit(*this);
    bytes_ -= bytes;
    std::pmr::new_delete_resource()->deallocate(memory, bytes, alignment);
  }
  [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override {
    return this == &other;
  }

  bool waits_;
  std::atomic<std::size_t> left_{kNever};
  std::atomic<bool> once_{false};
  std::size_t limit_ = kNever;
  std::atomic<std::size_t> allocations_{0};
  std::atomic<std::size_t> failures_{0};
  std::atomic<std::size_t> bytes_{0};
  std::atomic<std::size_t> peak_{0};
  std::atomic<std::size_t> meetings_{0};
  std::atomic<int> inside_{0};
};

/// The lowest limit, to 64 bytes, for which `has_room(limit)`; that has room for `enough`.
template <class HasRoom>
std::size_t least_with_room(std::size_t enough, const HasRoom& has_room) {
  std::size_t too_low = 0;
  while (enough - too_low > 64) {
    const std::size_t middle = too_low + (enough - too_low) / 2;
    (has_room(middle) ? enough : too_low) = middle;
  }
  return enough;
}

}  // namespace quadphase::contract
