// SPDX-License-Identifier: MIT
// Filter classes: the combinations of category, mask and group in a tree, numbered. One word of
// bits says which classes a leaf has, and another word which classes may pair with one of them. If
// there are more combinations than classes, a matrix of bits says the same for any number of them.
//
// Why not the union of the bits: if classes that do not pair are mixed in space, the unions still
// match.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace quadphase::detail {

/// One bit per class.
using ClassSet = std::uint64_t;
inline constexpr std::uint32_t kMaxClasses = 64;

/// True if objects of two classes may pair.
[[nodiscard]] constexpr bool classes_match(std::uint32_t category_a, std::uint32_t mask_a,
                                           std::uint32_t category_b,
                                           std::uint32_t mask_b) noexcept {
  return (category_a & mask_b) != 0 && (category_b & mask_a) != 0;
}

/// True if objects of two groups may pair. A class has no group if its objects have several.
[[nodiscard]] constexpr bool groups_match(std::uint32_t group_a, std::uint32_t group_b) noexcept {
  return group_a != group_b || group_a == 0;
}

/// The combinations of category and mask in one tree. If there are more of them than classes, those
/// that match the same others share a class. If there are more than kMaxCombinations, the last one
/// is the union of all others. A FilterMatrix then decides what the classes leave open.
///
/// Tried: one class for all combinations from the 64th on. 10,000 boxes in one place, no two of
/// which may pair, took 0.24 ms with 16 combinations, 17 ms with 64 and 60 ms with 72.
inline constexpr std::uint32_t kMaxCombinations = 512;
struct FilterCombinations {
  std::uint32_t count = 0;
  std::array<std::uint32_t, kMaxCombinations> category{};
  std::array<std::uint32_t, kMaxCombinations> mask{};
  std::array<std::uint8_t, kMaxCombinations> class_of{};
};

/// The classes of one tree. A class of several combinations has the union of their bits: a class of
/// another tree that cannot pair with it can pair with none of them. As long as there is room for
/// all combinations of category, mask and group, each is a class.
struct ClassTable {
  std::uint32_t count = 0;
  std::array<std::uint32_t, kMaxClasses> category{};
  std::array<std::uint32_t, kMaxClasses> mask{};
  std::array<std::uint32_t, kMaxClasses> group{};  // 0: none, or not told apart
  std::array<ClassSet, kMaxClasses> partners{};    // classes of this tree that may pair with each
  bool has_groups = false;                         // groups are told apart
};

/// The rows of the matrices of a tree with more combinations than classes: every entry has a
/// matrix, stored in columns. It is the union of the pairs of bits (i of the category, j of the
/// mask) of the objects below the entry; row i is the union of the masks of those whose category
/// has bit i.
///
/// Two objects may pair if one has some (i, j) and the other (j, i). So an object below one entry
/// may pair with one below another if, and only if, one matrix and the transpose of the other have
/// a bit in common. No number of combinations makes that less exact.
struct FilterMatrix {
  std::uint32_t category_bits = 0;  // bits that categories have; each has a row. 0: no matrix
  std::uint32_t own_bits = 0;       // rows to compare entries of this tree; 0: classes are exact
  std::array<std::uint8_t, 32> row_of{};  // of each category bit; those of `own_bits` come first
  std::size_t stride = 0;                 // from a row of an entry to its next row
};

}  // namespace quadphase::detail
