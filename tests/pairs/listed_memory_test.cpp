// SPDX-License-Identifier: MIT
// The memory of sorted pairs and of rows of neighbors: none before someone asks, none again in a
// steady world, given back, and missed at any allocation.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <functional>
#include <new>

#include "listed_pairs.hpp"
#include "support/counting_resource.hpp"
#include "support/shown_frame.hpp"

namespace quadphase::contract {
namespace {

class ListedMemory : public testing::Test {
 protected:
  const tbb::global_control really_that_many_{tbb::global_control::max_allowed_parallelism, 4};
  const Columns frame_ = frame_of("dense", 12'000);
  const Columns next_ = frame_of("dense", 12'000, 4);
};

TEST_F(ListedMemory, IsTakenAtTheFirstCallOfALargestFrame) {
  for (const int threads : {1, 4}) {
    CountingResource memory;
    BroadPhase engine({.threads = threads, .memory_resource = &memory});
    for (int i = 0; i < 3; ++i) engine.update(frame_.view());
    const std::size_t bytes = engine.byte_count();
    const std::size_t before = memory.allocations();
    engine.update(next_.view());
    EXPECT_EQ(memory.allocations(), before);
    (void)lists_of(engine, 12'000);
    const std::size_t listed = engine.byte_count();
    EXPECT_GT(listed, bytes + 80 * engine.pairs().size());
    EXPECT_LE(listed, bytes + 95 * engine.pairs().size() + 10 * 12'000 + (std::size_t{1} << 20U));
    EXPECT_EQ(memory.outstanding_bytes(), listed);
    const std::size_t after = memory.allocations();
    const ObjectId* const ids = engine.adjacency(12'000).ids.data();
    for (int i = 0; i < 4; ++i) {
      engine.update(i % 2 == 0 ? frame_.view() : next_.view());
      (void)lists_of(engine, 12'000);
      (void)lists_of(engine);
    }
    EXPECT_EQ(memory.allocations(), after);
    EXPECT_EQ(engine.adjacency(12'000).ids.data(), ids);
  }
}

TEST_F(ListedMemory, IsGivenBackByShrinkToFitWhichKeepsWhatIsListed) {
  for (const int threads : {1, 4}) {
    for (const bool has_memory : {true, false}) {
      CountingResource memory;
      BroadPhase engine({.threads = threads, .memory_resource = &memory});
      BroadPhase other({.threads = threads});
      for (BroadPhase* const each : {&engine, &other}) each->update(frame_.view());
      const PairListCopies lists = lists_of(engine);
      if (!has_memory) memory.fail_from(0);
      engine.shrink_to_fit();
      memory.work_again();
      other.shrink_to_fit();
      if (has_memory) {
        EXPECT_LE(engine.byte_count(), other.byte_count());
      }
      EXPECT_EQ(engine.stats().byte_count, engine.byte_count());
      EXPECT_TRUE(lists_of(engine) == lists);
      engine.update(next_.view());
      expect_listed(engine);
    }
  }
}

TEST_F(ListedMemory, MayEndAtAnyAllocation) {
  const std::function<void(BroadPhase&)> calls[] = {
      [](BroadPhase& engine) { (void)engine.sorted_pairs(); },
      [](BroadPhase& engine) { (void)engine.adjacency(); },
      [](BroadPhase& engine) { (void)engine.adjacency(20'000); },
  };
  KnownLists known;
  for (const int threads : {1, 4}) {
    for (const auto& call : calls) {
      for (const bool once : {false, true}) {
        bool was_there = true;
        std::size_t k = 0;
        for (; was_there && !HasFailure(); k = next_failure(k)) {
          SCOPED_TRACE(testing::Message() << threads << " threads, allocation " << k);
          CountingResource memory;
          {
            BroadPhase engine({.threads = threads, .memory_resource = &memory});
            engine.update(next_.view());
            (void)lists_of(engine);
            engine.update(frame_.view());
            engine.shrink_to_fit();
            const ShownFrame shown(engine);
            once ? memory.fail_once_at(k) : memory.fail_from(k);
            bool failed = false;
            try {
              call(engine);
            } catch (const std::bad_alloc&) {
              failed = true;
            }
            was_there = memory.failures() > 0;
            EXPECT_EQ(failed, was_there && !once);
            memory.work_again();
            shown.expect_all_shown_by(engine);
            EXPECT_EQ(engine.count_pairs(), engine.pairs().size());
            expect_lists(engine, known.of(engine.pairs()));
            engine.update(next_.view());
            expect_lists(engine, known.of(engine.pairs()));
          }
          EXPECT_EQ(memory.outstanding_bytes(), 0U);
        }
        EXPECT_GE(k, 2U) << "the call hardly allocates";
      }
    }
  }
}

TEST_F(ListedMemory, IsNotInTheWayOfAFrame) {
  CountingResource memory;
  std::size_t peak = 0;
  {
    CountingResource measured;
    BroadPhase engine({.threads = 1, .memory_resource = &measured});
    engine.update(frame_.view());
    peak = measured.peak_bytes();
  }
  BroadPhase engine({.threads = 1, .memory_resource = &memory});
  engine.update(frame_of("dense", 4'000).view());
  (void)lists_of(engine);
  const std::size_t pairs = engine.pairs().size_bytes();
  memory.limit_to(peak + pairs);
  engine.update(frame_.view());
  EXPECT_FALSE(oracle::compare_pairs(engine.pairs(), oracle::exact_pairs(frame_.view())));
}

TEST_F(ListedMemory, OfAFailedFrameShowsTheLastOne) {
  CountingResource memory;
  BroadPhase engine({.threads = 1, .events = true, .memory_resource = &memory});
  engine.update(frame_.view());
  const PairListCopies lists = lists_of(engine);
  memory.fail_from(0);
  EXPECT_THROW(engine.update(frame_of("dense", 60'000).view()), std::bad_alloc);
  memory.work_again();
  EXPECT_TRUE(lists_of(engine) == lists);
  EXPECT_THROW((void)engine.count_pairs(), std::logic_error);
  engine.update(next_.view());
  expect_listed(engine);
}

}  // namespace
}  // namespace quadphase::contract
