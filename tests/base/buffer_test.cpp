// SPDX-License-Identifier: MIT
#include "base/buffer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include <cstdint>
#include <new>

#include "support/counting_resource.hpp"

namespace quadphase::detail {
namespace {

using contract::CountingResource;

TEST(Buffer, HasRoomForAnEighthMoreWhereItGrowsWithSpare) {
  CountingResource meter;
  Buffer<int> buffer(&meter);
  buffer.ensure_with_spare(800);
  const int* const data = buffer.data();
  buffer.ensure_with_spare(900);
  EXPECT_EQ(buffer.data(), data);
  EXPECT_EQ(buffer.byte_count(), meter.outstanding_bytes());
  EXPECT_EQ(meter.outstanding_bytes(), 900 * sizeof(int));
}

TEST(Buffer, RefusesMoreElementsThanBytesCanBeCounted) {
  CountingResource meter;
  Buffer<std::uint64_t> buffer(&meter);
  EXPECT_THROW(buffer.ensure(std::size_t{1} << 61), std::bad_array_new_length);
  EXPECT_EQ(buffer.capacity(), 0U);
  EXPECT_EQ(meter.outstanding_bytes(), 0U);
}

TEST(Buffer, StartsOnACacheLine) {
  Buffer<char> buffer(std::pmr::get_default_resource());
  buffer.ensure(1);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % Buffer<char>::kAlignment, 0U);
}

TEST(Buffer, KeepsItsContentsWhenGrowingSafelyFails) {
  CountingResource meter;
  Buffer<int> buffer(&meter);
  buffer.ensure(1);
  buffer[0] = 42;
  meter.fail_from(0);
  EXPECT_THROW(buffer.ensure_safely(1'000), std::bad_alloc);
  EXPECT_EQ(buffer[0], 42);
}

TEST(Buffer, IsEmptyOrWholeWhenGrowingFails) {
  CountingResource meter;
  Buffer<int> buffer(&meter);
  buffer.ensure(10);
  meter.fail_from(0);
  EXPECT_THROW(buffer.ensure(1'000), std::bad_alloc);
  EXPECT_EQ(buffer.byte_count(), meter.outstanding_bytes());
}

TEST(Buffer, GivesItsMemoryBack) {
  CountingResource meter;
  {
    Buffer<int> first(&meter);
    first.ensure(10);
    Buffer<int> second(std::move(first));
    Buffer<int> third(&meter);
    third.ensure(20);
    third = std::move(second);
    EXPECT_GT(meter.outstanding_bytes(), 0U);
  }
  EXPECT_EQ(meter.outstanding_bytes(), 0U);
}

TEST(Buffer, OfManyMegabytesHoldsWhatIsWrittenToIt) {
  constexpr std::size_t kSize = (std::size_t{9} << 20) / sizeof(std::uint32_t);
  Buffer<std::uint32_t> buffer(std::pmr::get_default_resource());
  buffer.ensure(kSize);
  for (std::uint32_t i = 0; i < kSize; ++i) buffer[i] = i;
  std::size_t wrong = 0;
  for (std::uint32_t i = 0; i < kSize; ++i) wrong += buffer[i] != i;
  EXPECT_EQ(wrong, 0U);
}

TEST(PreferHugePages, ChangesNoContentWhereverTheMemoryBeginsAndEnds) {
  std::vector<char> memory(9U << 20, 'x');
  errno = 0;
  for (const std::size_t begin : {0U, 1U, 4'095U, 1U << 20}) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{1} << 20, memory.size() - begin})
      prefer_huge_pages(memory.data() + begin, size);
  }
  EXPECT_EQ(errno, 0);
  EXPECT_EQ(std::count(memory.begin(), memory.end(), 'x'),
            static_cast<std::ptrdiff_t>(memory.size()));
}

}  // namespace
}  // namespace quadphase::detail
