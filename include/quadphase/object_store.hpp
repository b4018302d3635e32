// SPDX-License-Identifier: MIT
// Persistent objects: added, moved and removed by handle, kept in columns that the engine reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <memory_resource>
#include <span>
#include <vector>

#include "quadphase/attributes.hpp"
#include "quadphase/box.hpp"
#include "quadphase/boxes.hpp"
#include "quadphase/executor.hpp"
#include "quadphase/export.hpp"
#include "quadphase/pair.hpp"

namespace quadphase {

class CallRecorder;  // in recorded_call.hpp

namespace detail {
struct StoreAccess;
struct StoredObjects;
}  // namespace detail

/// Names one object of a store, and no other after its removal. Default: null, which names none.
struct Handle {
  ObjectId id = 0xFFFF'FFFF;     ///< the object's id in pairs, events and queries
  std::uint32_t generation = 0;  ///< how many objects had this id before

  /// The handle that names no object.
  [[nodiscard]] static constexpr Handle null() noexcept { return {}; }
  /// True for the handle that names no object.
  [[nodiscard]] constexpr bool is_null() const noexcept { return *this == null(); }

  friend constexpr bool operator==(const Handle&, const Handle&) noexcept = default;
};

/// How far an object moves in the coming step; see `Attributes::displacement_x`.
struct Displacement {
  float x = 0;  ///< along the first axis
  float y = 0;  ///< along the second axis

  friend constexpr bool operator==(const Displacement&, const Displacement&) noexcept = default;
};

/// Owns the columns of objects that are added and removed, and gives each object a handle. Boxes
/// are in float: those in double go to `BroadPhase::update` directly, with ids of the caller's
/// choice.
///
///     quadphase::ObjectStore store;
///     const quadphase::Handle ball = store.add({4, 5, 5, 6});
///     const quadphase::Handle wall = store.add({0, 0, 9, 1}, {}, quadphase::Mobility::static_);
///     store.move(ball, {4, 4, 5, 5});
///     broad_phase.update(store);  // pairs, events and queries have `ball.id` and `wall.id`
///
/// Columns:  two dense sets of rows, of the moving and of the static objects, which the engine
///           reads in place. Removals change the rows of other objects: the last row fills the gap.
/// Ids:      an object keeps its id until it is removed. A new object gets the lowest free id. Ids
///           are below 2^32 - 64.
/// Handles:  the generation of an id rises with each object that gets it, so the handle of a
///           removed object never names another. An id whose generations are used up is not
///           reused.
/// Bulk:     the functions that take spans and columns give the same bytes as a loop over the form
///           for one object, but faster, and all or nothing. No handle may be given twice. From
///           10,000 objects on they use the store's executor or, without one, the threads of the
///           calling thread's oneTBB arena; no result depends on the number of threads.
/// Repeat:   equal calls give equal columns, ids, handles and snapshots.
/// Errors:   `std::invalid_argument` if a handle is stale or given twice, if lengths differ, if
///           boxes are in double, or if there are too many objects; `std::bad_alloc`. The store is
///           then as it was.
/// Lifetime: views of columns are valid until the next non-const call. Spans that are passed in
///           must not be views of the same store.
/// Threads:  const functions may be called from many threads between non-const ones.
/// Memory:   28 bytes per object (box, id, slot), and 4 for each column of category, mask, group,
///           world, margin, displacement x and y, and generation in which some object has differed
///           from the default since the last `clear`. Other columns do not exist, and their spans
///           are empty. Bulk calls keep up to 28 bytes for each object of the largest call. Buffers
///           grow with an eighth to spare, so steady counts allocate nothing. They shrink only
///           through `shrink_to_fit` or when memory runs out; what `reserve` allocated is then
///           gone.
/// Cost:     in ns per object, of bulk calls on 100,000 objects on one thread of Zen 5, handles in
///           the order of the rows and in random order: add 2 and 2, move 2 and 6, remove 9 and 8,
///           set_mobility 9 and 22, save 2, restore 5, reorder 5; of single calls in random order:
///           add 25, move 7, remove 13.
class QUADPHASE_API ObjectStore {
 public:
  /// `resource`: where the columns come from; null: `std::pmr::get_default_resource()`.
  /// `executor`: runs bulk calls on threads of your own; null: those of the calling thread's
  /// oneTBB arena, or one if the library was built without oneTBB.
  /// `recorder`: receives every call, like that of `Config`; null: no recorder. An engine that has
  /// a recorder updates only from stores with the same one. All three must outlive the store.
  /// Errors: `std::invalid_argument` if the executor has no worker or more than 4,096.
  explicit ObjectStore(std::pmr::memory_resource* resource = nullptr, Executor* executor = nullptr,
                       CallRecorder* recorder = nullptr);
  ~ObjectStore();
  /// A store that was moved from may only be assigned to or destroyed.
  ObjectStore(ObjectStore&& other) noexcept;
  /// As above.
  ObjectStore& operator=(ObjectStore&& other) noexcept;
  ObjectStore(const ObjectStore&) = delete;
  ObjectStore& operator=(const ObjectStore&) = delete;

  /// Makes room for `moving_count` moving and `static_count` static objects.
  void reserve(std::size_t moving_count, std::size_t static_count = 0);

  /// Adds an object. Boxes that are not valid are stored, too; the engine rejects them.
  Handle add(const Box& box, const Filter& filter = {}, Mobility mobility = Mobility::moving);
  /// Adds objects in the order of the boxes, which are in float, in any form. `filters` is empty,
  /// or has one for each box; `handles` has one for each box, to be written.
  void add(const Boxes& boxes, const Column<Filter>& filters, std::span<Handle> handles,
           Mobility mobility = Mobility::moving);

  /// Removes an object. Its id is free again.
  void remove(Handle handle);
  /// Removes objects.
  void remove(std::span<const Handle> handles);

  /// Gives an object another box.
  void move(Handle handle, const Box& box);
  /// Gives each object another box, of boxes in float in any form.
  void move(std::span<const Handle> handles, const Boxes& boxes);

  /// Gives an object another filter.
  void set_filter(Handle handle, const Filter& filter);
  /// Gives each object another filter.
  void set_filter(std::span<const Handle> handles, const Column<Filter>& filters);

  /// Makes an object static, for example when it falls asleep, or moving. An object that already
  /// has this mobility stays as it is.
  void set_mobility(Handle handle, Mobility mobility);
  /// Makes objects static or moving.
  void set_mobility(std::span<const Handle> handles, Mobility mobility);

  /// See `Attributes::margin`.
  void set_margin(Handle handle, float margin);
  /// Gives each object another margin.
  void set_margin(std::span<const Handle> handles, const Column<float>& margins);

  /// See `Attributes::displacement_x`.
  void set_displacement(Handle handle, const Displacement& displacement);
  /// Gives each object another displacement.
  void set_displacement(std::span<const Handle> handles, const Column<Displacement>& displacements);

  /// Puts the rows of the moving objects into an order, such as that of the tree, so that objects
  /// that meet lie near each other in memory: first those of `order`, as it has them, then the
  /// others, in the order in which they were.
  ///
  ///     broad_phase.update(store);
  ///     lost += 1 - store.row_locality(broad_phase.order());
  ///     if (lost > 1) {
  ///       const auto old_rows = store.reorder(broad_phase.order());
  ///       quadphase::reorder(old_rows, bodies, velocities);  // arrays by row of your own
  ///       lost = 0;
  ///     }
  ///
  /// Order:   ids, of the last frame; those that no moving object has any more, because it was
  ///          removed or made static, are skipped.
  /// Returns: for each row, the row where its object was before, for `quadphase::reorder` of arrays
  ///          of your own. Lifetime: valid until the next non-const call.
  /// After:   rows have changed; handles, ids and all values are as before, and the next update has
  ///          the same pairs and events. Pairs of objects in one finest cell of the tree may have
  ///          another order in `pairs()`, as after removals. Bulk calls are fastest with handles in
  ///          the order of the rows, so let handles that you keep by row follow, too.
  /// Cost:    one thread of an AMD EPYC (Zen 5), rows nearly in order / in random order: 4 / 5 ns
  ///          per object for 100,000 objects, 7 / 14 for 1,000,000. An update of 1,000,000 objects
  ///          then takes 0.9 of the time, and less is gained frame by frame. Pairs have ids, whose
  ///          rows have to be looked up, so arrays by row gain less than without a store:
  ///          docs/performance.md.
  /// Errors:  `std::invalid_argument` if the order has a moving object twice, or an id that the
  ///          store has not given.
  std::span<const ObjectId> reorder(std::span<const ObjectId> order);

  /// Removes all objects. All columns but the generations have their defaults again. Complexity:
  /// O(ids ever used).
  void clear() noexcept;

  /// True when the handle names an object of the store.
  [[nodiscard]] bool contains(Handle handle) const noexcept;
  /// The handle of the object that has this id. Errors: `std::invalid_argument` if none has it.
  [[nodiscard]] Handle handle_of(ObjectId id) const;

  /// The box of an object. Errors of all six: `std::invalid_argument` if the handle is stale.
  [[nodiscard]] Box box(Handle handle) const;
  [[nodiscard]] Filter filter(Handle handle) const;              ///< its filter
  [[nodiscard]] Mobility mobility(Handle handle) const;          ///< whether it is static
  [[nodiscard]] float margin(Handle handle) const;               ///< its margin
  [[nodiscard]] Displacement displacement(Handle handle) const;  ///< its displacement
  /// Its row in the columns of the moving or of the static objects, until the next call that adds,
  /// removes or reorders objects, makes some static or moving, or restores the store.
  [[nodiscard]] std::size_t row(Handle handle) const;

  /// The number of all objects.
  [[nodiscard]] std::size_t size() const noexcept { return moving_count() + static_count(); }
  [[nodiscard]] std::size_t moving_count() const noexcept;  ///< how many of them move
  [[nodiscard]] std::size_t static_count() const noexcept;  ///< how many are static

  /// The columns of the moving objects, as `BroadPhase::update` takes them.
  [[nodiscard]] BoxView moving_boxes() const noexcept;
  [[nodiscard]] Attributes moving_attributes() const noexcept;  ///< with `moving_boxes`
  /// How well the rows of the moving objects lie in an order of ids; see `row_locality` in
  /// reorder.hpp. Complexity: O(1).
  [[nodiscard]] float row_locality(std::span<const ObjectId> order) const noexcept;
  /// The columns of the static objects, as `BroadPhase::set_static` takes them.
  [[nodiscard]] BoxView static_boxes() const noexcept;
  [[nodiscard]] Attributes static_attributes() const noexcept;  ///< with `static_boxes`

  /// Bytes that the store holds now.
  [[nodiscard]] std::size_t byte_count() const noexcept;
  /// Frees the memory that the objects do not need, including what `reserve` allocated. Ids that
  /// were used keep their 8 bytes. What cannot be moved for lack of memory stays where it is.
  /// Complexity: O(ids ever used), a copy.
  void shrink_to_fit() noexcept;

  /// Appends a snapshot of the store to `bytes`. Equal stores append equal bytes, on every
  /// machine. Errors: `std::bad_alloc`; `bytes` is then as it was.
  void save(std::vector<std::byte>& bytes) const;

  /// Becomes the store whose snapshot `bytes` starts with, and removes the snapshot from `bytes`.
  ///
  /// From then on, equal calls give equal results. Handles that were given after the snapshot are
  /// stale, until the store gives their ids and generations again.
  /// Errors: `std::invalid_argument` if the bytes are not an intact snapshot of a store; the store
  /// and `bytes` are then as they were. Allocates nothing if the buffers are large enough.
  void restore(std::span<const std::byte>& bytes);

 private:
  friend struct detail::StoreAccess;  // an engine follows the static objects from frame to frame

  std::unique_ptr<detail::StoredObjects> objects_;
};

}  // namespace quadphase

/// @cond  Doxygen cannot find the scope of a specialization in std.
// For unordered sets and maps of handles.
template <>
struct std::hash<quadphase::Handle> {
  [[nodiscard]] std::size_t operator()(const quadphase::Handle& handle) const noexcept {
    const std::uint64_t bits = std::uint64_t{handle.generation} << 32 | handle.id;
    const std::uint64_t mixed = (bits ^ bits >> 32) * 0x9E37'79B9'7F4A'7C15;
    return static_cast<std::size_t>(mixed ^ mixed >> 32);
  }
};
/// @endcond
