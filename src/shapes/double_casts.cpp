// SPDX-License-Identifier: MIT
// Casts in double against boxes in double.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/floating_point_mode.hpp"
#include "quadphase/double_shapes.hpp"
#include "shapes/fractions.hpp"
#include "shapes/round_casts.hpp"

namespace quadphase {

using namespace detail;

namespace {

[[nodiscard]] DoubleBox bounds_of(const DoubleCast& cast) noexcept {
  if (!cast.is_round) return cast.box;
  const auto& [first, second, radius] = cast.capsule;
  return {std::min(first.x, second.x) - radius, std::min(first.y, second.y) - radius,
          std::max(first.x, second.x) + radius, std::max(first.y, second.y) + radius};
}

[[nodiscard]] bool is_valid_cast(const DoubleCast& cast) noexcept {
  const DoubleBox& box = cast.box;
  return is_valid(box) && is_usable({box.min_x, box.min_y}) && is_usable({box.max_x, box.max_y}) &&
         is_usable(cast.displacement) && (!cast.must_move || cast.displacement != DoublePoint{}) &&
         cast.max_fraction >= 0 && (!cast.is_round || detail::is_valid(cast.capsule));
}

}  // namespace

std::optional<double> entry_fraction(const DoubleCast& cast, const DoubleBox& box) noexcept {
  const DefaultFloatingPointMode mode;
  if (!is_valid_cast(cast) || !is_valid(box)) return std::nullopt;
  const auto [dx, dy] = cast.displacement;
  const double max_fraction = std::min(cast.max_fraction, std::numeric_limits<double>::max());
  const DoubleBox moving = bounds_of(cast);
  Fractions both(max_fraction);
  both.clip(box.min_x - moving.max_x, box.max_x - moving.min_x, dx);
  both.clip(box.min_y - moving.max_y, box.max_y - moving.min_y, dy);
  if (!both.has_any()) return std::nullopt;
  if (!cast.is_round) return both.first();
  const double entry =
      round_entry({cast.capsule, cast.displacement, max_fraction}, box, both.first(), both.last());
  return entry >= 0 ? std::optional(entry) : std::nullopt;
}

}  // namespace quadphase
