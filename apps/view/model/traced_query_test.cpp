// SPDX-License-Identifier: MIT
// What a query finds, tests and opens.
#include "model/traced_query.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/world.hpp"
#include "scenes/scene.hpp"

namespace quadphase::view {
namespace {

class TracedQueries : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const auto scene = scenes::make_scene(GetParam(), {.count = 3'000});
    world_.begin_source(scene->boxes());
    for (ObjectId id = 0; id < 300; ++id) world_.set_static(id, true);
    world_.set_filter(1, {.world = 3});
    world_.update();
    for (ObjectId id = 0; id < world_.boxes().size(); ++id)
      if (is_valid(world_.boxes()[id])) middle_ = center(world_.boxes()[id]);
  }

  /// `expected(box)`: whether the query finds it.
  template <class Expected>
  void expect(const TracedShape& shape, const Expected& expected) {
    const TracedQuery query = trace_query(world_.engine(), shape);
    std::vector<ObjectId> found = query.found;
    std::ranges::sort(found);
    std::vector<ObjectId> wanted;
    for (ObjectId id = 0; id < world_.boxes().size(); ++id)
      if (is_valid(world_.boxes()[id]) && expected(world_.boxes()[id])) wanted.push_back(id);
    EXPECT_EQ(found, wanted);
    expect_consistent(query);
  }

  void expect_consistent(const TracedQuery& query) {
    std::vector<ObjectId> tested = query.tested;
    std::ranges::sort(tested);
    EXPECT_EQ(std::ranges::adjacent_find(tested), tested.end());
    for (const ObjectId id : query.found) {
      EXPECT_TRUE(std::ranges::binary_search(tested, id)) << id;
      EXPECT_TRUE(std::ranges::any_of(
          query.opened, [&](const Box& cell) { return contains(cell, world_.boxes()[id]); }));
    }
    EXPECT_LE(query.opened_leaf_count, query.opened.size());
    EXPECT_GE(query.microseconds, 0);
  }

  World world_;
  Point middle_;
};

TEST_P(TracedQueries, FindWhatTheFormulaFindsAmongWhatTheyTest) {
  const float reach = 3;
  const Box box = from_center(middle_, {reach, reach});
  expect(box, [&](const Box& other) { return overlaps(box, other); });
  const Circle circle{middle_, reach};
  expect(circle, [&](const Box& other) { return overlaps(circle, other); });
  expect(middle_, [&](const Box& other) {
    return contains(other, {middle_.x, middle_.y, middle_.x, middle_.y});
  });
  const BoxCast cast{box, {20, 5}};
  expect(cast, [&](const Box& other) { return entry_fraction(cast, other).has_value(); });
}

TEST_P(TracedQueries, EndAtTheFirstHitOrAtTheLastNeighbor) {
  const Segment segment{{middle_.x - 30, middle_.y - 20}, {middle_.x + 30, middle_.y + 20}};
  const TracedQuery ray = trace_query(world_.engine(), segment);
  ASSERT_EQ(ray.found.size(), 1U);
  EXPECT_EQ(entry_fraction(segment, world_.boxes()[ray.found[0]]), ray.distance);
  expect_consistent(ray);
  const TracedQuery nearest = trace_query(world_.engine(), Nearest{middle_, 7});
  ASSERT_EQ(nearest.found.size(), 7U);
  EXPECT_EQ(distance(middle_, world_.boxes()[nearest.found[6]]), nearest.distance);
  expect_consistent(nearest);
  EXPECT_LT(nearest.tested.size(), world_.object_count());
}

INSTANTIATE_TEST_SUITE_P(Scenes, TracedQueries, testing::Values("uniform", "clusters", "mixed"));

}  // namespace
}  // namespace quadphase::view
