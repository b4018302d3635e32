// SPDX-License-Identifier: MIT
// The answer to one set of boxes against the objects of an engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>

#include "quadphase/pair.hpp"

namespace quadphase {

/// A box of the caller's set, and an object of the engine's that it overlaps.
struct QueryHit {
  std::uint32_t row = 0;  ///< of the caller's box
  ObjectId id = 0;        ///< of the object

  friend constexpr bool operator==(const QueryHit&, const QueryHit&) noexcept = default;
  friend constexpr auto operator<=>(const QueryHit&, const QueryHit&) noexcept = default;
};

/// What `BroadPhase::find_overlaps` and `find_first_overlaps` write. Keep it and use it again:
/// its buffers grow and never shrink, so that searches of steady size allocate nothing.
///
/// Threads: one search at a time. Searches with results of their own may run at once.
class OverlapResult {
 public:
  /// `resource`: where the buffers come from; null: `std::pmr::get_default_resource()`. It must
  /// outlive the result and allow calls from several threads one after the other.
  explicit OverlapResult(std::pmr::memory_resource* resource = nullptr);
  ~OverlapResult();
  OverlapResult(OverlapResult&& other) noexcept;
  OverlapResult& operator=(OverlapResult&& other) noexcept;
  OverlapResult(const OverlapResult&) = delete;
  OverlapResult& operator=(const OverlapResult&) = delete;

  /// All pairs found, ascending by row, then by id. Lifetime: until the next search.
  [[nodiscard]] std::span<const QueryHit> pairs() const noexcept;

  /// The pairs of one row. Needs `row < row_count()`.
  [[nodiscard]] std::span<const QueryHit> pairs_of(std::size_t row) const noexcept;

  /// Boxes in the caller's set.
  [[nodiscard]] std::size_t row_count() const noexcept;

  /// Bytes that the result holds now.
  [[nodiscard]] std::size_t byte_count() const noexcept;

 private:
  friend class BroadPhase;
  struct Search;
  std::unique_ptr<Search> search_;
};

}  // namespace quadphase
