// SPDX-License-Identifier: MIT
// What filters cost, counted in box tests: a crowd in one place whose filters let no pair through
// is no dearer than the same objects spread out.
#include <gtest/gtest.h>

#include <ostream>

#include "model/model_checks.hpp"

namespace quadphase::model {
namespace {

constexpr std::size_t kCrowdCount = 10'000;

using Assign = void (*)(Objects& objects);

struct Crowd {
  const char* name;
  Assign assign;
};

std::ostream& operator<<(std::ostream& stream, const Crowd& crowd) {
  return stream << crowd.name;
}

/// Gives the objects combinations in turn. Each looks for lower categories alone, so for none that
/// looks for its own.
void set_combinations(Objects& objects, std::uint32_t combination_count) {
  std::uint32_t row = 0;
  for (Object& object : objects) {
    const std::uint32_t number = row++ % combination_count;
    const std::uint32_t category = 1U << (31 - number % 32);
    object.filter.category = category;
    object.filter.mask = (category - 1) & ~(number / 32);
  }
}

/// Gives the objects the 32 categories in turn, each with two masks: `mask(bit, is_other)`.
template <class Mask>
void set_masks(Objects& objects, const Mask& mask) {
  std::uint32_t row = 0;
  for (Object& object : objects) {
    object.filter.category = 1U << row % 32;
    object.filter.mask = mask(row % 32, row / 32 % 2 == 1);
    ++row;
  }
}

const Crowd kCrowds[] = {
    {"OfOneGroup",
     [](Objects& objects) {
       for (Object& object : objects) object.filter.group = 5;
     }},
    {"OfAWorldEach",
     [](Objects& objects) {
       std::uint32_t world = 0;
       for (Object& object : objects) object.filter.world = world++;
     }},
    {"OfAWorldEachFarApart",
     [](Objects& objects) {
       std::uint32_t world = 0;
       for (Object& object : objects) object.filter.world = world += 0x9E37'79B9;
     }},
    {"OfOneClassThatPairsWithNone",
     [](Objects& objects) {
       for (Object& object : objects) object.filter.mask = 2;
     }},
    // Class i pairs with classes above i only, so none with any. The other 32 have fewer bits.
    {"OfSixtyFourClassesThatDoNotPair",
     [](Objects& objects) {
       set_masks(objects, [](std::uint32_t bit, bool is_other) {
         const std::uint32_t above = bit == 31 ? 0 : 0xFFFF'FFFF << (bit + 1);
         return is_other ? above & 0x5555'5555 : above;
       });
     }},
    // Each pairs with the next ones alone, which do not pair with it.
    {"OfSixtyFourClassesThatPairWithTheNext",
     [](Objects& objects) {
       set_masks(objects, [](std::uint32_t bit, bool is_other) {
         const std::uint32_t next = 1U << (bit + 1) % 32;
         return is_other ? next | 1U << (bit + 2) % 32 : next;
       });
     }},
    {"OfSeventyTwoClassesThatDoNotPair", [](Objects& objects) { set_combinations(objects, 72); }},
    {"OfHundredsOfClassesThatDoNotPair", [](Objects& objects) { set_combinations(objects, 500); }},
};

class CostOfACrowd : public testing::TestWithParam<Crowd> {};

std::uint64_t tests_of(const Objects& objects, std::uint64_t pair_count) {
  const Rows rows(objects);
  BroadPhase broad_phase({.threads = 1});
  broad_phase.update(rows.boxes(), rows.attributes());
  EXPECT_LE(broad_phase.pairs().size(), pair_count);
  return broad_phase.stats().test_count;
}

TEST_P(CostOfACrowd, IsAtMostFourTimesThatOfTheSameObjectsSpreadOut) {
  Objects objects = as_given(objects_of("uniform", kCrowdCount), kNoSpan.with(Span::ids));
  const std::uint64_t spread_out = tests_of(objects, 10 * kCrowdCount);
  ASSERT_GT(spread_out, kCrowdCount);
  GetParam().assign(objects);
  for (Object& object : objects) object.box = {0, 0, 1, 1};
  EXPECT_LE(tests_of(objects, 0), 4 * spread_out) << "of one size";
  float size = 1;
  for (Object& object : objects) {
    size += 0.01F;
    object.box = {-size, 0, size, 1};
  }
  EXPECT_LE(tests_of(objects, 0), 4 * spread_out) << "of many sizes";
}

INSTANTIATE_TEST_SUITE_P(Crowd, CostOfACrowd, testing::ValuesIn(kCrowds),
                         [](const auto& crowd) { return std::string(crowd.param.name); });

}  // namespace
}  // namespace quadphase::model
