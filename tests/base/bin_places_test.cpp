// SPDX-License-Identifier: MIT
#include "base/bin_places.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace quadphase::detail {
namespace {

std::vector<std::uint32_t> places_one_by_one(const std::vector<std::size_t>& bins,
                                             std::vector<std::uint32_t>& next) {
  std::vector<std::uint32_t> places;
  for (const std::size_t bin : bins) places.push_back(next[bin]++);
  return places;
}

void expect_places_one_by_one(const std::vector<std::size_t>& bins, std::size_t bin_count) {
  std::vector<std::uint32_t> next(bin_count);
  for (std::size_t i = 0; i < bin_count; ++i) next[i] = static_cast<std::uint32_t>(1'000 * i);
  std::vector<std::uint32_t> expected_next = next;
  const std::vector<std::uint32_t> expected = places_one_by_one(bins, expected_next);
  std::vector<std::uint32_t> places(bins.size());
  std::size_t calls = 0;
  place_items(
      0, bins.size(), next.data(), [&](std::size_t i) { return bins[i]; },
      [&](std::size_t i, std::uint32_t place) {
        EXPECT_EQ(i, calls++);
        places[i] = place;
      });
  EXPECT_EQ(calls, bins.size());
  EXPECT_TRUE(places == expected);
  EXPECT_EQ(next, expected_next);
}

/// `count` items in the order of their bins, of which `moved` in a hundred are in any bin instead.
std::vector<std::size_t> bins_in_order(std::size_t count, std::size_t bin_count, unsigned moved) {
  std::mt19937 random(moved);
  std::vector<std::size_t> bins(count);
  for (std::size_t i = 0; i < count; ++i)
    bins[i] = random() % 100 < moved ? random() % bin_count : i * bin_count / count;
  return bins;
}

TEST(PlacesInBins, AreThoseOfOneItemAfterAnotherInAnyOrder) {
  for (const std::size_t count : {0U, 1U, 3U, 4'095U, 4'096U, 4'097U, 4'098U, 4'099U, 30'000U}) {
    for (const std::size_t bin_count : {1U, 2U, 5U, 600U}) {
      for (const unsigned moved : {0U, 1U, 10U, 30U, 60U, 100U})
        expect_places_one_by_one(bins_in_order(count, bin_count, moved), bin_count);
    }
  }
}

TEST(PlacesInBins, AreTakenFourAtATimeWhereItemsAreNearlyInOrder) {
  const auto is_nearly = [](unsigned moved) {
    const std::vector<std::size_t> bins = bins_in_order(10'000, 100, moved);
    return is_nearly_in_order(0, bins.size(), [&](std::size_t i) { return bins[i]; });
  };
  EXPECT_FALSE(is_nearly(0));
  EXPECT_TRUE(is_nearly(20));
  EXPECT_TRUE(is_nearly(50));
  EXPECT_FALSE(is_nearly(100));
}

TEST(PlacesInBins, OfFourEqualBinsFollowEachOther) {
  for (std::size_t code = 0; code < 256; ++code) {
    const std::array<std::size_t, 4> bins{code % 4, code / 4 % 4, code / 16 % 4, code / 64};
    std::vector<std::uint32_t> next{10, 20, 30, 40};
    std::vector<std::uint32_t> expected_next = next;
    const std::vector<std::uint32_t> expected =
        places_one_by_one({bins.begin(), bins.end()}, expected_next);
    const auto places = next_places(next.data(), bins);
    EXPECT_TRUE(std::ranges::equal(places, expected));
    EXPECT_EQ(next, expected_next);
  }
}

}  // namespace
}  // namespace quadphase::detail
