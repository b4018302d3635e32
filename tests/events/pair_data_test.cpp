// SPDX-License-Identifier: MIT
// Data of pairs: indices into the pairs of the update before, and pairs that begin anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "model/model_checks.hpp"
#include "support/checks.hpp"

namespace quadphase::model {
namespace {

TEST(RestartedPairs, BeginAnewOnceWhetherOrNotTheyAreNew) {
  BroadPhase broad_phase({.threads = 1, .events = true, .previous_indices = true});
  // 0 and 1, and 1 and 2, overlap; 3 comes to 2 later.
  BoxColumns frame(4);
  for (std::size_t i = 0; i < 4; ++i) {
    const float x = i < 3 ? static_cast<float>(i) : 9;
    frame.set(i, {x, 0, x + 1, 1});
  }
  broad_phase.update(frame.view());
  const std::array ids = {ObjectId{2}, ObjectId{77}, ObjectId{2}};
  broad_phase.restart_pairs(ids);
  EXPECT_EQ(broad_phase.events().begun.size(), 2U) << "shown before the next update";
  broad_phase.build(frame.view());
  frame.set(3, {3, 0, 4, 1});
  broad_phase.update(frame.view());
  const std::vector<BeginEvent> expected = {{{1, 2}, BeginReason::restarted},
                                            {{2, 3}, BeginReason::restarted}};
  const std::span<const BeginEvent> begun = broad_phase.events().begun;
  EXPECT_EQ(std::vector<BeginEvent>(begun.begin(), begun.end()), expected);
  EXPECT_TRUE(broad_phase.events().ended.empty());
  broad_phase.update(frame.view());
  EXPECT_TRUE(broad_phase.events().begun.empty()) << "once only";
  EXPECT_TRUE(broad_phase.events().ended.empty());
}

TEST(RestartedPairs, OfAnEngineWithoutEventsAreNothing) {
  BroadPhase broad_phase({.threads = 1});
  const contract::Columns frame = contract::frame_of("dense", 50);
  const std::array ids = {ObjectId{2}};
  broad_phase.update(frame.view());
  const std::size_t bytes = broad_phase.byte_count();
  broad_phase.restart_pairs(ids);
  EXPECT_EQ(broad_phase.byte_count(), bytes);
  broad_phase.update(frame.view());
  EXPECT_TRUE(broad_phase.events().begun.empty());
  EXPECT_TRUE(broad_phase.previous_indices().empty());
}

TEST(RestartedPairs, ThatWaitAreInASnapshot) {
  const Config config{.threads = 1, .events = true, .previous_indices = true};
  BroadPhase broad_phase(config);
  const Rows rows(objects_of("dense", 300));
  broad_phase.update(rows.boxes(), rows.attributes());
  PreviousPairs previous;
  ASSERT_FALSE(previous.follow(broad_phase));
  broad_phase.restart_pairs(rows.ids().first(20));
  std::vector<std::byte> bytes;
  broad_phase.save(bytes);
  BroadPhase restored(config);
  std::span<const std::byte> rest = bytes;
  restored.restore(rest);
  for (BroadPhase* const engine : {&broad_phase, &restored})
    engine->update(rows.boxes(), rows.attributes());
  EXPECT_GT(broad_phase.events().begun.size(), 20U);
  EXPECT_TRUE(Shown(broad_phase) == Shown(restored));
  EXPECT_FALSE(previous.follow(restored));
}

TEST(PreviousIndices, OfIdsThatDifferInFewBitsAreFound) {
  // All pairs of 200 boxes in one place: the ids differ in few bits.
  BroadPhase broad_phase({.threads = 1, .events = true, .previous_indices = true});
  std::vector<ObjectId> ids;
  BoxColumns frame(200);
  for (ObjectId i = 0; i < 200; ++i) {
    ids.push_back(i << 20U);
    frame.set(i, {0, 0, 1, 1});
  }
  PreviousPairs previous;
  for (int update = 0; update < 3; ++update) {
    broad_phase.update(frame.view(), {.ids = ids});
    const Difference difference = previous.follow(broad_phase);
    ASSERT_FALSE(difference) << *difference;
    std::reverse(ids.begin(), ids.end());
  }
  EXPECT_EQ(broad_phase.pairs().size(), 200U * 199 / 2);
}

}  // namespace
}  // namespace quadphase::model
