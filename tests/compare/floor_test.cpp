// SPDX-License-Identifier: MIT
#include "machine/floor.hpp"

#include <gtest/gtest.h>

#include "machine/machine.hpp"

namespace quadphase::bench {
namespace {

TEST(Floor, IsMeasuredForEveryNumberOfBoxesAndPairs) {
  PinnedArena arena(1, usable_cpus());
  for (const std::size_t boxes : {1U, 1'000U, 50'000U}) {
    for (const std::size_t pairs : {0U, 60'000U}) {
      const Floor floor = measure_floor(arena, boxes, pairs);
      EXPECT_EQ(floor.threads, 1);
      EXPECT_GT(floor.memory_ns, 0);
      EXPECT_GT(floor.cache_ns, 0);
    }
  }
}

}  // namespace
}  // namespace quadphase::bench
