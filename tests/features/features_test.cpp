// SPDX-License-Identifier: MIT
// Features that meet: in small worlds with every triple of features, all that an engine shows is as
// the models say, frame after frame.
//
// QUADPHASE_FEATURE_TABLES: as many tables instead of one, with other objects; those after the
// first have every four of the features.
#include <gtest/gtest.h>

#include <cstdlib>

#include "features/feature_world.hpp"

namespace quadphase::features {
namespace {

constexpr std::size_t kParts = 4;

std::uint64_t table_count() {
  const char* const text = std::getenv("QUADPHASE_FEATURE_TABLES");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : 1;
}

/// A part of the rows, for tests to run at once.
class FeaturesOfPart : public testing::TestWithParam<std::size_t> {};

TEST_P(FeaturesOfPart, AreAsTheModelsSayWhereverThreeMeet) {
  for (std::uint64_t table = 1; table <= table_count(); ++table) {
    const std::vector<Row> rows = covering_array(level_counts(), table == 1 ? 3 : 4, table);
    for (std::size_t i = GetParam(); i < rows.size(); i += kParts) {
      FeatureWorld world(features_of(rows[i]), i);
      const Difference found = world.play();
      ASSERT_FALSE(found) << "table " << table << ", row " << i << ": " << *found << "\n"
                          << in_words(rows[i]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Part, FeaturesOfPart, testing::Range<std::size_t>(0, kParts));

}  // namespace
}  // namespace quadphase::features
