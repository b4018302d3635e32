// SPDX-License-Identifier: MIT
// Casts in double against boxes in double.
#include <algorithm>
#include <limits>
#include <optional>

#include "base/floating_point_mode.hpp"
#include "quadphase/double_shapes.hpp"
#include "shapes/double_query.hpp"
#include "shapes/fractions.hpp"
#include "shapes/moved_shapes.hpp"
#include "shapes/round_casts.hpp"

namespace quadphase {

using namespace detail;

namespace {

[[nodiscard]] bool is_valid_cast(const DoubleCast& cast) noexcept {
  const DoubleBox& box = cast.box;
  return is_valid(box) && is_usable({box.min_x, box.min_y}) && is_usable({box.max_x, box.max_y}) &&
         is_usable(cast.displacement) && (!cast.must_move || cast.displacement != DoublePoint{}) &&
         cast.max_fraction >= 0 && (!cast.is_round || detail::is_valid(cast.capsule));
}

/// The fractions at which what has these bounds overlaps a box.
[[nodiscard]] Fractions fractions_of(const DoubleBox& bounds, const DoublePoint& displacement,
                                     double max_fraction, const DoubleBox& box) noexcept {
  Fractions both(max_fraction);
  both.clip(box.min_x - bounds.max_x, box.max_x - bounds.min_x, displacement.x);
  both.clip(box.min_y - bounds.max_y, box.max_y - bounds.min_y, displacement.y);
  return both;
}

}  // namespace

std::optional<double> entry_fraction(const DoubleCast& cast, const DoubleBox& box) noexcept {
  const DefaultFloatingPointMode mode;
  if (!is_valid_cast(cast) || !is_valid(box)) return std::nullopt;
  const double max_fraction = std::min(cast.max_fraction, std::numeric_limits<double>::max());
  if (!cast.is_round) {
    const Fractions overlap = fractions_of(cast.box, cast.displacement, max_fraction, box);
    return overlap.has_any() ? std::optional(overlap.first()) : std::nullopt;
  }
  // Relative to the capsule, so that rounding is, too: a sum with a radius would be rounded as
  // coarsely as coordinates of the world.
  const auto [x, y] = cast.capsule.first;
  const DoubleCapsule capsule = moved(cast.capsule, -x, -y);
  const DoubleBox target = moved(box, -x, -y);
  const Fractions overlap =
      fractions_of(bounds_in_double(capsule), cast.displacement, max_fraction, target);
  if (!overlap.has_any()) return std::nullopt;
  const double entry = round_entry({capsule, cast.displacement, max_fraction}, target,
                                   overlap.first(), overlap.last());
  return entry >= 0 ? std::optional(entry) : std::nullopt;
}

}  // namespace quadphase
