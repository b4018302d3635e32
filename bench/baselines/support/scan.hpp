// SPDX-License-Identifier: MIT
// One box against many of which few overlap: 64 tests, then one branch that is seldom taken.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "baselines/support/lanes.hpp"
#include "baselines/support/own_columns.hpp"
#include "baselines/support/pair_collector.hpp"

namespace quadphase::bench {

/// Writes the pairs of a block of 64: one by one where they are few, in registers where many.
inline Pair* write_block(const Query& query, ObjectId id, const Columns& boxes, std::size_t begin,
                         std::uint64_t mask, PairBuffer& found, Pair* out) {
  constexpr int kFew = 8;
  out = found.room(out, 5 * kLanes);
  if (std::popcount(mask) <= kFew) {
    for (; mask != 0; mask &= mask - 1)
      *out++ = ordered(id, boxes.ids[begin + static_cast<std::size_t>(std::countr_zero(mask))]);
    return out;
  }
  for (; mask != 0; mask >>= kLanes, begin += kLanes)
    out = write_pairs(query, boxes, begin, static_cast<std::uint32_t>(mask & 0xFFFFU), out);
  return out;
}

/// Tests box `i` against the boxes `[begin, end)`; `mask_at` is `overlaps_at` or `y_overlaps_at`.
///
/// Reads whole lines of 16, from the one that holds `begin`: a register that lies across two lines
/// takes twice as long to load.
template <class MaskAt>
Pair* scan(const Columns& boxes, std::size_t i, std::size_t begin, std::size_t end,
           PairBuffer& found, Pair* out, MaskAt mask_at) {
  const Query query = query_of(boxes, i);
  std::size_t block = begin / kLanes * kLanes;
  std::uint64_t lanes = ~std::uint64_t{0} << (begin - block);
  while (block < end) {
    if (end - block < 64) lanes &= (std::uint64_t{1} << (end - block)) - 1;
    std::uint64_t mask = 0;
    for (std::size_t part = 0; part < 4; ++part) {
      const std::uint64_t hits = mask_at(query, boxes, block + part * kLanes, 0xFFFFU);
      mask |= hits << (part * kLanes);
    }
    mask &= lanes;
    if (mask != 0) out = write_block(query, boxes.ids[i], boxes, block, mask, found, out);
    lanes = ~std::uint64_t{0};
    block += 64;
  }
  return out;
}

}  // namespace quadphase::bench
