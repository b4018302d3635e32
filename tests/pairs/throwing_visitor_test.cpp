// SPDX-License-Identifier: MIT
// What the user's chunk function throws passes through, and the engine works afterwards.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <atomic>
#include <mutex>

#include "quadphase/index.hpp"
#include "support/shown_frame.hpp"

namespace quadphase::contract {
namespace {

struct Stop {
  std::size_t chunk;
};

std::atomic<std::size_t> counted_pairs{0};
void count_chunk(std::span<const Pair> pairs, std::size_t /*chunk*/) {
  counted_pairs += pairs.size();
}
bool is_even(const Pair& pair) {
  return pair.first % 2 == 0;
}

TEST(ChunkVisitor, MayBeAPlainFunction) {
  BroadPhase broad_phase({.threads = 2});
  broad_phase.update(frame_of("uniform", 20'000).view());
  const std::span<const Pair> pairs = broad_phase.pairs();
  counted_pairs = 0;
  broad_phase.for_each_pair_chunk(count_chunk);
  EXPECT_EQ(counted_pairs, pairs.size());
  counted_pairs = 0;
  broad_phase.for_each_pair_chunk(is_even, count_chunk);
  EXPECT_EQ(counted_pairs,
            static_cast<std::size_t>(std::count_if(pairs.begin(), pairs.end(), is_even)));
}

class ThrowingVisitor : public testing::TestWithParam<int> {};

TEST_P(ThrowingVisitor, PassesItsExceptionThroughAndLeavesTheTree) {
  BroadPhase broad_phase({.threads = GetParam()});
  for (const char* scene : {"uniform", "giants"}) {
    const Columns frame = frame_of(scene, 20'000);
    for (const bool stored : {false, true}) {
      SCOPED_TRACE(testing::Message() << scene << (stored ? ", stored" : ", generated"));
      if (stored) {
        broad_phase.update(frame.view());
      } else {
        broad_phase.build(frame.view());
      }
      const std::vector<Chunk> chunks = chunks_of(broad_phase);
      for (std::size_t at = 0; at < chunks.size(); at += chunks.size() / 4 + 1) {
        const ShownFrame shown(broad_phase);
        const std::size_t index = chunks[at].index;
        try {
          broad_phase.for_each_pair_chunk([&](std::span<const Pair>, std::size_t chunk) {
            if (chunk == index) throw Stop{chunk};
          });
          ADD_FAILURE() << "nothing was thrown";
        } catch (const Stop& stop) {
          EXPECT_EQ(stop.chunk, index);
        }
        shown.expect_all_shown_by(broad_phase);
        EXPECT_TRUE(chunks_of(broad_phase) == chunks);
      }
    }
    expect_exact(broad_phase, frame_of("mixed", 3'000).view());
  }
}

TEST_P(ThrowingVisitor, MayThrowFromEveryChunk) {
  BroadPhase broad_phase({.threads = GetParam()});
  const Columns frame = frame_of("giants", 20'000);
  broad_phase.build(frame.view());
  for (int i = 0; i < 20; ++i) {
    EXPECT_THROW(broad_phase.for_each_pair_chunk(
                     [](std::span<const Pair>, std::size_t chunk) { throw Stop{chunk}; }),
                 Stop);
  }
  expect_exact(broad_phase, frame.view());
}

INSTANTIATE_TEST_SUITE_P(Threads, ThrowingVisitor, testing::Values(1, 4));

TEST(Visitor, IsTakenAsItIs) {
  BroadPhase broad_phase({.threads = 1});
  broad_phase.update(frame_of("uniform", 100).view());
  struct Counter {
    std::atomic<std::size_t> pairs{0};
    void operator()(std::span<const Pair> chunk, std::size_t) { pairs += chunk.size(); }
  };
  Counter counter;  // neither copied nor moved: it cannot be
  broad_phase.for_each_pair_chunk(counter);
  EXPECT_EQ(counter.pairs, broad_phase.pairs().size());
  std::atomic<std::size_t> pairs{0};
  const auto constant = [&pairs](std::span<const Pair> chunk, std::size_t) {
    pairs += chunk.size();
  };
  broad_phase.for_each_pair_chunk(constant);
  EXPECT_EQ(pairs, broad_phase.pairs().size());
}

/// Expects that the calls that would change what a visitor reads are refused, and others not.
void call_back(BroadPhase& broad_phase, const BoxView& boxes) {
  std::vector<std::byte> bytes;
  broad_phase.save(bytes);
  std::span<const std::byte> snapshot = bytes;
  EXPECT_THROW(broad_phase.update(boxes), std::logic_error);
  EXPECT_THROW(broad_phase.build(boxes), std::logic_error);
  ObjectStore store;
  (void)store.add({0, 0, 1, 1}, {}, Mobility::static_);
  EXPECT_THROW(broad_phase.update(store), std::logic_error);
  EXPECT_EQ(broad_phase.static_count(), 0U);
  EXPECT_THROW(broad_phase.reserve(100), std::logic_error);
  EXPECT_THROW((void)broad_phase.count_pairs(), std::logic_error);
  EXPECT_THROW(broad_phase.for_each_pair_chunk([](std::span<const Pair>, std::size_t) {}),
               std::logic_error);
  EXPECT_THROW(broad_phase.restore(snapshot), std::logic_error);
  std::size_t found = 0;
  broad_phase.for_each_overlap(Box{-1e9F, -1e9F, 1e9F, 1e9F}, [&](ObjectId) { ++found; });
  EXPECT_GE(found, boxes.size());
}

TEST(CallingBack, IsRefusedWhereItWouldChangeWhatTheVisitorReads) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 4);
  const Columns frame = frame_of("mixed", 12'000);
  const Box all{-1e9F, -1e9F, 1e9F, 1e9F};
  const Pairs exact = oracle::exact_pairs(frame.view());
  for (const bool stored : {false, true}) {
    BroadPhase broad_phase({.threads = 4});
    if (stored) {
      broad_phase.update(frame.view());
    } else {
      broad_phase.build(frame.view());
    }
    std::atomic<std::size_t> pairs{0};
    std::mutex mutex;
    broad_phase.for_each_pair_chunk([&](std::span<const Pair> chunk, std::size_t) {
      const std::lock_guard lock(mutex);
      if (pairs == 0) call_back(broad_phase, frame.view());
      pairs += chunk.size();
    });
    EXPECT_EQ(pairs, exact.size());
    int calls = 0;
    const auto call_back_once = [&](const auto& /*found*/) {
      call_back(broad_phase, frame.view());
      ++calls;
      return false;
    };
    broad_phase.for_each_overlap(all, call_back_once);
    broad_phase.for_each_hit(Segment{{-1e6F, -1e6F}, {1e6F, 1e6F}}, call_back_once);
    broad_phase.for_each_nearest(Point{0, 0}, call_back_once);
    broad_phase.for_each_cell(call_back_once);
    EXPECT_EQ(calls, 4);
    expect_exact(broad_phase, frame.view());  // allowed again
  }
}

TEST(CallingBack, OfAStreamMayChangeTheStaticSetOnManyThreads) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 4);
  const Columns frame = frame_of("uniform", 40'000);
  const Pairs exact = oracle::exact_pairs(frame.view());
  const Columns walls = columns_of({{1e6F, 1e6F, 2e6F, 2e6F}});
  BroadPhase broad_phase({.threads = 4});
  broad_phase.build(frame.view());
  std::atomic<std::size_t> pairs{0};
  std::mutex mutex;
  ObjectId next = 50'000;
  broad_phase.for_each_pair_chunk([&](std::span<const Pair> chunk, std::size_t) {
    pairs += chunk.size();
    const std::lock_guard lock(mutex);
    broad_phase.add_static(walls.view(), std::span(&next, 1));
    ++next;
  });
  EXPECT_EQ(pairs, exact.size());
  broad_phase.update(frame.view());
  EXPECT_FALSE(oracle::compare_pairs(broad_phase.pairs(), exact));
  EXPECT_EQ(broad_phase.static_count(), next - 50'000);
}

TEST(CallingBack, MayChangeTheStaticSetForTheNextFrame) {
  BroadPhase broad_phase({.threads = 1});
  const Columns walls = columns_of({{0, 0, 1, 1}, {2, 0, 3, 1}, {4, 0, 5, 1}});
  const std::vector<ObjectId> ids = {10, 11, 12};
  broad_phase.set_static(walls.view(), ids);
  const Columns mover = columns_of({{0, 0, 9, 9}});
  broad_phase.update(mover.view());
  broad_phase.for_each_overlap(Box{2, 0, 9, 1}, [&](ObjectId id) {
    if (id >= 10) broad_phase.remove_static(std::span(&id, 1));
  });
  EXPECT_EQ(broad_phase.pairs().size(), 3U);
  broad_phase.update(mover.view());
  EXPECT_EQ(copy_of(broad_phase.pairs()), (Pairs{{0, 10}}));
}

}  // namespace
}  // namespace quadphase::contract
