// SPDX-License-Identifier: MIT
// The store's functions over spans: the bytes of the loop, by parallel passes.
#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "quadphase/object_store.hpp"
#include "store/store_objects.hpp"

namespace quadphase {

using namespace detail;  // NOLINT(google-build-using-namespace): the parts of the store

namespace {

void require_length(bool holds) {
  if (!holds)
    throw std::invalid_argument("quadphase: the spans of a bulk call must have one length");
}

void require_length(const BoxView& boxes, std::size_t count) {
  require_length(boxes.min_x.size() == count && boxes.min_y.size() == count &&
                 boxes.max_x.size() == count && boxes.max_y.size() == count);
}

/// The union of `columns_at(i)` over all i.
template <class ColumnsAt>
ColumnSet any_columns(std::size_t count, const ColumnsAt& columns_at) {
  std::atomic<ColumnSet> all = 0;
  for_each_range_of_caller(count, [&](std::size_t first, std::size_t last) {
    ColumnSet some = 0;
    for (std::size_t i = first; i < last; ++i) some |= columns_at(i);
    all |= some;
  });
  return all;
}

}  // namespace

bool ObjectStore::Objects::check(std::span<const Handle> handles) {
  constexpr unsigned kStale = 1;
  constexpr unsigned kUnordered = 2;
  constexpr unsigned kStatic = 4;
  places.ensure_with_spare(handles.size());
  std::atomic<unsigned> findings = 0;
  for_each_range_of_caller(handles.size(), [&](std::size_t first, std::size_t last) {
    unsigned found = 0;
    for (std::size_t i = first; i < last; ++i) {
      const Handle handle = handles[i];
      if (!slots.contains(handle)) {
        findings |= kStale;
        return;
      }
      places[i] = slots[handle.id].place;
      if (is_static(places[i])) found |= kStatic;
      if (i > 0 && handle.id <= handles[i - 1].id) found |= kUnordered;
    }
    findings |= found;
  });
  if ((findings & kStale) != 0)
    throw std::invalid_argument("quadphase: a handle must be that of a living object");
  // Ascending ids, the usual case, differ without a look.
  if ((findings & kUnordered) != 0) check_unique(handles);
  return (findings & kStatic) != 0;
}

void ObjectStore::Objects::check_unique(std::span<const Handle> handles) {
  const std::span<std::uint64_t> seen = slots.seen();
  std::atomic<bool> twice = false;
  const auto mark = [&](std::size_t first, std::size_t last, bool shared) {
    for (std::size_t i = first; i < last; ++i) {
      if (test_and_set(seen, handles[i].id, shared)) twice = true;
    }
  };
  // Why not sooner: a bit that others may set, too, costs 5 ns; one of our own costs 1.
  constexpr int kWorthSharing = 6;
  if (is_shared(handles.size()) && caller_thread_count() >= kWorthSharing) {
    for_each_range_of_caller(handles.size(),
                             [&](std::size_t first, std::size_t last) { mark(first, last, true); });
  } else {
    mark(0, handles.size(), false);
  }
  const std::size_t words = (slots.size() + 63) / 64;
  if (handles.size() < words / 8) {
    for (const Handle handle : handles) seen[handle.id / 64] = 0;
  } else {
    std::fill_n(seen.begin(), words, std::uint64_t{0});
  }
  if (twice) throw std::invalid_argument("quadphase: a handle must come once in a bulk call");
}

void ObjectStore::add(const BoxView& boxes, std::span<const Filter> filters,
                      std::span<Handle> handles, bool statics) {
  Objects& o = *objects_;
  const std::size_t count = handles.size();
  require_length(boxes, count);
  require_length(filters.empty() || filters.size() == count);
  if (count == 0) return;
  const ColumnSet needed =
      any_columns(filters.size(), [&](std::size_t i) { return columns_of(filters[i]); }) |
      (o.slots.free_count() > 0 ? word_column(kGeneration) : 0U);
  Columns& rows = statics ? o.statics : o.moving;
  const std::size_t begin = rows.count();
  o.slots.reserve_more(count);
  o.reserve_rows(statics, begin + count, needed);

  o.begin_columns(needed);
  o.slots.take(handles);
  if (statics) {
    for (std::size_t i = 0; i < count && !o.tracker.everything(); ++i)
      o.tracker.note(handles[i].id, false);
    o.tracker.note_change();
  }
  rows.set_count(begin + count);
  ColumnSet defaults = o.columns & ~kAlways & ~word_column(kGeneration);
  if (!filters.empty())
    defaults &= float_column(kMargin) | float_column(kDisplacementX) | float_column(kDisplacementY);
  rows.fill_defaults(defaults, begin, begin + count);
  for_each_range_of_caller(count, [&](std::size_t first, std::size_t last) {
    const auto copy = [&](std::size_t column, std::span<const float> edges) {
      std::copy(edges.begin() + static_cast<std::ptrdiff_t>(first),
                edges.begin() + static_cast<std::ptrdiff_t>(last),
                rows.floats(column) + begin + first);
    };
    copy(0, boxes.min_x);
    copy(1, boxes.min_y);
    copy(2, boxes.max_x);
    copy(3, boxes.max_y);
    const bool generations = (o.columns & word_column(kGeneration)) != 0;
    for (std::size_t i = first; i < last; ++i) {
      o.slots[handles[i].id].place = Objects::place_of(begin + i, statics);
      rows.words(kId)[begin + i] = handles[i].id;
      if (generations) rows.words(kGeneration)[begin + i] = handles[i].generation;
      if (!filters.empty()) rows.set_filter(begin + i, filters[i], o.columns);
    }
  });
}

void ObjectStore::remove(std::span<const Handle> handles) {
  Objects& o = *objects_;
  const bool any_static = o.check(handles);
  const std::size_t count = handles.size();
  o.leaving.ensure_with_spare(count);
  o.sources.ensure_with_spare(count);
  o.fills.ensure_with_spare(count);

  std::size_t next = 0;
  for (std::size_t i = 0; i < count; ++i) {
    o.leaving[next] = handles[i].id;
    next += o.is_static(o.places[i]) ? 0U : 1U;
  }
  const std::size_t moving_count = next;
  for (std::size_t i = 0; any_static && i < count; ++i) {
    if (!o.is_static(o.places[i])) continue;
    o.leaving[next++] = handles[i].id;
    o.tracker.note(handles[i].id, true);
  }
  const std::span<const ObjectId> ids = o.leaving.first(next);
  const auto nowhere = [](std::size_t) { return kNowhere; };
  o.take_out(false, ids.first(moving_count), nowhere);
  o.take_out(true, ids.subspan(moving_count), nowhere);
  for (const Handle handle : handles) o.slots.release(handle.id);
}

void ObjectStore::move(std::span<const Handle> handles, const BoxView& boxes) {
  Objects& o = *objects_;
  require_length(boxes, handles.size());
  const bool any_static = o.check(handles);
  o.change(handles, any_static,
           [&](Columns& rows, std::size_t row, std::size_t i) { rows.set_box(row, boxes[i]); });
}

void ObjectStore::set_filter(std::span<const Handle> handles, std::span<const Filter> filters) {
  Objects& o = *objects_;
  require_length(filters.size() == handles.size());
  const bool any_static = o.check(handles);
  const ColumnSet needed =
      any_columns(filters.size(), [&](std::size_t i) { return columns_of(filters[i]); });
  o.reserve_columns(needed);
  o.begin_columns(needed);
  o.change(handles, any_static, [&](Columns& rows, std::size_t row, std::size_t i) {
    rows.set_filter(row, filters[i], o.columns);
  });
}

void ObjectStore::set_margin(std::span<const Handle> handles, std::span<const float> margins) {
  Objects& o = *objects_;
  require_length(margins.size() == handles.size());
  const bool any_static = o.check(handles);
  const ColumnSet needed =
      any_columns(margins.size(), [&](std::size_t i) { return column_of(kMargin, margins[i]); });
  o.reserve_columns(needed);
  o.begin_columns(needed);
  const bool exists = (o.columns & float_column(kMargin)) != 0;
  o.change(handles, any_static, [&](Columns& rows, std::size_t row, std::size_t i) {
    if (exists) rows.floats(kMargin)[row] = margins[i];
  });
}

void ObjectStore::set_displacement(std::span<const Handle> handles,
                                   std::span<const Displacement> displacements) {
  Objects& o = *objects_;
  require_length(displacements.size() == handles.size());
  const bool any_static = o.check(handles);
  const ColumnSet needed = any_columns(displacements.size(), [&](std::size_t i) {
    return column_of(kDisplacementX, displacements[i].x) |
           column_of(kDisplacementY, displacements[i].y);
  });
  o.reserve_columns(needed);
  o.begin_columns(needed);
  const bool has_x = (o.columns & float_column(kDisplacementX)) != 0;
  const bool has_y = (o.columns & float_column(kDisplacementY)) != 0;
  o.change(handles, any_static, [&](Columns& rows, std::size_t row, std::size_t i) {
    if (has_x) rows.floats(kDisplacementX)[row] = displacements[i].x;
    if (has_y) rows.floats(kDisplacementY)[row] = displacements[i].y;
  });
}

void ObjectStore::set_static(std::span<const Handle> handles, bool statics) {
  Objects& o = *objects_;
  (void)o.check(handles);
  o.leaving.ensure_with_spare(handles.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < handles.size(); ++i) {
    const std::uint32_t place = o.places[i];
    o.places[count] = place;
    o.leaving[count] = handles[i].id;
    count += o.is_static(place) != statics ? 1U : 0U;
  }
  if (count == 0) return;
  const std::span<const ObjectId> ids = o.leaving.first(count);
  Columns& from = statics ? o.moving : o.statics;
  Columns& to = statics ? o.statics : o.moving;
  const std::size_t begin = to.count();
  o.sources.ensure_with_spare(count);
  o.fills.ensure_with_spare(count);
  o.reserve_rows(statics, begin + count, 0);

  for (std::size_t i = 0; i < count && !o.tracker.everything(); ++i)
    o.tracker.note(ids[i], !statics);
  o.tracker.note_change();
  for_each_range_of_caller(count, [&](std::size_t first, std::size_t last) {
    to.for_each_with(from, o.columns, [&](auto* column, const auto* source) {
      for (std::size_t i = first; i < last; ++i)
        column[begin + i] = source[Objects::row_of(o.places[i], !statics)];
    });
  });
  o.take_out(!statics, ids, [&](std::size_t i) { return Objects::place_of(begin + i, statics); });
  to.set_count(begin + count);
}

}  // namespace quadphase
