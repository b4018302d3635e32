// SPDX-License-Identifier: MIT
// What any number of filter classes cost, counted in box tests: near n log n + pairs.
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>
#include <string>

#include "model/model_checks.hpp"

namespace quadphase::model {
namespace {

/// From one class to one per object; 64 have a table of their own, and 512 are compared.
constexpr std::uint32_t kClassCounts[] = {1, 8, 64, 65, 512, 2'048, 4'096, 100'000};

/// Gives an object a combination: that of this number, and of so many.
using Combine = Filter (*)(std::uint32_t number, std::uint32_t class_count);

struct Combinations {
  const char* name;
  Combine combine;
};

std::ostream& operator<<(std::ostream& stream, const Combinations& combinations) {
  return stream << combinations.name;
}

std::uint32_t mixed(std::uint32_t number) {
  scenes::Random random(number, 3);
  return static_cast<std::uint32_t>(random.bits());
}

/// Kind i of eight looks for kind i + 1, so nobody pairs.
Filter looks_for_the_next(std::uint32_t kind) {
  return {.category = 1U << kind % 8, .mask = 1U << (kind + 1) % 8};
}

const Combinations kCombinations[] = {
    {"CategoryBitsThatNobodyLooksFor",
     [](std::uint32_t number, std::uint32_t) {
       Filter filter = looks_for_the_next(number);
       filter.category |= number / 8 << 8;
       return filter;
     }},
    {"MaskBitsThatNobodyHas",
     [](std::uint32_t number, std::uint32_t) {
       Filter filter = looks_for_the_next(number);
       filter.mask |= number / 8 << 8;
       return filter;
     }},
    {"NoMask",
     [](std::uint32_t number, std::uint32_t) { return Filter{.category = number, .mask = 0}; }},
    // Bits that others look for, too: each looks for lower categories alone.
    {"MasksOfLowerCategories",
     [](std::uint32_t number, std::uint32_t) {
       const std::uint32_t category = 1U << (31 - number % 24);
       return Filter{.category = category, .mask = (category - 1) & ~(number / 24)};
     }},
    // The same, with several bits in a category: the mask is below the least of them.
    {"CategoriesOfManyBits",
     [](std::uint32_t number, std::uint32_t) {
       const std::uint32_t category = mixed(number) | 1U << 31;
       const std::uint32_t below = (category & (0U - category)) - 1;
       return Filter{.category = category, .mask = mixed(~number) & below};
     }},
    // One class in each sixty-four pairs with itself.
    {"FewWhoPair",
     [](std::uint32_t number, std::uint32_t class_count) {
       Filter filter = looks_for_the_next(number);
       filter.category |= number / 8 << 8;
       if (number % 64 == 1 && class_count > 64) filter = {.category = 1U << 7, .mask = 1U << 7};
       return filter;
     }},
    {"RandomBitsOfWhichFewMeet",
     [](std::uint32_t number, std::uint32_t) {
       const std::uint32_t bits = mixed(number);
       return Filter{.category = 1U << bits % 32, .mask = 1U << (bits >> 8) % 32 | bits >> 31};
     }},
};

void assign(Objects& objects, const Combinations& combinations, std::uint32_t class_count) {
  scenes::Random random(class_count, 4);
  for (Object& object : objects)
    object.filter = combinations.combine(random.below(class_count), class_count);
}

Objects plain(const std::string& scene, std::size_t count) {
  return as_given(objects_of(scene, count), kNoSpan.with(Span::ids));
}

Objects crowd(std::size_t count) {
  Objects objects = plain("uniform", count);
  scenes::Random random(count, 5);
  for (Object& object : objects) {
    const float x = random.unit();
    const float y = random.unit();
    const float size = random.below(100) == 0 ? 200.0F : 10.0F;
    object.box = {x, y, x + size, y + size};
  }
  return objects;
}

/// 6.1 tests per object if leaves were not asked by their matrices, 2.6 otherwise.
TEST(FilterMatrix, RulesOutLeavesInWhichNoTwoObjectsMayPair) {
  Objects objects = plain("uniform", 20'000);
  scenes::Random random(1);
  for (Object& object : objects) {
    object.filter.category = 1U << random.below(32);
    object.filter.mask = 1U << random.below(32);
  }
  BroadPhase broad_phase({.threads = 1});
  const Rows rows(objects);
  broad_phase.update(rows.boxes(), rows.attributes());
  EXPECT_LE(broad_phase.stats().test_count, 4 * objects.size());
}

class FilterClasses : public testing::TestWithParam<Combinations> {};

/// The tests of a frame in which the last `static_count` objects are static.
void expect_near_linear(Objects objects, std::size_t static_count) {
  const auto count = static_cast<double>(objects.size());
  const Objects statics = split_off(objects, static_count);
  BroadPhase broad_phase({.threads = 1});
  if (static_count > 0) {
    const Rows rows(statics);
    broad_phase.set_static(rows.boxes(), rows.ids(), rows.attributes());
  }
  const Rows rows(objects);
  broad_phase.build(rows.boxes(), rows.attributes());
  const auto pairs = static_cast<double>(broad_phase.count_pairs());
  const auto tests = static_cast<double>(broad_phase.stats().test_count);
  // At worst, two leaves of 16 objects have one pair.
  EXPECT_LE(tests, 2 * count * std::log2(count) + 256 * pairs)
      << pairs << " pairs, " << static_count << " static";
}

void expect_near_linear_at_all_mobilities(const Objects& objects) {
  for (const std::size_t statics : {std::size_t{0}, objects.size() / 2, objects.size() - 100})
    expect_near_linear(objects, statics);
}

TEST_P(FilterClasses, TakeNearlyLinearTimeHoweverManyTheyAre) {
  for (const std::uint32_t class_count : kClassCounts) {
    SCOPED_TRACE(testing::Message() << class_count << " classes");
    const std::size_t count = class_count > 10'000 ? 20'000 : 5'000;
    for (Objects objects : {crowd(count), plain("uniform", count), plain("clusters", count)}) {
      assign(objects, GetParam(), class_count);
      expect_near_linear_at_all_mobilities(objects);
    }
  }
}

TEST_P(FilterClasses, TakeNearlyLinearTimeInWorldsAndGroups) {
  for (const std::uint32_t class_count : kClassCounts) {
    SCOPED_TRACE(testing::Message() << class_count << " classes");
    Objects objects = crowd(5'000);
    assign(objects, GetParam(), class_count);
    for (std::uint32_t i = 0; i < objects.size(); ++i) objects[i].filter.world = mixed(i) % 3;
    expect_near_linear_at_all_mobilities(objects);
    for (std::uint32_t i = 0; i < objects.size(); ++i) objects[i].filter.world = mixed(i);
    expect_near_linear_at_all_mobilities(objects);
    for (std::uint32_t i = 0; i < objects.size(); ++i)
      objects[i].filter.world = i == 0 ? 0xFFFF'FFFF : i;
    expect_near_linear_at_all_mobilities(objects);
    for (std::uint32_t i = 0; i < objects.size(); ++i) {
      objects[i].filter.world = 0;
      objects[i].filter.group = mixed(i) % 5;
    }
    expect_near_linear_at_all_mobilities(objects);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, FilterClasses, testing::ValuesIn(kCombinations),
                         [](const auto& test) { return std::string(test.param.name); });

/// Kinds that look for themselves, but have a group each.
TEST(GroupsOfKinds, TakeNearlyLinearTime) {
  for (const std::uint32_t kind_count : {1U, 2U, 8U, 31U}) {
    for (const bool has_odd_ones : {false, true}) {
      Objects objects = crowd(5'000);
      for (std::uint32_t i = 0; i < objects.size(); ++i) {
        const std::uint32_t kind = mixed(i) % kind_count;
        objects[i].filter = {.category = 1U << kind, .mask = 1U << kind, .group = kind + 1};
        if (has_odd_ones && i % 1'000 == 7) objects[i].filter = {.mask = 2};  // no group
      }
      expect_near_linear_at_all_mobilities(objects);
    }
  }
}

}  // namespace
}  // namespace quadphase::model
