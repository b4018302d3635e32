// SPDX-License-Identifier: MIT
// Frames of steady size allocate no memory: not by operator new, malloc or mmap.
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <thread>
#include <vector>

#include "examples/thread_pool.hpp"
#include "scenes/random.hpp"
#include "support/allocation_counter.hpp"
#include "support/checks.hpp"
#include "support/gathering.hpp"

namespace quadphase::contract {
namespace {

using Scope = AllocationCounter::Scope;

constexpr std::size_t kCount = 11'000;
constexpr int kFrames = 100;

TEST(AllocationCounter, SeesEveryWayToAllocate) {
  const AllocationCounter counter(Scope::this_thread);
  ::operator delete(::operator new(8));
  EXPECT_EQ(counter.count(), 1U);
  if (!counts_malloc()) GTEST_SKIP() << "malloc belongs to the sanitizer";
  void* volatile memory = std::malloc(100);  // volatile: else a compiler may leave out both calls
  std::free(memory);
  memory = std::calloc(10, 10);
  std::free(memory);
  memory = std::aligned_alloc(64, 128);
  std::free(memory);
  EXPECT_EQ(counter.count(), 4U);
}

TEST(AllocationCounter, SeesOperatorNewOnOtherThreads) {
  const AllocationCounter counter(Scope::new_on_all_threads);
  std::thread([] { ::operator delete(::operator new(8)); }).join();
  EXPECT_GE(counter.count(), 1U);
}

/// Has oneTBB start its workers, which costs it memory of its own whenever each begins.
void start_workers(std::size_t threads) {
  tbb::task_arena arena(static_cast<int>(threads));
  Gathering gathering(threads);
  arena.execute([&] { tbb::parallel_for(0, 64, [&](int) { gathering.arrive(); }); });
  ASSERT_GE(gathering.count(), threads);
}

class SteadyFramesOf : public testing::TestWithParam<std::string> {
 protected:
  /// Runs `frame(boxes)` a hundred times, and counts from the third on.
  template <class Frame>
  [[nodiscard]] std::size_t allocations(Scope scope, const Frame& frame) {
    const auto scene = scenes::make_scene(GetParam(), {.count = kCount});
    std::size_t count = 0;
    for (int i = 0; i < kFrames; ++i) {
      const BoxView boxes = scene->boxes();
      {
        const AllocationCounter counter(scope);
        frame(boxes);
        if (i >= 2) count += counter.count();
      }
      scene->step();
    }
    return count;
  }

  template <class Calls>
  void expect_none(const Calls& calls) {
    {
      BroadPhase broad_phase({.threads = 1});
      EXPECT_EQ(
          allocations(Scope::this_thread, [&](const BoxView& boxes) { calls(broad_phase, boxes); }),
          0U)
          << "on one thread, malloc and mmap included";
    }
    const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 4);
    start_workers(4);
    BroadPhase broad_phase({.threads = 4});
    EXPECT_EQ(allocations(Scope::new_on_all_threads,
                          [&](const BoxView& boxes) { calls(broad_phase, boxes); }),
              0U)
        << "on four threads";
    examples::ThreadPool pool(4);
    BroadPhase on_pool({.executor = &pool});
    EXPECT_EQ(allocations(Scope::new_on_all_threads,
                          [&](const BoxView& boxes) { calls(on_pool, boxes); }),
              0U)
        << "on a thread pool of the user's";
  }
};

TEST_P(SteadyFramesOf, UpdateAllocatesNothing) {
  expect_none([](BroadPhase& broad_phase, const BoxView& boxes) { broad_phase.update(boxes); });
}

TEST_P(SteadyFramesOf, NeighborsAndSortedPairsAllocateNothing) {
  expect_none([](BroadPhase& broad_phase, const BoxView& boxes) {
    broad_phase.update(boxes);
    (void)broad_phase.sorted_pairs();
    (void)broad_phase.adjacency(boxes.size());
  });
}

TEST_P(SteadyFramesOf, PreviousIndicesAllocateNothing) {
  const Columns frame = frame_of(GetParam(), kCount);
  BroadPhase broad_phase({.threads = 1, .events = true, .previous_indices = true});
  for (int i = 0; i < 3; ++i) broad_phase.update(frame.view());
  const AllocationCounter counter(Scope::this_thread);
  for (int i = 0; i < 3; ++i) broad_phase.update(frame.view());
  EXPECT_EQ(counter.count(), 0U);
}

// Both forms in turn share one buffer.
TEST_P(SteadyFramesOf, BoxesInRowsAndInDoubleAllocateNothing) {
  std::vector<Box> rows(kCount);
  std::vector<double> edges[4];
  for (std::vector<double>& column : edges) column.resize(kCount);
  expect_none([&](BroadPhase& broad_phase, const BoxView& boxes) {
    for (std::size_t i = 0; i < kCount; ++i) {
      rows[i] = boxes[i];
      edges[0][i] = static_cast<double>(rows[i].min_x);
      edges[1][i] = static_cast<double>(rows[i].min_y);
      edges[2][i] = static_cast<double>(rows[i].max_x);
      edges[3][i] = static_cast<double>(rows[i].max_y);
    }
    broad_phase.update(rows);
    broad_phase.update({edges[0], edges[1], edges[2], edges[3], {1, -2}});
  });
}

TEST_P(SteadyFramesOf, CountsAllocateNothing) {
  expect_none([](BroadPhase& broad_phase, const BoxView& boxes) {
    broad_phase.build(boxes);
    (void)broad_phase.count_pairs();
  });
}

TEST_P(SteadyFramesOf, StreamsAllocateNothing) {
  expect_none([](BroadPhase& broad_phase, const BoxView& boxes) {
    broad_phase.build(boxes);
    broad_phase.for_each_pair_chunk([](std::span<const Pair>, std::size_t) {});
  });
}

INSTANTIATE_TEST_SUITE_P(Scene, SteadyFramesOf,
                         testing::Values("uniform", "clusters", "giants", "dense"), test_name_of);

// Who is at the border changes in every frame.
TEST(SteadyFrames, OfAPeriodicWorldAllocateNothing) {
  constexpr float kSide = 150;
  scenes::Random random(1, 8);
  std::vector<Point> centers(kCount);
  for (Point& center : centers) center = {random.between(0, kSide), random.between(0, kSide)};
  Columns frame;
  frame.resize(kCount);
  BroadPhase broad_phase({.threads = 1, .period_x = kSide, .period_y = kSide, .events = true});
  std::size_t count = 0;
  for (int i = 0; i < kFrames; ++i) {
    for (std::size_t row = 0; row < kCount; ++row) {
      Point& center = centers[row];
      center.x += row % 2 == 0 ? 0.2F : -0.1F;
      if (center.x >= kSide) center.x -= kSide;
      if (center.x < 0) center.x += kSide;
      frame.set(row, from_center(center, {0.5F, 0.5F}));
    }
    const AllocationCounter counter(Scope::this_thread);
    broad_phase.update(frame.view());
    if (i >= 4) count += counter.count();
  }
  EXPECT_EQ(count, 0U);
}

TEST(SteadyFrames, AfterReserveAllocateNothingFromTheFirst) {
  const Columns frame = frame_of("uniform", kCount);
  BroadPhase other({.threads = 1});  // also makes oneTBB known to this thread
  other.update(frame.view());
  (void)chunks_of(other);
  for (const bool events : {false, true}) {
    for (const bool previous_indices : {false, events}) {
      BroadPhase broad_phase(
          {.threads = 1, .events = events, .previous_indices = previous_indices});
      broad_phase.reserve(kCount, other.pairs().size());
      const AllocationCounter allocations(Scope::this_thread);
      broad_phase.update(frame.view());
      broad_phase.update(frame.view());
      broad_phase.build(frame.view());
      (void)broad_phase.count_pairs();
      broad_phase.for_each_pair_chunk([](std::span<const Pair>, std::size_t) {});
      EXPECT_EQ(allocations.count(), 0U) << events << previous_indices;
    }
  }
}

TEST(SteadyFrames, OfEqualBoxesAfterOthersAllocateNothing) {
  Columns frame = frame_of("uniform", kCount);
  const std::vector<std::uint32_t> groups(kCount, 1);  // no pairs
  for (const int max_depth : {1, 300}) {
    BroadPhase broad_phase({.threads = 1, .max_depth = max_depth});
    for (int i = 0; i < 3; ++i) broad_phase.update(frame.view(), {.group = groups});
    Columns equal = frame;
    for (std::vector<float>* column : {&equal.min_x, &equal.min_y, &equal.max_x, &equal.max_y})
      std::fill(column->begin(), column->end(), 1.0F);
    const AllocationCounter allocations(Scope::this_thread);
    broad_phase.update(equal.view(), {.group = groups});
    EXPECT_EQ(allocations.count(), 0U) << max_depth;
    EXPECT_TRUE(broad_phase.pairs().empty());
  }
}

TEST(SteadyFrames, ConstCallsAllocateNothing) {
  BroadPhase broad_phase({.threads = 1});
  broad_phase.update(frame_of("uniform", 1'000).view());
  const AllocationCounter allocations(Scope::this_thread);
  EXPECT_FALSE(broad_phase.pairs().empty());
  EXPECT_GT(broad_phase.chunk_count() + broad_phase.byte_count(), 0U);
  EXPECT_EQ(broad_phase.rejected_ids().size(), 0U);
  EXPECT_EQ(allocations.count(), 0U);
}

}  // namespace
}  // namespace quadphase::contract
