// SPDX-License-Identifier: MIT
// The engine: boxes in, every overlapping pair out. Update, then read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quadphase/adjacency.hpp"
#include "quadphase/attributes.hpp"
#include "quadphase/boxes.hpp"
#include "quadphase/config.hpp"
#include "quadphase/events.hpp"
#include "quadphase/export.hpp"
#include "quadphase/object_store.hpp"
#include "quadphase/pair.hpp"
#include "quadphase/pair_chunks.hpp"
#include "quadphase/queries.hpp"
#include "quadphase/stats.hpp"
#include "quadphase/visitor.hpp"

namespace quadphase {

struct Cell;  // in cells.hpp

/// A 2D broad phase that is rebuilt from Morton codes in every frame, in parallel.
///
///     quadphase::BroadPhase broad_phase;
///     broad_phase.update({min_x, min_y, max_x, max_y});
///     for (auto [first, second] : broad_phase.pairs()) narrow_phase(first, second);
///
/// Exact:    it finds every overlapping pair (`overlaps` in box.hpp) of valid boxes exactly once,
///           with `first < second`, and no other pair. For boxes in double, that is `overlaps` of
///           large_world.hpp.
/// Order:    the bytes of the pair array depend on the boxes, their attributes, the static objects,
///           the origin of boxes in double, `leaf_capacity` and `max_depth` only. They do not
///           depend on threads, SIMD, earlier frames or the compiler.
/// Bad data: a box with NaN or `max < min`, or one that does not fit a periodic world, joins no
///           pair; `stats()` counts it.
/// Threads:  one thread at a time may call a non-const function; between such calls, many threads
///           may call const functions. Engines are independent, and work inside oneTBB tasks and
///           inside jobs of an `Executor`.
/// Visitors: may call const functions of the engine, any function of other engines, and, one thread
///           at a time, change the static set and restart pairs. On the thread of the visitor,
///           `update`, `build`, `patch`, `hide`, `reserve`, `restore`, `shrink_to_fit`,
///           `count_pairs`, `sorted_pairs`, `adjacency` and streams throw `std::logic_error`.
/// Memory:   buffers grow, and shrink only by `shrink_to_fit` and when memory runs out. A frame
///           allocates nothing while it has at most an eighth more objects and pairs than the
///           largest frame before, or than `reserve` was given. 100,000 objects take some 8 MB, and
///           100,000 pairs 1.8 MB, with events 7.2 MB.
/// Errors:   `std::invalid_argument` if an argument breaks a rule, before any state changes;
///           `std::bad_alloc`. After an `update` or `build` that threw, `events()` and `stats()`
///           still show the last finished frame, and so does `pairs()`, except as in Limits; there
///           is no tree to count, stream or search, and the next frame is right.
/// Limits:   where `Config::memory_resource` ends, what fits in a new engine fits in this one,
///           after any failure. A frame that runs out of memory gives back what the last one does
///           not need and is run again; pairs are counted first, and take 8 bytes each then. If
///           that does not suffice and there are no events, which need the last pairs, it gives
///           these up, too, and is run once more. It does so only if what was missing may fit then;
///           so `pairs()` is empty after a frame that threw only where its tree did not fit beside
///           the last frame's pairs, or where a resource refuses what a limit of bytes would not.
/// Queries:  the functions of `Queries`, its base class, in queries.hpp.
/// Source:   I. Gargantini, "An effective way to represent quadtrees", 1982 (leaves as a sorted
///           list of keys).
class QUADPHASE_API BroadPhase : public Queries {
 public:
  /// Errors: `std::invalid_argument` if a field of `config` is out of range.
  explicit BroadPhase(const Config& config = {});
  ~BroadPhase();
  /// An engine that was moved from may only be assigned to or destroyed.
  BroadPhase(BroadPhase&& other) noexcept;
  /// As above.
  BroadPhase& operator=(BroadPhase&& other) noexcept;

  /// Grows the buffers for frames of this many objects and pairs, so that they need not grow later.
  ///
  /// Drops the current tree and pairs; `stats()` stays. Errors: `std::invalid_argument` if there
  /// are more than 2^32 - 64 objects or 2^48 pairs, with nothing changed; `std::bad_alloc`.
  void reserve(std::size_t object_count, std::uint64_t pair_count = 0);

  /// Builds the tree, and finds and stores every overlapping pair.
  ///
  ///     broad_phase.update({min_x, min_y, max_x, max_y});           // columns, read in place
  ///     broad_phase.update(boxes, {.ids = ids, .category = bits});  // a vector of boxes
  ///
  /// Errors:     `std::invalid_argument` if `boxes` or `attributes` break their rules, or there are
  ///             more than 2^32 - 64 boxes; `std::length_error` if there are more than
  ///             `Config::max_pairs` pairs.
  /// Complexity: O(n log n + pairs) work if boxes that are much longer than they are apart have
  /// their longer sides in one direction, close to linear in practice. Long boxes in both
  /// directions, a crowd of each: O(n^1.5 + pairs) or more, at worst O(n^2); docs/performance.md.
  /// Doubles:    pairs, events and `tight_boxes_overlap` are those of the doubles, exactly; see
  /// large_world.hpp.
  void update(const Boxes& boxes, const Attributes& attributes = {});

  /// `update` with the objects of a store. The store's static objects become the engine's, by the
  /// changes since the last call.
  ///
  /// Use a store with one engine. If two engines alternate, or other calls changed the engine's
  /// static set, every update copies all static objects. Errors: as `update` and `set_static`.
  void update(ObjectStore& store);

  /// The pairs of the last finished `update`, in the order of the tree's leaves, not sorted by id.
  ///
  /// Empty before the first `update` and after `build`. Lifetime: valid until the next non-const
  /// call.
  [[nodiscard]] std::span<const Pair> pairs() const noexcept;

  /// The ids of the last frame's moving objects in the order of the tree's leaves: rows, where no
  /// ids were given. Those of rejected boxes come last, so that it is a permutation of all of them.
  ///
  ///     if (frame % 10 == 0) quadphase::reorder(broad_phase.order(), positions, masses, boxes);
  ///
  /// Arrays in this order have the data of a pair's objects near each other in memory, so the use
  /// of the pairs of 1,000,000 objects takes a third of the time; see reorder.hpp. Empty where
  /// there is no tree, as for `count_pairs`. Lifetime: valid until the next non-const call.
  /// Complexity: O(1).
  [[nodiscard]] std::span<const ObjectId> order() const noexcept;

  // The pairs in other orders. They are made on all threads at the first call after a frame, and
  // kept until the next frame, `reserve`, `shrink_to_fit` or lack of memory, so that further calls
  // cost nothing; for rows, those with the same `id_count`. Frames that are not asked for them make
  // and allocate nothing; frames of steady size allocate nothing.
  // Lifetime: valid until the next non-const call. These two are such calls, so what was read
  // before, such as `pairs()`, is to be read anew. Errors: `std::bad_alloc`, with nothing changed
  // that can be read.

  /// `pairs()` in ascending order, by `first` and then by `second`.
  ///
  /// Complexity: O(pairs), and 18 bytes per pair.
  [[nodiscard]] std::span<const Pair> sorted_pairs();

  /// For each object the ids of all that it pairs with, ascending: for graphs, islands and labels.
  ///
  ///     const quadphase::Adjacency rows = broad_phase.adjacency(boxes.size());
  ///     for (const quadphase::ObjectId id : rows.neighbors_of(7)) wake(id);
  ///
  /// There are `id_count` rows; if it is 0, one more than the highest id of any pair. So ids should
  /// be dense: 2^32 rows take 36 GiB. After `build`, rows are empty. With equal ids, an object can
  /// have a neighbor several times, and itself.
  ///
  /// Errors: `std::invalid_argument` if a pair has an id that is not below `id_count`, or this is
  /// more than 2^32; `std::length_error` if there are more than 2^32 - 1 pairs. Complexity:
  /// O(rows + pairs), however long the rows are; 9 bytes per row and 72 per pair.
  [[nodiscard]] Adjacency adjacency(std::size_t id_count = 0);

  /// Builds the tree without finding pairs, for `count_pairs`, `for_each_pair_chunk` and queries.
  ///
  /// `pairs()` is empty afterwards. Errors: as `update`, except for `max_pairs`.
  void build(const Boxes& boxes, const Attributes& attributes = {});

  /// The number of pairs of the current tree, which are not stored; after `update`, the number of
  /// `pairs()`. Errors: `std::logic_error` if there is no tree: before the first `update` or
  /// `build`, after one that threw, and after `reserve` and `restore`.
  [[nodiscard]] std::uint64_t count_pairs();

  /// All chunk indices of `for_each_pair_chunk` are below this.
  ///
  /// It does not depend on threads, so an array can keep the results of all chunks in order.
  /// Errors: as `count_pairs`.
  [[nodiscard]] std::size_t chunk_count() const;

  /// Calls `consume(std::span<const Pair> pairs, std::size_t chunk_index)` for the pairs of each
  /// chunk, concurrently from all threads. In the order of their indices, the chunks are the pairs
  /// in the order of `pairs()`. A chunk of many pairs comes in several pieces, in order on one
  /// thread and with the same index. No piece is empty.
  ///
  /// After `build`, pairs are found, passed on and not stored, in at most 512 KiB and two bytes for
  /// each static object per thread, whatever meets. After `update`, chunks are parts of the stored
  /// array. Chunks do not depend on threads; pieces do.
  /// Lifetime: a span is valid during its call. Errors: as `count_pairs`; exceptions of `consume`
  /// pass through.
  template <class Consume>
  void for_each_pair_chunk(Consume&& consume) {
    visit_chunks(detail::chunk_visitor(consume));
  }

  /// As above, with only those pairs for which `accept(pair)` is true.
  ///
  /// `accept` is inlined and called concurrently.
  template <class Accept, class Consume>
  void for_each_pair_chunk(Accept&& accept, Consume&& consume) {
    for_each_pair_chunk(detail::accepted_pairs(accept, consume));
  }

  // Static objects: walls, and bodies that sleep. They are sorted once and kept. A frame finds the
  // pairs of moving objects with each other and with static ones, never those of two static ones.
  // Pairs with a static object come after all others, ordered by the position of the moving object
  // in the tree, then by the id of the static one. In a periodic world, some of those across its
  // border come last.
  //
  // Changes wait for the next `update` or `build`, which applies them first. Until then everything
  // that can be read shows the last finished frame. `ids` has one id for each box; no two objects,
  // moving or static, may have the same id (see `Attributes::ids`). `attributes.ids` is empty or
  // equal to `ids`. Invalid boxes are kept but join no pair, and `stats()` does not count them.
  // Errors: `std::invalid_argument` if columns differ in length, if `attributes.ids` are other ids,
  // or if an id breaks the rule of a function, given the static set with all pending changes;
  // `std::bad_alloc`. Nothing has changed then.

  /// Replaces all static objects. Errors: two have the same id. Complexity: O(n), and that of
  /// `build` in the next frame.
  void set_static(const Boxes& boxes, const Column<ObjectId>& ids,
                  const Attributes& attributes = {});

  /// Adds static objects. Errors: two have the same id, or a static object has the id already.
  /// Complexity: as `exchange_static`.
  void add_static(const Boxes& boxes, const Column<ObjectId>& ids,
                  const Attributes& attributes = {}) {
    exchange_static({}, boxes, ids, attributes);
  }

  /// Removes static objects. Errors: no static object has the id, or it comes twice. Complexity: as
  /// `exchange_static`.
  void remove_static(std::span<const ObjectId> ids) { exchange_static(ids, {}, {}); }

  /// Removes static objects and adds others in one step, as some bodies wake and others fall
  /// asleep. An id may be in both: its object is replaced.
  ///
  /// Errors: those of `remove_static` and `add_static`; nothing has changed then. Complexity:
  /// O((k + n/256) log n) amortized for k of n objects, including the next frame's part; from n/8
  /// changes on, all are sorted again.
  void exchange_static(std::span<const ObjectId> removed, const Boxes& boxes,
                       const Column<ObjectId>& ids, const Attributes& attributes = {});

  /// Removes all static objects.
  void clear_static();

  /// The number of static objects in the last finished frame: changes that wait for the next one do
  /// not count. After `restore`, until a frame has finished: that of the snapshot, in which changes
  /// that waited are applied.
  [[nodiscard]] std::size_t static_count() const noexcept;

  // Changes between frames, for a continuous solver, which moves some bodies within a step and
  // looks for what they overlap there. Queries see the changes at once and until the next frame;
  // pairs, events, `tight_boxes_overlap`, cells and statistics stay those of the last one. The next
  // frame is given all boxes, as ever. Errors: `std::logic_error` if there is no finished frame, or
  // in a visitor of this engine; `std::bad_alloc`, after which there is no tree to search until the
  // next frame.

  /// Queries find these objects in these boxes, with these attributes and no others. Objects of the
  /// static set stay static; all others move, those that the last frame did not have included.
  ///
  /// Invalid boxes are not found. Errors: `std::invalid_argument` if an id comes twice, columns
  /// differ in length, or `attributes.ids` are neither empty nor equal to `ids`, with nothing
  /// changed. Complexity: O((k + 256 + n/256) log n) amortized for k of n objects that were changed
  /// since the last frame, and a hash lookup per hit of a query.
  /// Boxes in double must be given near the origin of the frame; queries with shapes in double find
  /// them by their doubles.
  void patch(const Boxes& boxes, const Column<ObjectId>& ids, const Attributes& attributes = {});

  /// Queries do not find these objects. An id that no object has is ignored. `patch` brings an
  /// object back. Complexity: as `patch`.
  void hide(std::span<const ObjectId> ids);

  /// The pairs that began and that ended between the last two finished updates.
  ///
  /// Both lists are empty without `Config::events`, and after `build`, which events ignore.
  /// Lifetime: valid until the next non-const call.
  [[nodiscard]] Events events() const noexcept;

  /// For each pair of `pairs()` its index in the `pairs()` of the update before, or `kNoPair` if it
  /// is in `events().begun`. So an engine keeps the data of its contacts in arrays:
  ///
  ///     for (std::size_t i = 0; i < pairs.size(); ++i)
  ///       contacts[i] = previous[i] == kNoPair ? Contact{} : old_contacts[previous[i]];
  ///
  /// Empty without `Config::previous_indices`, and after `build`, which leaves the indices alone as
  /// it leaves events. Lifetime: valid until the next non-const call.
  [[nodiscard]] std::span<const std::uint32_t> previous_indices() const noexcept;

  /// The pairs of these objects begin anew in the next finished update: those that it finds are in
  /// `events().begun`, whether or not they are new. For a contact that the caller has dropped, by a
  /// filter of its own or with a joint, while the boxes still overlap; as `TouchProxy` in Box2D.
  ///
  /// An id that no object has then is ignored. Nothing happens without `Config::events`. Errors:
  /// `std::bad_alloc`, with nothing changed. Complexity: O(k log k), and a few tests per pair.
  void restart_pairs(std::span<const ObjectId> ids);

  /// True when the tight boxes of a pair overlap: those without margins and displacements.
  ///
  /// Needs a pair of `pairs()`. Errors: `std::logic_error` if there is no finished frame, or the
  /// last one failed. Complexity: O(1).
  [[nodiscard]] bool tight_boxes_overlap(const Pair& pair) const;

  /// Calls `visit(const Cell&)` for each node and leaf of the trees: parents before children, in
  /// the order of the tree. For pictures; needs quadphase/cells.hpp. Errors: as `count_pairs`.
  template <class Visit>
  void for_each_cell(Visit&& visit) const {
    visit_cells(detail::erased<Cell>(visit));
  }

  /// Appends a snapshot to `bytes`: the static objects and, with `Config::events`, the pairs and
  /// filters of the last update and the restarted objects, on which later results depend. Changes
  /// that wait are saved as applied.
  ///
  /// It can be restored on every machine, whatever its byte order, and whatever calls came before.
  /// Engines in equal states write equal bytes; docs/persistent_objects.md says what that means.
  /// Errors: `std::bad_alloc`. Complexity: O(n + pairs), or a sort of both.
  void save(std::vector<std::byte>& bytes) const;

  /// Restores the snapshot at the start of `bytes`, and removes it from `bytes`. From then on,
  /// equal calls give equal pairs, events, previous indices and results of queries; only `cast_any`
  /// may name another object, visitors in no particular order may see another one, and cells may
  /// differ. The configuration stays. There is no tree, and `pairs()` is empty, until the next
  /// frame.
  ///
  /// Errors: `std::invalid_argument` if there is no undamaged snapshot, or it is of an engine with
  /// other `Config::events`, `previous_indices` or periods or, with events, another `touching`;
  /// `std::bad_alloc`. The engine is then as it was.
  void restore(std::span<const std::byte>& bytes);

  /// Statistics of the last finished frame. Lifetime: valid until the next non-const call.
  [[nodiscard]] const Stats& stats() const noexcept;

  /// The ids of the boxes that the last finished frame rejected, ascending; see
  /// `Stats::rejected_count`. Lifetime: valid until the next non-const call.
  [[nodiscard]] std::span<const ObjectId> rejected_ids() const noexcept;

  /// Bytes that the engine holds now.
  [[nodiscard]] std::size_t byte_count() const noexcept;

  /// Gives back the memory that the last finished frame, the static set, the changes that wait and
  /// the next frame's events do not need, such as that of one exceptional frame. Until memory
  /// ends, nothing else does: without this call, a frame of 200 million pairs leaves 3.6 GB.
  ///
  /// Everything that can be read stays, and spans must be read anew: it is a non-const call. Of
  /// 100,000 objects, 3 MB stay, and of 100,000 pairs 0.8 MB. The next frame allocates as a new
  /// engine's does; what `reserve` has made is gone. What cannot be moved for lack of memory stays
  /// where it is. Errors: `std::logic_error` in a visitor of this engine. Complexity: O(n + pairs),
  /// a copy.
  void shrink_to_fit();

 private:
  friend struct detail::TryAccess;  // for try.hpp

  void visit_chunks(detail::ChunkVisitor visit);

  void visit_cells(detail::ErasedVisitor<Cell> visitor) const;
};

}  // namespace quadphase
