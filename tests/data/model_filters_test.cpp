// SPDX-License-Identifier: MIT
// Categories, masks, owners and worlds of all numbers and kinds: the pairs are the model's, and a
// change takes effect in the next frame.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <vector>

#include "model/model_checks.hpp"
#include "support/checks.hpp"

namespace quadphase::model {
namespace {

using AssignAtRandom = void (*)(Objects& objects, scenes::Random& random);

struct Filtering {
  const char* name;
  AssignAtRandom assign;
};

std::uint32_t some_bits(scenes::Random& random) {
  return static_cast<std::uint32_t>(random.bits());
}

/// About one bit in 2^`halvings` is set.
std::uint32_t few_bits(int halvings, scenes::Random& random) {
  std::uint32_t bits = 0xFFFF'FFFF;
  for (int i = 0; i < halvings; ++i) bits &= some_bits(random);
  return bits;
}

/// So many kinds of (category, mask), with random bits.
void assign_classes(Objects& objects, std::uint32_t classes, scenes::Random& random) {
  std::vector<Filter> kind(classes);
  for (Filter& filter : kind) {
    filter.category = few_bits(3, random);
    filter.mask = few_bits(2, random);
  }
  for (Object& object : objects) object.filter = kind[random.below(classes)];
}

void assign_worlds(Objects& objects, std::uint32_t worlds, scenes::Random& random) {
  for (Object& object : objects) object.filter.world = random.below(worlds);
}

/// None, one, a full set of 64, and more filter classes.
std::vector<Filtering> filterings_by_kind() {
  return {
      {"random bits",
       [](Objects& objects, scenes::Random& random) {
         for (Object& object : objects) {
           object.filter.category = some_bits(random);
           object.filter.mask = few_bits(3, random);
         }
       }},
      {"no bits",
       [](Objects& objects, scenes::Random& random) {
         for (Object& object : objects) {
           object.filter.category = random.below(2);
           object.filter.mask = random.below(3) == 0 ? 0 : 0xFFFF'FFFF;
         }
       }},
      {"one kind", [](Objects& o, scenes::Random& random) { assign_classes(o, 1, random); }},
      {"2 kinds", [](Objects& o, scenes::Random& random) { assign_classes(o, 2, random); }},
      {"63 kinds", [](Objects& o, scenes::Random& random) { assign_classes(o, 63, random); }},
      {"64 kinds", [](Objects& o, scenes::Random& random) { assign_classes(o, 64, random); }},
      {"65 kinds", [](Objects& o, scenes::Random& random) { assign_classes(o, 65, random); }},
      {"300 kinds", [](Objects& o, scenes::Random& random) { assign_classes(o, 300, random); }},
      {"bullets and walls",
       [](Objects& objects, scenes::Random& random) {
         for (Object& object : objects) {
           const bool wall = random.below(10) == 0;
           object.filter.category = wall ? 2 : 1;
           object.filter.mask = wall ? 1 : 2;
         }
       }},
  };
}

/// Few and many, large and small numbers of owners and worlds.
std::vector<Filtering> filterings_by_group() {
  return {
      {"owners",
       [](Objects& objects, scenes::Random& random) {
         for (Object& object : objects) object.filter.group = random.below(20);
       }},
      {"owners of all sizes",
       [](Objects& objects, scenes::Random& random) {
         for (Object& object : objects)
           object.filter.group = random.below(2) == 0 ? 0xFFFF'FFFF : some_bits(random) >> 24U;
       }},
      {"one owner",
       [](Objects& objects, scenes::Random&) {
         for (Object& object : objects) object.filter.group = 77;
       }},
      {"2 worlds", [](Objects& o, scenes::Random& random) { assign_worlds(o, 2, random); }},
      {"5 worlds", [](Objects& o, scenes::Random& random) { assign_worlds(o, 5, random); }},
      {"thousands of worlds",
       [](Objects& o, scenes::Random& random) { assign_worlds(o, 3'000, random); }},
      {"random worlds",
       [](Objects& objects, scenes::Random& random) {
         std::vector<std::uint32_t> worlds(7);
         for (std::uint32_t& world : worlds) world = some_bits(random);
         for (Object& object : objects) object.filter.world = worlds[random.below(7)];
       }},
      {"a world for each",
       [](Objects& objects, scenes::Random& random) {
         for (Object& object : objects) object.filter.world = some_bits(random);
       }},
      {"one object in the last world",
       [](Objects& objects, scenes::Random&) {
         objects[objects.size() / 2].filter.world = 0xFFFF'FFFF;
       }},
      {"all in the last world",
       [](Objects& objects, scenes::Random&) {
         for (Object& object : objects) object.filter.world = 0xFFFF'FFFF;
       }},
      {"the two ends of all worlds",
       [](Objects& objects, scenes::Random& random) {
         for (Object& object : objects) object.filter.world = 0U - random.below(2);
       }},
      {"everything",
       [](Objects& objects, scenes::Random& random) {
         for (Object& object : objects) object.filter = random_filter({8, 6, 3}, random);
       }},
  };
}

std::vector<Filtering> filterings() {
  std::vector<Filtering> all = filterings_by_kind();
  for (const Filtering& filtering : filterings_by_group()) all.push_back(filtering);
  return all;
}

TEST(Filters, KeepObjectsOfOneGroupApartAndNotThoseWithout) {
  const std::vector<Box> boxes(6, {0, 0, 1, 1});
  const std::vector<std::uint32_t> groups = {3, 0, 3, 0, 0xFFFF'FFFF, 3};
  BroadPhase engine({.threads = 1});
  engine.update(boxes, {.group = groups});
  std::vector<Pair> pairs(engine.pairs().begin(), engine.pairs().end());
  std::sort(pairs.begin(), pairs.end());
  EXPECT_EQ(pairs, (std::vector<Pair>{{0, 1},
                                      {0, 3},
                                      {0, 4},
                                      {1, 2},
                                      {1, 3},
                                      {1, 4},
                                      {1, 5},
                                      {2, 3},
                                      {2, 4},
                                      {3, 4},
                                      {3, 5},
                                      {4, 5}}));
}

class FiltersOn : public testing::TestWithParam<std::string> {};

TEST_P(FiltersOn, LetTheModelsPairsThrough) {
  const std::size_t count = GetParam() == "point" ? 120 : 700;
  const Objects plain = as_given(objects_of(GetParam(), count), kNoSpan.with(Span::ids));
  BroadPhase used({.threads = 1});
  std::uint64_t seed = 0;
  for (const Filtering& filtering : filterings()) {
    scenes::Random random(++seed);
    Objects objects = plain;
    filtering.assign(objects, random);
    const Rows rows(objects);
    WorldModel model;
    model.update(objects);
    std::vector<Pair> expected;
    for (const Simd simd : contract::supported_simds()) {
      SCOPED_TRACE(testing::Message() << filtering.name << ", " << name_of(simd));
      BroadPhase broad_phase({.threads = 1, .simd = simd});
      broad_phase.update(rows.boxes(), rows.attributes());
      const Difference difference = difference_of_frame(broad_phase, model);
      EXPECT_FALSE(difference) << *difference;
      if (expected.empty()) expected = contract::copy_of(broad_phase.pairs());
      EXPECT_TRUE(contract::copy_of(broad_phase.pairs()) == expected);
      broad_phase.build(rows.boxes(), rows.attributes());
      EXPECT_TRUE(streamed(broad_phase) == expected);
      EXPECT_EQ(broad_phase.count_pairs(), expected.size());
    }
    // The same boxes with other filters each time: a change takes effect at once.
    used.update(rows.boxes(), rows.attributes());
    EXPECT_TRUE(contract::copy_of(used.pairs()) == expected) << filtering.name << ", after others";
  }
}

// Kinds and worlds that only the moving objects have, only the static ones, only those that became
// still later, or only the rows of a search.
TEST_P(FiltersOn, LetTheModelsPairsWithStaticObjectsThrough) {
  const std::size_t count = GetParam() == "point" ? 120 : 700;
  const Objects plain = as_given(objects_of(GetParam(), count), kNoSpan.with(Span::ids));
  std::uint64_t seed = 100;
  for (const Filtering& filtering : filterings()) {
    SCOPED_TRACE(filtering.name);
    scenes::Random random(++seed);
    Objects moving = plain;
    filtering.assign(moving, random);
    Objects rows = split_off(moving, count / 10);
    Objects later = split_off(moving, count / 30);
    Objects statics = split_off(moving, count / 3);
    filtering.assign(later, random);
    filtering.assign(rows, random);
    BroadPhase broad_phase({.threads = 1});
    WorldModel model;
    QueryResult result;
    const auto expect_frame = [&] {
      const Rows columns(moving);
      broad_phase.update(columns.boxes(), columns.attributes());
      model.update(moving);
      const Difference difference = difference_of_frame(broad_phase, model);
      EXPECT_FALSE(difference) << *difference;
      const Difference of_search =
          difference_of_searches(broad_phase, model, rows, kAllSpans, result);
      EXPECT_FALSE(of_search) << *of_search;
    };
    const Rows static_rows(statics);
    broad_phase.set_static(static_rows.boxes(), static_rows.ids(), static_rows.attributes());
    model.set_static(statics);
    expect_frame();
    const Rows later_rows(later);
    broad_phase.add_static(later_rows.boxes(), later_rows.ids(), later_rows.attributes());
    model.add_static(later);
    expect_frame();
    filtering.assign(moving, random);
    expect_frame();
  }
}

INSTANTIATE_TEST_SUITE_P(Scene, FiltersOn,
                         testing::Values("uniform", "dense", "mixed", "point", "line", "giants",
                                         "outlier"),
                         contract::test_name_of);

TEST(Filters, OfManyObjectsGiveTheModelsPairsOnManyThreads) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 4);
  const Objects plain = as_given(objects_of("mixed", 12'000), kNoSpan.with(Span::ids));
  std::uint64_t seed = 0;
  for (const Filtering& filtering : filterings()) {
    SCOPED_TRACE(filtering.name);
    scenes::Random random(++seed);
    Objects objects = plain;
    filtering.assign(objects, random);
    const Rows rows(objects);
    WorldModel model;
    model.update(objects);
    BroadPhase serial({.threads = 1});
    serial.update(rows.boxes(), rows.attributes());
    const Difference difference = difference_of_frame(serial, model);
    EXPECT_FALSE(difference) << *difference;
    BroadPhase parallel({.threads = 4});
    parallel.update(rows.boxes(), rows.attributes());
    EXPECT_TRUE(Shown(parallel) == Shown(serial));
  }
}

}  // namespace
}  // namespace quadphase::model
