// SPDX-License-Identifier: MIT
// Search between a caller's boxes and the trees of an engine: the boxes get a tree of their own,
// which is joined with the others; then the hits are written by rows.
//
// Order:   ascending by row, then by id.
// Cost:    that of a frame's first four stages, and of the tree-tree join; few boxes get no tree.
// Threads: as the stages. All state is in the `Between` and on the stack, so searches with a
//          `Between` each run at once. A thread that waits in one may take up tasks of another: no
//          task waits, so none is interrupted with a worker's scratch in use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "base/buffer.hpp"
#include "base/compressed_rows.hpp"
#include "base/parallel.hpp"
#include "base/synchronized_resource.hpp"
#include "input/box_buffers.hpp"
#include "input/objects.hpp"
#include "pairs/tree_join.hpp"
#include "quadphase/pairs_between.hpp"
#include "tree/build_tree.hpp"

namespace quadphase::detail {

/// The buffers and the answer of a search.
struct Between {
  explicit Between(std::pmr::memory_resource* resource);

  [[nodiscard]] std::size_t byte_count() const noexcept;

  SynchronizedResource memory;

  // The caller's boxes.
  BoxBuffers boxes;               // where they cannot be read in place
  Buffer<std::uint32_t> columns;  // of few boxes: rows, and four columns of filters
  std::uint32_t few_leaf[2] = {};
  BuildScratch build;
  Tree tree;
  TreeFilters filters;
  std::size_t object_capacity = 0;

  // The join.
  std::vector<JoinScratch> scratch;  // a worker

  // The answer.
  Rows rows;
  Buffer<QueryHit> pairs;
};

struct BetweenRules {
  LeafRules leaves;
  bool first_only = false;  // at most the lowest id a row
};

/// Finds the overlaps of `objects`, by their fat boxes, with those of `others`, of whose
/// objects no two have one id; the others are all filtered, or none. `threads`: whose threads to
/// use, whatever else they do. Errors: `std::bad_alloc`; the answer is then empty, with no rows.
void find_between(const Objects& objects, std::span<const TreeView* const> others,
                  const BetweenRules& rules, const Kernels& kernels, Workers& threads,
                  Between& between);

}  // namespace quadphase::detail

namespace quadphase {

struct OverlapResult::Search : detail::Between {
  using Between::Between;
};

}  // namespace quadphase
