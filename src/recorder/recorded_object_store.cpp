// SPDX-License-Identifier: MIT
#include "quadphase/recorded_object_store.hpp"

#include <utility>

#include "base/checksum.hpp"
#include "recorder/recorded_call_scope.hpp"
#include "recorder/snapshot_size.hpp"

namespace quadphase {

using namespace detail;

namespace {

/// A call with one object.
RecordedCall call_of(CallKind kind, const Handle& handle) {
  RecordedCall call = call_of(kind);
  call.is_single = true;
  call.handles = {&handle, 1};
  return call;
}

RecordedCall call_of(CallKind kind, std::span<const Handle> handles) {
  RecordedCall call = call_of(kind);
  call.handles = handles;
  return call;
}

BoxView view_of(const Box& box) noexcept {
  return {{&box.min_x, 1}, {&box.min_y, 1}, {&box.max_x, 1}, {&box.max_y, 1}};
}

}  // namespace

template <class Change>
void RecordedObjectStore::make(RecordedCall& call, const Change& change) {
  recorded(object_, call, [&](CallOutcome&, ResultHash*) { change(); });
}

RecordedObjectStore::RecordedObjectStore(Recorder& recorder, std::pmr::memory_resource* resource,
                                         Executor* executor)
    : object_(recorder) {
  RecordedCall call = call_of(CallKind::create_store);
  call.has_executor = executor != nullptr;
  make(call, [&] { store_ = std::make_unique<ObjectStore>(resource, executor); });
}

std::uint32_t RecordedObjectStore::number() const noexcept {
  return object_.state().number;
}

void RecordedObjectStore::reserve(std::size_t moving_count, std::size_t static_count) {
  RecordedCall call = call_of(CallKind::reserve);
  call.counts[0] = moving_count;
  call.counts[1] = static_count;
  make(call, [&] { store_->reserve(moving_count, static_count); });
}

Handle RecordedObjectStore::add(const Box& box, const Filter& filter, Mobility mobility) {
  RecordedCall call = call_of(CallKind::add);
  call.is_single = true;
  call.boxes = view_of(box);
  call.filters = {&filter, 1};
  call.mobility = mobility;
  call.counts[0] = 1;
  Handle handle;
  recorded(object_, call, [&](CallOutcome& outcome, ResultHash* hash) {
    handle = store_->add(box, filter, mobility);
    outcome.handles = {&handle, 1};
    if (hash != nullptr) hash->add(handle);
  });
  return handle;
}

void RecordedObjectStore::add(const BoxView& boxes, std::span<const Filter> filters,
                              std::span<Handle> handles, Mobility mobility) {
  RecordedCall call = call_of(CallKind::add);
  call.boxes = boxes;
  call.filters = filters;
  call.mobility = mobility;
  call.counts[0] = handles.size();
  recorded(object_, call, [&](CallOutcome& outcome, ResultHash* hash) {
    store_->add(boxes, filters, handles, mobility);
    outcome.handles = handles;
    if (hash != nullptr) hash->add_all(std::span<const Handle>(handles));
  });
}

void RecordedObjectStore::remove(Handle handle) {
  RecordedCall call = call_of(CallKind::remove_objects, handle);
  make(call, [&] { store_->remove(handle); });
}

void RecordedObjectStore::remove(std::span<const Handle> handles) {
  RecordedCall call = call_of(CallKind::remove_objects, handles);
  make(call, [&] { store_->remove(handles); });
}

void RecordedObjectStore::move(Handle handle, const Box& box) {
  RecordedCall call = call_of(CallKind::move, handle);
  call.boxes = view_of(box);
  make(call, [&] { store_->move(handle, box); });
}

void RecordedObjectStore::move(std::span<const Handle> handles, const BoxView& boxes) {
  RecordedCall call = call_of(CallKind::move, handles);
  call.boxes = boxes;
  make(call, [&] { store_->move(handles, boxes); });
}

void RecordedObjectStore::set_filter(Handle handle, const Filter& filter) {
  RecordedCall call = call_of(CallKind::set_filter, handle);
  call.filters = {&filter, 1};
  make(call, [&] { store_->set_filter(handle, filter); });
}

void RecordedObjectStore::set_filter(std::span<const Handle> handles,
                                     std::span<const Filter> filters) {
  RecordedCall call = call_of(CallKind::set_filter, handles);
  call.filters = filters;
  make(call, [&] { store_->set_filter(handles, filters); });
}

void RecordedObjectStore::set_mobility(Handle handle, Mobility mobility) {
  RecordedCall call = call_of(CallKind::set_mobility, handle);
  call.mobility = mobility;
  make(call, [&] { store_->set_mobility(handle, mobility); });
}

void RecordedObjectStore::set_mobility(std::span<const Handle> handles, Mobility mobility) {
  RecordedCall call = call_of(CallKind::set_mobility, handles);
  call.mobility = mobility;
  make(call, [&] { store_->set_mobility(handles, mobility); });
}

void RecordedObjectStore::set_margin(Handle handle, float margin) {
  RecordedCall call = call_of(CallKind::set_margin, handle);
  call.margins = {&margin, 1};
  make(call, [&] { store_->set_margin(handle, margin); });
}

void RecordedObjectStore::set_margin(std::span<const Handle> handles,
                                     std::span<const float> margins) {
  RecordedCall call = call_of(CallKind::set_margin, handles);
  call.margins = margins;
  make(call, [&] { store_->set_margin(handles, margins); });
}

void RecordedObjectStore::set_displacement(Handle handle, const Displacement& displacement) {
  RecordedCall call = call_of(CallKind::set_displacement, handle);
  call.displacements = {&displacement, 1};
  make(call, [&] { store_->set_displacement(handle, displacement); });
}

void RecordedObjectStore::set_displacement(std::span<const Handle> handles,
                                           std::span<const Displacement> displacements) {
  RecordedCall call = call_of(CallKind::set_displacement, handles);
  call.displacements = displacements;
  make(call, [&] { store_->set_displacement(handles, displacements); });
}

void RecordedObjectStore::clear() noexcept {
  RecordedCall call = call_of(CallKind::clear);
  make(call, [&] { store_->clear(); });
}

void RecordedObjectStore::shrink_to_fit() noexcept {
  RecordedCall call = call_of(CallKind::shrink_to_fit);
  make(call, [&] { store_->shrink_to_fit(); });
}

void RecordedObjectStore::save(std::vector<std::byte>& bytes) const {
  RecordedCall call = call_of(CallKind::save);
  recorded(object_, call, [&](CallOutcome&, ResultHash* hash) {
    const std::size_t before = bytes.size();
    store_->save(bytes);
    if (hash != nullptr) hash->add(sum_of(std::span(bytes).subspan(before), 1));
  });
}

void RecordedObjectStore::restore(std::span<const std::byte>& bytes) {
  RecordedCall call = call_of(CallKind::restore);
  call.bytes = snapshot_in(bytes);
  make(call, [&] { store_->restore(bytes); });
}

}  // namespace quadphase
