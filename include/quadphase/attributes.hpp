// SPDX-License-Identifier: MIT
// What objects can have beside a box: ids, filters, worlds, a margin, a motion.
#pragma once

#include <cstdint>
#include <span>

#include "quadphase/pair.hpp"

namespace quadphase {

/// Who may pair with whom, for one object.
struct Filter {
  std::uint32_t category = 1;        ///< bits: what the object is
  std::uint32_t mask = 0xFFFF'FFFF;  ///< bits: what it may pair with
  std::uint32_t group = 0;           ///< objects of one owner never pair; 0: none
  std::uint32_t world = 0;           ///< objects of different worlds never pair

  friend constexpr bool operator==(const Filter&, const Filter&) noexcept = default;
};

/// True when two objects whose boxes overlap are a pair.
[[nodiscard]] constexpr bool may_pair(const Filter& a, const Filter& b) noexcept {
  return (a.category & b.mask) != 0 && (b.category & a.mask) != 0 &&
         (a.group != b.group || a.group == 0) && a.world == b.world;
}

/// Optional columns beside the boxes, read in place.
///
/// Shape:    each span is empty, which stands for the default, or as long as the boxes; row i
///           belongs to box i.
/// Lifetime: read during a call that takes them, never after it. Filters are read anew in each
///           frame: a change takes effect at once.
/// Cost:     see docs/persistent_objects.md; an absent column costs nothing.
///
///     quadphase::Attributes attributes;
///     attributes.category = categories;
///     attributes.mask = masks;
///     broad_phase.update(boxes, attributes);
struct Attributes {
  /// The objects' ids, by which pairs, events and queries speak of them. No two objects that the
  /// engine holds, moving or static, may share an id. Default: the row.
  std::span<const ObjectId> ids{};

  std::span<const std::uint32_t> category{};  ///< see `Filter`. Default: 1
  std::span<const std::uint32_t> mask{};      ///< see `Filter`. Default: all ones
  std::span<const std::uint32_t> group{};     ///< see `Filter`. Default: 0
  std::span<const std::uint32_t> world{};     ///< see `Filter`. Default: 0

  /// Each box is grown by so much on all sides. NaN or negative: the box is rejected, as
  /// it is where an edge comes out as NaN. Default: 0.
  std::span<const float> margin{};
  /// Each box is swept along this motion of the coming step: it then covers where the object is and
  /// where it will be. NaN: the box is rejected. Default: 0.
  std::span<const float> displacement_x{};
  std::span<const float> displacement_y{};

  /// Which life of its id an object is: where it differs from the frame before, another object has
  /// got the id. Read for events only, whose pairs then end and begin anew. Default: 0.
  std::span<const std::uint32_t> generation{};
};

}  // namespace quadphase
