// SPDX-License-Identifier: MIT
// Recordings of random worlds: every call comes back, and made again it does the same.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <set>
#include <thread>

#include "bench/temporary_file.hpp"
#include "recorded_world.hpp"

namespace quadphase::recording_tests {
namespace {

using bench::TemporaryFile;

TEST(Recordings, HaveCallsOfEveryKindInTheirOrder) {
  const TemporaryFile file;
  const std::uint64_t count = record_world(file.path(), 1, 20);
  Recording recording(file.path());
  std::set<CallKind> kinds;
  std::uint64_t next = 0;
  while (const RecordedCall* call = recording.next()) {
    EXPECT_EQ(call->number, next++);
    EXPECT_TRUE(call->outcome.is_known) << name_of(call->kind);
    kinds.insert(call->kind);
  }
  EXPECT_EQ(recording.problem(), "");
  EXPECT_EQ(next, count);
  // Of `add_static` and `remove_static`, which are exchanges now, there are old recordings.
  EXPECT_EQ(kinds.size(), kCallKindCount - 2);
}

TEST(Recordings, OfStaticObjectsThatCameAndWentInCallsOfTheirOwnArePlayed) {
  const TemporaryFile file;
  scenes::Random random(3);
  const Rows walls(5, 100, random);
  {
    Recorder recorder(file.path());
    recorder.write({.kind = CallKind::create_engine, .config = {.threads = 1}});
    recorder.write({.kind = CallKind::add_static, .boxes = walls.view(), .ids = walls.ids});
    recorder.write({.kind = CallKind::remove_static, .ids = std::span(walls.ids).first(2)});
    recorder.write({.kind = CallKind::update});
  }
  Recording recording(file.path());
  Replayer replayer({.threads = 1});
  while (const RecordedCall* call = recording.next()) EXPECT_TRUE(replayer.play(*call).is_made);
  EXPECT_EQ(replayer.engine(0)->static_count(), 3U);
}

TEST(Recordings, PlayedDoTheSameWithAllThreadsAndKernels) {
  for (const std::uint64_t seed : {2U, 3U, 4U}) {
    const TemporaryFile file;
    record_world(file.path(), seed, 15);
    std::vector<ReplayOptions> all = {{.threads = 1}, {.threads = 2}};
    for (const Simd simd : kInstructionSets)
      if (is_supported(simd)) all.push_back({.threads = 1, .simd = simd});
    for (const ReplayOptions& options : all) {
      Recording recording(file.path());
      Replayer replayer(options);
      std::size_t hashes = 0;
      while (const RecordedCall* call = recording.next()) {
        const ReplayResult result = replayer.play(*call);
        ASSERT_FALSE(differs(result, call->outcome))
            << "seed " << seed << ", call " << call->number << ", " << name_of(call->kind) << ": "
            << result.message << " / " << call->outcome.message;
        hashes += call->outcome.has_hash && result.has_hash ? 1U : 0U;
      }
      EXPECT_GT(hashes, 1'000U);
    }
  }
}

TEST(Recordings, WrittenAgainAreTheSameBytes) {
  const TemporaryFile first;
  const TemporaryFile second;
  record_world(first.path(), 5, 10);
  {
    Recording recording(first.path());
    Recorder recorder(second.path());
    while (const RecordedCall* call = recording.next()) recorder.write(*call);
  }
  Recording a(first.path());
  Recording b(second.path());
  EXPECT_EQ(played(a, {}), played(b, {}));
  const TemporaryFile third;
  {
    Recording recording(second.path());
    Recorder recorder(third.path());
    while (const RecordedCall* call = recording.next()) recorder.write(*call);
  }
  EXPECT_EQ(second.read(), third.read());
}

TEST(Recordings, CanBeReadFromEachKeyframe) {
  const TemporaryFile file;
  record_world(file.path(), 6, 20, {.keyframe_interval = 1, .waits_for_file = true});
  Recording recording(file.path());
  const std::vector<RecordingBlock> blocks = recording.blocks();
  ASSERT_GT(blocks.size(), 100U);
  for (std::size_t i = 0; i < blocks.size(); i += blocks.size() / 20) {
    recording.seek(blocks[i].first_call);
    const RecordedCall* const call = recording.next();
    ASSERT_NE(call, nullptr) << recording.problem();
    EXPECT_LE(call->number, blocks[i].first_call);
    EXPECT_GE(call->number + 2, blocks[i].first_call);
  }
}

TEST(Recordings, OfManyThreadsHaveAllCalls) {
  const TemporaryFile file;
  {
    Recorder recorder(file.path(), {.memory_limit = 1 << 16, .hashes = true});
    std::vector<std::thread> threads;
    for (std::uint64_t seed = 0; seed < 4; ++seed)
      threads.emplace_back([&recorder, seed] {
        RecordedWorld world(recorder, seed);
        for (int i = 0; i < 5; ++i) world.step();
      });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(recorder.error(), "");
  }
  Recording recording(file.path());
  Replayer replayer({.threads = 1});
  std::size_t differences = 0;
  while (const RecordedCall* call = recording.next())
    differences += differs(replayer.play(*call), call->outcome) ? 1U : 0U;
  EXPECT_EQ(differences, 0U);
  EXPECT_EQ(recording.problem(), "");
}

TEST(Recordings, GiveBoxesAndAttributesAsTheyWereGiven) {
  const TemporaryFile file;
  scenes::Random random(7);
  std::vector<Rows> frames;
  for (int i = 0; i < 8; ++i) frames.emplace_back(200 + 50 * (i / 4), 0, random);
  frames[2].min_x[3] = std::numeric_limits<float>::quiet_NaN();
  frames[3].max_y[7] = std::numeric_limits<float>::infinity();
  {
    Recorder recorder(file.path());
    BroadPhase engine({.threads = 1, .recorder = &recorder});
    for (const Rows& rows : frames) {
      engine.update(rows.view(), rows.attributes());
      engine.update(Boxes(rows.boxes));
      engine.update({rows.double_view(), {1e6, -1e6}});
      engine.update({rows.center_view(), {1, 2}});
    }
  }
  Recording recording(file.path());
  ASSERT_EQ(recording.next()->kind, CallKind::create_engine);
  const auto same = [](const auto& a, const auto& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0;
  };
  for (const Rows& rows : frames) {
    const RecordedCall* call = recording.next();
    ASSERT_EQ(call->form, BoxForm::columns);
    EXPECT_TRUE(same(call->boxes.min_x, rows.min_x) && same(call->boxes.min_y, rows.min_y) &&
                same(call->boxes.max_x, rows.max_x) && same(call->boxes.max_y, rows.max_y));
    EXPECT_TRUE(same(call->attributes.ids, rows.ids) && same(call->attributes.mask, rows.mask));
    EXPECT_TRUE(same(call->attributes.displacement_y, rows.displacement_y));
    call = recording.next();
    ASSERT_EQ(call->form, BoxForm::rows);
    ASSERT_EQ(call->rows.count, rows.boxes.size());
    EXPECT_EQ(std::memcmp(call->rows.first, rows.boxes.data(), 16 * rows.boxes.size()), 0);
    call = recording.next();
    ASSERT_EQ(call->form, BoxForm::doubles);
    EXPECT_TRUE(same(call->doubles.min_x, rows.doubles[0]) &&
                same(call->doubles.max_y, rows.doubles[3]));
    EXPECT_EQ(call->origin.y, -1e6);
    call = recording.next();
    ASSERT_EQ(call->form, BoxForm::centers);
    EXPECT_TRUE(same(call->centers.center_y, rows.centers[1]) &&
                same(call->centers.half_height, rows.centers[3]));
  }
}

}  // namespace
}  // namespace quadphase::recording_tests
