// SPDX-License-Identifier: MIT
// How much memory an engine holds, where it comes from, and that it is given back.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cstdlib>

#include "support/checks.hpp"
#include "support/counting_resource.hpp"

namespace quadphase::contract {
namespace {

class MemoryOf : public testing::TestWithParam<std::string> {
 protected:
  tbb::global_control really_that_many{tbb::global_control::max_allowed_parallelism, 4};
};

TEST_P(MemoryOf, StaysWithinEightyBytesAnObjectAndTwentyAPair) {
  constexpr std::size_t kCount = 100'000;
  const Columns frame = frame_of(GetParam(), kCount);
  BroadPhase counter({.threads = 2});
  counter.build(frame.view());
  const std::uint64_t pairs = counter.count_pairs();
  for (const int threads : {1, 4}) {
    CountingResource resource;
    BroadPhase broad_phase({.threads = threads, .memory_resource = &resource});
    broad_phase.reserve(kCount, pairs);
    const std::size_t allowed = 80 * kCount + 20 * pairs + (std::size_t{1} << 20U) +
                                static_cast<std::size_t>(threads) * 256 * 1024;
    EXPECT_LE(resource.outstanding_bytes(), allowed);
    const std::size_t allocations = resource.allocations();
    for (int i = 0; i < 3; ++i) broad_phase.update(frame.view());
    EXPECT_EQ(resource.allocations(), allocations) << "an update after reserve allocated";
    broad_phase.build(frame.view());
    EXPECT_EQ(broad_phase.count_pairs(), pairs);
    (void)chunks_of(broad_phase);
    EXPECT_LE(resource.outstanding_bytes(), allowed) << "after every call";
    EXPECT_EQ(broad_phase.byte_count(), resource.outstanding_bytes());
  }
}

INSTANTIATE_TEST_SUITE_P(Scene, MemoryOf,
                         testing::Values("uniform", "clusters", "galaxy", "dense", "giants",
                                         "outlier"),
                         test_name_of);

TEST(Memory, OfAWorkerIsAtMostAQuarterOfAMebibyte) {
  const auto bytes_with = [](int threads) {
    BroadPhase broad_phase({.threads = threads});
    broad_phase.reserve(100'000, 200'000);
    return broad_phase.byte_count();
  };
  EXPECT_LE(bytes_with(64) - bytes_with(4), 60U * 256 * 1024);
}

TEST(Memory, IsReservedForTheWorkersThatCanTakePart) {
  const Columns few = columns_of({{0, 0, 2, 2}, {1, 1, 3, 3}, {9, 9, 10, 10}});
  const Columns many = frame_of("uniform", 100'000);
  const std::size_t one = [&] {
    BroadPhase broad_phase({.threads = 1});
    broad_phase.update(many.view());
    return broad_phase.byte_count();
  }();
  for (const int threads : {64, 4'096}) {
    BroadPhase broad_phase({.threads = threads});
    broad_phase.update(few.view());
    EXPECT_EQ(broad_phase.pairs().size(), 1U);
    EXPECT_LE(broad_phase.byte_count(), std::size_t{1} << 19U) << threads;
    expect_exact(broad_phase, many.view());
    EXPECT_LE(broad_phase.byte_count(), one + 5 * 256 * 1024) << threads;
  }
}

TEST(Memory, ByteCountIsWhatTheResourceHandedOut) {
  CountingResource resource;
  BroadPhase broad_phase({.threads = 3, .memory_resource = &resource});
  const auto expect_counted = [&](const char* call) {
    EXPECT_EQ(broad_phase.byte_count(), resource.outstanding_bytes()) << call;
    EXPECT_EQ(broad_phase.stats().byte_count, broad_phase.byte_count()) << call;
  };
  EXPECT_EQ(broad_phase.byte_count(), resource.outstanding_bytes());
  broad_phase.reserve(2'000, 1'000);
  expect_counted("reserve");
  for (const char* scene : {"uniform", "giants", "point", "clusters"}) {
    for (const std::size_t count : {100U, 3'000U, 15'000U}) {
      SCOPED_TRACE(testing::Message() << scene << " " << count);
      const Columns frame = frame_of(scene, count);
      broad_phase.build(frame.view());
      expect_counted("build");
      (void)broad_phase.count_pairs();
      expect_counted("count_pairs");
      (void)chunks_of(broad_phase);
      expect_counted("for_each_pair_chunk");
      broad_phase.update(frame.view());
      expect_counted("update");
    }
  }
}

TEST(Memory, IsNeverTakenFromTheResourceByTwoThreadsAtOnce) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 8);
  std::size_t allocations = 0;
  for (int round = 0; round < 10; ++round) {
    CountingResource resource(true);
    BroadPhase broad_phase({.threads = 8, .memory_resource = &resource});
    broad_phase.build(frame_of("giants", 40'000).view());
    broad_phase.for_each_pair_chunk([](std::span<const Pair>, std::size_t) {});
    broad_phase.update(frame_of("dense", 40'000).view());
    EXPECT_EQ(resource.meetings(), 0U);
    allocations += resource.allocations();
  }
  EXPECT_GT(allocations, 100U);
}

TEST(Memory, OnlyGrows) {
  CountingResource resource;
  BroadPhase broad_phase({.threads = 1, .memory_resource = &resource});
  broad_phase.update(frame_of("dense", 20'000).view());
  const std::size_t bytes = broad_phase.byte_count();
  broad_phase.update(frame_of("dense", 10).view());
  broad_phase.reserve(5);
  EXPECT_GE(broad_phase.byte_count(), bytes);
}

TEST(Memory, ComesFromTheDefaultResourceWhereNoneIsGiven) {
  CountingResource resource;
  std::pmr::memory_resource* const before = std::pmr::set_default_resource(&resource);
  {
    BroadPhase broad_phase({.threads = 1});
    std::pmr::set_default_resource(before);
    broad_phase.update(frame_of("uniform", 1'000).view());
    EXPECT_GT(resource.outstanding_bytes(), 1'000U * 60);
    EXPECT_EQ(resource.outstanding_bytes(), broad_phase.byte_count());
  }
  EXPECT_EQ(resource.outstanding_bytes(), 0U);
}

TEST(Memory, OfAFewBoxesIsBelow64KiBAnd64BytesAThread) {
  const Columns frame = columns_of({{0, 0, 2, 2}, {1, 1, 3, 3}, {9, 9, 10, 10}});
  for (const int threads : {1, 2, 64, 4'096}) {
    for (const bool events : {false, true}) {
      SCOPED_TRACE(testing::Message() << threads << " threads" << (events ? ", events" : ""));
      CountingResource resource;
      BroadPhase broad_phase({.threads = threads, .events = events, .memory_resource = &resource});
      expect_exact(broad_phase, frame.view());
      const auto per_thread = 64 * static_cast<std::size_t>(threads);
      EXPECT_LE(resource.peak_bytes(), 65'536 + per_thread);
    }
  }
}

}  // namespace
}  // namespace quadphase::contract
