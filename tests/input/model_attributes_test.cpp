// SPDX-License-Identifier: MIT
// Every optional column alone and all together: the pairs are the model's, on every instruction set
// and number of threads the same bytes.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>
#include <limits>

#include "model/model_checks.hpp"
#include "support/checks.hpp"

namespace quadphase::model {
namespace {

using contract::supported_simds;

struct NamedSpans {
  const char* name;
  Spans given;
};

std::vector<NamedSpans> sets_of_spans() {
  return {{"none", kNoSpan},
          {"ids", kNoSpan.with(Span::ids)},
          {"category", kNoSpan.with(Span::category)},
          {"mask", kNoSpan.with(Span::mask)},
          {"category and mask", kNoSpan.with(Span::category).with(Span::mask)},
          {"group", kNoSpan.with(Span::group)},
          {"world", kNoSpan.with(Span::world)},
          {"margin", kNoSpan.with(Span::margin)},
          {"displacement_x", kNoSpan.with(Span::displacement_x)},
          {"displacement_y", kNoSpan.with(Span::displacement_y)},
          {"generation", kNoSpan.with(Span::generation)},
          {"all", kAllSpans}};
}

/// All ways to ask for one frame's pairs give the model's; `bytes` is what `update` stored.
void expect_model_pairs(const Config& config, const Objects& objects, Spans given,
                        std::vector<Pair>& bytes) {
  const Rows rows(objects, given);
  WorldModel model;
  model.update(as_given(objects, given));
  BroadPhase broad_phase(config);
  broad_phase.build(rows.boxes(), rows.attributes());
  EXPECT_TRUE(broad_phase.pairs().empty());
  EXPECT_EQ(broad_phase.count_pairs(), model.pairs().size());
  const auto generated = contract::chunks_of(broad_phase);
  contract::expect_sound(generated, broad_phase);
  broad_phase.update(rows.boxes(), rows.attributes());
  const Difference difference = difference_of_frame(broad_phase, model);
  EXPECT_FALSE(difference) << *difference;
  EXPECT_EQ(broad_phase.count_pairs(), model.pairs().size());
  EXPECT_EQ(broad_phase.stats().rejected_count, model.rejected().size());
  bytes = contract::copy_of(broad_phase.pairs());
  EXPECT_TRUE(contract::joined(generated) == bytes) << "the stream differs";
  EXPECT_TRUE(contract::chunks_of(broad_phase) == generated) << "stored chunks are cut elsewhere";
}

class AttributesOf : public testing::TestWithParam<std::string> {};

TEST_P(AttributesOf, AreThoseOfTheModelOnEveryInstructionSet) {
  Objects objects = objects_of(GetParam(), 500);
  scenes::Random random(3);
  for (std::size_t i = 0; i < objects.size(); i += 29) spoil(objects[i], random);
  for (const NamedSpans& set : sets_of_spans()) {
    std::vector<Pair> expected;
    for (const Simd simd : supported_simds()) {
      SCOPED_TRACE(testing::Message() << set.name << ", " << name_of(simd));
      std::vector<Pair> bytes;
      expect_model_pairs({.threads = 1, .simd = simd}, objects, set.given, bytes);
      if (simd == supported_simds().front()) expected = bytes;
      EXPECT_TRUE(bytes == expected) << "not the bytes of " << name_of(supported_simds().front());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Scene, AttributesOf,
                         testing::Values("uniform", "mixed", "point", "line", "giants", "outlier",
                                         "clusters"),
                         contract::test_name_of);

class ManyAttributesOf : public testing::TestWithParam<std::string> {};

TEST_P(ManyAttributesOf, GiveTheSameBytesForEveryNumberOfThreads) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 16);
  const Objects objects = objects_of(GetParam(), 12'000);
  std::vector<Pair> expected;
  expect_model_pairs({.threads = 1}, objects, kAllSpans, expected);
  const Rows rows(objects);
  for (const int threads : {2, 3, 8, 16}) {
    SCOPED_TRACE(threads);
    BroadPhase broad_phase({.threads = threads});
    broad_phase.build(rows.boxes(), rows.attributes());
    EXPECT_TRUE(streamed(broad_phase) == expected);
    for (int repeat = 0; repeat < 2; ++repeat) {
      broad_phase.update(rows.boxes(), rows.attributes());
      EXPECT_TRUE(contract::copy_of(broad_phase.pairs()) == expected);
      EXPECT_TRUE(streamed(broad_phase) == expected);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Scene, ManyAttributesOf,
                         testing::Values("uniform", "mixed", "giants", "galaxy"),
                         contract::test_name_of);

TEST(Attributes, OfDefaultValuesGiveTheBytesOfNone) {
  for (const char* scene : {"uniform", "mixed", "giants"}) {
    for (const std::size_t count : {700U, 12'000U}) {
      Objects objects = objects_of(scene, count);
      for (std::uint32_t row = 0; row < count; ++row) {
        const Box box = objects[row].box;
        objects[row] = {};
        objects[row].id = row;
        objects[row].box = box;
      }
      const Rows rows(objects);
      BroadPhase plain({.threads = 2});
      plain.update(rows.boxes());
      const std::vector<Pair> expected = contract::copy_of(plain.pairs());
      for (const NamedSpans& set : sets_of_spans()) {
        SCOPED_TRACE(testing::Message() << scene << ", " << set.name);
        const Rows some(objects, set.given);
        BroadPhase broad_phase({.threads = 2});
        broad_phase.update(some.boxes(), some.attributes());
        EXPECT_TRUE(contract::copy_of(broad_phase.pairs()) == expected);
      }
    }
  }
}

TEST(Attributes, OfAnotherLengthThrowAndChangeNothing) {
  const Objects objects = objects_of("uniform", 300);
  const Rows rows(objects);
  BroadPhase broad_phase({.threads = 1, .events = true});
  broad_phase.update(rows.boxes(), rows.attributes());
  const Shown before(broad_phase);
  const std::vector<std::uint32_t> number(301, 1);
  const std::vector<float> length(301, 0);
  for (const std::size_t size : {1U, 299U, 301U}) {
    const std::span numbers(number.data(), size);
    const std::span lengths(length.data(), size);
    std::vector<Attributes> wrong(9, rows.attributes());
    wrong[0].ids = numbers;
    wrong[1].category = numbers;
    wrong[2].mask = numbers;
    wrong[3].group = numbers;
    wrong[4].world = numbers;
    wrong[5].generation = numbers;
    wrong[6].margin = lengths;
    wrong[7].displacement_x = lengths;
    wrong[8].displacement_y = lengths;
    for (std::size_t i = 0; i < wrong.size(); ++i) {
      SCOPED_TRACE(testing::Message() << "column " << i << " of " << size << " rows");
      EXPECT_THROW(broad_phase.update(rows.boxes(), wrong[i]), std::invalid_argument);
      EXPECT_THROW(broad_phase.build(rows.boxes(), wrong[i]), std::invalid_argument);
      EXPECT_TRUE(Shown(broad_phase) == before);
      EXPECT_TRUE(streamed(broad_phase) == before.pairs) << "the tree changed";
    }
  }
}

TEST(Attributes, CanBeGivenInOneFrameAndNotInTheNext) {
  const Objects objects = objects_of("clusters", 900);
  BroadPhase broad_phase({.threads = 1});
  for (int round = 0; round < 2; ++round) {
    for (const NamedSpans& set : sets_of_spans()) {
      SCOPED_TRACE(set.name);
      const Rows rows(objects, set.given);
      WorldModel model;
      model.update(as_given(objects, set.given));
      broad_phase.update(rows.boxes(), rows.attributes());
      const Difference difference = difference_of_frame(broad_phase, model);
      EXPECT_FALSE(difference) << *difference;
    }
  }
}

TEST(Attributes, CanBeAskedForTheAcceptedPairsOnly) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 4);
  const Objects objects = objects_of("dense", 12'000);
  const Rows rows(objects);
  BroadPhase broad_phase({.threads = 4});
  broad_phase.update(rows.boxes(), rows.attributes());
  const auto accept = [](const Pair& pair) { return (pair.first ^ pair.second) % 3 == 0; };
  std::vector<Pair> expected;
  for (const Pair& pair : broad_phase.pairs())
    if (accept(pair)) expected.push_back(pair);
  ASSERT_GT(expected.size(), 1'000U);
  for (const bool stored : {true, false}) {
    if (!stored) broad_phase.build(rows.boxes(), rows.attributes());
    std::vector<std::vector<Pair>> by_chunk(broad_phase.chunk_count());
    broad_phase.for_each_pair_chunk(accept, [&](std::span<const Pair> pairs, std::size_t index) {
      EXPECT_FALSE(pairs.empty());
      by_chunk[index].insert(by_chunk[index].end(), pairs.begin(), pairs.end());
    });
    std::vector<Pair> accepted;
    for (const auto& chunk : by_chunk) accepted.insert(accepted.end(), chunk.begin(), chunk.end());
    EXPECT_TRUE(accepted == expected);
  }
}

// Sums that round, overflow, or are NaN: the fat box is what single precision says.
TEST(Attributes, OfExtremeValuesGrowBoxesAsTheModelDoes) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kLargest = std::numeric_limits<float>::max();
  const std::vector<float> values = {0.0F,        -0.0F,    1.0F,      0x1p-149F, 0x1p24F,
                                     -0x1p24F,    kLargest, -kLargest, kInfinity, -kInfinity,
                                     16777217.0F, 0.1F,     -0.1F,     1e-30F,    -1.0F};
  scenes::Random random(11);
  const auto any = [&] { return values[random.below(static_cast<std::uint32_t>(values.size()))]; };
  for (int round = 0; round < 20; ++round) {
    Objects objects(200);
    ObjectId id = 0;
    for (Object& object : objects) {
      object.id = id++;
      object.box = {any(), any(), any(), any()};
      if (object.box.max_x < object.box.min_x) std::swap(object.box.min_x, object.box.max_x);
      if (object.box.max_y < object.box.min_y) std::swap(object.box.min_y, object.box.max_y);
      object.margin = random.below(8) == 0 ? any() : std::fabs(any());
      object.displacement_x = any();
      object.displacement_y = any();
    }
    for (const Simd simd : supported_simds()) {
      SCOPED_TRACE(testing::Message() << "round " << round << ", " << name_of(simd));
      std::vector<Pair> bytes;
      expect_model_pairs({.threads = 1, .simd = simd}, objects, kAllSpans, bytes);
    }
  }
}

}  // namespace
}  // namespace quadphase::model
