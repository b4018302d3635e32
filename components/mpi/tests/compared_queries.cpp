// SPDX-License-Identifier: MIT
#include "compared_queries.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

namespace quadphase::mpi::test {
namespace {

/// Ids and values, row by row.
using IdsAndValues = std::vector<std::vector<std::pair<GlobalId, double>>>;

IdsAndValues rows_of(const Answers& answers, const World& world) {
  IdsAndValues rows(answers.offsets.size() - 1);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (const Found& found : answers.of(row)) {
      rows[row].emplace_back(found.id, found.value);
      EXPECT_EQ(found.place.rank, world[static_cast<std::size_t>(found.id >> 33U)].owner);
    }
  }
  return rows;
}

IdsAndValues rows_of(const QueryResult& result) {
  IdsAndValues rows(result.row_count());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t i = 0; i < result.ids_of(row).size(); ++i) {
      double value = 0;
      if (!result.fractions().empty()) value = result.fractions_of(row)[i];
      if (!result.distances().empty()) value = result.distances_of(row)[i];
      rows[row].emplace_back(id_of(result.ids_of(row)[i]), value);
    }
  }
  return rows;
}

template <class Items>
using BatchQuery = void (Index::*)(const Items&, QueryResult&, const BatchOptions&) const;

/// The options of one batch, with the memory that they refer to.
class BatchColumns {
 public:
  BatchColumns(const BatchDice& dice, std::size_t count, bool are_boxes)
      : worlds_(dice.worlds), mobilities_(dice.mobilities) {
    const bool one_each = dice.filters.size() > 1;
    const std::size_t filter_count = one_each ? count : dice.filters.size();
    for (std::size_t row = 0; row < filter_count; ++row)
      filters_.push_back(dice.filters[row * 7 % dice.filters.size()]);
    for (const Filter& filter : filters_) category_.push_back(filter.category);
    has_columns_ = dice.has_columns && one_each;
    for (std::size_t row = 0; row < count && dice.has_columns && are_boxes; ++row) {
      margin_.push_back(static_cast<float>(row % 3) - (row % 29 == 28 ? 9.0F : 0.0F));
      displacement_x_.push_back(0.75F * static_cast<float>(row % 5) - 1.5F);
    }
  }

  [[nodiscard]] BatchOptions options() const {
    BatchOptions options{.worlds = worlds_, .mobilities = mobilities_};
    options.attributes.margin = margin_;
    options.attributes.displacement_x = displacement_x_;
    if (has_columns_) {
      options.attributes.category = category_;
      options.attributes.mask = {filters_, &Filter::mask};
      options.attributes.world = {filters_, &Filter::world};
    } else if (filters_.size() == 1) {
      options.filter = filters_.front();
    } else {
      options.attributes.set_filters(filters_);
    }
    return options;
  }

 private:
  Worlds worlds_;
  Mobilities mobilities_;
  bool has_columns_ = false;
  std::vector<Filter> filters_;
  std::vector<std::uint32_t> category_;
  std::vector<float> margin_, displacement_x_;
};

bool are_boxes(const Shapes& shapes) {
  return shapes.boxes() ||
         (shapes.size() > 0 && std::holds_alternative<std::span<const Box>>(shapes.items()));
}

/// What one engine finds by a batch.
template <class Items>
IdsAndValues rows_of(const Index& engine, BatchQuery<Items> query, const Items& items,
                     const BatchOptions& options) {
  QueryResult result;
  (engine.*query)(items, result, options);
  return rows_of(result);
}

}  // namespace

void ComparedQueries::expect_same(const Shapes& shapes) const {
  const BatchColumns columns(dice, shapes.size(), are_boxes(shapes));
  const BatchOptions options = columns.options();
  const auto one = [&](BatchQuery<Shapes> query) {
    return rows_of(engine, query, shapes, options);
  };
  EXPECT_TRUE(rows_of(broad_phase.find_overlaps(shapes, options), world) ==
              one(&Index::find_overlaps));
  EXPECT_TRUE(rows_of(broad_phase.find_first_overlaps(shapes, options), world) ==
              one(&Index::find_first_overlaps));
  EXPECT_TRUE(rows_of(broad_phase.find_inside(shapes, options), world) == one(&Index::find_inside));
}

void ComparedQueries::expect_same(const Casts& casts) const {
  const BatchColumns columns(dice, casts.size(), false);
  const BatchOptions options = columns.options();
  const auto one = [&](BatchQuery<Casts> query) { return rows_of(engine, query, casts, options); };
  const IdsAndValues all = one(&Index::find_hits);
  EXPECT_TRUE(rows_of(broad_phase.find_hits(casts, options), world) == all);
  EXPECT_TRUE(rows_of(broad_phase.cast_closest(casts, options), world) ==
              one(&Index::cast_closest));
  const IdsAndValues any = rows_of(broad_phase.cast_any(casts, options), world);
  ASSERT_EQ(any.size(), all.size());
  for (std::size_t row = 0; row < all.size(); ++row) {
    ASSERT_EQ(any[row].size(), all[row].empty() ? 0U : 1U);
    if (all[row].empty()) continue;
    EXPECT_TRUE(std::any_of(all[row].begin(), all[row].end(),
                            [&](const auto& hit) { return hit.first == any[row].front().first; }));
  }
}

void ComparedQueries::expect_same_nearest(std::span<const Point> points, std::size_t k,
                                          double radius) const {
  const BatchColumns columns(dice, points.size(), false);
  BatchOptions nearest = columns.options();
  nearest.radius = radius;
  QueryResult result;
  engine.find_nearest(points, k, result, nearest);
  EXPECT_TRUE(rows_of(broad_phase.find_nearest(points, k, nearest), world) == rows_of(result));
}

void ComparedQueries::expect_same(const queries::Queries& all) const {
  expect_same(all.boxes);
  expect_same(Shapes(Boxes(all.boxes)));
  expect_same(all.points);
  expect_same(all.circles);
  expect_same(all.capsules);
  expect_same(all.rotated_boxes);
  expect_same(all.polygons);
  expect_same(all.rays);
  expect_same(all.segments);
  expect_same(all.box_casts);
  expect_same(all.circle_casts);
  expect_same(all.capsule_casts);
}

queries::QueryDice dice_of(const World& world, std::uint64_t seed) {
  std::vector<queries::Member> members;
  for (std::size_t row = 0; row < world.size(); ++row)
    members.push_back({static_cast<ObjectId>(row), world[row].box, {}});
  return {members, seed};
}

}  // namespace quadphase::mpi::test
