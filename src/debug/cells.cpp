// SPDX-License-Identifier: MIT
// Cells for pictures: the tree keeps leaves and no cells, so these are found again, from the order
// of the objects and the rules by which it arose.
//
// A cell is a run of objects. Its quarters are told by the next two bits of its objects' keys, and
// are runs, too, where the key is the one that they were sorted by: that of the frame, or in a bin
// or cell that was quantized anew, one over the centers of the run itself.
//
// Why not noted while the tree is built: that would cost every frame, for what few ever ask. The
// price is that a tree of static objects, some of which have left since, may not tell over which
// bounds it was built. Its objects are then shown in cells of their own, as full as leaves may be.
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/floating_point_mode.hpp"
#include "engine.hpp"
#include "quadphase/broad_phase.hpp"
#include "quadphase/cells.hpp"
#include "tree/morton.hpp"
#include "tree/tree_view.hpp"

namespace quadphase {
namespace {

using detail::Bounds;
using detail::CellBounds;
using detail::Key;

/// An object that lives, as its tree has it.
struct Placed {
  Box box;
  Point center;
  std::uint32_t world;
  std::uint32_t leaf;
};

float to_float(double coordinate) noexcept {
  constexpr auto kLargest = static_cast<double>(std::numeric_limits<float>::max());
  return static_cast<float>(std::clamp(coordinate, -kLargest, kLargest));
}

/// What keys are made by.
struct Curve {
  detail::Quantizer quantizer;
  detail::WorldRange worlds;

  Curve() = default;
  explicit Curve(const detail::ObjectKeys& keys) : quantizer(keys.quantizer), worlds(keys.worlds) {}
  explicit Curve(const CellBounds& bounds)
      : quantizer(bounds.centers), worlds(bounds.first_world, bounds.last_world) {}

  [[nodiscard]] Key key(const Placed& object) const noexcept {
    const Key position = quantizer.key(object.center);
    return worlds.bits == 0 ? position : worlds.place(position, object.world);
  }
  /// Which quarter of its cell on `level` an object is in.
  [[nodiscard]] std::size_t quarter(const Placed& object, int level) const noexcept {
    return key(object) >> (detail::kKeyBits - 2 * (level + 1)) & 3;
  }

  /// The cell around a key on `level`: from its first position on the curve to its last.
  [[nodiscard]] Box rectangle(Key key, int level) const noexcept {
    constexpr Key kPositions = (Key{1} << detail::kKeyBits) - 1;
    const int open_bits = detail::kKeyBits - std::max(0, 2 * level - worlds.bits);
    const Key inside = (Key{1} << open_bits) - 1;
    const Key first = key << worlds.bits & kPositions & ~inside;
    const detail::Cell low = quantizer.cell_at(first);
    const detail::Cell high = quantizer.cell_at(first | inside);
    const auto edge = [this](double origin, std::uint32_t cell) {
      return to_float(quantizer.scale > 0 ? origin + cell / quantizer.scale : origin);
    };
    return {edge(quantizer.origin_x, low.column), edge(quantizer.origin_y, low.row),
            edge(quantizer.origin_x, high.column + 1), edge(quantizer.origin_y, high.row + 1)};
  }
};

/// Lists the cells of one tree.
class CellList {
 public:
  CellList(const detail::LeafRules& rules, bool is_static) : rules_(rules), is_static_(is_static) {}

  /// `curve`: that of the tree's keys where it is known; otherwise one over the objects' bounds.
  [[nodiscard]] std::vector<Cell> list(const detail::TreeView& tree,
                                       const std::optional<Curve>& curve) {
    cells_.clear();
    read(tree);
    const auto first_small =
        std::partition_point(objects_.begin(), objects_.end(),
                             [&](const Placed& o) { return o.leaf < tree.large_leaf_count; });
    const auto large_count = static_cast<std::size_t>(first_small - objects_.begin());
    const Curve root = curve ? *curve : Curve(bounds_of({0, objects_.size()}));
    is_large_ = true;
    add({0, large_count}, {root, 0, 0, kPlane, Order::by_parts});
    is_large_ = false;
    add({large_count, objects_.size()}, {root, 0, 0, kPlane, Order::by_parts});
    return std::move(cells_);
  }

 private:
  /// Objects `[begin, end)`.
  struct Run {
    std::size_t begin, end;
    [[nodiscard]] std::size_t size() const noexcept { return end - begin; }
  };
  /// How the tree has sorted the objects of a run.
  enum class Order {
    by_curve,  // leaf by leaf by their keys
    by_parts,  // some of its cells by keys of their own, further down
    unknown    // the leaves say nothing
  };
  /// Where a run's cell is.
  struct Place {
    const Curve& curve;
    int level;            // of the curve
    std::uint32_t depth;  // of the tree
    Box parent;
    Order order;
  };
  static constexpr float kInfinity = std::numeric_limits<float>::infinity();
  static constexpr Box kPlane{-kInfinity, -kInfinity, kInfinity, kInfinity};

  /// The dead have boxes of NaN.
  void read(const detail::TreeView& tree) {
    objects_.clear();
    const std::uint32_t leaf_count = tree.level_count > 0 ? tree.sizes[0] : 0;
    for (std::uint32_t leaf = 0; leaf < leaf_count; ++leaf) {
      for (std::uint32_t i = tree.leaf_first[leaf]; i < tree.leaf_first[leaf + 1]; ++i) {
        const Box box = detail::box_at(tree.objects, i);
        if (!is_valid(box)) continue;
        const std::uint32_t world = tree.is_filtered() ? tree.filters.world[i] : 0;
        objects_.push_back({box, center(box), world, leaf});
      }
    }
  }

  [[nodiscard]] CellBounds bounds_of(Run run) const {
    CellBounds bounds;
    for (std::size_t i = run.begin; i < run.end; ++i) {
      bounds.centers.include(objects_[i].center);
      bounds.first_world = std::min(bounds.first_world, objects_[i].world);
      bounds.last_world = std::max(bounds.last_world, objects_[i].world);
    }
    if (run.size() == 0) bounds.first_world = 0;
    return bounds;
  }

  [[nodiscard]] Box tight_of(Run run) const {
    Box tight = objects_[run.begin].box;
    for (std::size_t i = run.begin + 1; i < run.end; ++i) {
      const Box& box = objects_[i].box;
      tight = {std::min(tight.min_x, box.min_x), std::min(tight.min_y, box.min_y),
               std::max(tight.max_x, box.max_x), std::max(tight.max_y, box.max_y)};
    }
    return tight;
  }

  /// The square of the curve, and what else the cell holds: centers outside of the core count to
  /// the cells on its edge, and edges are rounded. All of it inside of the cell above, out of which
  /// a square around a crowd may reach.
  ///
  /// Invariant: rectangles of siblings have at most an edge in common, as keys and rounding are
  /// monotone; or a strip that even doubles cannot tell from an edge, far away from an origin.
  [[nodiscard]] Box rectangle_of(Run run, const Place& place, const Bounds& centers) const {
    const Box square = place.curve.rectangle(place.curve.key(objects_[run.begin]), place.level);
    return {std::max(place.parent.min_x, std::min(square.min_x, centers.min_x)),
            std::max(place.parent.min_y, std::min(square.min_y, centers.min_y)),
            std::min(place.parent.max_x, std::max(square.max_x, centers.max_x)),
            std::min(place.parent.max_y, std::max(square.max_y, centers.max_y))};
  }

  [[nodiscard]] bool is_leaf(Run run, const Place& place, const CellBounds& bounds) const {
    if (bounds.is_point() || place.depth >= rules_.max_depth) return true;
    if (place.order == Order::unknown) return run.size() <= rules_.capacity;
    return objects_[run.begin].leaf == objects_[run.end - 1].leaf;
  }

  /// Adds the cell of a run, then those below it.
  void add(Run run, const Place& place) {
    if (run.size() == 0) return;
    const CellBounds bounds = bounds_of(run);
    Cell cell;
    cell.rectangle = rectangle_of(run, place, bounds.centers);
    cell.tight = tight_of(run);
    cell.object_count = run.size();
    cell.depth = place.depth;
    cell.is_leaf = is_leaf(run, place, bounds);
    cell.is_large = is_large_;
    cell.is_static = is_static_;
    cells_.push_back(cell);
    if (!cell.is_leaf) quarter(run, place, bounds, cell.rectangle);
  }

  /// Invariant: ends. A level of a curve halves the cell, and a curve over the run's own bounds
  /// parts it on its first level.
  void quarter(Run run, const Place& place, const CellBounds& bounds, const Box& rectangle) {
    const Curve own(bounds);
    const std::uint32_t depth = place.depth + 1;
    const auto go_on = [&](Order order) {
      add_quarters(run, {place.curve, place.level + 1, depth, rectangle, order});
    };
    const auto cut_anew = [&](Order order) {
      add_quarters(run, {own, 1, depth, rectangle, order});
    };
    const bool has_level = place.level < detail::kAxisBits;
    if (has_level && (place.order != Order::by_parts || is_sorted(run, place.curve)))
      return go_on(place.order == Order::unknown ? Order::unknown : Order::by_curve);
    if (place.order == Order::unknown) return cut_anew(Order::unknown);
    if (is_sorted(run, own)) return cut_anew(Order::by_curve);
    if (has_level && is_in_quarters(run, place.curve, place.level)) return go_on(Order::by_parts);
    if (is_in_quarters(run, own, 0)) return cut_anew(Order::by_parts);
    if (has_level) return go_on(Order::unknown);
    cut_anew(Order::unknown);
  }

  /// True where no leaf holds a lesser key than one before it.
  [[nodiscard]] bool is_sorted(Run run, const Curve& curve) const {
    Key most_before = 0;  // in the leaves before
    Key most = 0;
    for (std::size_t i = run.begin; i < run.end; ++i) {
      if (i > run.begin && objects_[i].leaf != objects_[i - 1].leaf) most_before = most;
      const Key key = curve.key(objects_[i]);
      if (key < most_before) return false;
      most = std::max(most, key);
    }
    return true;
  }

  /// True where the quarters of a cell on `level` are runs, one behind the other.
  [[nodiscard]] bool is_in_quarters(Run run, const Curve& curve, int level) const {
    const auto begin = objects_.begin();
    return std::is_sorted(begin + static_cast<std::ptrdiff_t>(run.begin),
                          begin + static_cast<std::ptrdiff_t>(run.end),
                          [&](const Placed& a, const Placed& b) {
                            return curve.quarter(a, level) < curve.quarter(b, level);
                          });
  }

  /// Cuts a run into the quarters above `place`; moves objects only where they are no runs.
  void add_quarters(Run run, const Place& place) {
    std::size_t begin = run.begin;
    for (std::size_t quarter = 0; quarter < 4; ++quarter) {
      const auto first = objects_.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto next = std::stable_partition(
          first, objects_.begin() + static_cast<std::ptrdiff_t>(run.end),
          [&](const Placed& o) { return place.curve.quarter(o, place.level - 1) == quarter; });
      const auto end = begin + static_cast<std::size_t>(next - first);
      add({begin, end}, place);
      begin = end;
    }
  }

  const detail::LeafRules rules_;
  const bool is_static_;
  bool is_large_ = false;
  std::vector<Placed> objects_;  // in the order of the tree
  std::vector<Cell> cells_;
};

}  // namespace

void BroadPhase::visit_cells(detail::ErasedVisitor<Cell> visitor) const {
  const detail::DefaultFloatingPointMode mode;
  const detail::Engine& engine = *engine_;
  const auto commit = [&](std::span<const Cell> cells) {
    return mode.outside([&] { return visitor.call(visitor.target, cells); });
  };
  if (!engine.has_tree) return;
  const Curve curve(engine.frame.keys);
  if (!commit(CellList(engine.leaf_rules, false).list(engine.frame.tree.view, curve))) return;
  for (const detail::TreeView* tree : engine.trees().statics) {
    const auto cells = CellList(engine.leaf_rules, true).list(*tree, std::nullopt);
    if (!commit(cells)) return;
  }
}

}  // namespace quadphase
