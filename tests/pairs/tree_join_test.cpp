// SPDX-License-Identifier: MIT
#include "pairs/tree_join.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "pairs/leaf_hits.hpp"
#include "support/stage_inputs.hpp"
#include "support/stage_scenes.hpp"

namespace quadphase::detail {
namespace {

using namespace quadphase::testing;

/// The hits of all tasks, end to end.
std::vector<JoinHit> found_by(const Kernels& kernels, const TreeView& a,
                              const std::vector<const TreeView*>& others, bool touching = true) {
  JoinScratch scratch(std::pmr::get_default_resource());
  std::vector<JoinHit> hits;
  for (std::size_t i = 0; i < join_task_count(a); ++i) {
    const JoinTask task = join_task(a, i, touching);
    PairCounts counts;
    const std::span<const JoinHit> found = find_join(a, task, others, kernels, scratch, counts);
    const PositionRange positions = positions_of(a, task);
    for (const JoinHit& hit : found) {
      EXPECT_GE(hit.position, positions.first);
      EXPECT_LT(hit.position, positions.last);
    }
    EXPECT_EQ(counts.pairs, found.size());
    const PairCounts count = count_join(a, task, others, kernels);
    EXPECT_EQ(count.pairs, counts.pairs);
    EXPECT_EQ(count.tests, counts.tests);
    hits.insert(hits.end(), found.begin(), found.end());
  }
  EXPECT_TRUE(std::is_sorted(hits.begin(), hits.end()));
  return hits;
}

/// The same as (row of `a`, id), ascending.
std::vector<JoinHit> by_row(std::vector<JoinHit> hits, const Scene& a) {
  for (JoinHit& hit : hits) hit.position = a.tree().ids[hit.position] - a.first;
  std::sort(hits.begin(), hits.end());
  return hits;
}

std::vector<JoinHit> brute_force(const Scene& a, const Scenes& others, bool touching = true) {
  std::vector<JoinHit> hits;
  for (ObjectId i = 0; i < a.boxes.size(); ++i) {
    const Box box = a.boxes.view()[i];
    for (const auto& other : others) {
      for (ObjectId j = 0; j < other->boxes.size(); ++j) {
        const Box candidate = other->boxes.view()[j];
        if (is_valid(box) && is_valid(candidate) && overlaps(box, candidate, touching) &&
            may_pair(a.filter(i), other->filter(j)))
          hits.push_back({i, other->first + j});
      }
    }
  }
  std::sort(hits.begin(), hits.end());
  return hits;
}

/// Scenes of very different kinds over about the same world.
std::vector<StageBoxes> classes_of_boxes(std::size_t count) {
  StageBoxes giants = uniform(count, 60);
  for (std::size_t i = 0; i < count; i += 40) giants.add_square(10, static_cast<float>(i % 50), 25);
  return {uniform(count, 60), heap(count),   outlier(count), nested(count),
          line(count),        broken(count), giants};
}

TEST(FindCross, FindsExactlyTheOverlapsOfScenesOfUnequalSizes) {
  for (const std::size_t own : {0U, 1U, 2U, 17U, 300U, 5'000U}) {
    for (const std::size_t other : {0U, 1U, 2U, 17U, 300U, 5'000U}) {
      if (own * other > 2'000'000) continue;
      for (const StageBoxes& a_boxes : classes_of_boxes(own)) {
        const Scene a(a_boxes);
        for (const StageBoxes& b_boxes : classes_of_boxes(other)) {
          Scenes others;
          others.push_back(std::make_unique<Scene>(b_boxes));
          for (const bool touching : {true, false}) {
            const std::vector<JoinHit> hits =
                found_by(a.pipeline.kernels, a.tree(), trees_of(others), touching);
            EXPECT_EQ(by_row(hits, a), brute_force(a, others, touching))
                << own << " against " << other;
          }
        }
      }
    }
  }
}

TEST(FindCross, FindsTheOverlapsWithSeveralTreesInOneOrder) {
  const Scene a(uniform(1'000, 60));
  Scenes others;
  others.push_back(std::make_unique<Scene>(uniform(2'000, 60), 700));
  others.push_back(std::make_unique<Scene>(StageBoxes{}, 700));
  others.push_back(std::make_unique<Scene>(nested(500), 0));
  others.push_back(std::make_unique<Scene>(heap(300), 3'000));
  const std::vector<JoinHit> hits = found_by(a.pipeline.kernels, a.tree(), trees_of(others));
  EXPECT_EQ(by_row(hits, a), brute_force(a, others));
  EXPECT_TRUE(found_by(a.pipeline.kernels, a.tree(), {}).empty());
}

TEST(FindCross, GivesTheSameHitsOnEveryInstructionSetAndForAnyLeafCapacity) {
  for (const std::size_t own : {20U, 3'000U}) {
    for (const StageBoxes& b_boxes : {uniform(70'000, 100), nested(20'000), broken(20'000)}) {
      const Scene a(uniform(own, 100));
      Scenes others;
      others.push_back(std::make_unique<Scene>(b_boxes));
      Scenes thin;
      thin.push_back(std::make_unique<Scene>(b_boxes, 0, 1));
      const std::vector<JoinHit> expected =
          found_by(kernels_for(Simd::scalar), a.tree(), trees_of(others));
      EXPECT_FALSE(expected.empty());
      for (const Kernels* kernels : all_kernels()) {
        EXPECT_EQ(found_by(*kernels, a.tree(), trees_of(others)), expected);
        EXPECT_EQ(found_by(*kernels, a.tree(), trees_of(thin)), expected);
      }
    }
  }
}

/// Squares of a side, in a world that is `world` wide.
StageBoxes squares(std::size_t count, float world, float side) {
  Random random(count);
  StageBoxes boxes;
  for (std::size_t i = 0; i < count; ++i)
    boxes.add_square(std::floor(world * random.next()), world * random.next(), side);
  return boxes;
}

std::size_t count_shared_tasks(const Scene& a, const Scenes& others) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < join_task_count(a.tree()); ++i) {
    if (has_shared_hits(a.tree(), join_task(a.tree(), i, true), trees_of(others),
                        a.pipeline.kernels))
      ++count;
  }
  return count;
}

TEST(FindCross, FindsTheHitsThatNeighborsShare) {
  for (const float side : {1.F, 2.F, 5.F, 30.F}) {
    for (const std::uint32_t kind_count : {0U, 1U, 5U}) {
      const auto filters = [&](std::size_t count, std::uint64_t seed) {
        return kind_count == 0 ? Filters{} : classes_of_filters(count, kind_count, 2, seed);
      };
      const Scene a(squares(700, 40, side), 0, 16, filters(700, 1));
      Scenes others;
      others.push_back(std::make_unique<Scene>(squares(1'500, 40, side), 0, 16, filters(1'500, 2)));
      others.push_back(std::make_unique<Scene>(squares(900, 40, 1), 1'000, 16, filters(900, 3)));
      if (side > 2 && kind_count < 2) {
        EXPECT_GT(count_shared_tasks(a, others), 0U);
      }
      for (const bool touching : {true, false}) {
        const std::vector<JoinHit> expected = brute_force(a, others, touching);
        for (const Kernels* kernels : all_kernels()) {
          EXPECT_EQ(by_row(found_by(*kernels, a.tree(), trees_of(others), touching), a), expected)
              << side << ", " << kind_count << " kinds";
        }
      }
    }
  }
}

// The number of tests is the same by leaf and by hit, whatever is visited on the way to them.
TEST(FindCross, VisitsLittleMoreByLeafWhereBoxesLieFarApart) {
  const Scene b(uniform(200'000, 500));
  for (const std::size_t far : {1U, 16U, 100U, 250U}) {
    for (const std::size_t near : {0U, 20U, 128U}) {
      StageBoxes boxes = uniform(far, 500);
      for (std::size_t i = 0; i < near; ++i)
        boxes.add_square(250 + static_cast<float>(i) / 100, 250, 5);
      const Scene a(boxes);
      const Kernels& kernels = a.pipeline.kernels;
      for (std::uint32_t first = 0; first < a.tree().sizes[0]; ++first) {
        for (const std::uint32_t last : {first + 1, a.tree().sizes[0]}) {
          const JoinTask task{first, last, false, true};
          PairCounts by_hit;
          const std::uint64_t steps = kernels.count_join_hits(a.tree(), b.tree(), task, by_hit);
          PairCounts by_leaf;
          const LeafHitCounts found =
              kernels.find_leaf_hits(a.tree(), b.tree(), task, nullptr, by_leaf);
          EXPECT_EQ(by_leaf.tests, by_hit.tests);
          EXPECT_EQ(by_leaf.pairs, by_hit.pairs);
          EXPECT_LE(found.steps, 5 * steps + 500) << far << " and " << near;
        }
      }
    }
  }
}

TEST(FindCross, SlicesAreTheHitsInTheirOrder) {
  // Neighbors share few others or many, or more than a slice has room for.
  for (const float side : {1.F, 8.F, 100.F}) {
    const Scene a(squares(300, 100, side));
    Scenes others;
    others.push_back(std::make_unique<Scene>(squares(20'000, 100, 1)));
    others.push_back(std::make_unique<Scene>(squares(3'000, 100, 1), 30'000));
    for (const Kernels* kernels : all_kernels()) {
      JoinScratch scratch(std::pmr::get_default_resource());
      std::vector<JoinHit> hits;
      PairCounts counts;
      for (std::size_t i = 0; i < join_task_count(a.tree()); ++i) {
        visit_join(a.tree(), join_task(a.tree(), i, true), trees_of(others), *kernels, scratch,
                   counts, [&](std::span<const JoinHit> slice) {
                     EXPECT_LE(slice.size(), 8'192U);
                     hits.insert(hits.end(), slice.begin(), slice.end());
                   });
      }
      EXPECT_EQ(counts.pairs, hits.size());
      EXPECT_TRUE(hits == found_by(*kernels, a.tree(), trees_of(others))) << side;
    }
  }
}

TEST(FindCross, FindsOnlyWhatFiltersLetPair) {
  for (const std::uint32_t kind_count : {1U, 5U, 300U}) {
    for (const std::uint32_t world_count : {1U, 3U}) {
      for (const std::size_t own : {1U, 20U, 1'500U}) {
        const Scene a(uniform(own, 40), 0, 16, classes_of_filters(own, kind_count, world_count, 1));
        Scenes others;
        others.push_back(std::make_unique<Scene>(
            uniform(3'000, 40), 0, 16, classes_of_filters(3'000, kind_count, world_count, 2)));
        others.push_back(std::make_unique<Scene>(nested(200), 3'000, 16,
                                                 classes_of_filters(200, 7, world_count, 3)));
        const std::vector<JoinHit> expected = brute_force(a, others);
        for (const Kernels* kernels : all_kernels())
          EXPECT_EQ(by_row(found_by(*kernels, a.tree(), trees_of(others)), a), expected);
      }
    }
  }
}

TEST(FindCross, FindsOnlyWhatFiltersLetPairForFewBoxesAgainstALargeTree) {
  const Scene a(uniform(40, 260), 0, 16, classes_of_filters(40, 5, 2, 1));
  Scenes others;
  others.push_back(
      std::make_unique<Scene>(uniform(70'000, 260), 0, 16, classes_of_filters(70'000, 5, 2, 2)));
  const std::vector<JoinHit> expected = brute_force(a, others);
  EXPECT_FALSE(expected.empty());
  for (const Kernels* kernels : all_kernels())
    EXPECT_EQ(by_row(found_by(*kernels, a.tree(), trees_of(others)), a), expected);
}

TEST(FindCross, FindsNothingWhereNoKindsMatch) {
  Filters left;
  Filters right;
  for (std::size_t i = 0; i < 500; ++i) {
    left.add({1, 1, 0, 0});
    right.add({2, 2, 0, 0});
  }
  const Scene a(uniform(500, 20), 0, 16, left);
  Scenes others;
  others.push_back(std::make_unique<Scene>(uniform(500, 20), 0, 16, right));
  const std::vector<const TreeView*> trees = trees_of(others);
  for (std::size_t i = 0; i < join_task_count(a.tree()); ++i) {
    const JoinTask task = join_task(a.tree(), i, true);
    EXPECT_EQ(count_join(a.tree(), task, trees, a.pipeline.kernels).tests, 0U);
  }
}

}  // namespace
}  // namespace quadphase::detail
