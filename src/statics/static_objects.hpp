// SPDX-License-Identifier: MIT
// Static objects as the caller gave them: dense columns with one row per object, and a map from ids
// to rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/buffer.hpp"
#include "base/id_map.hpp"
#include "base/parallel.hpp"
#include "data/box_buffer.hpp"
#include "data/exact_boxes.hpp"
#include "data/objects.hpp"
#include "data/word_columns.hpp"
#include "quadphase/attributes.hpp"

namespace quadphase::detail {

struct Kernels;

/// Where an object is in the trees of the static set: a level, and a position in its columns.
struct StaticPosition {
  std::uint32_t level;  // kNoLevel if no tree has it, for example if its box is invalid
  std::uint32_t position;
};
inline constexpr std::uint32_t kNoLevel = 3;

/// Invariant: rows `[0, count)` are the objects; `rows` finds each by its id.
struct StaticObjects {
  explicit StaticObjects(std::pmr::memory_resource* resource);

  /// Makes room for `row_count` rows in the columns (not in `rows`), and for an eighth more if
  /// they grow; the contents stay. `with_doubles`: some of the rows will have them, and
  /// `more_words` columns that may not exist yet. Errors: `std::bad_alloc`, with all rows as they
  /// were.
  void reserve(std::size_t row_count, bool with_doubles, WordSet more_words);
  /// Drops all rows but what `rows` has; the memory stays.
  void reset() noexcept;
  /// Gives back what the objects do not need, as `Buffer::shrink`.
  void shrink() noexcept;

  /// Appends objects. Needs room, and `rows` must have their ids already. Call it inside
  /// `workers.run` only.
  void append(Objects objects, const Kernels& kernels, const Workers& workers);
  /// As above, and enters their ids in `rows`.
  void append(const StaticObjects& others, const Workers& workers);
  /// From now on rows can have all that those of `others` have. Needs room.
  void begin_columns_of(const StaticObjects& others) noexcept;
  /// Copies row `from` of `others` to row `to`; `rows` does not change. Needs their columns.
  void copy_row(const StaticObjects& others, std::size_t from, std::size_t to) noexcept;
  /// True if row `row` is row `other_row` of `others` in every column, to the bit.
  [[nodiscard]] bool is_equal(std::size_t row, const StaticObjects& others,
                              std::size_t other_row) const noexcept;
  /// Removes an object. The last row takes its place.
  void remove(std::uint32_t row) noexcept;
  /// As `remove`, for a row to which `rows` no longer maps its id.
  void remove_row(std::uint32_t row) noexcept;

  /// From now on rows can have doubles, near this origin if they could not before. Needs room.
  void start_doubles(const Origin& first_origin) noexcept;
  void set_doubles(std::size_t row, bool has_tight, const DoubleBox& searched) noexcept;
  /// Rounds the doubles of row `row` near `origin`, if it has any.
  void round_row(std::size_t row) noexcept;
  /// The doubles of a row, searched and tight, or `no_double_box()`.
  [[nodiscard]] DoubleBox doubles_of(std::size_t row) const noexcept {
    return has_doubles ? doubles[row] : no_double_box();
  }
  [[nodiscard]] DoubleBox tight_doubles_of(std::size_t row) const noexcept {
    return has_doubles ? tight_doubles[row] : no_double_box();
  }

  [[nodiscard]] const ObjectId* ids() const noexcept { return words.column(kId); }
  [[nodiscard]] std::span<const ObjectId> all_ids() const noexcept { return {ids(), count}; }
  /// True if there is a column of filters. If it has only defaults, `shrink` drops it.
  [[nodiscard]] bool has_filters() const noexcept { return words.has_filters(); }
  /// True if the fat box of a row differs from the tight one, and is not the placeholder of boxes
  /// that take no part.
  [[nodiscard]] bool is_fat(std::size_t row) const noexcept;
  [[nodiscard]] bool is_double(std::size_t row) const noexcept {
    return is_valid(doubles_of(row)) || is_valid(tight_doubles_of(row));
  }
  /// Counts a row whose columns are set.
  void count_row(std::size_t row) noexcept;
  [[nodiscard]] Filter filter(std::size_t row) const noexcept {
    return filter_at(words.filters(), row);
  }
  [[nodiscard]] std::uint32_t generation(std::size_t row) const noexcept {
    return words.at(kGeneration, row);
  }
  /// The first rows as objects of a frame, with their fat boxes and without ids.
  [[nodiscard]] Objects first(std::size_t row_count) const noexcept;

  std::size_t count = 0;
  bool has_doubles = false;      // some were given in double
  std::size_t fat_count = 0;     // objects that are fat
  std::size_t double_count = 0;  // objects that have doubles
  Origin origin{};               // of the doubles
  BoxBuffer boxes;               // fat boxes, as searched
  BoxBuffer tight;
  Buffer<DoubleBox> doubles;  // of `boxes`, or `no_double_box()`; empty until there are some
  Buffer<DoubleBox> tight_doubles;
  WordColumns words;  // ids and other attributes
  Buffer<StaticPosition> positions;
  IdMap rows;
};

}  // namespace quadphase::detail
