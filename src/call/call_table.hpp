// SPDX-License-Identifier: MIT
// All calls: their names, and which fields of a `RecordedCall` each has. How a call is made is in
// the public function, how it is replayed in recorder/played_calls.cpp and played_queries.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "quadphase/recorded_call.hpp"

namespace quadphase::detail {

// The fields of a call, or groups of them, as bits.
inline constexpr std::uint32_t kPartConfig = 1;
inline constexpr std::uint32_t kPartBoxes = 1U << 1U;
inline constexpr std::uint32_t kPartAttributes = 1U << 2U;
inline constexpr std::uint32_t kPartIds = 1U << 3U;
inline constexpr std::uint32_t kPartRemoved = 1U << 4U;
inline constexpr std::uint32_t kPartCounts = 1U << 5U;
inline constexpr std::uint32_t kPartStore = 1U << 6U;
inline constexpr std::uint32_t kPartPair = 1U << 7U;
inline constexpr std::uint32_t kPartBytes = 1U << 8U;
inline constexpr std::uint32_t kPartHandles = 1U << 9U;
inline constexpr std::uint32_t kPartFilters = 1U << 10U;
inline constexpr std::uint32_t kPartMargins = 1U << 11U;
inline constexpr std::uint32_t kPartDisplacements = 1U << 12U;
inline constexpr std::uint32_t kPartMobility = 1U << 13U;
inline constexpr std::uint32_t kPartSingle = 1U << 14U;
inline constexpr std::uint32_t kPartShape = 1U << 15U;
inline constexpr std::uint32_t kPartCast = 1U << 16U;
inline constexpr std::uint32_t kPartNeighborCount = 1U << 17U;
inline constexpr std::uint32_t kPartClips = 1U << 18U;
inline constexpr std::uint32_t kPartQuery = 1U << 19U;
inline constexpr std::uint32_t kPartNearest = 1U << 20U;
inline constexpr std::uint32_t kPartShapes = 1U << 21U;
inline constexpr std::uint32_t kPartCasts = 1U << 22U;
inline constexpr std::uint32_t kPartBatch = 1U << 23U;
inline constexpr std::uint32_t kPartNearestBatch = 1U << 24U;

struct CallRow {
  CallKind kind;
  std::string_view name;
  std::uint32_t parts;
};

inline constexpr auto kCallTable = [] {
  constexpr std::uint32_t kNone = 0;
  constexpr std::uint32_t kObjects = kPartBoxes | kPartAttributes;
  constexpr std::uint32_t kOfOne = kPartSingle | kPartHandles;
  using enum CallKind;
  return std::array<CallRow, kCallKindCount>{{
      {create_engine, "create_engine", kPartConfig},
      {create_store, "create_store", kPartConfig},
      {create_index, "create_index", kPartConfig},
      {destroy, "destroy", kNone},
      {reserve, "reserve", kPartCounts},
      {update, "update", kObjects},
      {update_store, "update_store", kPartStore},
      {build, "build", kObjects},
      {count_pairs, "count_pairs", kNone},
      {chunk_count, "chunk_count", kNone},
      {for_each_pair_chunk, "for_each_pair_chunk", kNone},
      {set_static, "set_static", kObjects | kPartIds},
      {add_static, "add_static", kObjects | kPartIds},
      {remove_static, "remove_static", kPartIds},
      {exchange_static, "exchange_static", kObjects | kPartIds | kPartRemoved},
      {clear_static, "clear_static", kNone},
      {patch, "patch", kObjects | kPartIds},
      {hide, "hide", kPartIds},
      {restart_pairs, "restart_pairs", kPartIds},
      {tight_boxes_overlap, "tight_boxes_overlap", kPartPair},
      {save, "save", kNone},
      {restore, "restore", kPartBytes},
      {add, "add", kPartSingle | kPartBoxes | kPartFilters | kPartMobility | kPartCounts},
      {remove_objects, "remove_objects", kOfOne},
      {move, "move", kOfOne | kPartBoxes},
      {set_filter, "set_filter", kOfOne | kPartFilters},
      {set_mobility, "set_mobility", kOfOne | kPartMobility},
      {set_margin, "set_margin", kOfOne | kPartMargins},
      {set_displacement, "set_displacement", kOfOne | kPartDisplacements},
      {clear, "clear", kNone},
      {for_each_overlap, "for_each_overlap", kPartShape | kPartQuery},
      {for_each_inside, "for_each_inside", kPartShape | kPartQuery},
      {cast_any, "cast_any", kPartCast | kPartQuery},
      {cast_closest, "cast_closest", kPartCast | kPartQuery},
      {for_each_hit, "for_each_hit", kPartCast | kPartQuery | kPartClips},
      {find_nearest, "find_nearest", kPartShape | kPartNeighborCount | kPartNearest},
      {for_each_nearest, "for_each_nearest", kPartShape | kPartNearest},
      {find_overlaps, "find_overlaps", kPartShapes | kPartBatch},
      {find_first_overlaps, "find_first_overlaps", kPartShapes | kPartBatch},
      {find_inside, "find_inside", kPartShapes | kPartBatch},
      {cast_any_batch, "cast_any_batch", kPartCasts | kPartBatch},
      {cast_closest_batch, "cast_closest_batch", kPartCasts | kPartBatch},
      {find_hits, "find_hits", kPartCasts | kPartBatch},
      {find_nearest_batch, "find_nearest_batch",
       kPartShapes | kPartNeighborCount | kPartNearestBatch},
      {shrink_to_fit, "shrink_to_fit", kNone},
      {reorder, "reorder", kPartIds},
  }};
}();

static_assert([] {
  for (std::size_t i = 0; i < kCallKindCount; ++i)
    if (kCallTable[i].kind != static_cast<CallKind>(i)) return false;
  return true;
}());

/// The parts of a call of this kind; none if there is no such kind.
[[nodiscard]] constexpr std::uint32_t parts_of(CallKind kind) noexcept {
  const auto index = static_cast<std::size_t>(kind);
  return index < kCallKindCount ? kCallTable[index].parts : 0;
}

}  // namespace quadphase::detail
