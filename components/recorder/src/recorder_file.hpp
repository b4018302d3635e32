// SPDX-License-Identifier: MIT
// The file of a recorder: packets that wait, and the thread that compresses and writes them.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

#include "block_codec.hpp"
#include "packet.hpp"
#include "quadphase/recorder.hpp"

namespace quadphase::detail {

class RecorderFile {
 public:
  RecorderFile(const std::string& path, const RecorderOptions& options);
  ~RecorderFile();
  RecorderFile(const RecorderFile&) = delete;
  RecorderFile& operator=(const RecorderFile&) = delete;

  /// The number of the next engine, store or index.
  [[nodiscard]] std::uint32_t next_subject() noexcept { return subject_count_++; }
  [[nodiscard]] bool hashes() const noexcept { return options_.hashes; }

  /// Writes the arguments of a call. Returns its number.
  std::uint64_t begin(const RecordedCall& call) noexcept;
  /// Writes how a call ended.
  void end(std::uint64_t number, const RecordedCall& call) noexcept;

  void flush() noexcept;
  [[nodiscard]] std::string error() const;
  [[nodiscard]] std::uint64_t call_count() const;
  [[nodiscard]] std::uint64_t file_size() const;
  [[nodiscard]] std::uint64_t waited_nanoseconds() const;

 private:
  using Lock = std::unique_lock<std::mutex>;

  // For calls, under the mutex.
  void append(Lock& lock, const EntryHeader& header, std::span<const GivenColumn> columns);
  void submit(Lock& lock);
  void wait_until_written(Lock& lock);
  void fail(const char* why) noexcept;

  // For the thread.
  void work() noexcept;
  void write(const Packet& packet);
  void write(std::span<const std::byte> bytes);

  RecorderOptions options_;
  std::FILE* file_ = nullptr;
  BlockEncoder encoder_;

  mutable std::mutex mutex_;
  std::condition_variable work_;  // there is a packet, or the end
  std::condition_variable room_;  // a packet was written
  Packet* current_ = nullptr;     // to which calls are appended
  Packet* first_ = nullptr;       // of those that wait
  Packet* last_ = nullptr;
  Packet* free_ = nullptr;
  std::size_t waiting_size_ = 0;  // bytes of packets that wait or are being written
  std::size_t waiting_count_ = 0;
  std::uint64_t call_count_ = 0;
  std::uint64_t file_size_ = 0;
  std::uint64_t waited_ = 0;
  std::size_t open_calls_ = 0;  // calls that did not end yet
  std::string error_;
  bool is_over_ = false;
  std::atomic<bool> has_failed_{false};
  std::atomic<std::uint32_t> subject_count_{0};
  std::thread thread_;
};

}  // namespace quadphase::detail
