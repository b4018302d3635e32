// SPDX-License-Identifier: MIT
// A check that cannot fail is none: each is shown what it must find.
#include "runner/checks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace quadphase::bench {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

template <class Check>
std::string failure(Check&& check) {
  try {
    check();
  } catch (const CheckFailed& error) {
    return error.what();
  }
  return "";
}

const std::vector<Pair> kExact = {{0, 1}, {2, 5}, {3, 4}};

TEST(CheckPairs, TakesTheExactPairsInAnyOrder) {
  const std::vector<Pair> found = {{3, 4}, {0, 1}, {2, 5}};
  EXPECT_EQ(failure([&] { check_pairs(found, kExact, "engine", 0); }), "");
}

TEST(CheckPairs, NamesEngineFrameAndTheMissingPair) {
  const std::vector<Pair> found = {{3, 4}, {0, 1}};
  EXPECT_THAT(
      failure([&] { check_pairs(found, kExact, "the engine", 17); }),
      AllOf(HasSubstr("the engine"), HasSubstr("frame 17"), HasSubstr("2"), HasSubstr("5")));
}

TEST(CheckPairs, FindsAPairTooManyTwiceOrReversed) {
  for (const Pair wrong : {Pair{0, 2}, Pair{0, 1}, Pair{1, 0}}) {
    std::vector<Pair> found = kExact;
    found.push_back(wrong);
    EXPECT_NE(failure([&] { check_pairs(found, kExact, "engine", 0); }), "")
        << wrong.first << " " << wrong.second;
  }
}

TEST(CheckSameArray, TakesEqualArrays) {
  EXPECT_EQ(failure([] { check_same_array(kExact, kExact, "a", "b", 0); }), "");
}

TEST(CheckSameArray, NamesBothEnginesFrameAndPlace) {
  const std::vector<Pair> found = {{0, 1}, {3, 4}, {2, 5}};
  EXPECT_THAT(failure([&] { check_same_array(found, kExact, "this", "that", 3); }),
              AllOf(HasSubstr("this, frame 3"), HasSubstr("index 1"), HasSubstr("(3, 4)"),
                    HasSubstr("that"), HasSubstr("(2, 5)")));
}

TEST(CheckSameArray, FindsArraysOfOtherLength) {
  const std::vector<Pair> found(kExact.begin(), kExact.end() - 1);
  EXPECT_NE(failure([&] { check_same_array(found, kExact, "a", "b", 0); }), "");
  EXPECT_NE(failure([&] { check_same_array(kExact, found, "a", "b", 0); }), "");
}

TEST(CheckContacts, TakesContactsAmongThePairs) {
  EXPECT_EQ(failure([] { check_contacts(std::vector<Pair>{{0, 1}, {3, 4}}, kExact, 0); }), "");
}

TEST(CheckContacts, NamesFrameAndTheContactThatIsNoPair) {
  EXPECT_THAT(failure([] {
                check_contacts(std::vector<Pair>{{0, 1}, {3, 5}}, kExact, 9);
              }),
              AllOf(HasSubstr("frame 9"), HasSubstr("(3, 5)")));
}

TEST(CombineHashes, DependsOnTheOrderOfFrames) {
  EXPECT_NE(combine_hashes(combine_hashes(0, 1), 2), combine_hashes(combine_hashes(0, 2), 1));
}

}  // namespace
}  // namespace quadphase::bench
