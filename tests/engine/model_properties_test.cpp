// SPDX-License-Identifier: MIT
// Any history of a small world agrees with the model; one that does not is shrunk to the few
// operations that matter. RC_PARAMS in the environment chooses another seed or more runs.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "model/histories.hpp"
#include "model/seeded.hpp"

namespace rc {

template <>
struct Arbitrary<quadphase::model::Operation> {
  static Gen<quadphase::model::Operation> arbitrary() {
    using quadphase::model::Action;
    using quadphase::model::Operation;
    const auto action =
        gen::oneOf(gen::element(Action::frame, Action::search, Action::add, Action::build),
                   gen::map(gen::inRange<std::uint32_t>(0, quadphase::model::kActionCount),
                            [](std::uint32_t number) { return static_cast<Action>(number); }));
    return gen::construct<Operation>(action, gen::inRange<std::uint32_t>(0, 64),
                                     gen::inRange<std::uint32_t>(0, 1'000));
  }
};

}  // namespace rc

namespace quadphase::model {
namespace {

/// A failing history is an EXPECT of Google Test's; RapidCheck has printed the smallest one.
void expect_agreement(const char* property, const Config& config, const WorldRules& rules) {
  ASSERT_TRUE(kIsSeeded);
  EXPECT_TRUE(rc::check(property, [&](const std::vector<Operation>& operations) {
    Player player(config, rules);
    for (const Operation& operation : operations)
      if (const Difference difference = player.play(operation)) RC_FAIL(*difference);
    if (const Difference difference = player.play({})) RC_FAIL(*difference);
  }));
}

TEST(AnyHistory, OfASmallWorldAgreesWithTheModel) {
  expect_agreement("events on", {.threads = 1, .events = true}, {.slots = 40, .side = 6});
}

TEST(AnyHistory, OfSmallLeavesAgreesWithTheModel) {
  expect_agreement("leaves of one", {.threads = 1, .events = true, .leaf_capacity = 1},
                   {.slots = 40, .side = 6});
}

TEST(AnyHistory, WithoutGrownBoxesAgreesWithTheModel) {
  expect_agreement("ids, filters, generations", {.threads = 2, .events = true},
                   {.slots = 60, .side = 8, .given = {31 + 256}});
}

TEST(AnyHistory, WhereTouchingDoesNotCountAgreesWithTheModel) {
  expect_agreement("interiors must meet", {.threads = 1, .touching = false, .events = true},
                   {.slots = 40, .side = 6});
}

TEST(AnyHistory, WhereTouchingDoesNotCountAndBoxesAreNotGrownAgreesWithTheModel) {
  expect_agreement("interiors must meet; ids, filters, generations",
                   {.threads = 2, .touching = false, .events = true, .leaf_capacity = 2},
                   {.slots = 60, .side = 8, .given = {31 + 256}});
}

TEST(AnyHistory, OfAPeriodicWorldAgreesWithTheModel) {
  expect_agreement("periods of the world's side",
                   {.threads = 1, .period_x = 12, .period_y = 12, .events = true},
                   {.slots = 80, .side = 12});
  expect_agreement("along x, shorter than the world",
                   {.threads = 2,
                    .period_x = 9.3F,
                    .events = true,
                    .previous_indices = true,
                    .leaf_capacity = 2},
                   {.slots = 60, .side = 10});
  expect_agreement("along y; interiors must meet",
                   {.threads = 1, .touching = false, .period_y = 10, .events = true},
                   {.slots = 60, .side = 10});
}

TEST(AnyHistory, WithIdsAloneAgreesWithTheModel) {
  expect_agreement("ids", {.threads = 1}, {.slots = 60, .side = 8, .given = {1}});
}

/// One of these; a failing case is shrunk to the first of them.
template <class Value>
Value pick(const std::vector<Value>& values) {
  return *rc::gen::elementOf(values);
}

TEST(AnyFrame, OfAnySceneAndAttributesAgreesWithTheModel) {
  ASSERT_TRUE(kIsSeeded);
  EXPECT_TRUE(rc::check("one frame of an engine that is used again, and of a fresh one", [] {
    static BroadPhase used({.threads = 1});
    const auto scene =
        pick<std::string>({"uniform", "dense", "mixed", "clusters", "galaxy", "giants", "walls",
                           "roads", "decades", "outlier", "line"});
    const auto count = *rc::gen::inRange<std::size_t>(0, 1'500);
    const Dice dice{.category_bits = pick<std::uint32_t>({1, 3, 8, 32}),
                    .groups = pick<std::uint32_t>({1, 2, 9, 1'000}),
                    .worlds = pick<std::uint32_t>({1, 2, 5, 100, 10'000, 0xFFFF'FFFF})};
    const Spans given{*rc::gen::inRange<std::uint32_t>(0, kAllSpans.bits + 1)};
    const Config config{.threads = 1, .leaf_capacity = pick<int>({16, 16, 9, 2, 1})};
    const Objects objects = objects_of(scene, count, *rc::gen::inRange<std::uint64_t>(0, 99), dice);
    const Rows rows(objects, given);
    WorldModel model;
    model.update(as_given(objects, given));
    BroadPhase fresh(config);
    fresh.update(rows.boxes(), rows.attributes());
    if (const Difference difference = difference_of_frame(fresh, model)) RC_FAIL(*difference);
    const Shown shown(fresh);
    fresh.build(rows.boxes(), rows.attributes());
    RC_ASSERT((streamed(fresh) == shown.pairs));
    used.update(rows.boxes(), rows.attributes());
    RC_ASSERT((config.leaf_capacity != 16 || Shown(used) == shown));
  }));
}

}  // namespace
}  // namespace quadphase::model
