// SPDX-License-Identifier: MIT
#include "pairs/counted_pairs.hpp"

#include <algorithm>
#include <utility>

#include "pairs/stream.hpp"

namespace quadphase::detail {
namespace {

/// Lays the segments end to end in `array`.
void lay_out(PairSegments& pairs, Pair* array) {
  for (PairSegment& segment : pairs.segments.first(pairs.segment_count)) {
    segment = {nullptr, array, segment.counts};
    array += segment.counts.pairs;
  }
}

}  // namespace

void find_counted_pairs(const JoinedTrees& trees, std::uint64_t max_pairs, const Kernels& kernels,
                        const Workers& workers, PairSegments& pairs) {
  count_pairs(trees, kernels, workers, pairs);
  require_at_most(max_pairs, pairs);
  Buffer<Pair> all(pairs.array.resource());
  all.ensure(count_in_memory(pairs.totals.pairs));
  lay_out(pairs, all.data());
  const auto copy = [&](std::span<const Pair> piece, std::size_t task) {
    Pair*& next = pairs.segments[task].first;
    next = std::copy(piece.begin(), piece.end(), next);
  };
  stream_pairs(trees, kernels, workers, chunk_visitor(copy), pairs);
  pairs.array = std::move(all);
  lay_out(pairs, pairs.array.data());
  pairs.array_pairs = 0;
  pairs.writes_array = true;
  pairs.has_spare = false;
}

}  // namespace quadphase::detail
