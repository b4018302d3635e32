// SPDX-License-Identifier: MIT
// The pairs as a graph: the neighbors of each object; selections of objects no two of which pair;
// islands; colors of pairs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "quadphase/executor.hpp"
#include "quadphase/export.hpp"
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
  /// For each entry of `ids`, the index of its pair in `BroadPhase::pairs()`, so that data kept
  /// for each pair can be reached from both objects.
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

/// Pairs in groups, the colors, in each of which no two pairs share a movable object: a solver can
/// work on all pairs of a color at the same time, on threads or in SIMD lanes, color after color.
///
///     for (std::size_t color = 0; color < colors.color_count; ++color)
///       solve_in_parallel(colors.pairs_of(color));
///     solve_in_turn(colors.rest());
///
/// Order: in each group, ascending indices of pairs. The first colors usually have the most pairs;
///        to solve the small ones in turn, too, end the loop at 12, say, and take `pairs_from(12)`.
struct PairColors {
  /// There are no more colors than this. Pairs for which they do not suffice are the rest: the two
  /// objects of such a pair have at least as many other pairs.
  static constexpr std::size_t kMaxColors = 56;

  /// How many colors have pairs: those below this number.
  std::size_t color_count = 0;
  /// Where each color begins in `indices`, then where the rest begins and ends.
  std::array<std::size_t, kMaxColors + 2> offsets{};
  /// The indices of the pairs, color by color. Lifetime: that of the span given to `color_pairs`.
  std::span<const std::uint32_t> indices{};

  /// The indices of the pairs of one color. Needs `color <= kMaxColors`.
  [[nodiscard]] std::span<const std::uint32_t> pairs_of(std::size_t color) const noexcept {
    return indices.subspan(offsets[color], offsets[color + 1] - offsets[color]);
  }
  /// Those of a color, of all later ones and of the rest. Needs `color <= kMaxColors`.
  [[nodiscard]] std::span<const std::uint32_t> pairs_from(std::size_t color) const noexcept {
    return indices.subspan(offsets[color]);
  }
  /// Those without a color, which may share objects with each other.
  [[nodiscard]] std::span<const std::uint32_t> rest() const noexcept {
    return pairs_from(kMaxColors);
  }
};

// All functions below:
//
// Input:   any pairs in any order, such as `BroadPhase::pairs()` after `update`, each id below the
//          number of objects (the size of the output, or `object_count`), which is at most 2^32 -
//          64; ids without an object count as objects without pairs.
// Filter:  `conflicts`, `joins` and `contacts` have a number for each of `pairs`, in that order:
//          pairs with 0 are left out, such as those that only touch, or those with a wall. Empty:
//          all count.
// Order:   the result is the same for any number of threads and, but for `color_pairs`, any order
//          of the pairs.
// Cost:    O(objects + pairs), whatever the priorities and the shape of the graph;
//          docs/persistent_objects.md has figures.
// Threads: from 10,000 objects or pairs on, those of the executor or, without one, of the calling
//          thread's oneTBB arena. `color_pairs` finds colors on one thread if there are fewer than
//          four.
// Memory:  at most 8 bytes per object and 4 per pair, during the call, unless it is given below.
// Errors:  `std::invalid_argument` if an id or a size breaks these rules, with the output as it
//          was; `std::length_error` for more than 2^32 - 1 pairs; `std::bad_alloc`.

/// Selects objects by priority so that no two of them pair: the object with the highest, then the
/// one with the next highest that pairs with no selected one, and so on. For map labels; boxes of a
/// detector (non-maximum suppression, with `overlap_ratio` as the filter); independent sets.
///
///     std::vector<std::uint8_t> selected(boxes.size());
///     quadphase::select_disjoint(broad_phase.pairs(), priorities, selected);
///
/// Output: `selected[id]` is 1 or 0. Of equal priorities the lower id comes first; NaN counts as
///         -infinity. `priorities` and `selected` have the same size.
QUADPHASE_API void select_disjoint(std::span<const Pair> pairs, std::span<const float> priorities,
                                   std::span<std::uint8_t> selected,
                                   std::span<const std::uint8_t> conflicts = {},
                                   Executor* executor = nullptr);

/// Numbers the islands, which are the groups of objects that pairs connect, and returns how many
/// there are. A solver can work on each island separately, and put it to sleep separately.
///
///     std::vector<quadphase::ObjectId> islands(boxes.size());
///     const std::size_t count = quadphase::find_islands(broad_phase.pairs(), islands);
///
/// Output: `islands[id]` is the number of the object's island; they are numbered from 0 on by their
///         lowest ids. An object without pairs is an island, and a static object connects all that
///         it pairs with: leave such pairs out with `joins`.
QUADPHASE_API std::size_t find_islands(std::span<const Pair> pairs, std::span<ObjectId> islands,
                                       std::span<const std::uint8_t> joins = {},
                                       Executor* executor = nullptr);

/// Colors the pairs, so that no two pairs of a color share a movable object.
///
///     std::vector<std::uint32_t> indices(pairs.size());
///     const quadphase::PairColors colors =
///         quadphase::color_pairs(pairs, boxes.size(), indices, is_static);
///
/// Fixed:   `fixed[id]` is not 0 for objects that a solver only reads: any number of pairs of a
///          color may have them. Empty: all objects are movable. Mark a floor, as it would be in a
///          pair of each color, and in all pairs of the rest.
/// Output:  `indices`, of the size of `pairs`, gets the indices of the pairs; entries beyond those
///          of the result are unspecified.
/// Order:   in the order of the pairs, each gets the lowest color that no earlier pair of its
///          movable objects has. So the colors of `sorted_pairs()` depend on ids alone; those of
///          `pairs()` are found fastest.
/// Count:   one if all objects are fixed; else fewer than twice as many colors as the most pairs of
///          a movable object.
/// Memory:  8 bytes per object, 1 per pair, and at most 32 KiB, during the call.
[[nodiscard]] QUADPHASE_API PairColors color_pairs(std::span<const Pair> pairs,
                                                   std::size_t object_count,
                                                   std::span<std::uint32_t> indices,
                                                   std::span<const std::uint8_t> fixed = {},
                                                   std::span<const std::uint8_t> contacts = {},
                                                   Executor* executor = nullptr);

}  // namespace quadphase
