// SPDX-License-Identifier: MIT
#include "tree/keys.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "base/chunk_loop.hpp"

namespace quadphase::detail {
namespace {

BoxSpan from(const BoxSpan& boxes, std::size_t first) {
  return {boxes.min_x + first, boxes.min_y + first, boxes.max_x + first, boxes.max_y + first};
}

/// The keys of boxes on several curves: those on each curve, of which one is chosen.
/// Tried: `Curves::position` for each box: keys 23 ns per box against 10 (Xeon).
void encode_apart(const BoxSpan& boxes, std::size_t first, std::size_t last,
                  std::uint32_t large_exponent, const Kernels& kernels, const ObjectKeys& keys) {
  constexpr std::size_t kBlock = 256;
  std::array<std::array<Key, kBlock>, kLongAxes> on_curve;
  for (std::size_t begin = first; begin < last; begin += kBlock) {
    const std::size_t size = std::min(kBlock, last - begin);
    const BoxSpan block = from(boxes, begin);
    for (std::size_t axis = 0; axis < kLongAxes; ++axis) {
      kernels.encode_keys(block, 0, size, keys.curves.quantizers[axis], large_exponent,
                          on_curve[axis].data());
    }
    for (std::size_t i = 0; i < size; ++i) {
      const LongAxis axis = long_axis(box_at(block, i));
      const Key key = on_curve[static_cast<std::size_t>(axis)][i];
      const Key on_all = (key & kSmallBit) | Curves::with_axis(key & (kSmallBit - 1), axis);
      keys.keys[begin + i] = key == kRejectedKey ? key : on_all;
    }
  }
}

}  // namespace

WorldRange world_range(const std::uint32_t* worlds, std::size_t object_count,
                       const Workers& workers) {
  const Chunks chunks(object_count);
  std::array<std::uint32_t, kMaxChunks> least;
  std::array<std::uint32_t, kMaxChunks> greatest;
  for_each_chunk(chunks, workers, [&](std::size_t chunk, std::size_t first, std::size_t last) {
    // Why not std::minmax_element: its branches mispredict. Why signed: SSE2 cannot compare words
    // without a sign.
    constexpr std::uint32_t kSignBit = 0x8000'0000;
    std::int32_t chunk_least = std::numeric_limits<std::int32_t>::max();
    std::int32_t chunk_greatest = std::numeric_limits<std::int32_t>::min();
    for (std::size_t i = first; i < last; ++i) {
      const auto world = static_cast<std::int32_t>(worlds[i] ^ kSignBit);
      chunk_least = std::min(chunk_least, world);
      chunk_greatest = std::max(chunk_greatest, world);
    }
    least[chunk] = static_cast<std::uint32_t>(chunk_least) ^ kSignBit;
    greatest[chunk] = static_cast<std::uint32_t>(chunk_greatest) ^ kSignBit;
  });
  const auto count = static_cast<std::ptrdiff_t>(chunks.count());
  if (count == 0) return {};
  return {*std::min_element(least.begin(), least.begin() + count),
          *std::max_element(greatest.begin(), greatest.begin() + count)};
}

void encode_keys(const BoxSpan& boxes, const std::uint32_t* worlds, std::size_t object_count,
                 const SceneBounds& scene, const Kernels& kernels, const Workers& workers,
                 ObjectKeys& keys) {
  constexpr std::uint32_t kAllAxes = (1U << kLongAxes) - 1;
  keys.curves = Curves(scene.core, scene.shapes, kAllAxes);
  const Chunks chunks(object_count);
  keys.worlds = worlds != nullptr ? world_range(worlds, object_count, workers) : WorldRange{};
  for_each_chunk(chunks, workers, [&](std::size_t, std::size_t first, std::size_t last) {
    if (keys.curves.has_curve_per_axis) {
      encode_apart(boxes, first, last, scene.large_exponent, kernels, keys);
    } else {
      kernels.encode_keys(boxes, first, last, keys.curves.only(), scene.large_exponent, keys.keys);
    }
    if (keys.worlds.bits != 0) kernels.add_worlds(worlds, first, last, keys.worlds, keys.keys);
  });
}

}  // namespace quadphase::detail
