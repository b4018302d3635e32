// SPDX-License-Identifier: MIT
// Blocks of pairs that the workers fill. They come from one pool, so the share of each thread need
// not be known in advance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <mutex>
#include <span>
#include <vector>

#include "base/buffer.hpp"
#include "base/tuning.hpp"
#include "data/pair_writer.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::detail {

/// Up to kBlockPairs pairs of one thread. The blocks that a thread fills one after the other are
/// linked.
struct PairBlock {
  PairBlock* next = nullptr;  // the block that the same thread filled next
  std::size_t size = 0;       // pairs written, once `next` is set
  Pair pairs[kBlockPairs];
};

/// Hands out blocks to many threads; takes them back all at once.
class PairPool {
 public:
  explicit PairPool(std::pmr::memory_resource* resource) : resource_(resource), blocks_(resource) {}
  PairPool(const PairPool&) = delete;
  PairPool& operator=(const PairPool&) = delete;
  ~PairPool();

  /// Makes room for this number of pairs on this number of threads, and for an eighth more if
  /// the pool has to grow.
  void reserve(std::uint64_t pair_count, int worker_count);

  /// Gives back all memory. No block may be in use.
  void release() noexcept;

  /// Takes back every block, and from now on hands out blocks for at most `max_pairs` pairs.
  void reset(std::uint64_t max_pairs, int worker_count) noexcept;

  /// An empty block; the pool grows if all are in use. May be called from many threads.
  /// Errors: `std::length_error` if more than `max_pairs` pairs need a block.
  PairBlock* take();

  /// The blocks in use.
  [[nodiscard]] std::span<PairBlock* const> taken() const noexcept {
    return {blocks_.data(), taken_};
  }
  /// All blocks.
  [[nodiscard]] std::size_t block_count() const noexcept { return blocks_.size(); }

 private:
  void grow(std::size_t block_count);

  std::pmr::memory_resource* resource_;
  std::mutex mutex_;
  std::pmr::vector<PairBlock*> blocks_;  // [0, taken_) are in use
  std::size_t taken_ = 0;
  std::uint64_t reserved_pairs_ = 0;
  std::size_t max_blocks_ = 0;
};

/// The output of a worker: it fills one block of the pool after the other. A single thread fills
/// one array instead. Aligned so that the cursors of two workers never share a cache line.
struct alignas(128) WorkerPairs : PairWriter {
  PairPool* pool = nullptr;
  PairBlock* block = nullptr;  // null if pairs go to an array
  Buffer<Pair>* array = nullptr;
  std::uint64_t max_array_pairs = 0;

  WorkerPairs() = default;
  explicit WorkerPairs(std::pmr::memory_resource* /*resource*/) {}

  /// Forgets the blocks of the last frame.
  void restart(PairPool& from) noexcept;
  /// Forgets the last frame and writes to `to`, which grows as needed, up to a little more than
  /// `max_pairs` pairs.
  void restart_in(Buffer<Pair>& to, std::uint64_t max_pairs) noexcept;
  /// Continues at `first` in block `in`.
  void resume(PairBlock* in, Pair* first) noexcept;
};

}  // namespace quadphase::detail
