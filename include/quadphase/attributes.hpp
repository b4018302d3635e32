// SPDX-License-Identifier: MIT
// What objects can have besides a box: ids, filters, worlds, margins and displacements.
#pragma once

#include <cstdint>
#include <span>

#include "quadphase/pair.hpp"

namespace quadphase {

/// Decides, for one object, with which others it may pair; see `may_pair`.
///
/// Cost: near n log n + pairs for any number of combinations of category, mask and world, also if
/// thousands of objects are in one place and none of them may pair. The same holds for groups as
/// long as there are fewer than 64 combinations of category, mask and group. With more, objects
/// that `group` alone keeps from pairing are skipped together only where all objects around them
/// are of that group; otherwise their overlaps are tested. This matters for one large group in a
/// crowd of others: there, leave the category of its objects out of their own mask.
struct Filter {
  std::uint32_t category = 1;        ///< bits of what the object is
  std::uint32_t mask = 0xFFFF'FFFF;  ///< bits of the categories it may pair with
  std::uint32_t group = 0;  ///< objects of one group never pair (like a negative `groupIndex` in
                            ///< Box2D; there are no positive ones); 0: in no group
  std::uint32_t world = 0;  ///< objects of different worlds never pair

  friend constexpr bool operator==(const Filter&, const Filter&) noexcept = default;
};

/// True if two objects with these filters are a pair whenever their boxes overlap.
[[nodiscard]] constexpr bool may_pair(const Filter& a, const Filter& b) noexcept {
  return (a.category & b.mask) != 0 && (b.category & a.mask) != 0 &&
         (a.group != b.group || a.group == 0) && a.world == b.world;
}

/// Whether an object takes part in every frame anew, or rests: walls, and bodies that sleep. Two
/// static objects are never a pair.
enum class Mobility : std::uint8_t {
  moving,
  static_,  // NOLINT(readability-identifier-naming): `static` is a keyword
};

/// Optional columns next to the boxes, read in place.
///
/// Shape:    each span is as long as the boxes, or empty for the default; row i belongs to box i.
/// Lifetime: spans are read during the call that takes them, and never after it. Filters are read
///           anew in each frame, so changes take effect at once.
/// Cost:     an empty span costs nothing; docs/persistent_objects.md lists the others.
///
///     quadphase::Attributes attributes;
///     attributes.category = categories;
///     attributes.mask = masks;
///     broad_phase.update(boxes, attributes);
struct Attributes {
  /// The ids of the objects in pairs, events and the results of queries. Default: the row.
  ///
  /// No two objects of an engine, moving or static, may have the same id. Only static objects are
  /// checked, because a table of all ids per frame would cost too much. Equal ids do no harm: every
  /// overlap of two boxes is a pair, so a pair can come several times, and with `first == second`;
  /// events and previous indices are those of the ids, and cost a sort of all pairs. The rest is in
  /// docs/persistent_objects.md.
  std::span<const ObjectId> ids{};

  std::span<const std::uint32_t> category{};  ///< see `Filter`. Default: 1
  std::span<const std::uint32_t> mask{};      ///< see `Filter`. Default: all ones
  std::span<const std::uint32_t> group{};     ///< see `Filter`. Default: 0
  std::span<const std::uint32_t> world{};     ///< see `Filter`. Default: 0

  /// Each box is enlarged by its margin on all sides. The box is rejected if the margin is NaN or
  /// negative, or if an edge becomes NaN. Unit: that of the boxes. Default: 0.
  std::span<const float> margin{};
  /// Each box is swept along its displacement in the coming step, so it covers where the object is
  /// and where it will be. The box is rejected if the displacement is NaN. Unit: that of the boxes.
  /// Default: 0.
  std::span<const float> displacement_x{};
  std::span<const float> displacement_y{};  ///< along the second axis

  /// How often the id of each object has been given to a new object. If it differs from the last
  /// frame, another object has the id now, and the pairs of the id end and begin anew. Only events
  /// read this column. Default: 0.
  std::span<const std::uint32_t> generation{};
};

}  // namespace quadphase
