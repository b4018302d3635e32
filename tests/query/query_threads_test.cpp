// SPDX-License-Identifier: MIT
// Answers do not depend on threads or instruction sets, and many may ask one engine at once.
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <thread>

#include "quadphase/tbb.hpp"
#include "queries/query_world.hpp"
#include "support/gathering.hpp"

namespace quadphase::queries {
namespace {

/// A world of moving and static objects with filters.
void fill(QueryWorld& world, const std::string& scene, std::size_t count) {
  model::Objects objects = model::objects_of(scene, count);
  world.set_static(model::split_off(objects, count / 4));
  world.build(objects);
}

class AnswersOf : public testing::TestWithParam<std::string> {
 protected:
  tbb::global_control really_that_many_{tbb::global_control::max_allowed_parallelism, 16};
};

TEST_P(AnswersOf, AreTheSameBytesForEveryNumberOfThreads) {
  std::vector<Answer> expected;
  Queries queries;
  for (const int threads : {1, 2, 3, 8, 16}) {
    QueryWorld world({.threads = threads});
    fill(world, GetParam(), 4'000);
    if (threads == 1) queries = world.dice().queries(2'000);
    queries.counts = {4};
    const std::vector<Answer> answers = batches_of(world.broad_phase, queries, world.result);
    if (threads == 1) expected = answers;
    ASSERT_EQ(answers.size(), expected.size());
    for (std::size_t i = 0; i < answers.size(); ++i)
      EXPECT_TRUE(answers[i] == expected[i]) << threads << " threads, search " << i;
  }
  EXPECT_GT(expected.front().ids.size(), 2'000U);
}

TEST_P(AnswersOf, AreTheSameBytesForEveryInstructionSet) {
  std::vector<Answer> expected;
  Queries queries;
  for (const Simd simd : contract::supported_simds()) {
    QueryWorld world({.threads = 1, .simd = simd});
    fill(world, GetParam(), 3'000);
    if (expected.empty()) queries = joined(world.dice().queries(600), extreme_queries());
    const std::vector<Answer> answers = batches_of(world.broad_phase, queries, world.result);
    if (expected.empty()) expected = answers;
    ASSERT_EQ(answers.size(), expected.size());
    for (std::size_t i = 0; i < answers.size(); ++i)
      EXPECT_TRUE(answers[i] == expected[i]) << name_of(simd) << ", search " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Scene, AnswersOf, testing::Values("mixed", "clusters", "giants"),
                         contract::test_name_of);

class SharedEngine : public testing::Test {
 protected:
  static constexpr std::size_t kAskers = 6;

  explicit SharedEngine(const Config& config = {.threads = 3}) : world_(config) {
    fill(world_, "mixed", 3'000);
    QueryResult result;
    for (std::size_t asker = 0; asker < kAskers; ++asker) {
      questions_.push_back(world_.dice(asker).queries(800));
      questions_.back().counts = {5};
      alone_.push_back(batches_of(world_.broad_phase, questions_.back(), result));
    }
  }

  /// Whether batches and visitors answer as they did when nobody else asked.
  [[nodiscard]] bool works(std::size_t asker) const {
    const BroadPhase& engine = world_.broad_phase;
    const Queries& queries = questions_[asker];
    const std::vector<Answer>& alone = alone_[asker];
    QueryResult result;
    if (batches_of(engine, queries, result) != alone) return false;
    for (std::size_t row = 0; row < 200; ++row) {
      std::vector<ObjectId> ids;
      engine.for_each_overlap(queries.boxes[row], [&ids](ObjectId id) { ids.push_back(id); });
      std::sort(ids.begin(), ids.end());
      if (!is_row(alone[0], row, ids)) return false;
      const std::optional<ObjectId> any = engine.cast_any(queries.rays[row]);
      if (any.has_value() !=
          (alone[kCastBatches].offsets[row] < alone[kCastBatches].offsets[row + 1]))
        return false;
      ids.clear();
      engine.for_each_hit(queries.rays[row], [&ids](const CastHit& hit) { ids.push_back(hit.id); });
      if (!is_row(alone[kCastBatches + 2], row, ids)) return false;
    }
    return true;
  }

  [[nodiscard]] static bool is_row(const Answer& find, std::size_t row,
                                   const std::vector<ObjectId>& ids) {
    const std::span<const ObjectId> all = find.ids;
    const std::span<const ObjectId> of_row =
        all.subspan(find.offsets[row], find.offsets[row + 1] - find.offsets[row]);
    return std::equal(of_row.begin(), of_row.end(), ids.begin(), ids.end());
  }

  tbb::global_control really_that_many_{tbb::global_control::max_allowed_parallelism, 8};
  QueryWorld world_;
  std::vector<Queries> questions_;
  std::vector<std::vector<Answer>> alone_;
};

TEST_F(SharedEngine, AnswersManyThreadsAtOnce) {
  std::atomic<std::size_t> good{0};
  contract::Gathering start(kAskers);
  std::vector<std::thread> threads;
  for (std::size_t asker = 0; asker < kAskers; ++asker) {
    threads.emplace_back([&, asker] {
      start.arrive();
      for (int repeat = 0; repeat < 2; ++repeat)
        if (works(asker)) ++good;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 2 * kAskers);
}

TEST_F(SharedEngine, AnswersTasksOfTheUser) {
  std::atomic<std::size_t> good{0};
  tbb::parallel_for(std::size_t{0}, 2 * kAskers, [&](std::size_t i) {
    if (works(i % kAskers)) ++good;
  });
  EXPECT_EQ(good, 2 * kAskers);
}

TEST_F(SharedEngine, AnswersThreadsThatAskWhileABatchIsOnItsWay) {
  std::atomic<bool> done{false};
  std::atomic<std::size_t> wrong{0};
  const BroadPhase& engine = world_.broad_phase;
  std::thread visitor([&] {
    const Queries& queries = questions_[0];
    for (std::size_t i = 0; !done; ++i) {
      const std::size_t row = i % queries.rays.size();
      const std::optional<CastHit> hit = engine.cast_closest(queries.rays[row]);
      const Answer& closest = alone_[0][kCastBatches + 1];
      const std::size_t at = closest.offsets[row];
      if (hit.has_value() != (at < closest.offsets[row + 1])) ++wrong;
      if (hit && (hit->id != closest.ids[at] || hit->fraction != closest.fractions[at])) ++wrong;
    }
  });
  for (std::size_t asker = 0; asker < kAskers; ++asker) EXPECT_TRUE(works(asker));
  done = true;
  visitor.join();
  EXPECT_EQ(wrong, 0U);
}

TEST(SharedArena, OfTheUserAnswersHisTasks) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 4);
  tbb::task_arena arena(4);
  TbbExecutor executor(arena);
  QueryWorld world({.executor = &executor});
  fill(world, "mixed", 3'000);
  const Queries queries = world.dice().queries(800);
  const std::vector<Answer> expected = [&] {
    QueryWorld alone;
    fill(alone, "mixed", 3'000);
    return batches_of(alone.broad_phase, queries, alone.result);
  }();
  EXPECT_TRUE(batches_of(world.broad_phase, queries, world.result) == expected);
  std::atomic<int> good{0};
  arena.execute([&] {
    tbb::parallel_for(0, 8, [&](int) {
      QueryResult result;
      if (batches_of(world.broad_phase, queries, result) == expected) ++good;
    });
  });
  EXPECT_EQ(good, 8);
}

// What searches make of a tree when they meet ties is made by many at once.
TEST(Ties, GoToTheLowestIdWhereManyThreadsMeetThemAtOnce) {
  const std::vector<Box> heap(3'000, Box{1, 1, 2, 2});
  Index index({.threads = 1});
  for (int frame = 0; frame < 10; ++frame) {
    index.build(heap);
    std::atomic<int> right = 0;
    std::vector<std::thread> askers;
    for (int asker = 0; asker < 4; ++asker) {
      askers.emplace_back([&] {
        Neighbor nearest[2];
        const std::size_t count = index.find_nearest(Point{1.5F, 1.5F}, nearest);
        if (count == 2 && nearest[0].id == 0 && nearest[1].id == 1) ++right;
      });
    }
    for (std::thread& asker : askers) asker.join();
    ASSERT_EQ(right, 4);
  }
}

}  // namespace
}  // namespace quadphase::queries
