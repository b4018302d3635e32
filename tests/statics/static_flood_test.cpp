// SPDX-License-Identifier: MIT
// Moving and static objects in one place: streams and counts take a fixed memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>

#include "support/checks.hpp"
#include "support/counting_resource.hpp"

namespace quadphase::contract {
namespace {

std::vector<ObjectId> shuffled_ids(std::size_t count) {
  std::vector<ObjectId> ids(count);
  for (std::size_t i = 0; i < count; ++i)
    ids[i] = static_cast<ObjectId>(1'000'000 + i * 7'919 % count);
  return ids;
}

/// The boxes of one place, each of another size.
Columns crowd(std::size_t count) {
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const auto size = 1 + static_cast<float>(i * 31 % 1'000) * 0.001F;
    boxes.push_back({-size, -size, size, size});
  }
  return columns_of(boxes);
}

class StaticFlood : public testing::TestWithParam<int> {
 protected:
  CountingResource memory_;
  BroadPhase engine_{{.threads = GetParam(), .memory_resource = &memory_}};
};

TEST_P(StaticFlood, IsCountedAndStreamedInAFixedMemory) {
  for (const std::size_t count : {std::size_t{2'000}, std::size_t{kIsSlowBuild ? 3'000 : 11'000}}) {
    const Columns boxes = crowd(count);
    engine_.set_static(boxes.view(), shuffled_ids(count));
    engine_.build(boxes.view());
    const std::size_t built = memory_.outstanding_bytes();
    const std::uint64_t pairs =
        std::uint64_t{count} * (count - 1) / 2 + std::uint64_t{count} * count;
    EXPECT_EQ(engine_.count_pairs(), pairs);
    EXPECT_EQ(memory_.outstanding_bytes(), built);
    std::atomic<std::uint64_t> streamed{0};
    engine_.for_each_pair_chunk(
        [&](std::span<const Pair> chunk, std::size_t) { streamed += chunk.size(); });
    EXPECT_EQ(streamed, pairs);
    EXPECT_LE(memory_.outstanding_bytes(),
              built + 512U * 1'024 * static_cast<std::size_t>(GetParam()))
        << count;
  }
}

TEST_P(StaticFlood, IsStreamedInTheOrderOfTheStoredPairs) {
  struct Meeting {
    std::size_t moving;
    std::size_t statics;
  };
  // Many objects that hit a few hundred each, few that hit more than a slice holds, and one alone.
  for (const Meeting meeting : {Meeting{2'000, 700}, Meeting{30, 30'000}, Meeting{1, 120'000}}) {
    SCOPED_TRACE(meeting.statics);
    engine_.set_static(crowd(meeting.statics).view(), shuffled_ids(meeting.statics));
    const Columns moving = crowd(meeting.moving);
    engine_.update(moving.view());
    const Pairs stored = copy_of(engine_.pairs());
    const std::vector<Chunk> cuts = chunks_of(engine_);
    engine_.build(moving.view());
    EXPECT_TRUE(chunks_of(engine_) == cuts);
    EXPECT_TRUE(joined(cuts) == stored);
    EXPECT_EQ(engine_.count_pairs(), stored.size());
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, StaticFlood, testing::Values(1, 4));

}  // namespace
}  // namespace quadphase::contract
