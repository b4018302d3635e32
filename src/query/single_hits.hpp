// SPDX-License-Identifier: MIT
// What holds the hits of a single query: a page of ids for a visitor, a few hits on the stack, or
// all of them in memory of the engine's resource.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory_resource>
#include <span>
#include <type_traits>

#include "base/buffer.hpp"
#include "base/item_writer.hpp"
#include "base/tuning.hpp"
#include "base/uninitialized_array.hpp"
#include "data/hidden_objects.hpp"
#include "query/single_queries.hpp"
#include "shapes/double_query.hpp"
#include "shapes/nearest_query.hpp"

namespace quadphase::detail {

/// Passes the ids that a walk finds to a visitor, a page at a time.
class VisitingWriter : public ItemWriter<WalkHit> {
 public:
  VisitingWriter(const ErasedVisitor<ObjectId>& visitor, const DefaultFloatingPointMode& mode)
      : visitor_(visitor), mode_(mode) {
    cursor = page_.items;
    end = page_.items + kPage;
    refill = [](ItemWriter<WalkHit>& writer) { static_cast<VisitingWriter&>(writer).commit(); };
  }

  void start_tree(const TreeView& tree) {
    tree_ = &tree;
    tree_hits_ = cursor;
    double_ = nullptr;
  }
  /// From now on a hit is a position in the tree, and the formula of a query decides whether it
  /// counts.
  void decide_by(const DoubleQuery& query, const Origin& origin) {
    double_ = &query;
    origin_ = origin;
  }
  void end_tree() {
    if (double_ != nullptr) decide();
    cursor = drop_hidden(*tree_, tree_hits_, cursor, [](const WalkHit& hit) { return hit.object; });
    tree_hits_ = cursor;
  }

  /// Visits the hits of the page.
  void commit() {
    if (cursor == page_.items) return;  // there may be no tree
    end_tree();
    tree_hits_ = page_.items;
    ObjectId ids[kPage];
    std::size_t count = 0;
    for (const WalkHit* hit = page_.items; hit < cursor; ++hit) ids[count++] = hit->object;
    cursor = page_.items;
    if (!mode_.outside([&] { return visitor_.call(visitor_.target, {ids, count}); }))
      is_closed = true;
  }

 private:
  static constexpr std::size_t kPage = tuned<std::size_t>(256, 32);

  void decide() {
    WalkHit* kept = tree_hits_;
    for (const WalkHit* hit = tree_hits_; hit < cursor; ++hit)
      if (double_->hits(exact_box_at(*tree_, hit->object), origin_))
        *kept++ = {hit->query, tree_->ids[hit->object]};
    cursor = kept;
  }

  const ErasedVisitor<ObjectId>& visitor_;
  const DefaultFloatingPointMode& mode_;
  const TreeView* tree_ = nullptr;
  WalkHit* tree_hits_ = nullptr;         // where the hits of the tree begin
  const DoubleQuery* double_ = nullptr;  // decides on these; null: all are hits
  Origin origin_;
  UninitializedArray<WalkHit, kPage> page_;
};

template <class Query>
using WalkKernel = void (*)(const TreeView&, const QueryPacket<Query>&, ItemWriter<WalkHit>&);

/// The objects within a distance of a shape, or some more: a kernel of casts finds them.
struct NearbyQuery {
  const NearestQuery& query;
  double distance;
};

template <class Query>
void walk_candidates(const SingleSearch& search, WalkKernel<Query> walk, const Query& query,
                     const TreeView& tree, ItemWriter<WalkHit>& writer) {
  walk(tree, search.packet(query), writer);
}
inline void walk_candidates(const SingleSearch& search, WalkKernel<CastQuery> walk,
                            const NearbyQuery& query, const TreeView& tree,
                            ItemWriter<WalkHit>& writer) {
  const Origin& origin = search.trees.origin_of(tree);
  walk(tree, search.packet(all_within(query.query, query.distance, origin)), writer);
}

/// All hits of some queries that come after a given hit, sorted, in memory of the engine's
/// resource.
class RemainingHits {
 public:
  RemainingHits(std::pmr::memory_resource* resource, const Hit& after)
      : candidates_(resource), hits_(resource), after_(after) {}

  /// Adds the hits of one query. `measure(tree, position)` is negative if the object is not hit.
  /// Returns true. Errors: `std::bad_alloc`.
  template <class Walk, class Query, class Measure>
  bool add(const SingleSearch& search, Walk walk, const Query& query, const Measure& measure) {
    for (const TreeView* tree : search.trees.view()) {
      ArrayWriter<WalkHit> writer;
      writer.restart_in(candidates_);
      walk_candidates(search, walk, query, *tree, writer);
      const std::size_t most = count_ + writer.size();
      if (most > hits_.capacity()) hits_.grow(count_, most + most / 2);
      for (const WalkHit& candidate : candidates_.first(writer.size())) {
        const double value = measure(*tree, candidate.object);
        const Hit hit{value, tree->ids[candidate.object]};
        if (value >= 0 && after_ < hit && !is_hidden(*tree, hit.id)) hits_[count_++] = hit;
      }
    }
    return true;
  }
  [[nodiscard]] std::span<const Hit> sort() {
    const std::span<Hit> hits = hits_.first(count_);
    std::sort(hits.begin(), hits.end());
    return hits;
  }

 private:
  Buffer<WalkHit> candidates_;
  Buffer<Hit> hits_;
  std::size_t count_ = 0;
  Hit after_;
};

/// All hits of a query, if they are few: found by one walk.
class FewHits {
 public:
  /// Adds the hits of one query; false if there are too many. `measure(tree, position)` is negative
  /// if the object is not hit.
  template <class Query, class Measure>
  [[nodiscard]] bool add(const SingleSearch& search, WalkKernel<Query> walk, const Query& query,
                         const Measure& measure) {
    for (const TreeView* tree : search.trees.view()) {
      ItemWriter<WalkHit> writer;
      writer.cursor = candidates_.items;
      writer.end = candidates_.items + kMaxCandidates;
      writer.refill = [](ItemWriter<WalkHit>& full) { full.is_closed = true; };
      walk(*tree, search.packet(query), writer);
      const auto found = static_cast<std::size_t>(writer.cursor - candidates_.items);
      if (writer.is_closed || count_ + found > kMaxCandidates) return false;
      for (const WalkHit* candidate = candidates_.items; candidate < writer.cursor; ++candidate) {
        values_[count_] = measure(*tree, candidate->object);
        ids_[count_] = tree->ids[candidate->object];
        count_ += values_[count_] >= 0 && !is_hidden(*tree, ids_[count_]) ? 1U : 0U;
      }
    }
    return true;
  }

  void clear() { count_ = 0; }
  [[nodiscard]] std::size_t count() const { return count_; }

  /// The best, up to `most`, sorted.
  [[nodiscard]] std::span<const Hit> best(std::size_t most, const Kernels& kernels) {
    return {hits_.items, kernels.select_best(values_, ids_, count_, most, hits_.items)};
  }

 private:
  static constexpr std::size_t kMaxCandidates = tuned<std::size_t>(192, 32);

  UninitializedArray<WalkHit, kMaxCandidates> candidates_;
  double values_[kMaxCandidates + kFanout];
  ObjectId ids_[kMaxCandidates + kFanout];
  UninitializedArray<Hit, kMaxCandidates> hits_;
  std::size_t count_ = 0;
};

/// A visitor that calls `keep(items)`, and goes on unless that returns false.
template <class Found, class Keep>
[[nodiscard]] ErasedVisitor<Found> keeping(Keep& keep) noexcept {
  return {&keep, [](void* target, std::span<const Found> items) {
            Keep& call = *static_cast<Keep*>(target);
            if constexpr (std::is_void_v<decltype(call(items))>) {
              call(items);
              return true;
            } else {
              return call(items);
            }
          }};
}

}  // namespace quadphase::detail
