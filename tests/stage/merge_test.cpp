// SPDX-License-Identifier: MIT
#include "merge.hpp"

#include <gtest/gtest.h>

#include "inputs.hpp"
#include "pairs.hpp"
#include "validate.hpp"

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
  for (const Boxes& boxes :
       {uniform(0), uniform(1), uniform(20'000, 150), heap(1'000), line(5'000), broken(5'000)}) {
    for (const int threads : {1, 4}) {
      Pipeline pipeline(boxes, threads);
      find_and_merge(pipeline);
      EXPECT_NO_THROW(validate_pairs(boxes.view(), pipeline.frame.segments, pipeline.frame.merged));
    }
  }
}

TEST(VisitChunks, PassesEachChunkOnceAndTogetherTheWholeArray) {
  const Boxes boxes = uniform(20'000, 150);
  Pipeline pipeline(boxes, 4);
  find_and_merge(pipeline);
  const MergedPairs& merged = pipeline.frame.merged;
  std::vector<std::size_t> sizes(merged.chunk_count, 0);
  struct Target {
    const MergedPairs& merged;
    std::vector<std::size_t>& sizes;
  } target{merged, sizes};
  pipeline.workers.run(false, [&] {
    visit_chunks(merged, pipeline.workers, &target,
                 [](void* to, std::span<const Pair> pairs, std::size_t i) {
                   const Target& seen = *static_cast<Target*>(to);
                   EXPECT_EQ(pairs.data(), seen.merged.chunk(i).data());
                   EXPECT_EQ(seen.sizes[i], 0U);
                   seen.sizes[i] = pairs.size();
                 });
  });
  std::size_t total = 0;
  for (const std::size_t size : sizes) total += size;
  EXPECT_EQ(total, merged.pair_count);
}

}  // namespace
}  // namespace quadphase::detail
