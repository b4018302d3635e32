// SPDX-License-Identifier: MIT
// Makes sure that so many distinct threads really take part in a loop: each waits in its first call
// until all are inside.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <set>
#include <thread>

namespace quadphase::contract {

class Gathering {
 public:
  explicit Gathering(std::size_t wanted) : wanted_(wanted) {}

  /// Waits until the wanted threads are here, or gives up: `count()` then tells.
  void arrive() {
    {
      const std::lock_guard lock(mutex_);
      here_.insert(std::this_thread::get_id());
      count_ = here_.size();
    }
    while (count_ < wanted_ && std::chrono::steady_clock::now() < deadline_)
      std::this_thread::yield();
  }

  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  std::size_t wanted_;
  std::chrono::steady_clock::time_point deadline_ =
      std::chrono::steady_clock::now() + std::chrono::seconds(10);
  std::mutex mutex_;
  std::set<std::thread::id> here_;
  std::atomic<std::size_t> count_{0};
};

}  // namespace quadphase::contract
