// SPDX-License-Identifier: MIT
// Engines, their columns and their errors.
#include "handle.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

#include "quadphase/try.hpp"
#include "quadphase/version.hpp"

namespace quadphase::wasm {
namespace {

Status last_status;

/// What rows of a column hold until they are written.
void fill(Column column, std::uint32_t* words, std::uint32_t first, std::uint32_t last) noexcept {
  for (std::uint32_t i = first; i < last; ++i)
    words[i] = column == kIds ? i : column == kCategory ? 1U : column == kMask ? 0xFFFF'FFFFU : 0U;
}

/// Room for `capacity` rows in a column; the first `kept` rows stay.
bool grow(Handle& handle, Column column, std::uint32_t kept, std::uint32_t capacity, Bytes& grown) {
  if (capacity > std::numeric_limits<std::size_t>::max() / 8) return false;
  if (!grown.renew(std::size_t{capacity} * 4)) return false;
  auto* const words = static_cast<std::uint32_t*>(grown.data());
  kept = std::min(kept, capacity);
  if (kept > 0) std::memcpy(words, handle.columns[column].data(), std::size_t{kept} * 4);
  fill(column, words, kept, capacity);
  return true;
}

bool is_used(const Handle& handle, std::uint32_t column) noexcept {
  return handle.columns[column].data() != nullptr;
}

void share_columns(Handle& handle) noexcept {
  for (std::uint32_t i = 0; i < kColumnCount; ++i) handle.shared.own[i] = handle.columns[i].data();
}

template <class T>
std::span<const T> column_of(const void* data, std::uint32_t count) noexcept {
  return {static_cast<const T*>(data), data != nullptr ? count : 0U};
}

}  // namespace

int report(const Status& status) noexcept {
  last_status = status;
  return static_cast<int>(status.code());
}

int report_no_memory() noexcept {
  return report(Status(StatusCode::out_of_memory, "quadphase: out of memory"));
}

void* room_for(Bytes& bytes, std::uint32_t size) noexcept {
  if (size > bytes.size() || bytes.data() == nullptr) {
    const std::size_t rounded = (std::size_t{size} + 4095) / 4096 * 4096;
    if (rounded < size || !bytes.renew(rounded)) {
      (void)report_no_memory();
      return nullptr;
    }
  }
  return bytes.data();
}

Rows rows_of(const std::array<const void*, kColumnCount>& columns, std::uint32_t count) noexcept {
  const auto floats = [&](Column column) { return column_of<float>(columns[column], count); };
  const auto words = [&](Column column) {
    return column_of<std::uint32_t>(columns[column], count);
  };
  Rows rows;
  rows.boxes = {floats(kMinX), floats(kMinY), floats(kMaxX), floats(kMaxY)};
  rows.attributes.ids = words(kIds);
  rows.attributes.category = words(kCategory);
  rows.attributes.mask = words(kMask);
  rows.attributes.group = words(kGroup);
  rows.attributes.world = words(kWorld);
  rows.attributes.margin = floats(kMargin);
  rows.attributes.displacement_x = floats(kDisplacementX);
  rows.attributes.displacement_y = floats(kDisplacementY);
  rows.attributes.generation = words(kGeneration);
  return rows;
}

void share_frame(Handle& handle) noexcept {
  if (!handle.broad_phase.has_value()) {
    share(handle, kRejectedIds, handle.own_index->rejected_ids());
    return;
  }
  const BroadPhase& engine = *handle.broad_phase;
  const Events events = engine.events();
  share(handle, kPairs, engine.pairs());
  share(handle, kBegun, events.begun);
  share(handle, kEnded, events.ended);
  share(handle, kPreviousIndices, engine.previous_indices());
  share(handle, kRejectedIds, engine.rejected_ids());
}

QUADPHASE_EXPORT(qp_message) const char* qp_message() {
  return last_status.message();
}

QUADPHASE_EXPORT(qp_status) int qp_status() {
  return static_cast<int>(last_status.code());
}

/// A new engine, or null. `is_index`: an `Index`. `recorder`: or null.
QUADPHASE_EXPORT(qp_create)
Handle* qp_create(bool is_index, bool touching, bool events, bool previous_indices,
                  double max_pairs, float period_x, float period_y, int leaf_capacity,
                  int max_depth, const SharedRecorder* recorder) {
  std::unique_ptr<Handle> handle(new (std::nothrow) Handle);
  if (handle == nullptr) {
    (void)report_no_memory();
    return nullptr;
  }
  Config config;
  config.touching = touching;
  config.events = events;
  config.previous_indices = previous_indices;
  if (max_pairs < 0x1p63) config.max_pairs = static_cast<std::uint64_t>(max_pairs);
  config.period_x = period_x;
  config.period_y = period_y;
  config.leaf_capacity = leaf_capacity;
  config.max_depth = max_depth;
  if (recorder != nullptr) handle->recorder = *recorder;
  config.recorder = handle->recorder.get();
  Status status =
      is_index ? try_create(handle->own_index, config) : try_create(handle->broad_phase, config);
  if (status.is_ok()) status = try_create(handle->rows);
  if (report(status) != 0) return nullptr;
  share_frame(*handle);
  return handle.release();
}

QUADPHASE_EXPORT(qp_destroy) void qp_destroy(Handle* handle) {
  delete handle;
}

/// Sets the number of rows that each column has room for. Rows below both numbers stay.
QUADPHASE_EXPORT(qp_set_capacity) int qp_set_capacity(Handle* handle, std::uint32_t capacity) {
  std::array<Bytes, kColumnCount> grown;
  for (std::uint32_t i = 0; i < kColumnCount; ++i) {
    // The boxes are always there, and the others from their first use on.
    if (i >= kIds && !is_used(*handle, i)) continue;
    if (!grow(*handle, static_cast<Column>(i), handle->capacity, capacity, grown[i]))
      return report_no_memory();
  }
  handle->columns = std::move(grown);
  handle->capacity = capacity;
  share_columns(*handle);
  return 0;
}

/// Makes a column, which has the default in each row, unless it is there already.
QUADPHASE_EXPORT(qp_use_column) int qp_use_column(Handle* handle, std::uint32_t column) {
  if (is_used(*handle, column)) return 0;
  Bytes grown;
  if (!grow(*handle, static_cast<Column>(column), 0, handle->capacity, grown))
    return report_no_memory();
  handle->columns[column] = std::move(grown);
  share_columns(*handle);
  return 0;
}

QUADPHASE_EXPORT(qp_drop_column) void qp_drop_column(Handle* handle, std::uint32_t column) {
  handle->columns[column].clear();
  share_columns(*handle);
}

/// Memory for the arguments of one call, or null.
QUADPHASE_EXPORT(qp_scratch) void* qp_scratch(Handle* handle, std::uint32_t size) {
  return room_for(handle->scratch, size);
}

/// Memory for the rows of a batch, or null; it stays where it is until more is needed.
QUADPHASE_EXPORT(qp_batch_input) void* qp_batch_input(Handle* handle, std::uint32_t size) {
  return room_for(handle->batch_input, size);
}

QUADPHASE_EXPORT(qp_version) const char* qp_version() {
  return QUADPHASE_VERSION;
}

}  // namespace quadphase::wasm

/// What the C library calls when the memory has grown. JavaScript needs no call: its views of the
/// old memory are empty then.
extern "C" void emscripten_notify_memory_growth(std::size_t /*memory_index*/) {}
