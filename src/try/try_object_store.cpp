// SPDX-License-Identifier: MIT
// The functions of ObjectStore without exceptions.
#include "quadphase/try_object_store.hpp"
#include "call/attempt.hpp"

namespace quadphase {

using namespace detail;

Status try_create(std::optional<ObjectStore>& store, std::pmr::memory_resource* resource,
                  Executor* executor) noexcept {
  return attempt([&] { store = ObjectStore(resource, executor); });
}

Status try_reserve(ObjectStore& store, std::size_t moving_count,
                   std::size_t static_count) noexcept {
  return attempt([&] { store.reserve(moving_count, static_count); });
}

Status try_add(ObjectStore& store, const Box& box, Handle& handle, const Filter& filter,
               Mobility mobility) noexcept {
  return attempt([&] { handle = store.add(box, filter, mobility); });
}

Status try_add(ObjectStore& store, const Boxes& boxes, const Column<Filter>& filters,
               std::span<Handle> handles, Mobility mobility) noexcept {
  return attempt([&] { store.add(boxes, filters, handles, mobility); });
}

Status try_remove(ObjectStore& store, Handle handle) noexcept {
  return attempt([&] { store.remove(handle); });
}

Status try_remove(ObjectStore& store, std::span<const Handle> handles) noexcept {
  return attempt([&] { store.remove(handles); });
}

Status try_move(ObjectStore& store, Handle handle, const Box& box) noexcept {
  return attempt([&] { store.move(handle, box); });
}

Status try_move(ObjectStore& store, std::span<const Handle> handles, const Boxes& boxes) noexcept {
  return attempt([&] { store.move(handles, boxes); });
}

Status try_set_filter(ObjectStore& store, Handle handle, const Filter& filter) noexcept {
  return attempt([&] { store.set_filter(handle, filter); });
}

Status try_set_filter(ObjectStore& store, std::span<const Handle> handles,
                      const Column<Filter>& filters) noexcept {
  return attempt([&] { store.set_filter(handles, filters); });
}

Status try_set_mobility(ObjectStore& store, Handle handle, Mobility mobility) noexcept {
  return attempt([&] { store.set_mobility(handle, mobility); });
}

Status try_set_mobility(ObjectStore& store, std::span<const Handle> handles,
                        Mobility mobility) noexcept {
  return attempt([&] { store.set_mobility(handles, mobility); });
}

Status try_set_margin(ObjectStore& store, Handle handle, float margin) noexcept {
  return attempt([&] { store.set_margin(handle, margin); });
}

Status try_set_margin(ObjectStore& store, std::span<const Handle> handles,
                      const Column<float>& margins) noexcept {
  return attempt([&] { store.set_margin(handles, margins); });
}

Status try_set_displacement(ObjectStore& store, Handle handle,
                            const Displacement& displacement) noexcept {
  return attempt([&] { store.set_displacement(handle, displacement); });
}

Status try_set_displacement(ObjectStore& store, std::span<const Handle> handles,
                            const Column<Displacement>& displacements) noexcept {
  return attempt([&] { store.set_displacement(handles, displacements); });
}

Status try_reorder(ObjectStore& store, std::span<const ObjectId> order,
                   std::span<const ObjectId>& old_rows) noexcept {
  return attempt([&] { old_rows = store.reorder(order); });
}

Status try_handle_of(const ObjectStore& store, ObjectId id, Handle& handle) noexcept {
  return attempt([&] { handle = store.handle_of(id); });
}

Status try_box(const ObjectStore& store, Handle handle, Box& box) noexcept {
  return attempt([&] { box = store.box(handle); });
}

Status try_filter(const ObjectStore& store, Handle handle, Filter& filter) noexcept {
  return attempt([&] { filter = store.filter(handle); });
}

Status try_mobility(const ObjectStore& store, Handle handle, Mobility& mobility) noexcept {
  return attempt([&] { mobility = store.mobility(handle); });
}

Status try_margin(const ObjectStore& store, Handle handle, float& margin) noexcept {
  return attempt([&] { margin = store.margin(handle); });
}

Status try_row(const ObjectStore& store, Handle handle, std::size_t& row) noexcept {
  return attempt([&] { row = store.row(handle); });
}

Status try_displacement(const ObjectStore& store, Handle handle,
                        Displacement& displacement) noexcept {
  return attempt([&] { displacement = store.displacement(handle); });
}

Status try_save(const ObjectStore& store, std::vector<std::byte>& bytes) noexcept {
  return attempt([&] { store.save(bytes); });
}

Status try_restore(ObjectStore& store, std::span<const std::byte>& bytes) noexcept {
  return attempt([&] { store.restore(bytes); });
}

}  // namespace quadphase
