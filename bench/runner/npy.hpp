// SPDX-License-Identifier: MIT
// Frames of boxes in a NumPy file: float32 of shape (frames, 4, n), rows min_x, min_y, max_x,
// max_y.
#pragma once

#include <cstddef>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "quadphase/box.hpp"

namespace quadphase::bench {

/// A file that is not what it must be; what() is one line that names the file and the rule it
/// breaks.
class NpyError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What the header of a NumPy file says, and where its data begins.
struct NpyHeader {
  std::size_t frame_count = 0;
  std::size_t box_count = 0;
  std::size_t data_offset = 0;
};

/// Parses the head of a file, format 1.0 to 3.0. `bytes` may hold more than the header.
///
/// Errors: `NpyError` whose text says which rule is broken; it does not name the file.
[[nodiscard]] NpyHeader parse_npy_header(std::string_view bytes);

/// Plays a file of frames: mapped, not read, so that it may be larger than memory.
class NpyFrameReader {
 public:
  /// Errors: `NpyError`, also where the file is shorter or longer than its header says.
  explicit NpyFrameReader(const std::string& path);
  ~NpyFrameReader();
  NpyFrameReader(const NpyFrameReader&) = delete;
  NpyFrameReader& operator=(const NpyFrameReader&) = delete;

  [[nodiscard]] std::size_t frame_count() const noexcept { return header_.frame_count; }
  [[nodiscard]] std::size_t box_count() const noexcept { return header_.box_count; }

  /// The boxes of one frame. Lifetime: until the next call.
  [[nodiscard]] BoxView frame(std::size_t index);

 private:
  void check_size() const;

  NpyHeader header_;
  const char* bytes_ = nullptr;
  std::size_t byte_count_ = 0;
  std::vector<float> aligned_;  // a frame of a file whose data is not aligned for float
};

/// Writes a file of frames, one after the other. A file that is not finished is removed.
class NpyFrameWriter {
 public:
  /// Errors: `NpyError` where the file cannot be created.
  NpyFrameWriter(const std::string& path, std::size_t frame_count, std::size_t box_count);
  ~NpyFrameWriter();
  NpyFrameWriter(const NpyFrameWriter&) = delete;
  NpyFrameWriter& operator=(const NpyFrameWriter&) = delete;

  /// Errors: `NpyError` where the frame has another number of boxes or cannot be written.
  void append(const BoxView& boxes);

  /// Errors: `NpyError` where frames are missing or the file cannot be closed.
  void finish();

 private:
  void write(const void* data, std::size_t byte_count);
  void remove_partial_file() const;

  std::string path_;
  std::FILE* file_ = nullptr;
  std::size_t frame_count_;
  std::size_t box_count_;
  std::size_t written_ = 0;
};

}  // namespace quadphase::bench
