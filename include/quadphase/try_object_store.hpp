// SPDX-License-Identifier: MIT
// The functions of ObjectStore without exceptions; try.hpp has their rules.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "quadphase/export.hpp"
#include "quadphase/object_store.hpp"
#include "quadphase/status.hpp"

namespace quadphase {

// Each is the function of `ObjectStore` of that name. On failure, the store is as it was.

/// An `ObjectStore`. On failure, `store` stays as it was.
QUADPHASE_API Status try_create(std::optional<ObjectStore>& store,
                                std::pmr::memory_resource* resource = nullptr,
                                Executor* executor = nullptr) noexcept;

/// `ObjectStore::reserve`
QUADPHASE_API Status try_reserve(ObjectStore& store, std::size_t moving_count,
                                 std::size_t static_count = 0) noexcept;

/// `ObjectStore::add`; `handle` becomes that of the object.
QUADPHASE_API Status try_add(ObjectStore& store, const Box& box, Handle& handle,
                             const Filter& filter = {},
                             Mobility mobility = Mobility::moving) noexcept;
/// As above, for many objects.
QUADPHASE_API Status try_add(ObjectStore& store, const Boxes& boxes, const Column<Filter>& filters,
                             std::span<Handle> handles,
                             Mobility mobility = Mobility::moving) noexcept;

/// `ObjectStore::remove`
QUADPHASE_API Status try_remove(ObjectStore& store, Handle handle) noexcept;
/// As above, for many objects.
QUADPHASE_API Status try_remove(ObjectStore& store, std::span<const Handle> handles) noexcept;

/// `ObjectStore::move`
QUADPHASE_API Status try_move(ObjectStore& store, Handle handle, const Box& box) noexcept;
/// As above, for many objects.
QUADPHASE_API Status try_move(ObjectStore& store, std::span<const Handle> handles,
                              const Boxes& boxes) noexcept;

/// `ObjectStore::set_filter`
QUADPHASE_API Status try_set_filter(ObjectStore& store, Handle handle,
                                    const Filter& filter) noexcept;
/// As above, for many objects.
QUADPHASE_API Status try_set_filter(ObjectStore& store, std::span<const Handle> handles,
                                    const Column<Filter>& filters) noexcept;

/// `ObjectStore::set_mobility`
QUADPHASE_API Status try_set_mobility(ObjectStore& store, Handle handle,
                                      Mobility mobility) noexcept;
/// As above, for many objects.
QUADPHASE_API Status try_set_mobility(ObjectStore& store, std::span<const Handle> handles,
                                      Mobility mobility) noexcept;

/// `ObjectStore::set_margin`
QUADPHASE_API Status try_set_margin(ObjectStore& store, Handle handle, float margin) noexcept;
/// As above, for many objects.
QUADPHASE_API Status try_set_margin(ObjectStore& store, std::span<const Handle> handles,
                                    const Column<float>& margins) noexcept;

/// `ObjectStore::set_displacement`
QUADPHASE_API Status try_set_displacement(ObjectStore& store, Handle handle,
                                          const Displacement& displacement) noexcept;
/// As above, for many objects.
QUADPHASE_API Status try_set_displacement(ObjectStore& store, std::span<const Handle> handles,
                                          const Column<Displacement>& displacements) noexcept;

/// `ObjectStore::reorder`; `old_rows` becomes the row that each row was before.
QUADPHASE_API Status try_reorder(ObjectStore& store, std::span<const ObjectId> order,
                                 std::span<const ObjectId>& old_rows) noexcept;

/// `ObjectStore::handle_of`
QUADPHASE_API Status try_handle_of(const ObjectStore& store, ObjectId id, Handle& handle) noexcept;
/// `ObjectStore::box`
QUADPHASE_API Status try_box(const ObjectStore& store, Handle handle, Box& box) noexcept;
/// `ObjectStore::filter`
QUADPHASE_API Status try_filter(const ObjectStore& store, Handle handle, Filter& filter) noexcept;
/// `ObjectStore::mobility`
QUADPHASE_API Status try_mobility(const ObjectStore& store, Handle handle,
                                  Mobility& mobility) noexcept;
/// `ObjectStore::margin`
QUADPHASE_API Status try_margin(const ObjectStore& store, Handle handle, float& margin) noexcept;
/// `ObjectStore::row`
QUADPHASE_API Status try_row(const ObjectStore& store, Handle handle, std::size_t& row) noexcept;
/// `ObjectStore::displacement`
QUADPHASE_API Status try_displacement(const ObjectStore& store, Handle handle,
                                      Displacement& displacement) noexcept;

/// `ObjectStore::save`
QUADPHASE_API Status try_save(const ObjectStore& store, std::vector<std::byte>& bytes) noexcept;
/// `ObjectStore::restore`
QUADPHASE_API Status try_restore(ObjectStore& store, std::span<const std::byte>& bytes) noexcept;

}  // namespace quadphase
