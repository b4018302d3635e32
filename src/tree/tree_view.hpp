// SPDX-License-Identifier: MIT
// The finished tree as the pair stage and its kernels read it: flat columns, no pointers between
// nodes. Every level is structure-of-arrays boxes, in tree order.
//
//     level 2          [ node box ]
//     level 1     [ node ][ node ][ node ]       entry i: 16 entries of level 0, from 16 i on
//     level 0   [leaf][leaf][leaf][leaf] ...     entry i: objects, from leaf_first[i] on
//     objects   o o o o o o o o o o o o o ...    columns of edges and ids
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "quadphase/box.hpp"
#include "quadphase/pair.hpp"
#include "tree/filter_classes.hpp"

namespace quadphase::detail {

/// Columns of boxes. Readable, though not meaningful, for kFanout entries behind the last one.
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

/// Columns of filters, of objects in tree order. All null where no object has a filter. Readable,
/// as those of boxes, behind the last one.
struct FilterSpan {
  const std::uint32_t* category = nullptr;
  const std::uint32_t* mask = nullptr;
  const std::uint32_t* group = nullptr;
  const std::uint32_t* world = nullptr;
};

/// What a leaf or node says of the filters below it, in columns: where two of them cannot match, no
/// objects of theirs can.
///
/// A kind is a pair (category, mask); a tree has at most 64, and an entry one bit for each.
struct EntryFilterSpan {
  const std::uint32_t* classes_low = nullptr;   // kinds 0 to 31 below
  const std::uint32_t* classes_high = nullptr;  // kinds 32 to 63
  const std::uint32_t* partners_low =
      nullptr;  // kinds of this tree that may pair with some of them
  const std::uint32_t* partners_high = nullptr;
  const std::uint32_t* group = nullptr;        // of all objects below; 0: of none, or of several
  const std::uint32_t* first_world = nullptr;  // least and greatest world below
  const std::uint32_t* last_world = nullptr;
};

/// Levels above the objects: 16^8 leaves are the most that 32-bit ids can fill.
inline constexpr std::uint32_t kMaxLevels = 9;

struct TreeView {
  BoxSpan objects;
  const ObjectId* ids = nullptr;
  const std::uint32_t* leaf_first = nullptr;  // leaf_count + 1 entries
  std::uint32_t large_leaf_count = 0;         // leaves of large objects, which come first

  std::array<BoxSpan, kMaxLevels> levels{};       // [0]: the leaves
  std::array<std::uint32_t, kMaxLevels> sizes{};  // entries a level
  std::uint32_t level_count = 0;                  // the top level has at most kFanout entries

  FilterSpan filters;
  std::array<EntryFilterSpan, kMaxLevels> level_filters{};  // as `levels`; null without filters
  const ClassTable* classes = nullptr;
  bool has_tombstones = false;  // some objects have boxes of NaN, for they are gone

  [[nodiscard]] bool is_filtered() const noexcept { return filters.category != nullptr; }
};

}  // namespace quadphase::detail
