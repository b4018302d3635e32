// SPDX-License-Identifier: MIT
// The static objects as they were given: columns with a dense row for each, and where an id's row
// is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>

#include "base/buffer.hpp"
#include "base/id_map.hpp"
#include "input/box_buffers.hpp"
#include "input/objects.hpp"
#include "quadphase/attributes.hpp"

namespace quadphase::detail {

/// Where an object is in the trees: a tier and a position of its columns.
struct StaticPosition {
  std::uint32_t level;  // kNoLevel where its box is not valid
  std::uint32_t position;
};
inline constexpr std::uint32_t kNoLevel = 3;

/// Invariant: rows `[0, count)` are the static objects; `rows` finds each by its id.
struct StaticObjects {
  explicit StaticObjects(std::pmr::memory_resource* resource);

  /// Room for that many rows, but not in `rows`, and an eighth more where it grows; what is there
  /// stays. Errors: `std::bad_alloc`, with all rows as they were.
  void reserve(std::size_t row_count);
  [[nodiscard]] std::size_t byte_count() const noexcept;

  /// Copies row `from` over row `to`, but not the id's entry in `rows`.
  void move_row(std::size_t from, std::size_t to) noexcept;

  [[nodiscard]] Filter filter(std::size_t row) const noexcept {
    return {category[row], mask[row], group[row], world[row]};
  }
  /// Rows from `first` on, as the stages read them. Their ids are given to the tree afterwards.
  [[nodiscard]] Objects from(std::size_t first, std::size_t count_of_rows) const noexcept;

  std::size_t count = 0;
  BoxBuffers boxes;  // as they are searched
  BoxBuffers tight;  // without margins and motions
  Buffer<ObjectId> ids;
  Buffer<std::uint32_t> category;
  Buffer<std::uint32_t> mask;
  Buffer<std::uint32_t> group;
  Buffer<std::uint32_t> world;
  Buffer<std::uint32_t> generation;
  Buffer<StaticPosition> places;
  IdMap rows;
};

}  // namespace quadphase::detail
