// SPDX-License-Identifier: MIT
// Figures are made from the reports, and only from them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "bench/program.hpp"
#include "bench/temporary_file.hpp"

namespace quadphase::bench {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A folder that is gone with its end.
struct Folder {
  Folder() { std::filesystem::remove(file.path()); }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(file.path(), ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  TemporaryFile file;
};

TEST(Figures, AreDrawnFromBothReports) {
  if (std::system("gnuplot --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "there is no gnuplot";
  const Folder folder;
  const Outcome outcome =
      run_bench("figures --compare '" FIXTURES "/compare.json' --scaling '" FIXTURES
                "/scaling.json' --output '" +
                folder.file.path() + "'");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");  // gnuplot had nothing to complain about
  const std::filesystem::path path = folder.file.path();
  for (const char* name :
       {"engines", "engines-uniform", "speed-up-strong", "speed-up-weak", "stages", "growth"}) {
    EXPECT_THAT(content(path / (std::string(name) + ".svg")), StartsWith("<?xml")) << name;
    EXPECT_THAT(content(path / (std::string(name) + ".png")), StartsWith("\x89PNG")) << name;
  }
  const std::string bars = content(path / "engines-uniform.svg");
  for (const char* text : {"expert-grid", "quadphase", "nanoseconds a box"})
    EXPECT_THAT(bars, HasSubstr(text));
  EXPECT_THAT(content(path / "speed-up-strong.svg"), HasSubstr("ideal"));
  for (const char* stage : {"bounds", "keys", "partition", "tree", "pairs", "merge"})
    EXPECT_THAT(content(path / "stages.svg"), HasSubstr(stage));
}

TEST(Figures, ComeWithATableThatNamesTheFastest) {
  if (std::system("gnuplot --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "there is no gnuplot";
  const Folder folder;
  const Outcome outcome = run_bench("figures --compare '" FIXTURES "/compare.json' --output '" +
                                    folder.file.path() + "'");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("table.md"));
  const std::string table = content(std::filesystem::path(folder.file.path()) / "table.md");
  EXPECT_THAT(table, HasSubstr("| | engine | uniform | clusters | uniform, 2 threads |\n"));
  EXPECT_THAT(table, HasSubstr("| ours | `quadphase` |"));
  EXPECT_THAT(table, HasSubstr("|  | `brute` | – |"));
  EXPECT_THAT(table, HasSubstr("1 thread only"));
  // The fixture's fastest engine on uniform is not ours.
  EXPECT_THAT(table, HasSubstr("`expert-grid` | **"));
  EXPECT_THAT(table, HasSubstr("Faster than quadphase: uniform: `expert-grid` ("));
}

TEST(Figures, RefuseWhatIsNoReport) {
  const Folder folder;
  const std::string output = " --output '" + folder.file.path() + "'";
  for (const std::string input : {"--compare '" FIXTURES "/scaling.json'",
                                  "--compare /nowhere.json", "--scaling '" BENCH_PROGRAM "'", ""}) {
    const Outcome outcome = run_bench("figures " + input + output);
    EXPECT_EQ(outcome.status, 2) << input;
    EXPECT_TRUE(is_one_line(outcome.err)) << outcome.err;
  }
}

}  // namespace
}  // namespace quadphase::bench
