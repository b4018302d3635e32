// SPDX-License-Identifier: MIT
#include "base/buffer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include <cstdint>
#include <new>

namespace quadphase::detail {
namespace {

/// Counts bytes, and fails when told to.
class Meter : public std::pmr::memory_resource {
 public:
  std::size_t bytes = 0;
  bool fails = false;

 private:
  void* do_allocate(std::size_t size, std::size_t alignment) override {
    if (fails) throw std::bad_alloc();
    bytes += size;
    return std::pmr::new_delete_resource()->allocate(size, alignment);
  }
  void do_deallocate(void* data, std::size_t size, std::size_t alignment) override {
    bytes -= size;
    std::pmr::new_delete_resource()->deallocate(data, size, alignment);
  }
  [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override {
    return this == &other;
  }
};

TEST(Buffer, HasRoomForAnEighthMoreWhereItGrowsWithSpare) {
  Meter meter;
  Buffer<int> buffer(&meter);
  buffer.ensure_with_spare(800);
  const int* const data = buffer.data();
  buffer.ensure_with_spare(900);
  EXPECT_EQ(buffer.data(), data);
  EXPECT_EQ(buffer.byte_count(), meter.bytes);
  EXPECT_EQ(meter.bytes, 900 * sizeof(int));
}

TEST(Buffer, RefusesMoreElementsThanBytesCanBeCounted) {
  Meter meter;
  Buffer<std::uint64_t> buffer(&meter);
  EXPECT_THROW(buffer.ensure(std::size_t{1} << 61), std::bad_array_new_length);
  EXPECT_EQ(buffer.capacity(), 0U);
  EXPECT_EQ(meter.bytes, 0U);
}

TEST(Buffer, StartsOnACacheLine) {
  Buffer<char> buffer(std::pmr::get_default_resource());
  buffer.ensure(1);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % Buffer<char>::kAlignment, 0U);
}

TEST(Buffer, KeepsItsContentsWhenGrowingSafelyFails) {
  Meter meter;
  Buffer<int> buffer(&meter);
  buffer.ensure(1);
  buffer[0] = 42;
  meter.fails = true;
  EXPECT_THROW(buffer.ensure_safely(1'000), std::bad_alloc);
  EXPECT_EQ(buffer[0], 42);
}

TEST(Buffer, IsEmptyOrWholeWhenGrowingFails) {
  Meter meter;
  Buffer<int> buffer(&meter);
  buffer.ensure(10);
  meter.fails = true;
  EXPECT_THROW(buffer.ensure(1'000), std::bad_alloc);
  EXPECT_EQ(buffer.byte_count(), meter.bytes);
}

TEST(Buffer, GivesItsMemoryBack) {
  Meter meter;
  {
    Buffer<int> first(&meter);
    first.ensure(10);
    Buffer<int> second(std::move(first));
    Buffer<int> third(&meter);
    third.ensure(20);
    third = std::move(second);
    EXPECT_GT(meter.bytes, 0U);
  }
  EXPECT_EQ(meter.bytes, 0U);
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
