// SPDX-License-Identifier: MIT
#include "pairs/stream.hpp"

#include <gtest/gtest.h>

#include <mutex>

#include "pairs/merge.hpp"
#include "pairs/pairs.hpp"
#include "support/stage_inputs.hpp"

namespace quadphase::detail {
namespace {

using namespace quadphase::testing;

/// The pairs of each chunk, as they came.
struct Received {
  std::mutex mutex;
  std::vector<std::vector<Pair>> chunks;

  void operator()(std::span<const Pair> pairs, std::size_t index) {
    const std::lock_guard lock(mutex);
    EXPECT_FALSE(pairs.empty());
    chunks.at(index).insert(chunks.at(index).end(), pairs.begin(), pairs.end());
  }
};

std::vector<std::vector<Pair>> streamed(Pipeline& pipeline) {
  Received received;
  received.chunks.resize(pair_task_count(pipeline.frame.tree.view));
  pipeline.workers.run(false, [&] {
    stream_pairs(pipeline.frame.tree.view, pipeline.kernels, pipeline.workers,
                 chunk_visitor(received), pipeline.frame.segments);
  });
  return std::move(received.chunks);
}

TEST(StreamPairs, HandsOverTheChunksOfTheStoredArray) {
  for (const StageBoxes& boxes : {uniform(0), uniform(20'000, 150), heap(1'000), line(5'000)}) {
    for (const int threads : {1, 4}) {
      Pipeline pipeline(boxes, threads);
      pipeline.tree();
      const std::vector<std::vector<Pair>> chunks = streamed(pipeline);
      pipeline.workers.run(false, [&] {
        find_pairs(pipeline.frame.tree.view, std::numeric_limits<std::uint64_t>::max(),
                   pipeline.kernels, pipeline.workers, pipeline.frame.segments);
        merge_pairs(pipeline.frame.segments, pipeline.workers, pipeline.frame.merged);
      });
      ASSERT_EQ(chunks.size(), pipeline.frame.merged.chunk_count);
      for (std::size_t i = 0; i < chunks.size(); ++i) {
        const std::span<const Pair> expected = pipeline.frame.merged.chunk(i);
        EXPECT_EQ(chunks[i], std::vector<Pair>(expected.begin(), expected.end())) << i;
      }
    }
  }
}

TEST(StreamPairs, TakesABlockPerWorkerForAnyNumberOfPairs) {
  const StageBoxes boxes = heap(2'000);  // every task fills many blocks
  for (const int threads : {1, 4}) {
    Pipeline pipeline(boxes, threads);
    pipeline.tree();
    streamed(pipeline);
    const std::size_t bytes = pipeline.memory.byte_count();
    for (int i = 0; i < 20; ++i) streamed(pipeline);
    EXPECT_EQ(pipeline.memory.byte_count(), bytes);
    EXPECT_LE(pipeline.frame.segments.pool.block_count(), static_cast<std::size_t>(threads) + 1);
    EXPECT_LE(pipeline.frame.segments.array.capacity(), kMinArrayPairs);
  }
}

}  // namespace
}  // namespace quadphase::detail
