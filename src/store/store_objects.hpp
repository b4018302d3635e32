// SPDX-License-Identifier: MIT
// What an ObjectStore holds, and the steps that its functions are made of.
//
// Every change has two halves: what may throw (checks, then room for all of it), and what cannot.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/buffer.hpp"
#include "quadphase/object_store.hpp"
#include "store/columns.hpp"
#include "store/loops.hpp"
#include "store/pending_statics.hpp"
#include "store/slots.hpp"

namespace quadphase {

struct ObjectStore::Objects {
  explicit Objects(std::pmr::memory_resource* resource)
      : slots(resource),
        moving(resource),
        statics(resource),
        tracker(resource),
        places(resource),
        leaving(resource),
        sources(resource),
        fills(resource),
        removed(resource),
        added(resource) {}

  /// A hole's row, the row whose object fills it, and that object.
  struct Fill {
    std::uint32_t row;
    std::uint32_t source;
    ObjectId id;
  };

  detail::SlotTable slots;
  detail::Columns moving;
  detail::Columns statics;
  detail::PendingStatics tracker;
  detail::ColumnSet columns = detail::kAlways;  ///< that exist, in both sets

  // For the length of a bulk call.
  detail::Buffer<std::uint32_t> places;  ///< of the handles, written by `check`
  detail::Buffer<ObjectId> leaving;
  detail::Buffer<std::uint32_t> sources;
  detail::Buffer<Fill> fills;
  // What static_changes told last.
  detail::Buffer<ObjectId> removed;
  detail::Columns added;

  [[nodiscard]] bool is_static(std::uint32_t place) const noexcept {
    return detail::kFirstStaticPosition - place < statics.count();
  }
  [[nodiscard]] detail::Columns& rows_of(std::uint32_t place) noexcept {
    return is_static(place) ? statics : moving;
  }
  [[nodiscard]] const detail::Columns& rows_of(std::uint32_t place) const noexcept {
    return is_static(place) ? statics : moving;
  }
  /// The row of a place whose set is known, and back.
  [[nodiscard]] static std::uint32_t row_of(std::uint32_t place, bool in_static) noexcept {
    return in_static ? detail::kFirstStaticPosition - place : place;
  }
  [[nodiscard]] static std::uint32_t place_of(std::size_t row, bool in_static) noexcept {
    return row_of(static_cast<std::uint32_t>(row), in_static);  // its own inverse
  }
  [[nodiscard]] std::uint32_t row_of(std::uint32_t place) const noexcept {
    return row_of(place, is_static(place));
  }

  /// The slot of a living object. Errors: `std::invalid_argument`.
  const detail::Slot& checked(Handle handle) const;
  /// All must be of living objects, each once; writes `places`. True where one of them is still.
  /// Errors: `std::invalid_argument`, `std::bad_alloc`.
  bool check(std::span<const Handle> handles);
  /// None may come twice. Errors: `std::invalid_argument`.
  void check_unique(std::span<const Handle> handles);

  /// Room for so many rows in a set.
  void reserve_rows(bool in_static, std::size_t rows, detail::ColumnSet needed);
  /// Room for columns that do not exist yet.
  void reserve_columns(detail::ColumnSet needed);
  /// Has them exist, full of defaults. Needs room.
  void begin_columns(detail::ColumnSet needed) noexcept;

  /// Calls `write(rows, row, i)` for each object of the last `check`, concurrently, and tells the
  /// tracker of static ones.
  template <class Write>
  void change(std::span<const Handle> handles, bool any_static, const Write& write) noexcept;
  /// As above, for one.
  template <class Write>
  void change(Handle handle, detail::ColumnSet needed, const Write& write);

  /// Fills the hole at `row` by the last row.
  void fill_hole(bool in_static, std::uint32_t row) noexcept;
  /// Takes the objects of `ids` out of a set, as `fill_hole` one after the other does; the place of
  /// the i-th becomes `new_place(i)`. Needs room in `sources` and `fills`.
  template <class NewPlace>
  void take_out(bool from_static, std::span<const ObjectId> ids,
                const NewPlace& new_place) noexcept;
};

template <class Write>
void ObjectStore::Objects::change(std::span<const Handle> handles, bool any_static,
                                  const Write& write) noexcept {
  if (any_static) {
    for (std::size_t i = 0; i < handles.size() && !tracker.everything(); ++i) {
      if (is_static(places[i])) tracker.note(handles[i].id, true);
    }
    tracker.note_change();
  }
  detail::for_each_range_of_caller(handles.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      write(rows_of(places[i]), row_of(places[i]), i);
    }
  });
}

template <class Write>
void ObjectStore::Objects::change(Handle handle, detail::ColumnSet needed, const Write& write) {
  const std::uint32_t place = checked(handle).place;
  if ((needed & ~columns) != 0) {
    reserve_columns(needed);
    begin_columns(needed);
  }
  if (is_static(place)) tracker.note(handle.id, true);
  write(rows_of(place), row_of(place));
}

template <class NewPlace>
void ObjectStore::Objects::take_out(bool from_static, std::span<const ObjectId> ids,
                                    const NewPlace& new_place) noexcept {
  detail::Columns& rows = from_static ? statics : moving;
  std::uint32_t* const row_ids = rows.words(detail::kId);
  const std::size_t left = rows.count() - ids.size();
  // Who ends up where, in ids and slots alone. sources[i]: whose row, before the call, the object
  // now in row left + i has its values in.
  for (std::size_t i = 0; i < ids.size(); ++i) sources[i] = static_cast<std::uint32_t>(left + i);
  std::size_t fill_count = 0;
  std::size_t end = rows.count();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    detail::Slot& slot = slots[ids[i]];
    const std::uint32_t row = row_of(slot.place, from_static);
    slot.place = new_place(i);
    --end;
    if (row == end) continue;
    const ObjectId id = row_ids[end];
    row_ids[row] = id;
    slots[id].place = place_of(row, from_static);
    const std::uint32_t source = sources[end - left];
    if (row >= left) {
      sources[row - left] = source;
    } else {
      fills[fill_count++] = {row, source, id};
    }
  }
  // Then the values, from behind `left` to before it. Of several fills of one row the last one's
  // object is there.
  const detail::ColumnSet values = columns & ~detail::word_column(detail::kId);
  detail::for_each_range_of_caller(fill_count, [&](std::size_t first, std::size_t last) {
    rows.for_each_with(rows, values, [&](auto* column, const auto* /*the same*/) {
      for (std::size_t i = first; i < last; ++i) {
        if (row_ids[fills[i].row] == fills[i].id) column[fills[i].row] = column[fills[i].source];
      }
    });
  });
  rows.set_count(left);
}

}  // namespace quadphase
