// SPDX-License-Identifier: MIT
// Whatever floating-point mode the caller is in, the answers are the same, and he finds his mode as
// it was.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <limits>

#include "queries/extreme_floats.hpp"
#include "queries/query_world.hpp"
#include "support/floating_point_mode.hpp"

namespace quadphase::queries {
namespace {

using namespace modes;

/// Boxes of denormal edges, which a flush to zero would make touch, beside others.
model::Objects denormal_objects(std::size_t count) {
  scenes::Random random(5);
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const float scale = i % 3 == 0 ? 0x1p-126F : kDenormMin * 64;
    const float x = scale * static_cast<float>(random.below(1U << 10U)) * 0.125F;
    const float y = scale * static_cast<float>(random.below(1U << 10U)) * 0.125F;
    boxes.push_back({x, y, x + 9 * scale, y + 9 * scale});
  }
  for (std::size_t i = 0; i < count / 2; ++i) {
    const float x = random.between(-100, 100);
    boxes.push_back({x, x * 0.3F, x + 2, x * 0.3F + 2});
  }
  return objects_of_boxes(boxes);
}

/// What visitors and single queries answer, and whether each left the mode as it was.
struct Single {
  std::vector<std::vector<ObjectId>> ids;
  std::vector<std::vector<Hit>> hits;
  int lost_modes = 0;
};

class Asking {
 public:
  explicit Asking(const BroadPhase& engine) : engine_(engine) {}

  [[nodiscard]] Single ask(const Queries& queries) {
    single_ = {};
    before_ = mode();
    for (std::size_t i = 0; i < queries.boxes.size(); ++i) {
      single_.ids.emplace_back();
      engine_.for_each_overlap(queries.boxes[i], [&](ObjectId id) { note(id); });
      check();
      engine_.for_each_overlap(queries.points[i], [&](ObjectId id) { note(id); });
      check();
      for (const Shape& shape : {Shape(queries.circles[i]), Shape(queries.capsules[i]),
                                 Shape(queries.rotated_boxes[i]), Shape(queries.polygons[i])}) {
        engine_.for_each_overlap(shape, [&](ObjectId id) { note(id); });
        check();
        engine_.for_each_inside(shape, [&](ObjectId id) { note(id); });
        check();
      }
      ask_cast(queries.rays[i]);
      ask_cast(queries.segments[i]);
      ask_cast(queries.box_casts[i]);
      ask_cast(queries.circle_casts[i]);
      ask_cast(queries.capsule_casts[i]);
      single_.hits.emplace_back(3);
      single_.hits.back().resize(engine_.find_nearest(queries.places[i], single_.hits.back()));
      check();
    }
    return single_;
  }

 private:
  void ask_cast(const Cast& cast) {
    single_.hits.emplace_back();
    engine_.for_each_hit(cast, [&](const CastHit& hit) {
      single_.hits.back().push_back(hit_of(hit));
      check();
    });
    check();
    if (const auto hit = engine_.cast_closest(cast)) single_.hits.back().push_back(hit_of(*hit));
    check();
    if (const auto id = engine_.cast_any(cast)) single_.hits.back().push_back({0, *id});
    check();
  }
  void note(ObjectId id) {
    single_.ids.back().push_back(id);
    check();  // the visitor is the caller's, and so is its mode
  }
  void check() {
    if ((mode() & kControl) != (before_ & kControl)) ++single_.lost_modes;
  }

  const BroadPhase& engine_;
  Single single_;
  Mode before_ = 0;
};

class QueryMode : public testing::TestWithParam<Simd> {
 protected:
  [[nodiscard]] QueryWorld world(int threads) const {
    QueryWorld world({.threads = threads, .simd = GetParam()});
    model::Objects objects = denormal_objects(600);
    world.set_static(model::split_off(objects, 200));
    world.build(objects);
    return world;
  }
  [[nodiscard]] static Queries queries_to(const QueryWorld& world) {
    Queries queries = world.dice(4).queries(40);
    model::Objects denormal = denormal_objects(600);
    QueryWorld other;
    other.build({denormal.begin(), denormal.begin() + 600});
    return joined(queries, other.dice(5).queries(40));
  }

  tbb::global_control really_that_many_{tbb::global_control::max_allowed_parallelism, 4};
};

TEST_P(QueryMode, OfTheCallerChangesNoSingleAnswerAndIsRestored) {
  const QueryWorld world = this->world(1);
  const Queries queries = queries_to(world);
  Asking asking(world.broad_phase);
  const Single expected = asking.ask(queries);
  EXPECT_EQ(expected.lost_modes, 0);
  for (const Mode wanted : kModes) {
    Single found;
    {
      const ScopedMode scope(wanted);
      found = asking.ask(queries);
    }
    EXPECT_EQ(found.lost_modes, 0) << "mode " << wanted;
    EXPECT_TRUE(found.ids == expected.ids) << "mode " << wanted;
    EXPECT_TRUE(found.hits == expected.hits) << "mode " << wanted;
  }
}

TEST_P(QueryMode, OfTheCallerChangesNoBatchAndIsRestored) {
  for (const int threads : {1, 4}) {
    QueryWorld world = this->world(threads);
    const Queries few = queries_to(world);
    Queries queries = few;
    while (threads > 1 && queries.boxes.size() < 520) queries = joined(queries, queries);
    world.expect_answers(few);
    const std::vector<Answer> expected = batches_of(world.broad_phase, queries, world.result);
    for (const Mode wanted : kModes) {
      std::vector<Answer> found;
      Mode after = 0;
      {
        const ScopedMode scope(wanted);
        found = batches_of(world.broad_phase, queries, world.result);
        after = mode();
      }
      EXPECT_EQ(after & kControl, wanted & kControl);
      EXPECT_TRUE(found == expected) << "mode " << wanted << ", " << threads << " threads";
    }
  }
}

TEST_P(QueryMode, IsRestoredAfterAnException) {
  const QueryWorld world = this->world(4);
  const std::vector<Box> boxes(10);
  const std::vector<Filter> filters(3);
  QueryResult result;
  Mode after_visitor = 0;
  Mode after_batch = 0;
  {
    const ScopedMode scope(kModes[0]);
    EXPECT_THROW(world.broad_phase.for_each_overlap(Box{-1, -1, 1, 1}, [](ObjectId) { throw 1; }),
                 int);
    EXPECT_THROW(world.broad_phase.for_each_nearest(Point{0, 0}, [](const Neighbor&) { throw 1; }),
                 int);
    EXPECT_THROW(
        world.broad_phase.for_each_hit(Ray{{0, 0}, {1, 1}}, [](const CastHit&) { throw 1; }), int);
    after_visitor = mode();
    EXPECT_THROW(world.broad_phase.find_overlaps(boxes, result,
                                                 {.attributes = Attributes{}.set_filters(filters)}),
                 std::invalid_argument);
    after_batch = mode();
  }
  EXPECT_EQ(after_visitor & kControl, kModes[0] & kControl);
  EXPECT_EQ(after_batch & kControl, kModes[0] & kControl);
}

TEST_P(QueryMode, ThatAVisitorLeavesIsNotThatOfTheSearchNorOfTheCaller) {
  const QueryWorld world = this->world(1);
  const Queries queries = queries_to(world);
  const Mode before = mode();
  // The hits of one visitor after the other: the search goes on after each page of them.
  const auto hits_of_all = [&](Mode left) {
    std::vector<Hit> hits;
    for (const Ray& ray : queries.rays) {
      world.broad_phase.for_each_hit(ray, [&](const CastHit& hit) {
        hits.push_back(hit_of(hit));
        set_mode(left);
      });
      EXPECT_EQ(mode() & kControl, before & kControl);
    }
    for (const Point& place : queries.points) {
      std::size_t visits = 0;
      world.broad_phase.for_each_nearest(place, [&](const Neighbor& hit) {
        hits.push_back(hit);
        set_mode(left);
        return ++visits < 400;
      });
      EXPECT_EQ(mode() & kControl, before & kControl);
    }
    return hits;
  };
  const std::vector<Hit> expected = hits_of_all(before);
  EXPECT_GT(expected.size(), 10'000U);
  for (const Mode left : kModes) EXPECT_TRUE(hits_of_all(left) == expected) << "mode " << left;
}

INSTANTIATE_TEST_SUITE_P(Simd, QueryMode, testing::ValuesIn(contract::supported_simds()),
                         [](const auto& simd) { return std::string(name_of(simd.param)); });

}  // namespace
}  // namespace quadphase::queries
