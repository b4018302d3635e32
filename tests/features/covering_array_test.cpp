// SPDX-License-Identifier: MIT
// Covering arrays have every combination, in few rows, and are the same in every run.
#include <gtest/gtest.h>

#include <set>

#include "features/covering_array.hpp"
#include "features/feature_table.hpp"

namespace quadphase::features {
namespace {

/// Counted anew: combinations of values of these factors in the rows.
std::size_t combinations_in(const std::vector<Row>& rows, const std::vector<std::size_t>& factors) {
  std::set<Row> found;
  for (const Row& row : rows) {
    Row values;
    for (const std::size_t factor : factors) values.push_back(row[factor]);
    found.insert(values);
  }
  return found.size();
}

void expect_covered(std::span<const std::uint8_t> level_counts, std::size_t strength) {
  const std::vector<Row> rows = covering_array(level_counts, strength, 1);
  std::size_t choices = 0;
  for_each_choice(level_counts.size(), strength, [&](const std::vector<std::size_t>& factors) {
    std::size_t wanted = 1;
    for (const std::size_t factor : factors) wanted *= level_counts[factor];
    EXPECT_EQ(combinations_in(rows, factors), wanted);
    ++choices;
  });
  EXPECT_GT(choices, 0U);
  for (const Row& row : rows) {
    ASSERT_EQ(row.size(), level_counts.size());
    for (std::size_t i = 0; i < row.size(); ++i) EXPECT_LT(row[i], level_counts[i]);
  }
}

TEST(CoveringArray, HasEveryCombinationOfItsStrength) {
  const std::vector<std::uint8_t> counts = {2, 3, 4, 2, 5, 3};
  for (std::size_t strength = 1; strength <= 4; ++strength) expect_covered(counts, strength);
}

TEST(CoveringArray, HasEveryTripleOfTheFeatures) {
  expect_covered(level_counts(), 3);
}

TEST(CoveringArray, IsTheSameInEveryRunAndSmall) {
  const std::vector<Row> rows = covering_array(level_counts(), 3, 1);
  EXPECT_EQ(rows, covering_array(level_counts(), 3, 1));
  EXPECT_NE(rows, covering_array(level_counts(), 3, 2));
  EXPECT_LT(rows.size(), 400U);
}

}  // namespace
}  // namespace quadphase::features
