// SPDX-License-Identifier: MIT
// Pairs of object ids.
#pragma once

#include <compare>
#include <cstdint>

namespace quadphase {

/// The id of an object: the row of its box, or its entry in `Attributes::ids`.
using ObjectId = std::uint32_t;

/// Two objects whose boxes overlap; `first < second`.
struct Pair {
  ObjectId first = 0;   ///< the lower id
  ObjectId second = 0;  ///< the higher id

  friend constexpr bool operator==(const Pair&, const Pair&) noexcept = default;
  friend constexpr auto operator<=>(const Pair&, const Pair&) noexcept = default;
};

static_assert(sizeof(Pair) == 8);

}  // namespace quadphase
