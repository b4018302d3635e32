// SPDX-License-Identifier: MIT
// The floor under every broad phase: the time to read all boxes once and to write all pairs once,
// and to do nothing else.
#pragma once

#include <cstddef>

#include "machine/pinning.hpp"

namespace quadphase::bench {

struct Floor {
  int threads = 0;
  double memory_ns = 0;  ///< each round on other buffers, so that they come from memory
  double cache_ns =
      0;  ///< the same buffers again and again; from the cache as far as they fit into it
};

/// Medians over some rounds, on all threads of the arena, with ordinary vector loads and stores.
[[nodiscard]] Floor measure_floor(PinnedArena& arena, std::size_t box_count,
                                  std::size_t pair_count);

}  // namespace quadphase::bench
