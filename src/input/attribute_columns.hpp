// SPDX-License-Identifier: MIT
// Before stage 1: the caller's columns of attributes as plain pointers, which is all that the
// stages know. Strided ones are written to arrays first.
//
// Cost:    nothing for arrays; for strided columns, one read and one write of their values.
// Threads: fixed chunks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/buffer.hpp"
#include "base/parallel.hpp"
#include "data/objects.hpp"
#include "quadphase/attributes.hpp"
#include "quadphase/export.hpp"

namespace quadphase::detail {

/// The caller's columns, which must outlive the result; empty ones become null. Strided ones point
/// to their first value, and must be read before any other value is. Errors:
/// `std::invalid_argument` if a column has a different length.
[[nodiscard]] Objects checked(const GivenBoxes& boxes, const Attributes& attributes);

/// True if no column has values.
[[nodiscard]] inline bool is_empty(const Attributes& given) noexcept {
  // Why one condition: nine are several cache lines of code, see `BroadPhase::update`.
  return (given.ids.size() | given.category.size() | given.mask.size() | given.group.size() |
          given.world.size() | given.margin.size() | given.displacement_x.size() |
          given.displacement_y.size() | given.generation.size()) == 0;
}

/// As above, without boxes, for `count` rows.
[[nodiscard]] Objects checked(std::size_t count, const Attributes& attributes);

/// Attributes whose ids are these, of `count` objects. Errors: `std::invalid_argument` if there are
/// not `count` ids, or the attributes have other ids.
[[nodiscard]] Attributes with_ids(std::size_t count, const Column<ObjectId>& ids,
                                  Attributes attributes);

/// How many columns are strided.
[[nodiscard]] std::size_t strided_count(const Attributes& attributes) noexcept;

/// Writes strided columns to `arrays`, which have room for `strided_count` columns of as many rows,
/// and makes them the columns of `objects`. Inside `workers.run` only.
void read_strided(Objects& objects, std::uint32_t* arrays, const Workers& workers);

/// As above, outside `workers.run`, with `arrays` for these objects alone. Errors:
/// `std::bad_alloc`.
void read_strided(Objects& objects, Buffer<std::uint32_t>& arrays, Workers& workers);

/// The values of a column, copied to `copied` if they are strided, on the calling thread.
template <class T>
[[nodiscard]] std::span<const T> contiguous(const Column<T>& column,
                                            std::vector<std::uint32_t>& copied) {
  static_assert(sizeof(T) % sizeof(std::uint32_t) == 0);
  if (column.is_contiguous()) return column.contiguous();
  copied.resize(column.size() * (sizeof(T) / sizeof(std::uint32_t)));
  T* const values = reinterpret_cast<T*>(copied.data());
  for (std::size_t i = 0; i < column.size(); ++i) values[i] = column[i];
  return {values, column.size()};
}

/// Attributes whose strided columns are copied to `arrays`, on the calling thread.
[[nodiscard]] QUADPHASE_API Attributes contiguous(const Attributes& attributes,
                                                  std::vector<std::uint32_t>& arrays);

}  // namespace quadphase::detail
