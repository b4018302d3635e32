// SPDX-License-Identifier: MIT
// An update in which nothing moves, after one that found nothing to do, is left out. That must show
// in nothing, whatever happens between such updates.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <stdexcept>
#include <vector>

#include "support/checks.hpp"

namespace quadphase::model {
namespace {

/// Boxes of about one unit in a world of ten by ten, with ids from `first` on.
struct CrowdFrom {
  CrowdFrom(ObjectId first, std::size_t count, std::mt19937& random) {
    std::uniform_real_distribution<float> position(0, 10);
    columns.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      const float x = position(random);
      const float y = position(random);
      columns.set(i, {x, y, x + 1, y + 1});
      ids.push_back(first + static_cast<ObjectId>(i));
    }
  }
  [[nodiscard]] BoxView boxes() const { return columns.view(); }

  scenes::Columns columns;
  std::vector<ObjectId> ids;
};

/// What an engine shows, and what it would save.
struct Shown {
  explicit Shown(BroadPhase& engine)
      : pairs(contract::copy_of(engine.pairs())),
        begun(engine.events().begun.begin(), engine.events().begun.end()),
        ended(engine.events().ended.begin(), engine.events().ended.end()),
        objects(engine.stats().object_count),
        leaves(engine.stats().leaf_count),
        tests(engine.stats().test_count),
        statics(engine.static_count()) {
    engine.save(saved);
  }

  std::vector<Pair> pairs;
  std::vector<BeginEvent> begun;
  std::vector<EndEvent> ended;
  std::size_t objects;
  std::size_t leaves;
  std::uint64_t tests;
  std::size_t statics;
  std::vector<std::byte> saved;
  friend bool operator==(const Shown&, const Shown&) = default;
};

/// One operation on two engines. The second one is kept from leaving out an update.
class Twins {
 public:
  void update(const CrowdFrom& crowd, const Attributes& attributes) {
    engine.update(crowd.boxes(), attributes);
    twin.restart_pairs({&kNobody, 1});
    twin.update(crowd.boxes(), attributes);
  }
  template <class Operation>
  void both(const Operation& operation) {
    operation(engine);
    operation(twin);
  }
  [[nodiscard]] static std::vector<ObjectId> found_in(const BroadPhase& searched) {
    std::vector<ObjectId> ids;
    searched.for_each_overlap(Box{2, 2, 6, 6}, [&](ObjectId id) { ids.push_back(id); });
    return ids;
  }
  void expect_equal() {
    EXPECT_TRUE(Shown(engine) == Shown(twin));
    EXPECT_EQ(found_in(engine), found_in(twin));
  }

  static constexpr ObjectId kNobody = 1'000;  // an id that no object has
  BroadPhase engine{{.threads = 1, .events = true}};
  BroadPhase twin{{.threads = 1, .events = true}};
  bool has_tree = false;
};

class WorldAtRest : public testing::TestWithParam<std::uint32_t> {};

TEST_P(WorldAtRest, ShowsWhatEveryStageWouldShow) {
  std::mt19937 random(GetParam());
  const CrowdFrom none(0, 0, random);
  const CrowdFrom moving(0, 20, random);
  const std::vector<std::uint32_t> masks(20, 1);
  const CrowdFrom walls(100, 40, random);
  Twins twins;
  int left_out = 0;
  for (int step = 0; step < 600; ++step) {
    SCOPED_TRACE(step);
    const auto operation = static_cast<unsigned>(random() % 24);
    const CrowdFrom some(static_cast<ObjectId>(100 + random() % 40), 1, random);
    switch (operation) {
      case 0:
        twins.update(moving, {.ids = moving.ids});
        break;
      case 1:
        twins.update(moving, {.ids = moving.ids, .mask = masks});
        break;
      case 2:
        twins.both([&](BroadPhase& each) { each.set_static(walls.boxes(), walls.ids); });
        continue;
      case 3:
        twins.both([&](BroadPhase& each) {
          if (each.static_count() == walls.ids.size())
            each.exchange_static(some.ids, some.boxes(), some.ids);
        });
        continue;
      case 4:
        if (!twins.has_tree) continue;
        twins.both([&](BroadPhase& each) { each.patch(some.boxes(), some.ids); });
        break;
      case 5:
        if (!twins.has_tree) continue;
        twins.both([&](BroadPhase& each) { each.hide(some.ids); });
        break;
      case 6:
        twins.both([&](BroadPhase& each) { each.restart_pairs(some.ids); });
        continue;
      case 7:
        twins.both([&](BroadPhase& each) { each.build(none.boxes()); });
        break;
      case 8:
        twins.both([&](BroadPhase& each) { each.reserve(30); });
        twins.has_tree = false;
        continue;
      default:
        twins.update(none, {});
        if (twins.engine.stats().nanoseconds.pairs == 0) ++left_out;
        EXPECT_GT(twins.twin.stats().nanoseconds.pairs, 0U);
    }
    twins.has_tree = true;
    twins.expect_equal();
    if (HasFailure()) return;
  }
  EXPECT_GT(left_out, 100);
}

INSTANTIATE_TEST_SUITE_P(Seed, WorldAtRest, testing::Values(1U, 2U, 3U, 4U));

/// An engine with walls that leaves out updates of nothing.
class SleepingEngine : public testing::Test {
 protected:
  SleepingEngine() {
    engine_.set_static(walls_.boxes(), walls_.ids);
    sleep();
  }
  void sleep() {
    for (int update = 0; update < 4; ++update) engine_.update(Boxes{});
    EXPECT_EQ(engine_.stats().nanoseconds.total(), 0U);
  }

  std::mt19937 random_{1};
  const CrowdFrom walls_{100, 40, random_};
  BroadPhase engine_{{.threads = 1}};
};

TEST_F(SleepingEngine, StillRefusesWhatBreaksARule) {
  const std::vector<float> one(1);
  const ObjectId id = 0;
  const Column<float> margin(one);
  using Floats = std::span<const float>;
  EXPECT_THROW(engine_.update({Floats{}, Floats{one}, Floats{}, Floats{}}), std::invalid_argument);
  EXPECT_THROW(engine_.update({Floats{}, Floats{}, Floats{}, Floats{one}}), std::invalid_argument);
  EXPECT_THROW(engine_.update(Boxes(one.data(), 0, 15)), std::invalid_argument);
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_THROW(engine_.update({DoubleBoxView{}, {infinity, 0}}), std::invalid_argument);
  EXPECT_THROW(engine_.update(Boxes{}, {.ids = id}), std::invalid_argument);
  EXPECT_THROW(engine_.update(Boxes{}, {.margin = margin}), std::invalid_argument);
  const std::uint32_t generation = 0;
  EXPECT_THROW(engine_.update(Boxes{}, {.generation = generation}), std::invalid_argument);
  std::size_t visits = 0;
  engine_.for_each_overlap(Box{0, 0, 10, 10}, [&](ObjectId) {
    ++visits;
    EXPECT_THROW(engine_.update(Boxes{}), std::logic_error);
  });
  EXPECT_EQ(visits, 40U);
}

TEST_F(SleepingEngine, WakesForDoublesAndForBoxes) {
  engine_.update({DoubleBoxView{}, {1, 2}});
  EXPECT_EQ(engine_.stats().object_count, 0U);
  sleep();
  engine_.update(Box{-1, -1, 12, 12});
  EXPECT_EQ(engine_.pairs().size(), 40U);
  EXPECT_GT(engine_.stats().nanoseconds.total(), 0U);
  engine_.update(Boxes{});
  EXPECT_EQ(engine_.pairs().size(), 0U);
  sleep();
  std::vector<std::byte> bytes;
  engine_.save(bytes);
  std::span<const std::byte> rest = bytes;
  engine_.restore(rest);
  EXPECT_THROW((void)engine_.count_pairs(), std::logic_error);
  engine_.update(Boxes{});
  EXPECT_EQ(engine_.count_pairs(), 0U);
}

TEST_F(SleepingEngine, FollowsAStore) {
  ObjectStore store;
  const auto sleep_with_store = [&] {
    for (int update = 0; update < 4; ++update) engine_.update(store);
    EXPECT_EQ(engine_.stats().nanoseconds.total(), 0U);
  };
  const Handle wall = store.add({0, 0, 1, 1}, {}, Mobility::static_);
  engine_.update(store);
  EXPECT_EQ(engine_.static_count(), 1U);
  sleep_with_store();
  const Handle other_wall = store.add({0, 0, 2, 2}, {}, Mobility::static_);
  engine_.update(store);
  EXPECT_EQ(engine_.static_count(), 2U);
  sleep_with_store();
  store.move(other_wall, {8, 8, 9, 9});
  sleep_with_store();
  store.set_mobility(wall, Mobility::moving);
  store.move(wall, {8, 8, 9, 9});
  engine_.update(store);
  EXPECT_EQ(engine_.pairs().size(), 1U);
  store.remove(wall);
  sleep_with_store();
  EXPECT_EQ(engine_.pairs().size(), 0U);
  engine_.set_static(walls_.boxes(), walls_.ids);
  engine_.update(store);
  EXPECT_EQ(engine_.static_count(), 1U);
  sleep_with_store();
  ObjectStore other;
  engine_.update(other);
  EXPECT_EQ(engine_.static_count(), 0U);
}

}  // namespace
}  // namespace quadphase::model
