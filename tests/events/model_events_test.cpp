// SPDX-License-Identifier: MIT
// Events: each reason by hand, long histories frame by frame against the model, and every begin
// with one end.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <array>
#include <set>

#include "model/histories.hpp"
#include "support/checks.hpp"

namespace quadphase::model {
namespace {

std::vector<Config> every_config() {
  std::vector<Config> configs;
  for (const Simd simd : contract::supported_simds())
    configs.push_back({.threads = 1, .simd = simd});
  for (const int threads : {2, 3, 8, 16}) configs.push_back({.threads = threads});
  for (Config& config : configs) config.events = config.previous_indices = true;
  return configs;
}

class EventHistory : public testing::TestWithParam<std::uint64_t> {};

TEST_P(EventHistory, HasTheModelsEventsInEveryFrame) {
  Player player({.threads = 1, .events = true, .previous_indices = true},
                {.slots = 220, .side = 22});
  std::set<Pair> running;
  std::array<std::size_t, 5> begun{};
  std::array<std::size_t, 4> ended{};
  for (const Operation& operation : random_operations(1'200, GetParam())) {
    const Shown before(player.engine());
    const Difference difference = player.play(operation);
    ASSERT_FALSE(difference) << operation << ": " << *difference;
    const Shown now(player.engine());
    const bool finished = operation.action == Action::frame || operation.action == Action::search;
    if (!finished && (operation.action != Action::run_out || now == before)) continue;
    for (const EndEvent& event : now.ended)
      ASSERT_EQ(running.erase(event.pair), 1U) << "an end without a begin";
    for (const BeginEvent& event : now.begun)
      ASSERT_TRUE(running.insert(event.pair).second || event.reason == BeginReason::restarted)
          << "a second begin";
    ASSERT_TRUE(std::set<Pair>(now.pairs.begin(), now.pairs.end()) == running);
    for (const BeginEvent& event : now.begun) ++begun[static_cast<std::size_t>(event.reason)];
    for (const EndEvent& event : now.ended) ++ended[static_cast<std::size_t>(event.reason)];
  }
  for (const std::size_t count : begun) EXPECT_GT(count, 50U) << "of one reason";
  for (const std::size_t count : ended) EXPECT_GT(count, 50U) << "of one reason";
}

INSTANTIATE_TEST_SUITE_P(Seed, EventHistory, testing::Values(1U, 2U, 3U, 4U));

TEST(Events, OfAHistoryAreTheSameOnEveryInstructionSet) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 16);
  std::vector<Shown> expected;
  for (const Config& config : every_config()) {
    Player player(config, {.slots = 250, .side = 22, .memory_fails = false});
    std::size_t at = 0;
    for (const Operation& operation : random_operations(250, 77)) {
      const Difference difference = player.play(operation);
      ASSERT_FALSE(difference) << operation << ": " << *difference;
      Shown shown(player.engine());
      if (at == expected.size()) expected.push_back(shown);
      ASSERT_TRUE(shown == expected[at]) << operation;
      ++at;
    }
  }
}

/// What a busy frame changes in a large world.
void change_some(Objects& moving, Objects& statics, scenes::Random& random) {
  const auto any = [&random](const Objects& objects) {
    return random.below(static_cast<std::uint32_t>(objects.size()));
  };
  const std::size_t count = moving.size();
  for (std::size_t i = 0; i < count / 10; ++i)
    std::swap(moving[any(moving)].box, moving[any(moving)].box);
  for (std::size_t i = 0; i < count / 20; ++i)
    moving[any(moving)].filter = random_filter({}, random);
  for (std::size_t i = 0; i < count / 50; ++i) ++moving[any(moving)].generation;
  for (std::size_t i = 0; i < count / 100; ++i) spoil(moving[any(moving)], random);
  for (std::size_t i = 0; i < count / 20; ++i)
    std::swap(moving[any(moving)], statics[any(statics)]);
}

TEST(Events, OfManyObjectsAreTheSameForEveryNumberOfThreads) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 16);
  std::vector<Shown> expected;
  for (const Config& config : every_config()) {
    SCOPED_TRACE(testing::Message() << config.threads << " threads, " << name_of(config.simd));
    Objects moving = objects_of("uniform", 16'000);
    Objects statics = split_off(moving, 3'000);
    scenes::Random random(6);
    BroadPhase broad_phase(config);
    WorldModel model(true);
    const bool first = expected.empty();
    for (std::size_t frame = 0; frame < 4; ++frame) {
      const Rows static_rows(statics);
      const Rows rows(moving);
      broad_phase.set_static(static_rows.boxes(), static_rows.ids(), static_rows.attributes());
      broad_phase.update(rows.boxes(), rows.attributes());
      if (first) {
        model.set_static(statics);
        model.update(moving);
        const Difference difference = difference_of_frame(broad_phase, model);
        ASSERT_FALSE(difference) << *difference;
        EXPECT_GT(broad_phase.events().begun.size(), 1'000U);
        expected.emplace_back(broad_phase);
      }
      ASSERT_TRUE(Shown(broad_phase) == expected[frame]) << "frame " << frame;
      change_some(moving, statics, random);
    }
  }
}

TEST(Events, AreEmptyWithoutTheOption) {
  BroadPhase without({.threads = 1});
  Objects objects = objects_of("dense", 200);
  for (int frame = 0; frame < 3; ++frame) {
    const Rows rows(objects);
    without.update(rows.boxes(), rows.attributes());
    EXPECT_FALSE(without.pairs().empty());
    EXPECT_TRUE(without.events().begun.empty());
    EXPECT_TRUE(without.events().ended.empty());
    objects.pop_back();
  }
}

TEST(Events, AreEmptyBeforeTheFirstUpdateAndInASecondEqualOne) {
  BroadPhase broad_phase({.threads = 1, .events = true});
  EXPECT_TRUE(broad_phase.events().begun.empty());
  EXPECT_TRUE(broad_phase.events().ended.empty());
  const Rows rows(objects_of("dense", 200));
  broad_phase.update(rows.boxes(), rows.attributes());
  EXPECT_EQ(broad_phase.events().begun.size(), broad_phase.pairs().size());
  broad_phase.update(rows.boxes(), rows.attributes());
  EXPECT_TRUE(broad_phase.events().begun.empty());
  EXPECT_TRUE(broad_phase.events().ended.empty());
}

// The array of the last update's pairs is what events are found from.
TEST(Events, AreThoseSinceTheLastUpdateWhateverCameBetween) {
  for (const int threads : {1, 2}) {
    BroadPhase broad_phase({.threads = threads, .events = true});
    Objects objects = objects_of("dense", 12'000);
    const Rows rows(objects);
    broad_phase.update(rows.boxes(), rows.attributes());
    const std::size_t pair_count = broad_phase.pairs().size();
    broad_phase.reserve(30'000, 10 * pair_count);
    broad_phase.build(rows.boxes(), rows.attributes());
    broad_phase.for_each_pair_chunk([](std::span<const Pair>, std::size_t) {});
    const Rows none(Objects{});
    broad_phase.build(none.boxes(), none.attributes());
    broad_phase.update(rows.boxes(), rows.attributes());
    EXPECT_TRUE(broad_phase.events().begun.empty());
    EXPECT_TRUE(broad_phase.events().ended.empty());
    broad_phase.update(none.boxes(), none.attributes());
    EXPECT_EQ(broad_phase.events().ended.size(), pair_count);
    broad_phase.update(rows.boxes(), rows.attributes());
    EXPECT_EQ(broad_phase.events().begun.size(), pair_count);
  }
}

/// Where the ids of static objects lie: below and among those of the moving ones, and far above.
struct IdLayout {
  const char* name;
  ObjectId stride;      // one kind has the multiples of this as ids, the other kind the rest
  bool few_are_static;  // the static objects have the multiples
  ObjectId far;         // the id of one more static object
};

class EventsWithIds : public testing::TestWithParam<IdLayout> {};

/// An engine that an update of the same objects follows has no events, restored or not.
void expect_no_events_without_change(const BroadPhase& engine, const Rows& rows) {
  std::vector<std::byte> bytes;
  engine.save(bytes);
  BroadPhase restored({.threads = 1, .events = true});
  std::span<const std::byte> rest = bytes;
  restored.restore(rest);
  restored.update(rows.boxes(), rows.attributes());
  EXPECT_EQ(restored.pairs().size(), engine.pairs().size());
  EXPECT_TRUE(restored.events().begun.empty());
  EXPECT_TRUE(restored.events().ended.empty());
}

TEST_P(EventsWithIds, AreTheModelsWhereverIdsOfStaticObjectsLie) {
  const IdLayout layout = GetParam();
  constexpr std::size_t kCount = 1'200;
  Objects all = as_given(objects_of("dense", kCount), kNoSpan);  // ids are rows
  Objects moving, statics;
  for (const Object& object : all)
    ((object.id % layout.stride == 0) == layout.few_are_static ? statics : moving)
        .push_back(object);
  BroadPhase broad_phase({.threads = 1, .events = true});
  WorldModel model(true);
  scenes::Random random(3);
  for (std::uint32_t frame = 0; frame < 8; ++frame) {
    SCOPED_TRACE(frame);
    Objects now_static = statics;
    if (frame % 3 == 1) {  // one more comes, far away
      Object far = all[0];
      far.id = layout.far;
      far.box = {1e6F, 0, 1e6F, 1};
      now_static.push_back(far);
    }
    const Rows static_rows(now_static);
    const Rows rows(moving, kNoSpan.with(Span::ids));
    if (frame % 4 != 3) {
      broad_phase.set_static(static_rows.boxes(), static_rows.ids());
      model.set_static(now_static);
    }
    broad_phase.update(rows.boxes(), rows.attributes());
    model.update(moving);
    const Difference difference = difference_of_frame(broad_phase, model);
    ASSERT_FALSE(difference) << *difference;
    expect_no_events_without_change(broad_phase, rows);
    for (int i = 0; i < 30; ++i) {
      Object& object = moving[random.below(static_cast<std::uint32_t>(moving.size()))];
      object.box.max_x += 0.25F * random.sign();
    }
    if (frame % 4 != 2) std::swap(moving[frame], statics[frame]);  // the next frame sets them
  }
}

INSTANTIATE_TEST_SUITE_P(Layout, EventsWithIds,
                         testing::Values(IdLayout{"SomeAmongThem", 7, true, 5'000},
                                         IdLayout{"EverySecond", 2, true, 1'300},
                                         IdLayout{"FewFar", 100, true, 0xFFFF'FFFF},
                                         IdLayout{"NearlyAllStatic", 5, false, 3'000'000'000},
                                         IdLayout{"NearlyAllStaticAndDense", 5, false, 1'200}),
                         [](const auto& layout) { return std::string(layout.param.name); });

TEST(Events, AreRightWhereAStaticIdIsBelowThoseOfMovingObjects) {
  BroadPhase broad_phase({.threads = 1, .events = true});
  const auto object = [](ObjectId id, float first, float last) {
    Object made;
    made.id = id;
    made.box = {first, 0, last, 1};
    return made;
  };
  const Rows walls({object(1, 0, 1), object(2, 10, 11)});
  const Rows far({object(5'000, 1'000, 1'001)});
  const Rows wide({object(5, 0, 11)});
  const Rows narrow({object(5, 0, 1)});
  broad_phase.set_static(walls.boxes(), walls.ids());
  broad_phase.update(wide.boxes(), wide.attributes());
  broad_phase.add_static(far.boxes(), far.ids());
  broad_phase.update(narrow.boxes(), narrow.attributes());
  ASSERT_EQ(broad_phase.events().ended.size(), 1U);
  EXPECT_EQ(broad_phase.events().ended[0], (EndEvent{{2, 5}, EndReason::separated}));
  EXPECT_TRUE(broad_phase.events().begun.empty());
}

/// Two objects in one place, a frame before and a frame after something happens to the second.
class ReasonOf : public testing::Test {
 protected:
  ReasonOf() {
    one_.id = 4;
    two_.id = 9;
    one_.box = two_.box = {0, 0, 1, 1};
  }

  void frame(const Objects& moving, const Objects& statics = {}) {
    const Rows static_rows(statics);
    broad_phase_.set_static(static_rows.boxes(), static_rows.ids(), static_rows.attributes());
    const Rows rows(moving);
    broad_phase_.update(rows.boxes(), rows.attributes());
  }
  void expect_begun(BeginReason reason) const {
    ASSERT_EQ(broad_phase_.events().begun.size(), 1U);
    EXPECT_EQ(broad_phase_.events().begun[0], (BeginEvent{{4, 9}, reason}));
  }
  void expect_ended(EndReason reason) const {
    ASSERT_EQ(broad_phase_.events().ended.size(), 1U);
    EXPECT_EQ(broad_phase_.events().ended[0], (EndEvent{{4, 9}, reason}));
  }
  [[nodiscard]] Object moved() const {
    Object object = two_;
    object.box = {5, 5, 6, 6};
    return object;
  }
  [[nodiscard]] Object filtered() const {
    Object object = two_;
    object.filter.mask = 0;
    return object;
  }

  BroadPhase broad_phase_{{.threads = 1, .events = true}};
  Object one_;
  Object two_;
};

TEST_F(ReasonOf, MotionIsTouchedAndSeparated) {
  frame({one_, moved()});
  frame({one_, two_});
  expect_begun(BeginReason::touched);
  frame({moved(), one_});
  expect_ended(EndReason::separated);
}

TEST_F(ReasonOf, ComingAndGoingIsAddedAndRemoved) {
  frame({one_});
  frame({one_, two_});
  expect_begun(BeginReason::added);
  frame({one_});
  expect_ended(EndReason::removed);
}

TEST_F(ReasonOf, AFilterIsFilteredInAndFilteredOut) {
  frame({one_, filtered()});
  frame({one_, two_});
  expect_begun(BeginReason::filtered_in);
  frame({filtered(), one_});
  expect_ended(EndReason::filtered_out);
}

TEST_F(ReasonOf, SleepIsWokenAndStilled) {
  frame({}, {one_, two_});
  frame({two_}, {one_});
  expect_begun(BeginReason::made_moving);
  frame({one_}, {two_});
  EXPECT_TRUE(broad_phase_.events().begun.empty());
  EXPECT_TRUE(broad_phase_.events().ended.empty()) << "they changed places, and are a pair yet";
  frame({}, {two_, one_});
  expect_ended(EndReason::made_static);
}

TEST_F(ReasonOf, AnotherObjectUnderTheIdIsRemovedAndAdded) {
  frame({one_, two_});
  ++two_.generation;
  frame({one_, two_});
  expect_begun(BeginReason::added);
  expect_ended(EndReason::removed);
}

TEST_F(ReasonOf, SeveralIsTheFirstOfTheOrder) {
  frame({}, {one_, filtered()});
  frame({one_, two_});
  expect_begun(BeginReason::made_moving);
  frame({}, {one_, filtered()});
  expect_ended(EndReason::made_static);
  Object there = filtered();
  there.box = moved().box;
  frame({one_, there});
  frame({one_, two_});
  expect_begun(BeginReason::filtered_in);
  frame({one_, there});
  expect_ended(EndReason::filtered_out);
  frame({one_, two_});
  Object other = filtered();
  other.generation = 3;
  frame({}, {other, one_});
  expect_ended(EndReason::removed);
  frame({one_}, {two_});
  expect_begun(BeginReason::added);
}

// Against the rules, and events of the id mean nothing then. But equal pairs in large numbers,
// which no sort can cut into smaller parts, end the program no more.
TEST(Events, OfVeryManyPairsOfTwoIdsEnd) {
  constexpr std::size_t kCount = 400;
  Objects objects(kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    objects[i].id = static_cast<ObjectId>(i % 2);
    objects[i].box = {0, 0, 1, 1};
  }
  const Rows rows(objects);
  for (const int threads : {1, 2}) {
    BroadPhase broad_phase({.threads = threads, .events = true});
    broad_phase.update(rows.boxes(), rows.attributes());
    EXPECT_EQ(broad_phase.pairs().size(), kCount * (kCount - 1) / 2);
    broad_phase.update({});
    EXPECT_TRUE(broad_phase.pairs().empty());
  }
}

TEST_F(ReasonOf, ABuildInBetweenIsPassedOver) {
  frame({one_, two_});
  const Rows alone({one_});
  broad_phase_.build(alone.boxes(), alone.attributes());
  EXPECT_TRUE(broad_phase_.events().begun.empty());
  EXPECT_TRUE(broad_phase_.events().ended.empty());
  frame({one_, two_});
  EXPECT_TRUE(broad_phase_.events().begun.empty());
  EXPECT_TRUE(broad_phase_.events().ended.empty());
}

}  // namespace
}  // namespace quadphase::model
