// SPDX-License-Identifier: MIT
// What a walk found, measured by the formula: the hits of each query of a packet, in their order.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <span>

#include "data/best_hits.hpp"
#include "data/hidden_objects.hpp"
#include "query/batch_tasks.hpp"

namespace quadphase::detail {

/// Walks of a packet through several trees, one after the other.
class Walks {
 public:
  explicit Walks(BatchScratch& scratch) : scratch_(scratch) { start_walk(scratch); }

  /// Cuts the walks short once they have found this many candidates, or a few more.
  void limit_candidates(std::size_t candidate_count) {
    scratch_.found.ensure_with_spare(candidate_count + kFanout);
    scratch_.writer.cursor = scratch_.found.data();
    scratch_.writer.end = scratch_.found.data() + candidate_count + kFanout;
    scratch_.writer.refill = [](ItemWriter<WalkHit>& writer) { writer.is_closed = true; };
  }
  [[nodiscard]] bool is_truncated() const { return scratch_.writer.is_closed; }

  /// False for some packets of this thread after `do_without`.
  [[nodiscard]] bool are_worthwhile() {
    if (scratch_.packets_without_walk == 0) return true;
    --scratch_.packets_without_walk;
    return false;
  }
  /// Says that the walk of a packet was of no use, so that the next ones do without.
  void do_without() {
    constexpr std::uint32_t kPackets = tuned<std::uint32_t>(7, 1);
    scratch_.packets_without_walk = kPackets;
  }

  /// Where the kernels write.
  [[nodiscard]] ItemWriter<WalkHit>& writer() { return scratch_.writer; }

  /// Ends the walk through `tree`: the candidates since the last call are its objects.
  void end_tree(const TreeView& tree) {
    WalkHit* const first = scratch_.found.data() + (count_ > 0 ? ends_[count_ - 1] : 0);
    scratch_.writer.cursor = drop_hidden(tree, first, scratch_.writer.cursor,
                                         [&](const WalkHit& hit) { return tree.ids[hit.object]; });
    trees_[count_] = &tree;
    ends_[count_++] = found_hits(scratch_).size();
  }

  /// Groups the candidates by query. Errors: `std::bad_alloc`.
  void group_by_query(std::uint32_t query_count) {
    if (found_hits(scratch_).size() > std::numeric_limits<std::uint32_t>::max())
      throw std::bad_alloc();  // indices are 32-bit
    rows_ = gather_rows(query_count, scratch_, scratch_.ids,
                        [](std::size_t i) { return static_cast<std::uint32_t>(i); });
  }

  /// Measures the candidates of a query by `measure(box)`, which is negative if the box is not hit,
  /// and writes the best, up to `most`, after the hits of earlier queries. Returns how many.
  template <class Measure>
  std::size_t measure(std::uint32_t query, std::size_t most, const Kernels& kernels,
                      const Measure& measure) {
    const std::size_t first = query > 0 ? rows_[query - 1] : 0;
    const std::size_t last = rows_[query];
    const std::size_t room = std::max(kMinHits, last - first + kFanout);
    scratch_.values.ensure_with_spare(room);
    scratch_.measured.ensure_with_spare(room);
    double* const values = scratch_.values.data();
    ObjectId* const ids = scratch_.measured.data();
    const WalkHit* const found = scratch_.found.data();
    std::size_t count = 0;
    std::size_t tree = 0;
    for (std::size_t i = first; i < last; ++i) {
      const std::uint32_t candidate = scratch_.ids[i];
      while (candidate >= ends_[tree]) ++tree;
      const std::uint32_t position = found[candidate].object;
      values[count] = measure(box_at(trees_[tree]->objects, position));
      ids[count] = trees_[tree]->ids[position];
      count += values[count] >= 0 ? 1U : 0U;
    }
    make_room(count);
    return kernels.select_best(values, ids, count, most, scratch_.hits.data() + size_);
  }

  /// Room for this many hits of a query; `append_hits` keeps some of them.
  [[nodiscard]] std::span<Hit> room(std::size_t count) {
    make_room(count);
    return {scratch_.hits.data() + size_, count};
  }
  void append_hits(std::uint32_t query, std::size_t count) {
    size_ += count;
    scratch_.hit_ends[query] = size_;
  }

  [[nodiscard]] std::span<const Hit> hits() const { return scratch_.hits.first(size_); }
  [[nodiscard]] std::span<const std::size_t> ends(std::uint32_t query_count) const {
    return scratch_.hit_ends.first(query_count);
  }

 private:
  void make_room(std::size_t count) {
    scratch_.hit_ends.ensure(kPacketQueries);
    if (size_ + count > scratch_.hits.capacity())
      scratch_.hits.grow(size_, std::max(kMinHits, 2 * (size_ + count)));
  }

  BatchScratch& scratch_;
  std::array<const TreeView*, SearchedTrees::kMaxTrees> trees_{};
  std::array<std::size_t, SearchedTrees::kMaxTrees> ends_{};  // in what was found
  std::size_t count_ = 0;
  std::span<const std::size_t> rows_;
  std::size_t size_ = 0;  // of the hits
};

}  // namespace quadphase::detail
