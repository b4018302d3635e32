// SPDX-License-Identifier: MIT
// Kernel of the casts that any hit ends.
//
// Depth first, into the first child that may be hit; its siblings wait on a stack.
//
// Tried: into the nearest child, and on at the nearest entry of all, as for the closest hit, see
//        docs/performance.md: the least of all lanes takes longer to find than a box to test.
#if defined(QUADPHASE_ANY_HIT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_ANY_HIT_INL
#undef QUADPHASE_ANY_HIT_INL
#else
#define QUADPHASE_ANY_HIT_INL
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "base/prefetch.hpp"
#include "kernels/item_list-inl.hpp"
#include "kernels/query_filters-inl.hpp"
#include "kernels/shapes-inl.hpp"
#include "kernels/simd-inl.hpp"
#include "query/best_hits.hpp"
#include "query/hidden_objects.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The search for one cast in one tree.
template <class Filters>
class AnyHitSearch {
 public:
  AnyHitSearch(const TreeView& tree, const QueryPacket<CastQuery>& packet, BestHits& best)
      : tree_(tree),
        query_(packet.queries[0]),
        shape_(query_),
        filters_(tree, packet),
        partner_filter_(filters_.partner_filter(0)),
        best_(best) {}

  void search() {
    if (tree_.level_count == 0 || filters_.matches_nothing(0)) return;
    bool is_found = descend(tree_.level_count, 0);
    while (waiting_.size > 0 && !is_found) {
      --waiting_.size;
      is_found = descend(waiting_.first[waiting_.size], waiting_.second[waiting_.size]);
    }
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  /// From an entry down to a leaf. True if there is a hit in it.
  [[nodiscard]] HWY_INLINE bool descend(std::uint32_t level, std::uint32_t number) {
    for (; level > 0; --level) {
      number = expand(level - 1, number);
      if (number == kNone) return false;
    }
    return search_leaf(number);
  }

  /// The first of the children `[16 node, 16 node + 16)` on `level` that may be hit; the others
  /// wait. kNone if there is none.
  [[nodiscard]] HWY_INLINE std::uint32_t expand(std::uint32_t level, std::uint32_t node) {
    const Words d;
    const std::uint32_t begin = node * kFanout;
    const std::uint32_t end = std::min(begin + kFanout, tree_.sizes[level]);
    if (level == 0) prefetch(tree_.leaf_first + begin);  // read as soon as a leaf is chosen
    std::uint32_t child = kNone;
    for (std::uint32_t first = begin; first < end; first += kLanes) {
      const FloatMask mask = filters_.entries(
          level, partner_filter_, first,
          shape_.may_hit(load_boxes(tree_.levels[level], first), first_lanes(end - first)));
      const std::intptr_t lane = hn::FindFirstTrue(Floats{}, mask);
      if (child == kNone && lane >= 0) child = first + static_cast<std::uint32_t>(lane);
      const auto is_other = hn::RebindMask(Floats{}, hn::Ne(iota(first), hn::Set(d, child)));
      const FloatMask others = hn::And(mask, is_other);
      waiting_.write(waiting_.size, hn::Set(d, level), set_lane_indices(first, others));
      waiting_.size += count_lanes(others);
    }
    return child;
  }

  /// True if an object of a leaf is hit.
  [[nodiscard]] HWY_INLINE bool search_leaf(std::uint32_t leaf) {
    const std::uint32_t end = tree_.leaf_first[leaf + 1];
    for (std::uint32_t first = tree_.leaf_first[leaf]; first < end; first += kLanes) {
      const FloatMask mask = filters_.objects(
          0, first, shape_.may_hit(load_boxes(tree_.objects, first), first_lanes(end - first)));
      std::uint32_t positions[kLanes];
      hn::StoreU(set_lane_indices(first, mask), Words{}, positions);
      const std::size_t count = count_lanes(mask);
      for (std::size_t i = 0; i < count; ++i) {
        if (is_hit(positions[i])) return true;
      }
    }
    return false;
  }

  [[nodiscard]] HWY_INLINE bool is_hit(std::uint32_t position) {
    const Box box = box_at(tree_.objects, position);
    const double fraction = query_.entry_fraction(box);
    const ObjectId id = tree_.ids[position];
    if (!(fraction >= 0) || is_hidden(tree_, id) || !best_.counts(box)) return false;
    return best_.insert({fraction, id});
  }

  const TreeView& tree_;
  const CastQuery& query_;
  CastShape shape_;
  Filters filters_;
  typename Filters::Partners partner_filter_;
  BestHits& best_;
  // Levels and numbers of entries. Depth first, fewer than kFanout of each level wait.
  ItemList<kMaxLevels * kFanout + kFanout> waiting_;
};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
