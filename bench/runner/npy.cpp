// SPDX-License-Identifier: MIT
// Mapping and writing files of frames.
#include "runner/npy.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>

namespace quadphase::bench {
namespace {

static_assert(std::endian::native == std::endian::little, "the files hold little-endian floats");

constexpr std::size_t kRowCount = 4;

/// Maps a regular file that is not empty.
std::string_view map_file(const std::string& path) {
  const auto fail = [&](std::string_view why) -> NpyError {
    return NpyError(fmt::format("cannot play {}: {}", path, why));
  };
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw fail(std::strerror(errno));
  struct stat status {};
  void* memory = MAP_FAILED;
  const bool is_regular = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  const auto size = static_cast<std::size_t>(status.st_size);
  if (is_regular && size > 0) {
    memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  }
  const int error = errno;
  ::close(file);
  if (!is_regular) throw fail("it is not a regular file");
  if (size == 0) throw fail("it is empty");
  if (memory == MAP_FAILED) throw fail(std::strerror(error));
  return {static_cast<const char*>(memory), size};
}

void unmap(const char* bytes, std::size_t byte_count) {
  ::munmap(const_cast<char*>(bytes), byte_count);
}

}  // namespace

NpyFrameReader::NpyFrameReader(const std::string& path) {
  const std::string_view bytes = map_file(path);
  bytes_ = bytes.data();
  byte_count_ = bytes.size();
  try {
    header_ = parse_npy_header(bytes);
    check_size();
  } catch (const NpyError& error) {
    unmap(bytes_, byte_count_);
    throw NpyError(fmt::format("cannot play {}: {}", path, error.what()));
  }
  if (header_.data_offset % alignof(float) != 0) aligned_.resize(kRowCount * header_.box_count);
}

NpyFrameReader::~NpyFrameReader() {
  unmap(bytes_, byte_count_);
}

void NpyFrameReader::check_size() const {
  const std::size_t frame_bytes = kRowCount * header_.box_count * sizeof(float);  // below 2^36
  const std::size_t held = byte_count_ - header_.data_offset;
  const std::size_t whole_frames = held / frame_bytes;
  if (whole_frames < header_.frame_count) {
    throw NpyError(
        fmt::format("it is cut off: its shape says {} frames of {} bytes, but only {} bytes follow",
                    header_.frame_count, frame_bytes, held));
  }
  if (held != header_.frame_count * frame_bytes) {
    throw NpyError(
        fmt::format("{} bytes follow the last frame", held - header_.frame_count * frame_bytes));
  }
}

BoxView NpyFrameReader::frame(std::size_t index) {
  const std::size_t count = header_.box_count;
  const std::size_t frame_bytes = kRowCount * count * sizeof(float);
  const char* bytes = bytes_ + header_.data_offset + index * frame_bytes;
  if (!aligned_.empty()) std::memcpy(aligned_.data(), bytes, frame_bytes);
  const float* rows = aligned_.empty() ? reinterpret_cast<const float*>(bytes) : aligned_.data();
  return {
      {rows, count}, {rows + count, count}, {rows + 2 * count, count}, {rows + 3 * count, count}};
}

NpyFrameWriter::NpyFrameWriter(const std::string& path, std::size_t frame_count,
                               std::size_t box_count)
    : path_(path), frame_count_(frame_count), box_count_(box_count) {
  constexpr std::size_t kPreambleSize = 10;
  std::string text =
      fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}, {}), }}",
                  frame_count, kRowCount, box_count);
  while ((kPreambleSize + text.size() + 1) % 64 != 0) text += ' ';
  text += '\n';
  const auto low = static_cast<char>(text.size() & 0xFF);
  const auto high = static_cast<char>(text.size() >> 8);
  file_ = std::fopen(path.c_str(), "wbe");
  if (file_ == nullptr)
    throw NpyError(fmt::format("cannot record {}: {}", path, std::strerror(errno)));
  write("\x93NUMPY\x01\x00", 8);
  write(&low, 1);
  write(&high, 1);
  write(text.data(), text.size());
}

NpyFrameWriter::~NpyFrameWriter() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  remove_partial_file();
}

void NpyFrameWriter::remove_partial_file() const {
  struct stat status {};
  const bool is_regular = ::lstat(path_.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  if (is_regular) std::remove(path_.c_str());  // never a device or a link that was written through
}

void NpyFrameWriter::append(const BoxView& boxes) {
  if (boxes.size() != box_count_ || written_ == frame_count_) {
    throw NpyError(fmt::format("cannot record {}: the frames differ in size or number", path_));
  }
  for (const auto row : {boxes.min_x, boxes.min_y, boxes.max_x, boxes.max_y}) {
    write(row.data(), row.size_bytes());
  }
  ++written_;
}

void NpyFrameWriter::finish() {
  if (written_ != frame_count_)
    throw NpyError(fmt::format("cannot record {}: frames are missing", path_));
  std::FILE* file = file_;
  file_ = nullptr;
  if (std::fclose(file) != 0) {
    const int error = errno;
    remove_partial_file();
    throw NpyError(fmt::format("cannot record {}: {}", path_, std::strerror(error)));
  }
}

void NpyFrameWriter::write(const void* data, std::size_t byte_count) {
  if (byte_count != 0 && std::fwrite(data, 1, byte_count, file_) != byte_count) {
    throw NpyError(fmt::format("cannot record {}: {}", path_, std::strerror(errno)));
  }
}

}  // namespace quadphase::bench
