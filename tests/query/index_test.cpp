// SPDX-License-Identifier: MIT
// An index of boxes: the queries of a broad phase, and nothing else.
#include <gtest/gtest.h>

#include <stdexcept>

#include "queries/query_world.hpp"
#include "support/counting_resource.hpp"
#include "tree/cell_checks.hpp"

namespace quadphase::queries {
namespace {

using model::Objects;
using model::objects_of;

void build(Index& index, const Objects& objects) {
  const model::Rows rows(objects);
  index.build(rows.boxes(), rows.attributes());
}

class IndexOf : public testing::TestWithParam<std::string> {};

TEST_P(IndexOf, AnswersEveryQueryAsTheFormulasDo) {
  const Objects objects = objects_of(GetParam(), 1'500);
  Objects elsewhere(objects.begin() + 10, objects.begin() + 20);
  for (model::Object& object : elsewhere) object.box = objects[3].box;
  const std::vector<ObjectId> gone = {objects[0].id, elsewhere[0].id};
  for (const int threads : {1, 4}) {
    const bool touching = threads == 1;  // each mode once
    QueryOracle oracle(touching);
    oracle.frame(objects);
    const Queries queries = QueryDice(oracle.members(), 1).filtered_queries(25);
    const WantedAnswers first(oracle, queries);
    oracle.change(elsewhere);
    const WantedAnswers changed(oracle, queries);
    oracle.remove(gone);
    const WantedAnswers hidden(oracle, queries);
    for (const Simd simd : contract::supported_simds()) {
      SCOPED_TRACE(testing::Message() << name_of(simd) << ", " << threads << " threads");
      Index index({.threads = threads, .touching = touching, .events = true, .simd = simd});
      QueryResult result;
      const auto expect_answers = [&](const WantedAnswers& wanted) {
        const Difference difference = difference_of_answers(index, wanted, result);
        EXPECT_FALSE(difference) << *difference;
      };
      build(index, objects);
      expect_answers(first);
      const model::Rows rows(elsewhere);
      index.patch(rows.boxes(), rows.ids(), rows.attributes());
      expect_answers(changed);
      index.hide(gone);
      expect_answers(hidden);
    }
  }
}

TEST_P(IndexOf, HasTheCellsOfABroadPhase) {
  const Objects objects = objects_of(GetParam(), 900);
  QueryWorld world;
  world.build(objects);
  Index index({.threads = 1});
  build(index, objects);
  std::size_t cells = 0;
  index.for_each_cell([&](const Cell&) { ++cells; });
  EXPECT_EQ(cells, cells::cells_of(world.broad_phase).size());
}

INSTANTIATE_TEST_SUITE_P(Scene, IndexOf, testing::Values("uniform", "mixed", "clusters"),
                         contract::test_name_of);

TEST(Index, TakesBoxesInRowsAndInDouble) {
  const std::vector<Box> boxes = {{0, 0, 1, 1}, {2, 2, 3, 3}, {5, 5, 4, 4}};
  Index index;
  index.build(boxes);
  EXPECT_EQ(index.cast_any(Segment{{2.5F, 0}, {2.5F, 9}}), ObjectId{1});
  ASSERT_EQ(index.rejected_ids().size(), 1U);
  EXPECT_EQ(index.rejected_ids()[0], 2U);
  const std::vector<double> low = {1e12, 1e12 + 7};
  const std::vector<double> high = {1e12 + 1, 1e12 + 8};
  index.build({low, low, high, high, {1e12, 1e12}});
  std::vector<ObjectId> found;
  index.for_each_overlap({1e12 + 7.5, 1e12 + 7.5}, [&](ObjectId id) { found.push_back(id); });
  EXPECT_EQ(found, std::vector<ObjectId>{1});
  EXPECT_EQ(index.origin(), (Origin{1e12, 1e12}));
  EXPECT_EQ(index.cast_any(Segment{{0, 7.5F}, {9, 7.5F}}), ObjectId{1});
  EXPECT_TRUE(index.rejected_ids().empty());
}

TEST(Index, IsNotSearchedBeforeItIsBuilt) {
  Index index;
  const auto search = [&] { index.for_each_overlap(Point{}, [](ObjectId) {}); };
  EXPECT_THROW(search(), std::logic_error);
  index.build(std::vector<Box>{});
  EXPECT_NO_THROW(search());
  index.reserve(10);
  EXPECT_THROW(search(), std::logic_error);
}

TEST(Index, MayTakeOverABroadPhaseWhichThenGoesOnAsAnIndex) {
  const std::vector<Box> boxes = {{0, 0, 1, 1}, {0.5F, 0, 2, 1}, {5, 5, 6, 6}};
  BroadPhase broad_phase({.threads = 1, .events = true});
  broad_phase.update(boxes);
  Index& base = broad_phase;
  EXPECT_EQ(base.stats().pair_count, 1U);
  EXPECT_EQ(base.order().size(), 3U);
  Index index = std::move(base);
  EXPECT_EQ(index.cast_any(Segment{{5.5F, 0}, {5.5F, 9}}), ObjectId{2});
  index.build(std::span(boxes).first(2));
  EXPECT_EQ(index.cast_any(Segment{{5.5F, 0}, {5.5F, 9}}), std::nullopt);
}

TEST(Index, HoldsAtMost75BytesPerObjectAndAllocatesNothingWhenBuiltAgain) {
  contract::CountingResource resource;
  const Objects objects = objects_of("uniform", 20'000);
  const model::Rows rows(objects, model::kNoSpan);
  Index index({.threads = 1, .memory_resource = &resource});
  index.reserve(objects.size());
  const std::size_t allocations = resource.allocations();
  index.build(rows.boxes());
  index.build(rows.boxes());
  EXPECT_EQ(resource.allocations(), allocations);
  EXPECT_LE(index.byte_count(), 75 * objects.size());
  Index moved = std::move(index);
  EXPECT_EQ(moved.byte_count(), resource.outstanding_bytes());
}

}  // namespace
}  // namespace quadphase::queries
