// SPDX-License-Identifier: MIT
#include "base/block_loop.hpp"

#include <algorithm>
#include <utility>

#include "base/floating_point_mode.hpp"

namespace quadphase::detail {
namespace {

/// Blocks per worker: enough that workers with slow blocks take fewer of them.
constexpr std::size_t kBlocksPerWorker = 16;

}  // namespace

BlockLoop::BlockLoop(int worker_count, std::size_t count, std::size_t grain, Range range) noexcept
    : count_(count), worker_count_(static_cast<std::size_t>(worker_count)), range_(range) {
  const std::size_t most_blocks = worker_count_ * kBlocksPerWorker;
  block_size_ = std::max(grain, (count + most_blocks - 1) / most_blocks);
  block_count_ = (count + block_size_ - 1) / block_size_;
  part_count_ = std::min({block_count_, worker_count_, kMostParts});
  for (std::size_t part = 0; part < part_count_; ++part)
    parts_[part].next.store(first_block(part), std::memory_order_relaxed);
}

std::size_t BlockLoop::task_count() const noexcept {
  return std::min(block_count_, worker_count_);
}

void BlockLoop::take_blocks(int worker) noexcept {
  const DefaultFloatingPointMode mode;
  try {
    for (std::size_t turn = 0; turn < part_count_; ++turn) {
      const std::size_t part = (static_cast<std::size_t>(worker) + turn) % part_count_;
      const std::size_t end = first_block(part + 1);
      std::atomic<std::size_t>& next = parts_[part].next;
      while (next.load(std::memory_order_relaxed) < end) {
        if (has_failed_.load(std::memory_order_relaxed)) return;
        const std::size_t block = next.fetch_add(1, std::memory_order_relaxed);
        if (block >= end) break;
        const std::size_t first = block * block_size_;
        range_(first, std::min(first + block_size_, count_), worker);
      }
    }
  } catch (...) {
    fail(std::current_exception());
  }
}

void BlockLoop::fail(std::exception_ptr error) noexcept {
  if (!has_failed_.exchange(true)) error_ = std::move(error);
}

void BlockLoop::rethrow() const {
  if (error_) std::rethrow_exception(error_);
}

}  // namespace quadphase::detail
