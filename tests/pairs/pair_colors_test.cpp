// SPDX-License-Identifier: MIT
// Colors of pairs: no two pairs of a color share a movable object, whatever the pairs.
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <random>
#include <set>
#include <stdexcept>
#include <vector>

#include "quadphase/try.hpp"
#include "support/checks.hpp"
#include "support/executors.hpp"

namespace quadphase::contract {
namespace {

using Mask = std::vector<std::uint8_t>;
using Indices = std::vector<std::uint32_t>;

constexpr std::size_t kMaxColors = PairColors::kMaxColors;

Mask random_mask(std::size_t count, unsigned one_in) {
  std::mt19937 bits(5);
  Mask mask(count);
  for (std::uint8_t& value : mask) value = bits() % one_in == 0 ? 3 : 0;
  return mask;
}

std::size_t most_pairs_of_a_movable(std::span<const Pair> pairs, std::size_t count,
                                    const Mask& fixed, const Mask& contacts = {}) {
  std::vector<std::size_t> degrees(count + 1);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [first, second] = pairs[i];
    if (!contacts.empty() && contacts[i] == 0) continue;
    if (fixed.empty() || fixed[first] == 0) ++degrees[first];
    if (fixed.empty() || fixed[second] == 0) ++degrees[second];
  }
  return *std::max_element(degrees.begin(), degrees.end());
}

void expect_proper(const PairColors& colors, std::span<const Pair> pairs, std::size_t count,
                   const Mask& fixed, const Mask& contacts) {
  std::vector<int> times(pairs.size());
  std::vector<std::size_t> last_color(count, kMaxColors + 1);
  std::size_t shared = 0;
  ASSERT_EQ(colors.offsets.front(), 0U);
  ASSERT_EQ(colors.offsets.back(), colors.indices.size());
  ASSERT_TRUE(std::is_sorted(colors.offsets.begin(), colors.offsets.end()));
  for (std::size_t color = 0; color <= kMaxColors; ++color) {
    const std::span<const std::uint32_t> group = colors.pairs_of(color);
    EXPECT_EQ(color < kMaxColors && !group.empty(), color < colors.color_count);
    EXPECT_TRUE(std::is_sorted(group.begin(), group.end()));
    for (const std::uint32_t index : group) {
      ASSERT_LT(index, pairs.size());
      ++times[index];
      if (color == kMaxColors) continue;
      for (const ObjectId id : std::set<ObjectId>{pairs[index].first, pairs[index].second}) {
        if (!fixed.empty() && fixed[id] != 0) continue;
        shared += last_color[id] == color ? 1U : 0U;
        last_color[id] = color;
      }
    }
  }
  EXPECT_EQ(shared, 0U);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    wrong += times[i] != (contacts.empty() || contacts[i] != 0 ? 1 : 0) ? 1U : 0U;
  EXPECT_EQ(wrong, 0U) << "pairs that are not in exactly one group";
  const std::size_t most = most_pairs_of_a_movable(pairs, count, fixed, contacts);
  EXPECT_LE(colors.color_count, std::max<std::size_t>(2, 2 * most) - 1);
  EXPECT_EQ(colors.rest().data(), colors.pairs_from(kMaxColors).data());
  EXPECT_TRUE(colors.rest().empty() || 2 * most > kMaxColors);
}

/// The color of each pair by a loop over the pairs; kMaxColors + 1 if it does not count.
std::vector<std::size_t> colors_by_a_loop(std::span<const Pair> pairs, std::size_t count,
                                          const Mask& fixed, const Mask& contacts) {
  std::vector<std::set<std::size_t>> taken(count);
  std::vector<std::size_t> colors(pairs.size(), kMaxColors + 1);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!contacts.empty() && contacts[i] == 0) continue;
    const auto [a, b] = pairs[i];
    std::size_t color = 0;
    while (color < kMaxColors && (taken[a].contains(color) || taken[b].contains(color))) ++color;
    colors[i] = color;
    for (const ObjectId id : {a, b})
      if (fixed.empty() || fixed[id] == 0) taken[id].insert(color);
  }
  return colors;
}

void expect_those_of_a_loop(const PairColors& colors, std::span<const Pair> pairs,
                            std::size_t count, const Mask& fixed, const Mask& contacts) {
  std::vector<std::size_t> found(pairs.size(), kMaxColors + 1);
  for (std::size_t color = 0; color <= kMaxColors; ++color)
    for (const std::uint32_t index : colors.pairs_of(color)) found[index] = color;
  EXPECT_TRUE(found == colors_by_a_loop(pairs, count, fixed, contacts));
}

/// Checks the colors, and that they are the same on any threads. Returns how many there are.
std::size_t expect_colors(std::span<const Pair> pairs, std::size_t count, const Mask& fixed = {},
                          const Mask& contacts = {}) {
  Indices indices(pairs.size());
  PairColors expected;
  tbb::task_arena(1).execute(
      [&] { expected = color_pairs(pairs, count, indices, fixed, contacts); });
  EXPECT_EQ(expected.indices.data(), indices.data());
  expect_proper(expected, pairs, count, fixed, contacts);
  expect_those_of_a_loop(expected, pairs, count, fixed, contacts);
  const auto expect_same = [&](Executor* executor) {
    Indices others(pairs.size());
    const PairColors colors = color_pairs(pairs, count, others, fixed, contacts, executor);
    EXPECT_EQ(colors.color_count, expected.color_count);
    EXPECT_TRUE(colors.offsets == expected.offsets);
    EXPECT_TRUE(std::ranges::equal(colors.indices, expected.indices));
  };
  const tbb::global_control really_that_many(tbb::global_control::max_allowed_parallelism, 8);
  for (const int threads : {2, 4, 7})
    tbb::task_arena(threads).execute([&] { expect_same(nullptr); });
  for (const auto order : {OneThread::Order::reverse, OneThread::Order::random}) {
    for (const int workers : {3, 5, 40}) {
      OneThread executor(workers, order);
      expect_same(&executor);
    }
  }
  return expected.color_count;
}

class PairColorsOf : public testing::TestWithParam<std::string> {};

TEST_P(PairColorsOf, ShareNoMovableObjectInAnyOrderOfPairsOnAnyThreads) {
  const Columns frame = frame_of(GetParam(), GetParam() == "point" ? 400 : 12'000);
  BroadPhase engine;
  engine.update(frame.view());
  std::vector<Pair> pairs(engine.pairs().begin(), engine.pairs().end());
  const std::size_t count = frame.view().size();
  expect_colors(pairs, count);
  expect_colors(pairs, count, random_mask(count, 4), random_mask(pairs.size(), 2));
  expect_colors(engine.sorted_pairs(), count);
  std::shuffle(pairs.begin(), pairs.end(), std::mt19937(1));
  expect_colors(pairs, count);
}

INSTANTIATE_TEST_SUITE_P(Scene, PairColorsOf, testing::ValuesIn(scenes::scene_names()),
                         test_name_of);

std::vector<Pair> star(std::size_t count) {
  std::vector<Pair> pairs;
  for (std::size_t id = 1; id < count; ++id) pairs.push_back({0, static_cast<ObjectId>(id)});
  return pairs;
}

std::vector<Pair> path(std::size_t count) {
  std::vector<Pair> pairs;
  for (std::size_t id = 1; id < count; ++id)
    pairs.push_back({static_cast<ObjectId>(id - 1), static_cast<ObjectId>(id)});
  return pairs;
}

TEST(PairColors, OfAHubUseAllColorsAndLeaveTheRestUnlessItIsFixed) {
  constexpr std::size_t kCount = 1'000'001;
  const std::vector<Pair> pairs = star(kCount);
  EXPECT_EQ(expect_colors(pairs, kCount), kMaxColors);
  Indices indices(pairs.size());
  EXPECT_EQ(color_pairs(pairs, kCount, indices).rest().size(), kCount - 1 - kMaxColors);
  Mask fixed(kCount);
  fixed[0] = 1;
  EXPECT_EQ(expect_colors(pairs, kCount, fixed), 1U);
}

TEST(PairColors, OfAPathAreTwoOrThree) {
  for (const std::size_t count : {2U, 3U, 65U, 1'000U, 50'000U})
    EXPECT_LE(expect_colors(path(count), count), 3U) << count;
}

TEST(PairColors, OfACompleteGraphAreAllThereAre) {
  std::vector<Pair> pairs;
  for (ObjectId first = 0; first < 200; ++first) {
    for (ObjectId second = first + 1; second < 200; ++second) pairs.push_back({first, second});
  }
  EXPECT_EQ(expect_colors(pairs, 200), kMaxColors);
  EXPECT_EQ(expect_colors(pairs, 200, Mask(200, 1)), 1U);
}

TEST(PairColors, OfNoneOneAndEqualPairsAreNoneOneAndAsMany) {
  EXPECT_EQ(expect_colors({}, 0), 0U);
  EXPECT_EQ(expect_colors({}, 20'000), 0U);
  EXPECT_EQ(expect_colors(path(2), 2), 1U);
  EXPECT_EQ(expect_colors(std::vector<Pair>(5, Pair{1, 0}), 2), 5U);
  EXPECT_EQ(expect_colors(std::vector<Pair>(3, Pair{1, 1}), 2), 3U);
  EXPECT_EQ(expect_colors(std::vector<Pair>(60, Pair{1, 0}), 2), kMaxColors);
  EXPECT_EQ(expect_colors(path(9), 9, {}, Mask(8, 0)), 0U);
}

TEST(PairColors, OfManyPairsOfWhichSomeAreEqualOrOfOneObjectAreThoseOfALoop) {
  std::mt19937 bits(3);
  std::vector<Pair> pairs(30'000);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const ObjectId id = static_cast<ObjectId>(i / 4 + bits() % 9);
    pairs[i] = {id, id + static_cast<ObjectId>(bits() % 3)};
    if (i > 99 && bits() % 7 == 0) pairs[i] = pairs[i - bits() % 99];
  }
  const std::size_t count = pairs.size();
  expect_colors(pairs, count);
  expect_colors(pairs, count, random_mask(count, 3), random_mask(pairs.size(), 2));
}

TEST(PairColors, AreNearlyAsFewAsTheMostPairsOfAnObject) {
  const Columns frame = frame_of("uniform", 40'000);
  BroadPhase engine;
  engine.update(frame.view());
  const std::size_t most = most_pairs_of_a_movable(engine.pairs(), 40'000, {});
  ASSERT_LT(most + 4, kMaxColors);
  EXPECT_LE(expect_colors(engine.pairs(), 40'000), most + 4);
}

TEST(PairColors, HaveTheLowestColorsInTheOrderOfFewPairs) {
  const std::vector<Pair> pairs = {{0, 1}, {1, 2}, {2, 3}, {0, 3}, {0, 2}};
  Indices indices(pairs.size());
  const PairColors colors = color_pairs(pairs, 4, indices);
  EXPECT_EQ(indices, Indices({0, 2, 1, 3, 4}));
  EXPECT_EQ(colors.color_count, 3U);
  EXPECT_TRUE(std::ranges::equal(colors.pairs_of(1), Indices({1, 3})));
  EXPECT_TRUE(std::ranges::equal(colors.pairs_from(1), Indices({1, 3, 4})));
}

TEST(PairColors, RefuseOtherSizesAndHighIdsAndWriteNothing) {
  const std::vector<Pair> pairs = path(4);
  Indices indices(3, 7);
  PairColors colors{.color_count = 7};
  const auto code = [&](std::size_t count, std::span<std::uint32_t> output, const Mask& fixed,
                        const Mask& contacts) {
    return try_color_pairs(pairs, count, output, colors, fixed, contacts).code();
  };
  EXPECT_THROW(static_cast<void>(color_pairs(pairs, 3, indices)), std::invalid_argument);
  EXPECT_EQ(code(3, indices, {}, {}), StatusCode::invalid_argument);
  EXPECT_EQ(code(4, std::span(indices).first(2), {}, {}), StatusCode::invalid_argument);
  EXPECT_EQ(code(4, indices, Mask(3), {}), StatusCode::invalid_argument);
  EXPECT_EQ(code(4, indices, {}, Mask(4)), StatusCode::invalid_argument);
  EXPECT_EQ(code(std::size_t{1} << 32, indices, {}, {}), StatusCode::invalid_argument);
  EXPECT_EQ(indices, Indices(3, 7));
  EXPECT_EQ(colors.color_count, 7U);
  EXPECT_EQ(code(4, indices, {}, {}), StatusCode::ok);
  EXPECT_EQ(colors.color_count, 2U);
}

}  // namespace
}  // namespace quadphase::contract
