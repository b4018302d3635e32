// SPDX-License-Identifier: MIT
// A store and an engine together: hand-over of static objects, and snapshots of both.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <new>
#include <random>
#include <stdexcept>
#include <vector>

#include "quadphase/quadphase.hpp"
#include "support/counting_resource.hpp"

namespace quadphase {
namespace {

Box to_local(std::mt19937& random, float world) {
  const auto next = [&] { return static_cast<float>(random() % 100'000) / 100'000 * world; };
  const float x = next();
  const float y = next();
  return {x, y, x + 1, y + 1};
}

/// A store whose objects come, go, move, sleep and wake; the same for the same seed.
struct World {
  explicit World(std::uint32_t seed) : random(seed) {}

  void step() {
    for (int i = 0; i < 20; ++i) handles.push_back(store.add(to_local(random, 40)));
    for (int i = 0; i < 200; ++i) {
      const std::size_t which = random() % handles.size();
      switch (random() % 5) {
        case 0:
          store.move(handles[which], to_local(random, 40));
          break;
        case 1:
          store.set_mobility(handles[which],
                             random() % 2 == 0 ? Mobility::static_ : Mobility::moving);
          break;
        case 2:
          store.set_filter(handles[which], {1U << random() % 3, 7, 0, 0});
          break;
        case 3:
          if (handles.size() < 300) break;
          store.remove(handles[which]);
          handles.erase(handles.begin() + static_cast<std::ptrdiff_t>(which));
          break;
        default:
          break;
      }
    }
  }

  std::mt19937 random;
  ObjectStore store;
  std::vector<Handle> handles;
};

struct Shown {
  explicit Shown(const BroadPhase& engine)
      : pairs(engine.pairs().begin(), engine.pairs().end()),
        begun(engine.events().begun.begin(), engine.events().begun.end()),
        ended(engine.events().ended.begin(), engine.events().ended.end()) {}
  friend bool operator==(const Shown&, const Shown&) = default;

  std::vector<Pair> pairs;
  std::vector<BeginEvent> begun;
  std::vector<EndEvent> ended;
};

TEST(UpdateOfAStore, GivesThePairsOfAnEngineThatGetsAllAnew) {
  World world(1);
  BroadPhase engine({.threads = 2});
  for (int frame = 0; frame < 60; ++frame) {
    world.step();
    engine.update(world.store);
    BroadPhase fresh({.threads = 1});
    fresh.set_static(world.store.static_boxes(), world.store.static_attributes().ids,
                     world.store.static_attributes());
    fresh.update(world.store.moving_boxes(), world.store.moving_attributes());
    ASSERT_TRUE(std::ranges::equal(engine.pairs(), fresh.pairs())) << frame;
    EXPECT_EQ(engine.static_count(), world.store.static_boxes().size());
  }
}

TEST(UpdateOfAStore, ServesTwoEnginesInTurn) {
  World world(2);
  BroadPhase one({.threads = 1});
  BroadPhase two({.threads = 1});
  for (int frame = 0; frame < 20; ++frame) {
    world.step();
    one.update(world.store);
    two.update(world.store);
    ASSERT_TRUE(std::ranges::equal(one.pairs(), two.pairs())) << frame;
  }
}

TEST(UpdateOfAStore, BringsBackStaticObjectsThatWereTakenOutByHand) {
  World world(3);
  BroadPhase engine({.threads = 1});
  world.step();
  engine.update(world.store);
  const Shown shown(engine);
  engine.clear_static();
  engine.update(world.store);
  EXPECT_EQ(Shown(engine).pairs, shown.pairs);
}

TEST(Snapshot, OfStoreAndEngineHasExactlyTheSameFuture) {
  for (const bool events : {false, true}) {
    World world(4);
    BroadPhase engine({.threads = 2, .events = events});
    for (int frame = 0; frame < 20; ++frame) {
      world.step();
      engine.update(world.store);
    }
    std::vector<std::byte> bytes;
    world.store.save(bytes);
    engine.save(bytes);

    World other(4);
    other.random = world.random;
    other.handles = world.handles;
    BroadPhase restored({.threads = 1, .events = events});
    std::span<const std::byte> rest = bytes;
    other.store.restore(rest);
    restored.restore(rest);
    EXPECT_TRUE(rest.empty());
    EXPECT_TRUE(restored.pairs().empty());
    EXPECT_EQ(restored.static_count(), engine.static_count());
    for (int frame = 0; frame < 20; ++frame) {
      world.step();
      other.step();
      engine.update(world.store);
      restored.update(other.store);
      ASSERT_TRUE(Shown(engine) == Shown(restored)) << frame;
    }
  }
}

TEST(Snapshot, OfAnEngineBetweenAChangeOfTheStaticSetAndAnUpdateKeepsTheReasons) {
  const std::vector<float> x = {0, 0};
  const std::vector<float> end = {1, 1};
  const std::vector<ObjectId> ids = {7, 4'000'000'000};
  const auto view = [&](std::size_t first, std::size_t count) {
    const auto part = [&](const std::vector<float>& v) {
      return std::span<const float>(v).subspan(first, count);
    };
    return BoxView{part(x), part(x), part(end), part(end)};
  };
  const auto named = [&](std::size_t first, std::size_t count) {
    Attributes attributes;
    attributes.ids = std::span(ids).subspan(first, count);
    return attributes;
  };
  BroadPhase engine({.threads = 1, .events = true});
  engine.set_static(view(0, 2), ids);
  engine.update({});
  engine.remove_static(std::span(ids).first(1));
  std::vector<std::byte> bytes;
  engine.save(bytes);
  BroadPhase restored({.threads = 1, .events = true});
  std::span<const std::byte> rest = bytes;
  restored.restore(rest);
  for (BroadPhase* const each : {&engine, &restored}) {
    each->update(view(0, 1), named(0, 1));
    ASSERT_EQ(each->events().begun.size(), 1U);
    EXPECT_EQ(each->events().begun[0].reason, BeginReason::made_moving);
  }
}

// Also where it fails before the frame itself begins: while the static objects are handed over.
TEST(UpdateOfAStore, LeavesNoTreeWhereMemoryFailsAnywhere) {
  bool has_failed = true;
  for (std::size_t k = 0; has_failed; ++k) {
    contract::CountingResource resource;
    BroadPhase engine({.threads = 1, .memory_resource = &resource});
    ObjectStore store;
    store.add({0, 0, 2, 2});
    engine.update(store);
    for (int i = 0; i < 500; ++i) store.add({1, 1, 3, 3}, {}, Mobility::static_);
    resource.fail_from(k);
    has_failed = false;
    try {
      engine.update(store);
    } catch (const std::bad_alloc&) {
      has_failed = true;
      EXPECT_THROW((void)engine.count_pairs(), std::logic_error) << "allocation " << k;
    }
    resource.work_again();
    engine.update(store);
    ASSERT_EQ(engine.pairs().size(), 500U);
  }
}

}  // namespace
}  // namespace quadphase
