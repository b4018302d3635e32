// SPDX-License-Identifier: MIT
// The best hits of a search so far: as many as there is room for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

#include "base/tuning.hpp"
#include "data/tree_view.hpp"
#include "quadphase/query.hpp"

namespace quadphase::detail {

/// An object at a distance from a point, or at a fraction of a cast, which is then stored as
/// the distance. Why that type: a search writes neighbors directly to the caller's memory.
using Hit = Neighbor;

/// In a periodic world: whether an object that the search for one of several queries finds counts.
struct ImageRule {
  const void* queries;
  std::size_t image;  // the query that is searched for
  bool (*counts)(const void* queries, std::size_t image, const TreeView& tree,
                 std::size_t position);
};

/// Invariant: the first `count` hits are sorted if there is little room, else a heap with the last
/// one on top; `sort` sorts them.
struct BestHits {
  /// Up to this many hits are kept sorted, by insertion.
  static constexpr std::size_t kSortedHits = tuned<std::size_t>(24, 4);

  explicit BestHits(std::span<Hit> room = {}) noexcept : hits(room) {}

  /// True if a hit has to be better than the last one to be kept.
  [[nodiscard]] bool is_full() const noexcept { return count == hits.size(); }

  /// No hit farther than this is kept.
  [[nodiscard]] double farthest() const noexcept {
    return is_full() ? last().distance : max_distance;
  }

  /// The id of the last hit: at the same distance, only those below it are better. Needs to be
  /// full.
  [[nodiscard]] ObjectId last_id() const noexcept { return last().id; }

  /// False if another image of the object at this position counts instead.
  [[nodiscard]] bool counts(const TreeView& tree, std::size_t position) const noexcept {
    return images == nullptr || images->counts(images->queries, images->image, tree, position);
  }

  /// Keeps a hit if it is one of the best and comes after `after`. True if it was kept.
  bool insert(const Hit& hit) noexcept {
    if (hit.distance > max_distance || !(after < hit)) return false;
    if (is_full() && !(hit < last())) return false;
    if (hits.size() <= kSortedHits) {
      std::size_t i = is_full() ? count - 1 : count++;
      for (; i > 0 && hit < hits[i - 1]; --i) hits[i] = hits[i - 1];
      hits[i] = hit;
    } else {
      if (is_full()) {
        std::pop_heap(hits.begin(), hits.end());
        --count;
      }
      hits[count++] = hit;
      std::push_heap(hits.begin(), hits.begin() + static_cast<std::ptrdiff_t>(count));
    }
    return true;
  }

  /// The hits, in their order. No hit may be inserted afterwards.
  // NOLINTNEXTLINE(readability-make-member-function-const): it moves the hits
  [[nodiscard]] std::span<const Hit> sort() noexcept {
    const std::span<Hit> kept = hits.first(count);
    if (hits.size() > kSortedHits) std::sort_heap(kept.begin(), kept.end());
    return kept;
  }

  std::span<Hit> hits;
  std::size_t count = 0;
  double max_distance = std::numeric_limits<double>::infinity();
  Hit after{-1, 0};                   // only hits after this one
  bool stops_when_full = false;       // any hits will do: the search ends with the first
  const ImageRule* images = nullptr;  // null: all count

 private:
  [[nodiscard]] const Hit& last() const noexcept {
    return hits.size() <= kSortedHits ? hits[count - 1] : hits[0];
  }
};

}  // namespace quadphase::detail
