// SPDX-License-Identifier: MIT
#include "pairs/merge.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "pairs/pairs.hpp"
#include "pairs/validate_pairs.hpp"
#include "support/stage_inputs.hpp"

namespace quadphase::detail {
namespace {

using namespace quadphase::testing;

void find_and_merge(Pipeline& pipeline) {
  pipeline.tree();
  pipeline.workers.run(false, [&] {
    find_pairs(pipeline.frame.tree.view, std::numeric_limits<std::uint64_t>::max(),
               pipeline.kernels, pipeline.workers, pipeline.frame.segments);
    merge_pairs(pipeline.frame.segments, pipeline.workers, pipeline.frame.merged);
  });
}

TEST(MergePairs, HoldsTheSegmentsInTaskOrder) {
  for (const StageBoxes& boxes :
       {uniform(0), uniform(1), uniform(20'000, 150), heap(1'000), line(5'000), broken(5'000)}) {
    for (const int threads : {1, 4}) {
      Pipeline pipeline(boxes, threads, 16, 64, threads);
      find_and_merge(pipeline);
      EXPECT_NO_THROW(
          validate_pairs(boxes.view(), true, {}, pipeline.frame.segments, pipeline.frame.merged));
    }
  }
}

TEST(MergePairs, TakesALoneWorkersArrayOverAndHandsTheOldOneBack) {
  const StageBoxes boxes = uniform(20'000, 150);
  Pipeline pipeline(boxes, 1, 16, 64, 1);
  Frame& frame = pipeline.frame;
  find_and_merge(pipeline);
  const Pair* const first = frame.merged.pairs.data();
  const Pair* const second = frame.segments.array.data();
  EXPECT_NE(first, second);
  for (int i = 0; i < 4; ++i) {
    find_and_merge(pipeline);
    EXPECT_EQ(frame.merged.pairs.data(), i % 2 == 0 ? second : first);
    EXPECT_EQ(frame.segments.array.data(), i % 2 == 0 ? first : second);
  }
}

TEST(MergePairs, GivesTheSameArrayWithOneWorkerAndWithMany) {
  for (const StageBoxes& boxes : {uniform(20'000, 150), heap(1'000), line(5'000), nested(5'000)}) {
    Pipeline alone(boxes, 1, 16, 64, 1);
    Pipeline many(boxes, 4);
    find_and_merge(alone);
    find_and_merge(many);
    const MergedPairs& expected = many.frame.merged;
    ASSERT_EQ(alone.frame.merged.pair_count, expected.pair_count);
    EXPECT_TRUE(std::equal(expected.pairs.data(), expected.pairs.data() + expected.pair_count,
                           alone.frame.merged.pairs.data()));
  }
}

TEST(VisitChunks, PassesEachChunkOnceAndTogetherTheWholeArray) {
  const StageBoxes boxes = uniform(20'000, 150);
  Pipeline pipeline(boxes, 4);
  find_and_merge(pipeline);
  const MergedPairs& merged = pipeline.frame.merged;
  std::vector<std::size_t> sizes(merged.chunk_count, 0);
  const auto visit = [&](std::span<const Pair> pairs, std::size_t i) {
    EXPECT_EQ(pairs.data(), merged.chunk(i).data());
    EXPECT_EQ(sizes[i], 0U);
    sizes[i] = pairs.size();
  };
  pipeline.workers.run(false,
                       [&] { visit_chunks(merged, pipeline.workers, chunk_visitor(visit)); });
  std::size_t total = 0;
  for (const std::size_t size : sizes) total += size;
  EXPECT_EQ(total, merged.pair_count);
}

}  // namespace
}  // namespace quadphase::detail
