// SPDX-License-Identifier: MIT
// Leaf hits: a way to the sorted hits of a tree-tree join that sorts fewer items. Where objects
// overlap many others, neighbors overlap the same ones, and a leaf hit stands for the hits of all
// objects of a leaf with one other; see `LeafHit`.
//
// Source:  a transposition of a matrix of bits: a row for each object of the other tree, sorted by
//          id, and a column for each object of the leaf.
// Cost:    a search of one leaf for each task, which says whether it pays. Then as the search for
//          hits, of which at most five times as many steps lead to the same tests; a sort of the
//          leaf hits; and a vector for some leaf hits and each object of the leaf.
//          docs/performance.md has what it saves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/function_ref.hpp"
#include "base/join_hit.hpp"
#include "data/tree_view.hpp"
#include "kernels/kernels.hpp"
#include "pairs/join_scratch.hpp"

namespace quadphase::detail {

/// True if objects of the others overlap many objects of the same leaf of `a`, so that leaf hits
/// are worth it. Looks at one leaf of the task.
[[nodiscard]] bool has_shared_hits(const TreeView& a, const JoinTask& task,
                                   std::span<const TreeView* const> others, const Kernels& kernels);

/// The hits of the leaf hits of a task, which `scratch.writer` wrote, by position and id. There are
/// `hit_count`. Lifetime: until the next call with `scratch`. Errors: `std::bad_alloc`.
[[nodiscard]] std::span<const JoinHit> write_leaf_hits(const TreeView& a, const JoinTask& task,
                                                       const Kernels& kernels,
                                                       std::size_t hit_count, JoinScratch& scratch);

/// The same in slices of up to `most` hits, which are at least as many as there are leaf hits:
/// calls `visit(hits)`.
void visit_leaf_hits(const TreeView& a, const JoinTask& task, const Kernels& kernels,
                     std::size_t most, JoinScratch& scratch,
                     FunctionRef<void(std::span<const JoinHit>)> visit);

}  // namespace quadphase::detail
