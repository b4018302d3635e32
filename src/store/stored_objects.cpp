// SPDX-License-Identifier: MIT
#include "store/stored_objects.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "base/canonical_nan.hpp"
#include "base/tuning.hpp"
#include "input/validate_input.hpp"

namespace quadphase::detail {

void require_length(std::size_t length, std::size_t expected) {
  if (length != expected)
    throw std::invalid_argument("quadphase: the spans of a bulk call must have one length");
}

StoreBoxes::StoreBoxes(const Boxes& boxes, std::size_t expected)
    : columns_{boxes.columns().min_x, boxes.columns().min_y, boxes.columns().max_x,
               boxes.columns().max_y},
      stride_(boxes.stride()) {
  require(!given(boxes).is_double(), "quadphase: a store keeps boxes in float");
  require_length(boxes.size(), expected);
}

void StoreBoxes::copy(std::size_t column, std::size_t first, std::size_t last,
                      float* to) const noexcept {
  if (stride_ == sizeof(float)) {
    const auto* const edges = static_cast<const float*>(columns_[column]);
    std::transform(edges + first, edges + last, to,
                   [](float value) { return with_canonical_nan(value); });
  } else {
    for (std::size_t i = first; i < last; ++i) to[i - first] = with_canonical_nan(edge(column, i));
  }
}

void throw_stale() {
  throw std::invalid_argument("quadphase: a handle must be that of an object of the store");
}

bool StoredObjects::check(std::span<const Handle> handles) {
  constexpr unsigned kStale = 1;
  constexpr unsigned kUnordered = 2;
  constexpr unsigned kStatic = 4;
  constexpr unsigned kNotInRow = 8;
  // Why a guess: handles in the order of the rows, whatever their ids, then need no slots.
  const std::size_t first_row = first_moving_row(handles);
  packed_rows.ensure_with_spare(handles.size());
  std::atomic<unsigned> findings = 0;
  for_each_range_of_caller(handles.size(), executor, [&](std::size_t first, std::size_t last) {
    unsigned found = 0;
    // Why no branch: of ids in the order of the rows, no one can predict which ascend.
    std::int64_t last_id = first > 0 ? std::int64_t{handles[first - 1].id} : -1;
    for (std::size_t i = first; i < last; ++i) {
      const Handle handle = handles[i];
      found |= handle.id <= last_id ? kUnordered : 0U;
      last_id = handle.id;
      if (is_in_moving_row(handle, first_row + i)) {
        packed_rows[i] = packed_row_of(Mobility::moving, first_row + i);
        continue;
      }
      if (!slots.contains(handle)) {
        findings |= kStale;
        return;
      }
      packed_rows[i] = slots[handle.id].packed_row;
      if (is_static(packed_rows[i])) found |= kStatic;
      found |= kNotInRow;
    }
    findings |= found;
  });
  if ((findings & kStale) != 0) throw_stale();
  // Ascending ids are all different, and so are objects in consecutive rows.
  constexpr unsigned kUnknown = kUnordered | kNotInRow;
  if ((findings & kUnknown) == kUnknown) check_unique(handles);
  return (findings & kStatic) != 0;
}

void StoredObjects::check_unique(std::span<const Handle> handles) {
  const std::span<std::uint64_t> seen = slots.seen();
  const bool twice = mark(handles.size(), [&](std::size_t i) { return handles[i].id; });
  const std::size_t words = (slots.size() + 63) / 64;
  if (handles.size() < words / 8) {
    for (const Handle handle : handles) seen[handle.id / 64] = 0;
  } else {
    std::fill_n(seen.begin(), words, std::uint64_t{0});
  }
  if (twice) throw std::invalid_argument("quadphase: a handle must come once in a bulk call");
}

void StoredObjects::shrink() noexcept {
  packed_rows.release();
  leaving.release();
  sources.release();
  fills.release();
  spare_column.release();
  removed.release();
  added.set_count(0);
  added.shrink(0);
  moving.shrink(columns);
  statics.shrink(columns);
  slots.shrink();
  tracker.shrink(slots.capacity(), statics.count());
}

void StoredObjects::reserve_rows(Mobility mobility, std::size_t row_count, ColumnSet needed) {
  rows(mobility).reserve(row_count, columns | needed);
  if (mobility == Mobility::static_) tracker.reserve(slots.capacity(), row_count);
  if ((needed & ~columns) != 0) reserve_columns(needed);
}

void StoredObjects::reserve_columns(ColumnSet needed) {
  moving.reserve(moving.count(), columns | needed);
  statics.reserve(statics.count(), columns | needed);
}

void StoredObjects::begin_columns(ColumnSet needed) noexcept {
  const ColumnSet fresh = needed & ~columns;
  if (fresh == 0) return;
  moving.fill_defaults(fresh, 0, moving.count());
  statics.fill_defaults(fresh, 0, statics.count());
  columns |= fresh;
}

void StoredObjects::fill_gap(Row row) noexcept {
  Columns& set = rows(row.mobility);
  const std::size_t last = set.count() - 1;
  if (row.index != last) {
    set.copy(set, last, row.index, columns);
    slots[set.words(kId)[row.index]].packed_row = packed_row_of(row.mobility, row.index);
  }
  set.set_count(last);
}

void StoredObjects::take_out(Mobility mobility, std::span<const ObjectId> ids,
                             std::size_t first_new) noexcept {
  Columns& set = rows(mobility);
  std::uint32_t* const row_ids = set.words(kId);
  const std::size_t left = set.count() - ids.size();
  // First only ids and slots. sources[i]: the row that, before the call, had the values of the
  // object that is now in row left + i.
  for (std::size_t i = 0; i < ids.size(); ++i) sources[i] = static_cast<std::uint32_t>(left + i);
  std::size_t fill_count = 0;
  std::size_t end = set.count();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    Slot& slot = slots[ids[i]];
    const std::uint32_t row = packed_row_of(mobility, slot.packed_row);  // its own inverse
    slot.packed_row =
        first_new == kNoRow ? kNoPackedRow : packed_row_of(other(mobility), first_new + i);
    --end;
    if (row == end) continue;
    const ObjectId id = row_ids[end];
    row_ids[row] = id;
    slots[id].packed_row = packed_row_of(mobility, row);
    const std::uint32_t source = sources[end - left];
    if (row >= left) {
      sources[row - left] = source;
    } else {
      fills[fill_count++] = {row, source, id};
    }
  }
  // Then the values, from rows after `left` to rows before it. If one row is filled several times,
  // it has the object of the last fill.
  const ColumnSet values = columns & ~word_column(kId);
  for_each_range_of_caller(fill_count, executor, [&](std::size_t first, std::size_t last) {
    set.for_each_with(set, values, [&](auto* column, const auto* /*the same*/) {
      for (std::size_t i = first; i < last; ++i) {
        if (row_ids[fills[i].row] == fills[i].id) column[fills[i].row] = column[fills[i].source];
      }
    });
  });
  set.set_count(left);
}

}  // namespace quadphase::detail
