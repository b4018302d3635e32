// SPDX-License-Identifier: MIT
// The store, one object at a time, and its columns. In bulk: object_store_bulk.cpp.
#include "quadphase/object_store.hpp"

#include <stdexcept>
#include <utility>

#include "base/tuning.hpp"
#include "store/store_objects.hpp"

namespace quadphase {

using namespace detail;  // NOLINT(google-build-using-namespace): the parts of the store

const Slot& ObjectStore::Objects::checked(Handle handle) const {
  if (!slots.contains(handle))
    throw std::invalid_argument("quadphase: a handle must be that of a living object");
  return slots[handle.id];
}

void ObjectStore::Objects::reserve_rows(bool in_static, std::size_t rows, ColumnSet needed) {
  Columns& set = in_static ? statics : moving;
  set.reserve(rows, columns | needed);
  if (in_static) tracker.reserve(slots.capacity(), rows);
  if ((needed & ~columns) != 0) reserve_columns(needed);
}

void ObjectStore::Objects::reserve_columns(ColumnSet needed) {
  moving.reserve(moving.count(), columns | needed);
  statics.reserve(statics.count(), columns | needed);
}

void ObjectStore::Objects::begin_columns(ColumnSet needed) noexcept {
  const ColumnSet fresh = needed & ~columns;
  if (fresh == 0) return;
  moving.fill_defaults(fresh, 0, moving.count());
  statics.fill_defaults(fresh, 0, statics.count());
  columns |= fresh;
}

void ObjectStore::Objects::fill_hole(bool in_static, std::uint32_t row) noexcept {
  Columns& rows = in_static ? statics : moving;
  const std::size_t last = rows.count() - 1;
  if (row != last) {
    rows.copy(rows, last, row, columns);
    slots[rows.words(kId)[row]].place = place_of(row, in_static);
  }
  rows.set_count(last);
}

ObjectStore::ObjectStore(std::pmr::memory_resource* resource)
    : objects_(std::make_unique<Objects>(resource != nullptr ? resource
                                                             : std::pmr::get_default_resource())) {}
ObjectStore::~ObjectStore() = default;
ObjectStore::ObjectStore(ObjectStore&& other) noexcept = default;
ObjectStore& ObjectStore::operator=(ObjectStore&& other) noexcept = default;

void ObjectStore::reserve(std::size_t moving_count, std::size_t static_count) {
  if (moving_count > kMaxObjects || static_count > kMaxObjects - moving_count)
    throw std::invalid_argument("quadphase: a store must hold at most 2^32 - 64 objects");
  Objects& o = *objects_;
  o.slots.reserve(moving_count + static_count);
  o.reserve_rows(false, moving_count, o.columns);
  o.reserve_rows(true, static_count, o.columns);
}

Handle ObjectStore::add(const Box& box, const Filter& filter, bool statics) {
  Objects& o = *objects_;
  Columns& rows = statics ? o.statics : o.moving;
  const std::size_t row = rows.count();
  // A slot that is used again is in its second life or a later one.
  const ColumnSet needed =
      columns_of(filter) | (o.slots.free_count() > 0 ? word_column(kGeneration) : 0U);
  o.slots.reserve_more(1);
  o.reserve_rows(statics, row + 1, needed);

  o.begin_columns(needed);
  Handle handle;
  o.slots.take({&handle, 1});
  o.slots[handle.id].place = Objects::place_of(row, statics);
  if (statics) o.tracker.note(handle.id, false);
  rows.set_count(row + 1);
  rows.set_box(row, box);
  rows.words(kId)[row] = handle.id;
  if (o.columns != kAlways) {
    rows.fill_defaults(o.columns & ~kAlways, row, row + 1);
    rows.set_filter(row, filter, o.columns);
    if ((o.columns & word_column(kGeneration)) != 0)
      rows.words(kGeneration)[row] = handle.generation;
  }
  return handle;
}

void ObjectStore::remove(Handle handle) {
  Objects& o = *objects_;
  const std::uint32_t place = o.checked(handle).place;
  const bool statics = o.is_static(place);
  if (statics) o.tracker.note(handle.id, true);
  o.fill_hole(statics, Objects::row_of(place, statics));
  o.slots.release(handle.id);
}

void ObjectStore::move(Handle handle, const Box& box) {
  objects_->change(handle, 0, [&](Columns& rows, std::size_t row) { rows.set_box(row, box); });
}

void ObjectStore::set_filter(Handle handle, const Filter& filter) {
  Objects& o = *objects_;
  o.change(handle, columns_of(filter),
           [&](Columns& rows, std::size_t row) { rows.set_filter(row, filter, o.columns); });
}

void ObjectStore::set_margin(Handle handle, float margin) {
  Objects& o = *objects_;
  o.change(handle, column_of(kMargin, margin), [&](Columns& rows, std::size_t row) {
    if ((o.columns & float_column(kMargin)) != 0) rows.floats(kMargin)[row] = margin;
  });
}

void ObjectStore::set_displacement(Handle handle, const Displacement& displacement) {
  Objects& o = *objects_;
  const ColumnSet needed =
      column_of(kDisplacementX, displacement.x) | column_of(kDisplacementY, displacement.y);
  o.change(handle, needed, [&](Columns& rows, std::size_t row) {
    if ((o.columns & float_column(kDisplacementX)) != 0)
      rows.floats(kDisplacementX)[row] = displacement.x;
    if ((o.columns & float_column(kDisplacementY)) != 0)
      rows.floats(kDisplacementY)[row] = displacement.y;
  });
}

void ObjectStore::set_static(Handle handle, bool statics) {
  Objects& o = *objects_;
  const std::uint32_t place = o.checked(handle).place;
  const bool was_static = o.is_static(place);
  if (was_static == statics) return;
  Columns& from = was_static ? o.statics : o.moving;
  Columns& to = statics ? o.statics : o.moving;
  const std::size_t target = to.count();
  o.reserve_rows(statics, target + 1, 0);

  o.tracker.note(handle.id, was_static);
  const std::uint32_t row = Objects::row_of(place, was_static);
  to.copy(from, row, target, o.columns);
  o.fill_hole(was_static, row);
  to.set_count(target + 1);
  o.slots[handle.id].place = Objects::place_of(target, statics);
}

void ObjectStore::clear() noexcept {
  Objects& o = *objects_;
  o.tracker.note_everything();
  o.slots.release_all();
  o.moving.set_count(0);
  o.statics.set_count(0);
  o.columns = kAlways;
}

bool ObjectStore::contains(Handle handle) const noexcept {
  return objects_->slots.contains(handle);
}

Handle ObjectStore::handle_of(ObjectId id) const {
  const SlotTable& slots = objects_->slots;
  const Handle handle = {id, id < slots.size() ? slots[id].generation : 0};
  (void)objects_->checked(handle);
  return handle;
}

Box ObjectStore::box(Handle handle) const {
  const std::uint32_t place = objects_->checked(handle).place;
  return objects_->rows_of(place).box(objects_->row_of(place));
}

Filter ObjectStore::filter(Handle handle) const {
  const Objects& o = *objects_;
  const std::uint32_t place = o.checked(handle).place;
  const auto part = [&](std::size_t column) {
    return o.rows_of(place).word_at(column, o.row_of(place), o.columns);
  };
  return {part(kCategory), part(kMask), part(kGroup), part(kWorld)};
}

float ObjectStore::margin(Handle handle) const {
  const Objects& o = *objects_;
  const std::uint32_t place = o.checked(handle).place;
  return o.rows_of(place).float_at(kMargin, o.row_of(place), o.columns);
}

Displacement ObjectStore::displacement(Handle handle) const {
  const Objects& o = *objects_;
  const std::uint32_t place = o.checked(handle).place;
  const Columns& rows = o.rows_of(place);
  return {rows.float_at(kDisplacementX, o.row_of(place), o.columns),
          rows.float_at(kDisplacementY, o.row_of(place), o.columns)};
}

bool ObjectStore::is_static(Handle handle) const {
  return objects_->is_static(objects_->checked(handle).place);
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
  const Objects& o = *objects_;
  return o.slots.byte_count() + o.moving.byte_count() + o.statics.byte_count() +
         o.tracker.byte_count() + o.places.byte_count() + o.leaving.byte_count() +
         o.sources.byte_count() + o.fills.byte_count() + o.removed.byte_count() +
         o.added.byte_count();
}

}  // namespace quadphase
