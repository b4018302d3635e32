// SPDX-License-Identifier: MIT
// The columns of words of a set of objects, of which those with only defaults need not exist.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/buffer.hpp"
#include "data/attribute_words.hpp"
#include "data/objects.hpp"

namespace quadphase::detail {

/// The columns that objects of a frame have, and ids.
[[nodiscard]] inline WordSet words_of(const Objects& objects) noexcept {
  const FilterSpan& filters = objects.filters;
  return word(kId) | (objects.generations != nullptr ? word(kGeneration) : 0U) |
         (filters.category != nullptr ? word(kCategory) : 0U) |
         (filters.mask != nullptr ? word(kMask) : 0U) |
         (filters.group != nullptr ? word(kGroup) : 0U) |
         (filters.world != nullptr ? word(kWorld) : 0U);
}

/// Invariant: the column of ids always exists.
class WordColumns {
 public:
  explicit WordColumns(std::pmr::memory_resource* resource)
      : columns_{Buffer<std::uint32_t>(resource), Buffer<std::uint32_t>(resource),
                 Buffer<std::uint32_t>(resource), Buffer<std::uint32_t>(resource),
                 Buffer<std::uint32_t>(resource), Buffer<std::uint32_t>(resource)} {}

  /// Those that exist.
  [[nodiscard]] WordSet set() const noexcept { return set_; }
  [[nodiscard]] bool has(std::size_t i) const noexcept { return (set_ & word(i)) != 0; }
  [[nodiscard]] bool has_filters() const noexcept { return (set_ & kFilterWords) != 0; }

  /// Makes room for `row_count` rows of the columns that exist, whose first `kept` rows stay, and
  /// of others. Errors: `std::bad_alloc`, with all rows as they were.
  void reserve(std::size_t kept, std::size_t row_count, WordSet others) {
    for (std::size_t i = 0; i < kWordColumns; ++i) {
      if (((set_ | others) & word(i)) == 0) continue;
      if (kept > 0 && has(i)) {
        columns_[i].ensure_keeping(kept, row_count);
      } else {
        columns_[i].ensure(row_count);  // without the old memory beside the new
      }
    }
  }
  /// From now on these exist, too; the first `count` rows have their defaults. Needs room.
  void begin(WordSet others, std::size_t count) noexcept {
    for (std::size_t i = 0; i < kWordColumns; ++i)
      if (!has(i) && (others & word(i)) != 0)
        std::fill_n(columns_[i].data(), count, kDefaultWords[i]);
    set_ |= others;
  }
  /// From now on only ids exist. The memory of all columns stays.
  /// Why: a set that is filled anew in each frame would allocate them again.
  void reset() noexcept { set_ = word(kId); }
  /// As `reset`; gives back the memory of all columns but ids and those of `kept`.
  void reset_to(WordSet kept) noexcept {
    reset();
    for (std::size_t i = kId + 1; i < kWordColumns; ++i)
      if ((kept & word(i)) == 0) columns_[i].release();
  }
  /// Drops the columns that have only defaults in the first `count` rows. Their memory stays.
  void drop_defaults(std::size_t count) noexcept {
    for (std::size_t i = kId + 1; i < kWordColumns; ++i) {
      const std::span<const std::uint32_t> rows = columns_[i].first(has(i) ? count : 0);
      const auto is_default = [i](std::uint32_t value) { return value == kDefaultWords[i]; };
      if (std::ranges::all_of(rows, is_default)) set_ &= ~word(i);
    }
  }
  /// Gives back what `row_count` rows of the columns do not need, as `Buffer::shrink`.
  void shrink(std::size_t row_count) noexcept {
    for (std::size_t i = 0; i < kWordColumns; ++i) columns_[i].shrink(has(i) ? row_count : 0);
  }
  /// As `reset`; gives back all memory.
  void release() noexcept {
    reset();
    for (Buffer<std::uint32_t>& column : columns_) column.release();
  }

  /// A column, which must exist.
  [[nodiscard]] std::uint32_t* column(std::size_t i) noexcept { return columns_[i].data(); }
  [[nodiscard]] const std::uint32_t* column(std::size_t i) const noexcept {
    return columns_[i].data();
  }
  [[nodiscard]] std::uint32_t at(std::size_t i, std::size_t row) const noexcept {
    return has(i) ? columns_[i][row] : kDefaultWords[i];
  }
  /// Sets the value of a row, which must be the default if the column does not exist.
  void put(std::size_t i, std::size_t row, std::uint32_t value) noexcept {
    if (has(i)) columns_[i][row] = value;
  }
  /// As above, for each part of a filter.
  void put_filter(std::size_t row, const Filter& filter) noexcept {
    const std::array<std::uint32_t, 4> parts = words_in(filter);
    for (std::size_t i = 0; i < parts.size(); ++i) put(kCategory + i, row, parts[i]);
  }
  /// Copies a row of these or others, whose columns must exist here.
  void copy(const WordColumns& from, std::size_t source, std::size_t target) noexcept {
    for (std::size_t i = 0; i < kWordColumns; ++i) put(i, target, from.at(i, source));
  }
  [[nodiscard]] bool is_equal(std::size_t row, const WordColumns& others,
                              std::size_t other_row) const noexcept {
    for (std::size_t i = 0; i < kWordColumns; ++i)
      if (at(i, row) != others.at(i, other_row)) return false;
    return true;
  }
  /// Those of filters; null where there is no column.
  [[nodiscard]] FilterSpan filters() const noexcept {
    const auto column_or_null = [this](std::size_t i) { return has(i) ? column(i) : nullptr; };
    return {column_or_null(kCategory), column_or_null(kMask), column_or_null(kGroup),
            column_or_null(kWorld)};
  }

 private:
  WordSet set_ = word(kId);
  std::array<Buffer<std::uint32_t>, kWordColumns> columns_;
};

}  // namespace quadphase::detail
