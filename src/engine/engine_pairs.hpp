// SPDX-License-Identifier: MIT
// The part of an engine that finds pairs: stages 5 to 7, and what is kept of a frame for the events
// of the next one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/stage_clock.hpp"
#include "data/objects.hpp"
#include "engine/engine_context.hpp"
#include "engine/engine_index.hpp"
#include "engine/frame.hpp"
#include "events/pair_events.hpp"
#include "events/previous_pairs.hpp"
#include "input/object_history.hpp"
#include "pairs/pair_lists.hpp"
#include "quadphase/adjacency.hpp"
#include "quadphase/visitor.hpp"

namespace quadphase::detail {

/// Invariant: a frame publishes only in `publish` and `publish_none`, so after a failed one the
/// pairs of the last finished frame can still be read, unless `forget` gave them up.
class EnginePairs {
 public:
  EnginePairs(EngineContext& context, Frame& frame);

  // A frame, in this order.
  /// Stages 5 to 7, inside `workers.run` only. `saves_memory`: with no more than the pairs need.
  /// Errors: `std::bad_alloc`; `std::length_error` if there are too many pairs.
  void find(const EngineIndex& index, const Objects& objects, bool saves_memory, StageClock& clock);
  void publish() noexcept;
  /// After a frame without these stages: no pairs and no events.
  void publish_none() noexcept;

  // Stage 5 alone, for an index with that many moving objects. Errors: `std::bad_alloc`.
  void count(const EngineIndex& index, std::size_t object_count, StageClock& clock);
  void stream(const EngineIndex& index, std::size_t object_count, ChunkVisitor visit,
              StageClock& clock);
  /// The published pairs, as the same chunks.
  void visit_chunks(std::size_t object_count, ChunkVisitor visit);

  [[nodiscard]] std::span<const Pair> published() const noexcept {
    return {frame_.merged.pairs.data(), published_count_};
  }
  [[nodiscard]] std::span<const std::uint32_t> previous_indices() const noexcept {
    return previous_.first(context_.config.previous_indices ? published_count_ : 0);
  }
  /// The published pairs in other orders. Errors: those of `PairLists`.
  [[nodiscard]] std::span<const Pair> sorted() {
    return lists_.sorted(published(), version_, context_.workers);
  }
  [[nodiscard]] Adjacency adjacency(std::size_t id_count) {
    return lists_.adjacency(published(), version_, id_count, context_.workers);
  }
  /// True if the tight boxes of two objects overlap, or if they are not known. `statics`: those of
  /// the last update.
  [[nodiscard]] bool tight_boxes_overlap(const Pair& pair, const StaticObjects& statics) const;

  /// Room for frames of this many objects and pairs. Errors: `std::bad_alloc`.
  void reserve(std::size_t object_count, std::size_t pair_count);
  /// Forgets the published pairs; those that the next events need stay.
  void forget() noexcept {
    ++version_;
    published_count_ = 0;
  }
  /// Forgets the pairs that neither are published nor will be needed for events.
  void forget_unpublished() noexcept {
    if (!context_.config.events) frame_.merged.pair_count = published_count_;
  }
  /// Gives back what is not needed to show the last finished frame, which has its trees if
  /// `keeps_trees`, and to find the events of the next. The frame has its own `shrink`.
  void shrink(bool keeps_trees) noexcept;

  // Snapshots; see engine/snapshot.cpp.
  [[nodiscard]] const ObjectHistory& moving() const noexcept { return moving_; }
  [[nodiscard]] ObjectHistory& moving() noexcept { return moving_; }

  PairEvents events;

 private:
  /// The most pairs that an update may find.
  [[nodiscard]] std::uint64_t max_pairs() const noexcept;
  /// Stage 6, and what `tight_boxes_overlap` will need.
  void find_events(const EngineIndex& index, const Objects& objects);

  EngineContext& context_;
  Frame& frame_;
  PreviousPairs previous_;
  PairLists lists_;            // of the published pairs; empty until someone asks
  ObjectHistory moving_;       // of the last finished update: only the columns in use
  ObjectHistory next_moving_;  // of the update in progress
  std::size_t published_count_ = 0;
  std::uint64_t version_ = 1;  // of the published pairs
};

}  // namespace quadphase::detail
