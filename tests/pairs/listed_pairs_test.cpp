// SPDX-License-Identifier: MIT
// Sorted pairs and rows of neighbors are those of std::sort and std::map, on any number of threads,
// in every kind of world and after every call.
#include "listed_pairs.hpp"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <optional>

#include "support/counting_resource.hpp"

namespace quadphase::contract {
namespace {

class ListedPairs : public testing::Test {
 protected:
  const tbb::global_control really_that_many_{tbb::global_control::max_allowed_parallelism, 4};
};

class ListedPairsOf : public testing::TestWithParam<std::string> {
 protected:
  const tbb::global_control really_that_many_{tbb::global_control::max_allowed_parallelism, 4};
};

TEST_P(ListedPairsOf, AreTheSameOnEveryNumberOfThreads) {
  // All boxes of one scene meet.
  const std::size_t count = GetParam() == "point" ? 1'200 : 12'000;
  const Columns frame = frame_of(GetParam(), count);
  std::optional<PairListCopies> first;
  for (const int threads : {1, 2, 4}) {
    BroadPhase engine({.threads = threads});
    engine.update(frame.view());
    const Pairs pairs = copy_of(engine.pairs());
    const PairListCopies lists = lists_of(engine, count);
    if (!first) first = expected_lists(pairs, count);
    EXPECT_TRUE(lists == *first) << threads << " threads";
    EXPECT_TRUE(copy_of(engine.pairs()) == pairs) << "pairs() changed";
  }
}

INSTANTIATE_TEST_SUITE_P(Scene, ListedPairsOf, testing::ValuesIn(scenes::scene_names()),
                         test_name_of);

TEST_F(ListedPairs, OfStaticObjectsWithEventsAndFiltersAreRight) {
  for (const int threads : {1, 4}) {
    for (const float period : {0.0F, 1'000.0F}) {
      BroadPhase engine({.threads = threads,
                         .period_x = period,
                         .period_y = period,
                         .events = true,
                         .previous_indices = true});
      const std::vector<std::uint32_t> groups = [] {
        std::vector<std::uint32_t> numbers(12'000);
        for (std::size_t i = 0; i < numbers.size(); ++i)
          numbers[i] = static_cast<std::uint32_t>(i % 50);
        return numbers;
      }();
      engine.set_static(frame_of("dense", 6'000).view(), ids_from(40'000, 6'000));
      for (int step = 1; step < 3; ++step) {
        Attributes attributes;
        attributes.group = groups;
        engine.update(frame_of("dense", 12'000, step).view(), attributes);
        const auto begun = engine.events().begun.size();
        expect_listed(engine);
        expect_listed(engine, 50'000);
        EXPECT_EQ(engine.events().begun.size(), begun);
        EXPECT_EQ(engine.previous_indices().size(), engine.pairs().size());
      }
    }
  }
}

TEST_F(ListedPairs, OfFewObjectsAreRight) {
  BroadPhase engine({.threads = 4});
  EXPECT_TRUE(engine.sorted_pairs().empty());
  EXPECT_EQ(engine.adjacency().row_count(), 0U);
  EXPECT_EQ(engine.adjacency().offsets.size(), 1U);
  EXPECT_EQ(engine.adjacency(7).row_count(), 7U);
  EXPECT_TRUE(engine.adjacency(7).neighbors_of(6).empty());
  EXPECT_EQ(Adjacency{}.row_count(), 0U);
  for (std::size_t count = 0; count < 6; ++count) {
    engine.update(std::vector<Box>(count, Box{0, 0, 1, 1}));
    expect_listed(engine);
    expect_listed(engine, 9);
  }
  const Adjacency rows = engine.adjacency();
  EXPECT_EQ(std::vector<ObjectId>(rows.neighbors_of(2).begin(), rows.neighbors_of(2).end()),
            (std::vector<ObjectId>{0, 1, 3, 4}));
  for (const std::uint32_t index : rows.pairs_of(2))
    EXPECT_TRUE(engine.pairs()[index].first == 2 || engine.pairs()[index].second == 2);
}

/// Disjoint boxes, and one that meets all.
std::vector<Box> hub_and_spokes(std::size_t count) {
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<float>(2 * (i % 500));
    const auto y = static_cast<float>(2 * (i / 500));
    boxes.push_back({x, y, x + 1, y + 1});
  }
  boxes.push_back({-1, -1, 1e6F, 1e6F});
  return boxes;
}

TEST_F(ListedPairs, OfOneObjectThatMeetsAllAreRight) {
  const std::size_t count = kIsSlowBuild ? 30'000 : 100'000;
  const std::vector<Box> boxes = hub_and_spokes(count);
  std::vector<ObjectId> ids = ids_from(0, boxes.size());
  for (const std::size_t hub : {count, std::size_t{0}, count / 3}) {
    std::swap(ids.back(), ids[hub]);
    for (const int threads : {1, 4}) {
      BroadPhase engine({.threads = threads});
      engine.update(boxes, {.ids = ids});
      ASSERT_EQ(engine.pairs().size(), count);
      expect_listed(engine, boxes.size());
      EXPECT_EQ(engine.adjacency(boxes.size()).neighbors_of(ids.back()).size(), count);
    }
    std::swap(ids.back(), ids[hub]);
  }
}

// All entries are in a few of the bins.
TEST_F(ListedPairs, OfIdsInFarGroupsAreRight) {
  const Columns frame = frame_of("dense", 12'000);
  std::vector<ObjectId> ids = ids_from(0, 12'000);
  for (std::size_t i = 0; i < ids.size(); ++i)
    ids[i] += (i % 3 == 0 ? 3'000'000U : i % 3 == 1 ? 0U : 1'500'000U);
  for (const int threads : {1, 4}) {
    BroadPhase engine({.threads = threads});
    engine.update(frame.view(), {.ids = ids});
    expect_listed(engine);
    engine.update(std::vector<Box>(2, Box{0, 0, 1, 1}),
                  {.ids = std::vector<ObjectId>{3, 2'000'000}});
    expect_listed(engine);
  }
}

TEST_F(ListedPairs, OfEqualIdsHaveAllPairs) {
  const Columns frame = frame_of("dense", 12'000);
  std::vector<ObjectId> ids(12'000);
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<ObjectId>(i * i % 97);
  std::optional<PairListCopies> first;
  for (const int threads : {1, 4}) {
    BroadPhase engine({.threads = threads});
    engine.update(frame.view(), {.ids = ids});
    PairListCopies lists = lists_of(engine);
    if (first) {
      EXPECT_TRUE(lists == *first);
    }
    first = lists;
    PairListCopies expected = expected_lists(engine.pairs());
    // Equal pairs are in no particular order.
    for (PairListCopies* const each : {&lists, &expected})
      std::sort(each->pair_indices.begin(), each->pair_indices.end());
    EXPECT_TRUE(lists == expected);
  }
}

TEST_F(ListedPairs, WithAnIdBeyondTheRowsAreRefused) {
  BroadPhase engine({.threads = 1});
  engine.update(std::vector<Box>(3, Box{0, 0, 1, 1}), {.ids = std::vector<ObjectId>{4, 10, 7}});
  for (int i = 0; i < 2; ++i) {
    EXPECT_THROW((void)engine.adjacency(10), std::invalid_argument);
    EXPECT_THROW((void)engine.adjacency(1), std::invalid_argument);
    EXPECT_EQ(engine.adjacency(11).row_count(), 11U);
    expect_listed(engine, 11);
    expect_listed(engine, 1'000);
    expect_listed(engine);
  }
  if constexpr (sizeof(std::size_t) > 4) {
    EXPECT_THROW((void)engine.adjacency((std::size_t{1} << 32U) + 1), std::invalid_argument);
  }
  CountingResource memory;
  BroadPhase limited({.threads = 1, .memory_resource = &memory});
  limited.update(std::vector<Box>(2, Box{0, 0, 1, 1}),
                 {.ids = std::vector<ObjectId>{4, 0xFFFF'FFFF}});
  memory.limit_to(std::size_t{1} << 20U);
  EXPECT_THROW((void)limited.adjacency(), std::bad_alloc);
  EXPECT_EQ(limited.sorted_pairs()[0], (Pair{4, 0xFFFF'FFFF}));
}

TEST_F(ListedPairs, AreThoseOfTheLastFrame) {
  for (const int threads : {1, 4}) {
    BroadPhase engine({.threads = threads, .events = true});
    for (const char* const scene : {"dense", "uniform", "clusters"}) {
      for (const std::size_t count : {12'000U, 300U}) {
        engine.update(frame_of(scene, count).view());
        expect_listed(engine);
      }
    }
    std::vector<std::byte> bytes;
    engine.save(bytes);
    EXPECT_THROW(engine.update(Boxes(std::vector<Box>(5)), {.ids = ids_from(0, 4)}),
                 std::invalid_argument);
    expect_listed(engine);
    std::span<const std::byte> saved = bytes;
    EXPECT_FALSE(engine.pairs().empty());
    engine.restore(saved);
    EXPECT_TRUE(engine.sorted_pairs().empty());
    EXPECT_EQ(engine.adjacency().row_count(), 0U);
    engine.update(frame_of("dense", 400).view());
    expect_listed(engine);
    engine.build(frame_of("dense", 500).view());
    EXPECT_TRUE(engine.sorted_pairs().empty());
    EXPECT_EQ(engine.adjacency(500).row_count(), 500U);
    EXPECT_TRUE(engine.adjacency(500).ids.empty());
    engine.update(frame_of("dense", 600).view());
    expect_listed(engine);
    engine.reserve(1'000);
    EXPECT_TRUE(engine.sorted_pairs().empty());
    EXPECT_EQ(engine.adjacency().row_count(), 0U);
  }
}

TEST_F(ListedPairs, StayWhileNothingMoves) {
  BroadPhase engine({.threads = 1});
  engine.set_static(frame_of("dense", 300).view(), ids_from(0, 300));
  engine.update(frame_of("dense", 300).view(), {.ids = ids_from(300, 300)});
  expect_listed(engine);
  for (int i = 0; i < 3; ++i) {
    engine.update(BoxView{});
    expect_listed(engine);
  }
  engine.add_static(frame_of("dense", 10).view(), ids_from(900, 10));
  expect_listed(engine);
}

TEST_F(ListedPairs, OfAMovedEngineAreItsOwn) {
  BroadPhase engine({.threads = 1});
  engine.update(frame_of("dense", 300).view());
  const PairListCopies lists = lists_of(engine);
  BroadPhase other = std::move(engine);
  EXPECT_TRUE(lists_of(other) == lists);
}

TEST_F(ListedPairs, AreRefusedInAVisitorOfTheEngine) {
  BroadPhase engine({.threads = 1});
  engine.update(frame_of("dense", 100).view());
  int visits = 0;
  engine.for_each_pair_chunk([&](std::span<const Pair>, std::size_t) {
    EXPECT_THROW((void)engine.sorted_pairs(), std::logic_error);
    EXPECT_THROW((void)engine.adjacency(), std::logic_error);
    ++visits;
  });
  EXPECT_GT(visits, 0);
  expect_listed(engine);
}

}  // namespace
}  // namespace quadphase::contract
