// SPDX-License-Identifier: MIT
// The world of a simulation: discs, and what a step does with them around the broad phase. All of
// it runs on all threads of the calling thread's arena, and gives the same bytes by id on any
// number of them, whatever the order of rows and pairs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "baselines/support/radix_sort.hpp"
#include "quadphase/box.hpp"
#include "quadphase/pair.hpp"
#include "scenes/columns.hpp"
#include "steps/disc.hpp"

namespace quadphase::bench::steps {

class Discs {
 public:
  /// A disc inside each box, with a speed of up to a tenth of its width along each axis. They stay
  /// in the bounds of all boxes. Rows are ids at first.
  Discs(const BoxView& boxes, std::uint64_t seed);

  [[nodiscard]] std::size_t size() const noexcept { return discs_.size(); }
  /// Of the discs where they are, by row.
  [[nodiscard]] BoxView boxes() const noexcept { return boxes_.view(); }
  /// By row.
  [[nodiscard]] std::span<const ObjectId> ids() const noexcept { return ids_; }

  /// Changes velocities by what the last step's pairs pushed, moves all discs and writes their
  /// boxes.
  void move();

  /// The narrow phase of pairs of rows. `is_shared`: other threads do the same with other pairs.
  void collide(std::span<const Pair> pairs, bool is_shared);

  /// Moves row `order[i]` to row i. Boxes are as before until the next move.
  void reorder(std::span<const ObjectId> order);

  /// All rows along the Z-curve of centers, by a parallel radix sort. Lifetime: until the next
  /// call.
  [[nodiscard]] std::span<const ObjectId> curve_order();

  /// How many of these pairs of rows overlap as discs.
  [[nodiscard]] std::size_t contact_count(std::span<const Pair> pairs) const;

  /// A hash of all discs with their ids, whatever the order of the rows.
  [[nodiscard]] std::uint64_t hash() const;

 private:
  void move_rows(std::size_t begin, std::size_t end);

  Box world_{};
  std::vector<Disc> discs_;    // by row
  std::vector<ObjectId> ids_;  // by row
  scenes::Columns boxes_;      // by row
  RadixSorter sorter_;
  std::vector<ObjectId> order_;
};

}  // namespace quadphase::bench::steps
