// SPDX-License-Identifier: MIT
// The order of pairs depends on nothing but boxes, leaf capacity and depth: not on the instruction
// set, earlier frames, the memory resource or where the boxes lie.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <limits>
#include <memory_resource>
#include <numeric>

#include "scenes/random.hpp"
#include "support/checks.hpp"
#include "support/counting_resource.hpp"

namespace quadphase::contract {
namespace {

struct Result {
  Pairs pairs;
  std::vector<Chunk> chunks;
  std::size_t chunk_count = 0;
};

Result result_of(BroadPhase& broad_phase, const BoxView& boxes) {
  Result result;
  broad_phase.build(boxes);
  result.chunks = chunks_of(broad_phase);
  result.chunk_count = broad_phase.chunk_count();
  broad_phase.update(boxes);
  result.pairs = copy_of(broad_phase.pairs());
  EXPECT_TRUE(joined(result.chunks) == result.pairs);
  return result;
}

void expect_equal(const Result& a, const Result& b) {
  EXPECT_TRUE(a.pairs == b.pairs);
  EXPECT_TRUE(a.chunks == b.chunks);
  EXPECT_EQ(a.chunk_count, b.chunk_count);
}

class OneOrderOf : public testing::TestWithParam<std::string> {};

TEST_P(OneOrderOf, OnEveryInstructionSet) {
  for (const std::size_t count : {37U, 1'500U, 12'000U}) {
    for (const int capacity : {16, 9, 4, 1}) {
      if (count == 12'000U && (capacity != 16 || GetParam() == "point")) continue;
      SCOPED_TRACE(testing::Message() << count << " objects, capacity " << capacity);
      const Columns frame = frame_of(GetParam(), count);
      BroadPhase scalar({.threads = 1, .leaf_capacity = capacity, .simd = Simd::scalar});
      const Result expected = result_of(scalar, frame.view());
      for (const Simd simd : supported_simds()) {
        SCOPED_TRACE(name_of(simd));
        BroadPhase broad_phase({.threads = 1, .leaf_capacity = capacity, .simd = simd});
        expect_equal(result_of(broad_phase, frame.view()), expected);
        expect_same_stats(broad_phase.stats(), scalar.stats());
      }
    }
  }
}

TEST_P(OneOrderOf, WhateverTheEngineDidBefore) {
  const Columns frame = frame_of(GetParam(), 1'500);
  BroadPhase fresh({.threads = 2});
  const Result expected = result_of(fresh, frame.view());
  BroadPhase used({.threads = 2, .max_pairs = 1'500'000});
  for (const char* other : {"galaxy", "dense", "outlier", "line"}) {
    for (const std::size_t count : {10U, 11'000U}) {
      used.update(frame_of(other, count).view());
      used.update(frame.view());
      EXPECT_TRUE(copy_of(used.pairs()) == expected.pairs) << "after " << other << " " << count;
      expect_same_stats(used.stats(), fresh.stats());
    }
  }
  EXPECT_THROW(used.update(columns_of(std::vector<Box>(2'000)).view()), std::length_error);
  used.reserve(5'000, 5'000);
  expect_equal(result_of(used, frame.view()), expected);
}

TEST_P(OneOrderOf, WhereverMemoryComesFrom) {
  const Columns frame = frame_of(GetParam(), 1'500);
  BroadPhase usual({.threads = 1});
  const Result expected = result_of(usual, frame.view());
  std::pmr::monotonic_buffer_resource monotonic;
  BroadPhase in_arena({.threads = 1, .memory_resource = &monotonic});
  expect_equal(result_of(in_arena, frame.view()), expected);
  CountingResource counting;
  BroadPhase counted({.threads = 1, .memory_resource = &counting});
  expect_equal(result_of(counted, frame.view()), expected);
}

TEST_P(OneOrderOf, HoldsTheSamePairsUnderShuffledIds) {
  const Columns frame = frame_of(GetParam(), 2'000);
  const std::size_t count = frame.min_x.size();
  std::vector<ObjectId> place(count);
  std::iota(place.begin(), place.end(), 0U);
  scenes::Random random(4);
  for (std::size_t i = count - 1; i > 0; --i)
    std::swap(place[i], place[random.below(static_cast<std::uint32_t>(i + 1))]);
  Columns shuffled;
  shuffled.resize(count);
  for (std::size_t i = 0; i < count; ++i) shuffled.set(place[i], frame.view()[i]);

  BroadPhase broad_phase({.threads = 1});
  broad_phase.update(frame.view());
  Pairs expected = copy_of(broad_phase.pairs());
  for (Pair& pair : expected) {
    const auto [first, second] = std::minmax(place[pair.first], place[pair.second]);
    pair = {first, second};
  }
  std::sort(expected.begin(), expected.end());
  broad_phase.update(shuffled.view());
  Pairs found = copy_of(broad_phase.pairs());
  std::sort(found.begin(), found.end());
  EXPECT_TRUE(found == expected);
}

INSTANTIATE_TEST_SUITE_P(Scene, OneOrderOf, testing::ValuesIn(scenes::scene_names()), test_name_of);

/// Any 128 bits as a box, now and then sorted into a valid one, and many with infinite edges.
std::vector<Box> hostile_boxes(std::size_t count, std::uint64_t seed) {
  scenes::Random random(seed);
  std::vector<Box> boxes(count);
  for (Box& box : boxes) {
    std::array<float, 4> edges{};
    for (float& edge : edges) {
      edge = std::bit_cast<float>(static_cast<std::uint32_t>(random.bits()));
      if (random.below(8) == 0) edge = random.sign() * std::numeric_limits<float>::infinity();
    }
    box = {edges[0], edges[1], edges[2], edges[3]};
    if (random.below(9) == 0) continue;
    if (box.max_x < box.min_x) std::swap(box.min_x, box.max_x);
    if (box.max_y < box.min_y) std::swap(box.min_y, box.max_y);
  }
  return boxes;
}

TEST(Order, OfHostileBoxesIsOneOnEveryInstructionSet) {
  for (const std::size_t count : {5U, 100U, 1'037U, 3'000U}) {
    const Columns frame = columns_of(hostile_boxes(count, count));
    BroadPhase scalar({.threads = 1, .simd = Simd::scalar});
    const Result expected = result_of(scalar, frame.view());
    for (const Simd simd : supported_simds()) {
      SCOPED_TRACE(testing::Message() << name_of(simd) << " " << count);
      BroadPhase broad_phase({.threads = 1, .simd = simd});
      expect_equal(result_of(broad_phase, frame.view()), expected);
      expect_same_stats(broad_phase.stats(), scalar.stats());
    }
  }
}

TEST(Order, DiffersWithTheLeafCapacityButNotTheSet) {
  const Columns frame = frame_of("uniform", 2'000);
  BroadPhase large({.threads = 1});
  BroadPhase small({.threads = 1, .leaf_capacity = 2});
  large.update(frame.view());
  small.update(frame.view());
  EXPECT_EQ(oracle::order_free_hash(large.pairs()), oracle::order_free_hash(small.pairs()));
  EXPECT_GT(small.stats().leaf_count, large.stats().leaf_count);
}

}  // namespace
}  // namespace quadphase::contract
