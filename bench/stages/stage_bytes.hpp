// SPDX-License-Identifier: MIT
// The bytes that a stage moves at least, and how long this machine takes to move as many: what is
// left to gain by moving memory faster.
#pragma once

#include <cstddef>

#include "base/parallel.hpp"

namespace quadphase::bench {

/// What a stage reads and writes of its input and output, each byte once, whatever the caches hold.
struct StageBytes {
  std::size_t read = 0;
  std::size_t written = 0;

  friend StageBytes operator+(const StageBytes& a, const StageBytes& b) {
    return {a.read + b.read, a.written + b.written};
  }
};

/// The seconds that reading and writing as many bytes takes, one array after the other, on all
/// workers: the median of some rounds with what is then in the caches. Call it inside
/// `workers.run` only.
[[nodiscard]] double floor_seconds(const StageBytes& bytes, const detail::Workers& workers);

}  // namespace quadphase::bench
