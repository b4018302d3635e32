// SPDX-License-Identifier: MIT
// The functions of BroadPhase that are no queries, and those of Index.
#include <algorithm>

#include "handle.hpp"
#include "quadphase/try.hpp"

namespace quadphase::wasm {

/// JavaScript's function for a piece of a chunk of pairs.
QUADPHASE_IMPORT(chunk)
void visit_chunk(const Pair* pairs, std::uint32_t count, std::uint32_t chunk_index);

namespace {

/// Runs a call that is not const, and shares what it has moved.
int finish(Handle& handle, const Status& status) noexcept {
  share_frame(handle);
  return report(status);
}

std::span<const ObjectId> ids_at(const ObjectId* ids, std::uint32_t count) noexcept {
  return {ids, count};
}

}  // namespace

QUADPHASE_EXPORT(qp_reserve)
int qp_reserve(Handle* handle, std::uint32_t object_count, double pair_count) {
  if (handle->own_index.has_value())
    return finish(*handle, try_reserve(*handle->own_index, object_count));
  const auto pairs = static_cast<std::uint64_t>(std::min(pair_count, 0x1p63));
  return finish(*handle, try_reserve(*handle->broad_phase, object_count, pairs));
}

QUADPHASE_EXPORT(qp_update) int qp_update(Handle* handle, std::uint32_t count) {
  const Rows rows = rows_of(handle->shared.own, count);
  return finish(*handle, try_update(*handle->broad_phase, rows.boxes, rows.attributes));
}

QUADPHASE_EXPORT(qp_build) int qp_build(Handle* handle, std::uint32_t count) {
  const Rows rows = rows_of(handle->shared.own, count);
  return finish(*handle, try_build(handle->index(), rows.boxes, rows.attributes));
}

/// The number of pairs goes to the first of the shared numbers.
QUADPHASE_EXPORT(qp_count_pairs) int qp_count_pairs(Handle* handle) {
  std::uint64_t count = 0;
  const Status status = try_count_pairs(*handle->broad_phase, count);
  handle->shared.numbers[0] = static_cast<double>(count);
  return finish(*handle, status);
}

QUADPHASE_EXPORT(qp_visit_chunks) int qp_visit_chunks(Handle* handle) {
  const auto consume = [](std::span<const Pair> pairs, std::size_t chunk_index) {
    visit_chunk(pairs.data(), static_cast<std::uint32_t>(pairs.size()),
                static_cast<std::uint32_t>(chunk_index));
  };
  return finish(*handle, try_for_each_pair_chunk(*handle->broad_phase, consume));
}

/// Gives back memory, also that of arguments and results of earlier calls.
QUADPHASE_EXPORT(qp_shrink_to_fit) int qp_shrink_to_fit(Handle* handle) {
  handle->scratch.clear();
  handle->found_ids = {};
  handle->found_values = {};
  handle->rows->shrink_to_fit();
  return finish(*handle, try_shrink_to_fit(handle->index()));
}

// Static objects, and changes between frames. The boxes are in the lent columns.

QUADPHASE_EXPORT(qp_set_static) int qp_set_static(Handle* handle, std::uint32_t count) {
  const Rows rows = rows_of(handle->shared.lent, count);
  return finish(*handle, try_set_static(*handle->broad_phase, rows.boxes, rows.attributes.ids,
                                        rows.attributes));
}

QUADPHASE_EXPORT(qp_exchange_static)
int qp_exchange_static(Handle* handle, const ObjectId* removed, std::uint32_t removed_count,
                       std::uint32_t count) {
  const Rows rows = rows_of(handle->shared.lent, count);
  return finish(*handle, try_exchange_static(*handle->broad_phase, ids_at(removed, removed_count),
                                             rows.boxes, rows.attributes.ids, rows.attributes));
}

QUADPHASE_EXPORT(qp_clear_static) int qp_clear_static(Handle* handle) {
  return finish(*handle, try_clear_static(*handle->broad_phase));
}

QUADPHASE_EXPORT(qp_static_count) std::uint32_t qp_static_count(const Handle* handle) {
  return static_cast<std::uint32_t>(handle->broad_phase->static_count());
}

QUADPHASE_EXPORT(qp_patch) int qp_patch(Handle* handle, std::uint32_t count) {
  const Rows rows = rows_of(handle->shared.lent, count);
  const quadphase::Column<ObjectId> ids = rows.attributes.ids;
  return finish(*handle, try_patch(handle->index(), rows.boxes, ids, rows.attributes));
}

QUADPHASE_EXPORT(qp_hide)
int qp_hide(Handle* handle, const ObjectId* ids, std::uint32_t count) {
  return finish(*handle, try_hide(handle->index(), ids_at(ids, count)));
}

QUADPHASE_EXPORT(qp_restart_pairs)
int qp_restart_pairs(Handle* handle, const ObjectId* ids, std::uint32_t count) {
  return finish(*handle, try_restart_pairs(*handle->broad_phase, ids_at(ids, count)));
}

/// Whether they touch goes to the first of the shared numbers.
QUADPHASE_EXPORT(qp_tight_boxes_overlap)
int qp_tight_boxes_overlap(Handle* handle, ObjectId first, ObjectId second) {
  bool touches = false;
  const Status status = try_tight_boxes_overlap(*handle->broad_phase, {first, second}, touches);
  handle->shared.numbers[0] = touches ? 1 : 0;
  return report(status);
}

// Snapshots: the bytes are in the span `kSnapshot`, and those to restore in the scratch memory.

QUADPHASE_EXPORT(qp_save) int qp_save(Handle* handle) {
  handle->snapshot.clear();
  const Status status = try_save(*handle->broad_phase, handle->snapshot);
  share(*handle, kSnapshot, handle->snapshot);
  return report(status);
}

/// Frees the bytes of the last `qp_save`.
QUADPHASE_EXPORT(qp_drop_snapshot) void qp_drop_snapshot(Handle* handle) {
  handle->snapshot = {};
  share(*handle, kSnapshot, handle->snapshot);
}

QUADPHASE_EXPORT(qp_restore)
int qp_restore(Handle* handle, const std::byte* data, std::uint32_t size) {
  std::span<const std::byte> bytes(data, size);
  const Status status = try_restore(*handle->broad_phase, bytes);
  handle->shared.numbers[0] = static_cast<double>(size - bytes.size());
  return finish(*handle, status);
}

/// Writes the statistics to the shared numbers, in the order of `kStatistics` in layout.js; of an
/// index only the bytes.
QUADPHASE_EXPORT(qp_read_stats) void qp_read_stats(Handle* handle) {
  auto& numbers = handle->shared.numbers;
  std::size_t bytes = handle->scratch.size() + handle->batch_input.size() +
                      handle->batch_items.size() + handle->rows->byte_count() +
                      handle->found_ids.capacity() * sizeof(std::uint32_t) +
                      handle->found_values.capacity() * sizeof(double);
  for (const Bytes& column : handle->columns) bytes += column.size();
  if (handle->own_index.has_value()) {
    numbers[6] = static_cast<double>(handle->own_index->byte_count() + bytes);
    return;
  }
  const Stats& stats = handle->broad_phase->stats();
  auto write = [&, i = 0U](auto number) mutable {
    numbers[i] = static_cast<double>(number);
    ++i;
  };
  write(stats.object_count);
  write(stats.rejected_count);
  write(stats.leaf_count);
  write(stats.node_count);
  write(stats.test_count);
  write(stats.pair_count);
  write(handle->broad_phase->byte_count() + bytes);
  write(stats.nanoseconds.statics);
  write(stats.nanoseconds.bounds);
  write(stats.nanoseconds.keys);
  write(stats.nanoseconds.partition);
  write(stats.nanoseconds.tree);
  write(stats.nanoseconds.pairs);
  write(stats.nanoseconds.events);
  write(stats.nanoseconds.merge);
}

/// True if the kernels use WebAssembly's vectors.
QUADPHASE_EXPORT(qp_has_simd) bool qp_has_simd() {
  return is_supported(Simd::wasm);
}

}  // namespace quadphase::wasm
