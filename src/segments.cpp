// SPDX-License-Identifier: MIT
#include "segments.hpp"

#include <algorithm>

namespace quadphase::detail {

void PairSegments::restart(std::uint64_t max_pairs) noexcept {
  pool.reset(max_pairs, static_cast<int>(workers.size()));
  for (WorkerPairs& worker : workers) worker.restart(pool);
}

void PairSegments::settle_cross() {
  std::size_t found = 0;
  std::size_t ends = 0;
  for (const CrossScratch& scratch : cross) {
    found = std::max({found, scratch.found.capacity(), scratch.sorted.capacity()});
    ends = std::max(ends, scratch.ends.capacity());
  }
  for (CrossScratch& scratch : cross) {
    scratch.found.ensure(found);
    scratch.sorted.ensure(found);
    scratch.ends.ensure(ends);
  }
}

std::size_t PairSegments::byte_count() const noexcept {
  std::size_t bytes = segments.byte_count() + pool.byte_count() + lone.byte_count();
  for (const CrossScratch& scratch : cross) bytes += scratch.byte_count();
  return bytes;
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

std::span<const Pair> gather_segments(const PairSegments& pairs, const Workers& workers,
                                      Buffer<Pair>& array) {
  if (pairs.is_lone()) return pairs.lone.first(pairs.totals.pairs);
  array.ensure_with_spare(pairs.totals.pairs);
  // Runs of segments: where a run begins is summed up anew by each task, over few numbers.
  constexpr std::size_t kRun = 64;
  workers.for_each((pairs.segment_count + kRun - 1) / kRun, 1, [&](std::size_t run, int) {
    std::uint64_t first = 0;
    for (std::size_t i = 0; i < run * kRun; ++i) first += pairs.segments[i].counts.pairs;
    for (std::size_t i = run * kRun; i < std::min(pairs.segment_count, (run + 1) * kRun); ++i) {
      copy_segment(pairs.segments[i], array.data() + first);
      first += pairs.segments[i].counts.pairs;
    }
  });
  return array.first(pairs.totals.pairs);
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
