// SPDX-License-Identifier: MIT
// Stage 4, tree, for objects with filters: the filter columns in tree order, and for each leaf and
// node a summary of the filters below it.
//
// Cost:    a random read of each given column, a write of 16 bytes per object and 28 per entry; of
//          objects that have worlds only, 4 and 8 while their number changes little.
//          With more combinations of category and mask than classes, 4 to 8 bytes more per entry
//          and category bit, and up to 64 steps per object.
// Threads: for each level, a task per run of leaves or nodes; classes are counted in fixed chunks.
#pragma once

#include <cstddef>
#include <memory_resource>

#include "base/buffer.hpp"
#include "base/parallel.hpp"
#include "data/filter_classes.hpp"
#include "data/objects.hpp"
#include "tree/filter_combinations.hpp"
#include "tree/tree.hpp"

namespace quadphase::detail {

struct TreeFilters {
  explicit TreeFilters(std::pmr::memory_resource* resource)
      : objects(resource), entries(resource), counts(resource) {}

  /// Room for that many objects below that many entries; `only_worlds`: if `has_only_worlds` is
  /// true of them. Matrices get theirs when there are some.
  void reserve(std::size_t object_count, std::size_t entry_count, bool only_worlds);
  /// Gives back what the filters of a tree that has been shrunk do not need.
  void shrink(TreeView& tree) noexcept;
  /// Gives back all memory.
  void release() noexcept;
  /// Room for four columns of at least that many rows; if they must grow, of so many more. Returns
  /// how far they lie apart.
  std::size_t ensure_rows(std::size_t rows, std::size_t spare);

  ClassTable classes;
  FilterCombinations combinations;  // empty if each has a class of its own
  Buffer<std::uint32_t> objects;    // four columns
  /// How far these lie apart, if all but the last hold the default filter in all rows, and stay for
  /// the next tree of objects that have worlds only; otherwise 0.
  std::size_t alike_stride = 0;
  Buffer<std::uint32_t> entries;  // of all levels: seven columns, or two, and rows of matrices
  CombinationCounts counts;
};

/// Fills `filters` and sets the tree's view of them. `view.ids` must still hold rows of `objects`.
/// Errors: `std::bad_alloc`, with the view as it was.
void add_filters(const Objects& objects, const Kernels& kernels, const Workers& workers,
                 TreeView& view, TreeFilters& filters);
/// As above, with filters that let everything pair, whatever `view.ids` holds. Call it outside of
/// `workers.run`.
void add_default_filters(const Kernels& kernels, Workers& workers, TreeView& view,
                         TreeFilters& filters);

}  // namespace quadphase::detail
