// SPDX-License-Identifier: MIT
// Stage 3, partition: boxes and keys in; records in bucket order out. The first, parallel pass of a
// radix sort from the most significant digit.
//
// A bin is a value of the top bits of the keys. Bins with too many objects (clusters, or a whole
// world beside one far outlier) are quantised anew to the bounds of their own centres, which
// rewrites their keys, and cut into bins of their own; round after round, until none is heavy or
// what is left lies at one point. Only then do the records move, once. Bins that hold objects
// become buckets, in Morton order.
//
// Order:   stable: records of a bucket keep the order of their rows.
// Cost:    two reads of the keys, one of the boxes, one write of 32 bytes an object; a round more
// reads the keys
//          of all and the boxes of the heavy bins twice.
// Threads: histograms a chunk, a scan over them, a scatter a chunk.
// Source:  M. Zagha, G. E. Blelloch, "Radix sort for vector multiprocessors", 1991 (histogram,
// scan, scatter);
//          the re-quantised bins are our own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>

#include "buffer.hpp"
#include "kernels/kernels.hpp"
#include "parallel.hpp"
#include "record.hpp"

namespace quadphase::detail {

/// A cell on the way to become a bucket, or the parent of finer bins.
struct Bin {
  Quantizer quantizer;            // of its children's keys, where it has any
  std::uint32_t count = 0;        // objects
  std::uint32_t first_child = 0;  // 0: none
  int child_bits = 0;             // it has 2^child_bits children
  std::uint32_t depth = 0;
  std::uint32_t parent = 0;  // bin that was cut to get it; no meaning in the first cut
  std::uint32_t first = 0;   // position of its first record
};

struct Partition {
  explicit Partition(std::pmr::memory_resource* resource)
      : records(resource),
        buckets(resource),
        bins(resource),
        counts(resource),
        heavy(resource),
        heavy_bounds(resource) {}

  /// Grows the buffers for that many objects.
  void reserve(std::size_t object_count);
  [[nodiscard]] std::size_t byte_count() const noexcept;

  /// What the tree stage goes on with.
  [[nodiscard]] BucketList list() noexcept {
    return {records.first(legal_count), buckets.first(bucket_count), key_bits};
  }

  Buffer<Record> records;  // those of rejected boxes last, without a bucket
  Buffer<Bucket> buckets;  // in Morton order, none empty
  std::size_t bucket_count = 0;
  std::size_t legal_count = 0;  // records in buckets
  int key_bits = 0;             // see BucketList

  Buffer<Bin> bins;
  std::size_t bin_count = 0;
  Buffer<std::uint32_t> counts;  // [chunk][bin]; later where the chunk's next record goes
  Buffer<std::uint32_t> heavy;   // bins to be cut in this round
  Buffer<Bounds> heavy_bounds;   // [chunk][heavy bin]
};

/// Most buckets that so many objects can make.
[[nodiscard]] std::size_t max_bucket_count(std::size_t object_count);

/// `keys` of objects in heavy bins are rewritten.
/// The partition must have room.
void partition_records(const BoxSpan& boxes, std::size_t object_count, Key* keys,
                       std::uint32_t max_depth, const Workers& workers, Partition& partition);

}  // namespace quadphase::detail
