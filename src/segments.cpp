// SPDX-License-Identifier: MIT
#include "segments.hpp"

#include <algorithm>

namespace quadphase::detail {

void PairSegments::restart(std::uint64_t max_pairs) noexcept {
  pool.reset(max_pairs, static_cast<int>(workers.size()));
  for (WorkerPairs& worker : workers) worker.restart(pool);
}

void copy_segment(const PairSegment& segment, Pair* target) {
  std::uint64_t left = segment.counts.pairs;
  const PairBlock* block = segment.block;
  const Pair* first = segment.first;
  while (left > 0) {
    const bool goes_on = block != nullptr && block->next != nullptr;
    const Pair* const end = goes_on ? block->pairs + block->size : first + left;
    const auto count = std::min<std::uint64_t>(left, static_cast<std::uint64_t>(end - first));
    target = std::copy_n(first, count, target);
    left -= count;
    if (!goes_on) continue;
    block = block->next;
    first = block->pairs;
  }
}

PairCounts sum_counts(const PairSegments& pairs) {
  PairCounts totals;
  for (const PairSegment& segment : pairs.segments.first(pairs.segment_count)) {
    totals.tests += segment.counts.tests;
    totals.pairs += segment.counts.pairs;
  }
  return totals;
}

}  // namespace quadphase::detail
