// SPDX-License-Identifier: MIT
#include "pairs/pair_pool.hpp"

#include <gtest/gtest.h>

namespace quadphase::detail {
namespace {

TEST(PairPool, GrowsByAnEighthMoreAndNotAgainBeforeThatIsUsed) {
  constexpr std::uint64_t kPairs = 80 * kBlockPairs;
  PairPool pool(std::pmr::get_default_resource());
  pool.reserve(kPairs, 2);
  const std::size_t blocks = pool.block_count();
  EXPECT_GE(blocks, 90U);
  for (const std::uint64_t more : {1U, 5U, 10U}) pool.reserve(kPairs + more * kBlockPairs, 2);
  EXPECT_EQ(pool.block_count(), blocks);
  pool.reserve(kPairs + 11 * kBlockPairs, 2);
  EXPECT_GT(pool.block_count(), blocks);
}

}  // namespace
}  // namespace quadphase::detail
