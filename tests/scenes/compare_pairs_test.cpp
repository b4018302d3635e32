// SPDX-License-Identifier: MIT
// A wrong answer is named, and the two hashes tell what they promise.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "oracle/exact_pairs.hpp"

namespace quadphase::oracle {
namespace {

using testing::HasSubstr;
using testing::Optional;

const std::vector<Pair> kExact = {{0, 1}, {0, 5}, {2, 3}};

std::optional<std::string> compare(const std::vector<Pair>& found) {
  return compare_pairs(found, kExact);
}

TEST(ComparePairs, AcceptsAnyOrder) {
  EXPECT_EQ(compare(kExact), std::nullopt);
  EXPECT_EQ(compare({{2, 3}, {0, 1}, {0, 5}}), std::nullopt);
  EXPECT_EQ(compare_pairs({}, {}), std::nullopt);
}

TEST(ComparePairs, NamesAMissingPair) {
  EXPECT_THAT(compare({{0, 1}, {2, 3}}), Optional(std::string("pair (0, 5) is missing")));
  EXPECT_THAT(compare({{0, 1}, {0, 5}}), Optional(std::string("pair (2, 3) is missing")));
  EXPECT_THAT(compare({}), Optional(std::string("pair (0, 1) is missing")));
}

TEST(ComparePairs, NamesAPairTooMany) {
  EXPECT_THAT(compare({{0, 1}, {0, 5}, {1, 4}, {2, 3}}),
              Optional(std::string("pair (1, 4) does not overlap")));
  EXPECT_THAT(compare({{0, 1}, {0, 5}, {2, 3}, {7, 9}}),
              Optional(std::string("pair (7, 9) does not overlap")));
}

TEST(ComparePairs, NamesAPairFoundTwice) {
  EXPECT_THAT(compare({{0, 1}, {2, 3}, {0, 5}, {2, 3}}),
              Optional(std::string("pair (2, 3) was found twice")));
}

TEST(ComparePairs, NamesAPairThatIsNotAscending) {
  EXPECT_THAT(compare({{0, 1}, {5, 0}, {2, 3}}), Optional(HasSubstr("(5, 0) at 1")));
  EXPECT_THAT(compare({{0, 1}, {0, 5}, {2, 3}, {4, 4}}), Optional(HasSubstr("(4, 4) at 3")));
}

TEST(PairHashes, OneIsFreeOfOrderAndTheOtherIsNot) {
  std::vector<Pair> reversed = kExact;
  std::reverse(reversed.begin(), reversed.end());
  EXPECT_EQ(order_free_hash(reversed), order_free_hash(kExact));
  EXPECT_NE(order_hash(reversed), order_hash(kExact));
}

TEST(PairHashes, TellSetsApart) {
  const std::vector<Pair> swapped = {{0, 1}, {0, 3}, {2, 5}};
  const std::vector<Pair> doubled = {{0, 1}, {0, 5}, {2, 3}, {2, 3}};
  for (const auto& other : {swapped, doubled, std::vector<Pair>{}}) {
    EXPECT_NE(order_free_hash(other), order_free_hash(kExact));
    EXPECT_NE(order_hash(other), order_hash(kExact));
  }
}

// Recorded values: a hash that is printed today can be compared with one printed later.
TEST(PairHashes, HaveTheValuesTheyAlwaysHad) {
  EXPECT_EQ(order_free_hash(kExact), 18388640143484780975U);
  EXPECT_EQ(order_hash(kExact), 3797719748282577641U);
}

}  // namespace
}  // namespace quadphase::oracle
