// SPDX-License-Identifier: MIT
// Stage 2, keys. Input: boxes and the core of their scene. Output: one key per object.
//
// With worlds, the number of the world stands above the Morton code, which loses as many low bits.
//
// Order:   row i of the boxes has key i; a rejected box has kRejectedKey.
// Cost:    one read of the boxes, one write of 8 bytes per object.
// Threads: fixed chunks.
#pragma once

#include <cstddef>
#include <memory_resource>

#include "base/buffer.hpp"
#include "base/parallel.hpp"
#include "kernels/kernels.hpp"
#include "tree/bounds.hpp"

namespace quadphase::detail {

struct ObjectKeys {
  explicit ObjectKeys(std::pmr::memory_resource* resource) : keys(resource) {}

  Quantizer quantizer;
  WorldRange worlds;
  Buffer<Key> keys;
};

/// Needs room in `keys`. `worlds`: one per object, or null.
void encode_keys(const BoxSpan& boxes, const std::uint32_t* worlds, std::size_t object_count,
                 const SceneBounds& scene, const Kernels& kernels, const Workers& workers,
                 ObjectKeys& keys);

}  // namespace quadphase::detail
