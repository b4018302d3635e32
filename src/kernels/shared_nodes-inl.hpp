// SPDX-License-Identifier: MIT
// Where the queries of a packet start: at the nodes that their bounds touch, in their worlds.
//
// The union of all queries goes ahead, down to the last level on which it overlaps few entries.
// Why: queries that are close together share most of their way down.
#if defined(QUADPHASE_SHARED_NODES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_SHARED_NODES_INL
#undef QUADPHASE_SHARED_NODES_INL
#else
#define QUADPHASE_SHARED_NODES_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/tuning.hpp"
#include "kernels/filters-inl.hpp"
#include "kernels/item_list-inl.hpp"
#include "kernels/kernels.hpp"
#include "kernels/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Entries of one level of a tree, and their boxes.
class SharedNodes {
 public:
  /// Most entries that a packet starts with.
  static constexpr std::uint32_t kMaxCount = tuned<std::uint32_t>(64, 16);

  /// Needs at least one query.
  template <class Query>
  SharedNodes(const TreeView& tree, const QueryPacket<Query>& packet) : level_(tree.level_count) {
    const BoxVector around = broadcast_box(bounds_of_packet(packet));
    const WorldsOfPacket worlds = worlds_of_packet(tree, packet);
    Entries next;
    while (level_ > 0 && find_children(tree, level_ - 1, around, worlds, entries_, next)) {
      std::swap(entries_, next);
      --level_;
    }
  }

  /// The level of the entries: `level_count` is that of the root, which has no box.
  [[nodiscard]] std::uint32_t level() const { return level_; }
  [[nodiscard]] std::uint32_t count() const { return entries_.count; }
  /// Appends `(first, number)` for those of a vector of entries, from `i` on, that `shape` may hit.
  /// Numbers ascend with `i`.
  template <class Shape, std::size_t kCapacity>
  HWY_INLINE void append_hit(const Shape& shape, std::uint32_t i, std::uint32_t first,
                             ItemList<kCapacity>& items) const {
    const BoxVector boxes =
        load_boxes({entries_.min_x, entries_.min_y, entries_.max_x, entries_.max_y}, i);
    const FloatMask mask = shape.may_hit(boxes, first_lanes(entries_.count - i));
    const WordVector numbers = hn::LoadU(Words{}, entries_.numbers + i);
    items.write(items.size, hn::Set(Words{}, first), LaneCompressor(mask)(numbers));
    items.size += count_lanes(mask);
  }

 private:
  struct Entries {
    float min_x[kMaxCount + kFanout];
    float min_y[kMaxCount + kFanout];
    float max_x[kMaxCount + kFanout];
    float max_y[kMaxCount + kFanout];
    std::uint32_t numbers[kMaxCount + kFanout] = {0};  // the root
    std::uint32_t count = 1;
  };

  template <class Query>
  [[nodiscard]] static Box bounds_of_packet(const QueryPacket<Query>& packet) {
    Box around = bounds_of(packet.queries[0]);
    for (std::uint32_t i = 1; i < packet.count; ++i) {
      const Box& box = bounds_of(packet.queries[i]);
      around = {std::min(around.min_x, box.min_x), std::min(around.min_y, box.min_y),
                std::max(around.max_x, box.max_x), std::max(around.max_y, box.max_y)};
    }
    return around;
  }

  /// The lowest and the highest world that a query of a packet searches; or that all are searched.
  /// Tried: nodes of all worlds. 100,000 boxes on as many in 64 worlds in one place (Xeon): 509 ns
  /// per query against 122, and 96 if the worlds lie side by side.
  struct WorldsOfPacket {
    bool are_all = true;
    std::uint32_t least = 0xFFFF'FFFF;
    std::uint32_t greatest = 0;
  };

  template <class Query>
  [[nodiscard]] static WorldsOfPacket worlds_of_packet(const TreeView& tree,
                                                       const QueryPacket<Query>& packet) {
    WorldsOfPacket worlds;
    if (!tree.is_filtered() || packet.world_mask == 0) return worlds;
    worlds.are_all = false;
    for (std::uint32_t i = 0; i < packet.count; ++i) {
      worlds.least = std::min(worlds.least, packet.filters[i].world);
      worlds.greatest = std::max(worlds.greatest, packet.filters[i].world);
    }
    return worlds;
  }

  /// Those of `lanes`, entries of a level from `first` on, that have an object in these worlds.
  [[nodiscard]] static FloatMask in_worlds(const EntryFilterSpan& entries, std::uint32_t first,
                                           const WorldsOfPacket& worlds, FloatMask lanes) {
    if (worlds.are_all) return lanes;
    const Words d;
    const auto meet = worlds_meet(hn::Set(d, worlds.least), hn::Set(d, worlds.greatest),
                                  hn::LoadU(d, entries.min_world + first),
                                  hn::LoadU(d, entries.max_world + first));
    return hn::And(hn::RebindMask(Floats{}, meet), lanes);
  }

  /// The children, on `level`, that overlap `around` and have an object in one of `worlds`; false
  /// if there are too many.
  static bool find_children(const TreeView& tree, std::uint32_t level, const BoxVector& around,
                            const WorldsOfPacket& worlds, const Entries& parents,
                            Entries& children) {
    const Floats d;
    children.count = 0;
    for (std::uint32_t parent = 0; parent < parents.count; ++parent) {
      const std::uint32_t node = parents.numbers[parent];
      const std::uint32_t end = std::min(node * kFanout + kFanout, tree.sizes[level]);
      for (std::uint32_t first = node * kFanout; first < end; first += kLanes) {
        const BoxVector boxes = load_boxes(tree.levels[level], first);
        const FloatMask mask = in_worlds(tree.level_filters[level], first, worlds,
                                         overlap(around, boxes, first_lanes(end - first)));
        if (children.count + count_lanes(mask) > kMaxCount) return false;
        const LaneCompressor compress(mask);
        hn::StoreU(compress(boxes.min_x), d, children.min_x + children.count);
        hn::StoreU(compress(boxes.min_y), d, children.min_y + children.count);
        hn::StoreU(compress(boxes.max_x), d, children.max_x + children.count);
        hn::StoreU(compress(boxes.max_y), d, children.max_y + children.count);
        hn::StoreU(compress(iota(first)), Words{}, children.numbers + children.count);
        children.count += static_cast<std::uint32_t>(count_lanes(mask));
      }
    }
    return true;
  }

  std::uint32_t level_;
  Entries entries_;
};

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
