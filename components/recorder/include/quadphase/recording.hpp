// SPDX-License-Identifier: MIT
// Reads recordings: the calls of a file, one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "quadphase/recorded_call.hpp"

namespace quadphase {

namespace detail {
class RecordingFile;
}  // namespace detail

/// A file that cannot be opened, or is not a recording; what() says which.
class RecordingError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// How a `Recording` reads.
struct RecordingOptions {
  /// The most bytes of one packet of calls, and of the columns that are kept for later ones. A file
  /// that needs more is read up to there.
  std::size_t memory_limit = std::size_t{4} << 30U;
};

/// A part of a recording, as `Recording::blocks` lists them.
struct RecordingBlock {
  std::uint64_t first_call = 0;   ///< the number of the first call that begins in it
  std::uint64_t call_count = 0;   ///< how many begin in it
  std::uint64_t offset = 0;       ///< where it is in the file, in bytes
  std::uint64_t stored_size = 0;  ///< bytes in the file
  std::uint64_t size = 0;         ///< bytes in memory
  bool is_keyframe = false;       ///< reading can begin at it
};

/// A recording that is read from its first call to its last one.
///
///     quadphase::Recording recording("world.qpr");
///     while (const quadphase::RecordedCall* call = recording.next()) print(*call);
///     if (!recording.problem().empty()) print(recording.problem());
///
/// Damage:   a file that was truncated or changed gives all calls up to that point, and then
///           `problem` says what is wrong. No byte of the file is trusted: checksums are checked,
///           and every length is compared with what is there, before anything is allocated.
/// Lifetime: a call and its spans are valid until the next call of a non-const function.
/// Errors:   `std::bad_alloc` from all non-const functions.
class Recording {
 public:
  /// Opens a file. Errors: `RecordingError`.
  explicit Recording(const std::string& path, const RecordingOptions& options = {});
  /// Reads bytes, which must outlive the recording. Errors: `RecordingError`.
  explicit Recording(std::span<const std::byte> bytes, const RecordingOptions& options = {});
  ~Recording();
  /// A recording that was moved from may only be assigned to or destroyed.
  Recording(Recording&& other) noexcept;
  /// As above.
  Recording& operator=(Recording&& other) noexcept;

  /// The next call; null at the end and where the file is damaged.
  [[nodiscard]] const RecordedCall* next();

  /// Why there is no next call, as a message: where the file is truncated or damaged. Empty at the
  /// end of a complete recording, and before.
  [[nodiscard]] const std::string& problem() const noexcept;

  /// Continues after damage, at the next keyframe whose checksum is right. False if there is none.
  /// The calls in between are lost, so a `Replayer` cannot continue with the calls that follow.
  bool resume();

  /// Goes back to the first call.
  void rewind();

  /// Goes to the last keyframe that is not after this call. Reading then begins at this call or a
  /// few before it. Complexity: O(blocks).
  void seek(std::uint64_t call);

  /// The blocks of the file, up to the first damaged header; nothing else in them is checked.
  [[nodiscard]] std::vector<RecordingBlock> blocks() const;

  /// Bytes of the file.
  [[nodiscard]] std::uint64_t file_size() const noexcept;

 private:
  std::unique_ptr<detail::RecordingFile> file_;
};

}  // namespace quadphase
