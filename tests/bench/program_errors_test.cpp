// SPDX-License-Identifier: MIT
// What is wrong with a command line or an input file is said in one line, with exit status 2.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "npy_files.hpp"
#include "program.hpp"
#include "temporary_file.hpp"

namespace quadphase::bench {
namespace {

using ::testing::HasSubstr;

void expect_usage_error(const std::string& arguments, const std::string& complaint) {
  SCOPED_TRACE(arguments);
  const Outcome outcome = run_bench(arguments);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(is_one_line(outcome.err)) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr(complaint));
}

TEST(BenchProgram, RefusesBadArgumentsInOneLine) {
  expect_usage_error("", "query, describe or list");
  expect_usage_error("fly", "fly");
  expect_usage_error("run --frame-rate 3", "--frame-rate");
  expect_usage_error("run --count 0", "--count");
  expect_usage_error("run --count many", "--count");
  expect_usage_error("run --count -5", "--count");
  expect_usage_error("run --count 4294967295", "--count");
  expect_usage_error("run --threads 0", "--threads");
  expect_usage_error("run --threads 1,x", "--threads");
  expect_usage_error("run --threads 100000", "--threads");
  expect_usage_error("run --frames 0", "--frames");
  expect_usage_error("run --frames -3", "--frames");
  expect_usage_error("run --frames 1.5", "--frames");
  expect_usage_error("run --warmup -3", "--warmup");
  expect_usage_error("run --seed x", "--seed");
  expect_usage_error("run --motion sideways", "one-in-100");
  expect_usage_error("run --format xml", "csv");
  expect_usage_error("run --simd mmx", "avx512");
  expect_usage_error("run --engine quadphase,abacus", "there are quadphase, ");
  expect_usage_error("run --output no/such/folder/file", "no/such/folder/file");
  expect_usage_error("run --scene uniform,dense --record frames.npy", "--record");
  expect_usage_error("run --replay frames.npy --scene uniform", "--scene");
  expect_usage_error(
      "run --count 100 --frames 1 --threads 1 --format json --record no/such/folder/file",
      "no/such/folder/file");
}

TEST(BenchProgram, ListsTheScenesWhereOneIsUnknown) {
  expect_usage_error("run --scene uniform,atlantis", "'atlantis'");
  expect_usage_error("describe --scene atlantis", "uniform, dense, sparse");
}

TEST(BenchProgram, RefusesAMalformedFileInOneLine) {
  const TemporaryFile file;
  const std::string data(48, '\0');
  const std::vector<std::string> bad_files = {
      "",
      "neither numpy nor frames",
      npy_file(npy_dictionary("(2, 4, 3)"), data),
      npy_file(npy_dictionary("(1, 4, 3)"), data + "more"),
      npy_file(npy_dictionary("(1, 4, 3)", ">f4"), data),
      npy_file(npy_dictionary("(1, 4, 3)", "<f8"), data),
      npy_file(npy_dictionary("(1, 4, 3)", "<f4", "True"), data),
      npy_file(npy_dictionary("(4, 3)"), data),
      npy_file(npy_dictionary("(1, 3, 4)"), data),
  };
  for (const std::string& bytes : bad_files) {
    file.write(bytes);
    expect_usage_error("run --replay " + file.path(), file.path());
  }
  expect_usage_error("run --replay no/such/file.npy", "no/such/file.npy");
}

TEST(BenchProgram, RefusesMoreFramesThanAFileHolds) {
  const TemporaryFile file;
  file.write(npy_file(npy_dictionary("(1, 4, 3)"), std::string(48, '\0')));
  expect_usage_error("run --frames 2 --replay " + file.path(), "1 frame");
}

TEST(BenchProgram, HelpAndVersionGoWell) {
  EXPECT_EQ(run_bench("--help").status, 0);
  EXPECT_EQ(run_bench("run --help").status, 0);
  EXPECT_EQ(run_bench("--version").status, 0);
  EXPECT_THAT(run_bench("run --help").out, HasSubstr("--replay"));
}

}  // namespace
}  // namespace quadphase::bench
