// SPDX-License-Identifier: MIT
#include "tree/partition.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>

#include "support/stage_inputs.hpp"
#include "tree/validate_tree.hpp"

namespace quadphase::detail {
namespace {

using namespace quadphase::testing;

TEST(PartitionRecords, IsAStablePermutationIntoCells) {
  for (const NamedBoxes& input : all_inputs()) {
    for (const int threads : {1, 4}) {
      SCOPED_TRACE(input.name);
      SCOPED_TRACE(threads);
      Pipeline pipeline(input.boxes, threads);
      pipeline.partition();
      EXPECT_NO_THROW(validate_partition(input.boxes.view(), pipeline.frame.scene,
                                         pipeline.frame.keys, pipeline.frame.partition));
    }
  }
}

TEST(PartitionRecords, KeepsToTheMaximumDepth) {
  const StageBoxes boxes = uniform(70'000);
  for (const std::uint32_t max_depth : {1U, 2U, 3U, 6U}) {
    Pipeline pipeline(boxes, 2, 16, max_depth);
    pipeline.partition();
    // A cell that is too full and must not be quartered becomes several buckets.
    const std::size_t cells = std::size_t{1} << 2 * max_depth;
    EXPECT_LE(pipeline.frame.partition.bucket_count, cells + 70'000 / kHeavyObjects);
    EXPECT_NO_THROW(validate_partition(boxes.view(), pipeline.frame.scene, pipeline.frame.keys,
                                       pipeline.frame.partition));
  }
}

std::uint32_t largest_bucket(const Partition& partition) {
  std::uint32_t largest = 0;
  for (const Bucket& bucket : partition.buckets.first(partition.bucket_count))
    largest = std::max(largest, bucket.count);
  return largest;
}

/// New keys are unread below the bins that they are first cut into.
bool has_new_keys(const Partition& partition) {
  const Bins& bins = partition.bins;
  for (std::size_t bin = bins.rejected_bin() + 1; bin < bins.bin_count; ++bin)
    if (bins.bins[bin].unread_bits == bins.key_bits) return true;
  return false;
}

/// How many positions the records' keys tell apart.
std::size_t distinct_keys(Partition& partition) {
  std::size_t count = 0;
  for (const Bucket& bucket : partition.buckets.first(partition.bucket_count)) {
    std::set<RecordKey> keys;
    for (const Record& record :
         partition.records.first(bucket.first + bucket.count).subspan(bucket.first))
      keys.insert(record.key);
    count += keys.size();
  }
  return count;
}

TEST(PartitionRecords, CutsAWorldBesideAnOutlierAsFineAsTheWorldAlone) {
  const StageBoxes boxes = outlier(70'000);
  Pipeline pipeline(boxes);
  pipeline.partition();
  EXPECT_LT(largest_bucket(pipeline.frame.partition), kHeavyObjects);
  EXPECT_GT(pipeline.frame.partition.bucket_count, 60U);
  EXPECT_FALSE(has_new_keys(pipeline.frame.partition));
}

TEST(PartitionRecords, CutsAWorldBesideCrowdsOfOutliersByNewKeys) {
  const StageBoxes world = uniform(70'000);
  StageBoxes boxes;
  for (std::size_t i = 0; i < world.size(); ++i) {
    // Too many to be left out of the core: one in seven.
    const float far = (i % 98 == 0 ? 1e20F : 1e30F) * (1 + 1e-5F * static_cast<float>(i));
    boxes.add(i % 7 == 0 ? Box{far, far, far, far} : world.view()[i]);
  }
  Pipeline pipeline(boxes);
  pipeline.partition();
  EXPECT_LT(largest_bucket(pipeline.frame.partition), kHeavyObjects);
  EXPECT_TRUE(has_new_keys(pipeline.frame.partition));
  EXPECT_GT(distinct_keys(pipeline.frame.partition), 60'000U);
  EXPECT_NO_THROW(validate_partition(boxes.view(), pipeline.frame.scene, pipeline.frame.keys,
                                     pipeline.frame.partition));
}

// Each crowd takes a quarter of the floats of the one around it, and is cut again. So many cuts
// make more bins than have numbers.
TEST(PartitionRecords, CutsCrowdsWithinCrowdsAsLongAsBinsHaveNumbers) {
  constexpr std::uint32_t kCount = 16'000;
  constexpr std::uint32_t kCrowds = 14;
  Random random(3);
  StageBoxes boxes;
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const std::uint32_t crowd = i < 3'000 ? i % kCrowds : kCrowds;
    const auto coordinate = [&] {
      const auto floats = static_cast<float>(4U << 2 * (kCrowds - crowd));
      return std::bit_cast<float>(std::bit_cast<std::uint32_t>(1.0F) +
                                  static_cast<std::uint32_t>(floats * random.next()));
    };
    const float x = coordinate();
    boxes.add_square(x, coordinate(), 0);
  }
  Pipeline pipeline(boxes);
  pipeline.partition();
  const Partition& partition = pipeline.frame.partition;
  const std::size_t most = std::size_t{1} << (64 - partition.bins.key_bits);
  EXPECT_LE(partition.bins.bin_count, most);
  EXPECT_GT(partition.bins.bin_count + 16, most) << "fewer cuts than there is room for";
  EXPECT_EQ(partition.valid_count, kCount);
  EXPECT_NO_THROW(
      validate_partition(boxes.view(), pipeline.frame.scene, pipeline.frame.keys, partition));
}

TEST(PartitionRecords, CutsObjectsAtOnePointIntoBucketsOfWholeLeaves) {
  const StageBoxes boxes = heap(70'000);
  for (const std::uint32_t capacity : {1U, 15U, 16U}) {
    Pipeline pipeline(boxes, 2, capacity);
    pipeline.partition();
    const std::uint32_t largest = largest_bucket(pipeline.frame.partition);
    EXPECT_LE(largest, kHeavyObjects);
    EXPECT_GT(largest, kHeavyObjects - capacity);
    EXPECT_EQ(largest % capacity, 0U);
  }
}

}  // namespace
}  // namespace quadphase::detail
