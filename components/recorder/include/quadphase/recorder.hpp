// SPDX-License-Identifier: MIT
// Records a program's calls in a file, to be replayed by `Replayer` or `quadphase_replay`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "quadphase/recorded_call.hpp"

namespace quadphase {

namespace detail {
class RecorderFile;
}  // namespace detail

/// How a `Recorder` works, or a `MemoryRecorder`.
struct RecorderOptions {
  /// Bytes of calls that may wait to be written. A call that would exceed this waits until there is
  /// room; a call that is larger than this waits until no other call is waiting. In memory, such a
  /// call ends the recording.
  std::size_t memory_limit = std::size_t{256} << 20U;

  /// The level of zstd: the lower, the faster and the larger the file. Values outside -100 to 19
  /// are clamped to that range.
  int compression_level = 1;

  /// Bytes of calls from one keyframe to the next: reading can begin at each keyframe, and resumes
  /// there after damage. Calls between keyframes are stored as deltas.
  std::size_t keyframe_interval = std::size_t{64} << 20U;

  /// Whether each call writes a hash of what it returned or changed, for `compare`. A frame of
  /// 100,000 pairs takes some 0.2 ms longer.
  bool hashes = false;

  /// Whether a call is made only after the operating system has its arguments, so that the file has
  /// the call in which a program crashes. Each call then waits for compression and for the file. If
  /// false, a program that crashes loses the calls that are still waiting.
  bool waits_for_file = false;
};

/// A file to which the calls of engines, stores and indexes are written, in their order.
///
///     quadphase::Recorder recorder("world.qpr");
///     quadphase::BroadPhase broad_phase({.events = true, .recorder = &recorder});
///     quadphase::ObjectStore store(nullptr, nullptr, &recorder);
///
/// A file has any number of engines, stores and indexes, told apart by their numbers, which begin
/// at 0 in the order of construction. Functions with and without exceptions are recorded alike. A
/// `Config` is written except for the executor, the memory resource and the recorder.
///
/// Order:    a call is written before it is made, and how it ended after it.
/// Visitors: the file says how often they were called and whether they stopped and, for those that
///           clip, where the cast ended. Their own calls on the same objects follow in the file.
/// Cost:     a call copies its columns to memory and returns; a thread of the recorder compresses
///           them and writes the file. See docs/recorder.md.
/// Memory:   up to `RecorderOptions::memory_limit`, the largest call, and twice the columns of each
///           kind of call. Memory is reused: steady calls allocate only when more of them wait than
///           ever before.
/// Errors:   recording never throws, except in the constructor. If something cannot be written, the
///           recording ends, and the program goes on: see `error`.
/// Threads:  calls of different objects, and const calls of one, may come from many threads; the
///           order in the file is one in which they may have happened.
/// Lifetime: it must outlive the objects that it records.
class Recorder final : public CallRecorder {
 public:
  /// Begins a file, replacing any file with this name. Errors: `std::bad_alloc`; if the file cannot
  /// be written, `error` says so, and nothing is recorded.
  explicit Recorder(const std::string& path, const RecorderOptions& options = {});
  /// Writes all calls that are still waiting, and ends the file.
  ~Recorder() override;
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Waits until the operating system has all calls so far.
  void flush();

  /// Why nothing more is recorded; empty if all is well.
  [[nodiscard]] std::string error() const;

  /// The number of calls so far.
  [[nodiscard]] std::uint64_t call_count() const;
  /// Bytes of the file so far, without calls that wait.
  [[nodiscard]] std::uint64_t file_size() const;
  /// Nanoseconds that calls have waited for room: see `RecorderOptions::memory_limit`.
  [[nodiscard]] std::uint64_t waited_nanoseconds() const;

  /// Writes a call as it is, such as one of a `Recording`, for programs that change recordings. It
  /// gets the next number. Its subject must not be one of this recorder's own objects.
  void write(const RecordedCall& call);

 private:
  std::uint32_t next_subject() noexcept override;
  std::uint64_t begin(const RecordedCall& call) noexcept override;
  void end(std::uint64_t number, const RecordedCall& call) noexcept override;
  [[nodiscard]] bool wants_hashes() const noexcept override;

  std::unique_ptr<detail::RecorderFile> file_;
};

}  // namespace quadphase
