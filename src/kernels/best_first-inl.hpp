// SPDX-License-Identifier: MIT
// Kernel of the ordered queries: the first hits of one cast, or what is nearest to one shape.
//
// From the nearest open entry the search descends to a leaf, always into the nearest child; the
// other children within the bound join the open list. The search ends when the nearest open entry
// is beyond the k-th hit. A cast, which has a bound from the start, first goes down level by level
// while it meets few entries.
//
// Of objects at the same distance those with the lowest ids count, and there may be any number of
// them, such as boxes around one point. So entries that are as far as the k-th hit wait until the
// end, and are then searched in the order of their least ids, as long as these are below that of
// the k-th hit.
//
// Tried: other orders of the search; see docs/performance.md.
//
// Source: N. Roussopoulos et al., "Nearest neighbor queries", 1995.
#if defined(QUADPHASE_BEST_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_BEST_INL
#undef QUADPHASE_BEST_INL
#else
#define QUADPHASE_BEST_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/prefetch.hpp"
#include "base/tuning.hpp"
#include "data/best_hits.hpp"
#include "data/hidden_objects.hpp"
#include "kernels/kernels.hpp"
#include "kernels/least_ids-inl.hpp"
#include "kernels/measures-inl.hpp"
#include "kernels/query_filters-inl.hpp"
#include "kernels/simd-inl.hpp"
#include "kernels/tied_entries.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The search for one query in one tree.
template <class Measure, class Filters>
class BestSearch {
 public:
  using Packet = QueryPacket<typename Measure::Query>;  // of one query

  BestSearch(const TreeView& tree, const Packet& packet, BestHits& best)
      : tree_(tree),
        measure_(packet.queries[0]),
        filters_(tree, packet),
        partner_filter_(filters_.partner_filter(0)),
        best_(best),
        least_ids_(tree),
        bound_(Measure::bound(best.farthest())),
        min_exit_(best.after.distance > 0 ? Measure::min_exit(best.after.distance) : 0) {}

  void search() {
    if (tree_.level_count == 0 || filters_.matches_nothing(0)) return;
    // Hits in other trees may be as near as possible.
    if (has_nearest_hits()) {
      search_tied_below(tree_.level_count - 1, 0);
    } else if constexpr (Measure::kIsBounded) {
      descend_while_few();
    } else {
      descend(tree_.level_count, 0);
    }
    while (size_ > 0 && search_nearest_open()) {
    }
    search_tied();
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  /// The most open entries. If there are more, those below the next one are searched at once.
  static constexpr std::size_t kOpenListSize = tuned<std::size_t>(256, 32);
  /// The most entries of a level, and the most leaves, that are searched in any order.
  /// Tried: see docs/performance.md.
  static constexpr std::size_t kFewEntries = tuned<std::size_t>(10, 1);
  static constexpr std::size_t kFewLeaves = tuned<std::size_t>(6, 1);
  /// Above this many entries of a level, no more nodes are expanded.
  static constexpr std::size_t kManyEntries = tuned<std::size_t>(std::size_t{2} * kFanout, 1);
  static_assert(kFewLeaves <= kFewEntries && kFewEntries <= kManyEntries);
  /// Two levels lie in one list. Of each there are at most these, and what a register writes
  /// beyond.
  static constexpr std::size_t kMostTogether = kManyEntries + kFanout + kFewEntries;
  static constexpr std::size_t kOtherEnd = kMostTogether + kFanout;
  static_assert(kMostTogether <= kOpenListSize);
  static constexpr std::size_t kListSize =
      std::max(kOpenListSize, kOtherEnd + kMostTogether) + kFanout;

  /// Goes down from the root, level by level, while few entries are within the bound.
  /// Why: otherwise each step depends on the one before; here only each level does. A cast through
  /// a world that is mostly empty meets few entries, and no hit that would spare it others.
  HWY_INLINE void descend_while_few() {
    std::uint32_t level = tree_.level_count;
    std::size_t first = 0;  // of the open entries, which are on `level`
    numbers_[0] = 0;
    size_ = 1;
    while (level > 0 && size_ - first <= kFewEntries) {
      const std::size_t last = size_;
      const std::size_t next = first == 0 ? kOtherEnd : 0;  // where those of the next level begin
      size_ = next;
      --level;
      for (std::size_t i = first; i < last; ++i) {
        if (size_ - next > kManyEntries) {  // dense: what is left is searched in order
          copy_open(i, last - i, size_);
          size_ += last - i;
          break;
        }
        append_children(level, numbers_[i]);
      }
      first = next;
    }
    const std::size_t count = size_ - first;
    size_ = 0;
    if (count <= kFewLeaves) {
      for (std::size_t i = first; i < first + count; ++i) search_leaf(numbers_[i]);
      return;
    }
    if (first > 0) copy_open(first, count, 0);
    size_ = count;
  }

  /// Copies open entries to `to`, where there are none of them.
  void copy_open(std::size_t first, std::size_t count, std::size_t to) {
    std::copy_n(lower_bounds_ + first, count, lower_bounds_ + to);
    std::copy_n(levels_ + first, count, levels_ + to);
    std::copy_n(numbers_ + first, count, numbers_ + to);
  }

  /// Appends the children `[16 node, 16 node + 16)` on `level` that are within the bound.
  HWY_INLINE void append_children(std::uint32_t level, std::uint32_t node) {
    const std::uint32_t begin = node * kFanout;
    const std::uint32_t end = std::min(begin + kFanout, tree_.sizes[level]);
    for (std::uint32_t i = begin; i < end; i += kLanes) {
      FloatVector near;
      const FloatMask mask = within_bound(level, load_boxes(tree_.levels[level], i), i, end, near);
      append_open(level, i, near, mask);
    }
  }
  /// Appends those of the entries from `first` on that are in `mask`.
  HWY_INLINE void append_open(std::uint32_t level, std::uint32_t first, FloatVector near,
                              FloatMask mask) {
    const Words d;
    const LaneCompressor compress(mask);
    hn::StoreU(compress(near), Floats{}, lower_bounds_ + size_);
    hn::StoreU(compress(iota(first)), d, numbers_ + size_);
    hn::StoreU(hn::Set(d, level), d, levels_ + size_);
    size_ += count_lanes(mask);
  }

  /// Searches the nearest open entry, or lets it wait; false if it is beyond the bound.
  [[nodiscard]] HWY_INLINE bool search_nearest_open() {
    const std::uint32_t key = least_open_key();
    const std::uint32_t nearest = key % kOpenListSize;
    const float near = std::bit_cast<float>(key - nearest);  // at most any lower bound
    if (near > bound_) return false;
    const std::uint32_t level = levels_[nearest];
    const std::uint32_t number = numbers_[nearest];
    if (has_nearest_hits() && tied_.room() > 0) [[unlikely]] {
      for (; size_ > 0 && tied_.room() > 0; --size_)
        if (lower_bounds_[size_ - 1] <= bound_) let_wait(levels_[size_ - 1], numbers_[size_ - 1]);
      return true;
    }
    --size_;
    lower_bounds_[nearest] = lower_bounds_[size_];
    levels_[nearest] = levels_[size_];
    numbers_[nearest] = numbers_[size_];
    if (tied_.room() > 0 && can_only_tie(near, level, number)) [[unlikely]] {
      let_wait(level, number);
    } else {
      descend(level, number);
    }
    return true;
  }

  /// Descends from an entry to a leaf, always into the nearest child; the others become open.
  void descend(std::uint32_t level, std::uint32_t number) {
    for (; level > 0; --level) {
      if (size_ + kFanout > kOpenListSize) return search_below(level - 1, number);
      number = expand(level - 1, number);
      if (number == kNone) return;
    }
    search_leaf(number);
  }

  /// The least key of the open entries: that of the nearest one, up to the bits of its index.
  [[nodiscard]] HWY_INLINE std::uint32_t least_open_key() const {
    const Words d;
    auto least = hn::Set(d, kNone);
    for (std::size_t i = 0; i < size_; i += kLanes) {
      const auto first = static_cast<std::uint32_t>(i);
      const FloatMask lanes = first_lanes(static_cast<std::uint32_t>(size_) - first);
      least = hn::Min(least,
                      keys_of<kOpenListSize>(hn::LoadU(Floats{}, lower_bounds_ + i), lanes, first));
    }
    return hn::GetLane(hn::MinOfLanes(d, least));
  }

  /// The nearest of the children `[16 node, 16 node + 16)` on `level`; the others within the
  /// bound become open. kNone if none is within the bound.
  HWY_INLINE std::uint32_t expand(std::uint32_t level, std::uint32_t node) {
    constexpr std::uint32_t kVectors = kFanout / kLanes;
    const Words d;
    const std::uint32_t begin = node * kFanout;
    const std::uint32_t end = std::min(begin + kFanout, tree_.sizes[level]);
    if (level == 0) prefetch(tree_.leaf_first + begin);  // read as soon as a leaf is chosen
    FloatVector near[kVectors];
    WordVector keys[kVectors];
    auto least = hn::Set(d, kNone);
    for (std::uint32_t v = 0; v < kVectors; ++v) {
      const std::uint32_t lane = v * kLanes;
      const BoxVector boxes = load_boxes(tree_.levels[level], begin + lane);
      const FloatMask mask =
          within_bound(level, boxes, begin + lane, std::max(end, begin + lane), near[v]);
      keys[v] = keys_of<kFanout>(near[v], mask, lane);
      least = hn::Min(least, keys[v]);
    }
    least = hn::MinOfLanes(d, least);
    const std::uint32_t key = hn::GetLane(least);
    if (key == kNone) return kNone;
    for (std::uint32_t v = 0; v < kVectors; ++v) {
      const auto is_open = hn::AndNot(hn::Eq(keys[v], least), hn::Ne(keys[v], hn::Set(d, kNone)));
      append_open(level, begin + v * kLanes, near[v], hn::RebindMask(Floats{}, is_open));
    }
    return begin + key % kFanout;
  }

  HWY_INLINE FloatMask within_bound(std::uint32_t level, const BoxVector& boxes,
                                    std::uint32_t first, std::uint32_t end,
                                    FloatVector& near) const {
    FloatMask mask = measure_.within_bound(boxes, bound_, first_lanes(end - first), near);
    if (min_exit_ > 0) mask = measure_.ends_after(boxes, min_exit_, mask);
    return filters_.entries(level, partner_filter_, first, mask);
  }

  /// Calls `visit(child)` for the children of a node on `level` that are within the bound.
  template <class Visit>
  HWY_INLINE void for_each_child(std::uint32_t level, std::uint32_t node, const Visit& visit) {
    const std::uint32_t end = std::min(node * kFanout + kFanout, tree_.sizes[level]);
    for (std::uint32_t first = node * kFanout; first < end; first += kLanes) {
      FloatVector near;
      const FloatMask mask =
          within_bound(level, load_boxes(tree_.levels[level], first), first, end, near);
      std::uint32_t children[kLanes];
      hn::StoreU(LaneCompressor(mask)(iota(first)), Words{}, children);
      const std::size_t count = count_lanes(mask);
      for (std::size_t i = 0; i < count; ++i) visit(children[i]);
    }
  }

  /// Searches all that is within the bound below the children of a node, in no order.
  HWY_NOINLINE void search_below(std::uint32_t level, std::uint32_t node) {
    for_each_child(level, node, [&](std::uint32_t child) {
      if (has_nearest_hits() && least_ids_.at_most(level, child) >= best_.last_id()) return;
      if (level > 0) {
        search_below(level - 1, child);
      } else {
        search_rare_leaf(child, false);
      }
    });
  }

  /// True if the k-th hit is as near as possible: all that is left can only tie.
  [[nodiscard]] bool has_nearest_hits() const { return best_.is_full() && best_.farthest() == 0; }
  /// True if no object below an entry, `near` or farther, is nearer than the k-th hit.
  [[nodiscard]] HWY_INLINE bool can_only_tie(float near, std::uint32_t level,
                                             std::uint32_t number) const {
    constexpr float kKeySlack = 1 + 0x1p-14F;  // keys have 8 bits less
    if (!best_.is_full() || near * kKeySlack < Measure::min_exit(best_.farthest())) return false;
    return measure_.least_inside(box_at(tree_.levels[level], number)) >= best_.farthest();
  }
  /// Keeps an entry that can only tie until the end, unless it cannot even tie. Needs room.
  HWY_NOINLINE void let_wait(std::uint32_t level, std::uint32_t number) {
    const ObjectId least_id = least_ids_.at_most(level, number);
    if (least_id < best_.last_id()) tied_.push({least_id, level, number});
  }

  /// Searches the entries that wait. None of their hits is nearer than the k-th one, so its
  /// distance stays.
  HWY_INLINE void search_tied() {
    while (!tied_.is_empty()) {
      const TiedEntries::Entry entry = tied_.pop();
      if (entry.least_id >= best_.last_id()) return;
      if (entry.level > 0) {
        search_tied_below(entry.level - 1, entry.number);
      } else {
        search_rare_leaf(entry.number, true);
      }
    }
  }
  /// Of the children of a node on `level`, lets those within the bound wait.
  HWY_NOINLINE void search_tied_below(std::uint32_t level, std::uint32_t node) {
    if (tied_.room() < kFanout) return search_below(level, node);
    least_ids_.allow_more();
    for_each_child(level, node, [&](std::uint32_t child) { let_wait(level, child); });
  }

  /// Inserts the objects of a leaf, the nearest first, as far as they are within the bound.
  /// `only_tied`: those with an id that ties.
  HWY_INLINE void search_leaf(std::uint32_t leaf, bool only_tied = false) {
    constexpr std::uint32_t kVectors = kFanout / kLanes;
    const Words d;
    const std::uint32_t begin = tree_.leaf_first[leaf];
    const std::uint32_t end = tree_.leaf_first[leaf + 1];
    WordVector keys[kVectors];
    for (std::uint32_t v = 0; v < kVectors; ++v) {
      const std::uint32_t first = begin + v * kLanes;
      FloatVector near;
      FloatMask mask =
          filters_.objects(0, first,
                           measure_.within_bound(load_boxes(tree_.objects, first), bound_,
                                                 first_lanes(end > first ? end - first : 0), near));
      if (only_tied) {
        const auto is_below = hn::Lt(hn::LoadU(d, tree_.ids + first), hn::Set(d, best_.last_id()));
        mask = hn::And(mask, hn::RebindMask(Floats{}, is_below));
      }
      keys[v] = keys_of<kFanout>(near, mask, v * kLanes);
    }
    for (;;) {
      auto least = keys[0];
      for (const WordVector& some : keys) least = hn::Min(least, some);
      least = hn::MinOfLanes(d, least);
      const std::uint32_t key = hn::GetLane(least);
      if (key == kNone || key > (std::bit_cast<std::uint32_t>(bound_) | (kFanout - 1))) return;
      for (WordVector& some : keys)
        some = hn::IfThenElse(hn::Eq(some, least), hn::Set(d, kNone), some);
      insert(begin + key % kFanout);
    }
  }

  /// As above. Why apart: a body for each place that is seldom reached would take longer to
  /// compile.
  HWY_NOINLINE void search_rare_leaf(std::uint32_t leaf, bool only_tied) {
    search_leaf(leaf, only_tied);
  }

  /// A key says how near a lane is: the bits of a float that is not negative, which are ordered
  /// like the float. Its lowest bits are replaced by the number of the lane, from `lane` on and
  /// below `kCount`, a power of two. kNone where the mask is not set.
  template <std::uint32_t kCount>
  HWY_INLINE WordVector keys_of(FloatVector near, FloatMask mask, std::uint32_t lane) const {
    // Bits that do not say how near it is: those of the lane, and the sign, as a zero may have one.
    constexpr std::uint32_t kNotNear = 0x8000'0000 | (kCount - 1);
    const Words d;
    const auto keys = hn::Or(hn::AndNot(hn::Set(d, kNotNear), hn::BitCast(d, near)), iota(lane));
    return hn::IfThenElse(hn::RebindMask(d, mask), keys, hn::Set(d, kNone));
  }

  HWY_INLINE void insert(std::uint32_t position) {
    const ObjectId id = tree_.ids[position];
    if (has_nearest_hits() && id >= best_.last_id()) return;
    const double distance = measure_.measure(tree_, position);
    if (!(distance >= 0) || is_hidden(tree_, id) || !best_.counts(tree_, position)) return;
    if (best_.insert({distance, id})) bound_ = Measure::bound(best_.farthest());
  }

  const TreeView& tree_;
  Measure measure_;
  Filters filters_;
  typename Filters::Partners partner_filter_;
  BestHits& best_;
  LeastIds least_ids_;
  float bound_;     // of lower bounds
  float min_exit_;  // entries that end before it hold only hits of earlier pages

  // Open entries, in no order, and a lower bound of the distance or fraction of each.
  float lower_bounds_[kListSize];
  std::uint32_t levels_[kListSize];
  std::uint32_t numbers_[kListSize];
  std::size_t size_ = 0;

  TiedEntries tied_;  // can only tie with the k-th hit
};

template <class Measure>
void find_best(const TreeView& tree, const QueryPacket<typename Measure::Query>& packet,
               BestHits& best) {
  if (tree.is_filtered()) {
    BestSearch<Measure, QueryFilters>(tree, packet, best).search();
  } else {
    BestSearch<Measure, NoFilters>(tree, packet, best).search();
  }
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
