// SPDX-License-Identifier: MIT
// Config::max_pairs: a clear error, bounded memory, the last frame in place, and no limit for
// counts and streams.
#include <gtest/gtest.h>

#include <stdexcept>

#include "support/counting_resource.hpp"
#include "support/shown_frame.hpp"

namespace quadphase::contract {
namespace {

TEST(MaxPairs, ExactlySoManyPassAndOneMoreDoesNot) {
  for (const std::size_t count : {400U, 12'000U}) {
    const Columns frame = frame_of("dense", count);
    const Pairs exact = oracle::exact_pairs(frame.view());
    for (const int threads : {1, 4}) {
      SCOPED_TRACE(testing::Message() << count << " objects, " << threads << " threads");
      BroadPhase enough({.threads = threads, .max_pairs = exact.size()});
      expect_pairs(enough, frame.view(), exact);
      BroadPhase short_of_one({.threads = threads, .max_pairs = exact.size() - 1});
      EXPECT_THROW(short_of_one.update(frame.view()), std::length_error);
    }
  }
}

TEST(MaxPairs, SaysInWordsWhatWasExceeded) {
  BroadPhase broad_phase({.threads = 1, .max_pairs = 10});
  try {
    broad_phase.update(frame_of("dense", 500).view());
    FAIL() << "was not refused";
  } catch (const std::length_error& error) {
    EXPECT_NE(std::string(error.what()).find("max_pairs"), std::string::npos) << error.what();
  }
}

TEST(MaxPairs, LeavesTheLastFrameAndTheNextOneIsRight) {
  const Columns small = frame_with_rejected("uniform", 600);
  const Columns large = frame_of("dense", 12'000);
  for (const int threads : {1, 4}) {
    BroadPhase broad_phase({.threads = threads, .max_pairs = 5'000});
    broad_phase.update(small.view());
    const ShownFrame shown(broad_phase);
    for (int i = 0; i < 3; ++i) {
      EXPECT_THROW(broad_phase.update(large.view()), std::length_error);
      shown.expect_all_shown_by(broad_phase);
    }
    expect_exact(broad_phase, small.view());
  }
}

TEST(MaxPairs, OfNoneAllowsOnlyFramesWithout) {
  BroadPhase broad_phase({.threads = 1, .max_pairs = 0});
  const Columns apart = columns_of({{0, 0, 1, 1}, {2, 2, 3, 3}});
  broad_phase.update(apart.view());
  const Columns touching = columns_of({{0, 0, 1, 1}, {1, 1, 3, 3}});
  EXPECT_THROW(broad_phase.update(touching.view()), std::length_error);
}

TEST(MaxPairs, DoesNotLimitCountsAndStreams) {
  const Columns frame = frame_of("dense", 3'000);
  const Pairs exact = oracle::exact_pairs(frame.view());
  BroadPhase broad_phase({.threads = 2, .max_pairs = 1});
  broad_phase.build(frame.view());
  EXPECT_EQ(broad_phase.count_pairs(), exact.size());
  EXPECT_FALSE(oracle::compare_pairs(joined(chunks_of(broad_phase)), exact));
}

// Eight million pairs, of which a thousand are allowed: memory must follow the thousand.
TEST(MaxPairs, BoundsTheMemoryOfAFrameThatHasFarMore) {
  const Columns frame = columns_of(std::vector<Box>(4'000, Box{0, 0, 1, 1}));
  for (const int threads : {1, 4}) {
    CountingResource limited;
    CountingResource built;
    BroadPhase reference({.threads = threads, .memory_resource = &built});
    reference.build(frame.view());
    BroadPhase broad_phase({.threads = threads, .max_pairs = 1'000, .memory_resource = &limited});
    EXPECT_THROW(broad_phase.update(frame.view()), std::length_error);
    const std::size_t pair_bytes = limited.peak_bytes() - built.outstanding_bytes();
    EXPECT_LE(pair_bytes, 20U * 1'000 + static_cast<std::size_t>(threads + 1) * kThreadBytes);
  }
}

TEST(MaxPairs, HoldsForTheLargestNumbersToo) {
  for (const std::uint64_t most :
       {~std::uint64_t{0} - 1, std::uint64_t{1} << 63U, std::uint64_t{1} << 32U}) {
    BroadPhase broad_phase({.threads = 1, .max_pairs = most});
    expect_exact(broad_phase, frame_of("dense", 500).view());
  }
}

}  // namespace
}  // namespace quadphase::contract
