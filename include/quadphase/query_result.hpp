// SPDX-License-Identifier: MIT
// What queries find.
#pragma once

#include <compare>
#include <cstddef>
#include <memory>
#include <memory_resource>
#include <span>

#include "quadphase/export.hpp"
#include "quadphase/pair.hpp"

namespace quadphase {

/// An object at a distance from a point or another shape. The lower distance comes first; of equal
/// ones, the lower id.
struct Neighbor {
  double distance = 0;  ///< from the shape to the box; 0 where they overlap
  ObjectId id = 0;      ///< of the object

  friend constexpr bool operator==(const Neighbor&, const Neighbor&) noexcept = default;
  friend constexpr auto operator<=>(const Neighbor&, const Neighbor&) noexcept = default;
};

/// An object that a cast hits: `fraction` is where the cast enters its box; see `entry_fraction`.
/// The lower fraction comes first; of equal ones, the lower id.
struct CastHit {
  double fraction = 0;  ///< 0 where the cast starts
  ObjectId id = 0;      ///< of the object

  friend constexpr bool operator==(const CastHit&, const CastHit&) noexcept = default;
  friend constexpr auto operator<=>(const CastHit&, const CastHit&) noexcept = default;
};

/// The objects that a batch of queries finds, in compressed rows (CSR): row i belongs to query i,
/// and holds the ids from offsets()[i] up to offsets()[i + 1].
///
/// Order:    each batch query documents the order inside a row.
/// Memory:   keep a result and reuse it: its buffers grow, so batches of steady size allocate
///           nothing. They shrink only through `shrink_to_fit` or when memory runs out.
/// Lifetime: spans are valid until the next batch that writes to the result. The result needs
///           neither the engine nor the queries after the call.
/// Threads:  one batch at a time. Batches with different results may run at the same time.
class QUADPHASE_API QueryResult {
 public:
  /// `resource`: where the buffers come from; null: `std::pmr::get_default_resource()`. It must
  /// outlive the result and allow calls from several threads, one after the other.
  explicit QueryResult(std::pmr::memory_resource* resource = nullptr);
  ~QueryResult();
  /// A result that was moved from can only be assigned to or destroyed.
  QueryResult(QueryResult&& other) noexcept;
  /// As above.
  QueryResult& operator=(QueryResult&& other) noexcept;
  QueryResult(const QueryResult&) = delete;
  QueryResult& operator=(const QueryResult&) = delete;

  /// The number of queries.
  [[nodiscard]] std::size_t row_count() const noexcept;
  /// Where each row starts in `ids()`, and where the last one ends: row_count() + 1 numbers.
  [[nodiscard]] std::span<const std::size_t> offsets() const noexcept;
  /// The objects of all rows.
  [[nodiscard]] std::span<const ObjectId> ids() const noexcept;
  /// The fraction at which each object is hit, after `cast_closest` and `find_hits`; else empty.
  [[nodiscard]] std::span<const double> fractions() const noexcept;
  /// The distance of each object, after `find_nearest`; else empty.
  [[nodiscard]] std::span<const double> distances() const noexcept;

  /// The objects of one row. Needs `row < row_count()`.
  [[nodiscard]] std::span<const ObjectId> ids_of(std::size_t row) const noexcept {
    return part_of(ids(), row);
  }
  /// The fractions of one row; empty if the batch gave none. Needs `row < row_count()`.
  [[nodiscard]] std::span<const double> fractions_of(std::size_t row) const noexcept {
    return part_of(fractions(), row);
  }
  /// The distances of one row; empty if the batch gave none. Needs `row < row_count()`.
  [[nodiscard]] std::span<const double> distances_of(std::size_t row) const noexcept {
    return part_of(distances(), row);
  }

  /// Bytes that the result holds now.
  [[nodiscard]] std::size_t byte_count() const noexcept;
  /// Frees the memory that the rows do not need. The rows stay, but spans must be read again. What
  /// cannot be moved for lack of memory stays where it is.
  void shrink_to_fit() noexcept;

 private:
  friend class Index;
  template <class T>
  [[nodiscard]] std::span<const T> part_of(std::span<const T> all, std::size_t row) const noexcept {
    if (all.empty()) return {};
    return all.subspan(offsets()[row], offsets()[row + 1] - offsets()[row]);
  }

  struct QUADPHASE_LOCAL Batch;
  std::unique_ptr<Batch> batch_;
};

}  // namespace quadphase
