// SPDX-License-Identifier: MIT
// Objects that are selected so that no two of them pair, and islands, against the plain way.
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include "quadphase/try.hpp"
#include "support/checks.hpp"
#include "support/executors.hpp"

namespace quadphase::contract {
namespace {

using Mask = std::vector<std::uint8_t>;
using Ids = std::vector<ObjectId>;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// One object after the other, from the highest priority down.
Mask selected_in_turn(std::span<const Pair> pairs, const std::vector<float>& priorities,
                      const Mask& conflicts) {
  std::vector<Ids> neighbors(priorities.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!conflicts.empty() && conflicts[i] == 0) continue;
    neighbors[pairs[i].first].push_back(pairs[i].second);
    neighbors[pairs[i].second].push_back(pairs[i].first);
  }
  Ids order(priorities.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto priority = [&](ObjectId id) {
    return std::isnan(priorities[id]) ? -kInfinity : priorities[id];
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](ObjectId a, ObjectId b) { return priority(a) > priority(b); });
  Mask selected(order.size(), 0);
  for (const ObjectId id : order) {
    const bool is_free = std::none_of(neighbors[id].begin(), neighbors[id].end(),
                                      [&](ObjectId other) { return selected[other] != 0; });
    selected[id] = is_free ? 1 : 0;
  }
  return selected;
}

/// The lowest id goes from pair to pair until nothing changes any more.
Ids islands_in_rounds(std::span<const Pair> pairs, std::size_t count, const Mask& joins) {
  Ids lowest(count);
  std::iota(lowest.begin(), lowest.end(), 0U);
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (!joins.empty() && joins[i] == 0) continue;
      const ObjectId both = std::min(lowest[pairs[i].first], lowest[pairs[i].second]);
      has_changed = has_changed || lowest[pairs[i].first] != lowest[pairs[i].second];
      lowest[pairs[i].first] = lowest[pairs[i].second] = both;
    }
  }
  Ids numbers(count);
  ObjectId next = 0;
  for (std::size_t id = 0; id < count; ++id)
    numbers[id] = lowest[id] == id ? next++ : numbers[lowest[id]];
  return numbers;
}

/// Calls `work(executor)` on one thread, on four, and with executors that have orders of their own.
template <class Work>
void on_any_threads(const Work& work) {
  const tbb::global_control really_that_many(tbb::global_control::max_allowed_parallelism, 4);
  for (const int threads : {1, 2, 4}) {
    SCOPED_TRACE(threads);
    tbb::task_arena(threads).execute([&] { work(nullptr); });
  }
  for (const auto order : {OneThread::Order::reverse, OneThread::Order::random}) {
    OneThread executor(3, order);
    work(&executor);
  }
}

void expect_selected(std::span<const Pair> pairs, const std::vector<float>& priorities,
                     const Mask& conflicts = {}) {
  const Mask expected = selected_in_turn(pairs, priorities, conflicts);
  on_any_threads([&](Executor* executor) {
    Mask selected(priorities.size(), 7);
    select_disjoint(pairs, priorities, selected, conflicts, executor);
    EXPECT_TRUE(selected == expected) << priorities.size() << " objects";
  });
}

void expect_islands(std::span<const Pair> pairs, std::size_t count, const Mask& joins = {}) {
  const Ids expected = islands_in_rounds(pairs, count, joins);
  const std::size_t expected_count =
      count == 0 ? 0 : *std::max_element(expected.begin(), expected.end()) + std::size_t{1};
  on_any_threads([&](Executor* executor) {
    Ids islands(count, 7);
    EXPECT_EQ(find_islands(pairs, islands, joins, executor), expected_count);
    EXPECT_TRUE(islands == expected) << count << " objects";
  });
}

/// As many numbers of a kind as are asked for.
std::vector<float> priorities_of(std::size_t count, const std::string& kind) {
  std::mt19937 bits(3);
  std::vector<float> priorities(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<float>(i);
    if (kind == "random") priorities[i] = static_cast<float>(bits() % 1'000'000);
    if (kind == "few") priorities[i] = static_cast<float>(bits() % 3);
    if (kind == "ascending") priorities[i] = x;
    if (kind == "descending") priorities[i] = -x;
    if (kind == "special") {
      const float values[] = {kNaN, -kNaN, kInfinity, -kInfinity, 0.0F, -0.0F, 1e-30F, 1e30F};
      priorities[i] = values[bits() % 8];
    }
  }
  return priorities;
}

Mask random_mask(std::size_t count) {
  std::mt19937 bits(5);
  Mask mask(count);
  for (std::uint8_t& value : mask) value = static_cast<std::uint8_t>(bits() % 3);
  return mask;
}

class PairGraphOf : public testing::TestWithParam<std::string> {
 protected:
  PairGraphOf() {
    const std::size_t count = GetParam() == "point" ? 400 : 12'000;
    frame_ = frame_of(GetParam(), count);
    engine_.update(frame_.view());
    count_ = frame_.view().size();
  }
  Columns frame_;
  BroadPhase engine_;
  std::size_t count_ = 0;
};

TEST_P(PairGraphOf, SelectsWhatIsSelectedInTurnOnAnyThreads) {
  for (const char* kind : {"random", "few", "ascending", "descending", "special"}) {
    SCOPED_TRACE(kind);
    expect_selected(engine_.pairs(), priorities_of(count_, kind));
  }
}

TEST_P(PairGraphOf, SelectsAsIfPairsWithoutConflictWereNone) {
  expect_selected(engine_.pairs(), priorities_of(count_, "few"),
                  random_mask(engine_.pairs().size()));
}

TEST_P(PairGraphOf, HasTheIslandsThatPairsConnectOnAnyThreads) {
  expect_islands(engine_.pairs(), count_);
  expect_islands(engine_.pairs(), count_, random_mask(engine_.pairs().size()));
  const Mask none(engine_.pairs().size(), 0);
  expect_islands(engine_.pairs(), count_, none);
}

INSTANTIATE_TEST_SUITE_P(Scene, PairGraphOf, testing::ValuesIn(scenes::scene_names()),
                         test_name_of);

/// Boxes in a row, each of which overlaps the next one.
std::vector<Box> chain(std::size_t count) {
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<float>(i);
    boxes.push_back({x, 0, x + 1.5F, 1});
  }
  return boxes;
}

TEST(PairGraph, OfAChainInWhichEachWaitsForTheNextIsRightOnAnyThreads) {
  for (const std::size_t count : {0U, 1U, 2U, 3U, 64U, 65U, 1'000U, 30'000U}) {
    BroadPhase engine;
    engine.update(chain(count));
    for (const char* kind : {"ascending", "descending", "few"})
      expect_selected(engine.pairs(), priorities_of(count, kind));
    expect_islands(engine.pairs(), count);
  }
}

TEST(PairGraph, OfOneThatPairsWithAllOthersIsRightOnAnyThreads) {
  constexpr std::size_t kCount = 20'000;
  std::vector<Box> boxes = {{-1, -1, 1e6F, 2}};
  for (std::size_t i = 1; i < kCount; ++i) {
    const auto x = static_cast<float>(2 * i);
    boxes.push_back({x, 0, x + 1, 1});
  }
  BroadPhase engine;
  engine.update(boxes);
  for (const char* kind : {"random", "ascending", "descending"})
    expect_selected(engine.pairs(), priorities_of(kCount, kind));
  expect_islands(engine.pairs(), kCount);
}

TEST(PairGraph, HasIdsWithoutObjectAsObjectsWithoutPairs) {
  BroadPhase engine;
  const Ids ids = {70'000, 5};
  const std::vector<Box> boxes = {{0, 0, 2, 2}, {1, 1, 3, 3}};
  engine.update(boxes, {.ids = ids});
  Mask selected(80'000);
  select_disjoint(engine.pairs(), std::vector<float>(80'000, 1), selected);
  EXPECT_EQ(std::count(selected.begin(), selected.end(), 0), 1);
  EXPECT_EQ(selected[70'000], 0);
  Ids islands(80'000);
  EXPECT_EQ(find_islands(engine.pairs(), islands), 79'999U);
  EXPECT_EQ(islands[70'000], 5U);
}

TEST(PairGraph, RefusesOtherSizesAndHighIdsAndWritesNothing) {
  BroadPhase engine;
  engine.update(chain(4));
  const std::span<const Pair> pairs = engine.pairs();
  const std::vector<float> priorities(4, 1);
  Mask selected(4, 7);
  Ids islands(4, 7);
  Mask few(3, 7);
  EXPECT_THROW(select_disjoint(pairs, std::vector<float>(3), selected), std::invalid_argument);
  EXPECT_THROW(select_disjoint(pairs, priorities, few), std::invalid_argument);
  EXPECT_THROW(select_disjoint(pairs, priorities, selected, Mask(2)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(find_islands(engine.pairs(), std::span(islands).first(3))),
               std::invalid_argument);
  EXPECT_THROW(static_cast<void>(find_islands(engine.pairs(), islands, Mask(4))),
               std::invalid_argument);
  const std::span<ObjectId> too_many(islands.data(), std::size_t{1} << 32);
  EXPECT_THROW(static_cast<void>(find_islands({}, too_many)), std::invalid_argument);
  const std::vector<Pair> high = {{0, 4}};
  EXPECT_THROW(select_disjoint(high, priorities, selected), std::invalid_argument);
  EXPECT_EQ(selected, Mask(4, 7));
  EXPECT_EQ(few, Mask(3, 7));
  EXPECT_EQ(islands, Ids(4, 7));

  std::size_t count = 7;
  EXPECT_EQ(try_select_disjoint(pairs, priorities, few).code(), StatusCode::invalid_argument);
  EXPECT_EQ(try_find_islands(engine.pairs(), std::span(islands).first(3), count).code(),
            StatusCode::invalid_argument);
  EXPECT_EQ(count, 7U);
  EXPECT_TRUE(try_select_disjoint(pairs, priorities, selected).is_ok());
  EXPECT_EQ(selected, Mask({1, 0, 1, 0}));
  EXPECT_TRUE(try_find_islands(engine.pairs(), islands, count).is_ok());
  EXPECT_EQ(count, 1U);
}

TEST(OverlapRatio, IsTheAreaOfTheIntersectionOverThatOfTheUnion) {
  EXPECT_EQ(overlap_ratio({0, 0, 2, 2}, {0, 0, 2, 2}), 1.0);
  EXPECT_EQ(overlap_ratio({0, 0, 2, 2}, {1, 0, 3, 2}), 2.0 / 6.0);
  EXPECT_EQ(overlap_ratio({0, 0, 4, 4}, {1, 1, 2, 3}), 2.0 / 16.0);
  EXPECT_EQ(overlap_ratio({0, 0, 2, 2}, {2, 0, 3, 2}), 0.0);  // touch
  EXPECT_EQ(overlap_ratio({0, 0, 2, 2}, {3, 0, 4, 2}), 0.0);
  EXPECT_EQ(overlap_ratio({1, 1, 1, 1}, {1, 1, 1, 1}), 0.0);  // points
  EXPECT_EQ(overlap_ratio({0, 1, 2, 1}, {0, 0, 2, 2}), 0.0);  // a line in a box
  EXPECT_EQ(overlap_ratio({-1e38F, -1e38F, 1e38F, 1e38F}, {-1e38F, -1e38F, 0, 1e38F}), 0.5);
  EXPECT_EQ(overlap_ratio({0, 0, 1e-30F, 1e-30F}, {0, 0, 1e-30F, 1e-30F}), 1.0);
}

}  // namespace
}  // namespace quadphase::contract
