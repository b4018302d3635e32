// SPDX-License-Identifier: MIT
// Kernels of the casts that end at any hit: one cast, or a packet of them.
//
// Depth first, into the last child that may be hit; its siblings wait on a stack. So the hit that
// is found is in the last of the leaves with hits, and does not depend on where the search starts.
//
// Tried: into the nearest child, then on at the nearest open entry, as for the closest hit (see
//        docs/performance.md): finding the least of all lanes takes longer than testing a box.
#if defined(QUADPHASE_ANY_HIT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_ANY_HIT_INL
#undef QUADPHASE_ANY_HIT_INL
#else
#define QUADPHASE_ANY_HIT_INL
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "base/prefetch.hpp"
#include "data/best_hits.hpp"
#include "data/hidden_objects.hpp"
#include "kernels/item_list-inl.hpp"
#include "kernels/query_filters-inl.hpp"
#include "kernels/shapes-inl.hpp"
#include "kernels/shared_nodes-inl.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The searches for the casts of a packet in one tree, one after the other.
template <class Filters>
class AnyHitSearch {
 public:
  using Packet = QueryPacket<CastQuery>;

  AnyHitSearch(const TreeView& tree, const Packet& packet)
      : tree_(tree), packet_(packet), filters_(tree, packet) {}

  /// Calls `take(box, hit)` for hits until it returns true, from the root down.
  template <class Take>
  bool search(std::uint32_t query, const Take& take) {
    if (tree_.level_count == 0 || filters_.matches_nothing(query)) return false;
    const CastShape shape(packet_.queries[query]);
    expand_while_few(shape, filters_.partner_filter(query));
    return search_waiting(query, shape, take);
  }
  /// As above, from the nodes that the packet shares.
  template <class Take>
  bool search(std::uint32_t query, const SharedNodes& shared, const Take& take) {
    if (shared.level() == tree_.level_count) return search(query, take);
    if (filters_.matches_nothing(query)) return false;
    const CastShape shape(packet_.queries[query]);
    waiting_.size = 0;
    for (std::uint32_t i = 0; i < shared.count(); i += kLanes)
      shared.append_hit(shape, i, shared.level(), waiting_);
    return search_waiting(query, shape, take);
  }

 private:
  /// The most entries of a level that are expanded together. Tried: see docs/performance.md.
  static constexpr std::size_t kFewEntries = tuned<std::size_t>(8, 1);
  /// Two levels lie in one list, each written by whole registers.
  static constexpr std::size_t kOtherEnd = (kFewEntries + 1) * kFanout;
  /// The most entries on the stack: those to start with, and fewer than kFanout of each level.
  static constexpr std::size_t kMostWaiting =
      std::max(std::size_t{SharedNodes::kMaxCount}, std::size_t{kFanout} * kFewEntries) +
      std::size_t{kMaxLevels} * kFanout;

  template <class Take>
  [[nodiscard]] HWY_INLINE bool search_waiting(std::uint32_t query, const CastShape& shape,
                                               const Take& take) {
    const auto partner_filter = filters_.partner_filter(query);
    while (waiting_.size > 0) {
      --waiting_.size;
      const std::uint32_t level = waiting_.first[waiting_.size];
      const std::uint32_t number = waiting_.second[waiting_.size];
      if (level > 0) {
        expand(shape, partner_filter, level - 1, number);
      } else if (search_leaf(query, shape, number, take)) {
        return true;
      }
    }
    return false;
  }

  /// Goes down from the root, level by level, while few entries may be hit.
  /// Why: depth first, each step depends on the one before; here only each level does.
  /// Why not from the nodes that a packet shares: many of those that are left are hit then, and
  /// depth first most of them are spared.
  HWY_INLINE void expand_while_few(const CastShape& shape,
                                   const typename Filters::Partners& partner_filter) {
    std::uint32_t level = tree_.level_count;
    std::size_t first = 0;
    waiting_.second[0] = 0;
    waiting_.size = 1;
    while (level > 0 && waiting_.size - first <= kFewEntries) {
      const std::size_t last = waiting_.size;
      const std::size_t next = first == 0 ? kOtherEnd : 0;
      waiting_.size = next;
      --level;
      for (std::size_t i = first; i < last; ++i)
        expand(shape, partner_filter, level, waiting_.second[i]);
      first = next;
    }
    if (first == 0) return;
    waiting_.size -= first;
    std::copy_n(waiting_.first + first, waiting_.size, waiting_.first);
    std::copy_n(waiting_.second + first, waiting_.size, waiting_.second);
  }

  /// Puts those children `[16 node, 16 node + 16)` on `level` that may be hit on the stack.
  HWY_INLINE void expand(const CastShape& shape, const typename Filters::Partners& partner_filter,
                         std::uint32_t level, std::uint32_t node) {
    const std::uint32_t begin = node * kFanout;
    const std::uint32_t end = std::min(begin + kFanout, tree_.sizes[level]);
    if (level == 0) prefetch(tree_.leaf_first + begin);  // read as soon as a leaf is chosen
    for (std::uint32_t first = begin; first < end; first += kLanes) {
      const FloatMask mask = filters_.entries(
          level, partner_filter, first,
          shape.may_hit(load_boxes(tree_.levels[level], first), first_lanes(end - first)));
      waiting_.write(waiting_.size, hn::Set(Words{}, level), set_lane_indices(first, mask));
      waiting_.size += count_lanes(mask);
    }
  }

  /// True if an object of a leaf is hit, and taken.
  template <class Take>
  [[nodiscard]] HWY_INLINE bool search_leaf(std::uint32_t query, const CastShape& shape,
                                            std::uint32_t leaf, const Take& take) const {
    const std::uint32_t end = tree_.leaf_first[leaf + 1];
    for (std::uint32_t first = tree_.leaf_first[leaf]; first < end; first += kLanes) {
      const FloatMask mask = filters_.objects(
          query, first, shape.may_hit(load_boxes(tree_.objects, first), first_lanes(end - first)));
      std::uint32_t positions[kLanes];
      hn::StoreU(set_lane_indices(first, mask), Words{}, positions);
      const std::size_t count = count_lanes(mask);
      for (std::size_t i = 0; i < count; ++i) {
        const Box box = box_at(tree_.objects, positions[i]);
        const double fraction = packet_.queries[query].entry_fraction(box);
        const ObjectId id = tree_.ids[positions[i]];
        if (fraction >= 0 && !is_hidden(tree_, id) && take(positions[i], Hit{fraction, id}))
          return true;
      }
    }
    return false;
  }

  const TreeView& tree_;
  const Packet& packet_;
  Filters filters_;
  // Levels and numbers of entries.
  ItemList<std::max(kMostWaiting, 2 * kOtherEnd) + kFanout> waiting_;
};

template <class Filters>
void find_any_hit_in(const TreeView& tree, const QueryPacket<CastQuery>& packet, BestHits& best) {
  AnyHitSearch<Filters>(tree, packet).search(0, [&](std::uint32_t position, const Hit& hit) {
    return best.counts(tree, position) && best.insert(hit);
  });
}

template <class Filters>
void find_any_hits_in(const TreeView& tree, const QueryPacket<CastQuery>& packet, AnyHits& hits) {
  if (packet.count == 0) return;
  const SharedNodes shared(tree, packet);
  AnyHitSearch<Filters> search(tree, packet);
  for (std::uint32_t query = 0; query < packet.count; ++query) {
    if (hits.are_found[query]) continue;
    const auto take = [&](std::uint32_t /*position*/, const Hit& hit) {
      hits.ids[query] = hit.id;
      return true;
    };
    hits.are_found[query] = search.search(query, shared, take);
  }
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
