// SPDX-License-Identifier: MIT
// The pairs as a graph: for each object, those that it pairs with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "quadphase/pair.hpp"

namespace quadphase {

/// The pairs of an update in compressed rows (CSR): row i belongs to the object with id i, and
/// holds the entries from offsets[i] up to offsets[i + 1]. Each pair is in the rows of both its
/// objects.
///
/// Order: the ids of a row are ascending.
struct Adjacency {
  /// Where each row starts, and where the last one ends: row_count() + 1 numbers.
  std::span<const std::size_t> offsets{};
  /// The neighbors of all rows: two entries for each pair.
  std::span<const ObjectId> ids{};
  /// For each entry of `ids`, the index of its pair in `BroadPhase::pairs()`, so that what is kept
  /// for each pair is reached from both objects.
  std::span<const std::uint32_t> pair_indices{};

  /// The number of rows, which is more than the highest id of any pair.
  [[nodiscard]] std::size_t row_count() const noexcept {
    return offsets.empty() ? 0 : offsets.size() - 1;
  }
  /// The objects that one object pairs with. Needs `id < row_count()`.
  [[nodiscard]] std::span<const ObjectId> neighbors_of(ObjectId id) const noexcept {
    return ids.subspan(offsets[id], offsets[id + std::size_t{1}] - offsets[id]);
  }
  /// The pairs of one object, in the order of its neighbors. Needs `id < row_count()`.
  [[nodiscard]] std::span<const std::uint32_t> pairs_of(ObjectId id) const noexcept {
    return pair_indices.subspan(offsets[id], offsets[id + std::size_t{1}] - offsets[id]);
  }
};

}  // namespace quadphase
