// SPDX-License-Identifier: MIT
// The data of an ObjectStore, and the steps of its functions.
//
// Every change has two halves: first all checks and allocations, which may throw, then the rest,
// which cannot.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <new>
#include <span>

#include "base/buffer.hpp"
#include "base/chunk_loop.hpp"
#include "base/synchronized_resource.hpp"
#include "base/tuning.hpp"
#include "call/call_log.hpp"
#include "input/given_boxes.hpp"
#include "quadphase/object_store.hpp"
#include "store/bits.hpp"
#include "store/columns.hpp"
#include "store/slots.hpp"
#include "store/static_tracker.hpp"

namespace quadphase::detail {

/// A row of one of the two sets.
struct Row {
  Mobility mobility;
  std::uint32_t index;
};

[[nodiscard]] inline Mobility other(Mobility mobility) noexcept {
  return mobility == Mobility::static_ ? Mobility::moving : Mobility::static_;
}

/// Errors: `std::invalid_argument`: a handle is stale.
[[noreturn]] void throw_stale();
/// All spans of a bulk call must have one length. Errors: `std::invalid_argument`.
void require_length(std::size_t length, std::size_t expected);

/// The boxes of a bulk call, in float.
class StoreBoxes {
 public:
  /// Errors: `std::invalid_argument` if they break the rules of `Boxes`, are in double, or are not
  /// as many as `expected`.
  StoreBoxes(const Boxes& boxes, std::size_t expected);

  [[nodiscard]] Box operator[](std::size_t i) const noexcept {
    return {edge(0, i), edge(1, i), edge(2, i), edge(3, i)};
  }
  /// Copies column `column` of the boxes `[first, last)`.
  void copy(std::size_t column, std::size_t first, std::size_t last, float* to) const noexcept;

 private:
  [[nodiscard]] float edge(std::size_t column, std::size_t i) const noexcept {
    return number_at<float>(columns_[column], stride_, i);
  }

  const void* columns_[4];
  std::size_t stride_;
};

/// How many threads run a loop over that many rows.
[[nodiscard]] inline int thread_count_for(std::size_t count, Executor* executor) noexcept {
  return count < kSerialObjects ? 1 : Workers::of_caller(executor).count();
}

struct StoredObjects {
  StoredObjects(std::pmr::memory_resource* resource, Executor* user_executor)
      : memory(resource),
        executor(user_executor),
        slots(&memory, executor),
        moving(&memory, executor),
        statics(&memory, executor),
        tracker(&memory),
        packed_rows(&memory),
        leaving(&memory),
        sources(&memory),
        fills(&memory),
        spare_column(&memory),
        removed(&memory),
        added(&memory, executor) {}

  static constexpr std::size_t kNoRow = ~std::size_t{0};

  /// A gap in the rows, and the row and id of the object that fills it.
  struct Fill {
    std::uint32_t row;
    std::uint32_t source;
    ObjectId id;
  };

  CallLog calls;
  SynchronizedResource memory;
  Executor* executor;  // null: the caller's arena
  SlotTable slots;
  Columns moving;
  Columns statics;
  StaticTracker tracker;
  ColumnSet columns = kAlways;  // that exist, in both sets

  // Scratch of a bulk call.
  Buffer<PackedRow> packed_rows;  // of the objects of the handles, written by `check`
  Buffer<ObjectId> leaving;
  Buffer<std::uint32_t> sources;
  Buffer<Fill> fills;
  Buffer<float> spare_column;
  // The last result of `static_changes`.
  Buffer<ObjectId> removed;
  Columns added;

  [[nodiscard]] Columns& rows(Mobility mobility) noexcept {
    return mobility == Mobility::static_ ? statics : moving;
  }
  [[nodiscard]] const Columns& rows(Mobility mobility) const noexcept {
    return mobility == Mobility::static_ ? statics : moving;
  }
  [[nodiscard]] bool is_static(PackedRow packed_row) const noexcept {
    return kFirstStaticPackedRow - packed_row < statics.count();
  }
  [[nodiscard]] Row row_at(PackedRow packed_row) const noexcept {
    if (is_static(packed_row)) return {Mobility::static_, kFirstStaticPackedRow - packed_row};
    return {Mobility::moving, packed_row};
  }
  /// Its own inverse: given a packed row of a known set, it returns the row.
  [[nodiscard]] static PackedRow packed_row_of(Mobility mobility, std::size_t row) noexcept {
    const auto index = static_cast<std::uint32_t>(row);
    return mobility == Mobility::static_ ? kFirstStaticPackedRow - index : index;
  }

  /// The row of an object. Errors: `std::invalid_argument` if the handle is stale.
  [[nodiscard]] Row checked_row(Handle handle) const {
    if (!slots.contains(handle)) throw_stale();
    return row_at(slots[handle.id].packed_row);
  }
  /// True if the object of a handle is in that row of the moving ones; the row need not exist.
  [[nodiscard]] bool is_in_moving_row(Handle handle, std::size_t row) const noexcept {
    return row < moving.count() && moving.words(kId)[row] == handle.id &&
           moving.word_at(kGeneration, row, columns) == handle.generation;
  }
  /// The row of the first object, or no moving row.
  [[nodiscard]] std::size_t first_moving_row(std::span<const Handle> handles) const noexcept {
    const bool is_known = !handles.empty() && slots.contains(handles[0]);
    return is_known ? slots[handles[0].id].packed_row : kNoPackedRow;
  }
  /// All handles must be of objects of the store, each once; writes `packed_rows`. True if one of
  /// the objects is static. Errors: `std::invalid_argument`, `std::bad_alloc`.
  bool check(std::span<const Handle> handles);
  /// No handle may come twice. Errors: `std::invalid_argument`.
  void check_unique(std::span<const Handle> handles);
  /// Sets bit `bit_at(i)` of `slots.seen()` for each i below `count`, for the caller to clear. True
  /// if one of the bits was set already.
  template <class BitAt>
  [[nodiscard]] bool mark(std::size_t count, const BitAt& bit_at);

  /// The columns that a new object needs for its id.
  [[nodiscard]] ColumnSet columns_of_new_ids() const noexcept {
    return slots.free_count() > 0 ? word_column(kGeneration) : 0;  // an id that others had before
  }
  /// Gives back what the objects do not need, as `Buffer::shrink`.
  void shrink() noexcept;
  /// The part of a call that may fail and changes nothing: returns `run()`. If memory runs out, it
  /// is run again after `shrink`. Errors: those of `run`.
  template <class Run>
  auto prepare(const Run& run) {
    try {
      return run();
    } catch (const std::bad_alloc&) {
      shrink();
    }
    try {
      return run();
    } catch (const std::bad_alloc&) {
      shrink();
      throw;
    }
  }

  // See `ObjectStore`. Of many objects, in bulk.cpp; the order of the rows, in row_order.cpp; and
  // snapshots, in store_snapshot.cpp.
  void add(const Boxes& given_boxes, const Column<Filter>& filters, std::span<Handle> handles,
           Mobility mobility);
  void remove(std::span<const Handle> handles);
  void set_mobility(std::span<const Handle> handles, Mobility mobility);
  [[nodiscard]] std::span<const std::uint32_t> reorder(std::span<const ObjectId> order);
  void save(std::vector<std::byte>& bytes) const;
  void restore(std::span<const std::byte>& bytes);

  /// Room for that many rows in a set, and for columns that do not exist yet.
  void reserve_rows(Mobility mobility, std::size_t row_count, ColumnSet needed);
  /// Room for columns that do not exist yet.
  void reserve_columns(ColumnSet needed);
  /// Makes them exist, full of defaults. Needs room.
  void begin_columns(ColumnSet needed) noexcept;

  /// Changes values of some objects, by `write(rows, row, i)` for handle i, concurrently if they
  /// are many. `needed`: columns that must exist. Errors: as `check`, with everything as it was.
  template <class Write>
  void change(std::span<const Handle> handles, ColumnSet needed, const Write& write);
  /// As above, for one object.
  template <class Write>
  void change(Handle handle, ColumnSet needed, const Write& write);

  /// Writes the moving rows in their new order to `packed_rows`: those of the ids of `order`, then
  /// the others. Errors: `std::invalid_argument`, `std::bad_alloc`.
  void list_rows(std::span<const ObjectId> order);

  /// Fills the gap at a row with the last row.
  void fill_gap(Row row) noexcept;
  /// Reserves what `take_out` of that many objects needs, including `leaving`.
  void reserve_take_out(std::size_t count) {
    leaving.ensure_with_spare(count);
    sources.ensure_with_spare(count);
    fills.ensure_with_spare(count);
  }
  /// Removes the objects of `ids` from a set, as `fill_gap` would one after the other. They are
  /// then in neither set; or, if `first_new` is a row, in the rows of the other set from there on,
  /// whose values must have been copied. Needs room.
  void take_out(Mobility mobility, std::span<const ObjectId> ids,
                std::size_t first_new = kNoRow) noexcept;

  /// What an engine that has the version `since` must change: objects that were added to the static
  /// ones, removed from them, or changed, which are both removed and added. Everything, if
  /// `since` is not the last version, after `clear` or `restore`, and if more than an eighth has
  /// changed.
  ///
  /// Changes nothing: a second call gives the same. Complexity: O(changes), or O(1) for everything.
  /// Lifetime: valid until the next non-const call.
  [[nodiscard]] StaticChanges static_changes(const StaticVersion& since);
  /// Begins a new version: that of an engine that has applied the last `static_changes`.
  ///
  /// If static objects have changed since that call, or there was none, this gives no version,
  /// and the next changes are everything: so no change is ever lost. Complexity: O(changes).
  [[nodiscard]] StaticVersion commit_static_changes() noexcept;
};

/// The implementation of a store.
struct StoreAccess {
  [[nodiscard]] static StoredObjects& objects_of(ObjectStore& store) noexcept {
    return *store.objects_;
  }
};

/// The union of `columns_at(i)` over all i below `count`.
template <class ColumnsAt>
[[nodiscard]] ColumnSet any_columns(std::size_t count, Executor* executor,
                                    const ColumnsAt& columns_at) {
  if (count == 1) return columns_at(0);
  std::atomic<ColumnSet> all = 0;
  for_each_range_of_caller(count, executor, [&](std::size_t first, std::size_t last) {
    ColumnSet some = 0;
    for (std::size_t i = first; i < last; ++i) some |= columns_at(i);
    all |= some;
  });
  return all;
}

template <class BitAt>
bool StoredObjects::mark(std::size_t count, const BitAt& bit_at) {
  const std::span<std::uint64_t> seen = slots.seen();
  std::atomic<bool> twice = false;
  const auto mark_range = [&](std::size_t first, std::size_t last, bool shared) {
    for (std::size_t i = first; i < last; ++i) {
      if (test_and_set(seen, bit_at(i), shared)) twice = true;
    }
  };
  // Why not with fewer threads: a bit that other threads may set, too, costs 5 ns instead of 1.
  constexpr int kWorthSharing = tuned<int>(6, 2);
  if (thread_count_for(count, executor) >= kWorthSharing) {
    for_each_range_of_caller(count, executor, [&](std::size_t first, std::size_t last) {
      mark_range(first, last, true);
    });
  } else {
    mark_range(0, count, false);
  }
  return twice;
}

template <class Write>
void StoredObjects::change(std::span<const Handle> handles, ColumnSet needed, const Write& write) {
  // Why: in a world that sleeps, the code below has left the caches.
  if (handles.empty() && (needed & ~columns) == 0) return;
  const bool has_static = prepare([&] {
    const bool is_one_static = check(handles);
    reserve_columns(needed);
    return is_one_static;
  });
  begin_columns(needed);
  for (std::size_t i = 0; has_static && i < handles.size(); ++i) {
    if (is_static(packed_rows[i])) tracker.record(handles[i].id, true);
  }
  for_each_range_of_caller(handles.size(), executor, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const Row row = row_at(packed_rows[i]);
      write(rows(row.mobility), row.index, i);
    }
  });
}

template <class Write>
void StoredObjects::change(Handle handle, ColumnSet needed, const Write& write) {
  const Row row = checked_row(handle);
  if ((needed & ~columns) != 0) {
    prepare([&] { reserve_columns(needed); });
    begin_columns(needed);
  }
  if (row.mobility == Mobility::static_) tracker.record(handle.id, true);
  write(rows(row.mobility), row.index, std::size_t{0});
}

}  // namespace quadphase::detail
