// SPDX-License-Identifier: MIT
// What the engine writes: pairs of object ids.
#pragma once

#include <compare>
#include <cstdint>

namespace quadphase {

/// An object's id: the row of its box, or what `Attributes::ids` gives it.
using ObjectId = std::uint32_t;

/// Two objects whose boxes overlap; `first < second`.
struct Pair {
  ObjectId first = 0;
  ObjectId second = 0;

  friend constexpr bool operator==(const Pair&, const Pair&) noexcept = default;
  friend constexpr auto operator<=>(const Pair&, const Pair&) noexcept = default;
};

static_assert(sizeof(Pair) == 8);

}  // namespace quadphase
