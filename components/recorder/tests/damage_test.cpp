// SPDX-License-Identifier: MIT
// Files that are cut off, damaged or cannot be written.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "bench/temporary_file.hpp"
#include "block_codec.hpp"
#include "recorded_world.hpp"

namespace quadphase::recording_tests {
namespace {

using bench::TemporaryFile;

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span<const char>(text));
}

/// The kinds and numbers of the calls that can be read.
std::vector<std::uint64_t> calls_in(const std::string& file, std::string& problem) {
  std::vector<std::uint64_t> calls;
  Recording recording(bytes_of(file), {.memory_limit = 1 << 26});
  while (const RecordedCall* call = recording.next())
    calls.push_back(call->number << 8U | static_cast<std::uint64_t>(call->kind));
  problem = recording.problem();
  return calls;
}

class DamagedRecordings : public testing::Test {
 protected:
  DamagedRecordings() {
    const TemporaryFile file;
    record_world(file.path(), 8, 4, {.keyframe_interval = 1 << 16, .waits_for_file = true});
    good_ = file.read();
    std::string problem;
    calls_ = calls_in(good_, problem);
    EXPECT_EQ(problem, "");
  }
  /// What is read is the beginning of all calls, and a reason is given.
  void expect_beginning(const std::string& file) const {
    std::string problem;
    const std::vector<std::uint64_t> calls = calls_in(file, problem);
    ASSERT_LE(calls.size(), calls_.size());
    EXPECT_TRUE(std::equal(calls.begin(), calls.end(), calls_.begin()));
    EXPECT_NE(problem, "");
  }

  std::string good_;
  std::vector<std::uint64_t> calls_;
};

TEST_F(DamagedRecordings, CutAtEveryBlockGiveAllCallsBefore) {
  const Recording recording(bytes_of(good_));
  const std::vector<RecordingBlock> blocks = recording.blocks();
  ASSERT_GT(blocks.size(), 100U);
  for (std::size_t i = 0; i < blocks.size(); i += 7) {
    const RecordingBlock& block = blocks[i];
    const std::string cut = good_.substr(0, block.offset);
    expect_beginning(cut);
    std::string problem;
    EXPECT_EQ(calls_in(cut, problem).size(), block.first_call);
  }
}

TEST_F(DamagedRecordings, CutAnywhereGiveAllWholeCalls) {
  scenes::Random random(9);
  for (int i = 0; i < 100; ++i) {
    const auto size = static_cast<std::size_t>(random.bits() % (good_.size() - 24));
    expect_beginning(good_.substr(0, 24 + size));
  }
}

TEST_F(DamagedRecordings, WithAnyByteChangedAreReadUpToThere) {
  scenes::Random random(10);
  for (int i = 0; i < 300; ++i) {
    std::string file = good_;
    const std::size_t at = 24 + static_cast<std::size_t>(random.bits() % (file.size() - 24));
    file[at] = static_cast<char>(file[at] ^ static_cast<char>(1U << random.below(8)));
    expect_beginning(file);
  }
}

TEST_F(DamagedRecordings, WithTheChecksumMadeRightAreNeverHarmful) {
  scenes::Random random(11);
  const std::vector<RecordingBlock> blocks = Recording(bytes_of(good_)).blocks();
  for (int i = 0; i < 400; ++i) {
    std::string file = good_;
    const RecordingBlock& block = blocks[random.below(static_cast<std::uint32_t>(blocks.size()))];
    char* const begin = file.data() + block.offset;
    for (int change = 0; change < 3; ++change) {
      const std::size_t limit = change == 0 ? 80 : block.stored_size;
      begin[8 + random.bits() % (limit - 8)] ^= static_cast<char>(1U << random.below(8));
    }
    const std::uint64_t sum = detail::checksum_of_block(
        bytes_of(file).subspan(block.offset, static_cast<std::size_t>(block.stored_size)));
    std::memcpy(begin + offsetof(detail::BlockHeader, checksum), &sum, sizeof(sum));
    Recording recording(bytes_of(file), {.memory_limit = 1 << 24});
    std::size_t count = 0;
    while (recording.next() != nullptr) ++count;
    EXPECT_LE(count, calls_.size() + 1'000);
  }
}

TEST_F(DamagedRecordings, GoOnAtTheNextKeyframe) {
  std::string file = good_;
  const std::vector<RecordingBlock> blocks = Recording(bytes_of(good_)).blocks();
  file[blocks[10].offset + 90] ^= 1;
  Recording recording(bytes_of(file));
  std::uint64_t last = 0;
  while (const RecordedCall* call = recording.next()) last = call->number;
  ASSERT_NE(recording.problem(), "");
  const auto later = std::find_if(blocks.begin() + 11, blocks.end(),
                                  [](const RecordingBlock& block) { return block.is_keyframe; });
  ASSERT_NE(later, blocks.end());
  ASSERT_TRUE(recording.resume());
  while (const RecordedCall* call = recording.next()) last = call->number;
  EXPECT_EQ(recording.problem(), "");
  EXPECT_EQ(last + 1, calls_.size());
}

TEST(Recordings, OfOtherFilesAreRefusedInWords) {
  const auto words = [](const std::string& file) {
    try {
      const Recording recording(bytes_of(file));
    } catch (const RecordingError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(words(""), "this is no recording of quadphase");
  EXPECT_EQ(words(std::string(100, 'x')), "this is no recording of quadphase");
  EXPECT_THROW(Recording("/nowhere/at all"), RecordingError);
}

TEST(Recorders, ThatCannotWriteSaySoAndTheProgramGoesOn) {
  for (const char* path : {"/nowhere/at all", "/dev/full"}) {
    Recorder recorder(path);
    BroadPhase engine({.threads = 1, .recorder = &recorder});
    const std::vector<Box> boxes = {{0, 0, 2, 2}, {1, 1, 3, 3}};
    for (int i = 0; i < 10; ++i) {
      engine.update(boxes);
      EXPECT_EQ(engine.pairs().size(), 1U);
      recorder.flush();
    }
    EXPECT_NE(recorder.error(), "") << path;
  }
}

TEST(Recorders, ThatWaitHaveTheCallInWhichAProgramCrashes) {
  const TemporaryFile file;
  Recorder recorder(file.path(), {.waits_for_file = true});
  BroadPhase engine({.threads = 1, .recorder = &recorder});
  const std::vector<Box> boxes = {{0, 0, 2, 2}};
  engine.update(boxes);
  engine.for_each_overlap(boxes[0], [&](ObjectId) {
    Recording recording(file.path());  // as it would be left by a crash here
    CallKind last = CallKind::destroy;
    bool is_known = true;
    while (const RecordedCall* call = recording.next()) {
      last = call->kind;
      is_known = call->outcome.is_known;
    }
    EXPECT_EQ(last, CallKind::for_each_overlap);
    EXPECT_FALSE(is_known);
    EXPECT_NE(recording.problem(), "");
  });
}

}  // namespace
}  // namespace quadphase::recording_tests
