// SPDX-License-Identifier: MIT
// Stage 2, keys. Input: boxes and the core of their scene. Output: one key per object.
//
// With worlds, the number of the world stands above the position on the curves, which loses as many
// low bits.
//
// Order:   row i of the boxes has key i; a rejected box has kRejectedKey.
// Cost:    one read of the boxes, one write of 8 bytes per object.
// Threads: fixed chunks.
#pragma once

#include <cstddef>

#include "base/parallel.hpp"
#include "kernels/kernels.hpp"
#include "tree/bounds.hpp"

namespace quadphase::detail {

struct ObjectKeys {
  Curves curves;
  WorldRange worlds;
  Key* keys = nullptr;  // one per object, in memory of the tree that is being built
};

/// The range of the worlds of some objects or queries.
[[nodiscard]] WorldRange world_range(const std::uint32_t* worlds, std::size_t object_count,
                                     const Workers& workers);

/// Writes to `keys.keys`. `worlds`: one per object, or null.
void encode_keys(const BoxSpan& boxes, const std::uint32_t* worlds, std::size_t object_count,
                 const SceneBounds& scene, const Kernels& kernels, const Workers& workers,
                 ObjectKeys& keys);

}  // namespace quadphase::detail
