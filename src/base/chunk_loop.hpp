// SPDX-License-Identifier: MIT
// A loop over rows, in fixed chunks.
#pragma once

#include <cstddef>

#include "base/chunks.hpp"
#include "base/parallel.hpp"

namespace quadphase::detail {

/// Calls `row(i)` for each i below `count`, the rows of a chunk in order. Inside `workers.run`
/// only.
template <class Row>
void for_each_row(std::size_t count, const Workers& workers, const Row& row) {
  const Chunks chunks(count);
  workers.for_each(chunks.count(), 1, [&](std::size_t chunk, int) {
    for (std::size_t i = chunks.first(chunk); i < chunks.last(chunk); ++i) row(i);
  });
}

}  // namespace quadphase::detail
