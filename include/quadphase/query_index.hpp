// SPDX-License-Identifier: MIT
// The tree of a set of boxes, for programs that only search: no pairs, events or static objects.
#pragma once

#include <cstddef>
#include <span>

#include "quadphase/attributes.hpp"
#include "quadphase/boxes.hpp"
#include "quadphase/config.hpp"
#include "quadphase/export.hpp"
#include "quadphase/pair.hpp"
#include "quadphase/queries.hpp"
#include "quadphase/visitor.hpp"

namespace quadphase {

struct Cell;  // in cells.hpp

/// A spatial index of boxes that is built in one call, and rebuilt when many boxes have moved.
///
///     quadphase::QueryIndex index;
///     index.build(boxes);
///     index.for_each_overlap(view, [&](quadphase::ObjectId id) { draw(id); });
///
/// It has the queries of a `BroadPhase` after `build`, with the same results. The tree is a copy:
/// the caller's boxes are not read after the call.
///
/// Ids:     the rows of the boxes, or `Attributes::ids`. `Attributes::generation` is not read.
/// Threads: one thread at a time may call a non-const function; between such calls, many threads
///          may search.
/// Memory:  at most 75 bytes per object for 20,000 objects or more, nearly half of that for
///          sorting. Buffers grow; they shrink only through `shrink_to_fit` or when memory runs
///          out. Rebuilding with as many objects allocates nothing.
/// Errors:  `std::invalid_argument` if an argument breaks a rule, before anything changes;
///          `std::bad_alloc`, after which there is nothing to search until the next `build`.
class QUADPHASE_API QueryIndex : public Queries {
 public:
  /// `config`: as for a `BroadPhase`; `max_pairs`, `events` and `previous_indices` mean nothing
  /// here. Errors: `std::invalid_argument` if a field is out of range.
  explicit QueryIndex(const Config& config = {});
  ~QueryIndex();
  /// An index that was moved from may only be assigned to or destroyed.
  QueryIndex(QueryIndex&& other) noexcept;
  /// As above.
  QueryIndex& operator=(QueryIndex&& other) noexcept;

  /// Makes room for that many objects, so that `build` allocates nothing. Drops the tree.
  void reserve(std::size_t object_count);

  /// Indexes these boxes in place of all others. Boxes with NaN or `max < min` are not found;
  /// `rejected_ids` lists them.
  ///
  /// Complexity: O(n log n) work, on all threads, close to linear in practice.
  /// Memory: for boxes in double, 32 more bytes per box, and 4 more with ids.
  void build(const Boxes& boxes, const Attributes& attributes = {});

  /// Gives a few objects other boxes, or adds them, until the next `build`: see
  /// `BroadPhase::patch`.
  void patch(const Boxes& boxes, const Column<ObjectId>& ids, const Attributes& attributes = {});
  /// Hides a few objects, until the next `build`: see `BroadPhase::hide`.
  void hide(std::span<const ObjectId> ids);

  /// The ids of the boxes that the last `build` rejected, ascending. Lifetime: valid until the next
  /// non-const call.
  [[nodiscard]] std::span<const ObjectId> rejected_ids() const noexcept;

  /// Calls `visit(const Cell&)` for each node and leaf of the tree: see
  /// `BroadPhase::for_each_cell`.
  template <class Visit>
  void for_each_cell(Visit&& visit) const {
    visit_cells(detail::erased<Cell>(visit));
  }

  /// Bytes that the index holds now.
  [[nodiscard]] std::size_t byte_count() const noexcept;
  /// Frees the memory that searching does not need, more than half of the total: see
  /// `BroadPhase::shrink_to_fit`. Errors: `std::logic_error` in a visitor of this index.
  void shrink_to_fit();

 private:
  friend struct detail::TryAccess;  // for try.hpp

  void visit_cells(detail::ErasedVisitor<Cell> visitor) const;
};

}  // namespace quadphase
