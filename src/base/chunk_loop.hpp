// SPDX-License-Identifier: MIT
// Loops over rows in fixed chunks.
#pragma once

#include <cstddef>

#include "base/chunks.hpp"
#include "base/floating_point_mode.hpp"
#include "base/parallel.hpp"

namespace quadphase::detail {

/// Calls `range(first, last)` for ranges that make up `[0, count)`. Call it inside `workers.run`
/// only.
template <class Range>
void for_each_range(std::size_t count, const Workers& workers, const Range& range) {
  const Chunks chunks(count);
  workers.for_each(chunks.count(), 1,
                   [&](std::size_t chunk, int) { range(chunks.first(chunk), chunks.last(chunk)); });
}

/// Calls `row(i)` for each i below `count`, the rows of a chunk in order. Inside `workers.run`
/// only.
template <class Row>
void for_each_row(std::size_t count, const Workers& workers, const Row& row) {
  for_each_range(count, workers, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) row(i);
  });
}

/// As `for_each_range`, outside of any `run`, on the threads of the caller's arena where there is
/// enough for them to do.
template <class Range>
void for_each_range_of_caller(std::size_t count, const Range& range) {
  if (count < kSerialObjects) {
    const DefaultFloatingPointMode mode;
    if (count > 0) range(std::size_t{0}, count);
  } else {
    Workers workers = Workers::of_caller();
    workers.run(false, [&] { for_each_range(count, workers, range); });
  }
}

}  // namespace quadphase::detail
