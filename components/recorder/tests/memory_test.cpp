// SPDX-License-Identifier: MIT
// Recordings in memory: the file that a recorder writes, in pieces.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "bench/temporary_file.hpp"
#include "quadphase/memory_recorder.hpp"
#include "recorded_world.hpp"

namespace quadphase::recording_tests {
namespace {

using Bytes = std::vector<std::byte>;

void append(Bytes& bytes, const Bytes& more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

/// How many calls differ when they are played from a recording that is finished or is not.
std::size_t differences(std::span<const std::byte> bytes, bool is_finished) {
  Recording recording(bytes);
  Replayer replayer({.threads = 1});
  std::size_t count = 0;
  while (const RecordedCall* call = recording.next())
    count += differs(replayer.play(*call), call->outcome) ? 1U : 0U;
  EXPECT_EQ(recording.problem().empty(), is_finished) << recording.problem();
  return count;
}

TEST(RecordingsInMemory, HaveTheBytesOfAFile) {
  const bench::TemporaryFile file;
  record_world(file.path(), 11, 40, {.keyframe_interval = 1 << 18, .hashes = true});
  MemoryRecorder recorder({.keyframe_interval = 1 << 18, .hashes = true});
  {
    RecordedWorld world(recorder, 11);
    for (int i = 0; i < 40; ++i) world.step();
  }
  const Bytes bytes = recorder.finish();
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  EXPECT_GT(bytes.size(), 100'000U);
  EXPECT_TRUE(text == file.read());
}

TEST(RecordingsInMemory, ArePlayedFromTheirPieces) {
  MemoryRecorder recorder({.hashes = true});
  Bytes bytes;
  {
    RecordedWorld world(recorder, 12);
    for (int i = 0; i < 20; ++i) {
      world.step();
      append(bytes, recorder.take());
      EXPECT_EQ(recorder.waiting_size(), 0U);
    }
    EXPECT_EQ(differences(bytes, false), 0U);
  }
  append(bytes, recorder.finish());
  EXPECT_STREQ(recorder.error(), "");
  EXPECT_EQ(differences(bytes, true), 0U);
  Recording recording(bytes);
  std::uint64_t count = 0;
  while (recording.next() != nullptr) ++count;
  EXPECT_EQ(recording.problem(), "");
  EXPECT_EQ(count, recorder.call_count());
}

TEST(RecordingsInMemory, EndWhereTheyAreFinishedOrFullAndTheProgramGoesOn) {
  for (const std::size_t limit : {std::size_t{0}, std::size_t{100}, std::size_t{20'000}}) {
    MemoryRecorder recorder({.memory_limit = limit, .hashes = true});
    RecordedWorld world(recorder, 13);
    for (int i = 0; i < 5; ++i) world.step();
    EXPECT_STREQ(recorder.error(), "the memory limit of the recording is reached");
    EXPECT_LE(recorder.waiting_size(), limit + 2'000);
    const Bytes bytes = recorder.finish();
    EXPECT_EQ(differences(bytes, false), 0U);
    EXPECT_TRUE(recorder.take().empty());
  }
  MemoryRecorder recorder;
  BroadPhase engine({.threads = 1, .recorder = &recorder});
  engine.update({});
  Bytes bytes;
  engine.for_each_hit(Ray{{0, 0}, {1, 0}}, [](const CastHit&) { return true; });
  append(bytes, recorder.finish());
  engine.update({});
  EXPECT_EQ(recorder.call_count(), 3U);
  EXPECT_TRUE(recorder.finish().empty());
  EXPECT_EQ(differences(bytes, true), 0U);
}

TEST(RecordingsInMemory, WithoutAPieceOrWithOneTwiceSaySo) {
  MemoryRecorder recorder;
  std::vector<Bytes> pieces;
  {
    RecordedWorld world(recorder, 14);
    for (int i = 0; i < 12; ++i) {
      world.step();
      pieces.push_back(recorder.take());
    }
  }
  pieces.push_back(recorder.finish());
  const auto problem_of = [&](std::size_t left_out, std::size_t doubled) {
    Bytes bytes;
    for (std::size_t i = 0; i < pieces.size(); ++i)
      for (int k = 0; k < (i == left_out ? 0 : i == doubled ? 2 : 1); ++k) append(bytes, pieces[i]);
    Recording recording(bytes);
    while (recording.next() != nullptr) {
    }
    return recording.problem();
  };
  EXPECT_EQ(problem_of(99, 99), "");
  for (const std::size_t i : {1U, 5U, 11U}) {
    EXPECT_EQ(problem_of(i, 99), "the recording lacks calls, or has some twice") << i;
    EXPECT_EQ(problem_of(99, i), "the recording lacks calls, or has some twice") << i;
  }
}

TEST(RecordingsInMemory, MayBeTakenAndFinishedInAVisitor) {
  MemoryRecorder recorder({.hashes = true});
  Bytes bytes;
  {
    BroadPhase engine({.threads = 1, .recorder = &recorder});
    const std::vector<Box> boxes = {{0, 0, 1, 1}, {1, 0, 2, 1}, {2, 0, 3, 1}};
    engine.update(boxes);
    int visits = 0;
    engine.for_each_overlap(Box{0, 0, 3, 1}, [&](ObjectId) {
      append(bytes, visits++ < 2 ? recorder.take() : recorder.finish());
    });
    EXPECT_EQ(visits, 3);
  }
  Recording recording(bytes);
  const RecordedCall* last = nullptr;
  for (int i = 0; i < 3; ++i) {
    last = recording.next();
    ASSERT_NE(last, nullptr);
  }
  EXPECT_EQ(last->kind, CallKind::for_each_overlap);
  EXPECT_FALSE(last->outcome.is_known);
  EXPECT_EQ(recording.next(), nullptr);
}

// The package for JavaScript wrote it: components/wasm/tests/recorder.test.mjs.
TEST(RecordingsInMemory, OfJavaScriptArePlayed) {
  std::ifstream file(std::string(QUADPHASE_TEST_DATA) + "/from_javascript.recording",
                     std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const std::span<const std::byte> bytes = std::as_bytes(std::span(text));
  EXPECT_EQ(differences(bytes, true), 0U);
  std::size_t hashes = 0;
  Recording recording(bytes);
  while (const RecordedCall* call = recording.next()) hashes += call->outcome.has_hash ? 1U : 0U;
  EXPECT_GT(hashes, 60U);
}

}  // namespace
}  // namespace quadphase::recording_tests
