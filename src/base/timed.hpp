// SPDX-License-Identifier: MIT
// Measures how long a stage takes.
#pragma once

#include <chrono>
#include <cstdint>

namespace quadphase::detail {

/// Calls a stage and stores how long it took.
template <class Stage>
void timed(std::uint64_t& nanoseconds, const Stage& stage) {
  const auto start = std::chrono::steady_clock::now();
  stage();
  const std::chrono::nanoseconds duration = std::chrono::steady_clock::now() - start;
  nanoseconds = static_cast<std::uint64_t>(duration.count());
}

}  // namespace quadphase::detail
