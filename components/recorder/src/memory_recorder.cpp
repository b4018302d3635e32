// SPDX-License-Identifier: MIT
#include "quadphase/memory_recorder.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>
#include <utility>

#include "base/floating_point_mode.hpp"
#include "block_codec.hpp"
#include "call_archive.hpp"
#include "packet.hpp"

namespace quadphase {

using detail::CallColumns;
using detail::EntryHeader;

struct MemoryRecorder::State {
  explicit State(const RecorderOptions& given) : options(given) {
    // A recording of more than a vector holds would throw something else.
    options.memory_limit = std::min(options.memory_limit, bytes.max_size() / 2);
    encoder.emplace(given.compression_level, given.keyframe_interval);
    const detail::FileHeader header = detail::new_file_header();
    append(std::as_bytes(std::span(&header, 1)));
  }

  void append(std::span<const std::byte> more) {
    const std::size_t size = bytes.size();
    bytes.resize(size + more.size());
    std::memcpy(bytes.data() + size, more.data(), more.size());
  }

  /// Makes a block of the calls that are in none yet. Errors: `std::bad_alloc`, with these calls
  /// lost; no call may follow then, for its block would build on theirs.
  void compress() {
    if (packet.entry_count == 0) return;
    const detail::DefaultFloatingPointMode mode;
    try {
      append(encoder->encode(packet));
    } catch (...) {
      packet.clear();
      throw;
    }
    packet.clear();
  }

  void add(const EntryHeader& header, const CallColumns& columns) noexcept {
    const std::size_t size = entry_size(columns.view());
    const auto is_full = [&] {
      return bytes.size() + packet.buffer.size() + size > options.memory_limit;
    };
    try {
      if (is_full()) compress();
      if (is_full()) return fail("the memory limit of the recording is reached");
      if (packet.entry_count == 0) packet.start(header, call_count);
      append_entry(packet, header, columns.view());
      if (packet.buffer.size() >= detail::kPacketSize && open_calls == 0) compress();
    } catch (const std::bad_alloc&) {
      fail("there is no memory for a call");
    }
  }

  /// What waits, with all calls so far, and, if it is the last time, the end of the recording.
  std::vector<std::byte> take(bool is_last) noexcept {
    try {
      compress();
      if (is_last && !is_over) append(encoder->encode_last(call_count));
    } catch (const std::bad_alloc&) {
      fail("there is no memory for a call");
    }
    if (is_last) {
      is_over = true;
      encoder.reset();
      packet = {};
    }
    return std::exchange(bytes, {});
  }

  void fail(const char* why) noexcept {
    error = why;
    is_over = true;
  }

  RecorderOptions options;
  std::optional<detail::BlockEncoder> encoder;  // until the end
  detail::Packet packet;
  std::vector<std::byte> bytes;
  std::uint64_t call_count = 0;
  std::size_t open_calls = 0;  // calls that did not end yet
  std::uint32_t subject_count = 0;
  const char* error = "";
  bool is_over = false;
};

MemoryRecorder::MemoryRecorder(const RecorderOptions& options)
    : state_(std::make_unique<State>(options)) {}
MemoryRecorder::~MemoryRecorder() = default;

std::vector<std::byte> MemoryRecorder::take() {
  return state_->take(false);
}
std::vector<std::byte> MemoryRecorder::finish() {
  return state_->take(true);
}

const char* MemoryRecorder::error() const noexcept {
  return state_->error;
}
std::uint64_t MemoryRecorder::call_count() const noexcept {
  return state_->call_count;
}
std::size_t MemoryRecorder::waiting_size() const noexcept {
  return state_->bytes.size();
}

std::uint32_t MemoryRecorder::next_subject() noexcept {
  return state_->subject_count++;
}
bool MemoryRecorder::wants_hashes() const noexcept {
  return state_->options.hashes;
}

std::uint64_t MemoryRecorder::begin(const RecordedCall& call) noexcept {
  if (state_->is_over) return 0;
  CallColumns columns;
  columns_of(call, columns);
  EntryHeader header = detail::header_of(call);
  header.call = state_->call_count++;
  ++state_->open_calls;
  state_->add(header, columns);
  return header.call;
}

void MemoryRecorder::end(std::uint64_t number, const RecordedCall& call) noexcept {
  if (state_->is_over) return;
  CallColumns columns;
  columns_of(call.outcome, columns);
  --state_->open_calls;
  state_->add(detail::header_of_outcome(call, number), columns);
}

}  // namespace quadphase
