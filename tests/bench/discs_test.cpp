// SPDX-License-Identifier: MIT
// The simulation of the command steps: the same discs, whatever the order of rows and pairs and
// however many threads push them.
#include "steps/discs.hpp"

#include <gtest/gtest.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <random>
#include <vector>

#include "oracle/exact_pairs.hpp"
#include "quadphase/pair.hpp"
#include "scenes/scene.hpp"

namespace quadphase::bench::steps {
namespace {

constexpr std::size_t kCount = 3'000;

Discs make_discs(const char* scene = "uniform") {
  return {scenes::make_scene(scene, {.count = kCount})->boxes(), 1};
}

/// A step with the exact pairs, which `change` may put into another order.
template <class Change>
void step(Discs& discs, const Change& change) {
  discs.move();
  std::vector<Pair> pairs = oracle::exact_pairs(discs.boxes());
  change(pairs);
  discs.collide(pairs, false);
}

void step(Discs& discs) {
  step(discs, [](std::vector<Pair>&) {});
}

TEST(Push, SumsBothAxesInAnyOrder) {
  const auto sum_of = [](const std::vector<std::pair<float, float>>& pushes) {
    std::uint64_t sum = 0;
    for (const auto& [x, y] : pushes) sum += Push::packed(x, y);
    return Push(sum);
  };
  const Push first = sum_of({{-0.5F, 0.25F}, {0.125F, -3}, {-2, -0.75F}});
  EXPECT_EQ(first.x, -2.375F);
  EXPECT_EQ(first.y, -3.5F);
  const Push second = sum_of({{-2, -0.75F}, {-0.5F, 0.25F}, {0.125F, -3}});
  EXPECT_EQ(second.x, first.x);
  EXPECT_EQ(second.y, first.y);
  EXPECT_EQ(sum_of({{-1, 1}, {1, -1}}).x, 0);
  EXPECT_EQ(sum_of({{-1, 1}, {1, -1}}).y, 0);
}

TEST(Collide, PushesDiscsApartAndOnlyThoseThatOverlap) {
  const auto push_to = [](float x, float y) {
    Disc a = {.radius = 1, .inverse_mass = 1};
    Disc b = {.x = x, .y = y, .radius = 1, .inverse_mass = 1};
    EXPECT_EQ(collide(a, b, push_alone), collide(b, a, push_alone));
    EXPECT_EQ(Push(a.pushes).x, -Push(b.pushes).x);
    EXPECT_EQ(Push(a.pushes).y, -Push(b.pushes).y);
    return Push(b.pushes);
  };
  EXPECT_GT(push_to(1.5F, 0).x, 0);
  EXPECT_EQ(push_to(1.5F, 0).y, 0);
  EXPECT_LT(push_to(0, -1.5F).y, 0);
  // Their boxes overlap, they do not.
  EXPECT_EQ(push_to(1.5F, 1.5F).x, 0);
  EXPECT_EQ(push_to(1.5F, 1.5F).y, 0);
}

TEST(Discs, GoTheSameWayInAnyOrderOfRowsAndPairs) {
  for (const char* scene : {"uniform", "mixed", "clusters"}) {
    SCOPED_TRACE(scene);
    Discs as_made = make_discs(scene);
    Discs sorted = make_discs(scene);
    Discs shuffled = make_discs(scene);
    std::mt19937 random(5);
    for (int i = 0; i < 25; ++i) {
      step(as_made);
      if (i % 3 == 0) sorted.reorder(sorted.curve_order());
      step(sorted);
      step(shuffled, [&](std::vector<Pair>& pairs) {
        std::shuffle(pairs.begin(), pairs.end(), random);
        for (Pair& pair : pairs) std::swap(pair.first, pair.second);
      });
      ASSERT_EQ(sorted.hash(), as_made.hash()) << i;
      ASSERT_EQ(shuffled.hash(), as_made.hash()) << i;
    }
  }
}

TEST(Discs, GoTheSameWayOnManyThreads) {
  Discs alone = make_discs();
  Discs shared = make_discs();
  tbb::task_arena arena(3);
  for (int i = 0; i < 10; ++i) {
    step(alone);
    arena.execute([&] {
      shared.move();
      const std::vector<Pair> pairs = oracle::exact_pairs(shared.boxes());
      tbb::parallel_for(std::size_t{0}, pairs.size(), [&](std::size_t pair) {
        shared.collide(std::span(pairs).subspan(pair, 1), true);
      });
    });
    ASSERT_EQ(shared.hash(), alone.hash()) << i;
  }
}

TEST(Discs, OrderAlongTheCurveNamesEachRowOnce) {
  Discs discs = make_discs();
  step(discs);
  const std::span<const ObjectId> order = discs.curve_order();
  std::vector<ObjectId> rows(order.begin(), order.end());
  std::sort(rows.begin(), rows.end());
  ASSERT_EQ(rows.size(), kCount);
  for (std::size_t row = 0; row < kCount; ++row) ASSERT_EQ(rows[row], row);
}

/// What the benchmark measures is not to fade away: as many pairs after a while as at first, half
/// of them and more with discs that overlap, and all near where they were.
TEST(Discs, KeepMeetingEachOther) {
  Discs discs = make_discs();
  step(discs);
  const Box first = discs.boxes()[0];
  for (int i = 0; i < 200; ++i) step(discs);
  const std::vector<Pair> pairs = oracle::exact_pairs(discs.boxes());
  EXPECT_GT(pairs.size(), kCount * 3 / 2);
  EXPECT_GT(discs.contact_count(pairs), pairs.size() / 2);
  EXPECT_NE(discs.boxes()[0].min_x, first.min_x);
}

}  // namespace
}  // namespace quadphase::bench::steps
