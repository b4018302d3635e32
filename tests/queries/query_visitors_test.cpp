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
    {"InBox", [](const BroadPhase& e, const auto& visit) { e.for_each_in_box(kMiddle, visit); }},
    {"AtPoint",
     [](const BroadPhase& e, const auto& visit) {
       e.for_each_at_point({8.25F, 8.25F}, visit);
     }},
    {"InCircle",
     [](const BroadPhase& e, const auto& visit) {
       e.for_each_in_circle({{8, 8}, 4}, visit);
     }},
    {"Hit",
     [](const BroadPhase& e, const auto& visit) {
       e.for_each_hit(BoxCast{{-9, 5, -8, 9}, {40, 1}},
                      [&](const Hit& hit) { return visit(hit.id); });
     }},
    {"Nearest",
     [](const BroadPhase& e, const auto& visit) {
       e.for_each_nearest({8, 8}, [&](const Hit& hit) { return visit(hit.id); });
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
    living::Objects objects = objects_of_boxes(boxes);
    world_.set_static(living::split_off(objects, 300));
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
  void operator()(const Hit&) { ++calls; }
  std::size_t calls = 0;
};

TEST(QueryVisitor, IsTakenAsItIs) {
  const QueryWorld world = world_of("uniform", 300);
  const BroadPhase& engine = world.broad_phase;
  const Box all = {-1e9F, -1e9F, 1e9F, 1e9F};
  const BoxCast all_cast = {all, {0, 0}};
  Counter counter;
  engine.for_each_in_box(all, counter);
  engine.for_each_in_circle({{0, 0}, 1e9F}, counter);
  engine.for_each_hit(all_cast, counter);
  engine.for_each_nearest({0, 0}, counter);
  EXPECT_EQ(counter.calls, 4 * 300U);
  std::size_t calls = 0;
  const auto constant = [&calls](ObjectId) { ++calls; };
  engine.for_each_in_box(all, constant);
  engine.for_each_in_box(all, [calls = std::size_t{0}](ObjectId) mutable { return ++calls < 9; });
  const std::function<void(ObjectId)> function = constant;
  engine.for_each_in_box(all, function);
  EXPECT_EQ(calls, 2 * 300U);
}

TEST(QueryVisitor, MayTakeItsItemByValue) {
  const QueryWorld world = world_of("uniform", 100);
  std::vector<Hit> hits;
  world.broad_phase.for_each_nearest({0, 0}, [&](Hit hit) { hits.push_back(hit); });
  EXPECT_TRUE(std::is_sorted(hits.begin(), hits.end()));
  EXPECT_EQ(hits.size(), 100U);
}

TEST(QueriesWithoutAVisitor, DoNotThrow) {
  using Engine = const BroadPhase&;
  static_assert(noexcept(std::declval<Engine>().any_hit(std::declval<const Cast&>())));
  static_assert(noexcept(std::declval<Engine>().closest_hit(std::declval<const Cast&>())));
  static_assert(noexcept(std::declval<Engine>().find_nearest(Point{}, std::span<Hit>{})));
}

TEST(Nearest, FillNoMoreThanThereIsRoomFor) {
  const QueryWorld world = world_of("uniform", 40);
  std::vector<Hit> nearest(100, Hit{-7, 12'345});
  for (const std::size_t room : {0U, 1U, 15U, 16U, 17U, 39U, 40U, 41U, 60U}) {
    std::fill(nearest.begin(), nearest.end(), Hit{-7, 12'345});
    const std::size_t count =
        world.broad_phase.find_nearest({3, 3}, std::span(nearest).first(room));
    EXPECT_EQ(count, std::min<std::size_t>(room, 40));
    for (std::size_t i = room; i < nearest.size(); ++i)
      ASSERT_EQ(nearest[i], (Hit{-7, 12'345})) << "behind the room";
  }
}

TEST(Casts, OfHandMadeCastsAreAnsweredToo) {
  const QueryWorld world = world_of("uniform", 500);
  Cast cast = BoxCast{{0, 0, 0.5F, 0.5F}, {1, 0.25F}};
  cast.max_distance = 30;
  const Ray ray = {{0, 0}, {1, 0.25F}, 30};
  std::vector<Hit> hits;
  world.broad_phase.for_each_hit(cast, [&](const Hit& hit) { hits.push_back(hit); });
  Sweep sweep = sweep_of(ray);
  sweep.max_x = sweep.max_y = 0.5;
  EXPECT_TRUE(same_bits(hits, world.oracle.hits(sweep, {})));
  EXPECT_FALSE(hits.empty());
}

}  // namespace
}  // namespace quadphase::queries
