// SPDX-License-Identifier: MIT
// All recorded results, on one to sixteen threads and with each instruction set; golden_check
// compares them on other platforms.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <fstream>
#include <iostream>

#include "golden/results.hpp"
#include "support/checks.hpp"

namespace quadphase::contract {
namespace {

using golden::Results;

Results table() {
  std::ifstream file(QUADPHASE_GOLDEN_TABLE);
  return golden::read_table(file);
}

/// The results of frames only.
Results frames_of(const Results& results) {
  Results frames;
  for (const golden::Result& result : results) {
    if (result.family == "pair-set" || result.family == "pairs" || result.family == "tree")
      frames.push_back(result);
  }
  return frames;
}

// tools/determinism.sh runs this in many builds, and reads what it prints.
TEST(Golden, FramesAreThoseRecordedOnAnyThreads) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 16);
  const Results expected = frames_of(table());
  for (int threads = 1; threads <= 16; ++threads) {
    SCOPED_TRACE(threads);
    EXPECT_EQ(golden::differences(golden::frame_results({.threads = threads}), expected), "");
  }
}

TEST(Golden, ResultsAreThoseRecordedWithEachInstructionSet) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 4);
  const Results expected = table();
  std::uint64_t digest = 0;
  for (const Simd simd : supported_simds()) {
    for (const int threads : {1, 4}) {
      SCOPED_TRACE(testing::Message() << threads << " threads, " << name_of(simd));
      const Results results = golden::all_results({.threads = threads, .simd = simd});
      EXPECT_EQ(golden::differences(results, expected), "");
      digest = golden::digest_of(results);
    }
  }
  std::cout << "digest of " << expected.size() << " results: " << std::hex << digest << std::dec
            << '\n';
}

TEST(SpecialNumbers, GiveTheSameBytesWithEachInstructionSetInEveryForm) {
  const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 4);
  for (const auto& [form, name] : golden::kSpecialForms) {
    for (std::uint64_t seed = 10; seed < 40; ++seed) {
      const Config plain = {.threads = 1, .simd = Simd::scalar};
      const std::uint64_t expected = golden::special_hash(form, seed, plain);
      for (const Simd simd : supported_simds()) {
        const Config config = {.threads = seed % 2 == 0 ? 1 : 4, .simd = simd};
        if (config.threads == 1 && simd == Simd::scalar) continue;  // what is expected
        ASSERT_EQ(golden::special_hash(form, seed, config), expected)
            << name << ", seed " << seed << ", " << name_of(simd);
      }
    }
  }
}

TEST(Golden, SomeBoxesOfEachGridOnlyTouch) {
  for (const std::string scene : {"uniform", "mixed", "giants", "roads", "galaxy"}) {
    const Columns grid = golden::frame_of(scene + "-grid", 20'000);
    BroadPhase closed({.threads = 1});
    closed.update(grid.view());
    BroadPhase open({.threads = 1, .touching = false});
    open.update(grid.view());
    EXPECT_LT(open.pairs().size(), closed.pairs().size()) << scene;
  }
}

}  // namespace
}  // namespace quadphase::contract
