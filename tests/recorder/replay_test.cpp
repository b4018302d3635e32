// SPDX-License-Identifier: MIT
// The parts of quadphase_replay: why two objects are no pair, and the smallest recording that still
// shows something.
#include <gtest/gtest.h>

#include <algorithm>

#include "bench/temporary_file.hpp"
#include "recorded_world.hpp"
#include "replay/followed_world.hpp"
#include "replay/minimize.hpp"

namespace quadphase::recording_tests {
namespace {

using bench::TemporaryFile;

/// What is said of objects 0 and 1 in a frame of these.
std::string explained(const std::vector<Box>& boxes, const Attributes& attributes,
                      Config config = {.threads = 1}) {
  const TemporaryFile file;
  {
    Recorder recorder(file.path());
    config.recorder = &recorder;
    BroadPhase engine(config);
    engine.update(boxes, attributes);
  }
  Recording recording(file.path());
  Replayer replayer({.threads = 1});
  replay::FollowedWorld world(0);
  while (const RecordedCall* call = recording.next()) {
    const ReplayResult result = replayer.play(*call);
    if (world.follow(*call, result, replayer)) return world.explain(0, 1);
  }
  return "no frame";
}

TEST(Explanations, GiveEachReason) {
  const std::vector<Box> together = {{0, 0, 2, 2}, {1, 1, 3, 3}};
  EXPECT_EQ(explained(together, {}), "a pair");
  EXPECT_EQ(explained({{0, 0, 2, 2}, {5, 1, 6, 3}}, {}), "apart on x by 3 ([0, 2] and [5, 6])");
  EXPECT_EQ(explained({{0, 4, 2, 5}, {1, 1, 3, 3}}, {}), "apart on y by 1 ([4, 5] and [1, 3])");
  EXPECT_EQ(explained({{0, 0, 2, 2}, {2, 1, 3, 3}}, {}, {.threads = 1, .touching = false}),
            "apart on x by 0 ([0, 2] and [2, 3])");
  EXPECT_EQ(explained({{0, 0, 2, 2}, {3, 1, 1, 3}}, {}), "1 is rejected");
  EXPECT_EQ(explained({{0, 0, 2, 2}}, {}), "1 is not there");
  const std::vector<std::uint32_t> one_two = {1, 2};
  const std::vector<std::uint32_t> twos = {2, 2};
  EXPECT_EQ(explained(together, {.category = one_two, .mask = twos}),
            "category 0x1 of 0 is not in mask 0x2 of 1");
  EXPECT_EQ(explained(together, {.group = twos}), "both are in group 2");
  EXPECT_EQ(explained(together, {.world = one_two}), "in worlds 1 and 2");
}

TEST(Explanations, AreTrueOfEveryPairOfRandomWorlds) {
  const TemporaryFile file;
  record_world(file.path(), 21, 12, {});
  Recording recording(file.path());
  Replayer replayer({.threads = 1});
  replay::FollowedWorld worlds[] = {replay::FollowedWorld(0), replay::FollowedWorld(1)};
  std::size_t pair_count = 0;
  while (const RecordedCall* call = recording.next()) {
    const ReplayResult result = replayer.play(*call);
    for (std::uint32_t number = 0; number < 2; ++number) {
      replay::FollowedWorld& world = worlds[number];
      if (!world.follow(*call, result, replayer) || call->kind == CallKind::build) continue;
      const auto pairs = replayer.engine(number)->pairs();
      std::vector<ObjectId> ids;
      for (ObjectId id = 0; id < 200; ++id) ids.push_back(id);
      for (ObjectId id = 1'000; id < 1'030; ++id) ids.push_back(id);
      for (const ObjectId first : ids)
        for (const ObjectId second : ids) {
          if (first >= second) continue;
          const bool is_pair = std::ranges::count(pairs, Pair{first, second}) > 0;
          const std::string words = world.explain(first, second);
          if (words.find("snapshot") != std::string::npos) continue;
          ASSERT_EQ(is_pair, words == "a pair") << first << " and " << second << ": " << words;
          pair_count += is_pair ? 1U : 0U;
        }
    }
  }
  EXPECT_GT(pair_count, 100U);
}

TEST(Minimization, FindsTwoObjectsThatAreTheCause) {
  const TemporaryFile file;
  const TemporaryFile less;
  {
    Recorder recorder(file.path());
    BroadPhase other({.threads = 1, .recorder = &recorder});
    BroadPhase engine({.threads = 1, .recorder = &recorder});
    scenes::Random random(3);
    for (int frame = 0; frame < 12; ++frame) {
      Rows rows(40, 0, random);
      // Objects 21 and 63 overlap in frame 7 alone.
      for (const std::size_t row : {std::size_t{7}, std::size_t{21}}) {
        const float x = frame == 7 ? 100 : 100 * static_cast<float>(row);
        rows.min_x[row] = rows.min_y[row] = x;
        rows.max_x[row] = rows.max_y[row] = x + 1;
      }
      other.update(rows.view());
      engine.update(rows.view(), {.ids = rows.ids});
    }
  }
  const auto shows = [](const std::string& path) {
    Recording recording(path);
    Replayer replayer({.threads = 1, .hashes = false});
    while (const RecordedCall* call = recording.next()) {
      (void)replayer.play(*call);
      const BroadPhase* const engine = replayer.engine(1);
      if (engine != nullptr && std::ranges::count(engine->pairs(), Pair{21, 63}) > 0) return true;
    }
    return false;
  };
  const replay::Minimized left = replay::minimize(file.path(), less.path(), shows);
  EXPECT_EQ(left.call_count, 2U);
  EXPECT_EQ(left.object_count, 2U);
  EXPECT_TRUE(shows(less.path()));
  Recording recording(less.path());
  EXPECT_EQ(recording.next()->kind, CallKind::create_engine);
  const RecordedCall* const frame = recording.next();
  EXPECT_EQ(frame->kind, CallKind::update);
  EXPECT_EQ(frame->boxes.size(), 2U);
  EXPECT_THROW((void)replay::minimize(file.path(), less.path(), [](const auto&) { return false; }),
               std::invalid_argument);
}

}  // namespace
}  // namespace quadphase::recording_tests
