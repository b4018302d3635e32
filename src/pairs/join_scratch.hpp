// SPDX-License-Identifier: MIT
// What a worker needs for its tasks of a tree-tree join: the writer of hits, and buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/buffer.hpp"
#include "base/item_writer.hpp"
#include "base/join_hit.hpp"
#include "base/tuning.hpp"

namespace quadphase::detail {

/// The least room for sorted hits and for positions. Why: if there are few, their number varies
/// much.
inline constexpr std::size_t kMinJoinRoom = tuned<std::size_t>(256, 2);

/// Writes hits to an array, up to a limit.
struct JoinWriter : ItemWriter<JoinHit> {
  /// Writes from the beginning of `to`, which grows as needed up to `most` hits. All further hits
  /// are dropped, and then earlier ones may be dropped, too.
  void restart_in(Buffer<JoinHit>& to, std::size_t most) noexcept;
  /// Writes to `to`, which needs room for `most` hits, and keeps the first hits from `least` on, in
  /// their order; at least half of `most`, unless there are fewer.
  void restart_first_in(Buffer<JoinHit>& to, std::size_t most, std::uint64_t least) noexcept;
  /// After `restart_first_in` and a search: drops what is not among the first hits. Returns true if
  /// there are more hits than those and `repeats` further copies of the last of them.
  bool finish_first() noexcept;

  [[nodiscard]] std::size_t size() const noexcept {
    return static_cast<std::size_t>(cursor - array->data());
  }

  Buffer<JoinHit>* array = nullptr;
  std::size_t most_hits = 0;
  bool has_dropped = false;
  std::uint64_t least_order = 0;  // of the hits that are kept
  std::uint64_t greatest_order = 0;
  std::size_t repeats = 0;  // of the greatest hit; objects with equal ids cause them
};

/// The buffers of a worker.
struct JoinScratch {
  explicit JoinScratch(std::pmr::memory_resource* resource)
      : found(resource), sorted(resource), ends(resource) {}

  JoinWriter writer;      // writes to `found`
  Buffer<JoinHit> found;  // in the order of the search
  Buffer<JoinHit> sorted;
  Buffer<std::size_t> ends;  // where the hits of each position end
};

/// Gives every worker as much room as the worker with the most.
/// Why: another worker may take the largest task of the next frame, and should not have to
/// allocate.
void even_out(std::span<JoinScratch> workers);

}  // namespace quadphase::detail
