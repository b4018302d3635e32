// SPDX-License-Identifier: MIT
#include "tree/cells.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/tuning.hpp"

namespace quadphase::detail {
namespace {

/// Why: which zero is the least of -0 and 0 depends on the order in which boxes are compared, and
/// so on the instruction set.
Box with_positive_zeros(const Box& box) noexcept {
  return {box.min_x + 0.0F, box.min_y + 0.0F, box.max_x + 0.0F, box.max_y + 0.0F};
}

class CellWalk {
 public:
  CellWalk(const TreeView& tree, bool is_static,
           FunctionRef<bool(const quadphase::Cell& cell)> visit)
      : tree_(tree), is_static_(is_static), visit_(visit) {}

  /// Entries `[first, last)` of a level, each before those below it.
  [[nodiscard]] bool walk(std::uint32_t level, std::uint32_t first, std::uint32_t last) const {
    for (std::uint32_t entry = first; entry < last; ++entry) {
      const quadphase::Cell cell = cell_at(level, entry);
      if (cell.object_count == 0) continue;  // only removed static objects
      if (!visit_(cell)) return false;
      if (level == 0) continue;
      const std::uint32_t end = std::min(tree_.sizes[level - 1], (entry + 1) * kFanout);
      if (!walk(level - 1, entry * kFanout, end)) return false;
    }
    return true;
  }

 private:
  [[nodiscard]] quadphase::Cell cell_at(std::uint32_t level, std::uint32_t entry) const {
    const std::uint32_t shift = 4 * level;  // leaf n is below entry n >> shift
    static_assert(kFanout == 16);
    const auto first_leaf = static_cast<std::uint32_t>(std::uint64_t{entry} << shift);
    const auto last_leaf = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(tree_.sizes[0], std::uint64_t{entry + 1} << shift));
    quadphase::Cell cell;
    cell.bounds = with_positive_zeros(box_at(tree_.levels[level], entry));
    cell.object_count = count_objects(tree_.leaf_first[first_leaf], tree_.leaf_first[last_leaf]);
    if (level == 0) {
      const std::uint32_t first = tree_.leaf_first[entry];
      cell.ids = {tree_.ids + first, tree_.leaf_first[entry + 1] - first};
    }
    cell.level = level;
    cell.depth = tree_.level_count - 1 - level;
    cell.is_leaf = level == 0;
    cell.is_large = last_leaf <= tree_.large_leaf_count;
    cell.is_static = is_static_;
    return cell;
  }

  /// Objects at positions `[first, last)`, without tombstones, whose boxes are NaN.
  [[nodiscard]] std::size_t count_objects(std::uint32_t first, std::uint32_t last) const {
    if (!tree_.has_tombstones) return last - first;
    std::size_t count = 0;
    for (std::uint32_t i = first; i < last; ++i)
      count += is_valid(box_at(tree_.objects, i)) ? 1U : 0U;
    return count;
  }

  const TreeView& tree_;
  const bool is_static_;
  const FunctionRef<bool(const quadphase::Cell& cell)> visit_;
};

}  // namespace

bool visit_cells(const TreeView& tree, bool is_static,
                 FunctionRef<bool(const quadphase::Cell& cell)> visit) {
  if (tree.level_count == 0) return true;
  const std::uint32_t top = tree.level_count - 1;
  return CellWalk(tree, is_static, visit).walk(top, 0, tree.sizes[top]);
}

}  // namespace quadphase::detail
