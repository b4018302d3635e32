// SPDX-License-Identifier: MIT
// The work on one bucket: sorts its records by further digits of their keys, and cuts them into
// leaves. It is one task on one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>

#include "base/buffer.hpp"
#include "data/record.hpp"

namespace quadphase::detail {

/// Scratch memory of a worker, for one bucket at a time.
struct LeafScratch {
  explicit LeafScratch(std::pmr::memory_resource* resource)
      : order(resource), other(resource), cells(resource), leaf_first(resource) {}

  void reserve(std::size_t bucket_objects) {
    order.ensure_with_spare(bucket_objects);
    other.ensure_with_spare(bucket_objects);
    cells.ensure_with_spare(bucket_objects);
    leaf_first.ensure_with_spare(bucket_objects + 1);
  }

  Buffer<std::uint32_t> order;       // records in Morton order, as offsets from the bucket's first
  Buffer<std::uint32_t> other;       // the output of a sort pass
  Buffer<std::uint16_t> cells;       // the current digit of each position in `order`
  Buffer<std::uint32_t> leaf_first;  // where leaves begin in `order`, and the end of the last
};

/// How cells become leaves.
struct LeafRules {
  std::uint32_t capacity;   // most objects in a leaf
  std::uint32_t max_depth;  // a cell this deep is not quartered
};

/// Fills `scratch.order` and `scratch.leaf_first` for the records of a bucket; returns the
/// number of leaves.
///
/// A leaf is a cell with at most `capacity` objects whose parent has more, or several neighboring
/// cells of one parent that fit into one leaf together. Neighbors that fill at most half a leaf are
/// also merged across parents. So any two consecutive leaves together hold more than half a leaf,
/// which bounds the number of leaves. A cell that cannot be quartered further is cut into several
/// leaves. Where the key bits of a cell run out, its records get new keys over the bounds of their
/// centers.
///
/// `worlds`, `shapes`: see BucketList.
/// Cost: O(count) per digit of 2 to 8 bits; equal leading digits of a cell are skipped at once.
std::uint32_t build_leaves(Record* records, std::uint32_t count, std::uint32_t depth,
                           const std::uint32_t* worlds, const CellShapes& shapes,
                           const LeafRules& rules, LeafScratch& scratch);

}  // namespace quadphase::detail
