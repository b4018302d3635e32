// SPDX-License-Identifier: MIT
// The one format of all snapshots: a header, then columns of plain numbers one after the other.
//
//     header   magic, version, kind, flags, four counts, size, checksum
//     body     columns; flags and counts determine which ones and their lengths
//
// Numbers are little-endian on every machine. The checksum covers every byte but its own.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "base/canonical_nan.hpp"
#include "quadphase/box.hpp"
#include "quadphase/export.hpp"
#include "quadphase/periodic.hpp"

namespace quadphase::detail {

enum class SnapshotKind : std::uint32_t { engine = 1, store = 2, distributed = 3 };

struct SnapshotHeader {
  std::uint64_t magic = 0x5041'4E53'4441'5551;  // "QUADSNAP"
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
/// a single byte and nearly all others, but not deliberate tampering.
[[nodiscard]] std::uint64_t checksum_of(std::span<const std::byte> bytes) noexcept;

/// Unless `holds`, throws `std::invalid_argument`, with a message that gives the `rule`.
void require_snapshot(bool holds, const char* rule);

/// Copies 32-bit numbers from memory to a snapshot, or back.
inline void copy_words(std::byte* to, const std::byte* from, std::size_t byte_count) noexcept {
  std::memcpy(to, from, byte_count);
  if constexpr (std::endian::native == std::endian::big) {
    for (std::size_t i = 0; i < byte_count; i += 4) std::reverse(to + i, to + i + 4);
  }
}

/// What a snapshot holds: structs of 32-bit numbers without padding bytes. The language cannot tell
/// for structs of floats, because two zeros are equal.
template <class T>
concept SnapshotWords = std::is_trivially_copyable_v<T> && alignof(T) == 4 && sizeof(T) % 4 == 0 &&
                        (std::has_unique_object_representations_v<T> || std::is_same_v<T, float> ||
                         std::is_same_v<T, Box> || std::is_same_v<T, Periods>);

/// Appends a snapshot to a vector.
class SnapshotWriter {
 public:
  /// Makes room for a body of `body_size` bytes. Errors: `std::bad_alloc`; `bytes` is then as it
  /// was. Nothing fails afterwards.
  QUADPHASE_API SnapshotWriter(SnapshotHeader header, std::size_t body_size,
                               std::vector<std::byte>& bytes);

  template <SnapshotWords T>
  void write(std::span<const T> values) noexcept {
    const std::span<const std::byte> bytes = std::as_bytes(values);
    if (!bytes.empty()) copy_words(next_, bytes.data(), bytes.size());
    next_ += bytes.size();
  }
  /// Writes doubles as two words each, the lower one first.
  void write_doubles(std::span<const double> values) noexcept {
    for (const double value : values) {
      const auto bits = std::bit_cast<std::uint64_t>(value);
      const std::array words = {static_cast<std::uint32_t>(bits),
                                static_cast<std::uint32_t>(bits >> 32)};
      write<std::uint32_t>(words);
    }
  }
  /// Ends the snapshot. Needs exactly `body_size` bytes of body.
  QUADPHASE_API void finish() noexcept;

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
  QUADPHASE_API SnapshotReader(std::span<const std::byte> bytes, SnapshotKind kind,
                               std::uint64_t (*body_size)(const SnapshotHeader& header));

  [[nodiscard]] const SnapshotHeader& header() const noexcept { return header_; }
  /// A count of the header. It has been compared with the size of the body.
  [[nodiscard]] std::size_t count(std::size_t index) const noexcept {
    return static_cast<std::size_t>(header_.counts[index]);
  }
  /// The size of the whole snapshot.
  [[nodiscard]] std::size_t size() const noexcept { return sizeof(header_) + body_size_; }
  /// The bytes of the body that have not been read yet.
  [[nodiscard]] std::span<const std::byte> body() const noexcept { return body_; }
  /// Reads the next values of the body; every NaN becomes the one that is stored. Needs that many
  /// values.
  template <SnapshotWords T>
  void read(std::span<T> values) noexcept {
    const std::span<std::byte> bytes = std::as_writable_bytes(values);
    if (!bytes.empty()) copy_words(bytes.data(), body_.data(), bytes.size());
    skip(bytes.size());
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, Box>)
      for (T& value : values) value = with_canonical_nan(value);
  }
  /// Reads the next doubles of the body, two words each. Needs that many.
  void read_doubles(std::span<double> values) noexcept {
    for (double& value : values) {
      std::array<std::uint32_t, 2> words;
      read<std::uint32_t>(words);
      value = std::bit_cast<double>(std::uint64_t{words[1]} << 32 | words[0]);
    }
  }
  void skip(std::size_t byte_count) noexcept { body_ = body_.subspan(byte_count); }

 private:
  SnapshotHeader header_;
  std::span<const std::byte> body_;
  std::size_t body_size_ = 0;
};

}  // namespace quadphase::detail
