// SPDX-License-Identifier: MIT
// Stage 4, tree, for objects with filters: the filter columns in tree order, and for each leaf and
// node a summary of the filters below it.
//
// Cost:    a random read of each given column, a write of 16 bytes per object and 28 per entry.
// Threads: for each level, a task per run of leaves or nodes; classes are counted in fixed chunks.
#pragma once

#include <cstddef>
#include <memory_resource>

#include "base/buffer.hpp"
#include "base/parallel.hpp"
#include "input/objects.hpp"
#include "tree/filter_classes.hpp"
#include "tree/tree.hpp"

namespace quadphase::detail {

/// The filter classes of some objects as far as there is room, and the bits of all further classes.
struct ClassCount {
  ClassTable table;
  std::uint32_t other_category = 0;
  std::uint32_t other_mask = 0;
};

struct TreeFilters {
  explicit TreeFilters(std::pmr::memory_resource* resource)
      : objects(resource), entries(resource), chunks(resource) {}

  /// Room for that many objects in that many leaves.
  void reserve(std::size_t object_count, std::size_t leaf_count);
  [[nodiscard]] std::size_t byte_count() const noexcept {
    return objects.byte_count() + entries.byte_count() + chunks.byte_count();
  }

  ClassTable classes;
  Buffer<std::uint32_t> objects;  // four columns
  Buffer<std::uint32_t> entries;  // seven columns of all levels
  Buffer<ClassCount> chunks;
};

/// Fills `filters` and sets the tree's view of them. `tree.ids` must still hold rows of `objects`.
/// Errors: `std::bad_alloc`.
void add_filters(const Objects& objects, const Workers& workers, Tree& tree, TreeFilters& filters);

}  // namespace quadphase::detail
