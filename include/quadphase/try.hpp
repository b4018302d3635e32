// SPDX-License-Identifier: MIT
// The interface without exceptions, for programs that are compiled with -fno-exceptions: each
// function that can throw, as a function that returns a Status.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "quadphase/broad_phase.hpp"
#include "quadphase/export.hpp"
#include "quadphase/status.hpp"
#include "quadphase/try_access.hpp"
#include "quadphase/try_index.hpp"
#include "quadphase/try_object_store.hpp"
#include "quadphase/try_reorder.hpp"

namespace quadphase {

// For each member `name` that can throw, of `BroadPhase`, its base class `Index` (in
// try_index.hpp), `ObjectStore` (in try_object_store.hpp), `QueryResult` and `BoxColumns`, there is
// a function `try_name(object, arguments...)`. For `to_local` there is `try_to_local`, those of
// reorder.hpp are in try_reorder.hpp, and `try_copy_boxes` is in try_eigen.hpp. Everything
// documented for the throwing form holds for it.
//
//     std::optional<quadphase::BroadPhase> broad_phase;
//     quadphase::Status status = try_create(broad_phase, {.events = true});
//     if (status.is_ok()) status = try_update(*broad_phase, {min_x, min_y, max_x, max_y});
//     if (!status.is_ok()) log_error(status.message());
//
// Arguments: those of the throwing form, with the same defaults. What that one returns is written
//            to a reference, which comes after the last argument without a default.
// Errors:    none is thrown; a `Status` has the code and the message of the exception. References
//            for what a function returns are only written after success.
// State:     after a failure it is what the throwing form says:
//            `invalid_argument`, `no_frame`, `in_visitor`: nothing has changed, but for a
//            `QueryResult`, which is empty.
//            `out_of_memory`: nothing has changed in calls on an `ObjectStore` and on the static
//            set, in `try_restart_pairs`, `try_sorted_pairs`, `try_adjacency`,
//            `try_static_pairs`, `try_save`, `try_restore` and `try_create`. After `try_update`,
//            `try_build`, `try_reserve`, `try_patch` and `try_hide` of an engine, it shows its last
//            frame, has no tree to search until the next frame, and that one is correct; the same
//            for an `Index`. `too_many_pairs`: as `out_of_memory` in the same call.
//            `invalid_worker`: as `out_of_memory`; the fault is in the executor.
// Visitors:  and predicates may throw in programs that have exceptions. The call then ends with
//            `visitor_threw` and the message of a `std::exception`, and the engine is as it was.
//            Nothing else gives this code.
// Memory:    a resource of a program without exceptions reports that it has no more memory by
//            returning `std::pmr::null_memory_resource()->allocate(bytes, alignment)`.
// Lifetime:  nothing refers to a status or to arguments after the call.
// Cost:      a nanosecond per call. A failure takes some 2 microseconds, as it is an exception
//            inside the library: if handles are often stale, `ObjectStore::contains` is faster.

/// A `BroadPhase`. On failure, `broad_phase` stays as it was.
QUADPHASE_API Status try_create(std::optional<BroadPhase>& broad_phase,
                                const Config& config = {}) noexcept;

/// `BroadPhase::reserve`
QUADPHASE_API Status try_reserve(BroadPhase& broad_phase, std::size_t object_count,
                                 std::uint64_t pair_count = 0) noexcept;

/// `BroadPhase::update`
QUADPHASE_API Status try_update(BroadPhase& broad_phase, const Boxes& boxes,
                                const Attributes& attributes = {}) noexcept;
/// As above, with the objects of a store.
QUADPHASE_API Status try_update(BroadPhase& broad_phase, ObjectStore& store) noexcept;

/// `BroadPhase::count_pairs`
QUADPHASE_API Status try_count_pairs(BroadPhase& broad_phase, std::uint64_t& count) noexcept;
/// `BroadPhase::sorted_pairs`
QUADPHASE_API Status try_sorted_pairs(BroadPhase& broad_phase,
                                      std::span<const Pair>& pairs) noexcept;
/// `BroadPhase::adjacency`
QUADPHASE_API Status try_adjacency(BroadPhase& broad_phase, Adjacency& adjacency,
                                   std::size_t id_count = 0) noexcept;
/// `select_disjoint`
QUADPHASE_API Status try_select_disjoint(std::span<const Pair> pairs,
                                         std::span<const float> priorities,
                                         std::span<std::uint8_t> selected,
                                         std::span<const std::uint8_t> conflicts = {},
                                         Executor* executor = nullptr) noexcept;
/// `find_islands`
QUADPHASE_API Status try_find_islands(std::span<const Pair> pairs, std::span<ObjectId> islands,
                                      std::size_t& count, std::span<const std::uint8_t> joins = {},
                                      Executor* executor = nullptr) noexcept;
/// `color_pairs`
QUADPHASE_API Status try_color_pairs(std::span<const Pair> pairs, std::size_t object_count,
                                     std::span<std::uint32_t> indices, PairColors& colors,
                                     std::span<const std::uint8_t> fixed = {},
                                     std::span<const std::uint8_t> contacts = {},
                                     Executor* executor = nullptr) noexcept;
/// `BroadPhase::chunk_count`
QUADPHASE_API Status try_chunk_count(const BroadPhase& broad_phase, std::size_t& count) noexcept;

/// `BroadPhase::for_each_pair_chunk`
template <class Consume>
Status try_for_each_pair_chunk(BroadPhase& broad_phase, Consume&& consume) noexcept {
  return detail::TryAccess::visit_chunks(broad_phase, detail::chunk_visitor(consume));
}
/// As above, with only those pairs for which `accept(pair)` is true.
template <class Accept, class Consume>
Status try_for_each_pair_chunk(BroadPhase& broad_phase, Accept&& accept,
                               Consume&& consume) noexcept {
  return try_for_each_pair_chunk(broad_phase, detail::accepted_pairs(accept, consume));
}

/// `BroadPhase::set_static`
QUADPHASE_API Status try_set_static(BroadPhase& broad_phase, const Boxes& boxes,
                                    const Column<ObjectId>& ids,
                                    const Attributes& attributes = {}) noexcept;

/// `BroadPhase::add_static`
QUADPHASE_API Status try_add_static(BroadPhase& broad_phase, const Boxes& boxes,
                                    const Column<ObjectId>& ids,
                                    const Attributes& attributes = {}) noexcept;

/// `BroadPhase::remove_static`
QUADPHASE_API Status try_remove_static(BroadPhase& broad_phase,
                                       const Column<ObjectId>& ids) noexcept;
/// As above, written `{3, 5}`.
inline Status try_remove_static(BroadPhase& broad_phase,
                                std::initializer_list<ObjectId> ids) noexcept {
  return try_remove_static(broad_phase, std::span(ids.begin(), ids.size()));
}

/// `BroadPhase::exchange_static`
QUADPHASE_API Status try_exchange_static(BroadPhase& broad_phase, const Column<ObjectId>& removed,
                                         const Boxes& boxes, const Column<ObjectId>& ids,
                                         const Attributes& attributes = {}) noexcept;

/// `BroadPhase::clear_static`
QUADPHASE_API Status try_clear_static(BroadPhase& broad_phase) noexcept;

/// `BroadPhase::static_pairs`
QUADPHASE_API Status try_static_pairs(BroadPhase& broad_phase,
                                      std::span<const Pair>& pairs) noexcept;

/// `BroadPhase::restart_pairs`
QUADPHASE_API Status try_restart_pairs(BroadPhase& broad_phase,
                                       const Column<ObjectId>& ids) noexcept;
/// As above, written `{3, 5}`.
inline Status try_restart_pairs(BroadPhase& broad_phase,
                                std::initializer_list<ObjectId> ids) noexcept {
  return try_restart_pairs(broad_phase, std::span(ids.begin(), ids.size()));
}

/// `BroadPhase::tight_boxes_overlap`; `overlap` becomes what it returns.
QUADPHASE_API Status try_tight_boxes_overlap(const BroadPhase& broad_phase, const Pair& pair,
                                             bool& overlap) noexcept;

/// `BroadPhase::save`
QUADPHASE_API Status try_save(const BroadPhase& broad_phase,
                              std::vector<std::byte>& bytes) noexcept;
/// `BroadPhase::restore`
QUADPHASE_API Status try_restore(BroadPhase& broad_phase,
                                 std::span<const std::byte>& bytes) noexcept;

/// `BoxColumns` of this number of boxes. On failure, `columns` stays as it was.
QUADPHASE_API Status try_create(std::optional<BoxColumns>& columns, std::size_t count) noexcept;
/// `BoxColumns::resize`
QUADPHASE_API Status try_resize(BoxColumns& columns, std::size_t count) noexcept;

/// `to_local` of boxes; the view is `columns.view()`.
template <detail::DoubleView View = DoubleBoxView>
Status try_to_local(const View& boxes, const Origin& origin, BoxColumns& columns,
                    Executor* executor = nullptr) noexcept {
  return detail::TryAccess::to_local({boxes, origin}, columns, executor);
}

}  // namespace quadphase
