// SPDX-License-Identifier: MIT
// Everything in one place: far more pairs than memory has room for.
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "support/checks.hpp"
#include "support/counting_resource.hpp"

namespace quadphase::contract {
namespace {

constexpr std::size_t kCount = kIsSlowBuild ? 5'000 : 50'000;
constexpr std::uint64_t kPairs = std::uint64_t{kCount} * (kCount - 1) / 2;

/// The engine's boxes are all equal; `resource` holds its memory.
class PairFlood : public testing::TestWithParam<int> {
 protected:
  [[nodiscard]] std::size_t bytes_of_threads() const {
    return static_cast<std::size_t>(GetParam() + 1) * kThreadBytes;
  }

  Columns frame = columns_of(std::vector<Box>(kCount, Box{0, 0, 1, 1}));
  CountingResource resource;
};

TEST_P(PairFlood, EndsWithAnErrorAndInBoundedMemoryAboveMaxPairs) {
  constexpr std::uint64_t kMost = 1'000'000;
  BroadPhase broad_phase({.threads = GetParam(), .max_pairs = kMost, .memory_resource = &resource});
  broad_phase.build(frame.view());
  const std::size_t built = resource.outstanding_bytes();
  EXPECT_THROW(broad_phase.update(frame.view()), std::length_error);
  EXPECT_LE(resource.peak_bytes(), built + 20 * kMost + bytes_of_threads());
  expect_exact(broad_phase, frame_of("uniform", 1'000).view());
}

TEST_P(PairFlood, IsCountedWithoutMemoryForItsPairs) {
  BroadPhase broad_phase({.threads = GetParam(), .memory_resource = &resource});
  broad_phase.build(frame.view());
  const std::size_t built = resource.outstanding_bytes();
  EXPECT_EQ(broad_phase.count_pairs(), kPairs);
  EXPECT_LE(resource.peak_bytes(), built + bytes_of_threads());
}

TEST_P(PairFlood, IsStreamedWithoutMemoryForItsPairs) {
  BroadPhase broad_phase({.threads = GetParam(), .memory_resource = &resource});
  broad_phase.build(frame.view());
  const std::size_t built = resource.outstanding_bytes();
  std::atomic<std::uint64_t> pairs{0};
  std::atomic<std::uint64_t> id_sum{0};
  broad_phase.for_each_pair_chunk([&](std::span<const Pair> chunk, std::size_t) {
    std::uint64_t sum = 0;
    for (const Pair& pair : chunk) sum += std::uint64_t{pair.first} + pair.second;
    pairs += chunk.size();
    id_sum += sum;
  });
  EXPECT_EQ(pairs, kPairs);
  EXPECT_EQ(id_sum, kPairs * (kCount - 1)) << "each id stands in as many pairs as all others";
  EXPECT_LE(resource.peak_bytes(), built + bytes_of_threads());
}

INSTANTIATE_TEST_SUITE_P(Threads, PairFlood, testing::Values(1, 4));

}  // namespace
}  // namespace quadphase::contract
