// SPDX-License-Identifier: MIT
// The engine behind the public interface: its buffers, and what it publishes about the last
// finished frame.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/function_ref.hpp"
#include "base/parallel.hpp"
#include "base/synchronized_resource.hpp"
#include "base/tuning.hpp"
#include "call/call_log.hpp"
#include "data/box_buffer.hpp"
#include "engine/frame.hpp"
#include "events/pair_events.hpp"
#include "events/previous_pairs.hpp"
#include "kernels/kernels.hpp"
#include "pairs/pair_lists.hpp"
#include "periodic/image_trees.hpp"
#include "quadphase/broad_phase.hpp"
#include "query/changed_objects.hpp"
#include "query/searched_trees.hpp"
#include "statics/static_set.hpp"
#include "store/static_tracker.hpp"
#include "tree/leaves.hpp"

namespace quadphase::detail {

struct StoredObjects;

/// Invariant: `stats`, `published_pairs` and `published_rejected` change only when a frame
/// finishes, so after a failed frame the last finished one can still be read.
struct Engine {
  explicit Engine(const Config& user_config);

  // A frame, in broad_phase.cpp.
  void update(const GivenBoxes& boxes, const Attributes& attributes);
  void build(const GivenBoxes& boxes, const Attributes& attributes);

  // The parts of a frame, in broad_phase.cpp.
  /// All of them. Errors: those of an update; there is no tree then.
  void run_frame(Objects objects);
  /// Changes to the static set, then stages 1 to 4. Sets the columns of boxes that it reads.
  Stats build(Objects& objects, StageClock& clock);
  /// Applies the pending changes; `filtered`: the moving objects have filters; `origin`: that of
  /// the moving objects, if they are in double.
  void update_statics(bool filtered, const Origin* origin);
  /// Between stages 4 and 5, in a periodic world.
  void build_images(Objects objects, const BuildOptions& options);
  /// Stages 5 to 7.
  void store_pairs(const Objects& objects, StageClock& clock);
  /// Stage 5, counting only.
  std::uint64_t count();
  /// Stage 5 without an array, or the chunks of the array that stage 7 wrote.
  void stream(ChunkVisitor user_visit);
  void visit_cells(ErasedVisitor<quadphase::Cell> visitor) const;

  /// The pairs of the last finished update.
  [[nodiscard]] std::span<const Pair> pairs() const noexcept {
    return {frame.merged.pairs.data(), published_pairs};
  }
  [[nodiscard]] std::size_t static_count() const noexcept { return published_static_count; }
  [[nodiscard]] Events events() const noexcept { return pair_events.published(); }
  [[nodiscard]] std::span<const std::uint32_t> previous_indices() const noexcept {
    return previous_pairs.first(config.previous_indices ? published_pairs : 0);
  }
  [[nodiscard]] std::span<const ObjectId> order() const noexcept {
    return frame.tree.ids.first(has_tree ? frame.tree.order_count : 0);
  }
  [[nodiscard]] std::span<const Pair> sorted_pairs();
  [[nodiscard]] Adjacency adjacency(std::size_t id_count);

  [[nodiscard]] std::span<const Pair> static_pairs();

  // Changes to the static set, which stay pending until the next frame.
  void set_static(const GivenBoxes& boxes, const Column<ObjectId>& ids,
                  const Attributes& attributes);
  void exchange_static(const Column<ObjectId>& removed, const GivenBoxes& boxes,
                       const Column<ObjectId>& ids, const Attributes& attributes);

  /// The changes to a store's static objects since `static_version`. Errors: `std::bad_alloc`;
  /// there is no tree then.
  void get_static_changes(StoredObjects& objects);

  // Changes that queries see until the next frame; in index.cpp.
  void patch(const GivenBoxes& boxes, const Column<ObjectId>& ids, const Attributes& attributes);
  void hide(const Column<ObjectId>& ids);
  /// Runs `apply(frame_trees, builder)`, which changes `changed`. Errors: `std::bad_alloc`; there
  /// is no tree then. Also those of `apply`, which must then have changed nothing.
  template <class Apply>
  void apply_change(const Apply& apply);

  [[nodiscard]] bool tight_boxes_overlap(const Pair& pair) const;

  void save(std::vector<std::byte>& bytes) const;
  void restore(std::span<const std::byte>& bytes);

  /// Objects with attributes that have their ids. Errors: `std::invalid_argument`.
  [[nodiscard]] Objects checked_with_ids(const GivenBoxes& boxes,
                                         const Attributes& attributes) const;
  /// Changes the static set by `change`, which gets the checked objects, and may be called again.
  void change_statics(const GivenBoxes& boxes, const Column<ObjectId>& ids,
                      const Attributes& attributes,
                      FunctionRef<void(const Objects& objects, Workers& threads)> change);
  /// True if the boxes that are searched are larger than the objects' own.
  [[nodiscard]] bool needs_tight_boxes(const Objects& objects) const noexcept {
    return objects.has_fat_boxes() || statics.objects().fat_count > 0;
  }
  /// Stage 6, and what `tight_boxes_overlap` will need.
  void find_events(const Objects& objects);
  /// True if the pairs are those of the rows' own boxes.
  [[nodiscard]] bool is_plain(const Objects& objects) const noexcept {
    return objects.ids == nullptr && statics.count() == 0 && !objects.has_own_boxes() &&
           objects.doubles == nullptr;
  }
  /// The trees that a search looks at.
  [[nodiscard]] JoinedTrees trees() const noexcept {
    if (images == nullptr) return {frame.tree.view, statics.trees(), config.touching};
    return join_images(frame.tree.view, statics.trees(), *images, config.touching);
  }
  [[nodiscard]] Periods periods() const noexcept { return {config.period_x, config.period_y}; }

  /// Drops the current tree and its pairs, before buffers change.
  void drop_tree() noexcept;

  // Memory, in release.cpp.
  /// Gives back what is not needed to show the last finished frame and to find the next one.
  void shrink_to_fit();
  /// As above. What cannot be moved for lack of memory stays.
  void release_spare() noexcept;
  /// Runs a frame, which begins with `drop_tree`. If memory runs out, it is run again with the
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
  /// Publishes a finished frame: statistics, rejected ids and, if it stored them, pairs.
  void publish_frame(const Stats& new_stats, const Objects& objects, bool stored_pairs) noexcept;
  void list_rejected(const Objects& objects) noexcept;
  /// Publishes `new_stats`, with what the last search of the current tree found.
  void publish_search(Stats new_stats) noexcept;

  /// The most pairs that an update may find.
  [[nodiscard]] std::uint64_t max_pairs() const noexcept {
    return config.previous_indices ? std::min<std::uint64_t>(config.max_pairs, kNoPair)
                                   : config.max_pairs;
  }
  /// Makes room for the events of this many objects and pairs.
  void reserve_events(std::size_t object_count, std::size_t pair_count);
  /// Room for this many objects, including those in `published_rejected`. Drops the tree.
  void reserve(std::size_t object_count);
  /// Room for frames of this many objects and pairs.
  void reserve_frame(std::size_t object_count, std::uint64_t pair_count);

  [[nodiscard]] bool is_small(std::size_t object_count) const noexcept {
    return object_count < kSerialObjects;
  }
  /// Those of the last finished frame, ascending.
  [[nodiscard]] std::span<const ObjectId> rejected_ids() const noexcept {
    return published_rejected.first(stats.rejected_count);
  }
  /// Ids that were passed to a call; copied if they are those above, which move when memory is
  /// given back. Errors: `std::bad_alloc`.
  [[nodiscard]] Column<ObjectId> unmoved(const Column<ObjectId>& ids,
                                         std::vector<ObjectId>& copy) const;
  /// As above; also copied if they are strided.
  [[nodiscard]] std::span<const ObjectId> listed(const Column<ObjectId>& ids,
                                                 std::vector<ObjectId>& copy) const;

  CallLog calls;
  bool is_index = false;  // of an `Index` that is no `BroadPhase`
  Config config;
  const Kernels& kernels;
  SynchronizedResource memory;
  Workers workers;
  BoxBuffer input;  // boxes that are not given as float columns; empty until there are some
  Buffer<DoubleBox> doubles;      // boxes given in double, as searched; empty until there are some
  Buffer<std::uint32_t> columns;  // attributes not given as arrays; empty until there are some
  Frame frame;
  LeafRules leaf_rules;
  StaticSet statics;
  PairEvents pair_events;
  PreviousPairs previous_pairs;
  PairLists pair_lists;       // of the published pairs; empty until someone asks
  PairLists static_lists;     // of pairs of static objects; empty until someone asks
  ObjectHistory moving;       // of the last finished update: only the columns in use
  ObjectHistory next_moving;  // of the update in progress

  std::unique_ptr<ChangedObjects> changed;  // null until there are some
  std::unique_ptr<WorldImages> images;      // null if the world is not periodic

  StaticVersion static_version;  // of a store's static objects, as last applied here

  bool saves_memory = false;  // this frame has run out of memory and is being run again
  bool has_tree = false;      // the trees are complete
  Origin frame_origin{};      // of the trees, if some boxes are in double
  bool has_array = false;     // `frame.merged` holds the trees' pairs
  /// Nothing moved in the last update, nor in the frame before, and nothing has changed since.
  /// Another update without moving objects would change nothing but times, because events compare
  /// two frames.
  bool is_at_rest = false;
  /// Errors: `std::logic_error` if there is no tree.
  void require_tree() const;
  /// What queries search. Errors: `std::logic_error` if there is no finished frame.
  [[nodiscard]] SearchedTrees searched_trees(Worlds worlds, Mobilities mobilities) const;
  /// Errors: `std::logic_error` if the calling thread runs a visitor of this engine.
  void require_no_visit() const;

  Stats stats;                      // of the last finished frame, as are:
  std::size_t published_pairs = 0;  // pairs in `frame.merged`
  std::size_t published_static_count = 0;
  Buffer<ObjectId> published_rejected;  // ids of rejected boxes
};

}  // namespace quadphase::detail
