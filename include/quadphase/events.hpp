// SPDX-License-Identifier: MIT
// What changed between two frames: the pairs that began and those that ended, and why.
#pragma once

#include <cstdint>
#include <span>

#include "quadphase/pair.hpp"

namespace quadphase {

/// Why a pair began. Where several reasons hold, the first of this order is told: added, woken,
/// filtered_in, touched.
enum class BeginReason : std::uint32_t {
  touched,  ///< the boxes did not overlap in the frame before
  added,    ///< one of the two was not there in the frame before, or its id was another object's
  filtered_in,  ///< the filters of the frame before did not let them pair
  made_moving   ///< both were still in the frame before
};

/// Why a pair ended. Where several reasons hold, the first of this order is told: removed, stilled,
/// filtered_out, separated.
enum class EndReason : std::uint32_t {
  separated,     ///< the boxes do not overlap any more
  removed,       ///< one of the two is not there any more, or its id is another object's
  filtered_out,  ///< their filters do not let them pair any more
  made_static    ///< both are still now
};

struct BeginEvent {
  Pair pair;
  BeginReason reason;
  friend constexpr bool operator==(const BeginEvent&, const BeginEvent&) noexcept = default;
};

struct EndEvent {
  Pair pair;
  EndReason reason;
  friend constexpr bool operator==(const EndEvent&, const EndEvent&) noexcept = default;
};

/// The pairs that the last finished `update` has and the one before had not, and the reverse.
///
/// Order: ascending by pair. A pair of which an object was replaced by another under the same id is
///        in both lists.
struct Events {
  std::span<const BeginEvent> begun{};
  std::span<const EndEvent> ended{};
};

}  // namespace quadphase
