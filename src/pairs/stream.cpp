// SPDX-License-Identifier: MIT
#include "pairs/stream.hpp"

#include <cstdint>
#include <limits>

namespace quadphase::detail {
namespace {

/// Passes on the pairs of a task whenever they fill the block of a worker.
class BlockStream : public PairWriter {
 public:
  BlockStream(PairBlock& block, ChunkVisitor visit, std::size_t task)
      : block_(block), visit_(visit), task_(task) {
    cursor = block.pairs;
    end = block.pairs + kBlockPairs;
    refill = [](PairWriter& writer) { static_cast<BlockStream&>(writer).pass_on(); };
  }

  /// Passes on what the block holds, and empties it.
  void pass_on() {
    const std::span<const Pair> pairs(block_.pairs, cursor);
    if (!pairs.empty()) Workers::isolate([&] { visit_(pairs, task_); });
    cursor = block_.pairs;
  }

 private:
  PairBlock& block_;
  ChunkVisitor visit_;
  std::size_t task_;
};

}  // namespace

void stream_pairs(const JoinedTrees& trees, const Kernels& kernels, const Workers& workers,
                  ChunkVisitor visit, PairSegments& pairs) {
  pairs.segment_count = pair_task_count(trees);
  pairs.restart(std::numeric_limits<std::uint64_t>::max(), workers);
  workers.for_each(pairs.segment_count, 1, [&](std::size_t task, int number) {
    WorkerPairs& worker = pairs.workers.of(number);
    if (worker.block == nullptr) worker.refill(worker);
    BlockStream stream(*worker.block, visit, task);
    const PairCounts counts = find_task_pairs(trees, task, kernels, pairs.joins.of(number), stream);
    stream.pass_on();
    pairs.segments[task] = {worker.block, worker.block->pairs, counts};
  });
  pairs.totals = sum_counts(pairs);
  pairs.reserve_again(0, workers);
}

}  // namespace quadphase::detail
