// SPDX-License-Identifier: MIT
// Calls in memory, one after the other, as columns of plain numbers. Recorder and reader share it:
// what is written to a file is a packet, and what is read from it is the same one.
//
//     entry    header, then for each column a header and its numbers, filled up to 8 bytes
//
// The arguments of a call are an entry, and so is its outcome. Numbers are in the machine's order.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>

namespace quadphase::detail {

/// What a column of an entry is. The values are part of the format.
enum class ColumnRole : std::uint8_t {
  numbers,
  min_x,
  min_y,
  max_x,
  max_y,
  rows,
  ids,
  removed,
  row_ids,
  category,
  mask,
  group,
  world,
  margin,
  displacement_x,
  displacement_y,
  generation,
  handles,
  filters,
  items,
  bytes,
  message,
  fractions,
};
inline constexpr std::size_t kRoleCount = 23;
inline constexpr std::size_t kMaxColumns = kRoleCount;  // of an entry: one of each role

struct EntryHeader {
  std::uint64_t call = 0;
  std::uint32_t subject = 0;
  std::uint8_t kind = 0;
  std::uint8_t column_count = 0;
  std::uint8_t is_outcome = 0;
  std::uint8_t zero = 0;
};
static_assert(std::has_unique_object_representations_v<EntryHeader> && sizeof(EntryHeader) == 16);

struct ColumnHeader {
  ColumnRole role = ColumnRole::numbers;
  std::uint8_t width = 4;  // bytes of a word: 1, 4 or 8
  // Only for a block in a file; 0 in memory.
  std::uint8_t is_coded = 0;      // its words are not here, but in the planes of the block
  std::uint8_t predictor = 0;     // what the words were subtracted from
  std::uint8_t noise_planes = 0;  // a bit for each plane that is stored uncompressed
  std::uint8_t zero[3] = {};
  std::uint64_t count = 0;  // of words
};
static_assert(std::has_unique_object_representations_v<ColumnHeader> && sizeof(ColumnHeader) == 16);

/// `size`, rounded up to a multiple of 8.
[[nodiscard]] constexpr std::size_t filled_up(std::size_t size) noexcept {
  return (size + 7) / 8 * 8;
}

/// Items that each have this many words of 8 bytes, where all words but one are two floats.
struct MixedWords {
  std::size_t per_item = 0;  // 0: there are none
  std::size_t of_double = 0;

  /// Converts such items to words whose floats follow one another in a file, or the other way
  /// around: the floats of a word would change places on big-endian machines.
  void reorder(std::byte* words, std::size_t count) const noexcept {
    if constexpr (std::endian::native == std::endian::big) {
      for (std::size_t i = 0; per_item > 0 && i < count; ++i) {
        if (i % per_item != of_double)
          std::swap_ranges(words + 8 * i, words + 8 * i + 4, words + 8 * i + 4);
      }
    } else {
      (void)words;
      (void)count;
    }
  }
};

/// A column that is to be written.
struct GivenColumn {
  ColumnRole role = ColumnRole::numbers;
  std::uint8_t width = 4;
  const void* data = nullptr;
  std::size_t count = 0;   // of words
  std::size_t stride = 0;  // 0: dense; else bytes from one box of four words to the next
  MixedWords mixed{};

  [[nodiscard]] std::size_t byte_count() const noexcept { return width * count; }
};

/// A column of a packet.
struct ColumnView {
  ColumnHeader header;
  const std::byte* data = nullptr;
};

/// An entry of a packet.
struct EntryView {
  EntryHeader header;
  std::array<ColumnView, kMaxColumns> columns;

  /// The words of a column as items of one type; none where it is absent.
  template <class T>
  [[nodiscard]] std::span<const T> items(ColumnRole role) const noexcept {
    for (std::size_t i = 0; i < header.column_count; ++i) {
      const ColumnView& column = columns[i];
      if (column.header.role == role)
        return {reinterpret_cast<const T*>(column.data),
                static_cast<std::size_t>(column.header.count) * column.header.width / sizeof(T)};
    }
    return {};
  }
  /// The bytes of a word of a column; 0 where it is absent.
  [[nodiscard]] std::size_t width(ColumnRole role) const noexcept {
    for (std::size_t i = 0; i < header.column_count; ++i)
      if (columns[i].header.role == role) return columns[i].header.width;
    return 0;
  }
};

/// A buffer of bytes that grows and is reused.
class ByteBuffer {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
  [[nodiscard]] std::byte* data() noexcept { return bytes_.get(); }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return {bytes_.get(), size_}; }
  void clear() noexcept { size_ = 0; }
  /// Room for `size` bytes in all; keeps those that are there. Errors: `std::bad_alloc`.
  void reserve(std::size_t size);
  /// Appends that many bytes, whose values are unspecified. Errors: `std::bad_alloc`.
  [[nodiscard]] std::byte* extend(std::size_t size) {
    reserve(size_ + size);
    std::byte* const begin = bytes_.get() + size_;
    size_ += size;
    return begin;
  }
  /// Appends the bytes of a struct or number.
  template <class T>
  void append(const T& value) {
    std::memcpy(extend(sizeof(T)), &value, sizeof(T));
  }

 private:
  std::unique_ptr<std::byte[]> bytes_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

/// A packet of this size becomes a block. Small calls share one, which compresses better.
inline constexpr std::size_t kPacketSize = std::size_t{128} << 10U;

/// Entries in memory.
struct Packet {
  ByteBuffer buffer;
  std::size_t entry_count = 0;
  std::uint64_t first_call = 0;  // the number of the first call in it, or of the next one
  std::uint64_t call_count = 0;
  Packet* next = nullptr;  // in a queue

  void clear() noexcept {
    buffer.clear();
    entry_count = 0;
    call_count = 0;
  }
  /// Empties it, before its first entry. `all_calls`: how many have begun, this one too.
  void start(const EntryHeader& first, std::uint64_t all_calls) noexcept {
    clear();
    first_call = first.is_outcome != 0 ? all_calls : first.call;
  }
};

/// The bytes that an entry takes in a packet.
[[nodiscard]] std::size_t entry_size(std::span<const GivenColumn> columns) noexcept;

/// Appends an entry; columns without words are left out. Errors: `std::bad_alloc`, with the packet
/// as it was.
void append_entry(Packet& packet, EntryHeader header, std::span<const GivenColumn> columns);

/// The entry at `offset`, which becomes the offset of the next one. Needs a packet that was made by
/// `append_entry` or by the decoder, which checks it.
void read_entry(const Packet& packet, std::size_t& offset, EntryView& entry) noexcept;

}  // namespace quadphase::detail
