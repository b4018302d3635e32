// SPDX-License-Identifier: MIT
// Something for each worker that takes part in a loop: a buffer to write to, or scratch memory.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "base/buffer.hpp"
#include "base/parallel.hpp"

namespace quadphase::detail {

/// Items are in the order in which workers join, not by worker number.
/// Why: an engine of 4,096 threads may run on two processors. Memory is reserved for the workers
/// that can take part at a time; whenever more join, their items get memory on first use.
template <class Item>
class PerWorker {
 public:
  PerWorker(std::pmr::memory_resource* resource, int reserved_count)
      : reserved_count_(static_cast<std::size_t>(reserved_count)), numbers_(resource) {
    make_items(reserved_count_);
  }

  /// Reserves memory, so that `restart` need not allocate unless more workers join than expected.
  void reserve(const Workers& workers) {
    numbers_.ensure(static_cast<std::size_t>(workers.count()));
  }

  /// Gives back the memory of all items; they get it again when they are used.
  void release() noexcept {
    for (Item& item : items_) item = Item(numbers_.resource());
    numbers_.release();
  }

  /// Call it before a loop: no worker has an item then, and there are enough for all that can join.
  /// Errors: `std::bad_alloc`.
  void restart(const Workers& workers, std::size_t task_count) {
    const auto count = static_cast<std::size_t>(workers.active_count());
    make_items(std::min(count, task_count));
    reserve(workers);
    // Why: the only worker then takes its item without a locked instruction. These took a tenth of
    // a frame of one object.
    const std::uint32_t known = count == 1 ? 1 : 0;
    for (std::size_t worker = 0; worker < count; ++worker) numbers_[worker] = known;
    taken_.store(known, std::memory_order_relaxed);
  }

  /// The item of a worker, in a task.
  [[nodiscard]] Item& of(int worker) noexcept {
    std::uint32_t& number = numbers_[static_cast<std::size_t>(worker)];
    if (number == 0) number = taken_.fetch_add(1, std::memory_order_relaxed) + 1;
    return items_[number - 1];
  }

  [[nodiscard]] std::span<Item> all() noexcept { return items_; }
  [[nodiscard]] std::span<const Item> all() const noexcept { return items_; }
  /// Those for which memory is reserved.
  [[nodiscard]] std::span<Item> reserved() noexcept { return all().first(reserved_count_); }
  [[nodiscard]] std::size_t reserved_count() const noexcept { return reserved_count_; }

 private:
  void make_items(std::size_t count) {
    items_.reserve(count);
    while (items_.size() < count) items_.emplace_back(numbers_.resource());
  }

  std::size_t reserved_count_;
  std::vector<Item> items_;
  Buffer<std::uint32_t> numbers_;  // by worker: one more than the number of its item; 0: none yet
  std::atomic<std::uint32_t> taken_{0};
};

}  // namespace quadphase::detail
