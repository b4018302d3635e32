// SPDX-License-Identifier: MIT
// One object is given as a box and an id, and lists of ids may lie in structs: all that comes out,
// and all that a recorder is told, is as if arrays had been given.
#include <gtest/gtest.h>

#include <type_traits>
#include <vector>

#include "quadphase/recorded_call.hpp"
#include "support/checks.hpp"

namespace quadphase::contract {
namespace {

constexpr float kMargin = 0.5F;

struct Mover {
  double mass = 1;
  ObjectId id = 0;
  Box box{};
};

std::vector<Mover> some_movers(ObjectId first_id, std::size_t count) {
  const Columns frame = frame_of("clusters", count, 1, first_id);
  std::vector<Mover> bodies;
  for (std::size_t i = 0; i < count; ++i)
    bodies.push_back({1, first_id + static_cast<ObjectId>(2 * i), frame.view()[i]});
  return bodies;
}

/// What can be read of an engine: pairs, events, the ids that all boxes overlap, and a snapshot.
struct SeenAfter {
  Pairs pairs;
  std::vector<Pair> begun;
  std::vector<ObjectId> found;
  std::vector<std::byte> snapshot;

  friend bool operator==(const SeenAfter&, const SeenAfter&) = default;
};

SeenAfter seen_after(const BroadPhase& engine, const std::vector<Mover>& bodies) {
  SeenAfter shown;
  shown.pairs = copy_of(engine.pairs());
  for (const BeginEvent& event : engine.events().begun) shown.begun.push_back(event.pair);
  QueryResult result;
  engine.find_overlaps({bodies, &Mover::box}, result);
  shown.found.assign(result.ids().begin(), result.ids().end());
  engine.save(shown.snapshot);
  return shown;
}

/// Notes the ids that calls are given.
struct NotedIds final : CallRecorder {
  std::uint32_t next_subject() noexcept override { return 0; }
  std::uint64_t begin(const RecordedCall& call) noexcept override {
    words.push_back(static_cast<std::uint64_t>(call.kind));
    words.insert(words.end(), call.ids.begin(), call.ids.end());
    words.insert(words.end(), call.removed.begin(), call.removed.end());
    return 0;
  }
  void end(std::uint64_t /*number*/, const RecordedCall& /*call*/) noexcept override {}
  [[nodiscard]] bool wants_hashes() const noexcept override { return false; }

  std::vector<std::uint64_t> words;
};

/// Makes the calls that take a list of ids, with `list(bodies, ids)` as the list.
template <class List>
SeenAfter after_calls(const std::vector<Mover>& moving, const std::vector<Mover>& walls,
                      const Config& config, const List& list) {
  std::vector<ObjectId> ids;
  for (const Mover& wall : walls) ids.push_back(wall.id);
  std::vector<ObjectId> moving_ids;
  for (const Mover& body : moving) moving_ids.push_back(body.id);
  BroadPhase engine(config);
  const Attributes attributes{.ids = moving_ids};
  engine.set_static({walls, &Mover::box}, ids);
  engine.update({moving, &Mover::box}, attributes);
  const std::vector<Mover> some(walls.begin(), walls.begin() + 9);
  const std::vector<ObjectId> some_ids(ids.begin(), ids.begin() + 9);
  engine.remove_static(list(some, some_ids));
  engine.add_static({some, &Mover::box}, some_ids);
  engine.exchange_static(list(some, some_ids), {moving, &Mover::box}, moving_ids);
  engine.exchange_static(list(moving, moving_ids), {some, &Mover::box}, some_ids);
  engine.restart_pairs(list(moving, moving_ids));
  engine.update({moving, &Mover::box}, attributes);
  engine.hide(list(some, some_ids));
  return seen_after(engine, walls);
}

TEST(ListsOfIds, MayLieInStructs) {
  const std::vector<Mover> moving = some_movers(1, 700);
  const std::vector<Mover> walls = some_movers(2, 500);
  const auto arrays = [](const auto&, const auto& ids) { return Column<ObjectId>(ids); };
  const auto members = [](const auto& bodies, const auto&) {
    return Column<ObjectId>(bodies, &Mover::id);
  };
  NotedIds of_arrays;
  NotedIds of_members;
  const SeenAfter expected =
      after_calls(moving, walls, {.threads = 2, .events = true, .recorder = &of_arrays}, arrays);
  EXPECT_FALSE(expected.begun.empty());
  EXPECT_FALSE(expected.found.empty());
  EXPECT_TRUE(after_calls(moving, walls, {.threads = 2, .events = true, .recorder = &of_members},
                          members) == expected);
  EXPECT_GT(of_arrays.words.size(), 700U);
  EXPECT_EQ(of_members.words, of_arrays.words);
}

TEST(OneObject, IsAsAListOfOne) {
  const std::vector<Mover> moving = some_movers(1, 300);
  const std::vector<Mover> walls = some_movers(2, 200);
  const Mover& wall = walls[7];
  const Mover& other = moving[3];
  const auto calls = [&](const auto& boxes_of, const auto& ids_of) {
    BroadPhase engine({.threads = 1, .events = true});
    engine.update({moving, &Mover::box});
    engine.set_static({walls, &Mover::box}, {walls, &Mover::id});
    engine.remove_static(ids_of(wall.id));
    engine.update({moving, &Mover::box});
    engine.add_static(boxes_of(wall.box), ids_of(wall.id), {.margin = kMargin});
    engine.exchange_static(ids_of(walls[9].id), boxes_of(walls[8].box), ids_of(walls[9].id));
    engine.restart_pairs(ids_of(other.id));
    engine.update({moving, &Mover::box});
    engine.patch(boxes_of(other.box), ids_of(other.id));
    engine.hide(ids_of(wall.id));
    return seen_after(engine, walls);
  };
  const SeenAfter expected = calls([](const Box& box) { return std::span(&box, 1); },
                                   [](const ObjectId& id) { return std::span(&id, 1); });
  const SeenAfter single = calls([](const Box& box) -> const Box& { return box; },
                                 [](const ObjectId& id) -> const ObjectId& { return id; });
  EXPECT_FALSE(expected.begun.empty());
  EXPECT_TRUE(single == expected);
}

TEST(ListsOfIds, MayBeWrittenInBraces) {
  const std::vector<Mover> moving = some_movers(0, 300);
  const std::vector<Mover> walls = some_movers(1, 200);
  const auto calls = [&](bool in_braces) {
    BroadPhase engine({.threads = 1, .events = true});
    const std::vector<ObjectId> of_walls = {1, 5};
    engine.set_static({walls, &Mover::box}, {walls, &Mover::id});
    engine.update({moving, &Mover::box}, {.ids = {moving, &Mover::id}});
    in_braces ? engine.remove_static({1, 5}) : engine.remove_static(of_walls);
    const ObjectId paired = engine.pairs().front().first;
    const std::vector<ObjectId> ids = {0, paired};
    in_braces ? engine.restart_pairs({0, paired}) : engine.restart_pairs(ids);
    engine.update({moving, &Mover::box}, {.ids = {moving, &Mover::id}});
    in_braces ? engine.hide({0, paired}) : engine.hide(ids);
    return seen_after(engine, moving);
  };
  EXPECT_FALSE(calls(false).begun.empty());
  EXPECT_TRUE(calls(true) == calls(false));
}

TEST(OneObject, MayBeABoxInDouble) {
  const Origin origin{1e9, -1e9};
  const DoubleBox box{1e9, -1e9, 1e9 + 1, 1 - 1e9};
  Index index({.threads = 1});
  index.build({box, origin});
  EXPECT_EQ(index.stats().object_count, 1U);
  EXPECT_EQ(index.origin(), origin);
  const ObjectId id = 7;
  const DoubleBox far{2e9, 0, 2e9 + 1, 1};
  index.patch({far, origin}, id);
  EXPECT_EQ(index.cast_any(Segment{{1e9F, 0.5e9F}, {1e9F, 1.5e9F}}), ObjectId{7});
}

// An attribute or an id that is viewed must live as long as the view.
static_assert(std::is_constructible_v<Column<ObjectId>, const ObjectId&>);
static_assert(!std::is_constructible_v<Column<ObjectId>, ObjectId>);
static_assert(!std::is_constructible_v<Column<float>, float>);

}  // namespace
}  // namespace quadphase::contract
