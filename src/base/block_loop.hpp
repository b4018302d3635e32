// SPDX-License-Identifier: MIT
// A loop that is cut into blocks. Every worker begins with a part of its own, a row of blocks, and
// then continues with what is left of the others' parts.
// Why blocks: a task of an executor or of an arena costs from 50 ns to a few microseconds, while
// the next block costs one atomic addition. And blocks left by threads that do not come are taken
// by those that do.
// Why parts: in each stage of a frame a worker gets the same rows, which its caches hold, and no
// two workers update counters in the same cache line while both have blocks of their own.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <exception>

#include "base/function_ref.hpp"

namespace quadphase::detail {

class BlockLoop {
 public:
  using Range = FunctionRef<void(std::size_t first, std::size_t last, int worker)>;

  /// The loop over `[0, count)`, in ranges of `grain` or more.
  BlockLoop(int worker_count, std::size_t count, std::size_t grain, Range range) noexcept;

  /// How many workers can have a block at the same time.
  [[nodiscard]] std::size_t task_count() const noexcept;

  /// Takes blocks until none is left, or until one has thrown. Many workers may call it at once.
  void take_blocks(int worker) noexcept;

  /// Keeps all workers from taking another block, as if a block had thrown `error`.
  void fail(std::exception_ptr error) noexcept;

  /// Rethrows what the first block that failed has thrown. All workers must have left.
  void rethrow() const;

 private:
  static constexpr std::size_t kMostParts = 64;

  struct alignas(64) Part {
    std::atomic<std::size_t> next{0};
  };

  /// The first block of a part, and the end of the one before.
  [[nodiscard]] std::size_t first_block(std::size_t part) const noexcept {
    return part * block_count_ / part_count_;
  }

  std::size_t count_;
  std::size_t worker_count_;
  std::size_t block_size_;
  std::size_t block_count_;
  std::size_t part_count_;
  Range range_;
  std::array<Part, kMostParts> parts_;  // those below part_count_ are used
  std::atomic<bool> has_failed_{false};
  std::exception_ptr error_;  // of the block that failed first
};

}  // namespace quadphase::detail
