// SPDX-License-Identifier: MIT
// Kernel of the queries without an order: all objects that each box, circle or cast of a group may
// find.
//
// The queries go down the tree together, level by level; each step is one flat loop that turns a
// list of items into the next one, as in the pair search. A single query is a group of one.
//
//     (query, node)  --expand-->  (query, child)  ...  (query, leaf)  --test-->  hits
//
// A full list is emptied before its loop continues, so no list can overflow.
#if defined(QUADPHASE_WALK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_WALK_INL
#undef QUADPHASE_WALK_INL
#else
#define QUADPHASE_WALK_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <utility>

#include "kernels/hit_output-inl.hpp"
#include "kernels/item_list-inl.hpp"
#include "kernels/kernels.hpp"
#include "kernels/query_filters-inl.hpp"
#include "kernels/shapes-inl.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The walk of one group of queries through one tree.
template <class Shape, class Filters>
class Walk {
 public:
  using Group = QueryGroup<typename Shape::Query>;

  Walk(const TreeView& tree, const Group& group, ItemWriter<WalkHit>& writer)
      : tree_(tree), group_(group), filters_(tree, group), writer_(writer) {}

  void search() {
    if (tree_.level_count == 0) return;
    const std::uint32_t level = group_.count < kLeastTogether ? start_at_root() : start_together();
    for (std::uint32_t i = level; i > 0; --i) expand(i);
    test_leaves();
  }

 private:
  /// Items of a list. Tried: twice as many are no faster.
  static constexpr std::size_t kItems = 256;
  static_assert(kItems >= kGroupQueries);
  /// Groups of fewer queries start at the root.
  static constexpr std::uint32_t kLeastTogether = 8;
  /// Most entries that a group starts with.
  static constexpr std::uint32_t kCommon = 64;
  using List = ItemList<kItems>;

  /// Starts every query above the top level. Returns the level of the items.
  std::uint32_t start_at_root() {
    const std::uint32_t level = tree_.level_count;
    List& roots = lists_[level];
    for (std::uint32_t query = 0; query < group_.count; ++query) {
      if (filters_.is_idle(query)) continue;
      roots.first[roots.size] = query;
      roots.second[roots.size++] = 0;
    }
    return level;
  }

  /// The union of all queries goes ahead, down to the last level on which it overlaps at most
  /// kCommon entries; each query starts with those of them that it touches. Returns the level of
  /// the items. Why: queries that are close together share most of their way down.
  std::uint32_t start_together() {
    std::uint32_t level = tree_.level_count;
    Common common;
    Common next;
    common.numbers[0] = 0;
    common.count = 1;
    const BoxVector around = broadcast_box(bounds_of_group());
    while (level > 0 && find_children(level - 1, around, common, next)) {
      std::swap(common, next);
      --level;
    }
    if (level == tree_.level_count) return start_at_root();
    List& items = lists_[level];
    for (std::uint32_t query = 0; query < group_.count; ++query) {
      if (filters_.is_idle(query)) continue;
      const Shape shape(group_.queries[query]);
      for (std::uint32_t i = 0; i < common.count; i += kLanes) {
        const FloatMask mask = shape.touches(common.boxes(i), first_lanes(common.count - i));
        const auto numbers = LanePacker(mask)(hn::LoadU(Words{}, common.numbers + i));
        items.write(items.size, hn::Set(Words{}, query), numbers);
        items.size += count_lanes(mask);
        if (items.room() == 0) empty(level);
      }
    }
    return level;
  }

  [[nodiscard]] Box bounds_of_group() const {
    Box around = bounds_of(group_.queries[0]);
    for (std::uint32_t i = 1; i < group_.count; ++i) {
      const Box& box = bounds_of(group_.queries[i]);
      around = {std::min(around.min_x, box.min_x), std::min(around.min_y, box.min_y),
                std::max(around.max_x, box.max_x), std::max(around.max_y, box.max_y)};
    }
    return around;
  }

  /// Some entries of a level.
  struct Common {
    [[nodiscard]] HWY_INLINE BoxVector boxes(std::uint32_t i) const {
      return load_boxes({min_x, min_y, max_x, max_y}, i);
    }

    float min_x[kCommon + kFanout];
    float min_y[kCommon + kFanout];
    float max_x[kCommon + kFanout];
    float max_y[kCommon + kFanout];
    std::uint32_t numbers[kCommon + kFanout];
    std::uint32_t count = 0;
  };

  /// The children, on `level`, that overlap `around`; false where there are too many.
  bool find_children(std::uint32_t level, const BoxVector& around, const Common& parents,
                     Common& children) const {
    const Floats d;
    children.count = 0;
    for (std::uint32_t parent = 0; parent < parents.count; ++parent) {
      const std::uint32_t node = parents.numbers[parent];
      const std::uint32_t end = std::min(node * kFanout + kFanout, tree_.sizes[level]);
      for (std::uint32_t first = node * kFanout; first < end; first += kLanes) {
        const BoxVector boxes = load_boxes(tree_.levels[level], first);
        const FloatMask mask = overlap(around, boxes, first_lanes(end - first));
        if (children.count + count_lanes(mask) > kCommon) return false;
        const LanePacker pack(mask);
        hn::StoreU(pack(boxes.min_x), d, children.min_x + children.count);
        hn::StoreU(pack(boxes.min_y), d, children.min_y + children.count);
        hn::StoreU(pack(boxes.max_x), d, children.max_x + children.count);
        hn::StoreU(pack(boxes.max_y), d, children.max_y + children.count);
        hn::StoreU(pack(count_from(first)), Words{}, children.numbers + children.count);
        children.count += static_cast<std::uint32_t>(count_lanes(mask));
      }
    }
    return true;
  }

  /// Empties the list of nodes on `level` into that of their children.
  void expand(std::uint32_t level) {
    List& from = lists_[level];
    List& to = lists_[level - 1];
    for (std::size_t item = 0; item < from.size && !writer_.is_closed;) {
      const std::size_t last = std::min(from.size, item + to.room());
      expand_slice(level - 1, from, item, last, to);
      item = last;
      if (to.room() == 0) empty(level - 1);
    }
    from.size = 0;
  }

  void empty(std::uint32_t level) {
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
      const Shape shape(group_.queries[query]);
      const auto seeking = filters_.seek(query);
      const std::uint32_t end = std::min(node * kFanout + kFanout, entry_count);
      for (std::uint32_t first = node * kFanout; first < end; first += kLanes) {
        const BoxVector children = load_boxes(boxes, first);
        FloatMask mask = filters_.entries(level, seeking, first,
                                          shape.touches(children, first_lanes(end - first)));
        if constexpr (Shape::kHasInside) {
          // Why not for leaves: testing 16 boxes costs less.
          if (level > 0) {
            const FloatMask held = shape.holds(children, mask);
            if (HWY_UNLIKELY(!hn::AllFalse(Floats{}, held))) {
              take_whole(query, level, first, held);
              mask = hn::AndNot(held, mask);
            }
          }
        }
        to.write(size, hn::Set(Words{}, query), numbers(first, mask));
        size += count_lanes(mask);
      }
    }
    to.size = size;
  }

  /// Finds all that lies below some entries on `level`, without a test of boxes.
  HWY_NOINLINE void take_whole(std::uint32_t query, std::uint32_t level, std::uint32_t first,
                               FloatMask held) {
    std::uint32_t entries[kFanout];
    hn::StoreU(numbers(first, held), Words{}, entries);
    const std::size_t count = count_lanes(held);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t first_leaf = std::uint64_t{entries[i]} << (4 * level);
      const std::uint64_t last_leaf =
          std::min<std::uint64_t>((std::uint64_t{entries[i]} + 1) << (4 * level), tree_.sizes[0]);
      take_objects(query, tree_.leaf_first[first_leaf], tree_.leaf_first[last_leaf]);
    }
  }

  HWY_INLINE void take_objects(std::uint32_t query, std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i < last && !writer_.is_closed; i += kLanes) {
      if (writer_.room() < kFanout) {
        writer_.refill(writer_);
        if (writer_.is_closed) return;
      }
      FloatMask mask = first_lanes(last - i);
      if (tree_.has_tombstones) {
        const auto edges = hn::LoadU(Floats{}, tree_.objects.min_x + i);
        mask = hn::And(mask, hn::Eq(edges, edges));
      }
      Output output{writer_.cursor, {}};
      output.add(query, found(i), filters_.objects(query, i, mask));
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
      const Shape shape(group_.queries[query]);
      const std::uint32_t end = leaf_first[leaf + 1];
      std::uint32_t i = leaf_first[leaf];
      do {  // once, where a register has room for a leaf
        const FloatMask mask =
            filters_.objects(query, i, find(shape, load_boxes(objects, i), first_lanes(end - i)));
        output.add(query, found(i), mask);
        i += kLanes;
      } while (kLanes < kFanout && i < end);
    }
    writer_.cursor = output.cursor;
  }

  /// Those of `lanes` that the formula finds; or may find, where the caller evaluates the formula.
  [[nodiscard]] static HWY_INLINE FloatMask find(const Shape& shape, const BoxVector& boxes,
                                                 FloatMask lanes) {
    if constexpr (Shape::kIsExact) {
      return shape.finds(boxes, lanes);
    } else {
      return shape.touches(boxes, lanes);
    }
  }

  /// What is written of the objects from `i` on: their ids, or their positions.
  [[nodiscard]] HWY_INLINE WordVector found(std::uint32_t i) const {
    return Shape::kIsExact ? hn::LoadU(Words{}, tree_.ids + i) : count_from(i);
  }

  using Output = HitOutput<true, WalkHit>;

  const TreeView& tree_;
  const Group& group_;
  Filters filters_;
  ItemWriter<WalkHit>& writer_;
  List lists_[kMaxLevels + 1];  // [0]: leaves
};

template <class Shape>
void walk(const TreeView& tree, const QueryGroup<typename Shape::Query>& group,
          ItemWriter<WalkHit>& writer) {
  if (tree.is_filtered()) {
    Walk<Shape, QueryFilters>(tree, group, writer).search();
  } else {
    Walk<Shape, NoQueryFilters>(tree, group, writer).search();
  }
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
