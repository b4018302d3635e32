// SPDX-License-Identifier: MIT
// Kernels that build the tree: bounds, keys, and the boxes of leaves and nodes.
#include "kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/build_kernels.cpp"
#include <hwy/foreach_target.h>
// Why here: the lines above must come first, and those below are compiled for each instruction set.
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/prefetch.hpp"
#include "kernels/bounds-inl.hpp"
#include "kernels/box_union-inl.hpp"
#include "kernels/kernel_functions-inl.hpp"
#include "kernels/keys-inl.hpp"
#include "kernels/transpose-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {

void measure_bounds(const BoxSpan& boxes, std::size_t first, std::size_t last,
                    MeasuredBounds& measured) {
  constexpr std::size_t kMeasureBlock = std::size_t{1} << 20;
  for (; first < last; first += kMeasureBlock)
    measure_block(boxes, first, std::min(last, first + kMeasureBlock), measured);
}

template <bool kIsLong>
HWY_INLINE void encode_keys_of(const BoxSpan& boxes, std::size_t first, std::size_t last,
                               const Quantizer& quantizer, std::uint32_t large_exponent,
                               Key* keys) {
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t i = first; i < last; ++i) {
    const Box box = box_at(boxes, i);
    const Key size = size_exponent(box) < large_exponent ? kSmallBit : 0;
    keys[i] = is_valid(box) ? quantizer.key(quadphase::center(box)) | size : kRejectedKey;
  }
#else
  const std::size_t i =
      encode_vectors<kIsLong>(boxes, first, last, quantizer, large_exponent, keys);
  if (i == last) return;
  const LastBoxes rest(boxes, i, last);
  Key last_keys[kLanes];
  encode_vectors<kIsLong>(rest.boxes(), 0, kLanes, quantizer, large_exponent, last_keys);
  std::copy_n(last_keys, last - i, keys + i);
#endif
}

void encode_keys(const BoxSpan& boxes, std::size_t first, std::size_t last,
                 const Quantizer& quantizer, std::uint32_t large_exponent, Key* keys) {
  if (quantizer.long_bits == 0) {
    encode_keys_of<false>(boxes, first, last, quantizer, large_exponent, keys);
  } else {
    encode_keys_of<true>(boxes, first, last, quantizer, large_exponent, keys);
  }
}

void add_worlds(const std::uint32_t* worlds, std::size_t first, std::size_t last,
                const WorldRange& range, Key* keys) {
  std::size_t i = first;
#if HWY_TARGET != HWY_SCALAR
  i = add_worlds_to_vectors(worlds, first, last, range, keys);
#endif
  for (; i < last; ++i) {
    const Key key = keys[i];
    const Key in_world = (key & kSmallBit) | range.with_world(key & (kSmallBit - 1), worlds[i]);
    keys[i] = key == kRejectedKey ? key : in_world;
  }
}

Box box_union_of_range(const BoxSpan& boxes, std::uint32_t first, std::uint32_t count) {
  return box_union(boxes, first, count);
}

/// Writes the records of `order`, in that order, to rows `[0, count)` of the columns.
void write_columns(const Record* records, const std::uint32_t* order, std::uint32_t count,
                   [[maybe_unused]] const Record* upcoming, const ObjectColumns& columns) {
  std::uint32_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const EdgeColumns edges = {columns.min_x, columns.min_y, columns.max_x, columns.max_y};
  for (; i + 4 <= count; i += 4) {
    const auto load = [&](std::uint32_t k) {
      return hn::LoadU(Quads{}, &records[order[i + k]].box.min_x);
    };
    if (upcoming != nullptr) {  // Four records are one and a half cache lines.
      prefetch(upcoming + i);
      prefetch(upcoming + i + 2);
    }
    store_transposed(load(0), load(1), load(2), load(3), edges, i);
    for (std::uint32_t k = i; k < i + 4; ++k) columns.ids[k] = records[order[k]].id;
  }
#endif
  for (; i < count; ++i) {
    const Record& record = records[order[i]];
    columns.min_x[i] = record.box.min_x;
    columns.min_y[i] = record.box.min_y;
    columns.max_x[i] = record.box.max_x;
    columns.max_y[i] = record.box.max_y;
    columns.ids[i] = record.id;
  }
}

void box_union_of_leaves(const BoxSpan& boxes, const std::uint32_t* leaf_first,
                         std::uint32_t leaf_count, Record* leaves) {
  // Why: another task may be writing past the last leaf.
  const std::uint32_t readable = leaf_first[leaf_count];
  for (std::uint32_t leaf = 0; leaf < leaf_count; ++leaf) {
    const std::uint32_t first = leaf_first[leaf];
    const std::uint32_t count = leaf_first[leaf + 1] - first;
    leaves[leaf].box = first + kFanout <= readable ? box_union(boxes, first, count)
                                                   : exact_box_union(boxes, first, count);
    leaves[leaf].id = first;
  }
}

void word_ranges(const std::uint32_t* words, const std::uint32_t* starts, std::uint32_t count,
                 std::uint32_t* least, std::uint32_t* greatest) {
  const Words d;
  const WordVector all_bits = hn::Set(d, 0xFFFF'FFFF);
  for (std::uint32_t range = 0; range < count; ++range) {
    const std::uint32_t last = starts[range + 1];
    std::uint32_t i = starts[range];
    WordVector low = all_bits;
    WordVector high = hn::Zero(d);
    for (; i + kLanes <= last; i += kLanes) {
      const WordVector word = hn::LoadU(d, words + i);
      low = hn::Min(low, word);
      high = hn::Max(high, word);
    }
    // Why none past the last one: another task may be writing there. With four lanes, Highway would
    // read a whole vector.
    if constexpr (kLanes >= 8) {
      const auto lanes = hn::RebindMask(d, first_lanes(last - i));
      const WordVector word = hn::MaskedLoad(lanes, d, words + i);
      low = hn::Min(low, hn::Or(word, hn::IfThenZeroElse(lanes, all_bits)));
      high = hn::Max(high, word);
      i = last;
    }
    std::uint32_t least_word = hn::GetLane(hn::MinOfLanes(d, low));
    std::uint32_t greatest_word = hn::GetLane(hn::MaxOfLanes(d, high));
    for (; i < last; ++i) {
      least_word = std::min(least_word, words[i]);
      greatest_word = std::max(greatest_word, words[i]);
    }
    least[range] = least_word;
    greatest[range] = greatest_word;
  }
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
