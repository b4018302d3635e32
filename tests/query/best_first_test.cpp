// SPDX-License-Identifier: MIT
// How many objects a search for the best hits looks at, where all are equally good.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "data/best_hits.hpp"
#include "shapes/shapes.hpp"
#include "support/stage_inputs.hpp"

namespace quadphase::detail {
namespace {

using namespace quadphase::testing;

constexpr std::size_t kTiedCount = 30'000;

/// Boxes around the point (0, 0), with ids that fall in the order of the leaves: to each search
/// that goes through these, the next object is better than the last.
class TiedTree {
 public:
  TiedTree() : boxes_(equal_boxes()), pipeline_(boxes_) {
    pipeline_.tree();
    Tree& tree = pipeline_.frame.tree;
    for (std::size_t i = 0; i < kTiedCount; ++i)
      tree.ids[i] = static_cast<ObjectId>(kTiedCount - 1 - i);
  }

  /// Finds the `k` best; returns how many objects were measured.
  template <class Query, class Find>
  std::size_t search(const Query& query, const Find& find, std::size_t k) {
    std::size_t looked_at = 0;
    std::size_t* const count = &looked_at;
    const ImageRule rule{&count, 0,
                         [](const void* counter, std::size_t, const TreeView&, std::size_t) {
                           ++**static_cast<std::size_t* const*>(counter);
                           return true;
                         }};
    const Filter filter;
    std::vector<Hit> room(k);
    BestHits best(room);
    best.images = &rule;
    find(pipeline_.frame.tree.view, QueryPacket<Query>{&query, &filter, 1, 0}, best);
    const std::span<const Hit> hits = best.sort();
    EXPECT_EQ(hits.size(), k);
    for (std::size_t i = 0; i < hits.size(); ++i) EXPECT_EQ(hits[i].id, i);
    return looked_at;
  }

  [[nodiscard]] const Kernels& kernels() const { return pipeline_.kernels; }

 private:
  static StageBoxes equal_boxes() {
    StageBoxes boxes;
    for (std::size_t i = 0; i < kTiedCount; ++i) boxes.add({-1, -1, 1, 1});
    return boxes;
  }

  StageBoxes boxes_;
  Pipeline pipeline_;
};

/// Of each leaf on the way, all objects; of the rest, none.
constexpr std::size_t kFewObjects = 100;

TEST(BestFirst, LooksAtFewOfManyObjectsAtTheSameDistance) {
  for (const Point place : {Point{0, 0}, Point{7, 0}}) {
    TiedTree tree;
    const NearestQuery query = NearestQuery::of(place);
    for (const std::size_t k : {1U, 8U, 100U}) {
      std::size_t last = 0;
      for (int times = 0; times < 20; ++times)
        last = tree.search(query, tree.kernels().find_best_near, k);
      EXPECT_LE(last, kFewObjects + 4 * k) << place.x;
    }
  }
}

TEST(BestFirst, LooksAtFewOfManyObjectsThatACastHitsAtTheSameFraction) {
  for (const Point origin : {Point{0, 0}, Point{-7, 0}}) {
    TiedTree tree;
    CastQuery query{Ray{origin, {1, 0}}};
    query.limit_to(query.max_fraction);
    for (int times = 0; times < 20; ++times) tree.search(query, tree.kernels().find_best_hits, 1);
    EXPECT_LE(tree.search(query, tree.kernels().find_best_hits, 1), kFewObjects) << origin.x;
  }
}

TEST(BestFirst, LooksAtFewerObjectsOnceTheLeastIdsAreKnown) {
  TiedTree tree;
  const NearestQuery query = NearestQuery::of({0, 0});
  const std::size_t first = tree.search(query, tree.kernels().find_best_near, 1);
  EXPECT_LT(tree.search(query, tree.kernels().find_best_near, 1), first);
}

}  // namespace
}  // namespace quadphase::detail
