// SPDX-License-Identifier: MIT
// A column of attributes that is left out, said by an empty span wherever that points to.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "quadphase/quadphase.hpp"

namespace quadphase {
namespace {

/// Boxes in two rows, 9 apart from each other.
struct Row {
  explicit Row(std::size_t count, ObjectId first_id = 0) : columns(count), ids(count) {
    for (std::size_t i = 0; i < count; ++i) {
      const float x = static_cast<float>(i / 2) * 10;
      const float y = static_cast<float>(i % 2) * 10;
      columns.set(i, {x, y, x + 1, y + 1});
      ids[i] = first_id + static_cast<ObjectId>(i);
    }
  }

  BoxColumns columns;
  std::vector<ObjectId> ids;
};

constexpr std::size_t kCount = 40;

/// A column to be left out by an empty span into values that would change every pair.
struct AbsentColumn {
  std::string name;
  std::function<void(Attributes&)> set;
};

std::vector<AbsentColumn> absent_columns() {
  static const std::vector<float> far(kCount, 100.0F);
  static const std::vector<std::uint32_t> zeros(kCount, 0U);
  static const std::vector<std::uint32_t> sevens(kCount, 7U);
  static const std::vector<std::uint32_t> mixed = [] {
    std::vector<std::uint32_t> values(kCount);
    for (std::size_t i = 0; i < kCount; ++i) values[i] = static_cast<std::uint32_t>(i * 77);
    return values;
  }();
  const auto none = [](const auto& values) { return std::span(values).first(0); };
  return {{"ids", [=](Attributes& a) { a.ids = none(mixed); }},
          {"category", [=](Attributes& a) { a.category = none(zeros); }},
          {"mask", [=](Attributes& a) { a.mask = none(zeros); }},
          {"group", [=](Attributes& a) { a.group = none(sevens); }},
          {"world", [=](Attributes& a) { a.world = none(mixed); }},
          {"margin", [=](Attributes& a) { a.margin = none(far); }},
          {"displacement_x", [=](Attributes& a) { a.displacement_x = none(far); }},
          {"displacement_y", [=](Attributes& a) { a.displacement_y = none(far); }},
          {"generation", [=](Attributes& a) { a.generation = none(mixed); }}};
}

/// Attributes of which those that are given change nothing, so that only the absent one could.
struct Neutral {
  Neutral()
      : zero(kCount, 0.0F),
        ones(kCount, 1U),
        all(kCount, std::numeric_limits<std::uint32_t>::max()),
        zeros(kCount, 0U) {}

  /// With every column; the ids are those of `row`.
  [[nodiscard]] Attributes with_all(const Row& row) const {
    Attributes a;
    a.ids = row.ids;
    a.category = ones;
    a.mask = all;
    a.group = a.world = a.generation = zeros;
    a.margin = a.displacement_x = a.displacement_y = zero;
    return a;
  }

  std::vector<float> zero;
  std::vector<std::uint32_t> ones;
  std::vector<std::uint32_t> all;
  std::vector<std::uint32_t> zeros;
};

class AbsentColumns : public testing::TestWithParam<std::size_t> {
 protected:
  AbsentColumns() : column_(absent_columns()[GetParam()]) {}

  /// The neutral columns with one left out, and nothing but the ids with it left out.
  [[nodiscard]] std::vector<Attributes> both(const Row& row) const {
    Attributes with_all = neutral_.with_all(row);
    Attributes alone;
    alone.ids = row.ids;
    column_.set(with_all);
    column_.set(alone);
    return {with_all, alone};
  }

  AbsentColumn column_;
  Neutral neutral_;
};

TEST_P(AbsentColumns, OfMovingObjectsAreDefaultsInAnUpdateAndABuild) {
  const Row row(kCount);
  for (const bool events : {false, true}) {
    for (const Attributes& attributes : both(row)) {
      BroadPhase broad_phase({.threads = 1, .events = events});
      broad_phase.update(row.columns.view(), attributes);
      EXPECT_TRUE(broad_phase.pairs().empty());
      EXPECT_EQ(broad_phase.stats().rejected_count, 0U);
      broad_phase.update(row.columns.view(), attributes);
      EXPECT_TRUE(broad_phase.events().begun.empty());
      broad_phase.build(row.columns.view(), attributes);
      EXPECT_EQ(broad_phase.count_pairs(), 0U);
    }
  }
}

TEST_P(AbsentColumns, AreDefaultsWhereBoxesOverlap) {
  BoxColumns boxes(kCount);
  for (std::size_t i = 0; i < kCount; ++i) boxes.set(i, {0, 0, 1, 1});
  const Row row(kCount);
  for (const Attributes& attributes : both(row)) {
    BroadPhase broad_phase({.threads = 1});
    broad_phase.update(boxes.view(), attributes);
    EXPECT_EQ(broad_phase.pairs().size(), kCount * (kCount - 1) / 2);
    for (const Pair& pair : broad_phase.pairs()) ASSERT_LT(pair.second, kCount);
  }
}

class AbsentColumnsOfStaticObjects : public AbsentColumns {};

TEST_P(AbsentColumnsOfStaticObjects, AreDefaults) {
  const Row walls(kCount, 1'000);
  const Row row(kCount);
  for (const Attributes& attributes : both(walls)) {
    BroadPhase set({.threads = 1});
    set.set_static(walls.columns.view(), walls.ids, attributes);
    BroadPhase added({.threads = 1});
    added.add_static(walls.columns.view(), walls.ids, attributes);
    for (BroadPhase* const broad_phase : {&set, &added}) {
      Attributes ids;
      ids.ids = row.ids;
      broad_phase->update(row.columns.view(), ids);
      EXPECT_EQ(broad_phase->pairs().size(), kCount);
    }
  }
}

TEST_P(AbsentColumns, OfBoxesInABatchAreDefaults) {
  const Row row(kCount);
  BroadPhase broad_phase({.threads = 1});
  broad_phase.update(row.columns.view());
  QueryResult result;
  for (const Attributes& attributes : both(row)) {
    broad_phase.find_overlaps(row.columns.view(), result, {.attributes = attributes});
    ASSERT_EQ(result.row_count(), kCount);
    EXPECT_EQ(result.ids().size(), kCount);
    broad_phase.find_first_overlaps(row.columns.view(), result, {.attributes = attributes});
    EXPECT_EQ(result.ids().size(), kCount);
  }
}

INSTANTIATE_TEST_SUITE_P(EachColumn, AbsentColumns, testing::Range(std::size_t{0}, std::size_t{9}),
                         [](const auto& each) { return absent_columns()[each.param].name; });

// All but the first, ids, which static objects always have.
INSTANTIATE_TEST_SUITE_P(EachColumn, AbsentColumnsOfStaticObjects,
                         testing::Range(std::size_t{1}, std::size_t{9}),
                         [](const auto& each) { return absent_columns()[each.param].name; });

/// Objects in many worlds, all at one place.
TEST(AbsentColumnsBesideWorlds, GiveTheBytesOfColumnsThatHaveTheDefaults) {
  for (const std::size_t count : {0U, 1U, 2U, 16U, 17U, 300U, 20'000U}) {
    SCOPED_TRACE(count);
    std::mt19937 random(1);
    BoxColumns boxes(count);
    std::vector<std::uint32_t> worlds(count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto x = static_cast<float>(random() % 23);
      const auto y = static_cast<float>(random() % 29);
      boxes.set(i, {x, y, x + 1.5F, y + 1.5F});
      worlds[i] = static_cast<std::uint32_t>(i % 40 == 7 ? 0xFFFF'FFFF : i % 13);
    }
    const std::vector<std::uint32_t> ones(count, 1);
    const std::vector<std::uint32_t> all(count, 0xFFFF'FFFF);
    const std::vector<std::uint32_t> zeros(count, 0);
    const Attributes absent{.world = worlds};
    const Attributes given{.category = ones, .mask = all, .group = zeros, .world = worlds};
    for (const int threads : {1, 4}) {
      BroadPhase expected({.threads = threads});
      expected.update(boxes.view(), given);
      BroadPhase broad_phase({.threads = threads});
      // A frame with filters of other values before: none of them stays.
      broad_phase.update(boxes.view(), {.category = zeros, .mask = zeros, .group = ones});
      broad_phase.update(boxes.view(), absent);
      EXPECT_TRUE(std::ranges::equal(broad_phase.pairs(), expected.pairs()));
      EXPECT_EQ(broad_phase.stats().test_count, expected.stats().test_count);
      EXPECT_TRUE(count < 300 || !broad_phase.pairs().empty());
    }
  }
}

/// Frames of any size in any order, whose objects have worlds alone, masks alone, both or neither,
/// beside static objects with masks and in batches of queries.
TEST(AbsentColumnsBesideWorlds, AreDefaultsWhateverTheFramesBeforeHad) {
  constexpr std::size_t kMost = 3'000;
  std::mt19937 random(2);
  std::vector<Box> all_boxes(kMost);
  std::vector<std::uint32_t> worlds(kMost);
  std::vector<std::uint32_t> masks(kMost);
  std::vector<ObjectId> wall_ids(kMost);
  for (std::size_t i = 0; i < kMost; ++i) {
    const auto x = static_cast<float>(random() % 57);
    const auto y = static_cast<float>(random() % 41);
    all_boxes[i] = {x, y, x + 1.5F, y + 1.5F};
    worlds[i] = static_cast<std::uint32_t>(random() % 5);
    masks[i] = static_cast<std::uint32_t>(random() % 2 == 0 ? 0xFFFF'FFFE : 0xFFFF'FFFF);
    wall_ids[i] = static_cast<ObjectId>(10'000 + i);
  }
  const std::vector<std::uint32_t> ones(kMost, 1);
  const std::vector<std::uint32_t> all_bits(kMost, 0xFFFF'FFFF);
  const std::vector<std::uint32_t> zeros(kMost, 0);
  constexpr std::size_t kCounts[] = {0, 1, 2, 15, 16, 17, 100, 800, 810, 2'999};
  BroadPhase used({.threads = 1});
  for (int frame = 0; frame < 120; ++frame) {
    SCOPED_TRACE(frame);
    const std::size_t count = kCounts[random() % std::size(kCounts)];
    const std::size_t wall_count = random() % 2 == 0 ? 0 : random() % 200;
    const bool has_worlds = random() % 4 != 0;
    const bool has_masks = random() % 3 == 0;
    const bool have_walls_masks = random() % 2 == 0;
    const auto first = [&](const auto& column) { return std::span(column).first(count); };
    const std::span<const Box> boxes = std::span(all_boxes).first(count);
    const Attributes absent{.mask = has_masks ? first(masks) : first(masks).first(0),
                            .world = has_worlds ? first(worlds) : first(worlds).first(0)};
    const Attributes given{.category = first(ones),
                           .mask = first(has_masks ? masks : all_bits),
                           .group = first(zeros),
                           .world = first(has_worlds ? worlds : zeros)};
    BroadPhase expected({.threads = 1});
    for (BroadPhase* const engine : {&used, &expected}) {
      const auto walls = [&](const auto& column) { return std::span(column).first(wall_count); };
      Attributes of_walls{.world = walls(worlds)};
      if (have_walls_masks) of_walls.mask = walls(masks);
      engine->set_static(std::span(all_boxes).last(wall_count), walls(wall_ids), of_walls);
      engine->update(boxes, engine == &used ? absent : given);
    }
    EXPECT_TRUE(std::ranges::equal(used.pairs(), expected.pairs()));
    EXPECT_EQ(used.stats().test_count, expected.stats().test_count);
    QueryResult of_used;
    QueryResult of_expected;
    const BatchOptions options{.attributes = {.mask = first(masks), .world = first(worlds)}};
    used.find_overlaps(boxes, of_used, options);
    expected.find_overlaps(boxes, of_expected, options);
    EXPECT_TRUE(std::ranges::equal(of_used.ids(), of_expected.ids()));
    if (random() % 5 == 0) used.shrink_to_fit();
  }
}

TEST(AStore, ThatWasClearedHasNoColumnsOfItsPast) {
  ObjectStore store;
  const Handle past = store.add({0, 0, 1, 1}, {2, 2, 2, 2});
  store.set_displacement(past, {20, 0});
  store.set_margin(past, 30);
  store.clear();
  const Row row(kCount);
  std::vector<Handle> handles(kCount);
  store.add(row.columns.view(), {}, handles);
  BroadPhase broad_phase({.threads = 1});
  broad_phase.update(store);
  EXPECT_TRUE(broad_phase.pairs().empty());
  store.set_margin(handles[0], 0.5F);
  broad_phase.update(store);
  EXPECT_TRUE(broad_phase.pairs().empty());
  EXPECT_TRUE(store.moving_attributes().displacement_x.empty());
}

}  // namespace
}  // namespace quadphase
