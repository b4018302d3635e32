// SPDX-License-Identifier: MIT
// Memory that a recording in memory does not get: it ends, and what it has is right. A program of
// its own, for it replaces operator new.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "quadphase/memory_recorder.hpp"
#include "recorded_world.hpp"
#include "support/failing_new.hpp"

namespace quadphase::recording_tests {
namespace {

using Bytes = std::vector<std::byte>;
using contract::FailingNew;

Bytes recorded_calls() {
  MemoryRecorder recorder({.hashes = true});
  {
    RecordedWorld world(recorder, 21);
    for (int i = 0; i < 8; ++i) world.step();
  }
  return recorder.finish();
}

/// Records the calls of a recording once more, where the k-th allocation fails. Returns the pieces,
/// and whether all allocations were made.
bool record_again(const Bytes& source, std::size_t k, Bytes& bytes) {
  MemoryRecorder recorder({.hashes = true});
  CallRecorder& calls = recorder;
  Recording recording(source);
  std::optional<std::size_t> left = k;
  const auto failing = [&](const auto& make) {
    const FailingNew one(left);
    make();
    left = one.left();
  };
  const auto take = [&](bool is_last) {
    Bytes more;
    failing([&] { more = is_last ? recorder.finish() : recorder.take(); });
    bytes.insert(bytes.end(), more.begin(), more.end());
  };
  for (int i = 1; const RecordedCall* call = recording.next(); ++i) {
    failing([&] { calls.end(calls.begin(*call), *call); });
    if (i % 40 == 0) take(false);
  }
  take(true);
  EXPECT_EQ(*recorder.error() == '\0', left.has_value());
  return left.has_value();
}

TEST(RecordingsInMemory, ThatGetNoMemoryHaveTheCallsBefore) {
  const Bytes source = recorded_calls();
  std::size_t all = 0;
  for (std::size_t k = 0;; ++k) {
    Bytes bytes;
    const bool is_whole = record_again(source, k, bytes);
    Recording recording(bytes);
    Replayer replayer({.threads = 1});
    std::size_t count = 0;
    for (const RecordedCall* call = nullptr; (call = recording.next()) != nullptr; ++count)
      ASSERT_FALSE(differs(replayer.play(*call), call->outcome)) << k << ", call " << count;
    EXPECT_EQ(recording.problem().empty(), is_whole) << k;
    all = count;
    if (is_whole) break;
    ASSERT_LT(k, 10'000U);
  }
  EXPECT_GT(all, 300U);
}

}  // namespace
}  // namespace quadphase::recording_tests
