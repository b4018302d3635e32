// SPDX-License-Identifier: MIT
#include "pairs/stream.hpp"

#include <cstdint>
#include <limits>

namespace quadphase::detail {
namespace {

/// Passes on the pairs of a task whenever they fill the block of a worker.
class BlockStream : public PairWriter {
 public:
  BlockStream(std::span<Pair> block, ChunkVisitor visit, std::size_t task, const Workers& workers)
      : block_(block), visit_(visit), task_(task), workers_(workers) {
    cursor = block.data();
    end = block.data() + block.size();
    refill = [](PairWriter& writer) { static_cast<BlockStream&>(writer).pass_on(); };
  }

  /// Passes on what the block holds, and empties it.
  void pass_on() {
    const std::span<const Pair> pairs(block_.data(), cursor);
    if (!pairs.empty()) workers_.isolate([&] { visit_(pairs, task_); });
    cursor = block_.data();
  }

 private:
  std::span<Pair> block_;
  ChunkVisitor visit_;
  std::size_t task_;
  const Workers& workers_;
};

/// The memory in which a worker collects pairs.
std::span<Pair> block_of(PairSegments& pairs, int number) {
  if (pairs.writes_array) {
    pairs.array.ensure(kMinArrayPairs);
    return pairs.array.first(kMinArrayPairs);
  }
  WorkerPairs& worker = pairs.workers.of(number);
  if (worker.block == nullptr) worker.refill(worker);
  return worker.block->pairs;
}

}  // namespace

void stream_pairs(const JoinedTrees& trees, const Kernels& kernels, const Workers& workers,
                  ChunkVisitor visit, PairSegments& pairs) {
  pairs.segment_count = pair_task_count(trees);
  pairs.restart(std::numeric_limits<std::uint64_t>::max(), workers);
  workers.for_each(pairs.segment_count, 1, [&](std::size_t task, int number) {
    BlockStream stream(block_of(pairs, number), visit, task, workers);
    const PairCounts counts =
        find_task_pairs(trees, task, true, kernels, pairs.joins.of(number), stream);
    stream.pass_on();
    pairs.segments[task] = {nullptr, nullptr, counts};
  });
  pairs.totals = sum_counts(pairs);
  pairs.reserve_again(0, workers);
}

}  // namespace quadphase::detail
