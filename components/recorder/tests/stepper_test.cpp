// SPDX-License-Identifier: MIT
// Going back and forth in a recording shows what playing it from its start shows.
#include "replay/stepper.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "quadphase/recorder.hpp"
#include "scenes/random.hpp"
#include "scenes/scene.hpp"

namespace quadphase::replay {
namespace {

constexpr int kFrames = 150;

/// Writes a recording: an engine with events whose objects move, pair with static ones that change,
/// and are searched; a store with an engine; if wanted, an index.
std::string write_recording(const std::string& name, bool with_index) {
  const std::string path = testing::TempDir() + name;
  const auto scene = scenes::make_scene("clusters", {.count = 300});
  scenes::Random random(3);
  Recorder recorder(path);
  BroadPhase engine(
      {.threads = 1, .events = true, .previous_indices = true, .recorder = &recorder});
  ObjectStore store(nullptr, nullptr, &recorder);
  BroadPhase other({.threads = 1, .recorder = &recorder});
  std::vector<Handle> handles;
  for (int frame = 0; frame < kFrames; ++frame) {
    if (frame % 7 == 0) {
      BoxColumns wall(1);
      wall.set(0, scene->boxes()[random.below(300)]);
      const std::vector<ObjectId> id = {1'000 + static_cast<ObjectId>(frame)};
      engine.add_static(wall.view(), id);
    }
    engine.update(scene->boxes());
    const Box box = scene->boxes()[random.below(300)];
    engine.for_each_overlap(box, [](ObjectId) {});
    handles.push_back(store.add(box));
    if (frame % 5 == 4) store.remove(handles[static_cast<std::size_t>(frame - 2)]);
    other.update(store);
    scene->step();
  }
  if (with_index) {
    Index index({.recorder = &recorder});
    index.build(scene->boxes());
    engine.update(scene->boxes());
  }
  recorder.flush();
  EXPECT_EQ(recorder.error(), "");
  return path;
}

/// What every frame of the first engine does, by its call, if all calls are made in turn.
std::map<std::uint64_t, std::uint64_t> frames_of(const std::string& path) {
  std::map<std::uint64_t, std::uint64_t> hashes;
  Recording recording(path);
  Replayer replayer({.hashes = true});
  while (const RecordedCall* call = recording.next()) {
    const ReplayResult result = replayer.play(*call);
    if (call->subject == 0 && call->kind == CallKind::update) hashes[call->number] = result.hash;
  }
  return hashes;
}

TEST(Stepper, ShowsAtEachCallWhatPlayingFromTheStartShows) {
  const std::string path = write_recording("stepper.recording", false);
  const auto hashes = frames_of(path);
  ASSERT_EQ(hashes.size(), static_cast<std::size_t>(kFrames));
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> frames(hashes.begin(), hashes.end());
  scenes::Random random(5);
  Stepper stepper(path, 0, {.hashes = true}, 10);
  for (int visit = 0; visit < 200; ++visit) {
    const auto& [call, hash] = frames[random.below(kFrames)];
    ASSERT_TRUE(stepper.go(call));
    EXPECT_EQ(stepper.call().number, call);
    EXPECT_EQ(stepper.result().hash, hash) << call;
    // A call after the frame, and back to it.
    ASSERT_TRUE(stepper.go(call + 1));
    ASSERT_TRUE(stepper.go_to_frame());
    EXPECT_EQ(stepper.call().number, call);
    EXPECT_EQ(stepper.result().hash, hash) << call;
    EXPECT_EQ(stepper.world().find(7)->search, stepper.call().boxes[7]);
  }
  EXPECT_GT(stepper.moment_count(), 10U);
  std::remove(path.c_str());
}

TEST(Stepper, MakesFewCallsToGoBack) {
  const std::string path = write_recording("stepper_back.recording", false);
  const std::uint64_t last = frames_of(path).rbegin()->first;
  Stepper stepper(path, 0, {}, 10);
  ASSERT_TRUE(stepper.go(last));
  const std::uint64_t made = stepper.made_count();
  ASSERT_TRUE(stepper.go(last - 30));
  EXPECT_LE(stepper.made_count() - made, 40U);
  std::remove(path.c_str());
}

TEST(Stepper, StaysAtTheLastCallWhereThereIsNoneOfANumber) {
  const std::string path = write_recording("stepper_end.recording", false);
  Stepper stepper(path, 0);
  EXPECT_FALSE(stepper.go_to_frame());
  EXPECT_FALSE(stepper.go(1'000'000));
  ASSERT_TRUE(stepper.has_call());
  const std::uint64_t last = stepper.call().number;
  EXPECT_TRUE(stepper.go(last - 1));
  EXPECT_TRUE(stepper.go(0));
  EXPECT_TRUE(stepper.go(last));
  EXPECT_THROW(Stepper("no/such/file", 0), RecordingError);
  std::remove(path.c_str());
}

TEST(Stepper, GoesOverTheMakingOfAnIndexWhichHasNoSnapshot) {
  const std::string path = write_recording("stepper_index.recording", true);
  const auto hashes = frames_of(path);
  Stepper stepper(path, 0, {.hashes = true}, 10);
  for (const auto& [call, hash] : {*hashes.rbegin(), *hashes.begin(), *hashes.rbegin()}) {
    ASSERT_TRUE(stepper.go(call));
    EXPECT_EQ(stepper.result().hash, hash);
  }
  std::remove(path.c_str());
}

}  // namespace
}  // namespace quadphase::replay
