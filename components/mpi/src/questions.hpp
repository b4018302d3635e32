// SPDX-License-Identifier: MIT
// The questions of a batch, one by one, and as they are sent: each shape in the bytes of its own
// kind, so that ranks may have shapes of different kinds.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "exchange.hpp"
#include "faults.hpp"
#include "input/attribute_columns.hpp"
#include "quadphase/shapes.hpp"
#include "query/batch_options.hpp"

namespace quadphase::mpi::detail {

/// A question for the nearest objects.
struct PointQuestion {
  Point point;
  std::uint64_t count;
};

/// The filters and motions of a batch, whose strided columns are copied.
struct GivenBatch {
  quadphase::detail::BatchFilters filters;
  quadphase::detail::SweepSpan sweeps;
  std::vector<std::uint32_t> copied;
  std::vector<double> copied_boxes;
};

/// Errors: `Broken` if it breaks a rule. `Items` are `Shapes`, or the number of other queries.
template <class Items, class Options>
[[nodiscard]] GivenBatch checked_batch(const Items& items, const Options& options) {
  if (options.accept) throw Broken{Rule::no_predicate};
  GivenBatch batch;
  const Attributes attributes = quadphase::detail::contiguous(options.attributes, batch.copied);
  try {
    const auto given = quadphase::detail::checked_batch(items, attributes);
    batch.filters = {options.filter, given.filters};
    batch.sweeps = given.sweeps;
  } catch (const std::invalid_argument&) {
    throw Broken{Rule::batch};
  }
  return batch;
}

template <class Options>
[[nodiscard]] GivenBatch checked_batch(const Casts& casts, const Options& options) {
  return checked_batch(casts.size(), options);
}

/// The query of a row: a box with its margin and displacement; casts have neither.
[[nodiscard]] Shape question_at(const Shapes& shapes, const quadphase::detail::SweepSpan& sweeps,
                                std::size_t row);
[[nodiscard]] Cast question_at(const Casts& casts, const quadphase::detail::SweepSpan& sweeps,
                               std::size_t row);

/// Reads the value at the front and removes it.
template <class T>
[[nodiscard]] T take(std::span<const std::byte>& bytes) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::array<std::byte, sizeof(T)> value;
  std::memcpy(value.data(), bytes.data(), sizeof(T));
  bytes = bytes.subspan(sizeof(T));
  return std::bit_cast<T>(value);
}

void append_question(std::vector<std::byte>& bytes, const Shape& shape);
[[nodiscard]] Shape take_shape(std::span<const std::byte>& bytes);

template <class Question>
void append_question(std::vector<std::byte>& bytes, const Question& question) {
  append(bytes, question);
}
template <class Question>
[[nodiscard]] Question take_question(std::span<const std::byte>& bytes) {
  if constexpr (std::is_same_v<Question, Shape>) {
    return take_shape(bytes);
  } else {
    return take<Question>(bytes);
  }
}

}  // namespace quadphase::mpi::detail
