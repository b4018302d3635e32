// SPDX-License-Identifier: MIT
// The dense columns of a set of objects. Columns in which every row has the default do not exist.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <utility>

#include "base/buffer.hpp"
#include "base/canonical_nan.hpp"
#include "base/chunk_loop.hpp"
#include "data/attribute_words.hpp"
#include "quadphase/attributes.hpp"
#include "quadphase/box.hpp"
#include "quadphase/reorder.hpp"

namespace quadphase::detail {

/// Columns of floats, by index. Those of words are in data/attribute_words.hpp.
inline constexpr std::size_t kMargin = 4;  // 0 to 3: the edges
inline constexpr std::size_t kDisplacementX = 5;
inline constexpr std::size_t kDisplacementY = 6;
inline constexpr std::size_t kFloatColumns = 7;

/// The value of every row of a column that does not exist.
inline constexpr std::array<float, kFloatColumns> kDefaultFloats{};

/// A set of columns: bit i for float column i, bit kFloatColumns + i for word column i.
using ColumnSet = std::uint32_t;
[[nodiscard]] constexpr ColumnSet float_column(std::size_t i) noexcept {
  return 1U << i;
}
[[nodiscard]] constexpr ColumnSet word_column(std::size_t i) noexcept {
  return 1U << (kFloatColumns + i);
}
/// The columns that always exist: edges and ids.
inline constexpr ColumnSet kAlways = 0b1111U | word_column(kId);
inline constexpr ColumnSet kAllColumns = (1U << (kFloatColumns + kWordColumns)) - 1;

/// The columns that a filter needs to exist.
[[nodiscard]] constexpr ColumnSet columns_of(const Filter& filter) noexcept {
  return words_of(filter) << kFloatColumns;
}
/// The column, if a value of it differs from 0.
/// Why bits: a caller's mode may make denormals equal to 0.
[[nodiscard]] inline ColumnSet column_of(std::size_t i, float value) noexcept {
  return std::bit_cast<std::uint32_t>(value) != 0 ? float_column(i) : 0U;
}

class Columns {
 public:
  /// `executor`: the store's, or null.
  Columns(std::pmr::memory_resource* resource, Executor* executor)
      : executor_(executor),
        floats_(buffers<float>(resource, std::make_index_sequence<kFloatColumns>())),
        words_(buffers<std::uint32_t>(resource, std::make_index_sequence<kWordColumns>())) {}

  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  /// Changes the number of rows; new rows must be written. Needs room.
  void set_count(std::size_t count) noexcept { count_ = count; }

  /// Makes room for `rows` rows of `columns`, with a reserve of an eighth if these grow. The
  /// contents stay. Errors: `std::bad_alloc`; all rows are as they were.
  void reserve(std::size_t rows, ColumnSet columns) {
    if (rows <= capacity_ && (columns & ~prepared_) == 0) return;
    const std::size_t target = rows <= capacity_ ? capacity_ : rows + rows / 8;
    for_each(columns, [&](auto& column, auto) {
      if (column.capacity() < target) column.grow(std::min(count_, column.capacity()), target);
    });
    prepared_ = target == capacity_ ? prepared_ | columns : columns;
    capacity_ = target;
  }

  /// Gives back what the rows of `columns`, which must be all that exist, do not need.
  void shrink(ColumnSet columns) noexcept {
    for_each(kAllColumns & ~columns, [](auto& column, auto) { column.release(); });
    for_each(columns, [&](auto& column, auto) { column.shrink(count_); });
    prepared_ = columns;
    for_each(columns, [&](auto& column, auto) {
      capacity_ = std::min(capacity_, column.capacity());  // more than the rows, if memory is short
    });
  }

  /// Writes the defaults of `columns` to rows `[first, last)`.
  void fill_defaults(ColumnSet columns, std::size_t first, std::size_t last) noexcept {
    for_each(columns, [&](auto& column, auto value) {
      for_each_range_of_caller(last - first, executor_, [&](std::size_t a, std::size_t b) {
        std::fill(column.data() + first + a, column.data() + first + b, value);
      });
    });
  }

  /// Copies one row of `columns`, from these or other rows.
  void copy(const Columns& from, std::size_t source, std::size_t target,
            ColumnSet columns) noexcept {
    for_each_with(from, columns,
                  [&](auto* own, const auto* other) { own[target] = other[source]; });
  }

  /// Makes room for the spare columns of `reorder`. Errors: `std::bad_alloc`.
  void reserve_spares(Buffer<float>& floats, Buffer<std::uint32_t>& words) const {
    floats.ensure(capacity_);
    words.ensure(capacity_);
  }
  /// Moves row `order[i]` of `columns` to row i: writes each column to a spare one, and swaps both.
  void reorder(std::span<const std::uint32_t> order, ColumnSet columns, Buffer<float>& floats,
               Buffer<std::uint32_t>& words) noexcept {
    const auto reorder_one = [&](auto& column, auto& spare) {
      for_each_range_of_caller(count_, executor_,
                               rows_mover(order, column.data(), spare.data(), 1));
      std::swap(column, spare);
    };
    for (std::size_t i = 0; i < kFloatColumns; ++i) {
      if ((columns & float_column(i)) != 0) reorder_one(floats_[i], floats);
    }
    for (std::size_t i = 0; i < kWordColumns; ++i) {
      if ((columns & word_column(i)) != 0) reorder_one(words_[i], words);
    }
  }

  /// Calls `visit(own_column, column_of_from)` with plain pointers.
  template <class Visit>
  void for_each_with(const Columns& from, ColumnSet columns, const Visit& visit) noexcept {
    for (std::size_t i = 0; i < kFloatColumns; ++i) {
      if ((columns & float_column(i)) != 0) visit(floats_[i].data(), from.floats_[i].data());
    }
    for (std::size_t i = 0; i < kWordColumns; ++i) {
      if ((columns & word_column(i)) != 0) visit(words_[i].data(), from.words_[i].data());
    }
  }

  /// Calls `visit(buffer, default)` for each of `columns`, in a fixed order.
  template <class Visit>
  void for_each(ColumnSet columns, const Visit& visit) {
    visit_each(*this, columns, visit);
  }
  template <class Visit>
  void for_each(ColumnSet columns, const Visit& visit) const {
    visit_each(*this, columns, visit);
  }

  [[nodiscard]] float* floats(std::size_t i) noexcept { return floats_[i].data(); }
  [[nodiscard]] const float* floats(std::size_t i) const noexcept { return floats_[i].data(); }
  [[nodiscard]] std::uint32_t* words(std::size_t i) noexcept { return words_[i].data(); }
  [[nodiscard]] const std::uint32_t* words(std::size_t i) const noexcept {
    return words_[i].data();
  }

  void set_box(std::size_t row, const Box& box) noexcept {
    const Box stored = with_canonical_nan(box);
    floats_[0][row] = stored.min_x;
    floats_[1][row] = stored.min_y;
    floats_[2][row] = stored.max_x;
    floats_[3][row] = stored.max_y;
  }
  /// Writes a value if its column is one of `columns`.
  void set_float(std::size_t i, std::size_t row, float value, ColumnSet columns) noexcept {
    if ((columns & float_column(i)) != 0) floats_[i][row] = with_canonical_nan(value);
  }
  /// Writes the parts of a filter whose columns are among `columns`.
  void set_filter(std::size_t row, const Filter& filter, ColumnSet columns) noexcept {
    const std::array<std::uint32_t, 4> parts = words_in(filter);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if ((columns & word_column(kCategory + i)) != 0) words_[kCategory + i][row] = parts[i];
    }
  }

  void set_generation(std::size_t row, std::uint32_t generation, ColumnSet columns) noexcept {
    if ((columns & word_column(kGeneration)) != 0) words_[kGeneration][row] = generation;
  }

  [[nodiscard]] Box box(std::size_t row) const noexcept {
    return {floats_[0][row], floats_[1][row], floats_[2][row], floats_[3][row]};
  }
  [[nodiscard]] float float_at(std::size_t i, std::size_t row, ColumnSet columns) const noexcept {
    return (columns & float_column(i)) != 0 ? floats_[i][row] : kDefaultFloats[i];
  }
  [[nodiscard]] std::uint32_t word_at(std::size_t i, std::size_t row,
                                      ColumnSet columns) const noexcept {
    return (columns & word_column(i)) != 0 ? words_[i][row] : kDefaultWords[i];
  }

  [[nodiscard]] BoxView boxes() const noexcept {
    return {floats_[0].first(count_), floats_[1].first(count_), floats_[2].first(count_),
            floats_[3].first(count_)};
  }
  [[nodiscard]] Attributes attributes(ColumnSet columns) const noexcept {
    const auto floats = [&](std::size_t i) {
      return floats_[i].first((columns & float_column(i)) != 0 ? count_ : 0);
    };
    const auto words = [&](std::size_t i) {
      return words_[i].first((columns & word_column(i)) != 0 ? count_ : 0);
    };
    Attributes attributes;
    attributes.ids = words(kId);
    attributes.category = words(kCategory);
    attributes.mask = words(kMask);
    attributes.group = words(kGroup);
    attributes.world = words(kWorld);
    attributes.margin = floats(kMargin);
    attributes.displacement_x = floats(kDisplacementX);
    attributes.displacement_y = floats(kDisplacementY);
    attributes.generation = words(kGeneration);
    return attributes;
  }

 private:
  template <class T, std::size_t... I>
  [[nodiscard]] static std::array<Buffer<T>, sizeof...(I)> buffers(
      std::pmr::memory_resource* resource, std::index_sequence<I...> /*unused*/) {
    return {((void)I, Buffer<T>(resource))...};
  }

  template <class Self, class Visit>
  static void visit_each(Self& self, ColumnSet columns, const Visit& visit) {
    for (std::size_t i = 0; i < kFloatColumns; ++i) {
      if ((columns & float_column(i)) != 0) visit(self.floats_[i], kDefaultFloats[i]);
    }
    for (std::size_t i = 0; i < kWordColumns; ++i) {
      if ((columns & word_column(i)) != 0) visit(self.words_[i], kDefaultWords[i]);
    }
  }

  Executor* executor_;
  std::array<Buffer<float>, kFloatColumns> floats_;
  std::array<Buffer<std::uint32_t>, kWordColumns> words_;
  std::size_t count_ = 0;
  std::size_t capacity_ = 0;  // rows that every column of prepared_ has room for
  ColumnSet prepared_ = 0;
};

}  // namespace quadphase::detail
