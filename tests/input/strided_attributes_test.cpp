// SPDX-License-Identifier: MIT
// Attributes and ids that lie in structs, at any place: all that comes out, and all that a recorder
// is told, is as if arrays of the same values had been given.
#include <gtest/gtest.h>
#include <quadphase/index.hpp>
#include <quadphase/recorded_call.hpp>

#include <array>
#include <cstring>
#include <random>
#include <stdexcept>
#include <vector>

#include "support/checks.hpp"
#include "support/counting_resource.hpp"

namespace quadphase::contract {
namespace {

/// As in a game: what the engine reads is between things that it does not.
struct Creature {
  char name[3] = {};
  ObjectId id = 0;
  Filter filter;
  double mass = 1;
  float margin = 0;
  float dx = 0;
  float dy = 0;
  std::uint32_t life = 0;
  Box box{};
};

enum class Layout { arrays, members, unaligned };

/// Creatures whose values are also kept as arrays, and as bytes at odd places.
class Creatures {
 public:
  Creatures(const char* scene, std::size_t count, ObjectId first_id, std::uint64_t seed)
      : creatures_(count) {
    std::mt19937_64 random(seed);
    const Columns frame = frame_of(scene, count, 1, seed);
    for (std::size_t i = 0; i < count; ++i) {
      Creature& creature = creatures_[i];
      creature.id = first_id + static_cast<ObjectId>(count - i);
      creature.filter = {1U << random() % 3, random() % 4 != 0 ? ~0U : 5U,
                         static_cast<std::uint32_t>(random() % 3),
                         static_cast<std::uint32_t>(random() % 2)};
      creature.margin = random() % 30 == 0 ? -1 : static_cast<float>(random() % 8) / 64;
      creature.dx = static_cast<float>(random() % 8) / 64;
      creature.dy = -static_cast<float>(random() % 8) / 64;
      creature.life = static_cast<std::uint32_t>(random() % 2);
      creature.box = frame.view()[i];
    }
    for (std::size_t field = 0; field < kFields; ++field)
      for (const Creature& creature : creatures_) words_[field].push_back(word_of(creature, field));
    bytes_.resize(count * kStride + 1);
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t field = 0; field < kFields; ++field)
        std::memcpy(bytes_.data() + place_of(field) + i * kStride, &words_[field][i], 4);
    for (const Creature& creature : creatures_) boxes_.push_back(creature.box);
  }

  [[nodiscard]] std::size_t size() const { return creatures_.size(); }
  [[nodiscard]] const std::vector<Box>& boxes() const { return boxes_; }
  [[nodiscard]] Column<ObjectId> ids(Layout layout) const {
    if (layout == Layout::members) return {creatures_, &Creature::id};
    return column<ObjectId>(layout, 0);
  }

  [[nodiscard]] Attributes attributes(Layout layout, bool has_ids) const {
    Attributes all;
    if (layout == Layout::members) {
      if (has_ids) all.ids = {creatures_, &Creature::id};
      all.set_filters({creatures_, &Creature::filter});
      all.margin = {creatures_, &Creature::margin};
      all.displacement_x = {creatures_, &Creature::dx};
      all.displacement_y = {creatures_, &Creature::dy};
      all.generation = {creatures_, &Creature::life};
      return all;
    }
    if (has_ids) all.ids = ids(layout);
    all.category = column<std::uint32_t>(layout, 1);
    all.mask = column<std::uint32_t>(layout, 2);
    all.group = column<std::uint32_t>(layout, 3);
    all.world = column<std::uint32_t>(layout, 4);
    all.margin = column<float>(layout, 5);
    all.displacement_x = column<float>(layout, 6);
    all.displacement_y = column<float>(layout, 7);
    all.generation = column<std::uint32_t>(layout, 8);
    return all;
  }

 private:
  static constexpr std::size_t kFields = 9;
  static constexpr std::size_t kStride = 43;

  static std::size_t place_of(std::size_t field) { return 1 + 4 * (kFields - 1 - field); }

  static std::uint32_t word_of(const Creature& creature, std::size_t field) {
    const auto bits = [](float value) {
      std::uint32_t word = 0;
      std::memcpy(&word, &value, 4);
      return word;
    };
    const std::uint32_t words[kFields] = {
        creature.id,           creature.filter.category, creature.filter.mask,
        creature.filter.group, creature.filter.world,    bits(creature.margin),
        bits(creature.dx),     bits(creature.dy),        creature.life};
    return words[field];
  }

  template <class T>
  [[nodiscard]] Column<T> column(Layout layout, std::size_t field) const {
    const void* const first = layout == Layout::arrays
                                  ? static_cast<const void*>(words_[field].data())
                                  : bytes_.data() + place_of(field);
    return {static_cast<const T*>(first), size(), layout == Layout::arrays ? sizeof(T) : kStride};
  }

  std::vector<Creature> creatures_;
  std::vector<std::uint32_t> words_[kFields];
  std::vector<std::byte> bytes_;
  std::vector<Box> boxes_;
};

/// The words of every column that a recorder is told.
class Told : public CallRecorder {
 public:
  std::uint32_t next_subject() noexcept override { return 0; }
  std::uint64_t begin(const RecordedCall& call) noexcept override {
    const auto note = [&](const auto& values) {
      words.push_back(values.size());
      for (const auto& value : values) {
        std::uint32_t word = 0;
        std::memcpy(&word, &value, 4);
        words.push_back(word);
      }
    };
    for (const Attributes& all : {call.attributes, call.batch.attributes}) {
      note(all.ids.contiguous());
      for (const auto& column : {all.category, all.mask, all.group, all.world, all.generation})
        note(column.contiguous());
      for (const auto& column : {all.margin, all.displacement_x, all.displacement_y})
        note(column.contiguous());
    }
    note(call.ids);
    return 0;
  }
  void end(std::uint64_t /*number*/, const RecordedCall& /*call*/) noexcept override {}
  [[nodiscard]] bool wants_hashes() const noexcept override { return false; }

  std::vector<std::uint64_t> words;
};

/// All that is shown, as numbers.
using Numbers = std::vector<std::uint64_t>;

void add(std::span<const Pair> pairs, Numbers& shown) {
  shown.push_back(pairs.size());
  for (const Pair& pair : pairs)
    shown.push_back(std::uint64_t{pair.first} << 32U | std::uint64_t{pair.second});
}

void add(const QueryResult& result, Numbers& shown) {
  shown.insert(shown.end(), result.offsets().begin(), result.offsets().end());
  shown.insert(shown.end(), result.ids().begin(), result.ids().end());
}

void add(const BroadPhase& engine, Numbers& shown) {
  add(engine.pairs(), shown);
  for (const BeginEvent& event : engine.events().begun) add({&event.pair, 1}, shown);
  for (const EndEvent& event : engine.events().ended) add({&event.pair, 1}, shown);
  for (const auto index : engine.previous_indices()) shown.push_back(index);
  for (const ObjectId id : engine.rejected_ids()) shown.push_back(id);
  for (const ObjectId id : engine.order()) shown.push_back(id);
}

/// Every call that takes attributes.
Numbers all_calls(Layout layout, std::size_t count, const Config& config) {
  const Creatures creatures("clusters", count, 1'000'000, 1);
  const Creatures moved("mixed", count, 1'000'000, 2);
  const Creatures walls("uniform", count / 2 + 1, 5'000'000, 3);
  const Creatures more("uniform", count / 3 + 1, 9'000'000, 4);
  BroadPhase engine(config);
  Numbers shown;
  engine.set_static(walls.boxes(), walls.ids(layout), walls.attributes(layout, false));
  engine.update(creatures.boxes(), creatures.attributes(layout, true));
  add(engine, shown);
  engine.add_static(more.boxes(), more.ids(layout), more.attributes(layout, true));
  engine.remove_static(std::array{ObjectId{9'000'001}});
  engine.update(moved.boxes(), moved.attributes(layout, true));
  add(engine, shown);

  QueryResult result;
  engine.find_overlaps(creatures.boxes(), result,
                       {.attributes = creatures.attributes(layout, false)});
  add(result, shown);
  Attributes filters;
  filters.category = creatures.attributes(layout, false).category;
  filters.group = creatures.attributes(layout, false).group;
  const std::vector<Point> points(count, Point{3, 4});
  engine.find_nearest(points, 3, result, {.attributes = filters});
  add(result, shown);
  engine.patch(creatures.boxes(), creatures.ids(layout), creatures.attributes(layout, true));
  engine.find_overlaps(moved.boxes(), result);
  add(result, shown);

  engine.build(creatures.boxes(), creatures.attributes(layout, true));
  shown.push_back(engine.count_pairs());
  engine.build(moved.boxes(), {.margin = moved.attributes(layout, false).margin});
  shown.push_back(engine.count_pairs());

  Config plain = config;
  plain.events = plain.previous_indices = false;
  Index index(plain);
  index.build(creatures.boxes(), creatures.attributes(layout, true));
  index.patch(moved.boxes(), moved.ids(layout), moved.attributes(layout, false));
  index.find_overlaps(creatures.boxes(), result);
  add(result, shown);

  std::vector<std::byte> bytes;
  engine.save(bytes);
  for (const std::byte byte : bytes) shown.push_back(static_cast<std::uint64_t>(byte));
  return shown;
}

constexpr Layout kStrided[] = {Layout::members, Layout::unaligned};

TEST(StridedAttributes, GiveWhatArraysGiveOnAnyThreads) {
  for (const std::size_t count : {1U, 2U, 33U, 700U, 9'000U}) {
    const Config one = {.threads = 1, .events = true, .previous_indices = true};
    const Numbers expected = all_calls(Layout::arrays, count, one);
    for (const Layout layout : kStrided) {
      for (const int threads : {1, 2, 4}) {
        Config config = one;
        config.threads = threads;
        EXPECT_TRUE(all_calls(layout, count, config) == expected)
            << count << ", threads " << threads;
      }
    }
  }
}

TEST(StridedAttributes, GiveWhatArraysGiveInAPeriodicWorldAndWithoutTouching) {
  const Config config = {.threads = 2, .touching = false, .period_x = 900, .events = true};
  const Numbers expected = all_calls(Layout::arrays, 500, config);
  for (const Layout layout : kStrided) EXPECT_TRUE(all_calls(layout, 500, config) == expected);
}

TEST(StridedAttributes, AreToldToARecorderAsTheirValues) {
  const auto told = [](Layout layout) {
    Told recorder;
    (void)all_calls(layout, 200, {.threads = 1, .recorder = &recorder});
    return recorder.words;
  };
  const std::vector<std::uint64_t> expected = told(Layout::arrays);
  EXPECT_GT(expected.size(), 10'000U);
  for (const Layout layout : kStrided) EXPECT_TRUE(told(layout) == expected);
}

TEST(StridedAttributes, OfStoresAndFiltersOfBatchesGiveWhatArraysGive) {
  struct Thing {
    Filter filter;
    Displacement step;
    float margin;
    Box box;
  };
  std::vector<Thing> things;
  const Columns frame = frame_of("clusters", 12'000);
  for (std::uint32_t i = 0; i < 12'000; ++i) {
    const auto number = static_cast<float>(i % 5);
    things.push_back(
        {{.group = i % 7, .world = i % 2}, {number, -number}, number, frame.view()[i]});
  }
  std::vector<Filter> filters;
  std::vector<Displacement> steps;
  std::vector<float> margins;
  for (const Thing& thing : things) {
    filters.push_back(thing.filter);
    steps.push_back(thing.step);
    margins.push_back(thing.margin);
  }
  const auto saved = [&](const Column<Filter>& its_filters, const Column<Displacement>& its_steps,
                         const Column<float>& its_margins) {
    ObjectStore store;
    std::vector<Handle> handles(things.size());
    store.add({things, &Thing::box}, its_filters, handles);
    store.set_margin(handles, its_margins);
    store.set_displacement(handles, its_steps);
    store.set_filter(std::span(handles).first(100), its_filters.first(100));
    std::vector<std::byte> bytes;
    store.save(bytes);
    return bytes;
  };
  EXPECT_TRUE(saved({things, &Thing::filter}, {things, &Thing::step}, {things, &Thing::margin}) ==
              saved(filters, steps, margins));

  BroadPhase engine({.threads = 2});
  engine.update(frame.view());
  const auto found = [&](const Column<Filter>& its_filters) {
    QueryResult result;
    engine.find_overlaps(frame.view(), result,
                         {.attributes = Attributes{}.set_filters(its_filters)});
    Numbers numbers;
    add(result, numbers);
    return numbers;
  };
  EXPECT_TRUE(found({things, &Thing::filter}) == found(filters));
}

TEST(StridedAttributes, OfStrideZeroAreOneForAll) {
  const Columns boxes = frame_of("clusters", 3'000);
  const float margin = 0.5F;
  const std::vector<float> margins(3'000, margin);
  const std::uint32_t world = 7;
  const std::vector<std::uint32_t> worlds(3'000, world);
  BroadPhase expected({.threads = 1});
  expected.update(boxes.view(), {.world = worlds, .margin = margins});
  BroadPhase engine({.threads = 1});
  engine.update(boxes.view(), {.world = {&world, 3'000, 0}, .margin = {&margin, 3'000, 0}});
  EXPECT_FALSE(expected.pairs().empty());
  EXPECT_TRUE(copy_of(engine.pairs()) == copy_of(expected.pairs()));
}

TEST(StridedAttributes, OfAnotherLengthAreRefusedBeforeAnythingChanges) {
  const Creatures creatures("clusters", 300, 0, 1);
  const Creatures fewer("clusters", 299, 0, 1);
  BroadPhase engine({.threads = 1});
  engine.update(creatures.boxes(), creatures.attributes(Layout::members, true));
  const Pairs before = copy_of(engine.pairs());
  EXPECT_FALSE(before.empty());
  const auto expect_refused = [&](const auto& call) {
    EXPECT_THROW(call(), std::invalid_argument);
    EXPECT_TRUE(copy_of(engine.pairs()) == before);
    EXPECT_EQ(engine.count_pairs(), before.size());
  };
  const Attributes other = fewer.attributes(Layout::members, false);
  expect_refused([&] { engine.update(creatures.boxes(), other); });
  expect_refused(
      [&] { engine.set_static(creatures.boxes(), creatures.ids(Layout::members), other); });
  expect_refused([&] { engine.set_static(creatures.boxes(), fewer.ids(Layout::members)); });
  expect_refused([&] {
    engine.set_static(creatures.boxes(), creatures.ids(Layout::members),
                      {.ids = {creatures.ids(Layout::members).data(), 300, 0}});
  });
  QueryResult result;
  expect_refused([&] { engine.find_overlaps(creatures.boxes(), result, {.attributes = other}); });
}

TEST(StridedAttributes, AllocateInTheirFirstFrameOnly) {
  const Creatures creatures("uniform", 5'000, 0, 1);
  const Creatures more("uniform", 5'500, 0, 2);
  CountingResource resource;
  BroadPhase engine({.threads = 1, .memory_resource = &resource});
  QueryResult result(&resource);
  const auto frame = [&](const Creatures& given) {
    engine.update(given.boxes(), given.attributes(Layout::members, true));
    engine.find_overlaps(given.boxes(), result,
                         {.attributes = given.attributes(Layout::members, false)});
  };
  frame(creatures);
  engine.update(creatures.boxes(), creatures.attributes(Layout::arrays, true));
  const std::size_t with_columns = engine.byte_count();
  frame(creatures);
  const std::size_t allocations = resource.allocations();
  for (int i = 0; i < 5; ++i) frame(creatures);
  EXPECT_EQ(resource.allocations(), allocations);
  engine.update(more.boxes(), more.attributes(Layout::members, true));
  engine.shrink_to_fit();
  EXPECT_LT(engine.byte_count(), with_columns - 9 * 4 * 5'000) << "the columns are kept";
}

TEST(StridedAttributes, ReadNothingPastTheLastValue) {
  for (const std::size_t count : {1U, 5U, 64U}) {
    // As long as it must be, so that sanitizers see what is read behind it.
    std::vector<std::byte> bytes(43 * (count - 1) + 4);
    const auto* const first = reinterpret_cast<const float*>(bytes.data());
    const Columns boxes = frame_of("uniform", count);
    BroadPhase engine({.threads = 1});
    engine.update(boxes.view(), {.margin = {first, count, 43}});
    EXPECT_EQ(engine.stats().rejected_count, 0U);
  }
}

}  // namespace
}  // namespace quadphase::contract
