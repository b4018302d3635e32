// SPDX-License-Identifier: MIT
// Stage 3, partition. Input: boxes and keys. Output: records in bucket order. It is the first,
// parallel pass of a radix sort from the most significant digit.
//
// A bin is a value of the top bits of the keys. Bins with too many objects are cut again by the
// next bits or, where these do not separate the objects (a crowd far from another), by new keys
// over their own bounds; see bins.hpp. Only then do the records move, once. Bins with objects
// become buckets in Morton order.
//
// Order:   stable: records of a bucket keep the order of their rows.
// Cost:    two reads of the keys, one of the boxes, one write of 24 bytes per object. Each further
//          round reads and writes all keys, and for new keys the boxes of the bins concerned.
// Threads: a histogram per chunk, a scan over all of them, a scatter per chunk.
// Source:  M. Zagha, G. E. Blelloch, "Radix sort for vector multiprocessors", 1991 (histogram,
//          scan, scatter); the cuts of heavy bins are our own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>

#include "base/buffer.hpp"
#include "base/parallel.hpp"
#include "data/record.hpp"
#include "kernels/kernels.hpp"
#include "tree/bins.hpp"
#include "tree/leaves.hpp"

namespace quadphase::detail {

struct Partition {
  explicit Partition(std::pmr::memory_resource* resource)
      : records(resource), buckets(resource), bins(resource), bin_first(resource) {}

  /// Grows the buffers for that many objects.
  void reserve(std::size_t object_count);

  /// The input of the tree stage.
  [[nodiscard]] BucketList list() noexcept {
    return {
        records.first(valid_count), buckets.first(bucket_count), large_bucket_count, worlds, shapes,
        bins.large_shapes};
  }

  Buffer<Record> records;  // those of rejected boxes come last and are in no bucket
  Buffer<Bucket> buckets;  // in Morton order, none empty
  std::size_t bucket_count = 0;
  std::size_t large_bucket_count = 0;     // buckets of large objects, which come first
  std::size_t valid_count = 0;            // records in buckets
  const std::uint32_t* worlds = nullptr;  // one per object, or null
  CellShapes shapes;                      // of the keys
  Bins bins;
  Buffer<std::uint32_t> bin_first;  // position of a bin's first record
};

/// The most buckets that this number of objects can make.
[[nodiscard]] std::size_t max_bucket_count(std::size_t object_count);

/// Rewrites the keys of objects in heavy bins. Needs room in the partition. The tree stage reads
/// the source's worlds, too.
void partition_records(const KeySource& source, Key* keys, const LeafRules& rules,
                       const Workers& workers, Partition& partition);

}  // namespace quadphase::detail
