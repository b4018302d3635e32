// SPDX-License-Identifier: MIT
// On every scene, all queries in all forms find what looking at all boxes finds.
#include <gtest/gtest.h>

#include <array>
#include <optional>

#include "queries/query_world.hpp"

namespace quadphase::queries {
namespace {

class QueriesOf : public testing::TestWithParam<std::string> {};

TEST_P(QueriesOf, FindWhatTheOracleDoes) {
  for (const std::size_t count : {300U, 2'500U}) {
    QueryWorld world = world_of(GetParam(), count);
    world.expect_answers(world.dice(count).queries(50));
  }
}

TEST_P(QueriesOf, FindWhatTheOracleDoesWithEveryInstructionSet) {
  std::optional<WantedAnswers> wanted;
  for (const Simd simd : contract::supported_simds()) {
    for (const int capacity : {16, 5, 1}) {
      SCOPED_TRACE(testing::Message() << name_of(simd) << ", leaves of " << capacity);
      QueryWorld world =
          world_of(GetParam(), 700, {.threads = 1, .leaf_capacity = capacity, .simd = simd});
      if (!wanted) wanted.emplace(world.oracle, world.dice(7).queries(30));
      world.expect_answers(*wanted);
    }
  }
}

TEST_P(QueriesOf, FindWhatTheOracleDoesWhereTouchingDoesNotCount) {
  const auto frame = contract::frame_of(GetParam(), 900);
  const std::array frames = {frame, contract::snapped(frame.view())};
  std::vector<WantedAnswers> wanted;  // of each frame
  for (const Simd simd : contract::supported_simds()) {
    for (const int capacity : {16, 3}) {
      SCOPED_TRACE(testing::Message() << name_of(simd) << ", leaves of " << capacity);
      QueryWorld world({.threads = 1, .touching = false, .leaf_capacity = capacity, .simd = simd});
      for (std::size_t f = 0; f < frames.size(); ++f) {
        const BoxView boxes = frames[f].view();
        world.update(objects_of_view(boxes), model::kNoSpan);
        if (wanted.size() == f) {
          Queries queries = world.dice(7).queries(30);
          // A box around half of the world contains whole nodes, and one on their edges does not.
          for (std::size_t i = 0; i + 40 < boxes.size(); i += 90)
            queries.boxes.push_back(merge(boxes[i], boxes[i + 40]));
          wanted.emplace_back(world.oracle, queries);
        }
        world.expect_answers(wanted[f]);
      }
    }
  }
}

TEST_P(QueriesOf, AreRightAfterEveryFrame) {
  const auto scene = scenes::make_scene(GetParam(), {.count = 1'200, .seed = 3});
  QueryWorld world;
  for (int frame = 0; frame < 4; ++frame) {
    world.update(objects_of_view(scene->boxes()), model::kNoSpan);
    world.expect_answers(world.dice(11).queries(25));
    scene->step();
  }
}

INSTANTIATE_TEST_SUITE_P(Scene, QueriesOf, testing::ValuesIn(scenes::scene_names()),
                         contract::test_name_of);

// Ids no longer fit in 16 bits, nor do positions.
TEST(Queries, OfMoreThan65536ObjectsFindWhatTheOracleDoes) {
  for (const char* const scene : {"uniform", "galaxy"}) {
    QueryWorld world = world_of(scene, 70'000);
    world.expect_answers(world.dice().queries(7));
  }
}

TEST(Queries, ThatNobodyIsNearFindNothingOrTheNearest) {
  QueryWorld world = world_of("uniform", 1'000);
  Queries queries;
  queries.boxes = {{-2e9F, -2e9F, -1e9F, -1e9F}, {1e9F, -1e9F, 2e9F, 1e9F}};
  queries.points = {{-2e9F, 0}, {0, 2e9F}};
  queries.circles = {{{1e9F, 1e9F}, 5e8F}};
  queries.rays = {{{-1e9F, 0}, {-1, 0}}, {{0, 1e9F}, {1, 1e-3F}}};
  queries.segments = {{{1e9F, 1e9F}, {2e9F, 1e9F}}};
  queries.box_casts = {{{1e9F, 0, 1.1e9F, 1}, {1e9F, 0}}};
  queries.places = queries.points;
  world.expect_answers(queries);
  EXPECT_EQ(world.result.ids().size(), 2 * 3U);
}

}  // namespace
}  // namespace quadphase::queries
