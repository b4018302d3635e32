// SPDX-License-Identifier: MIT
// Pairs of objects, and events: the pairs that began and that ended between two updates, with
// reasons.
#pragma once

#include <compare>
#include <cstdint>
#include <span>

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

/// Why a pair began. If several reasons apply, it is the first of: added, made_moving,
/// filtered_in, restarted, touched.
enum class BeginReason : std::uint32_t {
  touched,      ///< the boxes were disjoint in the last update
  added,        ///< one of the two is new, or its id belonged to another object
  filtered_in,  ///< the filters of the last update did not let them pair
  made_moving,  ///< both were static in the last update
  restarted     ///< `BroadPhase::restart_pairs` named one of the two
};

/// Why a pair ended. If several reasons apply, it is the first of: removed, made_static,
/// filtered_out, separated.
///
/// When both bodies fall asleep, the pair ends as `made_static`; when one wakes, it begins again as
/// `made_moving`, if they still overlap and may pair. To keep its contact meanwhile, as Box2D does,
/// ignore both events. Then drop a kept contact yourself if one of the two is removed, or if one
/// moves again and the pair is not in `pairs()`: no event tells that boxes came apart, or filters
/// changed, in the same update in which both fell asleep or one woke. A pair that begins as
/// `made_moving` without a kept contact is new.
enum class EndReason : std::uint32_t {
  separated,     ///< the boxes are disjoint now
  removed,       ///< one of the two is gone, or its id belongs to another object
  filtered_out,  ///< their filters do not let them pair now
  made_static    ///< both are static now
};

/// The index of no pair; see `BroadPhase::previous_indices`.
inline constexpr std::uint32_t kNoPair = 0xFFFF'FFFF;

/// A pair that began.
struct BeginEvent {
  Pair pair;           ///< the two objects
  BeginReason reason;  ///< why it began
  friend constexpr bool operator==(const BeginEvent&, const BeginEvent&) noexcept = default;
};

/// A pair that ended.
struct EndEvent {
  Pair pair;         ///< the two objects
  EndReason reason;  ///< why it ended
  friend constexpr bool operator==(const EndEvent&, const EndEvent&) noexcept = default;
};

/// The pairs that began and that ended between the last two finished updates.
///
/// Order: ascending by pair. If a new object has taken over an id, the pairs of the id are in both
///        lists. Pairs that were restarted and stay are only in `begun`.
struct Events {
  std::span<const BeginEvent> begun{};  ///< pairs of the last update that are new
  std::span<const EndEvent> ended{};    ///< pairs of the previous update that are gone
};

}  // namespace quadphase
