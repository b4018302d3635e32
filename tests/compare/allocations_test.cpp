// SPDX-License-Identifier: MIT
#include "machine/allocations.hpp"

#include <gtest/gtest.h>

#include <memory_resource>
#include <vector>

namespace quadphase::bench {
namespace {

TEST(AllocationWindow, CountsOperatorNewWhileItLives) {
  if (!counts_operator_new()) GTEST_SKIP() << "this build has an operator new of its own";
  const AllocationWindow window;
  void* const memory = ::operator new(100);
  void* const aligned = ::operator new(100, std::align_val_t(64));
  ::operator delete(memory);
  ::operator delete(aligned, std::align_val_t(64));
  EXPECT_EQ(window.counts().new_calls, 2U);
}

TEST(AllocationWindow, CountsTheDefaultMemoryResourceOnce) {
  const CountedDefaultResource counted;
  std::pmr::vector<int> values;
  const AllocationWindow window;
  values.reserve(1'000);
  EXPECT_EQ(window.counts().resource_calls, 1U);
  EXPECT_EQ(window.counts().new_calls, 0U);
}

TEST(CountedDefaultResource, GivesTheFormerResourceBack) {
  auto* const former = std::pmr::get_default_resource();
  {
    const CountedDefaultResource counted;
    EXPECT_NE(std::pmr::get_default_resource(), former);
  }
  EXPECT_EQ(std::pmr::get_default_resource(), former);
}

}  // namespace
}  // namespace quadphase::bench
