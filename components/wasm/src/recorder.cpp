// SPDX-License-Identifier: MIT
// Recordings in memory, in the module that has them.
#include <algorithm>
#include <memory>
#include <new>
#include <vector>

#include "handle.hpp"
#include "quadphase/memory_recorder.hpp"

namespace quadphase::wasm {
namespace {

/// A recorder as JavaScript holds it.
struct RecorderHandle {
  SharedRecorder shared;  ///< Invariant: first, so that its address is that of the handle.
  MemoryRecorder* recorder = nullptr;
  std::vector<std::byte> bytes;  ///< those that were taken last
  Words words;
};

}  // namespace

/// A new recorder, or null.
QUADPHASE_EXPORT(qp_recorder_create)
RecorderHandle* qp_recorder_create(bool hashes, double memory_limit) {
  try {
    RecorderOptions options{.hashes = hashes};
    options.memory_limit = static_cast<std::size_t>(std::min(memory_limit, 0x1p32 - 1));
    auto recorder = std::make_shared<MemoryRecorder>(options);
    auto handle = std::make_unique<RecorderHandle>();
    handle->recorder = recorder.get();
    handle->shared = std::move(recorder);
    return handle.release();
  } catch (const std::bad_alloc&) {
    (void)report_no_memory();
    return nullptr;
  }
}

/// Nothing more is recorded then.
QUADPHASE_EXPORT(qp_recorder_destroy) void qp_recorder_destroy(RecorderHandle* handle) {
  (void)handle->recorder->finish();
  delete handle;
}

/// Where the bytes are that were not dropped yet, and how many: those of a failed copy come again.
QUADPHASE_EXPORT(qp_recorder_take)
const Words* qp_recorder_take(RecorderHandle* handle, bool is_last) {
  if (handle->bytes.empty())
    handle->bytes = is_last ? handle->recorder->finish() : handle->recorder->take();
  handle->words = {handle->bytes.data(), static_cast<std::uint32_t>(handle->bytes.size())};
  return &handle->words;
}

/// Frees the bytes, which were copied.
QUADPHASE_EXPORT(qp_recorder_drop) void qp_recorder_drop(RecorderHandle* handle) {
  handle->bytes = {};
}

QUADPHASE_EXPORT(qp_recorder_error) const char* qp_recorder_error(const RecorderHandle* handle) {
  return handle->recorder->error();
}

QUADPHASE_EXPORT(qp_recorder_call_count)
double qp_recorder_call_count(const RecorderHandle* handle) {
  return static_cast<double>(handle->recorder->call_count());
}

}  // namespace quadphase::wasm
