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

/// Compares what is said of all pairs of some ids, in every frame of the first three objects
/// that are engines, with the pairs
/// that were found. Returns how many these were.
std::size_t compare_explanations(const std::string& path, const std::vector<ObjectId>& ids) {
  Recording recording(path);
  Replayer replayer({.threads = 1});
  replay::FollowedWorld worlds[] = {replay::FollowedWorld(0), replay::FollowedWorld(1),
                                    replay::FollowedWorld(2)};
  std::size_t pair_count = 0;
  while (const RecordedCall* call = recording.next()) {
    const ReplayResult result = replayer.play(*call);
    for (std::uint32_t number = 0; number < 3; ++number) {
      if (replayer.engine(number) == nullptr) continue;
      replay::FollowedWorld& world = worlds[number];
      if (!world.follow(*call, result, replayer) || call->kind == CallKind::build) continue;
      const auto pairs = replayer.engine(number)->pairs();
      for (const ObjectId first : ids)
        for (const ObjectId second : ids) {
          if (first >= second) continue;
          const bool is_pair = std::ranges::count(pairs, Pair{first, second}) > 0;
          const std::string words = world.explain(first, second);
          if (words.find("snapshot") != std::string::npos) continue;
          EXPECT_EQ(is_pair, words == "a pair")
              << "call " << call->number << ", " << first << " and " << second << ": " << words;
          if (testing::Test::HasFailure()) return 0;
          pair_count += is_pair ? 1U : 0U;
        }
    }
  }
  return pair_count;
}

/// Boxes whose edges are those of floats or so near them that no float is between.
std::vector<DoubleBox> beside(const std::vector<Box>& boxes, scenes::Random& random) {
  const auto edge = [&](float at) {
    return static_cast<double>(at) + (static_cast<double>(random.below(3)) - 1) * 0x1p-40;
  };
  std::vector<DoubleBox> doubles;
  for (const Box& box : boxes)
    doubles.push_back({edge(box.min_x), edge(box.min_y), edge(box.max_x), edge(box.max_y)});
  return doubles;
}

std::vector<ObjectId> ids_below(ObjectId count, ObjectId first_static, ObjectId static_count) {
  std::vector<ObjectId> ids;
  for (ObjectId id = 0; id < count; ++id) ids.push_back(id);
  for (ObjectId id = 0; id < static_count; ++id) ids.push_back(first_static + id);
  return ids;
}

TEST(Explanations, AreTrueOfEveryPairOfRandomWorlds) {
  const TemporaryFile file;
  for (std::uint64_t seed = 21; seed < 25; ++seed) {
    record_world(file.path(), seed, 12, {});
    EXPECT_GT(compare_explanations(file.path(), ids_below(200, 1'000, 30)), 100U) << seed;
  }
}

TEST(Explanations, AreTrueOfBoxesInDoubleBesideBoxesInFloat) {
  const TemporaryFile file;
  {
    Recorder recorder(file.path());
    scenes::Random random(7);
    const Config configs[] = {{.threads = 1, .recorder = &recorder},
                              {.threads = 1, .touching = false, .recorder = &recorder},
                              {.threads = 1, .period_x = 20, .recorder = &recorder}};
    for (const Config& config : configs) {
      BroadPhase engine(config);
      for (std::uint32_t step = 0; step < 24; ++step) {
        const Rows walls(20, 1'000, random);
        const Rows rows(30, 0, random);
        const std::vector<DoubleBox> double_walls = beside(walls.boxes, random);
        const std::vector<DoubleBox> double_rows = beside(rows.boxes, random);
        // In a periodic world, all boxes are near one origin.
        const Origin origin{config.period_x > 0 ? 0 : 0.25 * random.below(3), 0};
        engine.set_static(step % 2 == 0 ? Boxes(walls.boxes) : Boxes(double_walls, origin),
                          walls.ids, {.margin = walls.margin});
        engine.update(step % 4 < 2 ? Boxes(double_rows, origin) : Boxes(rows.boxes),
                      {.ids = rows.ids, .displacement_x = rows.displacement_x});
      }
    }
  }
  EXPECT_GT(compare_explanations(file.path(), ids_below(90, 1'000, 60)), 500U);
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
