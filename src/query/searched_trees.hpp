// SPDX-License-Identifier: MIT
// The trees of an engine that queries search, and whether any of them has filters.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "data/tree_view.hpp"
#include "quadphase/query.hpp"
#include "statics/static_set.hpp"

namespace quadphase::detail {

class SearchedTrees {
 public:
  static constexpr std::size_t kMaxTrees = 1 + 3 * kStaticLevels;

  SearchedTrees(Worlds worlds, const Origin& origin, bool touching, const Periods& periods)
      : origin_(origin),
        world_mask_(worlds == Worlds::all ? 0 : ~std::uint32_t{0}),
        touching_(touching),
        periods_(periods) {}

  void add(std::span<const TreeView* const> trees) {
    for (const TreeView* tree : trees) add(*tree);
  }
  void add(const TreeView& tree) {
    if (tree.level_count == 0) return;
    trees_[count_++] = &tree;
    has_filters_ = has_filters_ || tree.is_filtered();
  }

  /// The trees that are not empty.
  [[nodiscard]] std::span<const TreeView* const> view() const { return {trees_.data(), count_}; }
  /// The origin near which the floats of a tree are.
  [[nodiscard]] const Origin& origin_of(const TreeView& tree) const {
    return tree.exact.has_any() ? tree.exact.origin : origin_;
  }
  /// The origin of the frame.
  [[nodiscard]] const Origin& origin() const { return origin_; }
  /// 0 if a query searches all worlds; all ones if it searches one.
  [[nodiscard]] std::uint32_t world_mask() const { return world_mask_; }
  /// `Config::touching`.
  [[nodiscard]] bool touching() const { return touching_; }
  /// Of the world; most have none.
  [[nodiscard]] const Periods& periods() const { return periods_; }
  /// A box that contains all objects; inverted if there are none.
  [[nodiscard]] Box bounds() const {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    Box bounds{kInfinity, kInfinity, -kInfinity, -kInfinity};
    for (const TreeView* tree : view()) bounds = merge(bounds, bounds_of(*tree));
    return bounds;
  }
  /// False if the filter of a query rules out all objects, because none has a filter.
  [[nodiscard]] bool may_find(Filter filter) const {
    filter.world &= world_mask_;
    return has_filters_ || may_pair(filter, Filter{});
  }
  /// An upper bound of the number of objects in the trees.
  [[nodiscard]] std::size_t object_count() const {
    std::size_t count = 0;
    for (const TreeView* tree : view()) count += tree->object_count();
    return count;
  }

 private:
  std::array<const TreeView*, kMaxTrees> trees_{};
  std::size_t count_ = 0;
  Origin origin_;
  std::uint32_t world_mask_;
  bool touching_;
  Periods periods_;
  bool has_filters_ = false;
};

}  // namespace quadphase::detail
