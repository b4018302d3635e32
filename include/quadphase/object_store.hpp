// SPDX-License-Identifier: MIT
// Objects that live: added, moved and removed by handle, kept in columns that the engine reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <vector>

#include "quadphase/attributes.hpp"
#include "quadphase/box.hpp"
#include "quadphase/pair.hpp"

namespace quadphase {

/// The name of one object of a store for all of its life, and of no other ever after.
struct Handle {
  ObjectId id = 0xFFFF'FFFF;     ///< what pairs, events and queries call the object
  std::uint32_t generation = 0;  ///< how many objects had this id before; a store retires an id
                                 ///< rather than count past 2^32 - 2

  friend constexpr bool operator==(const Handle&, const Handle&) noexcept = default;
};

/// How far an object moves in the coming step; see `Attributes::displacement_x`.
struct Displacement {
  float x = 0;
  float y = 0;
};

/// Which state of which store's static objects an engine holds. Default: none.
class StaticVersion {
 private:
  friend class ObjectStore;
  std::shared_ptr<const void> store_;  // kept, so that no later store can have the same address
  std::uint64_t number_ = 0;
};

/// What an engine that has a `StaticVersion` must do to have a store's static objects as they are.
struct StaticChanges {
  bool everything = false;              ///< drop all, then add; else remove, then add
  std::span<const ObjectId> removed{};  ///< ids to remove; empty where `everything`
  BoxView boxes{};                      ///< objects to add
  Attributes attributes{};              ///< theirs; ids are among them
};

/// Owns the columns of objects that come and go, and hands out handles.
///
///     quadphase::ObjectStore store;
///     const quadphase::Handle wall = store.add({0, 0, 9, 1}, {}, true);  // still
///     const quadphase::Handle ball = store.add({4, 5, 5, 6});
///     store.move(ball, {4, 4, 5, 5});
///     broad_phase.update(store);  // pairs, events and queries speak of `ball.id` and `wall.id`
///
/// Columns:  two dense sets of rows, the moving and the static objects, which the engine reads in
///           place. Rows are not stable, ids are: a row that goes is filled by the last row.
/// Ids:      an id is the object's slot from birth to death; a new object gets the lowest that is
///           free. Ids below 2^32 - 64.
/// Handles:  each life of an id has a generation of its own, so that a handle of a dead object is
///           recognised, never taken for that of another. `clear` ends all lives.
/// Bulk:     the functions over spans do exactly what their one-object form does in a loop over the
///           span, to the same bytes, but much faster and all or nothing; a handle may come once.
///           From 10,000 objects on they use the threads of the calling thread's oneTBB arena;
///           nothing depends on their number.
/// Repeat:   equal calls give equal columns, ids, handles and snapshots.
/// Errors:   `std::invalid_argument` where a handle is stale or comes twice, lengths differ, or
///           there are too many objects; `std::bad_alloc`. The store is then as it was.
/// Lifetime: views of columns are valid until the next non-const call. Spans handed in must not be
///           views of the same store.
/// Threads:  const functions may be called from many threads between non-const ones.
/// Memory:   28 bytes an object (box, id, slot), and 4 for each column of category, mask, owner,
///           world, margin, displacement x and y, and generation of which an object ever differed
///           from the default since the last `clear`; a column of defaults does not exist, and the
///           engine is handed an empty span. Bulk calls keep up to 24 bytes for each object of
///           the largest. Buffers grow with an eighth to spare and never shrink: steady counts
///           allocate nothing.
/// Cost:     in ns an object, of bulk calls on 100,000 objects on one thread of Zen 5, handles in
///           ascending and in random order: add 2 and 2, move 2 and 7, remove 9 and 8, set_static 9
///           and 22, save 2, restore 5; of single calls in random order: add 25, move 7, remove 13.
class ObjectStore {
 public:
  /// `resource`: where the columns come from; null: `std::pmr::get_default_resource()`. It must
  /// outlive the store.
  explicit ObjectStore(std::pmr::memory_resource* resource = nullptr);
  ~ObjectStore();
  /// A store that was moved from can only be assigned to or destroyed.
  ObjectStore(ObjectStore&& other) noexcept;
  ObjectStore& operator=(ObjectStore&& other) noexcept;
  ObjectStore(const ObjectStore&) = delete;
  ObjectStore& operator=(const ObjectStore&) = delete;

  /// Makes room for that many moving and that many static objects.
  void reserve(std::size_t moving_count, std::size_t static_count = 0);

  /// A new object, of the lowest free id. Any box may be stored; the engine tells which it rejects.
  Handle add(const Box& box, const Filter& filter = {}, bool statics = false);
  /// New objects in the order of the rows. `filters`: empty, or one a box. `handles`: one a box, to
  /// be written.
  void add(const BoxView& boxes, std::span<const Filter> filters, std::span<Handle> handles,
           bool statics = false);

  /// The end of an object; its id is free again.
  void remove(Handle handle);
  void remove(std::span<const Handle> handles);

  /// An object's new box.
  void move(Handle handle, const Box& box);
  void move(std::span<const Handle> handles, const BoxView& boxes);

  /// Who may pair with the object from now on.
  void set_filter(Handle handle, const Filter& filter);
  void set_filter(std::span<const Handle> handles, std::span<const Filter> filters);

  /// Objects sleep or are walls (`still`), or move. Those that are so already stay as they are.
  void set_static(Handle handle, bool statics);
  void set_static(std::span<const Handle> handles, bool statics);

  /// See `Attributes::margin`.
  void set_margin(Handle handle, float margin);
  void set_margin(std::span<const Handle> handles, std::span<const float> margins);

  /// See `Attributes::displacement_x`.
  void set_displacement(Handle handle, const Displacement& displacement);
  void set_displacement(std::span<const Handle> handles,
                        std::span<const Displacement> displacements);

  /// The end of all objects. All columns of attributes but the generation are defaults again.
  /// Complexity: O(ids ever used).
  void clear() noexcept;

  /// True when the handle's object lives.
  [[nodiscard]] bool contains(Handle handle) const noexcept;
  /// The handle of the living object of an id. Errors: `std::invalid_argument` where there is none.
  [[nodiscard]] Handle handle_of(ObjectId id) const;

  /// What the store holds of one object. Errors: `std::invalid_argument` where the handle is stale.
  [[nodiscard]] Box box(Handle handle) const;
  [[nodiscard]] Filter filter(Handle handle) const;
  [[nodiscard]] float margin(Handle handle) const;
  [[nodiscard]] Displacement displacement(Handle handle) const;
  [[nodiscard]] bool is_static(Handle handle) const;

  /// Living objects: all, the moving ones, the static ones.
  [[nodiscard]] std::size_t size() const noexcept { return moving_count() + static_count(); }
  [[nodiscard]] std::size_t moving_count() const noexcept;
  [[nodiscard]] std::size_t static_count() const noexcept;

  /// The columns of the moving objects: what `BroadPhase::update` takes.
  [[nodiscard]] BoxView moving_boxes() const noexcept;
  [[nodiscard]] Attributes moving_attributes() const noexcept;
  /// The columns of the static objects: what `BroadPhase::set_static` takes.
  [[nodiscard]] BoxView static_boxes() const noexcept;
  [[nodiscard]] Attributes static_attributes() const noexcept;

  /// Bytes that the store holds now.
  [[nodiscard]] std::size_t byte_count() const noexcept;

  /// Appends the whole store to `bytes`, in the byte order of this machine. Equal stores append
  /// equal bytes. Where it throws, `bytes` is as it was.
  void save(std::vector<std::byte>& bytes) const;

  /// Becomes the store that was saved at the begin of `bytes`, and takes that part off `bytes`.
  ///
  /// From then on equal calls give equal results. Handles that were handed out after the save are
  /// of a future that is undone: they are stale, until their ids are given out anew.
  /// Errors: `std::invalid_argument` where the bytes are no snapshot, or damaged; store and `bytes`
  /// are then as they were. Allocates nothing where the buffers are large enough.
  void restore(std::span<const std::byte>& bytes);

  // How an engine follows the static objects; `BroadPhase::update(store)` does so by itself.
  //
  //     const StaticVersion known = std::exchange(receipt, {});  // a throw leaves none: safe
  //     const StaticChanges changes = store.static_changes(known);
  //     ...  // remove and add as the changes tell
  //     receipt = store.commit_static_changes();
  //
  // The changes are those since the last hand-over. An engine with any other receipt, because it is
  // new, serves another store, or shares the store with a second engine, is told everything: that
  // is always right, but a store and its one engine are fast only with each other.

  /// What has changed since the hand-over that gave `known`: objects that came, woke, went, or were
  /// changed, which are both removed and added. Everything, where `known` is not the receipt of the
  /// last hand-over, after `clear` or `restore`, and when more than an eighth changed.
  ///
  /// Marks nothing: a second call tells the same. Complexity: O(changes), or O(1) for everything.
  /// Lifetime: valid until the next non-const call.
  [[nodiscard]] StaticChanges static_changes(const StaticVersion& known);

  /// Begins a new list of changes, and gives the receipt for those that `static_changes` told last.
  ///
  /// Where static objects have changed since that call, or there was none, the receipt is void and
  /// the next changes are everything: nothing is ever lost. Complexity: O(changes).
  [[nodiscard]] StaticVersion commit_static_changes() noexcept;

 private:
  struct Objects;
  std::unique_ptr<Objects> objects_;
};

}  // namespace quadphase
