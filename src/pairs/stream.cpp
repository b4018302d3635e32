// SPDX-License-Identifier: MIT
#include "pairs/stream.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "pairs/pairs.hpp"

namespace quadphase::detail {
namespace {

/// Passes on the pairs of a task that filled more than one block, as one span.
void visit_large(const PairSegment& segment, std::size_t task, ChunkVisitor visit, PairPool& pool,
                 LargeChunks& large) {
  Buffer<Pair> array = large.take(segment.counts.pairs);
  copy_segment(segment, array.data());
  for (PairBlock* block = std::exchange(segment.block->next, nullptr); block != nullptr;) {
    pool.give_back(std::exchange(block, block->next));
  }
  Workers::isolate([&] { visit(array.first(segment.counts.pairs), task); });
  large.give_back(std::move(array));
}

}  // namespace

Buffer<Pair> LargeChunks::take(std::uint64_t pair_count) {
  Buffer<Pair> array(resource_);
  {
    const std::lock_guard lock(mutex_);
    ++task_count_;
    largest_ = std::max(largest_, pair_count);
    if (!free_.empty()) {
      array = std::move(free_.back());
      free_.pop_back();
    }
  }
  array.ensure(std::bit_ceil(pair_count));
  return array;
}

void LargeChunks::give_back(Buffer<Pair> array) {
  const std::lock_guard lock(mutex_);
  free_.push_back(std::move(array));
}

void LargeChunks::settle(std::size_t worker_count, PairPool& pool) {
  const std::size_t wanted = std::min(std::exchange(task_count_, 0), worker_count);
  pool.reserve(wanted * largest_, static_cast<int>(worker_count));
  while (free_.size() < wanted) free_.emplace_back(resource_);
  // Why a power of two: the largest chunk of a frame varies more than its number of pairs.
  for (Buffer<Pair>& array : free_) array.ensure(std::bit_ceil(largest_));
}

std::size_t LargeChunks::byte_count() const noexcept {
  std::size_t bytes = free_.capacity() * sizeof(Buffer<Pair>);
  for (const Buffer<Pair>& array : free_) bytes += array.byte_count();
  return bytes;
}

void stream_pairs(const JoinedTrees& trees, const Kernels& kernels, const Workers& workers,
                  ChunkVisitor visit, PairSegments& pairs, LargeChunks& large) {
  pairs.segment_count = pair_task_count(trees);
  pairs.restart(std::numeric_limits<std::uint64_t>::max(), workers);
  workers.for_each(pairs.segment_count, 1, [&](std::size_t task, int number) {
    WorkerPairs& worker = pairs.workers.of(number);
    const PairSegment segment = find_task_pairs(trees, task, kernels, number, pairs);
    pairs.segments[task] = segment;
    if (segment.counts.pairs == 0) return;
    if (worker.block == segment.block) {
      Workers::isolate([&] { visit({segment.first, segment.counts.pairs}, task); });
    } else {
      visit_large(segment, task, visit, pairs.pool, large);
    }
    worker.resume(segment.block, segment.first);
  });
  pairs.totals = sum_counts(pairs);
  even_out(pairs.joins.reserved());
  large.settle(pairs.workers.reserved_count(), pairs.pool);
}

}  // namespace quadphase::detail
