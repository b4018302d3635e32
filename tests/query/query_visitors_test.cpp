// SPDX-License-Identifier: MIT
// What a visitor may do: return nothing, stop at any call, throw, ask the engine itself; and what
// the queries that take none promise.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "queries/query_world.hpp"

namespace quadphase::queries {
namespace {

/// One query in visitor form that finds many: `visit` gets the ids in the order of the calls.
struct VisitorForm {
  const char* name;
  void (*ask)(const BroadPhase& engine, const std::function<bool(ObjectId)>& visit);
};

std::ostream& operator<<(std::ostream& stream, const VisitorForm& form) {
  return stream << form.name;
}

constexpr Box kMiddle = {5, 5, 12, 12};

const VisitorForm kForms[] = {
    {"InBox", [](const BroadPhase& e, const auto& visit) { e.for_each_overlap(kMiddle, visit); }},
    {"AtPoint",
     [](const BroadPhase& e, const auto& visit) {
       e.for_each_overlap(Point{8.25F, 8.25F}, visit);
     }},
    {"InCircle",
     [](const BroadPhase& e, const auto& visit) {
       e.for_each_overlap(Circle{{8, 8}, 4}, visit);
     }},
    {"Hit",
     [](const BroadPhase& e, const auto& visit) {
       e.for_each_hit(BoxCast{{-9, 5, -8, 9}, {40, 1}},
                      [&](const CastHit& hit) { return visit(hit.id); });
     }},
    {"Nearest",
     [](const BroadPhase& e, const auto& visit) {
       e.for_each_nearest(Point{8, 8}, [&](const Neighbor& hit) { return visit(hit.id); });
     }},
};

class VisitorOf : public testing::TestWithParam<VisitorForm> {
 protected:
  VisitorOf() {
    scenes::Random random(2);
    std::vector<Box> boxes;
    for (int i = 0; i < 700; ++i) {
      const float x = random.between(0, 15);
      const float y = random.between(0, 15);
      boxes.push_back({x, y, x + 2, y + 2});
    }
    model::Objects objects = objects_of_boxes(boxes);
    world_.set_static(model::split_off(objects, 300));
    world_.build(objects);
    all_ = asked();
  }

  [[nodiscard]] std::vector<ObjectId> asked() const {
    std::vector<ObjectId> ids;
    GetParam().ask(world_.broad_phase, [&](ObjectId id) {
      ids.push_back(id);
      return true;
    });
    return ids;
  }

  QueryWorld world_;
  std::vector<ObjectId> all_;
};

TEST_P(VisitorOf, IsNotCalledAgainAfterItHasSeenEnough) {
  ASSERT_GT(all_.size(), 8U);
  for (std::size_t enough = 1; enough <= all_.size(); enough += 1 + enough / 9) {
    std::vector<ObjectId> ids;
    GetParam().ask(world_.broad_phase, [&](ObjectId id) {
      ids.push_back(id);
      return ids.size() < enough;
    });
    ASSERT_EQ(ids, std::vector<ObjectId>(all_.begin(),
                                         all_.begin() + static_cast<std::ptrdiff_t>(enough)));
  }
}

TEST_P(VisitorOf, MayThrowAtAnyCall) {
  struct Stop {
    std::size_t call;
  };
  for (std::size_t last = 0; last < all_.size(); last += 1 + last / 5) {
    std::size_t calls = 0;
    try {
      GetParam().ask(world_.broad_phase, [&](ObjectId) -> bool {
        if (calls == last) throw Stop{calls};
        ++calls;
        return true;
      });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const Stop& stop) {
      EXPECT_EQ(stop.call, last);
    }
    EXPECT_EQ(asked(), all_) << "the engine answers differently afterwards";
  }
  world_.expect_answers(world_.dice().queries(10));
}

TEST_P(VisitorOf, MayAskTheEngineItself) {
  const Queries queries = world_.dice(3).queries(2);
  std::vector<ObjectId> ids;
  QueryResult result;
  GetParam().ask(world_.broad_phase, [&](ObjectId id) {
    ids.push_back(id);
    if (ids.size() % 16 != 3) return true;
    const Difference difference =
        difference_of_answers(world_.broad_phase, world_.oracle, queries, result);
    EXPECT_FALSE(difference) << *difference;
    return true;
  });
  EXPECT_EQ(ids, all_);
}

TEST_P(VisitorOf, FindsEachObjectOnce) {
  std::vector<ObjectId> ids = all_;
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
}

INSTANTIATE_TEST_SUITE_P(Form, VisitorOf, testing::ValuesIn(kForms),
                         [](const auto& form) { return std::string(form.param.name); });

/// Neither copied nor moved: it cannot be.
struct Counter {
  Counter() = default;
  Counter(const Counter&) = delete;
  Counter& operator=(const Counter&) = delete;

  void operator()(ObjectId) { ++calls; }
  void operator()(const CastHit&) { ++calls; }
  void operator()(const Neighbor&) { ++calls; }
  std::size_t calls = 0;
};

TEST(QueryVisitor, IsTakenAsItIs) {
  const QueryWorld world = world_of("uniform", 300);
  const BroadPhase& engine = world.broad_phase;
  const Box all = {-1e9F, -1e9F, 1e9F, 1e9F};
  const BoxCast all_cast = {all, {0, 0}};
  Counter counter;
  engine.for_each_overlap(all, counter);
  engine.for_each_overlap(Circle{{0, 0}, 1e9F}, counter);
  engine.for_each_hit(all_cast, counter);
  engine.for_each_nearest(Point{0, 0}, counter);
  EXPECT_EQ(counter.calls, 4 * 300U);
  std::size_t calls = 0;
  const auto constant = [&calls](ObjectId) { ++calls; };
  engine.for_each_overlap(all, constant);
  engine.for_each_overlap(all, [calls = std::size_t{0}](ObjectId) mutable { return ++calls < 9; });
  const std::function<void(ObjectId)> function = constant;
  engine.for_each_overlap(all, function);
  EXPECT_EQ(calls, 2 * 300U);
}

TEST(QueryVisitor, MayTakeItsItemByValue) {
  const QueryWorld world = world_of("uniform", 100);
  std::vector<Hit> hits;
  world.broad_phase.for_each_nearest(Point{0, 0}, [&](Hit hit) { hits.push_back(hit); });
  EXPECT_TRUE(std::is_sorted(hits.begin(), hits.end()));
  EXPECT_EQ(hits.size(), 100U);
}

std::vector<ObjectId> seen_ids;
void see_id(ObjectId id) {
  seen_ids.push_back(id);
}
bool see_three(ObjectId id) {
  see_id(id);
  return seen_ids.size() < 3;
}
void see_hit(CastHit hit) {
  see_id(hit.id);
}

TEST(QueryVisitor, MayBeAPlainFunction) {
  const QueryWorld world = world_of("uniform", 100);
  const Box all = {-1e9F, -1e9F, 1e9F, 1e9F};
  world.broad_phase.for_each_overlap(all, see_id);
  EXPECT_EQ(seen_ids.size(), 100U);
  seen_ids.clear();
  world.broad_phase.for_each_overlap(all, &see_three);
  EXPECT_EQ(seen_ids.size(), 3U);
  seen_ids.clear();
  world.broad_phase.for_each_overlap(all, see_three);
  EXPECT_EQ(seen_ids.size(), 3U);
  seen_ids.clear();
  world.broad_phase.for_each_hit(BoxCast{all, {0, 0}}, see_hit);
  EXPECT_EQ(seen_ids.size(), 100U);
}

TEST(QueryVisitor, ReturnsNothingOrExactlyBool) {
  const auto of = [](auto&& result) { return [result](ObjectId) { return result; }; };
  static_assert(Visitor<decltype(see_id), ObjectId>);
  static_assert(Visitor<decltype(&see_three), ObjectId>);
  static_assert(Visitor<decltype(of(true)), ObjectId>);
  static_assert(!Visitor<decltype(of(1)), ObjectId>);
  static_assert(!Visitor<decltype(of(std::size_t{1})), ObjectId>);
  static_assert(!Visitor<decltype(of("text")), ObjectId>);
  static_assert(!Visitor<decltype(of(std::true_type())), ObjectId>);
  static_assert(!Visitor<decltype(see_id), CastHit>);
  static_assert(!Visitor<decltype(see_hit), Neighbor>, "a distance is no fraction");
  static_assert(Visitor<std::function<void(const Neighbor&)>, Neighbor>);
  const auto of_hit = [](auto&& result) { return [result](const CastHit&) { return result; }; };
  static_assert(ClippingVisitor<decltype(of_hit(1.0))>);
  static_assert(ClippingVisitor<decltype(of_hit(1.0F))>);
  static_assert(!ClippingVisitor<decltype(of_hit(1))>, "most likely meant as a bool");
  static_assert(!ClippingVisitor<decltype(of_hit(true))>);
}

/// 3,000 boxes in a row; box i is entered at a fraction of (i + 0.25) / 3,000.
QueryWorld world_of_a_row() {
  std::vector<Box> boxes;
  for (int i = 0; i < 3'000; ++i) {
    const auto x = static_cast<float>(i);
    boxes.push_back({x + 0.25F, 0, x + 0.5F, 1});
  }
  QueryWorld world;
  world.build(objects_of_boxes(boxes));
  return world;
}

TEST(ClippingVisitor, SeesNoHitBeyondTheFractionThatItReturned) {
  const QueryWorld world = world_of_a_row();
  const Segment along = {{0, 0.5F}, {3'000, 0.5F}};
  for (const std::size_t last :
       {0U, 2U, 3U, 4U, 19U, 20U, 100U, 339U, 340U, 341U, 2'000U, 2'999U}) {
    const double end = (static_cast<double>(last) + 0.3) / 3'000;
    for (const std::size_t clipping : {std::size_t{0}, last / 2, last}) {
      SCOPED_TRACE(testing::Message() << "clipped by hit " << clipping << " to " << last);
      std::vector<ObjectId> ids;
      world.broad_phase.for_each_hit(along, [&](const CastHit& hit) {
        ids.push_back(hit.id);
        return hit.id == clipping ? end : 1.0;
      });
      ASSERT_EQ(ids.size(), last + 1);
      EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
    }
  }
}

TEST(ClippingVisitor, CannotMakeACastLonger) {
  const QueryWorld world = world_of_a_row();
  for (const double after : {-1.0, 1.0, 2.0, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()}) {
    std::size_t calls = 0;
    const auto visit = [&](const CastHit&) { return ++calls == 2 ? 500.0 : 501.0 * after; };
    world.broad_phase.for_each_hit(Ray{{0, 0.5F}, {1, 0}}, visit);
    EXPECT_EQ(calls, 500U) << after;
    calls = 0;
    world.broad_phase.for_each_hit(Ray{{0, 0.5F}, {1, 0}, 300}, visit);
    EXPECT_EQ(calls, 300U) << after;
  }
}

TEST(ClippingVisitor, StopsByZeroEvenInsideOfManyBoxes) {
  QueryWorld world;
  world.build(objects_of_boxes(std::vector<Box>(100, {0, 0, 1, 1})));
  std::size_t calls = 0;
  const auto visit = [&calls](const CastHit& hit) {
    EXPECT_EQ(hit.fraction, 0);
    return ++calls < 50 ? -1.0F : 0.0F;
  };
  world.broad_phase.for_each_hit(Segment{{0.5F, 0.5F}, {3, 3}}, visit);
  EXPECT_EQ(calls, 50U);
}

TEST(ClippingVisitor, MayThrow) {
  const QueryWorld world = world_of_a_row();
  std::size_t calls = 0;
  const auto visit = [&calls](const CastHit&) -> double {
    if (++calls == 30) throw std::runtime_error("enough");
    return 1e9;
  };
  EXPECT_THROW(world.broad_phase.for_each_hit(Ray{{0, 0.5F}, {1, 0}}, visit), std::runtime_error);
  EXPECT_EQ(calls, 30U);
}

TEST(Nearest, FillNoMoreThanThereIsRoomFor) {
  const QueryWorld world = world_of("uniform", 40);
  std::vector<Neighbor> nearest(100, Neighbor{-7, 12'345});
  for (const std::size_t room : {0U, 1U, 15U, 16U, 17U, 39U, 40U, 41U, 60U}) {
    std::fill(nearest.begin(), nearest.end(), Hit{-7, 12'345});
    const std::size_t count =
        world.broad_phase.find_nearest(Point{3, 3}, std::span(nearest).first(room));
    EXPECT_EQ(count, std::min<std::size_t>(room, 40));
    for (std::size_t i = room; i < nearest.size(); ++i)
      ASSERT_EQ(nearest[i], (Hit{-7, 12'345})) << "past the end";
  }
}

TEST(Casts, OfHandMadeCastsAreAnsweredToo) {
  const QueryWorld world = world_of("uniform", 500);
  Cast cast = BoxCast{{0, 0, 0.5F, 0.5F}, {1, 0.25F}};
  cast.max_fraction = 30;
  const Ray ray = {{0, 0}, {1, 0.25F}, 30};
  std::vector<Hit> hits;
  world.broad_phase.for_each_hit(cast, [&](const CastHit& hit) { hits.push_back(hit_of(hit)); });
  Sweep sweep = sweep_of(ray);
  sweep.max_x = sweep.max_y = 0.5;
  EXPECT_TRUE(same_bits(hits, world.oracle.hits(sweep, {})));
  EXPECT_FALSE(hits.empty());
}

}  // namespace
}  // namespace quadphase::queries
