// SPDX-License-Identifier: MIT
// Memory with a standing limit, as on a console: what fits in a new engine fits after any failure.
// QUADPHASE_MEMORY_LIMITS: as many limits from what is needed to twice as much, too.
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <quadphase/recorded_call.hpp>

#include <cstdlib>
#include <functional>
#include <new>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "support/checks.hpp"
#include "support/counting_resource.hpp"

namespace quadphase::contract {
namespace {

constexpr std::size_t kUnlimited = CountingResource::kNever;

/// What exists in one limited memory.
struct World {
  World(Config config, std::size_t limit) {
    memory.limit_to(limit);
    config.memory_resource = &memory;
    engine.emplace(config);
    config.events = config.previous_indices = false;
    index.emplace(config);
    store.emplace(&memory, nullptr, config.recorder);
    result.emplace(&memory);
  }

  CountingResource memory;
  std::optional<BroadPhase> engine;
  std::optional<Index> index;
  std::optional<ObjectStore> store;
  std::optional<QueryResult> result;
};

/// What a call shows afterwards.
using Shown = std::vector<ObjectId>;
using Step = std::function<Shown(World&)>;

void append(std::span<const Pair> pairs, Shown& shown) {
  for (const Pair& pair : pairs) shown.insert(shown.end(), {pair.first, pair.second});
}

Shown shown_frame(const BroadPhase& engine) {
  Shown shown;
  append(engine.pairs(), shown);
  for (const BeginEvent& event : engine.events().begun) append({&event.pair, 1}, shown);
  for (const EndEvent& event : engine.events().ended) append({&event.pair, 1}, shown);
  const auto indices = engine.previous_indices();
  shown.insert(shown.end(), indices.begin(), indices.end());
  shown.push_back(static_cast<ObjectId>(engine.stats().object_count));
  return shown;
}

Shown shown_result(const QueryResult& result) {
  Shown shown(result.ids().begin(), result.ids().end());
  for (const std::size_t offset : result.offsets()) shown.push_back(static_cast<ObjectId>(offset));
  return shown;
}

/// Hashes all that it is told of.
class Hashing : public CallRecorder {
 public:
  std::uint32_t next_subject() noexcept override { return 0; }
  std::uint64_t begin(const RecordedCall& /*call*/) noexcept override { return 0; }
  void end(std::uint64_t /*number*/, const RecordedCall& /*call*/) noexcept override {}
  [[nodiscard]] bool wants_hashes() const noexcept override { return true; }
};

struct Case {
  const char* name;
  Config config;
  std::vector<Step> steps;
};

Step update(const char* scene, std::size_t count, bool fat = false) {
  return [boxes = KeptFrame{scene, count}, margins = std::vector<float>(fat ? count : 0, 0.1F),
          groups = std::vector<std::uint32_t>(fat ? count : 0, 0U)](World& world) {
    Attributes attributes;
    attributes.margin = margins;
    attributes.group = groups;
    world.engine->update(boxes.view(), attributes);
    return shown_frame(*world.engine);
  };
}

/// Neighbors and sorted pairs of a frame.
Step list(const char* scene, std::size_t count) {
  return [boxes = KeptFrame{scene, count}, count](World& world) {
    world.engine->update(boxes.view());
    Shown shown;
    append(world.engine->sorted_pairs(), shown);
    const Adjacency rows = world.engine->adjacency(count);
    shown.insert(shown.end(), rows.ids.begin(), rows.ids.end());
    shown.insert(shown.end(), rows.pair_indices.begin(), rows.pair_indices.end());
    return shown;
  };
}

Step update_rows(std::size_t count) {
  return [count](World& world) {
    const BoxView boxes = KeptFrame{"mixed", count}.view();
    std::vector<Box> rows;
    for (std::size_t i = 0; i < count; ++i) rows.push_back(boxes[i]);
    world.engine->update(rows);
    return shown_frame(*world.engine);
  };
}

/// Boxes and attributes that lie in structs.
Step update_structs(std::size_t count) {
  return [count](World& world) {
    struct Body {
      ObjectId id;
      Filter filter;
      float margin;
      Box box;
    };
    std::vector<Body> bodies;
    const BoxView frame = KeptFrame{"dense", count}.view();
    for (std::uint32_t i = 0; i < count; ++i)
      bodies.push_back({3 * i, {.world = i % 2}, 0.5F, frame[i]});
    const Boxes boxes(bodies, &Body::box);
    Attributes attributes;
    attributes.ids = {bodies, &Body::id};
    attributes.set_filters({bodies, &Body::filter});
    attributes.margin = {bodies, &Body::margin};
    world.engine->update(boxes, attributes);
    Shown shown = shown_frame(*world.engine);
    world.engine->exchange_static({}, boxes, attributes.ids, attributes);
    world.engine->update({});
    world.engine->clear_static();
    world.engine->find_overlaps(boxes, *world.result, {.attributes = attributes});
    const Shown found = shown_result(*world.result);
    shown.insert(shown.end(), found.begin(), found.end());
    return shown;
  };
}

Step stream(const char* scene, std::size_t count) {
  return [boxes = KeptFrame{scene, count}](World& world) {
    world.engine->build(boxes.view());
    Shown shown = {static_cast<ObjectId>(world.engine->count_pairs())};
    ReceivedChunks chunks;
    world.engine->for_each_pair_chunk(chunks);
    for (const Chunk& chunk : chunks.sorted()) append(chunk.pairs, shown);
    return shown;
  };
}

Step set_static(const char* scene, std::size_t count) {
  return [boxes = KeptFrame{scene, count}, ids = ids_from(1'000'000, count)](World& world) {
    world.engine->set_static(boxes.view(), ids);
    return Shown{};
  };
}

Step exchange_static(std::size_t removed, std::size_t added) {
  return [removed, added](World& world) {
    const KeptFrame boxes{"uniform", added};
    world.engine->exchange_static(ids_from(1'000'000, removed), boxes.view(),
                                  ids_from(2'000'000, added));
    return Shown{};
  };
}

/// Changes, and what queries find then.
Step change(std::size_t count) {
  return [count](World& world) {
    const KeptFrame boxes{"dense", count};
    world.engine->build(boxes.view());
    const KeptFrame moved{"uniform", count / 4};
    world.engine->patch(moved.view(), ids_from(3, count / 4));
    world.engine->hide(ids_from(0, 2));
    world.engine->find_overlaps(boxes.view(), *world.result);
    return shown_result(*world.result);
  };
}

Step restore(std::size_t count) {
  return [count](World& world) {
    std::vector<std::byte> bytes;
    Config config = {.threads = 1, .events = true};
    BroadPhase other(config);
    const KeptFrame boxes{"dense", count};
    other.set_static(boxes.view(), ids_from(1'000'000, count));
    other.update(boxes.view());
    other.save(bytes);
    std::span<const std::byte> rest = bytes;
    world.engine->restore(rest);
    world.engine->update(boxes.view());
    return shown_frame(*world.engine);
  };
}

/// Objects that come, change and go.
Step live(std::size_t count) {
  return [count](World& world) {
    ObjectStore& store = *world.store;
    const KeptFrame boxes{"uniform", count};
    std::vector<Handle> handles(count);
    store.add(boxes.view(), {}, handles);
    store.add(Box{1, 1, 2, 2}, {}, Mobility::static_);
    const std::span<const Handle> some = std::span(handles).first(count / 2);
    store.set_filter(some, std::vector<Filter>(count / 2, {.group = 3}));
    store.set_mobility(some, Mobility::static_);
    world.engine->update(store);
    Shown shown = shown_frame(*world.engine);
    store.reorder(world.engine->order());
    store.set_margin(handles[0], 1);
    store.remove(std::span(handles).subspan(count / 4));
    std::vector<std::byte> bytes;
    store.save(bytes);
    std::span<const std::byte> rest = bytes;
    store.restore(rest);
    world.engine->update(store);
    append(world.engine->pairs(), shown);
    store.clear();
    return shown;
  };
}

Step search(std::size_t count) {
  return [count](World& world) {
    const KeptFrame boxes{"dense", count};
    world.index->build(boxes.view());
    world.index->find_overlaps(boxes.view(), *world.result);
    Shown shown = shown_result(*world.result);
    std::vector<Point> points(count, Point{1, 2});
    world.index->find_nearest(points, 5, *world.result);
    for (const ObjectId id : world.result->ids()) shown.push_back(id);
    return shown;
  };
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const int threads : {1, 4}) {
    const Config plain = {.threads = threads};
    Config events = plain;
    events.events = true;
    Config indices = events;
    indices.previous_indices = true;
    Config periodic = events;
    periodic.period_x = periodic.period_y = 1'000;
    Config open = plain;
    open.touching = false;
    const bool one = threads == 1;
    const auto add = [&](const char* name, const Config& config, std::vector<Step> steps) {
      all.push_back({name, config, std::move(steps)});
    };
    const std::vector<Step> frames = {update("dense", 900), update("uniform", 2'000),
                                      update("uniform", 300)};
    add(one ? "Updates" : "UpdatesOnThreads", plain, frames);
    add(one ? "Events" : "EventsOnThreads", events, frames);
    add(one ? "Indices" : "IndicesOnThreads", indices, frames);
    add(one ? "Periodic" : "PeriodicOnThreads", periodic, frames);
    add(one ? "Open" : "OpenOnThreads", open, frames);
    add(one ? "ManyPairs" : "ManyPairsOnThreads", plain,
        {update("point", 900), update("uniform", 5'000), update("point", 700)});
    add(one ? "Lists" : "ListsOnThreads", plain,
        {list("point", 300), list("dense", 900), update("uniform", 3'000), list("dense", 500)});
    add(one ? "FatAndFiltered" : "FatAndFilteredOnThreads", events,
        {update("dense", 900, true), update("uniform", 1'500, true), update_rows(700)});
    add(one ? "Strided" : "StridedOnThreads", events,
        {update_structs(900), update("dense", 700, true), update_structs(200)});
    add(one ? "Streams" : "StreamsOnThreads", plain,
        {set_static("dense", 800), stream("dense", 900), stream("point", 500)});
    add(one ? "Statics" : "StaticsOnThreads", events,
        {set_static("dense", 800), update("dense", 900), exchange_static(500, 900),
         update("uniform", 300), set_static("uniform", 3), update("uniform", 400)});
    add(one ? "Changes" : "ChangesOnThreads", plain, {change(800), change(300)});
    add(one ? "Snapshots" : "SnapshotsOnThreads", events, {restore(700), restore(200)});
    add(one ? "Stores" : "StoresOnThreads", plain, {live(700), live(200), live(400)});
    add(one ? "Searches" : "SearchesOnThreads", plain, {search(900), search(200)});
    static Hashing hashing;
    Config recorded = events;
    recorded.recorder = &hashing;
    add(one ? "Recorded" : "RecordedOnThreads", recorded,
        {set_static("dense", 300), update("dense", 500), restore(300), live(300), change(200),
         stream("dense", 300), search(200)});
  }
  return all;
}

/// Calls that no limit of this test has room for.
void fail_in_every_way(World& world, std::size_t limit) {
  constexpr std::size_t kCrowd = 6'000;
  static const Columns crowd = columns_of(std::vector<Box>(kCrowd, Box{0, 0, 1, 1}));
  static const Columns many = columns_of(std::vector<Box>(400'000, Box{0, 0, 1, 1}));
  static const std::vector<ObjectId> ids = ids_from(3'000'000, 400'000);
  BroadPhase& engine = *world.engine;
  // What is documented: where the tree of the crowd does not fit beside the last pairs.
  const bool may_lose_pairs = engine.events().begun.empty() && engine.events().ended.empty() &&
                              engine.pairs().size_bytes() + kCrowd * 110 > limit;
  const Shown shown = shown_frame(engine);
  const auto expect_bad_alloc = [&](const char* what, const auto& call) {
    EXPECT_THROW(call(), std::bad_alloc) << what;
    EXPECT_TRUE(shown_frame(engine) == shown || (may_lose_pairs && engine.pairs().empty())) << what;
  };
  expect_bad_alloc("crowd", [&] { engine.update(crowd.view()); });
  expect_bad_alloc("many", [&] { engine.update(many.view()); });
  expect_bad_alloc("tree", [&] { engine.build(many.view()); });
  expect_bad_alloc("static", [&] { engine.add_static(many.view(), ids); });
  expect_bad_alloc("reserve", [&] { engine.reserve(400'000, 4'000'000); });
  expect_bad_alloc("store", [&] {
    std::vector<Handle> handles(400'000);
    world.store->add(many.view(), {}, handles);
  });
  expect_bad_alloc("index", [&] { world.index->build(many.view()); });
}

/// The first step that has no room; none if all have, and show what is right.
std::optional<std::size_t> first_without_room(const Case& given, std::size_t limit, bool fails,
                                              const std::vector<Shown>* right,
                                              std::vector<Shown>* shown = nullptr) {
  World world(given.config, limit);
  for (std::size_t i = 0; i < given.steps.size(); ++i) {
    if (fails) fail_in_every_way(world, limit);
    try {
      Shown now = given.steps[i](world);
      if (right != nullptr) {
        EXPECT_TRUE(now == (*right)[i]) << "step " << i;
      }
      if (shown != nullptr) shown->push_back(std::move(now));
    } catch (const std::bad_alloc&) {
      return i;
    }
  }
  return std::nullopt;
}

class MemoryLimit : public testing::TestWithParam<Case> {};

/// The lowest limit at which new ones have room for all steps.
std::size_t least_limit(const Case& given) {
  std::vector<Shown> right;
  EXPECT_FALSE(first_without_room(given, kUnlimited, false, nullptr, &right));
  constexpr std::size_t kEnough = std::size_t{16} << 20U;
  EXPECT_FALSE(first_without_room(given, kEnough, false, &right));
  return least_with_room(
      kEnough, [&](std::size_t limit) { return !first_without_room(given, limit, false, &right); });
}

// The pairs of the last frame, which a new engine does not have, are in the way.
TEST(MemoryLimits, ThatANewEngineFitsForOneFrameIsEnoughAfterOthers) {
  for (const int threads : {1, 4}) {
    const Case given = {"Frames",
                        {.threads = threads},
                        {update("point", 900), update("uniform", 5'000), update("dense", 100),
                         update("point", 880), stream("uniform", 5'000), update("point", 900)}};
    std::size_t enough = 0;
    for (const Step& step : given.steps)
      enough = std::max(enough, least_limit({"One", given.config, {step}}));
    for (const bool fails : {false, true}) {
      const auto step = first_without_room(given, enough, fails, nullptr);
      EXPECT_FALSE(step) << enough << " bytes are no room for step " << *step << ", " << threads;
    }
  }
}

/// The limits to try where this much is enough.
std::vector<std::size_t> limits_from(std::size_t enough) {
  std::vector<std::size_t> limits = {enough, enough + enough / 16, enough + enough / 4, 2 * enough};
  const char* const text = std::getenv("QUADPHASE_MEMORY_LIMITS");
  const std::size_t more = text != nullptr ? std::stoul(text) : 0;
  for (std::size_t i = 0; i < more; ++i) limits.push_back(enough + i * enough / more);
  return limits;
}

/// False where new ones have room by chance: where tasks are shuffled, so is the memory of a batch.
bool always_has_room(const Case& given, std::size_t limit) {
  for (int times = 0; times < 20; ++times)
    if (first_without_room(given, limit, false, nullptr)) return false;
  return true;
}

TEST_P(MemoryLimit, ThatANewEngineFitsIsEnoughAfterEveryFailure) {
  const Case& given = GetParam();
  const std::size_t enough = least_limit(given);
  for (const std::size_t limit : limits_from(enough)) {
    SCOPED_TRACE(testing::Message() << limit << " bytes, of which " << enough << " are needed");
    const auto step = first_without_room(given, limit, true, nullptr);
    EXPECT_TRUE(!step || !always_has_room(given, limit)) << "no room for step " << *step;
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, MemoryLimit, testing::ValuesIn(cases()),
                         [](const auto& given) { return std::string(given.param.name); });

}  // namespace
}  // namespace quadphase::contract
