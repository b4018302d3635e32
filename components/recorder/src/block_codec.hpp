// SPDX-License-Identifier: MIT
// The blocks of a recording. Each is a packet of calls, without what it shares with earlier ones,
// compressed by zstd.
//
//     file     header, then blocks; the last one has no calls
//     block    header, the part that zstd compressed, the planes that are noise
//     the part the entries of the packet without the words of coded columns, then their planes
//
// Numbers are little-endian on every machine. A keyframe is a block that needs no block before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>

#include "column_codec.hpp"
#include "packet.hpp"
#include "quadphase/recorded_call.hpp"

namespace quadphase::detail {

/// After this call, nothing about an object is remembered.
inline constexpr auto kDestroyKind = static_cast<std::uint8_t>(CallKind::destroy);

/// Version 1 had radii and greatest fractions as floats, and ids in the attributes of static
/// objects, which no call read. Version 2 had only points in searches for the nearest.
inline constexpr std::uint32_t kFormatVersion = 3;
inline constexpr std::uint32_t kOldestVersion = 1;  // that can be read

struct FileHeader {
  std::uint64_t magic = 0x4452'4F43'4552'5051;  // "QPRECORD"
  std::uint32_t version = kFormatVersion;
  std::uint32_t zero = 0;
  std::uint64_t checksum = 0;
};
static_assert(std::has_unique_object_representations_v<FileHeader> && sizeof(FileHeader) == 24);

struct BlockHeader {
  static constexpr std::uint32_t kKeyframe = 1;
  static constexpr std::uint32_t kLast = 2;

  std::uint64_t magic = 0x4B43'4F4C'4252'5051;  // "QPRBLOCK"
  std::uint32_t flags = 0;
  std::uint32_t entry_count = 0;
  std::uint64_t first_call = 0;    // the number of the first call in it
  std::uint64_t call_count = 0;    // calls that begin in it
  std::uint64_t packet_size = 0;   // bytes of the packet
  std::uint64_t entries_size = 0;  // bytes of the entries without coded columns
  std::uint64_t plain_size = 0;    // bytes that zstd compressed
  std::uint64_t zstd_size = 0;     // bytes that zstd made of them
  std::uint64_t noise_size = 0;    // bytes of planes that are not compressed
  std::uint64_t checksum = 0;      // of all bytes of the block but these

  [[nodiscard]] bool is_keyframe() const noexcept { return (flags & kKeyframe) != 0; }
  [[nodiscard]] bool is_last() const noexcept { return (flags & kLast) != 0; }
};
static_assert(std::has_unique_object_representations_v<BlockHeader> && sizeof(BlockHeader) == 80);

/// A header as it is in a file, or the other way around.
[[nodiscard]] FileHeader in_little_endian(FileHeader header) noexcept;
[[nodiscard]] BlockHeader in_little_endian(BlockHeader header) noexcept;

/// The checksum of a file's header, and of a block, as it is in the file.
[[nodiscard]] std::uint64_t checksum_of_header(const FileHeader& header) noexcept;
[[nodiscard]] std::uint64_t checksum_of_block(std::span<const std::byte> block) noexcept;

/// The header that a file begins with.
[[nodiscard]] FileHeader new_file_header() noexcept;

/// Makes the blocks of a file from packets, one after the other.
class BlockEncoder {
 public:
  /// The level of zstd, and the bytes of packets from one keyframe to the next. Errors:
  /// `std::bad_alloc`.
  BlockEncoder(int level, std::size_t keyframe_interval);
  ~BlockEncoder();
  BlockEncoder(const BlockEncoder&) = delete;
  BlockEncoder& operator=(const BlockEncoder&) = delete;

  /// The next block. Lifetime: valid until the next call. Errors: `std::bad_alloc`, after which
  /// there must be no further block.
  [[nodiscard]] std::span<const std::byte> encode(const Packet& packet);
  /// The block after the last call.
  [[nodiscard]] std::span<const std::byte> encode_last(std::uint64_t call_count);

 private:
  struct Zstd;

  void encode_entry(const EntryView& entry);
  void encode_words(const CodedColumn& column, const std::byte* words, ColumnHeader& header);

  std::unique_ptr<Zstd> zstd_;
  std::size_t keyframe_interval_;
  std::size_t since_keyframe_ = 0;  // bytes of packets
  bool is_keyframe_next_ = true;
  ColumnHistories histories_;
  EntryCoder coder_;
  ByteBuffer entries_;  // then the planes that are compressed
  ByteBuffer smooth_;
  ByteBuffer noise_;
  ByteBuffer planes_;  // of a column
  ByteBuffer block_;
};

/// Makes packets from blocks, in their order.
class BlockDecoder {
 public:
  /// `memory_limit`: bytes of a packet, and of what is kept for later ones. Errors:
  /// `std::bad_alloc`.
  explicit BlockDecoder(std::size_t memory_limit);
  ~BlockDecoder();
  BlockDecoder(const BlockDecoder&) = delete;
  BlockDecoder& operator=(const BlockDecoder&) = delete;

  /// Reads a block whose header and checksum are right. A keyframe may be any block; any other must
  /// be the block after the last one that was read. Errors: `DamagedBlock`, `std::bad_alloc`; the
  /// next block must then be a keyframe.
  void decode(const BlockHeader& header, std::span<const std::byte> body, Packet& packet);

 private:
  struct Zstd;

  void decode_entry(const BlockHeader& header, Packet& packet);
  void decode_words(const CodedColumn& column, const ColumnHeader& header, std::byte* words);
  [[nodiscard]] std::span<const std::byte> take(std::span<const std::byte>& from,
                                                std::uint64_t size) const;

  std::size_t memory_limit_;
  std::unique_ptr<Zstd> zstd_;
  ColumnHistories histories_;
  EntryCoder coder_;
  ByteBuffer plain_;
  std::span<const std::byte> entries_;  // what is left of each part of the block
  std::span<const std::byte> smooth_;
  std::span<const std::byte> noise_;
};

}  // namespace quadphase::detail
