// SPDX-License-Identifier: MIT
// Changes of the static set that bring filters, or ids, to where there were none; and back.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "quadphase/quadphase.hpp"

namespace quadphase {
namespace {

/// A row of boxes that each touch the next, with ids from `first` on.
struct MixedRow {
  MixedRow(ObjectId first, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      ids.push_back(first + static_cast<ObjectId>(i));
      low.push_back(static_cast<float>(i));
      high.push_back(static_cast<float>(i + 1));
      zero.push_back(0);
      one.push_back(1);
      category.push_back(1);
    }
  }
  [[nodiscard]] BoxView boxes() const { return {low, zero, high, one}; }
  [[nodiscard]] Attributes named() const { return {.ids = ids}; }
  [[nodiscard]] Attributes filtered() const { return {.ids = ids, .category = category}; }

  std::vector<ObjectId> ids;
  std::vector<float> low, high, zero, one;
  std::vector<std::uint32_t> category;
};

// A frame in which some trees have filters and others have none gives all of them filters.
TEST(SearchOfStaticObjects, FindsThemWhereOnlySomeTreesHadFilters) {
  const MixedRow walls(1'000, 600);
  const MixedRow few(5'000, 3);
  const MixedRow moving(0, 2);
  QueryResult hits;
  BroadPhase engine({.threads = 1});
  const auto expect_hits = [&](const Attributes& attributes, std::size_t count) {
    engine.find_overlaps(moving.boxes(), hits, {.attributes = attributes});
    EXPECT_EQ(hits.ids_of(0).size(), count);
  };
  engine.set_static(walls.boxes(), walls.ids);
  engine.update(moving.boxes(), moving.filtered());
  expect_hits({}, 2U + 2U);
  engine.add_static(few.boxes(), few.ids);
  expect_hits({}, 2U + 2U);
  engine.update(moving.boxes(), moving.named());
  expect_hits({}, 2U + 2U + 2U);
  engine.add_static(MixedRow(6'000, 3).boxes(), MixedRow(6'000, 3).ids,
                    MixedRow(6'000, 3).filtered());
  engine.update(moving.boxes(), moving.named());
  expect_hits(moving.filtered(), 2U + 2U + 2U + 2U);
  engine.set_static(walls.boxes(), walls.ids, walls.filtered());
  engine.update(moving.boxes(), moving.named());
  engine.set_static(few.boxes(), few.ids);
  expect_hits({}, 2U + 2U);
  engine.update(moving.boxes(), moving.named());
  expect_hits({}, 2U + 2U);
  engine.add_static(walls.boxes(), walls.ids, walls.filtered());
  engine.update(moving.boxes(), moving.named());
  expect_hits(moving.filtered(), 2U + 2U + 2U);
}

// Objects without filters and margins stay, and others with some wait for the next frame.
TEST(StaticSets, ThatAreSavedBeforeAFrameKeepTheFiltersAndMarginsOfNewObjects) {
  const MixedRow walls(1'000, 600);
  const MixedRow masked(5'000, 3);
  const MixedRow fat(6'000, 3);
  const MixedRow moving(0, 5);
  const std::vector<std::uint32_t> no_mask(3, 0);
  const std::vector<float> margins(3, 1.5F);
  for (const bool has_filters : {true, false}) {
    BroadPhase engine({.threads = 1});
    engine.set_static(walls.boxes(), walls.ids);
    engine.update(moving.boxes(), moving.named());
    if (has_filters) {
      engine.add_static(masked.boxes(), masked.ids, {.mask = no_mask});
    } else {
      engine.add_static(fat.boxes(), fat.ids, {.margin = margins});
    }
    std::vector<std::byte> bytes;
    engine.save(bytes);
    BroadPhase restored({.threads = 1});
    std::span<const std::byte> rest(bytes);
    restored.restore(rest);
    for (BroadPhase* each : {&engine, &restored}) each->update(moving.boxes(), moving.named());
    ASSERT_TRUE(std::ranges::equal(engine.pairs(), restored.pairs()));
    bool all_touch = true;
    for (const Pair& pair : engine.pairs()) {
      EXPECT_EQ(engine.tight_boxes_overlap(pair), restored.tight_boxes_overlap(pair))
          << pair.first << ' ' << pair.second;
      all_touch = all_touch && engine.tight_boxes_overlap(pair);
    }
    EXPECT_EQ(all_touch, has_filters);
  }
}

TEST(StaticSets, ThatAreSetAnewBeforeAFrameForgetFiltersAndMargins) {
  const MixedRow walls(0, 1'000);
  const std::vector<float> margins(1'000, 1.0F);
  BroadPhase plain({.threads = 1});
  plain.set_static(walls.boxes(), walls.ids);
  BroadPhase changed({.threads = 1});
  changed.set_static(walls.boxes(), walls.ids, {.mask = walls.category, .margin = margins});
  changed.set_static(walls.boxes(), walls.ids);
  plain.update({});
  changed.update({});
  EXPECT_EQ(changed.byte_count(), plain.byte_count());
}

std::size_t bytes_per_wall(const Attributes& attributes) {
  const MixedRow walls(0, 10'000);
  BroadPhase engine({.threads = 1});
  engine.set_static(walls.boxes(), walls.ids, attributes);
  for (int frame = 0; frame < 2; ++frame) {  // the second one without filters that no object has
    engine.update({});
    engine.shrink_to_fit();
  }
  return engine.byte_count() / 10'000;
}

TEST(StaticSets, HoldOnlyTheAttributesThatSomeObjectHas) {
  const std::vector<std::uint32_t> defaults(10'000, 0);
  std::vector<std::uint32_t> one = defaults;
  one[9'999] = 7;
  const std::size_t plain = bytes_per_wall({});
  EXPECT_EQ(bytes_per_wall({.generation = defaults}), plain);
  EXPECT_EQ(bytes_per_wall({.generation = one}), plain + 4);
  EXPECT_EQ(bytes_per_wall({.group = defaults}), plain);
  EXPECT_GE(bytes_per_wall({.group = one}), plain + 4);
}

TEST(StaticSets, ThatLoseTheirFiltersFindWhatThoseWithoutFind) {
  const MixedRow walls(0, 300);
  const MixedRow moving(1'000, 300);
  const std::vector<ObjectId> first_half(walls.ids.begin(), walls.ids.begin() + 150);
  std::vector<std::uint32_t> masks(300, ~0U);
  std::fill_n(masks.begin(), 150, 0U);
  BroadPhase engine({.threads = 1});
  engine.set_static(walls.boxes(), walls.ids, {.mask = masks});
  engine.update(moving.boxes(), {.ids = moving.ids});
  BroadPhase plain({.threads = 1});
  plain.set_static(walls.boxes(), walls.ids);
  plain.exchange_static(first_half, {}, {});
  engine.exchange_static(first_half, {}, {});
  for (int step = 0; step < 3; ++step) {
    for (BroadPhase* const each : {&engine, &plain})
      each->update(moving.boxes(), {.ids = moving.ids});
    const std::span<const Pair> found = engine.sorted_pairs();
    EXPECT_TRUE(std::ranges::equal(found, plain.sorted_pairs()));
    EXPECT_FALSE(found.empty());
    if (step == 0) engine.shrink_to_fit();  // drops the column of masks
    if (step == 1) {
      std::vector<std::byte> saved;
      engine.save(saved);
      std::span<const std::byte> bytes = saved;
      engine.restore(bytes);
    }
  }
}

TEST(StaticSets, ThatChangeManyTimesBetweenUpdatesTakeNoMoreMemoryForEvents) {
  const MixedRow walls(0, 1'000);
  BroadPhase engine({.threads = 1, .events = true});
  engine.update({});
  for (int i = 0; i < 10; ++i) engine.set_static(walls.boxes(), walls.ids);
  const std::size_t bytes = engine.byte_count();
  for (int i = 0; i < 300; ++i) engine.set_static(walls.boxes(), walls.ids);
  EXPECT_EQ(engine.byte_count(), bytes);
}

}  // namespace
}  // namespace quadphase
