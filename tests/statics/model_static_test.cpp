// SPDX-License-Identifier: MIT
// Static objects: how they became static never shows; wrong calls; few objects of either kind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <array>
#include <limits>

#include "model/histories.hpp"
#include "support/checks.hpp"

namespace quadphase::model {
namespace {

void set_static(BroadPhase& broad_phase, const Objects& objects) {
  const Rows rows(objects);
  broad_phase.set_static(rows.boxes(), rows.ids(), rows.attributes());
}

void add_static(BroadPhase& broad_phase, const Objects& objects) {
  const Rows rows(objects);
  broad_phase.add_static(rows.boxes(), rows.ids(), rows.attributes());
}

void update(BroadPhase& broad_phase, const Objects& objects, Spans given = kAllSpans) {
  const Rows rows(objects, given);
  broad_phase.update(rows.boxes(), rows.attributes());
}

std::vector<ObjectId> ids_of(const Objects& objects) {
  std::vector<ObjectId> ids;
  for (const Object& object : objects) ids.push_back(object.id);
  return ids;
}

/// The bytes of an engine that gets everything at once.
std::vector<Pair> fresh_bytes(const Objects& moving, const Objects& statics, Config config) {
  BroadPhase broad_phase(config);
  set_static(broad_phase, statics);
  update(broad_phase, moving);
  return contract::copy_of(broad_phase.pairs());
}

class StaticHistory : public testing::TestWithParam<std::uint64_t> {};

// The player compares each frame with the model; here with a fresh engine, too.
TEST_P(StaticHistory, NeverShowsInTheBytes) {
  Player player({.threads = 1}, {.slots = 400, .side = 30});
  std::size_t frames = 0;
  for (const Operation& operation : random_operations(600, GetParam())) {
    const Difference difference = player.play(operation);
    ASSERT_FALSE(difference) << operation << ": " << *difference;
    if (operation.action != Action::frame) continue;
    const std::vector<Pair> bytes = contract::copy_of(player.engine().pairs());
    const Objects statics = shuffled(player.statics(), ++frames);
    ASSERT_TRUE(fresh_bytes(player.moving(), statics, {.threads = 1}) == bytes)
        << "frame " << frames;
  }
  EXPECT_GT(frames, 80U);
}

INSTANTIATE_TEST_SUITE_P(Seed, StaticHistory, testing::Values(1U, 2U, 3U));

/// Changes between two updates, as shares of thousands of static objects.
class StaticChanges : public testing::TestWithParam<std::string> {};

TEST_P(StaticChanges, OfAnyShareGiveTheBytesOfAFreshEngine) {
  constexpr std::size_t kCount = 3'000;
  const Dice dice{.worlds = 2};
  Objects moving = objects_of(GetParam(), 2 * kCount, 1, dice);
  Objects statics = split_off(moving, kCount);
  BroadPhase broad_phase({.threads = 1});
  set_static(broad_phase, statics);
  update(broad_phase, moving);
  // Below and above n/8; then all of them.
  for (const std::size_t changes : {1U, 2U, 60U, 370U, 380U, 1'500U, 3'000U}) {
    SCOPED_TRACE(changes);
    // They change places, and each is handed over in two calls.
    statics = shuffled(statics, changes);
    moving = shuffled(moving, changes);
    const Objects made_moving = split_off(statics, changes);
    Objects fallen = split_off(moving, changes);
    const std::vector<ObjectId> ids = ids_of(made_moving);
    broad_phase.remove_static(std::span(ids).first(changes / 2));
    broad_phase.remove_static(std::span(ids).subspan(changes / 2));
    statics.insert(statics.end(), fallen.begin(), fallen.end());
    moving.insert(moving.end(), made_moving.begin(), made_moving.end());
    const Objects half = split_off(fallen, changes / 2);
    add_static(broad_phase, half);
    add_static(broad_phase, fallen);
    update(broad_phase, moving);
    ASSERT_EQ(broad_phase.static_count(), kCount);
    const std::vector<Pair> bytes = contract::copy_of(broad_phase.pairs());
    EXPECT_FALSE(bytes.empty());
    EXPECT_TRUE(bytes == fresh_bytes(moving, shuffled(statics, 99), {.threads = 1}));
    EXPECT_TRUE(streamed(broad_phase) == bytes);
    WorldModel model;
    model.set_static(statics);
    model.update(moving);
    const Difference difference = difference_of_frame(broad_phase, model);
    EXPECT_FALSE(difference) << *difference;
  }
}

INSTANTIATE_TEST_SUITE_P(Scene, StaticChanges,
                         testing::Values("uniform", "mixed", "clusters", "line", "outlier"),
                         contract::test_name_of);

TEST(Statics, OfAnExchangeMayReplaceObjectsThatWereAddedSinceTheLastFrame) {
  const Objects objects = objects_of("mixed", 400);
  const auto part = [&](std::size_t first, std::size_t count) {
    const auto begin = objects.begin() + static_cast<std::ptrdiff_t>(first);
    return Objects(begin, begin + static_cast<std::ptrdiff_t>(count));
  };
  BroadPhase broad_phase({.threads = 1});
  WorldModel model;
  set_static(broad_phase, part(0, 100));
  model.set_static(part(0, 100));
  update(broad_phase, part(300, 100));
  add_static(broad_phase, part(100, 100));
  model.add_static(part(100, 100));
  for (std::size_t first = 0; first < 200; first += 20) {
    Objects replaced = part(first, 15);
    const std::vector<ObjectId> removed = ids_of(part(first, 20));
    for (Object& object : replaced) object.box = objects[first + 200].box;
    const Rows rows(replaced);
    broad_phase.exchange_static(removed, rows.boxes(), rows.ids(), rows.attributes());
    model.exchange_static(removed, replaced);
    // Refused as a whole: the second object is there.
    const Rows refused({objects[first], objects[first + 1]});
    const std::vector<ObjectId> one = {objects[first].id};
    EXPECT_THROW(broad_phase.exchange_static(one, refused.boxes(), refused.ids()),
                 std::invalid_argument);
  }
  update(broad_phase, part(300, 100));
  model.update(part(300, 100));
  const Difference difference = difference_of_frame(broad_phase, model);
  EXPECT_FALSE(difference) << *difference;
}

// One by one, in another place each time: a patched tree must not grow slack and dear.
TEST(Statics, ChangedOneByOneManyTimesGivesTheBytesOfAFreshEngine) {
  Objects moving = objects_of("uniform", 1'200);
  Objects statics = split_off(moving, 1'000);
  const Objects all_static = statics;
  BroadPhase broad_phase({.threads = 1});
  set_static(broad_phase, statics);
  scenes::Random random(5);
  for (int change = 0; change < 3'000; ++change) {
    const std::size_t at = random.below(static_cast<std::uint32_t>(statics.size()));
    const std::array id = {statics[at].id};
    broad_phase.remove_static(id);
    statics[at].box = all_static[random.below(1'000)].box;
    add_static(broad_phase, {statics[at]});
    if (change % 100 != 0) continue;
    update(broad_phase, moving);
    const std::vector<Pair> bytes = contract::copy_of(broad_phase.pairs());
    ASSERT_TRUE(bytes == fresh_bytes(moving, statics, {.threads = 1})) << "change " << change;
  }
  BroadPhase fresh({.threads = 1});
  set_static(fresh, statics);
  update(fresh, moving);
  EXPECT_LE(broad_phase.stats().test_count, 2 * fresh.stats().test_count);
}

TEST(Statics, BesideManyMovingObjectsGivesTheSameBytesEverywhere) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 16);
  for (const char* scene : {"uniform", "giants"}) {
    Objects moving = objects_of(scene, 20'000);
    const Objects statics = split_off(moving, 8'000);
    const Rows rows(moving);
    WorldModel model;
    model.set_static(statics);
    model.update(moving);
    BroadPhase serial({.threads = 1});
    set_static(serial, statics);
    update(serial, moving);
    const Difference difference = difference_of_frame(serial, model);
    EXPECT_FALSE(difference) << *difference;
    const std::vector<Pair> expected = contract::copy_of(serial.pairs());
    std::vector<Config> configs;
    for (const int threads : {2, 3, 8, 16}) configs.push_back({.threads = threads});
    for (const Simd simd : contract::supported_simds())
      configs.push_back({.threads = 1, .simd = simd});
    for (const Config& config : configs) {
      SCOPED_TRACE(testing::Message()
                   << scene << ", " << config.threads << " threads, " << name_of(config.simd));
      BroadPhase broad_phase(config);
      set_static(broad_phase, statics);
      update(broad_phase, moving);
      EXPECT_TRUE(contract::copy_of(broad_phase.pairs()) == expected);
      EXPECT_EQ(broad_phase.count_pairs(), expected.size());
      EXPECT_TRUE(streamed(broad_phase) == expected) << "stored";
      broad_phase.build(rows.boxes(), rows.attributes());
      EXPECT_TRUE(streamed(broad_phase) == expected) << "generated";
      EXPECT_EQ(broad_phase.count_pairs(), expected.size());
    }
  }
}

// The moving objects' own pairs come first, as they are without static objects.
TEST(Statics, StandsBehindThePairsOfTheMovingOnes) {
  Objects moving = objects_of("mixed", 3'000);
  const Objects statics = split_off(moving, 1'000);
  BroadPhase alone({.threads = 1});
  update(alone, moving);
  BroadPhase both({.threads = 1});
  set_static(both, statics);
  update(both, moving);
  ASSERT_GT(both.pairs().size(), alone.pairs().size());
  EXPECT_TRUE(contract::copy_of(both.pairs().first(alone.pairs().size())) ==
              contract::copy_of(alone.pairs()));
  both.clear_static();
  update(both, moving);
  EXPECT_EQ(both.static_count(), 0U);
  EXPECT_TRUE(contract::copy_of(both.pairs()) == contract::copy_of(alone.pairs()));
}

TEST(Statics, OrMovingCanBeFewOrNone) {
  for (const std::size_t moving_count : {0U, 1U, 2U, 17U}) {
    for (const std::size_t static_count : {0U, 1U, 2U, 3U, 16U, 17U, 40U}) {
      SCOPED_TRACE(testing::Message() << moving_count << " moving, " << static_count << " static");
      Objects moving = objects_of("point", moving_count + static_count);
      const Objects statics = split_off(moving, static_count);
      WorldModel model(true);
      BroadPhase broad_phase({.threads = 1, .events = true});
      for (int frame = 0; frame < 2; ++frame) {
        set_static(broad_phase, statics);
        model.set_static(statics);
        update(broad_phase, moving);
        model.update(moving);
        const Difference difference = difference_of_frame(broad_phase, model);
        EXPECT_FALSE(difference) << *difference;
        EXPECT_TRUE(streamed(broad_phase) == contract::copy_of(broad_phase.pairs()));
      }
      broad_phase.remove_static(ids_of(statics));
      model.remove_static(ids_of(statics));
      update(broad_phase, moving);
      model.update(moving);
      const Difference difference = difference_of_frame(broad_phase, model);
      EXPECT_FALSE(difference) << *difference;
    }
  }
}

TEST(Statics, MayLieFarAwayFromAllMovingOnes) {
  Objects moving = objects_of("uniform", 900);
  Objects statics = split_off(moving, 300);
  for (std::size_t i = 0; i < statics.size(); i += 3) {
    const float far = 1e20F * static_cast<float>(i + 1);
    statics[i].box = {far, -far, far, -far};
  }
  statics[1].box = {-std::numeric_limits<float>::infinity(),
                    -std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity(),
                    std::numeric_limits<float>::infinity()};
  scenes::Random random(2);
  for (std::size_t i = 2; i < statics.size(); i += 7) spoil(statics[i], random);
  for (const bool swapped : {false, true}) {
    WorldModel model;
    model.set_static(swapped ? moving : statics);
    model.update(swapped ? statics : moving);
    BroadPhase broad_phase({.threads = 1});
    set_static(broad_phase, swapped ? moving : statics);
    update(broad_phase, swapped ? statics : moving);
    const Difference difference = difference_of_frame(broad_phase, model);
    EXPECT_FALSE(difference) << *difference;
  }
}

TEST(Statics, WrongCallsThrowAndChangeNothing) {
  Objects moving = objects_of("uniform", 400);
  Objects statics = split_off(moving, 200);
  Objects spare = split_off(moving, 10);
  BroadPhase broad_phase({.threads = 1, .events = true});
  set_static(broad_phase, statics);
  update(broad_phase, moving);
  const Shown before(broad_phase);
  const std::vector<Pair> stream = streamed(broad_phase);
  const auto expect_thrown = [&](const auto& call, const char* rule = "quadphase: ") {
    EXPECT_THAT(call, testing::ThrowsMessage<std::invalid_argument>(testing::HasSubstr(rule)));
    EXPECT_TRUE(Shown(broad_phase) == before);
    EXPECT_EQ(broad_phase.static_count(), 200U);
    EXPECT_TRUE(streamed(broad_phase) == stream) << "the tree changed";
  };
  const std::vector<ObjectId> unknown = {statics[0].id, spare[0].id};
  const std::vector<ObjectId> moves = {moving[0].id};
  const std::vector<ObjectId> twice = {statics[3].id, statics[4].id, statics[3].id};
  expect_thrown([&] { broad_phase.remove_static(unknown); });
  expect_thrown([&] { broad_phase.remove_static(moves); });
  expect_thrown([&] { broad_phase.remove_static(twice); });
  Objects two = spare;
  two.back().id = two.front().id;
  expect_thrown([&] { add_static(broad_phase, two); }, "two static objects must not have one id");
  expect_thrown([&] { set_static(broad_phase, two); }, "two static objects must not have one id");
  two.back().id = statics[5].id;
  expect_thrown([&] { add_static(broad_phase, two); }, "two static objects must not have one id");
  const Rows rows(spare);
  Attributes shorter = rows.attributes();
  shorter.group = shorter.group.first(3);
  expect_thrown([&] { broad_phase.set_static(rows.boxes(), rows.ids(), shorter); });
  expect_thrown([&] { broad_phase.add_static(rows.boxes(), rows.ids(), shorter); });
  expect_thrown([&] { broad_phase.set_static(rows.boxes(), {}); });
  expect_thrown([&] { broad_phase.add_static(rows.boxes(), rows.ids().first(3)); });
  BoxView uneven = rows.boxes();
  uneven.max_y = uneven.max_y.first(3);
  expect_thrown([&] { broad_phase.set_static(uneven, rows.ids()); });
  expect_thrown([&] { broad_phase.add_static(uneven, rows.ids()); });

  update(broad_phase, moving);
  EXPECT_TRUE(contract::copy_of(broad_phase.pairs()) == before.pairs);
  EXPECT_TRUE(broad_phase.events().begun.empty());
  EXPECT_TRUE(broad_phase.events().ended.empty());
}

// Rules are those of the set as the changes before will leave it.
TEST(Statics, ChangesFollowThoseThatWait) {
  const Objects objects = objects_of("dense", 60);
  const Objects first(objects.begin(), objects.begin() + 40);
  const Objects later(objects.begin() + 40, objects.end());
  BroadPhase broad_phase({.threads = 1, .events = true});
  WorldModel model(true);
  const auto expect_refused = [](const auto& call) { EXPECT_THROW(call(), std::invalid_argument); };
  const auto finish_frame = [&](const Objects& moving) {
    update(broad_phase, moving);
    model.update(moving);
    const Difference difference = difference_of_frame(broad_phase, model);
    EXPECT_FALSE(difference) << *difference;
  };
  set_static(broad_phase, first);
  model.set_static(first);
  broad_phase.remove_static(ids_of({first[3], first[4]}));
  model.remove_static(ids_of({first[3], first[4]}));
  expect_refused([&] { broad_phase.remove_static(ids_of({first[3]})); });
  expect_refused([&] { add_static(broad_phase, {first[3], first[5]}); });
  add_static(broad_phase, {first[3]});
  model.add_static({first[3]});
  expect_refused([&] { broad_phase.remove_static(ids_of({first[3], first[3]})); });
  finish_frame(later);
  EXPECT_EQ(broad_phase.static_count(), 39U);

  Object renewed = first[0];
  renewed.box = later[0].box;
  renewed.generation += 1;
  const std::vector<ObjectId> id = {renewed.id};
  for (int round = 0; round < 3; ++round) {
    broad_phase.remove_static(id);
    model.remove_static(id);
    expect_refused([&] { broad_phase.remove_static(id); });
    add_static(broad_phase, {renewed});
    model.add_static({renewed});
    expect_refused([&] { add_static(broad_phase, {renewed}); });
  }
  EXPECT_EQ(broad_phase.static_count(), 39U);
  finish_frame(later);
  broad_phase.clear_static();
  model.set_static({});
  expect_refused([&] { broad_phase.remove_static(id); });
  add_static(broad_phase, {renewed});
  model.add_static({renewed});
  finish_frame(later);
  EXPECT_EQ(broad_phase.static_count(), 1U);
}

}  // namespace
}  // namespace quadphase::model
