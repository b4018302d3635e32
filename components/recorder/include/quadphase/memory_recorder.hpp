// SPDX-License-Identifier: MIT
// Records a program's calls in memory, for programs that have no files or keep recordings
// elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "quadphase/recorder.hpp"

namespace quadphase {

/// A recording that is made in memory, by the thread that makes the calls.
///
///     quadphase::MemoryRecorder recorder;
///     quadphase::BroadPhase broad_phase({.recorder = &recorder});
///     ...
///     append_to_file(recorder.take());    // now and then
///     append_to_file(recorder.finish());  // at the end
///
/// All pieces, in their order, are the file that a `Recorder` writes.
///
/// Options:  `RecorderOptions::memory_limit` is the most bytes that may wait to be taken: a call
///           beyond it ends the recording. `waits_for_file` does nothing.
/// Cost:     calls are compressed some 128 KiB at a time, at the end of the call with which there
/// are
///           as many, and when they are taken.
/// Errors:   recording never throws, except in the constructor. If there is no memory, the
///           recording ends, and the program goes on: see `error`.
/// Threads:  one at a time, for the calls of all objects that it records and of its own functions.
/// A
///           visitor may call all of them.
/// Lifetime: it must outlive the objects that it records.
class MemoryRecorder final : public CallRecorder {
 public:
  /// Begins a recording. Errors: `std::bad_alloc`.
  explicit MemoryRecorder(const RecorderOptions& options = {});
  ~MemoryRecorder() override;
  MemoryRecorder(const MemoryRecorder&) = delete;
  MemoryRecorder& operator=(const MemoryRecorder&) = delete;

  /// The bytes of the recording since they were last taken, the last calls included. A recording
  /// that was not finished is read up to its last call. In a visitor that takes more than once, how
  /// the visitor's call ended may be lost.
  [[nodiscard]] std::vector<std::byte> take();
  /// As above, and the end of the recording: later calls are not recorded.
  [[nodiscard]] std::vector<std::byte> finish();

  /// Why nothing more is recorded; empty if all is well.
  [[nodiscard]] const char* error() const noexcept;
  /// The number of calls so far, up to the end of the recording.
  [[nodiscard]] std::uint64_t call_count() const noexcept;
  /// The bytes that wait to be taken, without those of the last calls, which are not compressed
  /// yet.
  [[nodiscard]] std::size_t waiting_size() const noexcept;

 private:
  std::uint32_t next_subject() noexcept override;
  std::uint64_t begin(const RecordedCall& call) noexcept override;
  void end(std::uint64_t number, const RecordedCall& call) noexcept override;
  [[nodiscard]] bool wants_hashes() const noexcept override;

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace quadphase
