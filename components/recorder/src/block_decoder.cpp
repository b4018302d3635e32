// SPDX-License-Identifier: MIT
#include <zstd.h>

#include <algorithm>
#include <array>
#include <new>

#include "base/checksum.hpp"
#include "block_codec.hpp"
#include "damage.hpp"

namespace quadphase::detail {
namespace {

/// zstd needs no less than 4 bytes for a block of 128 KiB, so a small file cannot fill the memory.
constexpr std::uint64_t kMostPerByte = 128 * 1'024 / 4;

void check_sizes(const BlockHeader& header, std::size_t body_size, std::size_t memory_limit) {
  require_undamaged(header.zstd_size <= body_size && header.noise_size <= body_size &&
                        header.zstd_size + header.noise_size == body_size,
                    "parts that are not as long as the block");
  require_undamaged(header.plain_size <= memory_limit && header.packet_size <= memory_limit,
                    "more bytes than the reader may use (RecordingOptions::memory_limit)");
  require_undamaged(header.plain_size <= header.zstd_size * kMostPerByte &&
                        header.entries_size <= header.plain_size &&
                        header.packet_size <= header.plain_size / sizeof(ColumnHeader) * 7 +
                                                  header.plain_size + header.noise_size,
                    "parts of impossible sizes");
}

}  // namespace

struct BlockDecoder::Zstd {
  struct Free {
    void operator()(ZSTD_DCtx* used) const noexcept { ZSTD_freeDCtx(used); }
  };
  std::unique_ptr<ZSTD_DCtx, Free> context{ZSTD_createDCtx()};
};

BlockDecoder::BlockDecoder(std::size_t memory_limit)
    : memory_limit_(memory_limit), zstd_(std::make_unique<Zstd>()), coder_(histories_) {
  if (zstd_->context == nullptr) throw std::bad_alloc();
}

BlockDecoder::~BlockDecoder() = default;

std::span<const std::byte> BlockDecoder::take(std::span<const std::byte>& from,
                                              std::uint64_t size) const {
  require_undamaged(size <= from.size(), "fewer bytes than its entries need");
  const std::span<const std::byte> taken = from.first(static_cast<std::size_t>(size));
  from = from.subspan(taken.size());
  return taken;
}

void BlockDecoder::decode_words(const CodedColumn& column, const ColumnHeader& header,
                                std::byte* words) {
  require_undamaged(header.predictor < kPredictorCount, "an unknown predictor");
  std::array<const std::byte*, 8> planes{};
  for (std::size_t i = 0; i < column.width; ++i) {
    const bool is_noise = (header.noise_planes >> i & 1U) != 0;
    planes[i] = take(is_noise ? noise_ : smooth_, column.count).data();
  }
  decode_column(column, static_cast<Predictor>(header.predictor), planes, words);
}

void BlockDecoder::decode_entry(const BlockHeader& header, Packet& packet) {
  EntryHeader entry;
  std::memcpy(&entry, take(entries_, sizeof(entry)).data(), sizeof(entry));
  entry.call = little_endian(entry.call);
  entry.subject = little_endian(entry.subject);
  require_undamaged(entry.column_count <= kMaxColumns && entry.is_outcome <= 1 && entry.zero == 0,
                    "an impossible entry");
  packet.buffer.append(entry);
  std::uint32_t roles = 0;
  for (std::size_t i = 0; i < entry.column_count; ++i) {
    ColumnHeader column;
    std::memcpy(&column, take(entries_, sizeof(column)).data(), sizeof(column));
    const std::uint64_t count = little_endian(column.count);
    const auto role = static_cast<std::size_t>(column.role);
    require_undamaged(role < kRoleCount && (roles >> role & 1U) == 0 &&
                          (column.width == 1 || column.width == 4 || column.width == 8) &&
                          column.is_coded <= (column.width == 1 ? 0 : 1),
                      "an impossible column");
    roles |= 1U << role;
    // Every word is at least a byte of the block, and so no size can overflow.
    require_undamaged(count <= header.plain_size + header.noise_size,
                      "more words than it has room for");
    const auto size = static_cast<std::size_t>(count) * column.width;
    require_undamaged(
        filled_up(size) <=
            header.packet_size -
                std::min<std::uint64_t>(packet.buffer.size() + sizeof(column), header.packet_size),
        "more words than it has room for");
    ColumnHeader plain;
    plain.role = column.role;
    plain.width = column.width;
    plain.count = count;
    packet.buffer.append(plain);
    std::byte* const words = packet.buffer.extend(filled_up(size));
    if (column.is_coded == 0) {
      const std::span<const std::byte> bytes = take(entries_, filled_up(size));
      if (!bytes.empty()) std::memcpy(words, bytes.data(), bytes.size());
      if constexpr (std::endian::native == std::endian::big) {
        for (std::size_t at = 0; at < size; at += column.width)
          std::reverse(words + at, words + at + column.width);
      }
      continue;
    }
    if (size < filled_up(size)) std::memset(words + size, 0, filled_up(size) - size);
    const CodedColumn coded =
        coder_.column(entry, column.role, column.width, static_cast<std::size_t>(count));
    decode_words(coded, column, words);
    coder_.words(words);
  }
  coder_.finish();
  require_undamaged(histories_.byte_count() <= memory_limit_,
                    "more columns than the reader may keep (RecordingOptions::memory_limit)");
  if (entry.is_outcome == 0 && entry.kind == kDestroyKind) histories_.erase(entry.subject);
  ++packet.entry_count;
  if (entry.is_outcome == 0) ++packet.call_count;
}

void BlockDecoder::decode(const BlockHeader& header, std::span<const std::byte> body,
                          Packet& packet) {
  packet.clear();
  coder_.reset();
  check_sizes(header, body.size(), memory_limit_);
  if (header.is_keyframe()) histories_.forget();
  plain_.clear();
  std::byte* const plain = plain_.extend(static_cast<std::size_t>(header.plain_size));
  const std::span<const std::byte> packed = take(body, header.zstd_size);
  const std::size_t size =
      ZSTD_decompressDCtx(zstd_->context.get(), plain, plain_.size(), packed.data(), packed.size());
  require_undamaged(ZSTD_isError(size) == 0 && size == header.plain_size,
                    "bytes that zstd refuses");
  smooth_ = plain_.bytes();
  entries_ = take(smooth_, header.entries_size);
  noise_ = body;
  // Why so much and no less: words are read while the packet grows, and must not move.
  packet.buffer.reserve(static_cast<std::size_t>(header.packet_size));
  packet.first_call = header.first_call;
  while (!entries_.empty()) decode_entry(header, packet);
  require_undamaged(
      smooth_.empty() && noise_.empty() && packet.buffer.size() == header.packet_size &&
          packet.entry_count == header.entry_count && packet.call_count == header.call_count,
      "other entries than its header says");
}

}  // namespace quadphase::detail
