// SPDX-License-Identifier: MIT
// What the templates of the functions without exceptions call in the library.
#pragma once

#include <cstddef>
#include <span>

#include "quadphase/broad_phase.hpp"
#include "quadphase/export.hpp"
#include "quadphase/index.hpp"
#include "quadphase/status.hpp"

namespace quadphase::detail {

/// The members behind the templates of the public classes, none of which throws here.
/// Why in the library: a program that is compiled without exceptions can have no try and catch.
struct QUADPHASE_API TryAccess {
  static Status visit_chunks(BroadPhase& broad_phase, ChunkVisitor visitor) noexcept;
  static Status visit_cells(const Index& index, ErasedVisitor<Cell> visitor) noexcept;

  static Status visit_overlaps(const Index& index, const Shape& shape,
                               ErasedVisitor<ObjectId> visitor,
                               const QueryOptions& options) noexcept;
  static Status visit_inside(const Index& index, const Shape& shape,
                             ErasedVisitor<ObjectId> visitor, const QueryOptions& options) noexcept;
  static Status visit_hits(const Index& index, const Cast& cast, ErasedVisitor<Neighbor> visitor,
                           const QueryOptions& options, const double* max_fraction) noexcept;
  static Status visit_nearest(const Index& index, const Shape& shape,
                              ErasedVisitor<Neighbor> visitor,
                              const QueryOptions& options) noexcept;

  static Status to_local(const DoubleBoxes& boxes, BoxColumns& columns,
                         Executor* executor) noexcept;
  static Status for_each_range(std::size_t count, Executor* executor,
                               void (*range)(void* context, std::size_t first, std::size_t last),
                               void* context) noexcept;

  static Status check_order(std::span<const ObjectId> order) noexcept;
  static Status values_per_row(std::size_t value_count, std::size_t row_count,
                               std::size_t& width) noexcept;
  static Status check_sizes(std::size_t from, std::size_t to) noexcept;
};

}  // namespace quadphase::detail
