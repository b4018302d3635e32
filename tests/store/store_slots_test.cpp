// SPDX-License-Identifier: MIT
// The slot table alone: an id whose generations are used up is never given out again.
#include "store/slots.hpp"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

#include "base/tuning.hpp"

namespace quadphase::detail {
namespace {

TEST(SlotTable, RetiresASlotRatherThanRepeatAGeneration) {
  SlotTable table(std::pmr::get_default_resource(), nullptr);
  table.reserve_more(2);
  std::array<Handle, 2> handles;
  table.take(handles);
  table[0] = {0, kRetired - 2};
  table[1] = {1, 0};
  table.release(0);
  EXPECT_EQ(table.free_count(), 1U);

  Handle last;
  table.take({&last, 1});
  EXPECT_EQ(last, (Handle{0, kRetired - 1})) << "the last life";
  table[0].packed_row = 0;
  EXPECT_TRUE(table.contains(last));
  table.release(0);
  EXPECT_EQ(table.free_count(), 0U);
  EXPECT_FALSE(table.contains(last));
  EXPECT_FALSE(table.contains({0, kRetired}));
  EXPECT_FALSE(table.contains({0, 0}));

  table.reserve_more(1);
  Handle next;
  table.take({&next, 1});
  EXPECT_EQ(next.id, 2U);
  table[2].packed_row = 2;
  table.release_all();
  EXPECT_EQ(table.free_count(), 2U);
  EXPECT_EQ(table[0].generation, kRetired) << "not counted on";
}

TEST(SlotTable, RefusesMoreIdsThanThereAre) {
  SlotTable table(std::pmr::get_default_resource(), nullptr);
  EXPECT_THROW(table.reserve_more(kMaxObjects + 1), std::invalid_argument);
  EXPECT_EQ(table.capacity(), 0U);
}

}  // namespace
}  // namespace quadphase::detail
