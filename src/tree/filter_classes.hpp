// SPDX-License-Identifier: MIT
// Kinds of objects: the different (category, mask) of a frame, numbered, so that one word tells
// which of them a leaf holds, and another which could pair with those.
//
// Why not the union of the bits: where kinds that do not pair lie mixed, the unions still match.
#pragma once

#include <array>
#include <cstdint>

namespace quadphase::detail {

/// A bit for each kind.
using ClassSet = std::uint64_t;
inline constexpr std::uint32_t kMaxClasses = 64;

/// Whether objects of two (category, mask) may pair.
[[nodiscard]] constexpr bool classes_match(std::uint32_t category_a, std::uint32_t mask_a,
                                           std::uint32_t category_b,
                                           std::uint32_t mask_b) noexcept {
  return (category_a & mask_b) != 0 && (category_b & mask_a) != 0;
}

/// The kinds of one tree. With more than kMaxClasses, the last stands for all the others: its bits
/// are the union of theirs, so what it rules out is ruled out for each.
struct ClassTable {
  std::uint32_t count = 0;
  std::array<std::uint32_t, kMaxClasses> category{};
  std::array<std::uint32_t, kMaxClasses> mask{};
  std::array<ClassSet, kMaxClasses> partners{};  // kinds of this table that may pair with each
};

/// For each kind of `a`, the kinds of `b` that may pair with it.
[[nodiscard]] inline std::array<ClassSet, kMaxClasses> partner_classes(
    const ClassTable& a, const ClassTable& b) noexcept {
  std::array<ClassSet, kMaxClasses> partners{};
  for (std::uint32_t i = 0; i < a.count; ++i) {
    for (std::uint32_t j = 0; j < b.count; ++j) {
      if (classes_match(a.category[i], a.mask[i], b.category[j], b.mask[j]))
        partners[i] |= ClassSet{1} << j;
    }
  }
  return partners;
}

}  // namespace quadphase::detail
