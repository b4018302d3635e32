// SPDX-License-Identifier: MIT
// The pairs of two static objects, on request: exact, the same bytes on any number of threads, kept
// until the static set changes, and without a trace in the frame. Histories with filters, margins
// and periodic worlds have the label `model`.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <optional>

#include "support/counting_resource.hpp"
#include "support/double_world.hpp"
#include "support/shown_frame.hpp"

namespace quadphase::contract {
namespace {

class StaticPairsOf : public testing::TestWithParam<std::string> {
 protected:
  const tbb::global_control really_that_many_{tbb::global_control::max_allowed_parallelism, 4};
};

TEST_P(StaticPairsOf, AreThoseOfTheSameObjectsMoving) {
  const std::size_t count = GetParam() == "point" ? 1'200 : 12'000;
  const Columns boxes = frame_of(GetParam(), count);
  const Columns moving = frame_of("uniform", 500);
  for (const bool touching : {true, false}) {
    const Pairs expected = oracle::exact_pairs(boxes.view(), touching);
    for (const Simd simd : supported_simds()) {
      for (const int threads : {1, 4}) {
        BroadPhase engine({.threads = threads, .touching = touching, .simd = simd});
        engine.set_static(boxes.view(), ids_from(0, count));
        engine.update(moving.view(), {.ids = ids_from(50'000, 500)});
        const ShownFrame shown(engine);
        EXPECT_TRUE(copy_of(engine.static_pairs()) == expected)
            << name_of(simd) << ", " << threads << " threads";
        EXPECT_EQ(engine.stats().pair_count, engine.pairs().size());
        engine.shrink_to_fit();
        EXPECT_TRUE(copy_of(engine.static_pairs()) == expected);
        shown.expect_pairs_shown_by(engine);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Scene, StaticPairsOf,
                         testing::Values("uniform", "mixed", "giants", "point"), test_name_of);

TEST(StaticPairs, AreNoneOfTheUpdate) {
  const std::vector<Box> walls = {{0, 0, 4, 4}, {3, 3, 5, 5}};
  const std::vector<Box> ball = {{3, 3, 4, 4}};
  const std::vector<ObjectId> ball_id = {2};
  for (const float period : {0.0F, 20.0F}) {
    BroadPhase engine({.threads = 1, .period_x = period, .period_y = period});
    engine.set_static(walls, ids_from(0, 2));
    engine.update(ball, {.ids = ball_id});
    EXPECT_EQ(copy_of(engine.pairs()), (Pairs{{0, 2}, {1, 2}}));
    EXPECT_EQ(engine.count_pairs(), 2U);
    engine.build(ball, {.ids = ball_id});
    EXPECT_EQ(engine.count_pairs(), 2U);
    EXPECT_EQ(copy_of(engine.static_pairs()), (Pairs{{0, 1}}));
  }
}

TEST(StaticPairs, OfDoublesAreThoseOfTheDoubles) {
  const std::vector<DoubleBox> boxes = near_edges(1, 5, 0.1, 300);
  for (const bool touching : {true, false}) {
    BroadPhase engine({.threads = 1, .touching = touching});
    engine.set_static({DoubleColumns(boxes).view(), Origin{3e6, -7}}, ids_from(0, boxes.size()));
    engine.update(BoxView{});
    const Pairs far = copy_of(engine.static_pairs());
    EXPECT_TRUE(far == pairs_of_doubles(boxes, touching, [](auto, auto) { return true; }));
    engine.update({DoubleColumns({}).view(), Origin{5, 5}});
    EXPECT_TRUE(copy_of(engine.static_pairs()) == far);
  }
}

TEST(StaticPairs, ChangeWithTheFrameThatAppliesAChange) {
  BroadPhase engine({.threads = 1});
  engine.set_static(std::vector<Box>{{0, 0, 2, 2}, {1, 1, 3, 3}}, std::vector<ObjectId>{8, 5});
  EXPECT_THROW((void)engine.static_pairs(), std::logic_error);
  engine.build(BoxView{});
  const std::span<const Pair> pairs = engine.static_pairs();
  EXPECT_EQ(copy_of(pairs), (Pairs{{5, 8}}));
  EXPECT_EQ(engine.static_pairs().data(), pairs.data()) << "found again";
  engine.update(std::vector<Box>{{0, 0, 9, 9}});
  EXPECT_EQ(engine.static_pairs().data(), pairs.data()) << "found again";
  const Box wall{2, 2, 2, 9};
  const ObjectId id = 1;
  engine.add_static(wall, id);
  engine.patch(wall, engine.pairs()[0].second);  // queries alone see it
  engine.hide(id);
  EXPECT_EQ(copy_of(engine.static_pairs()), (Pairs{{5, 8}}));
  engine.update(BoxView{});
  EXPECT_EQ(copy_of(engine.static_pairs()), (Pairs{{1, 5}, {1, 8}, {5, 8}}));
  engine.remove_static({8});
  engine.build(BoxView{});
  EXPECT_EQ(copy_of(engine.static_pairs()), (Pairs{{1, 5}}));
  engine.clear_static();
  engine.update(BoxView{});
  EXPECT_TRUE(engine.static_pairs().empty());
}

TEST(StaticPairs, ObeyMaxPairsAndAreRefusedInAVisitor) {
  BroadPhase engine({.threads = 1, .max_pairs = 2});
  engine.set_static(std::vector<Box>(3, {0, 0, 1, 1}), ids_from(0, 3));
  engine.update(BoxView{});
  EXPECT_THROW((void)engine.static_pairs(), std::length_error);
  EXPECT_EQ(engine.static_count(), 3U);
  std::size_t visits = 0;
  engine.for_each_overlap(Box{0, 0, 9, 9}, [&](ObjectId) {
    EXPECT_THROW((void)engine.static_pairs(), std::logic_error);
    ++visits;
  });
  EXPECT_EQ(visits, 3U);
  engine.remove_static({1});
  engine.update(BoxView{});
  EXPECT_EQ(copy_of(engine.static_pairs()), (Pairs{{0, 2}}));
}

TEST(StaticPairs, AreWholeOrMissingIfMemoryEnds) {
  const Columns walls = frame_of("dense", 400);
  const Pairs expected = oracle::exact_pairs(walls.view());
  for (const int threads : {1, 4}) {
    for (const bool once : {false, true}) {
      bool was_there = true;
      for (std::size_t k = 0; was_there && !HasFailure(); k = next_failure(k)) {
        SCOPED_TRACE(testing::Message() << threads << " threads, allocation " << k);
        CountingResource memory;
        {
          BroadPhase engine({.threads = threads, .memory_resource = &memory});
          engine.set_static(walls.view(), ids_from(0, 400));
          engine.update(std::vector<Box>{{0, 0, 9, 9}}, {.ids = ids_from(900, 1)});
          const ShownFrame shown(engine);
          once ? memory.fail_once_at(k) : memory.fail_from(k);
          bool failed = false;
          try {
            EXPECT_TRUE(copy_of(engine.static_pairs()) == expected);
          } catch (const std::bad_alloc&) {
            failed = true;
          }
          was_there = memory.failures() > 0;
          EXPECT_EQ(failed, was_there && !once);
          memory.work_again();
          shown.expect_pairs_shown_by(engine);
          EXPECT_TRUE(copy_of(engine.static_pairs()) == expected);
          EXPECT_EQ(memory.outstanding_bytes(), engine.byte_count());
        }
        EXPECT_EQ(memory.outstanding_bytes(), 0U);
      }
    }
  }
}

}  // namespace
}  // namespace quadphase::contract
