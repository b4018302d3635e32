// SPDX-License-Identifier: MIT
// The engine behind the public interface: it runs the frames of its two parts, the index and the
// pairs, and publishes what they find.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/function_ref.hpp"
#include "base/scope_mark.hpp"
#include "call/call_log.hpp"
#include "engine/engine_context.hpp"
#include "engine/engine_index.hpp"
#include "engine/engine_pairs.hpp"
#include "engine/frame.hpp"
#include "quadphase/broad_phase.hpp"
#include "store/static_tracker.hpp"

namespace quadphase::detail {

class SnapshotReader;
struct StoredObjects;

/// Invariant: a frame publishes only when it finishes, so after a failed one the last finished
/// frame can still be read; only its pairs may have been given up.
class Engine {
 public:
  explicit Engine(const Config& user_config);

  // Frames. Errors: after one there are no trees.
  void update(const GivenBoxes& boxes, const Attributes& attributes);
  void update(StoredObjects& objects);
  void build(const GivenBoxes& boxes, const Attributes& attributes);

  // Pairs of the current trees.
  [[nodiscard]] std::size_t chunk_count() const;
  std::uint64_t count();
  void stream(ChunkVisitor user_visit);
  [[nodiscard]] std::span<const Pair> pairs() const noexcept { return pairs_.published(); }
  [[nodiscard]] std::span<const Pair> sorted_pairs();
  [[nodiscard]] Adjacency adjacency(std::size_t id_count);
  [[nodiscard]] Events events() const noexcept { return pairs_.events.published(); }
  [[nodiscard]] std::span<const std::uint32_t> previous_indices() const noexcept {
    return pairs_.previous_indices();
  }
  [[nodiscard]] bool tight_boxes_overlap(const Pair& pair) const;
  void begin_pairs_anew(const Column<ObjectId>& ids);

  // Changes to the static set, which stay pending until the next frame.
  void set_static(const GivenBoxes& boxes, const Column<ObjectId>& ids,
                  const Attributes& attributes);
  void exchange_static(const Column<ObjectId>& removed, const GivenBoxes& boxes,
                       const Column<ObjectId>& ids, const Attributes& attributes);
  [[nodiscard]] std::size_t static_count() const noexcept { return published_static_count_; }
  [[nodiscard]] std::span<const Pair> static_pairs();

  // Changes that queries see until the next frame, and what they search.
  void patch(const GivenBoxes& boxes, const Column<ObjectId>& ids, const Attributes& attributes);
  void hide(const Column<ObjectId>& ids);
  /// Errors: `std::logic_error` if there is no finished frame.
  [[nodiscard]] SearchedTrees searched_trees(Worlds worlds, Mobilities mobilities) const;
  void visit_cells(ErasedVisitor<Cell> visitor) const;
  [[nodiscard]] const Origin& origin() const noexcept { return index_.origin(); }
  [[nodiscard]] std::span<const ObjectId> order() const noexcept {
    return frame_.tree.ids.first(has_trees() ? frame_.tree.order_count : 0);
  }
  /// Those of the last finished frame, ascending.
  [[nodiscard]] std::span<const ObjectId> rejected_ids() const noexcept {
    return rejected_.first(stats.rejected_count);
  }

  // Memory.
  /// Room for frames of this many objects and pairs.
  void reserve(std::size_t object_count, std::uint64_t pair_count);
  /// Gives back what is not needed to show the last finished frame and to find the next one.
  void shrink_to_fit();

  // Snapshots, in snapshot.cpp.
  void save(std::vector<std::byte>& bytes) const;
  /// A new engine, with this one's recorder, from the snapshot at the beginning of `bytes`, which
  /// is dropped there. Errors: `std::invalid_argument`, `std::bad_alloc`; nothing has changed then.
  [[nodiscard]] std::unique_ptr<Engine> restored(std::span<const std::byte>& bytes);

  /// True if an update without moving objects would change nothing at all, and nothing records it.
  [[nodiscard]] bool can_skip_update() const noexcept { return can_skip_update_; }
  /// As above, with a store that has these static objects.
  [[nodiscard]] bool can_skip_update(const StaticTracker& statics) const noexcept {
    return can_skip_update_ && statics.is_latest(store_version_);
  }
  /// Errors: `std::logic_error` if the calling thread runs a visitor of this engine.
  void require_no_visit() const {
    if (VisitMark::is_inside(this)) [[unlikely]]
      throw_in_visitor();
  }

  EngineContext context;
  CallLog calls;
  bool is_index = false;  // of an `Index` that is no `BroadPhase`

 private:
  /// See `can_skip_update`. Kept, so that such an update reads one cache line of the engine: where
  /// it has left the caches since the last frame, each line takes a tenth of a microsecond. Only
  /// `update` sets it; whatever makes `is_at_rest` false clears it.
  bool can_skip_update_ = false;

 public:
  Stats stats;  // of the last finished frame

 private:
  /// How far the current frame has come; each state includes those before it.
  enum class State : std::uint8_t {
    none,   // incomplete, or of a frame that has failed
    trees,  // complete
    pairs,  // `frame_.merged` holds their pairs
    rest,   // nothing moved in this update, nor in the frame before, and nothing static changed
  };
  [[nodiscard]] bool has_trees() const noexcept { return state_ >= State::trees; }
  [[nodiscard]] bool has_pairs() const noexcept { return state_ >= State::pairs; }
  /// True if another update without moving objects would change nothing but times.
  /// Why after two: events compare two frames.
  [[nodiscard]] bool is_at_rest() const noexcept {
    return state_ == State::rest && index_.statics.pending().is_empty() && !index_.has_changes() &&
           pairs_.events.restarted_ids().empty();
  }

  // The parts of a frame.
  void run_update(const Objects& given);
  void run_build(const Objects& given);
  /// Drops the trees, applies the changes to the static set, and makes room.
  void begin_frame(const Objects& given, StageClock& clock);
  /// Publishes a finished frame.
  void publish(const Stats& new_stats, const Objects& objects, State state) noexcept;
  void list_rejected(const Objects& objects) noexcept;
  /// Publishes `new_stats`, with what the last search of the current trees found.
  void publish_search(Stats new_stats) noexcept;
  /// Drops the current trees, before buffers change.
  void drop_trees() noexcept;

  /// Errors: `std::logic_error` if there are no trees.
  void require_trees() const;
  [[noreturn]] static void throw_in_visitor();

  /// Objects with attributes that have their ids. Errors: `std::invalid_argument`.
  [[nodiscard]] Objects checked_with_ids(const GivenBoxes& boxes,
                                         const Attributes& attributes) const;
  /// Changes the static set by `change`, which gets the checked objects, and may be called again.
  void change_statics(const GivenBoxes& boxes, const Column<ObjectId>& ids,
                      const Attributes& attributes,
                      FunctionRef<void(const Objects& objects, Workers& threads)> change);
  /// The changes to a store's static objects since the last update with it. Errors: as a frame.
  void get_static_changes(StoredObjects& objects);
  void read_snapshot(std::span<const std::byte>& bytes);
  /// The part of a snapshot with the last update, for events.
  void read_last_update(SnapshotReader& reader);

  // When memory runs out, in release.cpp.
  /// As `shrink_to_fit`. What cannot be moved for lack of memory stays.
  void release_spare() noexcept;
  /// Runs a frame, which begins with `drop_trees`. If memory runs out, it is run again with the
  /// memory that a new engine would have, and finally without the pairs of the last frame, if it
  /// may fit then. Errors: those of `run`.
  void run_again_if_memory_ends(FunctionRef<void()> run);
  /// False if it has given up the pairs of the last frame instead.
  [[nodiscard]] bool has_run_saving_memory(FunctionRef<void()> run);
  /// Gives up the pairs of the last frame, which has no events, unless the allocation that has just
  /// failed would not fit without them either.
  [[nodiscard]] bool give_up_pairs() noexcept;
  /// Runs something that changes nothing if memory runs out. If it does, runs it again, unless
  /// `is_final`. Errors: those of `run`.
  void run_again_unless(const std::atomic<bool>& is_final, FunctionRef<void()> run);
  /// As above, for a change to what is pending for the next frame.
  void change_again_if_memory_ends(FunctionRef<void()> change);
  /// Runs something after which there are no trees if memory runs out. Errors: those of `run`.
  void drop_trees_if_memory_ends(FunctionRef<void()> run);
  /// Ids that were passed to a call; copied if they are `rejected_ids()`, which move when memory is
  /// given back. Errors: `std::bad_alloc`.
  [[nodiscard]] Column<ObjectId> unmoved(const Column<ObjectId>& ids,
                                         std::vector<ObjectId>& copy) const;
  /// As above; also copied if they are strided.
  [[nodiscard]] std::span<const ObjectId> listed(const Column<ObjectId>& ids,
                                                 std::vector<ObjectId>& copy) const;
  /// Room for this many objects, including those in `rejected_`. Drops the trees.
  void reserve_objects(std::size_t object_count);

  Frame frame_;
  EngineIndex index_;
  EnginePairs pairs_;
  PairLists static_lists_;       // of pairs of static objects; empty until someone asks
  StaticVersion store_version_;  // of a store's static objects, as last applied here
  State state_ = State::none;
  bool saves_memory_ = false;  // this frame has run out of memory and is being run again
  std::size_t published_static_count_ = 0;
  Buffer<ObjectId> rejected_;  // ids of rejected boxes
};

}  // namespace quadphase::detail
