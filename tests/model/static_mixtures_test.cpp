// SPDX-License-Identifier: MIT
// Changes of the static set that bring filters, or ids, to where there were none; and back.
#include <gtest/gtest.h>

#include <vector>

#include "quadphase/quadphase.hpp"

namespace quadphase {
namespace {

/// A row of boxes that each touch the next, with ids from `first` on.
struct Row {
  Row(ObjectId first, std::size_t count) {
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

TEST(SearchOfStaticObjects, FindsThemWhereOnlySomeTreesHadFilters) {
  const Row walls(1'000, 600);
  const Row few(5'000, 3);
  const Row moving(0, 2);
  OverlapResult hits;
  BroadPhase engine({.threads = 1});
  engine.set_static(walls.boxes(), walls.named());
  engine.update(moving.boxes(), moving.filtered());
  engine.add_static(few.boxes(), few.named());
  engine.find_overlaps(moving.boxes(), {}, hits);
  EXPECT_EQ(hits.pairs_of(0).size(), 2U + 2U + 2U);
  engine.set_static(walls.boxes(), walls.filtered());
  engine.update(moving.boxes(), moving.named());
  engine.set_static(few.boxes(), few.named());
  engine.find_overlaps(moving.boxes(), {}, hits);
  EXPECT_EQ(hits.pairs_of(0).size(), 2U + 2U);
  engine.update(moving.boxes(), moving.named());
  engine.add_static(walls.boxes(), walls.filtered());
  engine.find_overlaps(moving.boxes(), moving.filtered(), hits);
  EXPECT_EQ(hits.pairs_of(0).size(), 2U + 2U + 2U);
}

TEST(StaticSets, WhoseIdsWereRowsAreForgottenOnceAllAreGone) {
  const Row one(0, 1);
  const Row named(5, 1);
  const Row moving(9, 1);
  BroadPhase engine({.threads = 1});
  engine.set_static(one.boxes());
  engine.remove_static(one.ids);
  engine.add_static(named.boxes(), named.named());
  engine.update(moving.boxes(), moving.named());
  EXPECT_EQ(engine.pairs().size(), 1U);
}

TEST(StaticSets, ThatChangeManyTimesBetweenUpdatesTakeNoMoreMemoryForEvents) {
  const Row walls(0, 1'000);
  BroadPhase engine({.threads = 1, .events = true});
  engine.update({});
  for (int i = 0; i < 10; ++i) engine.set_static(walls.boxes(), walls.named());
  const std::size_t bytes = engine.byte_count();
  for (int i = 0; i < 300; ++i) engine.set_static(walls.boxes(), walls.named());
  EXPECT_EQ(engine.byte_count(), bytes);
}

}  // namespace
}  // namespace quadphase
