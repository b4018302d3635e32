// SPDX-License-Identifier: MIT
// Kernel of the unordered queries: all objects that each box, circle or cast of a packet may find.
//
// The queries go down the tree together, level by level; each step is one flat loop that turns a
// list of items into the next one, as in the pair search. A single query is a packet of one.
//
//     (query, node)  --expand-->  (query, child)  ...  (query, leaf)  --test-->  hits
//
// A full list is drained before its loop continues, so no list can overflow.
//
// Invariant: the hits of each query are in the order of their positions in the tree.
#if defined(QUADPHASE_WALK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_WALK_INL
#undef QUADPHASE_WALK_INL
#else
#define QUADPHASE_WALK_INL
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "base/tuning.hpp"
#include "kernels/hit_output-inl.hpp"
#include "kernels/item_list-inl.hpp"
#include "kernels/kernels.hpp"
#include "kernels/query_filters-inl.hpp"
#include "kernels/shapes-inl.hpp"
#include "kernels/shared_nodes-inl.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The walk of one packet of queries through one tree.
template <class Shape, class Filters>
class Walk {
 public:
  using Packet = QueryPacket<typename Shape::Query>;

  Walk(const TreeView& tree, const Packet& packet, ItemWriter<WalkHit>& writer)
      : tree_(tree), packet_(packet), filters_(tree, packet), writer_(writer) {}

  void search() {
    if (tree_.level_count == 0) return;
    const std::uint32_t level =
        packet_.count < kMinSharedQueries ? start_at_root() : start_from_shared_nodes();
    for (std::uint32_t i = level; i > 0; --i) expand(i);
    test_leaves();
  }

 private:
  /// Items of a list. Tried: twice as many are no faster.
  static constexpr std::size_t kItems = tuned<std::size_t>(256, 32);
  static_assert(kItems >= kPacketQueries);
  /// Packets of fewer queries start at the root.
  static constexpr std::uint32_t kMinSharedQueries = tuned<std::uint32_t>(8, 3);
  using List = ItemList<kItems>;

  /// Starts every query above the top level. Returns the level of the items.
  std::uint32_t start_at_root() {
    const std::uint32_t level = tree_.level_count;
    List& roots = lists_[level];
    for (std::uint32_t query = 0; query < packet_.count; ++query) {
      if (filters_.matches_nothing(query)) continue;
      roots.first[roots.size] = query;
      roots.second[roots.size++] = 0;
    }
    return level;
  }

  /// Each query starts with the nodes that it touches, of those that all share. Returns the level
  /// of the items.
  std::uint32_t start_from_shared_nodes() {
    const SharedNodes shared(tree_, packet_);
    const std::uint32_t level = shared.level();
    if (level == tree_.level_count) return start_at_root();
    List& items = lists_[level];
    for (std::uint32_t query = 0; query < packet_.count; ++query) {
      if (filters_.matches_nothing(query)) continue;
      const Shape shape(packet_.queries[query]);
      for (std::uint32_t i = 0; i < shared.count(); i += kLanes) {
        shared.append_hit(shape, i, query, items);
        if (items.room() == 0) drain(level);
      }
    }
    return level;
  }

  /// Drains the list of nodes on `level` into that of their children.
  void expand(std::uint32_t level) {
    List& from = lists_[level];
    List& to = lists_[level - 1];
    for (std::size_t item = 0; item < from.size && !writer_.is_closed;) {
      const std::size_t last = std::min(from.size, item + to.room());
      expand_slice(level - 1, from, item, last, to);
      item = last;
      if (to.room() == 0) drain(level - 1);
    }
    from.size = 0;
  }

  void drain(std::uint32_t level) {
    if (level > 0) {
      expand(level);
    } else {
      test_leaves();
    }
  }

  /// Items `[item, last)` to those of their children, on `level`, that their queries touch.
  HWY_INLINE void expand_slice(std::uint32_t level, const List& from, std::size_t item,
                               std::size_t last, List& to) {
    const BoxSpan boxes = tree_.levels[level];
    const std::uint32_t entry_count = tree_.sizes[level];
    std::size_t size = to.size;
    for (; item < last; ++item) {
      const std::uint32_t query = from.first[item];
      const std::uint32_t node = from.second[item];
      const Shape shape(packet_.queries[query]);
      const auto partner_filter = filters_.partner_filter(query);
      const std::uint32_t end = std::min(node * kFanout + kFanout, entry_count);
      for (std::uint32_t first = node * kFanout; first < end; first += kLanes) {
        const BoxVector children = load_boxes(boxes, first);
        const FloatMask mask = filters_.entries(level, partner_filter, first,
                                                shape.may_hit(children, first_lanes(end - first)));
        if constexpr (Shape::kHasContains) {
          // Why not for leaves: testing 16 boxes costs less.
          if (level > 0) {
            const FloatMask contained = shape.contains(children, mask);
            if (HWY_UNLIKELY(!hn::AllFalse(Floats{}, contained))) {
              to.size = size;
              append_or_emit(query, level, first, mask, contained);
              size = to.size;
              continue;
            }
          }
        }
        to.write(size, hn::Set(Words{}, query), set_lane_indices(first, mask));
        size += count_lanes(mask);
      }
    }
    to.size = size;
  }

  /// Of the entries on `level` that a query touches, appends to the list those that it does not
  /// contain, and writes all objects below the others.
  /// Why in their order, after all that is in the lists: the hits of a query are then in the order
  /// of the tree, whatever the packet and the width of registers.
  HWY_NOINLINE void append_or_emit(std::uint32_t query, std::uint32_t level, std::uint32_t first,
                                   FloatMask touched, FloatMask contained) {
    std::uint32_t entries[kLanes];
    hn::StoreU(set_lane_indices(first, touched), Words{}, entries);
    std::uint32_t inner[kLanes];
    hn::StoreU(set_lane_indices(first, contained), Words{}, inner);
    const std::size_t count = count_lanes(touched);
    const std::size_t inner_count = count_lanes(contained);
    List& to = lists_[level];
    for (std::size_t i = 0, next = 0; i < count; ++i) {
      if (next == inner_count || entries[i] != inner[next]) {
        to.first[to.size] = query;
        to.second[to.size++] = entries[i];
        continue;
      }
      finish_lists(level);
      emit_subtree(query, level, inner[next++]);
    }
  }

  /// Drains the lists of `level` and below until they are empty.
  void finish_lists(std::uint32_t level) {
    for (; level > 0; --level)
      if (lists_[level].size > 0) expand(level);
    if (lists_[0].size > 0) test_leaves();
  }

  /// Writes all objects below some entries on `level`, without a test of boxes.
  HWY_NOINLINE void emit_subtrees(std::uint32_t query, std::uint32_t level, std::uint32_t first,
                                  FloatMask contained) {
    std::uint32_t entries[kLanes];
    hn::StoreU(set_lane_indices(first, contained), Words{}, entries);
    const std::size_t count = count_lanes(contained);
    for (std::size_t i = 0; i < count; ++i) emit_subtree(query, level, entries[i]);
  }

  /// Writes all objects below an entry, without a test of boxes. With filters, only of leaves that
  /// may match: a crowd may have one object that the query looks for.
  void emit_subtree(std::uint32_t query, std::uint32_t level, std::uint32_t entry) {
    if constexpr (Filters::kCanExclude) {
      if (level > 0) return emit_matching(query, level - 1, entry);
    }
    const std::uint64_t first_leaf = std::uint64_t{entry} << (4 * level);
    const std::uint64_t last_leaf =
        std::min<std::uint64_t>((std::uint64_t{entry} + 1) << (4 * level), tree_.sizes[0]);
    emit_range(query, tree_.leaf_first[first_leaf], tree_.leaf_first[last_leaf]);
  }

  /// Writes the objects below the children of a node that may match.
  void emit_matching(std::uint32_t query, std::uint32_t level, std::uint32_t node) {
    const std::uint32_t end = std::min(node * kFanout + kFanout, tree_.sizes[level]);
    for (std::uint32_t first = node * kFanout; first < end && !writer_.is_closed; first += kLanes) {
      emit_subtrees(
          query, level, first,
          filters_.entries(level, filters_.partner_filter(query), first, first_lanes(end - first)));
    }
  }

  HWY_INLINE void emit_range(std::uint32_t query, std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i < last && !writer_.is_closed; i += kLanes) {
      if (writer_.room() < kFanout) {
        writer_.refill(writer_);
        if (writer_.is_closed) return;
      }
      FloatMask mask = first_lanes(std::min(last - i, kLanes));  // a tree may have more than 2^31
      if (tree_.has_tombstones) {
        const auto edges = hn::LoadU(Floats{}, tree_.objects.min_x + i);
        mask = hn::And(mask, hn::Eq(edges, edges));
      }
      Output output{writer_.cursor, {}};
      output.add(query, output_values(i), filters_.objects(query, i, mask));
      writer_.cursor = output.cursor;
    }
  }

  /// Turns (query, leaf) items into hits.
  void test_leaves() {
    List& leaves = lists_[0];
    for (std::size_t item = 0; item < leaves.size && !writer_.is_closed;) {
      if (writer_.room() < kFanout) {
        writer_.refill(writer_);
        continue;
      }
      const std::size_t last = std::min(leaves.size, item + writer_.room() / kFanout);
      test_slice(item, last);
      item = last;
    }
    leaves.size = 0;
  }

  HWY_INLINE void test_slice(std::size_t item, std::size_t last) {
    const BoxSpan objects = tree_.objects;
    const std::uint32_t* const leaf_first = tree_.leaf_first;
    const List& leaves = lists_[0];
    Output output{writer_.cursor, {}};
    for (; item < last; ++item) {
      const std::uint32_t query = leaves.first[item];
      const std::uint32_t leaf = leaves.second[item];
      const Shape shape(packet_.queries[query]);
      const std::uint32_t end = leaf_first[leaf + 1];
      std::uint32_t i = leaf_first[leaf];
      do {  // once, if a register has room for a leaf
        const FloatMask mask =
            filters_.objects(query, i, find(shape, load_boxes(objects, i), first_lanes(end - i)));
        output.add(query, output_values(i), mask);
        i += kLanes;
      } while (kLanes < kFanout && i < end);
    }
    writer_.cursor = output.cursor;
  }

  /// Those of `lanes` that the formula finds; or may find, if the caller evaluates the formula.
  [[nodiscard]] static HWY_INLINE FloatMask find(const Shape& shape, const BoxVector& boxes,
                                                 FloatMask lanes) {
    if constexpr (Shape::kIsExact) {
      return shape.hits(boxes, lanes);
    } else {
      return shape.may_hit(boxes, lanes);
    }
  }

  /// What is written of the objects from `i` on: their ids, or their positions.
  [[nodiscard]] HWY_INLINE WordVector output_values(std::uint32_t i) const {
    return Shape::kIsExact ? hn::LoadU(Words{}, tree_.ids + i) : iota(i);
  }

  using Output = HitOutput<true, WalkHit>;

  const TreeView& tree_;
  const Packet& packet_;
  Filters filters_;
  ItemWriter<WalkHit>& writer_;
  List lists_[kMaxLevels + 1];  // [0]: leaves
};

template <class Shape>
void walk(const TreeView& tree, const QueryPacket<typename Shape::Query>& packet,
          ItemWriter<WalkHit>& writer) {
  if (tree.is_filtered()) {
    Walk<Shape, QueryFilters>(tree, packet, writer).search();
  } else {
    Walk<Shape, NoFilters>(tree, packet, writer).search();
  }
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
