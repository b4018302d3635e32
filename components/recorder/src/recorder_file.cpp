// SPDX-License-Identifier: MIT
#include "recorder_file.hpp"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <new>
#include <stdexcept>

#include "base/floating_point_mode.hpp"
#include "call_archive.hpp"

namespace quadphase::detail {
namespace {

[[nodiscard]] std::string words_of(int error) {
  return std::strerror(error);  // NOLINT(concurrency-mt-unsafe): glibc's and others' is safe
}

void delete_all(Packet* packet) noexcept {
  while (packet != nullptr) {
    const std::unique_ptr<Packet> gone(packet);
    packet = gone->next;
  }
}

}  // namespace

RecorderFile::RecorderFile(const std::string& path, const RecorderOptions& options)
    : options_(options), encoder_(options.compression_level, options.keyframe_interval) {
  file_ = std::fopen(path.c_str(), "wb");
  if (file_ == nullptr) {
    fail(("cannot write " + path + ": " + words_of(errno)).c_str());
    return;
  }
  std::setvbuf(file_, nullptr, _IONBF, 0);  // blocks are large, and a crash must not lose them
  const FileHeader header = new_file_header();
  try {
    write(std::as_bytes(std::span(&header, 1)));
  } catch (const std::runtime_error& error) {
    fail(error.what());
    return;
  }
  thread_ = std::thread([this] { work(); });
}

RecorderFile::~RecorderFile() {
  if (thread_.joinable()) {
    {
      Lock lock(mutex_);
      submit(lock);
      is_over_ = true;
    }
    work_.notify_one();
    thread_.join();
  }
  if (file_ != nullptr) std::fclose(file_);
  delete_all(current_);
  delete_all(first_);
  delete_all(free_);
}

void RecorderFile::fail(const char* why) noexcept {
  has_failed_ = true;
  try {
    if (error_.empty()) error_ = why;
  } catch (const std::bad_alloc&) {
    error_ = "no memory";  // short enough to need none
  }
}

std::uint64_t RecorderFile::begin(const RecordedCall& call) noexcept {
  if (has_failed_) return 0;
  CallColumns columns;
  columns_of(call, columns);
  EntryHeader header = header_of(call);
  Lock lock(mutex_);
  header.call = call_count_++;
  ++open_calls_;
  append(lock, header, columns.view());
  if (options_.waits_for_file) {
    submit(lock);
    wait_until_written(lock);
  }
  return header.call;
}

void RecorderFile::end(std::uint64_t number, const RecordedCall& call) noexcept {
  if (has_failed_) return;
  CallColumns columns;
  columns_of(call.outcome, columns);
  const EntryHeader header = header_of_outcome(call, number);
  Lock lock(mutex_);
  append(lock, header, columns.view());
  --open_calls_;
  const bool is_full = current_ != nullptr && current_->buffer.size() >= kPacketSize;
  if ((is_full && open_calls_ == 0) || options_.waits_for_file) submit(lock);
}

void RecorderFile::append(Lock& lock, const EntryHeader& header,
                          std::span<const GivenColumn> columns) {
  const std::size_t size = entry_size(columns);
  const auto is_full = [&] { return waiting_size_ + size > options_.memory_limit; };
  if (is_full() && waiting_count_ > 0) {
    const auto before = std::chrono::steady_clock::now();
    room_.wait(lock, [&] { return !is_full() || waiting_count_ == 0; });
    const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - before;
    waited_ += static_cast<std::uint64_t>(time.count());
  }
  if (has_failed_) return;
  try {
    if (current_ == nullptr) {
      current_ = free_ != nullptr ? std::exchange(free_, free_->next) : new Packet;
      current_->next = nullptr;
      current_->start(header, call_count_);
    }
    append_entry(*current_, header, columns);
  } catch (const std::bad_alloc&) {
    fail("there is no memory for a call");
  }
}

void RecorderFile::submit(Lock& lock) {
  if (current_ == nullptr || has_failed_) return;
  (void)lock;
  waiting_size_ += current_->buffer.size();
  ++waiting_count_;
  (first_ == nullptr ? first_ : last_->next) = current_;
  last_ = current_;
  current_ = nullptr;
  work_.notify_one();
}

void RecorderFile::wait_until_written(Lock& lock) {
  room_.wait(lock, [this] { return waiting_count_ == 0; });
}

void RecorderFile::flush() noexcept {
  Lock lock(mutex_);
  submit(lock);
  if (thread_.joinable()) wait_until_written(lock);
}

void RecorderFile::work() noexcept {
  const DefaultFloatingPointMode mode;
  Lock lock(mutex_);
  for (;;) {
    work_.wait(lock, [this] { return first_ != nullptr || is_over_; });
    if (first_ == nullptr) break;
    Packet* const packet = std::exchange(first_, first_->next);
    lock.unlock();
    try {
      if (!has_failed_) write(*packet);
      lock.lock();
    } catch (const std::exception& error) {
      lock.lock();
      fail(error.what());
    }
    waiting_size_ -= packet->buffer.size();
    --waiting_count_;
    packet->next = std::exchange(free_, packet);
    room_.notify_all();
  }
  const std::uint64_t call_count = call_count_;
  lock.unlock();
  if (has_failed_) return;
  try {
    write(encoder_.encode_last(call_count));
  } catch (const std::exception& error) {
    lock.lock();
    fail(error.what());
  }
}

void RecorderFile::write(const Packet& packet) {
  write(encoder_.encode(packet));
}

void RecorderFile::write(std::span<const std::byte> bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size())
    throw std::runtime_error("the file cannot be written: " + words_of(errno));
  const Lock lock(mutex_);
  file_size_ += bytes.size();
}

std::string RecorderFile::error() const {
  const Lock lock(mutex_);
  return error_;
}

std::uint64_t RecorderFile::call_count() const {
  const Lock lock(mutex_);
  return call_count_;
}

std::uint64_t RecorderFile::file_size() const {
  const Lock lock(mutex_);
  return file_size_;
}

std::uint64_t RecorderFile::waited_nanoseconds() const {
  const Lock lock(mutex_);
  return waited_;
}

}  // namespace quadphase::detail

namespace quadphase {

Recorder::Recorder(const std::string& path, const RecorderOptions& options)
    : file_(std::make_unique<detail::RecorderFile>(path, options)) {}

Recorder::~Recorder() = default;

void Recorder::flush() {
  file_->flush();
}
std::string Recorder::error() const {
  return file_->error();
}
std::uint64_t Recorder::call_count() const {
  return file_->call_count();
}
std::uint64_t Recorder::file_size() const {
  return file_->file_size();
}
std::uint64_t Recorder::waited_nanoseconds() const {
  return file_->waited_nanoseconds();
}

std::uint32_t Recorder::next_subject() noexcept {
  return file_->next_subject();
}
std::uint64_t Recorder::begin(const RecordedCall& call) noexcept {
  return file_->begin(call);
}
void Recorder::end(std::uint64_t number, const RecordedCall& call) noexcept {
  file_->end(number, call);
}
bool Recorder::wants_hashes() const noexcept {
  return file_->hashes();
}

void Recorder::write(const RecordedCall& call) {
  const std::uint64_t number = file_->begin(call);
  if (call.outcome.is_known) file_->end(number, call);
}

}  // namespace quadphase
