// SPDX-License-Identifier: MIT
// Counts around every power of two, and every leaf capacity and depth: exact.
#include <gtest/gtest.h>

#include "support/checks.hpp"

namespace quadphase::contract {
namespace {

TEST(DegenerateCounts, AroundSmallPowersOfTwo) {
  BroadPhase broad_phase({.threads = 1});
  for (std::size_t power = 1; power <= 2'048; power *= 2) {
    for (const std::size_t count : {power - 1, power, power + 1}) {
      SCOPED_TRACE(count);
      const Columns columns = frame_of("uniform", count);
      expect_exact(broad_phase, columns.view());
      expect_exact(broad_phase, frame_of("decades", count).view());
    }
  }
}

TEST(DegenerateCounts, EveryCountUpToOneHundred) {
  BroadPhase broad_phase({.threads = 1});
  for (std::size_t count = 0; count <= 100; ++count) {
    SCOPED_TRACE(count);
    expect_exact(broad_phase, frame_of("dense", count).view());
  }
}

TEST(DegenerateCounts, AroundLargePowersOfTwoAndTheParallelThreshold) {
  BroadPhase broad_phase({.threads = 4});
  for (const std::size_t count :
       {4'095U, 4'097U, 8'191U, 8'192U, 8'193U, 9'999U, 10'000U, 10'001U, 16'383U, 16'384U, 16'385U,
        32'768U, 65'535U, 65'536U, 65'537U, 131'071U, 131'073U}) {
    SCOPED_TRACE(count);
    const Columns columns = frame_of("uniform", count);
    const Pairs exact = oracle::exact_pairs(columns.view());
    expect_pairs(broad_phase, columns.view(), exact);
    EXPECT_GT(exact.back().first, count - count / 10) << "high ids take part";
  }
}

TEST(DegenerateCounts, EveryLeafCapacity) {
  for (int capacity = 1; capacity <= 16; ++capacity) {
    BroadPhase serial({.threads = 1, .leaf_capacity = capacity});
    BroadPhase parallel({.threads = 4, .leaf_capacity = capacity});
    for (const char* scene : {"clusters", "mixed", "pile"}) {
      SCOPED_TRACE(testing::Message() << capacity << " " << scene);
      expect_exact(serial, frame_of(scene, 1'500).view());
      expect_exact(parallel, frame_of(scene, 11'000).view());
    }
  }
}

TEST(DegenerateCounts, EveryLeafCapacityAndDepthOnFewObjects) {
  const std::vector<Columns> frames = {frame_of("galaxy", 300), frame_of("point", 70),
                                       frame_of("line", 200), frame_of("outlier", 130)};
  std::vector<Pairs> exact;
  for (const Columns& frame : frames) exact.push_back(oracle::exact_pairs(frame.view()));
  for (int capacity = 1; capacity <= 16; ++capacity) {
    for (int depth = 1; depth <= 64; depth = depth < 8 ? depth + 1 : depth + 7) {
      SCOPED_TRACE(testing::Message() << capacity << " objects, depth " << depth);
      BroadPhase broad_phase({.threads = 1, .leaf_capacity = capacity, .max_depth = depth});
      for (std::size_t i = 0; i < frames.size(); ++i)
        expect_pairs(broad_phase, frames[i].view(), exact[i]);
    }
  }
}

TEST(DegenerateCounts, EveryDepthOnClusters) {
  const Columns small = frame_of("clusters", 1'000);
  const Columns large = frame_of("galaxy", 12'000);
  const Pairs exact_small = oracle::exact_pairs(small.view());
  const Pairs exact_large = oracle::exact_pairs(large.view());
  for (int depth = 1; depth <= 64; ++depth) {
    SCOPED_TRACE(depth);
    BroadPhase broad_phase({.threads = 2, .max_depth = depth});
    expect_pairs(broad_phase, small.view(), exact_small);
    if (depth <= 8 || depth % 16 == 0) expect_pairs(broad_phase, large.view(), exact_large);
  }
}

}  // namespace
}  // namespace quadphase::contract
