// SPDX-License-Identifier: MIT
#include "pairs/validate_pairs.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/invariant.hpp"

namespace quadphase::detail {

void validate_pairs(const BoxView& boxes, bool touching, const Periods& periods,
                    const PairSegments& segments, const MergedPairs& merged) {
  std::vector<Pair> sorted(merged.pairs.data(), merged.pairs.data() + merged.pair_count);
  for (const Pair& pair : sorted) {
    require_invariant(pair.first < pair.second && pair.second < boxes.size(),
                      "a pair's first id is the smaller");
    require_invariant(is_valid(boxes[pair.first]) && is_valid(boxes[pair.second]),
                      "a pair's boxes are valid");
    require_invariant(overlaps(boxes[pair.first], boxes[pair.second], touching, periods),
                      "a pair's boxes overlap");
  }
  std::sort(sorted.begin(), sorted.end());
  require_invariant(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end(),
                    "each pair is found once");

  std::uint64_t next = 0;
  std::vector<Pair> found;
  for (std::size_t task = 0; task < segments.segment_count; ++task) {
    found.resize(static_cast<std::size_t>(segments.segments[task].counts.pairs));
    copy_segment(segments.segments[task], found.data());
    require_invariant(merged.chunk_first[task] == next, "chunks lie end to end");
    require_invariant(std::equal(found.begin(), found.end(), merged.pairs.data() + next),
                      "the array holds the segments in order");
    next += found.size();
  }
  require_invariant(next == merged.pair_count && next == segments.totals.pairs,
                    "the array's size is the sum of the segments'");
}

}  // namespace quadphase::detail
