// SPDX-License-Identifier: MIT
// In a periodic world, each row of a batch has what its query finds alone, in the same order, at
// however many places it searches.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "quadphase/quadphase.hpp"
#include "scenes/random.hpp"
#include "support/checks.hpp"

namespace quadphase::queries {
namespace {

struct World {
  float period_x;
  float period_y;
  bool touching;
};

/// A torus, two cylinders, and a world in which most queries meet objects at several places.
constexpr std::array<World, 6> kWorlds = {
    {{40, 30, true}, {40, 30, false}, {40, 0, true}, {0, 30, false}, {3, 2, true}, {3, 2, false}}};

class PeriodicBatches : public testing::TestWithParam<World> {
 protected:
  PeriodicBatches()
      : engine_({.threads = 2,
                 .touching = GetParam().touching,
                 .period_x = GetParam().period_x,
                 .period_y = GetParam().period_y}) {
    std::vector<Box> boxes;
    std::vector<ObjectId> ids;
    for (ObjectId i = 0; i < 900; ++i) {
      const Point at = place(0, 1);
      boxes.push_back({at.x, at.y, at.x + size(0.1F), at.y + size(0.1F)});
      ids.push_back(i >= 300 && i % 50 == 7 ? i - (i % 100) : i);  // some are equal
    }
    engine_.set_static(std::span(boxes).first(300), std::span(ids).first(300));
    engine_.build(std::span(boxes).subspan(300), {.ids = std::span(ids).subspan(300)});
  }

  /// A number from 0 to 1, in steps that meet edges exactly.
  float part() { return static_cast<float>(random_.below(257)) / 256; }
  /// The length of a period, or what stands for it.
  static float long_x() { return GetParam().period_x > 0 ? GetParam().period_x : 40; }
  static float long_y() { return GetParam().period_y > 0 ? GetParam().period_y : 30; }
  Point place(float from, float to) {
    return {long_x() * (from + (to - from) * part()), long_y() * (from + (to - from) * part())};
  }
  float size(float most) { return std::min(long_x(), long_y()) * most * part(); }

  /// Most are small, some are as long as half a period or more, and all are up to two periods away.
  std::vector<Box> boxes() {
    std::vector<Box> all;
    for (int i = 0; i < 700; ++i) {
      const Point at = place(-2, 3);
      const float most = i % 4 != 0 ? 0.1F : 1.6F;
      all.push_back({at.x, at.y, at.x + size(most), at.y + size(i % 8 != 4 ? most : 0.1F)});
    }
    return all;
  }
  template <class Make>
  auto made(const Make& make) {
    std::vector<std::invoke_result_t<Make, Box>> all;
    for (const Box& box : boxes()) all.push_back(make(box));
    return all;
  }

  static std::vector<ObjectId> found_alone(const Index& index, const Shape& shape, bool inside) {
    std::vector<ObjectId> ids;
    const auto visit = [&](ObjectId id) { ids.push_back(id); };
    inside ? index.for_each_inside(shape, visit) : index.for_each_overlap(shape, visit);
    return ids;
  }

  template <class Item>
  void expect_rows(const std::vector<Item>& shapes, bool inside) {
    const auto find = [&](QueryResult& result, const BatchOptions& options) {
      inside ? engine_.find_inside(shapes, result, options)
             : engine_.find_overlaps(shapes, result, options);
    };
    const auto is_even = [](std::size_t row, ObjectId id) { return (row + id) % 2 == 0; };
    QueryResult ascending;
    QueryResult in_tree_order;
    QueryResult accepted;
    find(ascending, {});
    find(in_tree_order, {.order = RowOrder::tree});
    find(accepted, {.accept = is_even});
    std::size_t hit_count = 0;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      SCOPED_TRACE(i);
      std::vector<ObjectId> ids = found_alone(engine_, shapes[i], inside);
      ASSERT_TRUE(std::ranges::equal(in_tree_order.ids_of(i), ids));
      std::ranges::sort(ids);
      ASSERT_TRUE(std::ranges::equal(ascending.ids_of(i), ids));
      std::erase_if(ids, [&](ObjectId id) { return !is_even(i, id); });
      ASSERT_TRUE(std::ranges::equal(accepted.ids_of(i), ids));
      hit_count += ids.size();
    }
    EXPECT_GT(hit_count, 50U);
  }

  scenes::Random random_{11};
  BroadPhase engine_;
};

TEST_P(PeriodicBatches, OfBoxesFindWhatEachFindsAlone) {
  expect_rows(boxes(), false);
  expect_rows(boxes(), true);
}

TEST_P(PeriodicBatches, OfPointsAndCirclesFindWhatEachFindsAlone) {
  expect_rows(made([](const Box& box) { return Point{box.min_x, box.min_y}; }), false);
  const auto circle = [](const Box& box) {
    return Circle{{box.min_x, box.min_y}, (box.max_x - box.min_x) / 2};
  };
  expect_rows(made(circle), false);
  expect_rows(made(circle), true);
}

TEST_P(PeriodicBatches, OfConvexShapesFindWhatEachFindsAlone) {
  expect_rows(made([](const Box& box) {
                return Capsule{{box.min_x, box.min_y}, {box.max_x, box.max_y}, 0.125F};
              }),
              false);
  expect_rows(made([](const Box& box) {
                return RotatedBox{{box.min_x, box.min_y},
                                  {(box.max_x - box.min_x) / 2, (box.max_y - box.min_y) / 2},
                                  {0.6F, 0.8F}};
              }),
              true);
}

TEST_P(PeriodicBatches, OfBoxesWithMarginsFindWhatTheLargerBoxesFind) {
  const std::vector<Box> small = boxes();
  std::vector<Box> large;
  for (const Box& box : small)
    large.push_back({box.min_x - 0.5F, box.min_y - 0.5F, box.max_x + 0.5F, box.max_y + 0.5F});
  QueryResult result;
  const std::vector<float> margins(small.size(), 0.5F);
  engine_.find_overlaps(small, result, {.attributes = {.margin = margins}});
  for (std::size_t i = 0; i < small.size(); ++i) {
    std::vector<ObjectId> ids = found_alone(engine_, large[i], false);
    std::ranges::sort(ids);
    ASSERT_TRUE(std::ranges::equal(result.ids_of(i), ids)) << i;
  }
}

TEST_P(PeriodicBatches, OfChangedObjectsFindWhatEachFindsAlone) {
  engine_.hide({20, 400, 401});
  const Box moved{0, 0, long_x() * 0.01F, long_y() * 0.01F};
  const ObjectId id = 500;
  engine_.patch(moved, id);
  expect_rows(boxes(), false);
}

std::string name_of(const testing::TestParamInfo<World>& world) {
  const auto name = [](float period) { return std::to_string(static_cast<int>(period)); };
  return name(world.param.period_x) + "By" + name(world.param.period_y) +
         (world.param.touching ? "Touching" : "Apart");
}
INSTANTIATE_TEST_SUITE_P(In, PeriodicBatches, testing::ValuesIn(kWorlds), name_of);

}  // namespace
}  // namespace quadphase::queries
