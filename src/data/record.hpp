// SPDX-License-Identifier: MIT
// The output of the partition and the input of the tree: records in bucket order, and the buckets.
#pragma once

#include <cstdint>
#include <span>

#include "data/curves.hpp"
#include "data/morton.hpp"
#include "quadphase/box.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::detail {

/// The bits of a key below those that its bucket fixes, up to 32: 16 levels of cells.
using RecordKey = std::uint32_t;
inline constexpr int kRecordKeyBits = 32;

/// The highest of the lowest `bits` of a key.
[[nodiscard]] constexpr RecordKey record_key(Key key, int bits) noexcept {
  return static_cast<RecordKey>(key >> (bits - kRecordKeyBits));
}

/// An object on its way into the tree.
/// Why not wider: large frames are limited by memory bandwidth. Tried 32 bytes, with the whole key:
/// partition and tree of 1,000,000 boxes 9.1 ns per box against 8.4.
///
/// After a bucket is sorted, the same memory holds its leaves: `box` is the tight box of the leaf
/// and `id` the position of its first object.
struct alignas(8) Record {
  Box box;
  RecordKey key;
  std::uint32_t id;
};
static_assert(sizeof(Record) == 24);

/// A cell whose objects are sorted by one task: records `[first, first + count)`.
struct Bucket {
  std::uint32_t first;
  std::uint32_t count;
  std::uint32_t depth;  // how often the scene was quartered to get this cell
};

/// All buckets, end to end and in Morton order.
struct BucketList {
  std::span<Record> records;
  std::span<const Bucket> buckets;
  std::size_t large_bucket_count;  // buckets of large objects, which come first
  const std::uint32_t* worlds;     // by row; null: all objects are in one world
  CellShapes shapes;               // see SceneBounds
  CellShapes large_shapes;         // of large objects
};

}  // namespace quadphase::detail
