// SPDX-License-Identifier: MIT
// The finished tree as the pair stage and the kernels read it: flat columns in tree order for every
// level, without pointers between nodes.
//
//     level 2          [ node box ]
//     level 1     [ node ][ node ][ node ]       entry i: 16 entries of level 0, from 16 i on
//     level 0   [leaf][leaf][leaf][leaf] ...     entry i: objects, from leaf_first[i] on
//     objects   o o o o o o o o o o o o o ...    columns of edges and ids
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "data/exact_boxes.hpp"
#include "data/filter_classes.hpp"
#include "quadphase/box.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::detail {

/// Columns of boxes. kFanout entries past the last one can be read; their values mean nothing.
struct BoxSpan {
  const float* min_x = nullptr;
  const float* min_y = nullptr;
  const float* max_x = nullptr;
  const float* max_y = nullptr;
};

/// Row `i` of the columns.
[[nodiscard]] inline Box box_at(const BoxSpan& boxes, std::size_t i) noexcept {
  return {boxes.min_x[i], boxes.min_y[i], boxes.max_x[i], boxes.max_y[i]};
}

/// Columns of the filters of objects in tree order. All are null if no object has a filter. Like
/// columns of boxes, they can be read past the last one.
struct FilterSpan {
  const std::uint32_t* category = nullptr;
  const std::uint32_t* mask = nullptr;
  const std::uint32_t* group = nullptr;
  const std::uint32_t* world = nullptr;

  [[nodiscard]] bool has_any() const noexcept {
    return category != nullptr || mask != nullptr || group != nullptr || world != nullptr;
  }
};

/// For each leaf or node, a summary of the filters below it, in columns. If the summaries of two
/// entries do not match, none of their objects may pair.
///
/// A tree has at most 64 filter classes, and an entry has one bit for each. The last two columns
/// are the first rows of matrices; see `FilterMatrix`. They are null if the tree has none.
struct EntryFilterSpan {
  const std::uint32_t* classes_low = nullptr;   // classes 0 to 31 below the entry
  const std::uint32_t* classes_high = nullptr;  // classes 32 to 63
  const std::uint32_t* partners_low =
      nullptr;  // classes of this tree that may pair with one of them
  const std::uint32_t* partners_high = nullptr;
  const std::uint32_t* group = nullptr;      // the group of all objects below; 0: none or several
  const std::uint32_t* min_world = nullptr;  // lowest and highest world below
  const std::uint32_t* max_world = nullptr;
  const std::uint32_t* masks = nullptr;       // by category bit: the masks that occur with it
  const std::uint32_t* categories = nullptr;  // by mask bit of `own_bits`: the categories with it
};

/// Levels above the objects. 32-bit ids fill at most 16^8 leaves.
inline constexpr std::uint32_t kMaxLevels = 9;

class IdMap;

struct TreeView {
  /// Stands for a least id that has not been computed. Even if it is a real id, no search gains by
  /// it.
  static constexpr ObjectId kUnknownId = 0xFFFF'FFFF;

  BoxSpan objects;
  const ObjectId* ids = nullptr;
  const std::uint32_t* leaf_first = nullptr;  // leaf_count + 1 entries
  std::uint32_t large_leaf_count = 0;         // leaves of large objects, which come first

  std::array<BoxSpan, kMaxLevels> levels{};       // [0]: the leaves
  std::array<std::uint32_t, kMaxLevels> sizes{};  // entries per level
  std::uint32_t level_count = 0;                  // the top level has at most kFanout entries
  ObjectId* least_ids = nullptr;                  // of entries, as their boxes lie; see `LeastIds`

  FilterSpan filters;
  std::array<EntryFilterSpan, kMaxLevels> level_filters{};  // for each level; null without filters
  const ClassTable* classes = nullptr;
  FilterMatrix matrix;
  bool has_only_worlds = false;   // all have the default category, mask and group
  ExactBoxes exact;               // of the objects, if some were given in double
  bool has_tombstones = false;    // some objects were removed and have boxes of NaN
  const IdMap* hidden = nullptr;  // ids that queries skip, but pairs do not; null: none

  [[nodiscard]] bool is_filtered() const noexcept { return filters.category != nullptr; }
  /// The number of objects in leaves.
  [[nodiscard]] std::size_t object_count() const noexcept {
    return level_count > 0 ? leaf_first[sizes[0]] : 0;
  }
};

/// The object at a position.
[[nodiscard]] inline ExactBox exact_box_at(const TreeView& tree, std::size_t position) noexcept {
  ExactBox box{box_at(tree.objects, position)};
  if (tree.exact.has_any()) {
    const std::size_t row = tree.exact.rows != nullptr ? tree.exact.rows[position] : position;
    box.doubles = tree.exact.boxes[row];
    box.origin = tree.exact.origin;
  }
  return box;
}

/// True if object `i` of tree `a` overlaps object `j` of tree `b`.
[[nodiscard]] inline bool overlap_exactly(const TreeView& a, std::size_t i, const TreeView& b,
                                          std::size_t j, bool touching) noexcept {
  return overlaps(exact_box_at(a, i), exact_box_at(b, j), touching);
}

/// A box that contains all objects of a tree; inverted if there are none.
[[nodiscard]] inline Box bounds_of(const TreeView& tree) noexcept {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  Box bounds{kInfinity, kInfinity, -kInfinity, -kInfinity};
  if (tree.level_count == 0) return bounds;
  const std::uint32_t top = tree.level_count - 1;
  for (std::uint32_t i = 0; i < tree.sizes[top]; ++i)
    bounds = merge(bounds, box_at(tree.levels[top], i));
  return bounds;
}

}  // namespace quadphase::detail
