// SPDX-License-Identifier: MIT
#include "pairs/merge.hpp"

#include <utility>

namespace quadphase::detail {

namespace {

/// Takes over the array of a single thread, and gives that thread one of the same size for the next
/// frame, unless memory is short.
void take_over(PairSegments& segments, MergedPairs& merged) {
  Buffer<Pair> next(merged.pairs.resource());
  if (merged.pairs.capacity() >= segments.array.capacity()) {
    next = std::move(merged.pairs);
  } else if (segments.has_spare) {
    next.ensure(segments.array.capacity());
  }
  merged.pairs = std::move(segments.array);
  segments.array = std::move(next);
}

}  // namespace

void merge_pairs(PairSegments& segments, const Workers& workers, MergedPairs& merged) {
  if (segments.writes_array) {
    take_over(segments, merged);
  } else {
    merged.pairs.ensure_safely(count_in_memory(segments.totals.pairs));
  }
  std::uint64_t first = 0;
  for (std::size_t task = 0; task < segments.segment_count; ++task) {
    merged.chunk_first[task] = first;
    first += segments.segments[task].counts.pairs;
  }
  merged.chunk_first[segments.segment_count] = first;
  merged.chunk_count = segments.segment_count;
  merged.pair_count = static_cast<std::size_t>(first);
  if (segments.writes_array) return;
  workers.for_each(segments.segment_count, 8, [&](std::size_t task, int) {
    copy_segment(segments.segments[task], merged.pairs.data() + merged.chunk_first[task]);
  });
}

void visit_chunks(const MergedPairs& merged, const Workers& workers, ChunkVisitor visit) {
  workers.for_each(merged.chunk_count, 1, [&](std::size_t i, int) {
    const std::span<const Pair> chunk = merged.chunk(i);
    if (!chunk.empty()) workers.isolate([&] { visit(chunk, i); });
  });
}

}  // namespace quadphase::detail
