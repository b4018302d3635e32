// SPDX-License-Identifier: MIT
// The one format of all snapshots: a header, then columns of plain numbers one after the other.
//
//     header   magic, version, kind, flags, four counts, size, checksum
//     body     columns; flags and counts determine which ones and their lengths
//
// Numbers have the byte order of the machine that saved them; on a machine of the other order the
// magic number does not match. The checksum covers every byte but its own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace quadphase::detail {

enum class SnapshotKind : std::uint32_t { engine = 1, store = 2 };

struct SnapshotHeader {
  std::uint64_t magic = 0x5041'4E53'4441'5551;  // "QUADSNAP" if bytes are little-endian
  std::uint32_t version = 2;                    // version of the format
  SnapshotKind kind = SnapshotKind::engine;
  std::uint64_t flags = 0;  // the kind defines flags and counts
  std::array<std::uint64_t, 4> counts{};
  std::uint64_t size = 0;  // bytes of the whole snapshot, including the header
  std::uint64_t checksum = 0;
};
static_assert(sizeof(SnapshotHeader) == 72);
static_assert(std::has_unique_object_representations_v<SnapshotHeader>);

/// The checksum of the snapshot in `bytes`, which begins with a header. It detects every change of
/// a single byte and nearly all others, but not malice.
[[nodiscard]] std::uint64_t checksum_of(std::span<const std::byte> bytes) noexcept;

/// Throws `std::invalid_argument`, with a message that gives the `rule` for snapshots.
void require_snapshot(bool holds, const char* rule);

/// Appends a snapshot to a vector.
class SnapshotWriter {
 public:
  /// Makes room for a body of `body_size` bytes. Errors: `std::bad_alloc`; `bytes` is then as it
  /// was. Nothing fails afterwards.
  SnapshotWriter(SnapshotHeader header, std::size_t body_size, std::vector<std::byte>& bytes);

  template <class T>
  void write(std::span<const T> values) noexcept {
    static_assert(std::is_trivially_copyable_v<T>);
    if (!values.empty()) std::memcpy(next_, values.data(), values.size_bytes());
    next_ += values.size_bytes();
  }
  /// Ends the snapshot. Needs exactly `body_size` bytes of body.
  void finish() noexcept;

 private:
  std::byte* begin_;
  std::byte* next_;
};

/// Reads a snapshot at the start of some bytes.
class SnapshotReader {
 public:
  /// Checks the whole snapshot except for the values in its body. `body_size(header)` is the size
  /// of a body with these flags and counts; it must throw if they are impossible. Errors:
  /// `std::invalid_argument`.
  template <class BodySize>
  SnapshotReader(std::span<const std::byte> bytes, SnapshotKind kind, const BodySize& body_size)
      : SnapshotReader(bytes, kind) {
    check_size(bytes, body_size(header_));
  }

  [[nodiscard]] const SnapshotHeader& header() const noexcept { return header_; }
  /// The number of bytes of the body that were not read yet.
  [[nodiscard]] std::span<const std::byte> body() const noexcept { return body_; }
  /// Reads the next values of the body. Needs that many.
  template <class T>
  void read(std::span<T> values) noexcept {
    static_assert(std::is_trivially_copyable_v<T>);
    if (!values.empty()) std::memcpy(values.data(), body_.data(), values.size_bytes());
    skip(values.size_bytes());
  }
  void skip(std::size_t byte_count) noexcept { body_ = body_.subspan(byte_count); }

 private:
  SnapshotReader(std::span<const std::byte> bytes, SnapshotKind kind);
  void check_size(std::span<const std::byte> bytes, std::uint64_t body_size);

  SnapshotHeader header_;
  std::span<const std::byte> body_;
};

}  // namespace quadphase::detail
