// SPDX-License-Identifier: MIT
// What the partition hands to the tree: records in bucket order, and the buckets.
#pragma once

#include <cstdint>
#include <span>

#include "morton.hpp"
#include "quadphase/box.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::detail {

/// An object on its way into the tree: half a cache line, so that it moves with two wide loads and
/// stores.
///
/// Once a bucket is sorted, the same memory holds its leaves: `box` is the leaf's tight box and
/// `id` the position of its first object.
struct alignas(32) Record {
  Box box;
  Key key;
  std::uint32_t id;
};
static_assert(sizeof(Record) == 32);

/// A cell whose objects are sorted by one task: records `[first, first + count)`.
struct Bucket {
  std::uint32_t first;
  std::uint32_t count;
  std::uint32_t depth;  // times that the scene was quartered to get this cell
};

/// All buckets, end to end and in Morton order.
struct BucketList {
  std::span<Record> records;
  std::span<const Bucket> buckets;
  int key_bits;                    // low bits of a record's key that its bucket's cell does not fix
  std::size_t large_bucket_count;  // buckets of large objects, which come first
};

}  // namespace quadphase::detail
