// SPDX-License-Identifier: MIT
#include "tree/keys.hpp"

#include <algorithm>
#include <array>

#include "base/chunk_loop.hpp"

namespace quadphase::detail {
namespace {

WorldRange range_of(const std::uint32_t* worlds, const Chunks& chunks, const Workers& workers) {
  std::array<std::uint32_t, kMaxChunks> least;
  std::array<std::uint32_t, kMaxChunks> greatest;
  for_each_chunk(chunks, workers, [&](std::size_t chunk, std::size_t first, std::size_t last) {
    const auto range = std::minmax_element(worlds + first, worlds + last);
    least[chunk] = *range.first;
    greatest[chunk] = *range.second;
  });
  const auto count = static_cast<std::ptrdiff_t>(chunks.count());
  if (count == 0) return {};
  return {*std::min_element(least.begin(), least.begin() + count),
          *std::max_element(greatest.begin(), greatest.begin() + count)};
}

}  // namespace

void encode_keys(const BoxSpan& boxes, const std::uint32_t* worlds, std::size_t object_count,
                 const SceneBounds& scene, const Kernels& kernels, const Workers& workers,
                 ObjectKeys& keys) {
  keys.quantizer = Quantizer(scene.core, scene.stretch);
  const Chunks chunks(object_count);
  keys.worlds = worlds != nullptr ? range_of(worlds, chunks, workers) : WorldRange{};
  for_each_chunk(chunks, workers, [&](std::size_t, std::size_t first, std::size_t last) {
    kernels.encode_keys(boxes, first, last, keys.quantizer, scene.large_exponent, keys.keys);
    if (keys.worlds.bits == 0) return;
    for (std::size_t i = first; i < last; ++i) {
      const Key key = keys.keys[i];
      if (key == kRejectedKey) continue;
      keys.keys[i] = (key & kSmallBit) | keys.worlds.with_world(key & (kSmallBit - 1), worlds[i]);
    }
  });
}

}  // namespace quadphase::detail
