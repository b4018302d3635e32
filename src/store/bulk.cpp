// SPDX-License-Identifier: MIT
// Adds, removes or makes static many objects at once, in parallel passes. The resulting bytes are
// those of a loop over single calls.
#include <algorithm>

#include "store/stored_objects.hpp"

namespace quadphase::detail {

void StoredObjects::add(const Boxes& given_boxes, const Column<Filter>& filters,
                        std::span<Handle> handles, Mobility mobility) {
  StoredObjects& o = *this;
  const std::size_t count = handles.size();
  const StoreBoxes boxes(given_boxes, count);
  if (!filters.empty()) require_length(filters.size(), count);
  if (count == 0) return;
  const ColumnSet needed = any_columns(filters.size(), o.executor,
                                       [&](std::size_t i) { return columns_of(filters[i]); }) |
                           o.columns_of_new_ids();
  Columns& rows = o.rows(mobility);
  const std::size_t begin = rows.count();
  o.prepare([&] {
    o.slots.reserve_more(count);
    o.reserve_rows(mobility, begin + count, needed);
  });

  o.begin_columns(needed);
  o.slots.take(handles);
  if (mobility == Mobility::static_) {
    for (const Handle handle : handles) o.tracker.record(handle.id, false);
  }
  rows.set_count(begin + count);
  ColumnSet defaults = o.columns & ~kAlways & ~word_column(kGeneration);
  if (!filters.empty())
    defaults &= float_column(kMargin) | float_column(kDisplacementX) | float_column(kDisplacementY);
  rows.fill_defaults(defaults, begin, begin + count);
  for_each_range_of_caller(count, o.executor, [&](std::size_t first, std::size_t last) {
    for (std::size_t column = 0; column < 4; ++column)
      boxes.copy(column, first, last, rows.floats(column) + begin + first);
    for (std::size_t i = first; i < last; ++i) {
      o.slots[handles[i].id].packed_row = StoredObjects::packed_row_of(mobility, begin + i);
      rows.words(kId)[begin + i] = handles[i].id;
      rows.set_generation(begin + i, handles[i].generation, o.columns);
      if (!filters.empty()) rows.set_filter(begin + i, filters[i], o.columns);
    }
  });
}

void StoredObjects::remove(std::span<const Handle> handles) {
  StoredObjects& o = *this;
  const std::size_t count = handles.size();
  const bool has_static = o.prepare([&] {
    const bool is_one_static = o.check(handles);
    o.reserve_take_out(count);
    return is_one_static;
  });

  std::size_t next = 0;
  for (std::size_t i = 0; i < count; ++i) {
    o.leaving[next] = handles[i].id;
    next += o.is_static(o.packed_rows[i]) ? 0U : 1U;
  }
  const std::size_t moving_count = next;
  for (std::size_t i = 0; has_static && i < count; ++i) {
    if (!o.is_static(o.packed_rows[i])) continue;
    o.leaving[next++] = handles[i].id;
    o.tracker.record(handles[i].id, true);
  }
  const std::span<const ObjectId> ids = o.leaving.first(next);
  o.take_out(Mobility::moving, ids.first(moving_count));
  o.take_out(Mobility::static_, ids.subspan(moving_count));
  for (const Handle handle : handles) o.slots.release(handle.id);
}

void StoredObjects::set_mobility(std::span<const Handle> handles, Mobility mobility) {
  StoredObjects& o = *this;
  const Mobility before = other(mobility);
  const Columns& from = o.rows(before);
  Columns& to = o.rows(mobility);
  const std::size_t begin = to.count();
  const std::size_t count = o.prepare([&] {
    (void)o.check(handles);
    o.reserve_take_out(handles.size());
    std::size_t switched = 0;
    for (std::size_t i = 0; i < handles.size(); ++i) {
      const PackedRow packed_row = o.packed_rows[i];
      o.packed_rows[switched] = packed_row;
      o.leaving[switched] = handles[i].id;
      switched += o.row_at(packed_row).mobility != mobility ? 1U : 0U;
    }
    if (switched > 0) o.reserve_rows(mobility, begin + switched, 0);
    return switched;
  });
  if (count == 0) return;
  const std::span<const ObjectId> ids = o.leaving.first(count);

  for (const ObjectId id : ids) o.tracker.record(id, before == Mobility::static_);
  for_each_range_of_caller(count, o.executor, [&](std::size_t first, std::size_t last) {
    to.for_each_with(from, o.columns, [&](auto* column, const auto* source) {
      for (std::size_t i = first; i < last; ++i)
        column[begin + i] = source[StoredObjects::packed_row_of(before, o.packed_rows[i])];
    });
  });
  o.take_out(before, ids, begin);
  to.set_count(begin + count);
}

}  // namespace quadphase::detail
