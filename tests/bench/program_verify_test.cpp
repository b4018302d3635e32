// SPDX-License-Identifier: MIT
// A wrong pair ends the run with status 1 and a line that names engine, frame and pair.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program.hpp"

namespace quadphase::bench {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kSmall = " --count 2000 --frames 4 --threads 1,2 ";

TEST(BenchProgram, VerifiesItsEnginesOnEveryScene) {
  const Outcome outcome = run_bench(
      "run --scene all --count 500 --frames 2 --threads 1,2 --engine quadphase,grid --verify");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("verified: 2 frames"));
}

TEST(BenchProgram, SaysWhichEngineFrameAndPairAreWrong) {
  const Outcome outcome = run_faulty_bench(std::string("run --engine wrong --verify") + kSmall);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(is_one_line(outcome.err)) << outcome.err;
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("wrong on 1 thread"), HasSubstr("frame 2"), HasSubstr("(")));
}

TEST(BenchProgram, FindsThatEnginesDifferAlsoWithoutVerifying) {
  const Outcome outcome = run_faulty_bench(std::string("run --engine quadphase,wrong") + kSmall);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(is_one_line(outcome.err)) << outcome.err;
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("wrong on 1 thread"), HasSubstr("frame 2")));
}

TEST(BenchProgram, FindsThatTheOrderDependsOnThreads) {
  const Outcome outcome = run_faulty_bench(std::string("run --engine unordered") + kSmall);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(is_one_line(outcome.err)) << outcome.err;
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("unordered on 2 threads"), HasSubstr("frame 1"),
                                 HasSubstr("index 0")));
}

TEST(BenchProgram, TakesAnyOrderFromAnEngineThatPromisesNone) {
  EXPECT_EQ(run_faulty_bench(std::string("run --engine quadphase,grid --verify") + kSmall).status,
            0);
}

}  // namespace
}  // namespace quadphase::bench
