// SPDX-License-Identifier: MIT
// Counts may grow by an eighth above the largest reserved or seen before anything is allocated.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "scenes/random.hpp"
#include "support/checks.hpp"
#include "support/counting_resource.hpp"
#include "support/gathering.hpp"

namespace quadphase::contract {
namespace {

/// Points far apart: no pairs, so that only the number of objects grows.
Columns points(std::size_t count) {
  Columns columns;
  columns.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<float>(i % 1'009);
    const auto y = static_cast<float>(i / 1'009);
    columns.set(i, {x, y, x, y});
  }
  return columns;
}

std::vector<std::size_t> awkward_counts() {
  std::vector<std::size_t> counts;
  for (std::size_t count = 1; count < 400; ++count) counts.push_back(count);
  for (std::size_t count = 400; count < 150'000; count += count / 16) counts.push_back(count);
  return counts;
}

TEST(Growth, ByAnEighthAboveTheReservedCountAllocatesNothing) {
  for (const std::size_t count : awkward_counts()) {
    CountingResource resource;
    BroadPhase broad_phase({.threads = 1, .memory_resource = &resource});
    broad_phase.reserve(count);
    const std::size_t allocations = resource.allocations();
    broad_phase.update(points(count).view());
    ASSERT_EQ(resource.allocations(), allocations) << count << " reserved and " << count << " used";
    broad_phase.update(points(count + count / 8).view());
    ASSERT_EQ(resource.allocations(), allocations)
        << count << " reserved and " << count + count / 8 << " used";
  }
}

TEST(Growth, ByAnEighthAboveTheLargestFrameAllocatesNothing) {
  for (const std::size_t count : awkward_counts()) {
    CountingResource resource;
    BroadPhase broad_phase({.threads = 1, .memory_resource = &resource});
    broad_phase.update(points(count).view());
    const std::size_t allocations = resource.allocations();
    broad_phase.update(points(count / 2).view());
    broad_phase.update(points(count + count / 8).view());
    ASSERT_EQ(resource.allocations(), allocations)
        << count << " seen and " << count + count / 8 << " used";
  }
}

/// Numbers below `count` in no order.
std::vector<std::uint32_t> words(std::size_t size, std::uint32_t count) {
  scenes::Random random(size);
  std::vector<std::uint32_t> all(size);
  for (std::uint32_t& word : all) word = random.below(count);
  return all;
}

// However the objects of a frame are spread over worlds and leaves.
TEST(Growth, OfFilteredObjectsByAnEighthAboveTheLargestFrameAllocatesNothing) {
  for (const int capacity : {2, 16}) {
    for (const bool has_worlds : {true, false}) {
      for (const bool has_groups : {true, false}) {
        if (!has_worlds && !has_groups) continue;
        for (std::size_t count = 1; count < 40'000; count += count / 6 + 1) {
          CountingResource resource;
          BroadPhase broad_phase(
              {.threads = 1, .leaf_capacity = capacity, .memory_resource = &resource});
          const auto update = [&](std::size_t size, std::uint32_t worlds) {
            const std::vector<std::uint32_t> world = words(has_worlds ? size : 0, worlds);
            const std::vector<std::uint32_t> group = words(has_groups ? size : 0, 5);
            broad_phase.update(points(size).view(), {.group = group, .world = world});
          };
          update(count, 1);
          const std::size_t allocations = resource.allocations();
          update(count / 2, 3);
          update(count + count / 8, 100);
          ASSERT_EQ(resource.allocations(), allocations)
              << count << " seen, leaves of " << capacity << (has_worlds ? ", worlds" : "")
              << (has_groups ? ", groups" : "");
        }
      }
    }
  }
}

/// A row of equal boxes of which each meets the next `partners`.
Columns chain(std::size_t count, std::size_t partners) {
  Columns columns;
  columns.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<float>(i);
    columns.set(i, {x, 0, x + static_cast<float>(partners), 1});
  }
  return columns;
}

TEST(Growth, OfPairsByAnEighthAllocatesNothing) {
  CountingResource resource;
  BroadPhase broad_phase({.threads = 1, .memory_resource = &resource});
  const Columns fewer = chain(8'000, 16);
  const Columns more = chain(8'000, 18);
  broad_phase.update(fewer.view());
  const std::size_t before = broad_phase.pairs().size();
  const std::size_t allocations = resource.allocations();
  broad_phase.update(more.view());
  EXPECT_GT(broad_phase.pairs().size(), before + before / 10);
  EXPECT_LE(broad_phase.pairs().size(), before + before / 8);
  EXPECT_EQ(resource.allocations(), allocations);
}

/// The first boxes of a frame.
BoxView part_of(const Columns& frame, std::size_t count) {
  const BoxView all = frame.view();
  return {all.min_x.first(count), all.min_y.first(count), all.max_x.first(count),
          all.max_y.first(count)};
}

TEST(Growth, OfEventsAllocatesNothingWhereFramesArePartsOfTheFirst) {
  constexpr std::size_t kCount = 20'000;
  const Columns frame = frame_of("dense", kCount);
  for (const int threads : {1, 4}) {
    for (const bool previous_indices : {false, true}) {
      CountingResource resource;
      BroadPhase broad_phase({.threads = threads,
                              .events = true,
                              .previous_indices = previous_indices,
                              .memory_resource = &resource});
      for (int i = 0; i < 2; ++i) broad_phase.update(frame.view());
      const std::size_t allocations = resource.allocations();
      for (const std::size_t removed : {1U, 19'999U, 7'000U, 0U, 12'345U, 10'000U, 0U}) {
        broad_phase.update(part_of(frame, kCount - removed));
        EXPECT_EQ(resource.allocations(), allocations) << removed << ", " << threads;
      }
    }
  }
}

TEST(Growth, OfRejectedBoxesAllocatesNothing) {
  CountingResource resource;
  BroadPhase broad_phase({.threads = 1, .memory_resource = &resource});
  Columns frame = points(2'000);
  for (int i = 0; i < 3; ++i) broad_phase.update(frame.view());
  const std::size_t allocations = resource.allocations();
  for (std::size_t bad = 0; bad < 2'000; bad += 100) {
    for (std::size_t i = 0; i < bad; ++i) frame.max_x[i] = -1;
    broad_phase.update(frame.view());
  }
  EXPECT_EQ(resource.allocations(), allocations);
}

/// Streams with a visitor that waits until `threads` threads are inside it at once.
std::size_t stream_with(BroadPhase& broad_phase, std::size_t threads) {
  Gathering gathering(threads);
  broad_phase.for_each_pair_chunk([&](std::span<const Pair>, std::size_t) { gathering.arrive(); });
  return gathering.count();
}

// Which threads come in time is chance; it must not be what decides on memory.
TEST(Growth, OfTheThreadsThatTakePartAllocatesNothing) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 4);
  for (const char* scene : {"uniform", "giants"}) {
    SCOPED_TRACE(scene);
    const Columns frame = frame_of(scene, 30'000);
    CountingResource resource;
    BroadPhase broad_phase({.threads = 4, .memory_resource = &resource});
    {
      const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
      for (int i = 0; i < 3; ++i) {
        broad_phase.build(frame.view());
        EXPECT_EQ(stream_with(broad_phase, 1), 1U);
      }
    }
    const std::size_t allocations = resource.allocations();
    broad_phase.build(frame.view());
    EXPECT_GE(stream_with(broad_phase, 4), 4U) << "the threads never met";
    EXPECT_EQ(resource.allocations(), allocations);
  }
}

// A small frame writes to an array, a large one to blocks.
TEST(Growth, OfObjectsKeepsTheRoomForPairs) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 4);
  const Columns crowd = columns_of(std::vector<Box>(400, Box{0, 0, 1, 1}));  // 79,800 pairs
  for (const bool reserved : {false, true}) {
    CountingResource resource;
    BroadPhase broad_phase({.threads = 4, .memory_resource = &resource});
    if (reserved) {
      broad_phase.reserve(400, 79'800);
      broad_phase.reserve(20'000);
    } else {
      broad_phase.update(crowd.view());
    }
    for (int i = 0; i < 3; ++i) broad_phase.update(points(20'000).view());
    const std::size_t allocations = resource.allocations();
    broad_phase.update(crowd.view());
    EXPECT_EQ(broad_phase.pairs().size(), 79'800U);
    EXPECT_EQ(resource.allocations(), allocations) << (reserved ? "reserved" : "seen");
  }
}

TEST(Growth, ByAnEighthAboveAFewPairsAllocatesNothing) {
  for (const int threads : {1, 4}) {
    for (std::size_t count = 10; count < 3'000; count += count / 8 + 1) {
      CountingResource resource;
      BroadPhase broad_phase({.threads = threads, .memory_resource = &resource});
      broad_phase.reserve(4'000);
      broad_phase.update(chain(count, 1).view());
      broad_phase.update(chain(count, 1).view());
      const std::size_t allocations = resource.allocations();
      broad_phase.update(chain(count + count / 8, 1).view());
      ASSERT_EQ(resource.allocations(), allocations) << count << " boxes, " << threads;
    }
  }
}

}  // namespace
}  // namespace quadphase::contract
