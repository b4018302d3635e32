// SPDX-License-Identifier: MIT
// The public interface of a store except for snapshots and the order of rows, and the changes of
// single objects.
#include "quadphase/object_store.hpp"

#include <stdexcept>

#include "base/executor_loop.hpp"
#include "base/tuning.hpp"
#include "call/call_log.hpp"
#include "call/described_boxes.hpp"
#include "input/attribute_columns.hpp"
#include "input/validate_input.hpp"
#include "store/stored_objects.hpp"

namespace quadphase {

using namespace detail;  // NOLINT(google-build-using-namespace): the parts of the store

namespace {

// Changes of values, of one handle or of a span of handles.

template <class Handles>
void set_filters(StoredObjects& o, const Handles& handles, const Column<Filter>& filters) {
  const ColumnSet needed = any_columns(filters.size(), o.executor,
                                       [&](std::size_t i) { return columns_of(filters[i]); });
  o.change(handles, needed, [&](Columns& rows, std::size_t row, std::size_t i) {
    rows.set_filter(row, filters[i], o.columns);
  });
}

template <class Handles>
void set_margins(StoredObjects& o, const Handles& handles, const Column<float>& margins) {
  const ColumnSet needed = any_columns(
      margins.size(), o.executor, [&](std::size_t i) { return column_of(kMargin, margins[i]); });
  o.change(handles, needed, [&](Columns& rows, std::size_t row, std::size_t i) {
    rows.set_float(kMargin, row, margins[i], o.columns);
  });
}

template <class Handles>
void set_displacements(StoredObjects& o, const Handles& handles,
                       const Column<Displacement>& displacements) {
  const ColumnSet needed = any_columns(displacements.size(), o.executor, [&](std::size_t i) {
    return column_of(kDisplacementX, displacements[i].x) |
           column_of(kDisplacementY, displacements[i].y);
  });
  o.change(handles, needed, [&](Columns& rows, std::size_t row, std::size_t i) {
    rows.set_float(kDisplacementX, row, displacements[i].x, o.columns);
    rows.set_float(kDisplacementY, row, displacements[i].y, o.columns);
  });
}

// Changes of one object.

Handle add_one(StoredObjects& o, const Box& box, const Filter& filter, Mobility mobility) {
  Columns& rows = o.rows(mobility);
  const std::size_t row = rows.count();
  const ColumnSet needed = columns_of(filter) | o.columns_of_new_ids();
  o.prepare([&] {
    o.slots.reserve_more(1);
    o.reserve_rows(mobility, row + 1, needed);
  });

  o.begin_columns(needed);
  Handle handle;
  o.slots.take({&handle, 1});
  o.slots[handle.id].packed_row = StoredObjects::packed_row_of(mobility, row);
  if (mobility == Mobility::static_) o.tracker.record(handle.id, false);
  rows.set_count(row + 1);
  rows.set_box(row, box);
  rows.words(kId)[row] = handle.id;
  if (o.columns != kAlways) {
    rows.fill_defaults(o.columns & ~kAlways, row, row + 1);
    rows.set_filter(row, filter, o.columns);
    rows.set_generation(row, handle.generation, o.columns);
  }
  return handle;
}

void remove_one(StoredObjects& o, Handle handle) {
  const Row row = o.checked_row(handle);
  if (row.mobility == Mobility::static_) o.tracker.record(handle.id, true);
  o.fill_gap(row);
  o.slots.release(handle.id);
}

void set_mobility_of_one(StoredObjects& o, Handle handle, Mobility mobility) {
  const Row row = o.checked_row(handle);
  if (row.mobility == mobility) return;
  Columns& to = o.rows(mobility);
  const std::size_t target = to.count();
  o.prepare([&] { o.reserve_rows(mobility, target + 1, 0); });

  o.tracker.record(handle.id, row.mobility == Mobility::static_);
  to.copy(o.rows(row.mobility), row.index, target, o.columns);
  o.fill_gap(row);
  to.set_count(target + 1);
  o.slots[handle.id].packed_row = StoredObjects::packed_row_of(mobility, target);
}

// Calls as they are recorded.

/// A call with one object, or with those of some handles.
RecordedCall call_of_store(CallKind kind, const Handle& handle) {
  return {.kind = kind, .is_single = true, .handles = {&handle, 1}};
}
RecordedCall call_of_store(CallKind kind, std::span<const Handle> handles) {
  return {.kind = kind, .handles = handles};
}
/// With one more field.
template <class Handles, class Field, class Value>
RecordedCall call_of_store(CallKind kind, const Handles& handles, Field field, const Value& value) {
  RecordedCall call = call_of_store(kind, handles);
  call.*field = value;
  return call;
}
/// With a value for each object.
template <class T>
RecordedCall call_of_store(CallKind kind, std::span<const Handle> handles,
                           std::span<const T> RecordedCall::*field, const Column<T>& values) {
  RecordedCall call = call_of_store(kind, handles);
  call.*field = contiguous(values, call.copied_values);
  return call;
}

BoxView view_of(const Box& box) noexcept {
  return {{&box.min_x, 1}, {&box.min_y, 1}, {&box.max_x, 1}, {&box.max_y, 1}};
}

}  // namespace

ObjectStore::ObjectStore(std::pmr::memory_resource* resource, Executor* executor,
                         CallRecorder* recorder) {
  CallLog log(recorder);
  logged(
      log,
      [&] {
        return RecordedCall{.kind = CallKind::create_store, .has_executor = executor != nullptr};
      },
      [&] {
        objects_ = std::make_unique<StoredObjects>(
            resource != nullptr ? resource : std::pmr::get_default_resource(),
            checked_executor(executor));
      });
  objects_->calls = std::move(log);
}
ObjectStore::~ObjectStore() = default;
ObjectStore::ObjectStore(ObjectStore&& other) noexcept = default;
ObjectStore& ObjectStore::operator=(ObjectStore&& other) noexcept = default;

void ObjectStore::reserve(std::size_t moving_count, std::size_t static_count) {
  logged(
      objects_->calls,
      [&] {
        return RecordedCall{.kind = CallKind::reserve, .counts = {moving_count, static_count}};
      },
      [&] {
        if (moving_count > kMaxObjects || static_count > kMaxObjects - moving_count)
          throw std::invalid_argument("quadphase: a store must hold at most 2^32 - 64 objects");
        objects_->prepare([&] {
          objects_->slots.reserve(moving_count + static_count);
          objects_->reserve_rows(Mobility::moving, moving_count, 0);
          objects_->reserve_rows(Mobility::static_, static_count, 0);
        });
      });
}

Handle ObjectStore::add(const Box& box, const Filter& filter, Mobility mobility) {
  return logged(
      objects_->calls,
      [&] {
        return RecordedCall{.kind = CallKind::add,
                            .boxes = view_of(box),
                            .counts = {1, 0},
                            .is_single = true,
                            .filters = {&filter, 1},
                            .mobility = mobility};
      },
      [&] { return add_one(*objects_, box, filter, mobility); },
      [](ResultHash* hash, CallOutcome& outcome, const Handle& handle) {
        outcome.handles = {&handle, 1};
        if (hash != nullptr) hash->add(handle);
      });
}
void ObjectStore::add(const Boxes& boxes, const Column<Filter>& filters, std::span<Handle> handles,
                      Mobility mobility) {
  logged(
      objects_->calls,
      [&] {
        RecordedCall call = call_with_boxes(CallKind::add, boxes, {}, {});
        call.counts[0] = handles.size();
        call.filters = contiguous(filters, call.copied_values);
        call.mobility = mobility;
        return call;
      },
      [&] { objects_->add(boxes, filters, handles, mobility); },
      [&](ResultHash* hash, CallOutcome& outcome) {
        outcome.handles = handles;
        if (hash != nullptr) hash->add_all(std::span<const Handle>(handles));
      });
}

void ObjectStore::remove(Handle handle) {
  logged(
      objects_->calls, [&] { return call_of_store(CallKind::remove_objects, handle); },
      [&] { remove_one(*objects_, handle); });
}
void ObjectStore::remove(std::span<const Handle> handles) {
  logged(
      objects_->calls, [&] { return call_of_store(CallKind::remove_objects, handles); },
      [&] { objects_->remove(handles); });
}

void ObjectStore::move(Handle handle, const Box& box) {
  logged(
      objects_->calls,
      [&] { return call_of_store(CallKind::move, handle, &RecordedCall::boxes, view_of(box)); },
      [&] {
        objects_->change(handle, 0, [&](Columns& rows, std::size_t row, std::size_t /*0*/) {
          rows.set_box(row, box);
        });
      });
}
void ObjectStore::move(std::span<const Handle> handles, const Boxes& boxes) {
  logged(
      objects_->calls,
      [&] {
        RecordedCall call = call_with_boxes(CallKind::move, boxes, {}, {});
        call.handles = handles;
        return call;
      },
      [&] {
        const StoreBoxes new_boxes(boxes, handles.size());
        objects_->change(handles, 0, [&](Columns& rows, std::size_t row, std::size_t i) {
          rows.set_box(row, new_boxes[i]);
        });
      });
}

void ObjectStore::set_filter(Handle handle, const Filter& filter) {
  const std::span<const Filter> filters{&filter, 1};
  logged(
      objects_->calls,
      [&] { return call_of_store(CallKind::set_filter, handle, &RecordedCall::filters, filters); },
      [&] { set_filters(*objects_, handle, filters); });
}
void ObjectStore::set_filter(std::span<const Handle> handles, const Column<Filter>& filters) {
  logged(
      objects_->calls,
      [&] { return call_of_store(CallKind::set_filter, handles, &RecordedCall::filters, filters); },
      [&] {
        require_length(filters.size(), handles.size());
        set_filters(*objects_, handles, filters);
      });
}

void ObjectStore::set_mobility(Handle handle, Mobility mobility) {
  logged(
      objects_->calls,
      [&] {
        return call_of_store(CallKind::set_mobility, handle, &RecordedCall::mobility, mobility);
      },
      [&] { set_mobility_of_one(*objects_, handle, mobility); });
}
void ObjectStore::set_mobility(std::span<const Handle> handles, Mobility mobility) {
  logged(
      objects_->calls,
      [&] {
        return call_of_store(CallKind::set_mobility, handles, &RecordedCall::mobility, mobility);
      },
      [&] { objects_->set_mobility(handles, mobility); });
}

void ObjectStore::set_margin(Handle handle, float margin) {
  const std::span<const float> margins{&margin, 1};
  logged(
      objects_->calls,
      [&] { return call_of_store(CallKind::set_margin, handle, &RecordedCall::margins, margins); },
      [&] { set_margins(*objects_, handle, margins); });
}
void ObjectStore::set_margin(std::span<const Handle> handles, const Column<float>& margins) {
  logged(
      objects_->calls,
      [&] { return call_of_store(CallKind::set_margin, handles, &RecordedCall::margins, margins); },
      [&] {
        require_length(margins.size(), handles.size());
        set_margins(*objects_, handles, margins);
      });
}

void ObjectStore::set_displacement(Handle handle, const Displacement& displacement) {
  const std::span<const Displacement> displacements{&displacement, 1};
  logged(
      objects_->calls,
      [&] {
        return call_of_store(CallKind::set_displacement, handle, &RecordedCall::displacements,
                             displacements);
      },
      [&] { set_displacements(*objects_, handle, displacements); });
}
void ObjectStore::set_displacement(std::span<const Handle> handles,
                                   const Column<Displacement>& displacements) {
  logged(
      objects_->calls,
      [&] {
        return call_of_store(CallKind::set_displacement, handles, &RecordedCall::displacements,
                             displacements);
      },
      [&] {
        require_length(displacements.size(), handles.size());
        set_displacements(*objects_, handles, displacements);
      });
}

void ObjectStore::clear() noexcept {
  logged(
      objects_->calls, [] { return RecordedCall{.kind = CallKind::clear}; },
      [&] {
        StoredObjects& o = *objects_;
        o.tracker.record_all();
        o.slots.release_all();
        o.moving.set_count(0);
        o.statics.set_count(0);
        o.columns = kAlways;
      });
}

void ObjectStore::shrink_to_fit() noexcept {
  logged(
      objects_->calls, [] { return RecordedCall{.kind = CallKind::shrink_to_fit}; },
      [&] { objects_->shrink(); });
}

bool ObjectStore::contains(Handle handle) const noexcept {
  return objects_->slots.contains(handle);
}

Handle ObjectStore::handle_of(ObjectId id) const {
  const SlotTable& slots = objects_->slots;
  const Handle handle = {id, id < slots.size() ? slots[id].generation : 0};
  (void)objects_->checked_row(handle);
  return handle;
}

Box ObjectStore::box(Handle handle) const {
  const Row row = objects_->checked_row(handle);
  return objects_->rows(row.mobility).box(row.index);
}

Filter ObjectStore::filter(Handle handle) const {
  const Row row = objects_->checked_row(handle);
  const auto part = [&](std::size_t column) {
    return objects_->rows(row.mobility).word_at(column, row.index, objects_->columns);
  };
  return {part(kCategory), part(kMask), part(kGroup), part(kWorld)};
}

Mobility ObjectStore::mobility(Handle handle) const {
  return objects_->checked_row(handle).mobility;
}

float ObjectStore::margin(Handle handle) const {
  const Row row = objects_->checked_row(handle);
  return objects_->rows(row.mobility).float_at(kMargin, row.index, objects_->columns);
}

Displacement ObjectStore::displacement(Handle handle) const {
  const Row row = objects_->checked_row(handle);
  const Columns& rows = objects_->rows(row.mobility);
  return {rows.float_at(kDisplacementX, row.index, objects_->columns),
          rows.float_at(kDisplacementY, row.index, objects_->columns)};
}

std::size_t ObjectStore::moving_count() const noexcept {
  return objects_->moving.count();
}
std::size_t ObjectStore::static_count() const noexcept {
  return objects_->statics.count();
}

BoxView ObjectStore::moving_boxes() const noexcept {
  return objects_->moving.boxes();
}
Attributes ObjectStore::moving_attributes() const noexcept {
  return objects_->moving.attributes(objects_->columns);
}
BoxView ObjectStore::static_boxes() const noexcept {
  return objects_->statics.boxes();
}
Attributes ObjectStore::static_attributes() const noexcept {
  return objects_->statics.attributes(objects_->columns);
}

std::size_t ObjectStore::byte_count() const noexcept {
  return objects_->memory.byte_count();
}

}  // namespace quadphase
