// SPDX-License-Identifier: MIT
// Any queries to any small world, and to any world that lives, are answered as by the oracle; a
// failing case is shrunk to the few objects and queries that matter. RC_PARAMS in the environment
// chooses another seed or more runs.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdlib>
#include <limits>
#include <ostream>

#include "model/histories.hpp"
#include "queries/query_world.hpp"

namespace quadphase {

// What RapidCheck prints of a failing case.
template <class Query>
requires requires(const Query& query) {
  queries::in_words(query);
}
void showValue(const Query& query, std::ostream& stream) {  // NOLINT: its name for it
  stream << queries::in_words(query);
}
inline void showValue(const Filter& filter, std::ostream& stream) {  // NOLINT
  stream << "filter " << filter.category << ' ' << filter.mask << ' ' << filter.group << ' '
         << filter.world;
}

namespace queries {

/// An object of a small world.
struct Creature {
  Box box;
  Filter filter;
  bool statics = false;
};

inline void showValue(const Creature& creature, std::ostream& stream) {  // NOLINT
  stream << (creature.statics ? "still " : "moving ");
  quadphase::showValue(creature.filter, stream);
  stream << ' ' << in_words(creature.box);
}

}  // namespace queries
}  // namespace quadphase

namespace rc {

using quadphase::Box;
using quadphase::BoxCast;
using quadphase::Capsule;
using quadphase::CapsuleCast;
using quadphase::Circle;
using quadphase::CircleCast;
using quadphase::ConvexPolygon;
using quadphase::Filter;
using quadphase::Point;
using quadphase::Ray;
using quadphase::RotatedBox;
using quadphase::Segment;
using quadphase::model::Operation;
using quadphase::queries::Creature;

/// On a grid of halves, where much touches.
inline Gen<float> any_on_grid() {
  return gen::map(gen::inRange(-8, 25), [](int half) { return static_cast<float>(half) * 0.5F; });
}

/// One of the numbers at which formulas break.
inline Gen<float> any_wild() {
  using Limits = std::numeric_limits<float>;
  return gen::element(0.0F, -0.0F, 1.0F, Limits::denorm_min(), -Limits::denorm_min(), 1e-30F, 1e30F,
                      -1e30F, Limits::max(), -Limits::max(), Limits::infinity(),
                      -Limits::infinity(), Limits::quiet_NaN());
}

inline Gen<float> any_number() {
  return gen::weightedOneOf<float>({{12, any_on_grid()}, {1, any_wild()}});
}

template <>
struct Arbitrary<Point> {
  static Gen<Point> arbitrary() { return gen::construct<Point>(any_number(), any_number()); }
};

template <>
struct Arbitrary<Box> {
  static Gen<Box> arbitrary() {
    const auto side =
        gen::map(gen::inRange(0, 7), [](int half) { return static_cast<float>(half) * 0.5F; });
    const Gen<Box> on_grid = gen::apply(
        [](float x, float y, float width, float height) {
          return Box{x, y, x + width, y + height};
        },
        any_on_grid(), any_on_grid(), side, side);
    const Gen<Box> wild =
        gen::construct<Box>(any_number(), any_number(), any_number(), any_number());
    return gen::weightedOneOf<Box>({{9, on_grid}, {1, wild}});
  }
};

template <>
struct Arbitrary<Circle> {
  static Gen<Circle> arbitrary() {
    return gen::construct<Circle>(gen::arbitrary<Point>(), any_number());
  }
};

template <>
struct Arbitrary<Ray> {
  static Gen<Ray> arbitrary() {
    const auto reach = gen::weightedOneOf<float>(
        {{1, gen::just(std::numeric_limits<float>::infinity())}, {1, any_number()}});
    return gen::construct<Ray>(gen::arbitrary<Point>(), gen::arbitrary<Point>(), reach);
  }
};

template <>
struct Arbitrary<Segment> {
  static Gen<Segment> arbitrary() {
    return gen::construct<Segment>(gen::arbitrary<Point>(), gen::arbitrary<Point>());
  }
};

template <>
struct Arbitrary<BoxCast> {
  static Gen<BoxCast> arbitrary() {
    return gen::construct<BoxCast>(gen::arbitrary<Box>(), gen::arbitrary<Point>());
  }
};

template <>
struct Arbitrary<Capsule> {
  static Gen<Capsule> arbitrary() {
    return gen::construct<Capsule>(gen::arbitrary<Point>(), gen::arbitrary<Point>(), any_number());
  }
};

template <>
struct Arbitrary<RotatedBox> {
  static Gen<RotatedBox> arbitrary() {
    return gen::construct<RotatedBox>(gen::arbitrary<Point>(), gen::arbitrary<Point>(),
                                      gen::arbitrary<Point>());
  }
};

/// The hull of some points, or the points as they come.
template <>
struct Arbitrary<ConvexPolygon> {
  static Gen<ConvexPolygon> arbitrary() {
    const auto points = gen::container<std::vector<Point>>(5, gen::arbitrary<Point>());
    return gen::oneOf(gen::map(points, quadphase::queries::hull_of),
                      gen::map(points, [](const std::vector<Point>& some) {
                        return ConvexPolygon(std::span<const Point>(some));
                      }));
  }
};

template <>
struct Arbitrary<CircleCast> {
  static Gen<CircleCast> arbitrary() {
    return gen::construct<CircleCast>(gen::arbitrary<Circle>(), gen::arbitrary<Point>());
  }
};

template <>
struct Arbitrary<CapsuleCast> {
  static Gen<CapsuleCast> arbitrary() {
    return gen::construct<CapsuleCast>(gen::arbitrary<Capsule>(), gen::arbitrary<Point>());
  }
};

template <>
struct Arbitrary<Filter> {
  static Gen<Filter> arbitrary() {
    const auto bits = [] { return gen::inRange<std::uint32_t>(0, 8); };
    const Gen<Filter> any = gen::construct<Filter>(
        bits(), bits(), gen::inRange<std::uint32_t>(0, 3), gen::inRange<std::uint32_t>(0, 2));
    return gen::oneOf(gen::just(Filter{}), any);
  }
};

template <>
struct Arbitrary<Creature> {
  static Gen<Creature> arbitrary() {
    return gen::construct<Creature>(gen::arbitrary<Box>(), gen::arbitrary<Filter>(),
                                    gen::arbitrary<bool>());
  }
};

template <>
struct Arbitrary<Operation> {
  static Gen<Operation> arbitrary() {
    using quadphase::model::Action;
    const auto action =
        gen::oneOf(gen::element(Action::frame, Action::sleep, Action::wake, Action::add),
                   gen::map(gen::inRange<std::uint32_t>(0, quadphase::model::kActionCount),
                            [](std::uint32_t number) { return static_cast<Action>(number); }));
    return gen::construct<Operation>(action, gen::inRange<std::uint32_t>(0, 64),
                                     gen::inRange<std::uint32_t>(0, 1'000));
  }
};

}  // namespace rc

namespace quadphase::queries {
namespace {

/// The same cases in every run: RapidCheck reads its parameters from the environment, once.
const bool kIsSeeded = [] {
  return setenv("RC_PARAMS", "seed=22 max_success=150 max_size=150", 0) == 0;
}();

/// The world of these objects; ids are far apart.
QueryWorld creature_world(const std::vector<Creature>& creatures, const Config& config) {
  model::Objects moving;
  model::Objects statics;
  ObjectId id = 5;
  for (const Creature& creature : creatures) {
    model::Object object;
    object.id = id;
    object.box = creature.box;
    object.filter = creature.filter;
    (creature.statics ? statics : moving).push_back(object);
    id += 0x9E37'79B1U;  // odd: no id comes twice
  }
  QueryWorld world(config);
  world.set_static(statics);
  world.build(moving);
  return world;
}

/// A failing case is an EXPECT of Google Test's; RapidCheck has printed the smallest one.
void expect_answers(const char* property, const Config& config) {
  ASSERT_TRUE(kIsSeeded);
  EXPECT_TRUE(rc::check(property, [&](const std::vector<Creature>& creatures,
                                      const std::vector<Filter>& filters) {
    QueryWorld world = creature_world(creatures, config);
    Queries queries;
    queries.boxes = *rc::gen::arbitrary<std::vector<Box>>();
    queries.points = *rc::gen::arbitrary<std::vector<Point>>();
    queries.circles = *rc::gen::arbitrary<std::vector<Circle>>();
    queries.rays = *rc::gen::arbitrary<std::vector<Ray>>();
    queries.segments = *rc::gen::arbitrary<std::vector<Segment>>();
    queries.box_casts = *rc::gen::arbitrary<std::vector<BoxCast>>();
    queries.capsules = *rc::gen::arbitrary<std::vector<Capsule>>();
    queries.rotated_boxes = *rc::gen::arbitrary<std::vector<RotatedBox>>();
    queries.polygons = *rc::gen::arbitrary<std::vector<ConvexPolygon>>();
    queries.circle_casts = *rc::gen::arbitrary<std::vector<CircleCast>>();
    queries.capsule_casts = *rc::gen::arbitrary<std::vector<CapsuleCast>>();
    queries.places = *rc::gen::arbitrary<std::vector<Point>>();
    queries.counts = {*rc::gen::inRange<std::size_t>(0, 40)};
    queries.radii = {*rc::any_number()};
    queries.filters = filters;
    if (auto found = difference_of_answers(world.broad_phase, world.oracle, queries, world.result))
      RC_FAIL(*found);
  }));
}

TEST(AnyQueries, ToAnySmallWorldAreAnsweredAsByTheOracle) {
  expect_answers("leaves of sixteen", {.threads = 1});
}

TEST(AnyQueries, ToSmallLeavesAreAnsweredAsByTheOracle) {
  expect_answers("leaves of one", {.threads = 1, .leaf_capacity = 1});
}

TEST(AnyQueries, InPlainCodeAreAnsweredAsByTheOracle) {
  expect_answers("no SIMD", {.threads = 2, .leaf_capacity = 3, .simd = Simd::scalar});
}

/// One of these; a failing case is shrunk to the first of them.
template <class Value>
Value pick(const std::vector<Value>& values) {
  return *rc::gen::elementOf(values);
}

TEST(AnyQueries, ToAnySceneAreAnsweredAsByTheOracle) {
  ASSERT_TRUE(kIsSeeded);
  EXPECT_TRUE(rc::check("scenes of any size with any columns", [] {
    static QueryResult used;
    const auto scene = pick<std::string>({"uniform", "dense", "mixed", "clusters", "galaxy",
                                          "giants", "walls", "roads", "decades", "line", "point"});
    const auto count = *rc::gen::inRange<std::size_t>(0, 1'500);
    const model::Dice dice{.category_bits = pick<std::uint32_t>({1, 3, 32}),
                           .groups = pick<std::uint32_t>({1, 2, 1'000}),
                           .worlds = pick<std::uint32_t>({1, 2, 100})};
    const model::Spans given{*rc::gen::inRange<std::uint32_t>(0, model::kAllSpans.bits + 1)};
    const auto seed = *rc::gen::inRange<std::uint64_t>(0, 99);
    model::Objects objects = model::objects_of(scene, count, seed, dice);
    if (!given.has(model::Span::ids)) objects = model::as_given(objects, model::Spans{510});
    QueryWorld world({.threads = 1, .leaf_capacity = pick<int>({16, 9, 1})});
    if (given.has(model::Span::ids)) {
      const auto static_count = *rc::gen::inRange<std::size_t>(0, objects.size() + 1);
      world.set_static(model::split_off(objects, static_count), given);
    }
    world.build(objects, given);
    const Queries queries = world.dice(seed).filtered_queries(8, dice);
    if (auto found = difference_of_answers(world.broad_phase, world.oracle, queries, used))
      RC_FAIL(*found);
  }));
}

void expect_answers_between_operations(const char* property, const Config& config) {
  ASSERT_TRUE(kIsSeeded);
  EXPECT_TRUE(rc::check(property, [config](const std::vector<model::Operation>& operations) {
    using model::Action;
    model::Player player(config, {.slots = 60, .side = 8});
    QueryResult result;
    std::uint64_t seed = 0;
    for (const model::Operation& operation : operations) {
      if (const Difference difference = player.play(operation)) RC_FAIL(*difference);
      if (operation.action != Action::frame && operation.action != Action::build) continue;
      QueryOracle oracle(config.touching, {config.period_x, config.period_y});
      oracle.set_static(player.statics());
      oracle.frame(player.moving());
      const Queries queries = QueryDice(oracle.members(), ++seed).filtered_queries(3);
      if (auto found = difference_of_answers(player.engine(), oracle, queries, result))
        RC_FAIL(*found);
    }
  }));
}

TEST(AnyHistory, LeavesAWorldWhoseAnswersAreThoseOfTheOracle) {
  expect_answers_between_operations("frames between other operations", {.threads = 1});
}

TEST(AnyHistory, LeavesAWorldWhoseAnswersAreThoseOfTheOracleWhereTouchingDoesNotCount) {
  expect_answers_between_operations("frames between other operations, interiors must meet",
                                    {.threads = 1, .touching = false});
}

TEST(AnyHistory, OfAPeriodicWorldLeavesAnswersThatAreThoseOfTheOracle) {
  expect_answers_between_operations("a torus", {.threads = 1, .period_x = 8, .period_y = 8});
  expect_answers_between_operations("along x", {.threads = 1, .period_x = 8});
  expect_answers_between_operations("along y, interiors must meet",
                                    {.threads = 1, .touching = false, .period_y = 9.7F});
}

}  // namespace
}  // namespace quadphase::queries
