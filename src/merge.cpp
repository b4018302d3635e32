// SPDX-License-Identifier: MIT
#include "merge.hpp"

namespace quadphase::detail {

void merge_pairs(const PairSegments& segments, const Workers& workers, MergedPairs& merged) {
  merged.pairs.ensure_safely(segments.totals.pairs);
  std::uint64_t first = 0;
  for (std::size_t task = 0; task < segments.segment_count; ++task) {
    merged.chunk_first[task] = first;
    first += segments.segments[task].counts.pairs;
  }
  merged.chunk_first[segments.segment_count] = first;
  merged.chunk_count = segments.segment_count;
  merged.pair_count = first;
  workers.for_each(segments.segment_count, 8, [&](std::size_t task, int) {
    copy_segment(segments.segments[task], merged.pairs.data() + merged.chunk_first[task]);
  });
}

void visit_chunks(const MergedPairs& merged, const Workers& workers, void* target,
                  ChunkVisitor visit) {
  workers.for_each(merged.chunk_count, 1, [&](std::size_t i, int) {
    const std::span<const Pair> chunk = merged.chunk(i);
    if (!chunk.empty()) Workers::isolate([&] { visit(target, chunk, i); });
  });
}

}  // namespace quadphase::detail
