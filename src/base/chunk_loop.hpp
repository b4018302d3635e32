// SPDX-License-Identifier: MIT
// Loops over rows, in chunks. Call those with `workers` inside `workers.run` only.
#pragma once

#include <cstddef>

#include "base/chunks.hpp"
#include "base/floating_point_mode.hpp"
#include "base/parallel.hpp"

namespace quadphase::detail {

/// Calls `task(chunk, first, last)` for each chunk: rows `[first, last)`.
template <class Task>
void for_each_chunk(const Chunks& chunks, const Workers& workers, const Task& task) {
  workers.for_each(chunks.count(), 1, [&](std::size_t chunk, int) {
    task(chunk, chunks.first(chunk), chunks.last(chunk));
  });
}

/// Calls `row(i)` for each row i, the rows of a chunk in order.
template <class Row>
void for_each_row(const Chunks& chunks, const Workers& workers, const Row& row) {
  for_each_chunk(chunks, workers, [&](std::size_t, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) row(i);
  });
}

template <class Row>
void for_each_row(std::size_t count, const Workers& workers, const Row& row) {
  for_each_row(Chunks(count), workers, row);
}

/// Without an engine: calls `range(first, last)` for ranges that make up `[0, count)`, on the
/// threads of the executor or, without one, of the caller's arena, if there is enough for them to
/// do.
template <class Range>
void for_each_range_of_caller(std::size_t count, Executor* executor, const Range& range) {
  if (count < kSerialObjects) {
    const DefaultFloatingPointMode mode;
    if (count > 0) range(std::size_t{0}, count);
  } else {
    Workers workers = Workers::of_caller(executor);
    workers.run(false, [&] {
      for_each_chunk(Chunks(count), workers,
                     [&](std::size_t, std::size_t first, std::size_t last) { range(first, last); });
    });
  }
}

}  // namespace quadphase::detail
