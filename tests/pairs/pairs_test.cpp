// SPDX-License-Identifier: MIT
#include "pairs/pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "support/stage_inputs.hpp"

namespace quadphase::detail {
namespace {

using namespace quadphase::testing;

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

std::vector<Pair> found_by(const Kernels& kernels, int threads, Pipeline& pipeline,
                           bool touching = true) {
  Workers workers(threads, {});
  PairSegments& segments = pipeline.frame.segments;
  const JoinedTrees trees(pipeline.frame.tree.view, {}, touching);
  workers.run(false, [&] { find_pairs(trees, kUnlimited, kernels, workers, segments); });
  std::vector<Pair> pairs(segments.totals.pairs);
  Pair* target = pairs.data();
  for (const PairSegment& segment : segments.segments.first(segments.segment_count)) {
    copy_segment(segment, target);
    target += segment.counts.pairs;
  }
  return pairs;
}

std::vector<Pair> brute_force(const StageBoxes& boxes, bool touching = true) {
  std::vector<Pair> pairs;
  for (ObjectId i = 0; i < boxes.size(); ++i) {
    for (ObjectId j = i + 1; j < boxes.size(); ++j) {
      const bool valid = is_valid(boxes.view()[i]) && is_valid(boxes.view()[j]);
      if (valid && overlaps(boxes.view()[i], boxes.view()[j], touching)) pairs.push_back({i, j});
    }
  }
  return pairs;
}

TEST(FindPairs, FindsExactlyTheOverlappingPairs) {
  for (const std::size_t count : {0U, 1U, 2U, 17U, 300U, 2'000U}) {
    for (const StageBoxes& boxes :
         {uniform(count, 30), heap(count), nested(count), line(count), broken(count)}) {
      Pipeline pipeline(boxes);
      pipeline.tree();
      for (const bool touching : {true, false}) {
        std::vector<Pair> pairs = found_by(pipeline.kernels, 1, pipeline, touching);
        std::sort(pairs.begin(), pairs.end());
        EXPECT_EQ(pairs, brute_force(boxes, touching)) << count;
      }
    }
  }
}

TEST(FindPairs, GivesTheSameArrayOnEveryInstructionSetAndThreadCount) {
  for (const StageBoxes& boxes :
       {uniform(20'000, 150), nested(3'000), line(20'000), broken(20'000)}) {
    Pipeline pipeline(boxes);
    pipeline.tree();
    const std::vector<Pair> expected = found_by(kernels_for(Simd::scalar), 1, pipeline);
    for (const Kernels* kernels : all_kernels()) {
      for (const int threads : {1, 4}) EXPECT_EQ(found_by(*kernels, threads, pipeline), expected);
    }
  }
}

TEST(CountPairs, CountsWhatFindPairsFinds) {
  const StageBoxes boxes = uniform(20'000, 150);
  Pipeline pipeline(boxes);
  pipeline.tree();
  PairSegments& segments = pipeline.frame.segments;
  for (const Kernels* kernels : all_kernels()) {
    const std::size_t expected = found_by(*kernels, 1, pipeline).size();
    const std::uint64_t tests = segments.totals.tests;
    pipeline.workers.run(false, [&] {
      count_pairs(pipeline.frame.tree.view, *kernels, pipeline.workers, segments);
    });
    EXPECT_EQ(segments.totals.pairs, expected);
    EXPECT_EQ(segments.totals.tests, tests);
  }
}

TEST(FindPairs, SpreadsATaskWithManyPairsOverLinkedBlocks) {
  const StageBoxes boxes = heap(1'000);  // some 280,000 pairs in two tasks
  Pipeline pipeline(boxes);
  pipeline.tree();
  std::vector<Pair> pairs = found_by(pipeline.kernels, 1, pipeline);
  EXPECT_GT(pairs.size(), 4 * kBlockPairs);
  std::sort(pairs.begin(), pairs.end());
  EXPECT_EQ(pairs, brute_force(boxes));
}

TEST(FindPairs, StopsWithAnErrorAboveTheLimit) {
  const StageBoxes boxes = heap(1'000);
  const std::size_t count = brute_force(boxes).size();
  for (const int workers : {1, 16}) {
    Pipeline pipeline(boxes, 1, 16, 64, workers);
    pipeline.tree();
    const auto find = [&](std::uint64_t limit) {
      pipeline.workers.run(false, [&] {
        find_pairs(pipeline.frame.tree.view, limit, pipeline.kernels, pipeline.workers,
                   pipeline.frame.segments);
      });
    };
    EXPECT_THROW(find(0), std::length_error);
    EXPECT_THROW(find(count - 1), std::length_error);
    EXPECT_NO_THROW(find(count));
  }
}

TEST(FindPairs, OfALoneWorkerStopsSoonAboveTheLimit) {
  const StageBoxes boxes = heap(20'000);  // some 112 million pairs
  Pipeline pipeline(boxes, 1, 16, 64, 1);
  pipeline.tree();
  EXPECT_THROW(pipeline.workers.run(false,
                                    [&] {
                                      find_pairs(pipeline.frame.tree.view, 1'000, pipeline.kernels,
                                                 pipeline.workers, pipeline.frame.segments);
                                    }),
               std::length_error);
  EXPECT_LT(pipeline.frame.segments.array.capacity(), 1'000'000U);
}

TEST(FindPairs, OfALoneWorkerFindsAllPairsOfAFrameWithManyMoreThanTheOneBefore) {
  PairSegments segments(std::pmr::get_default_resource(), 1);
  for (const float world : {1'000.0F, 40.0F, 1'000.0F, 15.0F}) {
    const StageBoxes boxes = uniform(2'000, world);
    Pipeline pipeline(boxes, 1);
    pipeline.tree();
    segments.segments.ensure(pair_task_count(pipeline.frame.tree.view));
    pipeline.workers.run(false, [&] {
      find_pairs(pipeline.frame.tree.view, kUnlimited, pipeline.kernels, pipeline.workers,
                 segments);
    });
    std::vector<Pair> pairs(segments.array.data(), segments.array.data() + segments.totals.pairs);
    std::sort(pairs.begin(), pairs.end());
    EXPECT_EQ(pairs, brute_force(boxes));
  }
}

}  // namespace
}  // namespace quadphase::detail
