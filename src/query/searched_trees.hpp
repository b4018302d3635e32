// SPDX-License-Identifier: MIT
// The trees of an engine, as queries see them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "engine.hpp"
#include "pairs/pairs.hpp"
#include "statics/static_set.hpp"
#include "tree/tree_view.hpp"

namespace quadphase::detail {

/// The trees that a query is put to.
struct SearchedTrees {
  explicit SearchedTrees(const Engine& engine) {
    const JoinedTrees own = engine.trees();
    if (!engine.has_tree) return;
    trees[count++] = &own.moving;
    for (const TreeView* tree : own.statics) trees[count++] = tree;
  }

  [[nodiscard]] std::span<const TreeView* const> view() const { return {trees.data(), count}; }
  /// True where the filter of a query rules out all objects, because none has a filter.
  [[nodiscard]] bool are_ruled_out(const Filter& filter) const {
    const bool filtered = std::any_of(
        trees.begin(), trees.begin() + count,
        [](const TreeView* tree) { return tree->level_count > 0 && tree->is_filtered(); });
    return !filtered && !may_pair(filter, Filter{});
  }

  /// The only one that is not empty; null where there are several, or none.
  [[nodiscard]] const TreeView* only() const {
    const TreeView* found = nullptr;
    for (const TreeView* tree : view()) {
      if (tree->level_count == 0) continue;
      if (found != nullptr) return nullptr;
      found = tree;
    }
    return found;
  }

  std::array<const TreeView*, 1 + kStaticLevels> trees{};
  std::size_t count = 0;
};

}  // namespace quadphase::detail
