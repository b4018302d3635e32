// SPDX-License-Identifier: MIT
// The engine: boxes in, every overlapping pair out. Update, then read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "quadphase/adjacency.hpp"
#include "quadphase/attributes.hpp"
#include "quadphase/boxes.hpp"
#include "quadphase/config.hpp"
#include "quadphase/export.hpp"
#include "quadphase/index.hpp"
#include "quadphase/object_store.hpp"
#include "quadphase/pair.hpp"
#include "quadphase/stats.hpp"
#include "quadphase/visitor.hpp"

namespace quadphase {

/// A 2D broad phase that is rebuilt from Morton codes in every frame, in parallel.
///
///     quadphase::BroadPhase broad_phase;
///     broad_phase.update({min_x, min_y, max_x, max_y});
///     for (auto [first, second] : broad_phase.pairs()) narrow_phase(first, second);
///
/// Exact:    it finds every overlapping pair (`overlaps` in box.hpp) of valid boxes exactly once,
///           with `first < second`, and no other pair. For boxes in double, that is `overlaps` in
///           double_box.hpp.
/// Order:    the bytes of the pair array depend only on the boxes, their attributes, the static
///           objects, the origin of boxes in double, `leaf_capacity` and `max_depth`. They do not
///           depend on threads, SIMD, earlier frames or the compiler.
/// Bad data: a box with NaN or `max < min`, or one that does not fit a periodic world, joins no
///           pair; `stats()` counts it.
/// Threads:  one thread at a time may call a non-const function; between such calls, many threads
///           may call const functions. Engines are independent, and work inside oneTBB tasks and
///           inside jobs of an `Executor`.
/// Visitors: may call const functions of the engine, any function of other engines, and, one thread
///           at a time, change the static set and restart pairs. On the visitor's thread, `update`,
///           `build`, `patch`, `hide`, `reserve`, `restore`, `shrink_to_fit`, `count_pairs`,
///           `sorted_pairs`, `adjacency`, `static_pairs` and `for_each_pair_chunk` throw
///           `std::logic_error`.
/// Memory:   buffers grow; they shrink only through `shrink_to_fit` or when memory runs out. A
///           frame allocates nothing if it has at most an eighth more objects and pairs than the
///           largest earlier frame, or than `reserve` was given. 100,000 objects take some 8 MB,
///           and 100,000 pairs 1.8 MB, or 7.2 MB with events.
/// Errors:   `std::invalid_argument` if an argument breaks a rule, before any state changes;
///           `std::bad_alloc`. After an `update` or `build` that threw, `events()` and `stats()`
///           still show the last finished frame, and so does `pairs()`, except as in Limits; there
///           is no tree to count, stream or search, and the next frame is correct.
/// Limits:   if `Config::memory_resource` runs out, what fits in a new engine also fits in this
///           one, after any failure. A frame that runs out of memory frees what the last one does
///           not need and runs again; pairs are then counted first, and take 8 bytes each. If that
///           is not enough and there are no events, which need the last pairs, the frame frees
///           these, too, and runs once more. It does so only if what was missing may then fit; so
///           `pairs()` is empty after a frame that threw only if its tree did not fit beside the
///           last frame's pairs, or if a resource refuses what a limit in bytes would not.
/// Queries:  are functions of its base class, in index.hpp, as are `build`, `patch`, `hide` and
///           `stats`.
/// Source:   I. Gargantini, "An effective way to represent quadtrees", 1982 (leaves as a sorted
///           list of keys).
class QUADPHASE_API BroadPhase : public Index {
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
  /// Complexity: O(n log n + pairs) work in practice, close to linear, also where long boxes lie in
  /// both directions, whether they are many or few. At worst O(n^2): for example, if all boxes
  /// overlap and only few of them may pair; docs/performance.md.
  /// Doubles:    pairs, events and `tight_boxes_overlap` are exactly those of the doubles; see
  /// double_box.hpp.
  void update(const Boxes& boxes, const Attributes& attributes = {});

  /// `update` with the objects of a store. The store's static objects become all of the engine's:
  /// those of other calls go. Only the changes since the last call are applied.
  ///
  /// Use a store with one engine. If two engines alternate, or other calls changed the engine's
  /// static set, every update copies all static objects. Errors: as `update` and `set_static`.
  void update(ObjectStore& store);

  /// The pairs of the last finished `update`, in the order of the tree's leaves, not sorted by id.
  ///
  /// Empty before the first `update` and after `build`, which stores none. To use pairs without
  /// storing them: `build`, then `for_each_pair_chunk`. Lifetime: valid until the next non-const
  /// call.
  [[nodiscard]] std::span<const Pair> pairs() const noexcept;

  // The pairs in other orders. The first call after a frame computes them, on all threads. They are
  // kept until the next frame, `reserve` or `shrink_to_fit`, or until memory runs out, so further
  // calls cost nothing; for rows, further calls with the same `id_count`. Frames without such a
  // call compute and allocate nothing for them; frames of steady size allocate nothing.
  // Lifetime: valid until the next non-const call. These two functions are non-const, so spans that
  // were read before, such as `pairs()`, must be read again. Errors: `std::bad_alloc`, with nothing
  // changed that can be read.

  /// `pairs()` in ascending order, by `first` and then by `second`; none after `build`.
  ///
  /// Complexity: O(pairs), and 18 bytes per pair.
  [[nodiscard]] std::span<const Pair> sorted_pairs();

  /// For each object, the ids of all objects that it pairs with, ascending: for graphs, islands and
  /// labels.
  ///
  ///     const quadphase::Adjacency rows = broad_phase.adjacency(boxes.size());
  ///     for (const quadphase::ObjectId id : rows.neighbors_of(7)) wake(id);
  ///
  /// There are `id_count` rows; if it is 0, one more than the highest id of any pair. So ids should
  /// be dense: 2^32 rows take 36 GiB. After `build`, rows are empty. With equal ids, an object can
  /// have a neighbor several times, and itself.
  ///
  /// Errors: `std::invalid_argument` if a pair has an id that is not below `id_count`, or if
  /// `id_count` is more than 2^32; `std::length_error` if there are more than 2^32 - 1 pairs.
  /// Complexity: O(rows + pairs), however long the rows are; 9 bytes per row and 72 per pair.
  [[nodiscard]] Adjacency adjacency(std::size_t id_count = 0);

  /// Counts the pairs of the current tree without storing them; after `update`, this is the number
  /// of `pairs()`. Errors: `std::logic_error` if there is no tree: before the first `update` or
  /// `build`, after one that threw, and after `reserve` and `restore`.
  [[nodiscard]] std::uint64_t count_pairs();

  /// All chunk indices of `for_each_pair_chunk` are below this.
  ///
  /// It does not depend on threads, so an array can keep the results of all chunks in order.
  /// Errors: as `count_pairs`.
  [[nodiscard]] std::size_t chunk_count() const;

  /// Calls `consume(std::span<const Pair> pairs, std::size_t chunk_index)` for the pairs of each
  /// chunk, concurrently from all threads. Chunks in the order of their indices have the pairs in
  /// the order of `pairs()`. A chunk of many pairs arrives in several pieces: in order, on one
  /// thread and with the same index. No piece is empty.
  ///
  /// After `build`, pairs are found and passed on but not stored. This takes at most 512 KiB, and
  /// two bytes for each static object, per thread, whatever overlaps. After `update`, chunks are
  /// parts of the stored array. Chunks do not depend on threads; pieces do.
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
  // pairs of moving objects with each other and with static ones, never pairs of two static ones.
  // Pairs with a static object come after all others, ordered by the position of the moving object
  // in the tree, then by the id of the static one. In a periodic world, some of the pairs across
  // its border come last.
  //
  // Changes wait for the next `update` or `build`, which applies them first. Until then everything
  // that can be read shows the last finished frame. `ids` has one id for each box; no two objects,
  // moving or static, may have the same id (see `Attributes::ids`). `attributes.ids` is empty or
  // equal to `ids`. Invalid boxes are kept but join no pair, and `stats()` does not count them.
  // Errors: `std::invalid_argument` if columns differ in length, if `attributes.ids` are other ids,
  // or if an id breaks a function's rule, with all pending changes of the static set counted in;
  // `std::bad_alloc`. In all these cases nothing has changed.

  /// Replaces all static objects. Errors: two have the same id. Complexity: O(n), plus that of
  /// `build` in the next frame.
  void set_static(const Boxes& boxes, const Column<ObjectId>& ids,
                  const Attributes& attributes = {});

  /// Adds static objects. Errors: two have the same id, or a static object has the id already.
  /// Complexity: as `exchange_static`.
  void add_static(const Boxes& boxes, const Column<ObjectId>& ids,
                  const Attributes& attributes = {}) {
    exchange_static({}, boxes, ids, attributes);
  }

  /// Removes static objects. Errors: no static object has an id, or an id is given twice.
  /// Complexity: as `exchange_static`.
  void remove_static(const Column<ObjectId>& ids) { exchange_static(ids, {}, {}); }
  /// As above, written `{3, 5}`.
  void remove_static(std::initializer_list<ObjectId> ids) {
    remove_static(std::span(ids.begin(), ids.size()));
  }

  /// Removes static objects and adds others in one step, for bodies that wake and others that fall
  /// asleep. An id may be in both lists: its object is replaced. Leave a body that has fallen
  /// asleep out of the next `update`, which does not check that: with awake bodies first in an
  /// array, pass only these.
  ///
  /// Errors: those of `remove_static` and `add_static`; nothing has changed then. Complexity:
  /// O((k + n/256) log n) amortized for k of n objects, including the next frame's part; from n/8
  /// changes on, all static objects are sorted again.
  void exchange_static(const Column<ObjectId>& removed, const Boxes& boxes,
                       const Column<ObjectId>& ids, const Attributes& attributes = {});

  /// Removes all static objects.
  void clear_static();

  /// The number of static objects in the last finished frame; pending changes do not count. After
  /// `restore`, until a frame has finished: that of the snapshot, with the changes applied that
  /// were pending in it.
  [[nodiscard]] std::size_t static_count() const noexcept;

  /// The pairs of two static objects, which `pairs()` never has: all that overlap and may pair, as
  /// the last finished frame searched them, in ascending order. For sleeping bodies that a wall is
  /// put on, or that overlap when a level is loaded. What one of them overlaps, `for_each_overlap`
  /// finds with `Mobilities::static_only`.
  ///
  /// Lifetime: valid until the next non-const call. Complexity: the first call after the static set
  /// has changed takes as long as an update with these objects as moving ones and, during the call,
  /// as much memory, and 16 bytes per pair, which are kept until the set changes, `shrink_to_fit`,
  /// or memory runs out. Other calls: O(1). Errors: `std::logic_error` if there is no finished
  /// frame; `std::length_error` if there are more than `Config::max_pairs`; `std::bad_alloc`; with
  /// nothing changed that can be read.
  [[nodiscard]] std::span<const Pair> static_pairs();

  /// The pairs that began and that ended between the last two finished updates.
  ///
  /// Both lists are empty without `Config::events`, and after `build`, which events ignore.
  /// Lifetime: valid until the next non-const call.
  [[nodiscard]] Events events() const noexcept;

  /// For each pair of `pairs()`, its index in the `pairs()` of the previous update, or `kNoPair` if
  /// it is in `events().begun`. This lets a physics engine keep its contact data in arrays:
  ///
  ///     for (std::size_t i = 0; i < pairs.size(); ++i)
  ///       contacts[i] = previous[i] == kNoPair ? Contact{} : old_contacts[previous[i]];
  ///
  /// Of two bodies of which one has just woken, it is `kNoPair`: keep their data by pair while both
  /// sleep; see `EndReason`.
  ///
  /// Empty without `Config::previous_indices`, and after `build`, which the indices ignore, as
  /// events do. Lifetime: valid until the next non-const call.
  [[nodiscard]] std::span<const std::uint32_t> previous_indices() const noexcept;

  /// The pairs of these objects begin anew in the next finished update: those that it finds are in
  /// `events().begun`, whether or not they are new. For a contact that the caller has dropped, by a
  /// filter of its own or with a joint, while the boxes still overlap; like `TouchProxy` in Box2D.
  ///
  /// An id that no object has then is ignored. Nothing happens without `Config::events`. Errors:
  /// `std::bad_alloc`, with nothing changed. Complexity: O(k log k), and a few tests per pair.
  void restart_pairs(const Column<ObjectId>& ids);
  /// As above, written `{3, 5}`.
  void restart_pairs(std::initializer_list<ObjectId> ids) {
    restart_pairs(std::span(ids.begin(), ids.size()));
  }

  /// True when the tight boxes of a pair overlap: those without margins and displacements.
  ///
  /// Needs a pair of `pairs()`; unspecified for others. Errors: `std::logic_error` if there is no
  /// finished frame, or the last one failed. Complexity: O(1).
  [[nodiscard]] bool tight_boxes_overlap(const Pair& pair) const;

  /// Appends a snapshot to `bytes`: the static objects and, with `Config::events`, the pairs and
  /// filters of the last update and the restarted objects, on which later results depend. Pending
  /// changes are saved as applied.
  ///
  /// It can be restored on any machine, whatever its byte order and whatever calls came before.
  /// Engines in equal states write equal bytes; docs/persistent_objects.md says what that means.
  /// Errors: `std::bad_alloc`. Complexity: O(n + pairs), or a sort of both.
  void save(std::vector<std::byte>& bytes) const;

  /// Restores the snapshot at the start of `bytes`, and removes it from `bytes`. From then on,
  /// equal calls give equal pairs, events, previous indices and query results, except that
  /// `cast_any` may return another object, visits in no particular order and rows in the order of
  /// the tree may come in another order, and cells may differ. The configuration stays. There is no
  /// tree, and `pairs()` is empty, until the next frame. Save data that lies beside `pairs()`
  /// yourself: the next previous indices count in the pairs of the snapshot.
  ///
  ///     std::span<const std::byte> rest = bytes;  // of `save`
  ///     broad_phase.restore(rest);
  ///
  /// Errors: `std::invalid_argument` if there is no intact snapshot, or it is from an engine with
  /// different `Config::events`, `previous_indices` or periods or, with events, a different
  /// `touching`; `std::bad_alloc`. The engine is then as it was.
  void restore(std::span<const std::byte>& bytes);

 private:
  friend struct detail::TryAccess;  // for try.hpp

  void visit_chunks(detail::ChunkVisitor visit);
};

}  // namespace quadphase
