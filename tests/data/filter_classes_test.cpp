// SPDX-License-Identifier: MIT
// Any number of filter classes: joins and queries find what brute force does, and test only leaves
// that have something to find.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "kernels/kernels.hpp"
#include "pairs/tree_join.hpp"
#include "support/stage_inputs.hpp"
#include "support/stage_scenes.hpp"

namespace quadphase::detail {
namespace {

using namespace quadphase::testing;

/// From one class to one per object; 64 have a table of their own, and 512 are compared.
constexpr std::uint32_t kClassCounts[] = {1, 8, 64, 65, 512, 2'048, 4'096, 100'000};

/// StageBoxes that all overlap, of two sizes.
StageBoxes crowd(std::size_t count) {
  Random random(count);
  StageBoxes boxes;
  for (std::size_t i = 0; i < count; ++i)
    boxes.add_square(random.next(), random.next(), i % 100 == 0 ? 200.0F : 10.0F);
  return boxes;
}

/// Kind i of eight looks for kind i + 1, so nobody pairs. Other bits, which nobody looks for, make
/// `class_count` combinations of that.
Filter filter_of(std::uint32_t number, std::uint32_t class_count) {
  const std::uint32_t kind = number % 8;
  const std::uint32_t other = number % class_count / 8;
  return {.category = 1U << kind | other << 8, .mask = 1U << (kind + 1) % 8};
}

Filters filters_in_turn(std::size_t count, std::uint32_t class_count) {
  Random random(class_count);
  Filters filters;
  for (std::size_t i = 0; i < count; ++i)
    filters.add(filter_of(static_cast<std::uint32_t>(random.next() * 0x1p24F), class_count));
  return filters;
}

/// Combinations of random bits.
Filters random_filters(std::size_t count, std::uint32_t class_count, std::uint64_t seed) {
  Random random(seed);
  const auto bits = [&] { return static_cast<std::uint32_t>(random.next() * 0x1p24F); };
  std::vector<Filter> classes;
  for (std::uint32_t i = 0; i < std::min<std::uint32_t>(class_count, 2'000); ++i)
    classes.push_back({bits() & bits() & bits() & bits(), bits() & bits() & bits(), bits() % 2, 0});
  Filters filters;
  for (std::size_t i = 0; i < count; ++i) filters.add(classes[bits() % classes.size()]);
  return filters;
}

/// The objects that a box finds, ascending.
std::vector<ObjectId> found_by(const Kernels& kernels, const TreeView& tree, const Box& box,
                               const Filter& filter) {
  const BoxQuery query{box};
  Buffer<WalkHit> hits(std::pmr::get_default_resource());
  ArrayWriter<WalkHit> writer;
  writer.restart_in(hits);
  kernels.walk_boxes(tree, {&query, &filter, 1, 0xFFFF'FFFF}, writer);
  std::vector<ObjectId> ids;
  for (std::size_t i = 0; i < writer.size(); ++i) ids.push_back(hits[i].object);
  std::sort(ids.begin(), ids.end());
  return ids;
}

/// A tree whose objects let everything pair, though its leaves and nodes have the summaries of
/// their own filters. So a search finds all that it tests.
struct ProbedTree {
  explicit ProbedTree(const Scene& scene) : view(scene.tree()) {
    for (std::size_t i = 0; i < scene.boxes.size() + kFanout; ++i) everything.add({~0U, ~0U, 0, 0});
    view.filters = everything.span();
  }

  Filters everything;
  TreeView view;
};

/// The number of objects in the leaves that have one that may pair with `filter`.
std::size_t objects_beside_partners(const Scene& scene, const Filter& filter) {
  const TreeView& tree = scene.tree();
  std::size_t count = 0;
  for (std::uint32_t leaf = 0; leaf < tree.sizes[0]; ++leaf) {
    for (std::uint32_t i = tree.leaf_first[leaf]; i < tree.leaf_first[leaf + 1]; ++i) {
      if (!may_pair(filter, scene.filter(tree.ids[i]))) continue;
      count += tree.leaf_first[leaf + 1] - tree.leaf_first[leaf];
      break;
    }
  }
  return count;
}

PairCounts joined(const Kernels& kernels, const TreeView& a, const TreeView& b) {
  PairCounts sum;
  for (std::size_t i = 0; i < join_task_count(a); ++i) {
    const PairCounts counts = count_join(a, join_task(a, i, true), std::vector{&b}, kernels);
    sum.pairs += counts.pairs;
    sum.tests += counts.tests;
  }
  return sum;
}

std::uint64_t brute_force(const Scene& a, const Scene& b) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < a.boxes.size(); ++i) {
    for (std::size_t j = 0; j < b.boxes.size(); ++j)
      count += overlaps(a.boxes.view()[i], b.boxes.view()[j]) && may_pair(a.filter(i), b.filter(j));
  }
  return count;
}

TEST(ManyFilterClasses, AQueryFindsWhatItsFilterLetsThrough) {
  for (const std::uint32_t class_count : {60U, 500U, 2'000U}) {
    const Scene scene(uniform(3'000, 30), 0, 16, random_filters(3'000, class_count, 1));
    const Filters queries = random_filters(60, 2'000, 2);
    std::size_t found = 0;
    for (std::size_t q = 0; q < 60; ++q) {
      const float corner = static_cast<float>(q) / 4;
      const Box box{corner, corner, corner + 15, corner + 15};
      std::vector<ObjectId> expected;
      for (ObjectId i = 0; i < scene.boxes.size(); ++i) {
        if (overlaps(box, scene.boxes.view()[i]) && may_pair(queries.at(q), scene.filter(i)))
          expected.push_back(i);
      }
      found += expected.size();
      for (const Kernels* kernels : all_kernels())
        EXPECT_EQ(found_by(*kernels, scene.tree(), box, queries.at(q)), expected) << class_count;
    }
    EXPECT_GT(found, 100U);
  }
}

TEST(ManyFilterClasses, AQueryTestsOnlyLeavesInWhichItFindsSomething) {
  constexpr std::size_t kCount = 20'000;
  for (const std::uint32_t class_count : kClassCounts) {
    Filters filters = filters_in_turn(kCount, class_count);
    for (std::size_t i = 1; i < kCount; i += 1'000) {
      filters.category[i] = 1;
      filters.mask[i] = 1U << 30;
    }
    const Scene scene(crowd(kCount), 0, 16, filters);
    const ProbedTree probed(scene);
    for (const Filter& filter : {Filter{4, 4, 0, 0}, Filter{1U << 30, 1, 0, 0},
                                 Filter{1U << 30, ~0U, 0, 0}, Filter{1, 0, 0, 0}}) {
      const std::size_t expected = objects_beside_partners(scene, filter);
      EXPECT_LE(expected, 20U * 16);
      for (const Box& box : {Box{5, 5, 6, 6}, Box{-1, -1, 300, 300}}) {
        for (const Kernels* kernels : all_kernels())
          EXPECT_EQ(found_by(*kernels, probed.view, box, filter).size(), expected) << class_count;
      }
    }
  }
}

TEST(ManyFilterClasses, AJoinFindsWhatFiltersLetPair) {
  std::uint64_t found = 0;
  for (const std::uint32_t a_classes : {1U, 60U, 500U, 2'000U}) {
    for (const std::uint32_t b_classes : {1U, 60U, 500U, 2'000U}) {
      for (const std::size_t own : {10U, 700U}) {
        const Scene a(uniform(own, 20), 0, 16, random_filters(own, a_classes, 3));
        const Scene b(uniform(2'000, 20), 0, 16, random_filters(2'000, b_classes, 4));
        const std::uint64_t expected = brute_force(a, b);
        found += expected;
        for (const Kernels* kernels : all_kernels())
          EXPECT_EQ(joined(*kernels, a.tree(), b.tree()).pairs, expected)
              << a_classes << " with " << b_classes;
      }
    }
  }
  EXPECT_GT(found, 1'000U);
}

TEST(ManyFilterClasses, AJoinInWhichNobodyPairsTestsNothing) {
  constexpr std::size_t kCount = 5'000;
  for (const std::uint32_t a_classes : kClassCounts) {
    const Scene a(crowd(kCount), 0, 16, filters_in_turn(kCount, a_classes));
    for (const std::uint32_t b_classes : kClassCounts) {
      const Scene b(crowd(kCount), 0, 16, filters_in_turn(kCount, b_classes));
      for (const Kernels* kernels : all_kernels())
        EXPECT_EQ(joined(*kernels, a.tree(), b.tree()).tests, 0U)
            << a_classes << " with " << b_classes;
    }
  }
}

TEST(ManyFilterClasses, AJoinInWhichFewPairTestsFew) {
  constexpr std::size_t kCount = 5'000;
  for (const std::uint32_t class_count : kClassCounts) {
    Filters left = filters_in_turn(kCount, class_count);
    Filters right = left;
    for (std::size_t i = 1; i < kCount; i += 200) {
      left.category[i] = right.mask[i] = 1U << 30;
      left.mask[i] = right.category[i] = 1U << 31;
    }
    const Scene a(crowd(kCount), 0, 16, left);
    const Scene b(crowd(kCount), 0, 16, right);
    for (const Kernels* kernels : all_kernels()) {
      const PairCounts counts = joined(*kernels, a.tree(), b.tree());
      EXPECT_EQ(counts.pairs, 25U * 25);
      EXPECT_LE(counts.tests, counts.pairs * kFanout * kFanout) << class_count;
    }
  }
}

}  // namespace
}  // namespace quadphase::detail
