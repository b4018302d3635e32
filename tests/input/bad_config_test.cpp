// SPDX-License-Identifier: MIT
// Every field of a Config out of its range is refused in words; every end of its range is taken.
#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include <limits>
#include <stdexcept>

#include "quadphase/tbb.hpp"
#include "support/checks.hpp"

namespace quadphase::contract {
namespace {

void expect_refused(const Config& config, const std::string& field) {
  try {
    const BroadPhase broad_phase(config);
    ADD_FAILURE() << field << " was taken";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find(field), std::string::npos) << error.what();
  }
}

void expect_taken(const Config& config) {
  BroadPhase broad_phase(config);
  expect_exact(broad_phase, frame_of("mixed", 300).view());
}

TEST(BadConfig, EveryFieldOutOfItsRangeIsNamed) {
  constexpr int kMin = std::numeric_limits<int>::min();
  constexpr int kMax = std::numeric_limits<int>::max();
  for (const int value : {-1, kMin, kMax, 1'000'000}) expect_refused({.threads = value}, "threads");
  for (const int value : {0, -1, 17, kMin, kMax})
    expect_refused({.leaf_capacity = value}, "leaf_capacity");
  for (const int value : {0, -1, 301, kMin, kMax})
    expect_refused({.max_depth = value}, "max_depth");
}

TEST(BadConfig, ThreadsAndAnExecutorExcludeEachOther) {
  tbb::task_arena arena(2);
  TbbExecutor executor(arena);
  expect_refused({.threads = 2, .executor = &executor}, "threads");
  expect_refused({.threads = -1, .executor = &executor}, "threads");
  expect_taken({.executor = &executor});
}

TEST(BadConfig, PreviousIndicesNeedEvents) {
  expect_refused({.previous_indices = true}, "previous_indices");
  expect_taken({.events = true, .previous_indices = true});
}

TEST(BadConfig, UnsupportedKernelsAreRefused) {
  int refused = 0;
  for (const Simd simd : kInstructionSets) {
    if (is_supported(simd)) {
      expect_taken({.threads = 1, .simd = simd});
    } else {
      expect_refused({.simd = simd}, "simd");
      expect_refused({.simd = simd}, ", scalar");
      ++refused;
    }
  }
  EXPECT_GE(refused, 1) << "no processor has all of them";
  expect_refused({.simd = static_cast<Simd>(200)}, "simd");
}

TEST(BadConfig, ScalarAndBestAreAlwaysSupported) {
  EXPECT_TRUE(is_supported(Simd::scalar));
  EXPECT_TRUE(is_supported(Simd::best));
}

TEST(BadConfig, BothEndsOfEveryRangeAreTaken) {
  expect_taken({.threads = 1, .leaf_capacity = 1, .max_depth = 1});
  expect_taken({.threads = 1, .leaf_capacity = 16, .max_depth = 300});
  expect_taken({.threads = 0});
}

}  // namespace
}  // namespace quadphase::contract
