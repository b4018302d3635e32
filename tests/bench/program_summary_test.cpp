// SPDX-License-Identifier: MIT
// README's figures are those of the committed reports.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "program.hpp"

namespace quadphase::bench {
namespace {

/// Words with one space between them: lines may be filled differently.
std::string words_of(const std::string& text) {
  std::istringstream stream(text);
  std::string words;
  for (std::string word; stream >> word;) words += word + " ";
  return words;
}

TEST(Summary, IsWhatStandsBetweenTheMarkersOfReadme) {
  std::ifstream file(PROJECT_FOLDER "/README.md");
  std::ostringstream readme;
  readme << file.rdbuf();
  const std::string begin_mark = "<!-- figures:begin -->";
  const std::string text = readme.str();
  const std::size_t begin = text.find(begin_mark);
  const std::size_t end = text.find("<!-- figures:end -->");
  ASSERT_NE(begin, std::string::npos);
  ASSERT_NE(end, std::string::npos);
  const Outcome outcome = run_bench("summary '" PROJECT_FOLDER "/bench/results/xeon-2cores'");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(words_of(text.substr(begin + begin_mark.size(), end - begin - begin_mark.size())),
            words_of(outcome.out));
}

TEST(Summary, RefusesAFolderWithoutReports) {
  const Outcome outcome = run_bench("summary /nowhere");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(is_one_line(outcome.err)) << outcome.err;
}

}  // namespace
}  // namespace quadphase::bench
