// SPDX-License-Identifier: MIT
#include "pairs/pair_pool.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>

namespace quadphase::detail {
namespace {

/// The number of blocks for this number of pairs. Each worker may leave one block nearly empty, and
/// in each block nearly the room for the pairs of one leaf.
std::size_t blocks_for(std::uint64_t pair_count, int worker_count) {
  constexpr std::size_t kMinPairs = kBlockPairs - kMaxLeafPairs;
  return static_cast<std::size_t>(
      std::min<std::uint64_t>(pair_count / kMinPairs + 1 + static_cast<std::uint64_t>(worker_count),
                              std::numeric_limits<std::size_t>::max()));
}

void refill_from_pool(PairWriter& writer) {
  auto& worker = static_cast<WorkerPairs&>(writer);
  PairBlock* const full = worker.block;
  PairBlock* const empty = worker.pool->take();
  if (full != nullptr) {
    full->size = static_cast<std::size_t>(worker.cursor - full->pairs);
    full->next = empty;
  }
  worker.resume(empty, empty->pairs);
}

/// Grows the array by half and moves its pairs.
void grow_array(PairWriter& writer) {
  auto& worker = static_cast<WorkerPairs&>(writer);
  Buffer<Pair>& array = *worker.array;
  const auto used = static_cast<std::size_t>(worker.cursor - array.data());
  if (used > worker.max_array_pairs)
    throw std::length_error("quadphase: more pairs than Config::max_pairs");
  array.grow(used, used + used / 2 + kMinArrayPairs);
  worker.cursor = array.data() + used;
  worker.end = array.data() + array.capacity();
}

}  // namespace

PairPool::~PairPool() {
  release();
}

void PairPool::release() noexcept {
  for (PairBlock* block : blocks_)
    resource_->deallocate(block, sizeof(PairBlock), alignof(PairBlock));
  std::pmr::vector<PairBlock*>(resource_).swap(blocks_);
  taken_ = 0;
  reserved_pairs_ = 0;
}

void PairPool::reserve(std::uint64_t pair_count, int worker_count) {
  if (pair_count > kMaxPairs) throw std::bad_array_new_length();
  const std::uint64_t pairs =
      pair_count > reserved_pairs_ ? pair_count + pair_count / 8 : reserved_pairs_;
  const std::size_t wanted = blocks_for(pairs, worker_count);
  if (wanted > blocks_.size()) grow(wanted - blocks_.size());
  reserved_pairs_ = pairs;
}

void PairPool::reset(std::uint64_t max_pairs, int worker_count) noexcept {
  taken_ = 0;
  constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();
  max_blocks_ = max_pairs == kUnlimited ? std::numeric_limits<std::size_t>::max()
                                        : blocks_for(max_pairs, worker_count);
}

PairBlock* PairPool::take() {
  const std::lock_guard lock(mutex_);
  if (taken_ == max_blocks_)
    throw std::length_error("quadphase: more pairs than Config::max_pairs");
  if (taken_ == blocks_.size()) grow(std::max<std::size_t>(1, blocks_.size() / 8));
  PairBlock* const block = blocks_[taken_++];
  block->next = nullptr;
  return block;
}

void PairPool::grow(std::size_t block_count) {
  blocks_.reserve(blocks_.size() + block_count);
  for (std::size_t i = 0; i < block_count; ++i) {
    void* const memory = resource_->allocate(sizeof(PairBlock), alignof(PairBlock));
    blocks_.push_back(new (memory) PairBlock);
  }
}

void WorkerPairs::restart(PairPool& from) noexcept {
  pool = &from;
  block = nullptr;
  cursor = end = nullptr;
  refill = refill_from_pool;
}

void WorkerPairs::restart_in(Buffer<Pair>& to, std::uint64_t max_pairs) noexcept {
  array = &to;
  max_array_pairs = max_pairs;
  block = nullptr;
  cursor = to.data();
  end = to.data() + to.capacity();
  refill = grow_array;
}

void WorkerPairs::resume(PairBlock* in, Pair* first) noexcept {
  block = in;
  cursor = first;
  end = in->pairs + kBlockPairs;
}

}  // namespace quadphase::detail
