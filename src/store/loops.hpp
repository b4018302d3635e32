// SPDX-License-Identifier: MIT
// Loops over many rows, on the threads of the caller's arena.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/tuning.hpp"

namespace quadphase::detail {

/// True where a loop over `count` rows has workers, and is worth waking them.
[[nodiscard]] inline bool is_shared(std::size_t count) noexcept {
  return count >= kSerialObjects && tbb::this_task_arena::max_concurrency() > 1;
}

/// Calls `task(first, last)` for ranges that make up `[0, count)`, concurrently where that is many.
/// No task may throw.
template <class Task>
void in_ranges(std::size_t count, const Task& task) {
  if (!is_shared(count)) {
    if (count > 0) task(std::size_t{0}, count);
    return;
  }
  // Why isolated: a user who cancels a group of his own tasks must not leave us half-way.
  tbb::task_group_context context(tbb::task_group_context::isolated);
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, count, kSerialObjects / 4),
      [&task](const tbb::blocked_range<std::size_t>& range) { task(range.begin(), range.end()); },
      tbb::auto_partitioner(), context);
}

/// Sets bit `i` of `words`; true where it was set. `shared`: other threads do the same.
[[nodiscard]] inline bool test_and_set(std::span<std::uint64_t> words, std::size_t i,
                                       bool shared) noexcept {
  std::uint64_t& word = words[i / 64];
  const std::uint64_t bit = std::uint64_t{1} << (i % 64);
  if (shared) {
    return (std::atomic_ref(word).fetch_or(bit, std::memory_order_relaxed) & bit) != 0;
  }
  const bool was_set = (word & bit) != 0;
  word |= bit;
  return was_set;
}

}  // namespace quadphase::detail
