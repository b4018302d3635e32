// SPDX-License-Identifier: MIT
// Objects with equal ids break a rule that is not checked: they do no harm. All overlaps of the
// boxes are pairs, and events and previous indices speak of ids.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <array>
#include <map>

#include "model/histories.hpp"
#include "model/model_checks.hpp"
#include "support/checks.hpp"

namespace quadphase::model {
namespace {

struct Case {
  const char* name;
  Config config;
  Spans given = kAllSpans;
};

constexpr Spans kNoGrowth{31 + 256};
constexpr Spans kOnlyIds{1};

/// With ids of rows, moving objects have the ids of static ones.
const std::array kCases = {
    Case{"Events", {.threads = 1, .events = true}},
    Case{"PreviousIndices", {.threads = 1, .events = true, .previous_indices = true}},
    Case{"OnlyIds", {.threads = 1, .events = true, .previous_indices = true}, kOnlyIds},
    Case{"Rows", {.threads = 1, .events = true, .previous_indices = true}, kNoSpan},
    Case{"RowsWithAttributes", {.threads = 1, .events = true}, {511 - 1}},
    Case{"InteriorsOnly", {.threads = 1, .touching = false, .events = true}, kNoGrowth},
    Case{"Periodic", {.threads = 1, .period_x = 24, .period_y = 24, .events = true}},
    Case{"WithoutEvents", {.threads = 1}},
};

class EqualIds : public testing::TestWithParam<Case> {};

TEST_P(EqualIds, InAnyHistoryGiveTheModelsPairsAndEvents) {
  const Case& each = GetParam();
  std::size_t self_pairs = 0;
  std::size_t equal_pairs = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Player player(each.config, {.slots = 60, .side = 9, .given = each.given, .shares_ids = true});
    for (const Operation& operation : random_operations(400, seed)) {
      const Difference difference = player.play(operation);
      ASSERT_FALSE(difference) << operation << ", seed " << seed << ": " << *difference;
      const std::vector<Pair>& pairs = player.model().pairs();
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        self_pairs += pairs[i].first == pairs[i].second ? 1U : 0U;
        equal_pairs += i > 0 && pairs[i - 1] == pairs[i] ? 1U : 0U;
      }
    }
  }
  EXPECT_GT(self_pairs, 100U);
  EXPECT_GT(equal_pairs, 100U);
}

INSTANTIATE_TEST_SUITE_P(Each, EqualIds, testing::ValuesIn(kCases),
                         [](const auto& each) { return std::string(each.param.name); });

/// Frames of 24,000 objects with ids below `ids`, times `step`, and static ones with some of them.
std::vector<Shown> frames_of_crowded_ids(const Config& config, std::uint32_t ids,
                                         std::uint32_t step, std::vector<std::byte>& bytes) {
  constexpr std::size_t kCount = 24'000;
  std::vector<Shown> frames;
  BroadPhase broad_phase(config);
  for (std::uint64_t frame = 0; frame < 3; ++frame) {
    Objects objects = objects_of("uniform", kCount, frame + 1);
    scenes::Random random(frame + 5);
    for (Object& object : objects) object.id = step * random.below(ids);
    Objects statics = split_off(objects, 2'000);
    ObjectId next = 0;
    for (Object& object : statics) object.id = step * 3 * next++;
    const Rows walls(statics);
    const Rows rows(objects);
    broad_phase.set_static(walls.boxes(), walls.ids(), walls.attributes());
    broad_phase.update(rows.boxes(), rows.attributes());
    frames.emplace_back(broad_phase);
    broad_phase.save(bytes);
  }
  return frames;
}

TEST(EqualIds, OfLargeFramesGiveTheSameOnAnyThreads) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 8);
  for (const auto& [ids, step] : {std::pair{12'000U, 1U}, {12'000U, 90'001U}, {1U, 1U}}) {
    const auto config = [](int threads) {
      return Config{.threads = threads, .events = true, .previous_indices = true};
    };
    std::vector<std::byte> expected_bytes;
    const std::vector<Shown> expected = frames_of_crowded_ids(config(1), ids, step, expected_bytes);
    for (const int threads : {2, 8, 8, 8}) {
      SCOPED_TRACE(testing::Message() << ids << " ids, " << threads << " threads");
      std::vector<std::byte> bytes;
      EXPECT_TRUE(frames_of_crowded_ids(config(threads), ids, step, bytes) == expected);
      EXPECT_TRUE(bytes == expected_bytes);
    }
  }
}

}  // namespace
}  // namespace quadphase::model
