// SPDX-License-Identifier: MIT
// Filter classes: the combinations of category and mask in a frame, numbered. One word of bits says
// which classes a leaf has, and another word which classes may pair with one of them.
//
// Why not the union of the bits: if classes that do not pair are mixed in space, the unions
// still match.
#pragma once

#include <array>
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

/// The classes of one tree. If there are more than kMaxClasses, the last one stands for all further
/// classes: its bits are the union of theirs, so a class that cannot pair with it can pair with
/// none of them.
struct ClassTable {
  std::uint32_t count = 0;
  std::array<std::uint32_t, kMaxClasses> category{};
  std::array<std::uint32_t, kMaxClasses> mask{};
  std::array<ClassSet, kMaxClasses> partners{};  // classes of this table that may pair with each
};

/// For each class of `a`, the classes of `b` that may pair with it.
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
