// SPDX-License-Identifier: MIT
// The clock of the baselines' stages.
#pragma once

#include <chrono>
#include <cstdint>
#include <utility>

namespace quadphase::bench {

/// Calls `stage` and returns the nanoseconds it took.
template <class Stage>
std::uint64_t timed(Stage&& stage) {
  const auto start = std::chrono::steady_clock::now();
  std::forward<Stage>(stage)();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start)
          .count());
}

}  // namespace quadphase::bench
