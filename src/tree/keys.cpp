// SPDX-License-Identifier: MIT
#include "tree/keys.hpp"

#include <algorithm>
#include <array>

#include "base/chunks.hpp"

namespace quadphase::detail {
namespace {

WorldRange range_of(const std::uint32_t* worlds, const Chunks& chunks, const Workers& workers) {
  std::array<std::uint32_t, kMaxChunks> least;
  std::array<std::uint32_t, kMaxChunks> greatest;
  workers.for_each(chunks.count(), 1, [&](std::size_t chunk, int) {
    const auto range =
        std::minmax_element(worlds + chunks.first(chunk), worlds + chunks.last(chunk));
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
  keys.quantizer = Quantizer(scene.core);
  const Chunks chunks(object_count);
  keys.worlds = worlds != nullptr ? range_of(worlds, chunks, workers) : WorldRange{};
  workers.for_each(chunks.count(), 1, [&](std::size_t chunk, int) {
    kernels.encode_keys(boxes, chunks.first(chunk), chunks.last(chunk), keys.quantizer,
                        scene.large_exponent, keys.keys.data());
    if (keys.worlds.bits == 0) return;
    for (std::size_t i = chunks.first(chunk); i < chunks.last(chunk); ++i) {
      const Key key = keys.keys[i];
      if (key == kRejectedKey) continue;
      keys.keys[i] = (key & kSmallBit) | keys.worlds.place(key & (kSmallBit - 1), worlds[i]);
    }
  });
}

}  // namespace quadphase::detail
