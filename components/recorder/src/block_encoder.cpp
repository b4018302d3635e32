// SPDX-License-Identifier: MIT
#include <zstd.h>

#include <algorithm>
#include <array>
#include <new>

#include "base/checksum.hpp"
#include "block_codec.hpp"

namespace quadphase::detail {
namespace {

constexpr std::size_t kBlockChecksumAt = offsetof(BlockHeader, checksum);

/// True if a plane looks like noise, which zstd would only copy.
/// Source: W. Friedman, "The index of coincidence", 1922: how often two letters are equal.
bool is_noise(std::span<const std::byte> plane) noexcept {
  constexpr std::size_t kSamples = 512;
  constexpr std::size_t kEqualPairs = 700;  // 511 of 512 * 511 / 2 by chance; more if it has order
  if (plane.size() < 4'096) return false;
  std::array<std::uint16_t, 256> counts{};
  for (std::size_t i = 0; i < kSamples; ++i)
    ++counts[std::to_integer<std::size_t>(plane[i * plane.size() / kSamples])];
  std::size_t pairs = 0;
  for (const std::size_t count : counts) pairs += count * (count - (count > 0 ? 1 : 0)) / 2;
  return pairs < kEqualPairs;
}

/// Appends words of a column as they are in a file.
void append_words(ByteBuffer& out, const std::byte* words, std::size_t width, std::size_t count) {
  const std::size_t size = width * count;
  std::byte* const to = out.extend(filled_up(size));
  std::memcpy(to, words, size);
  if (size < filled_up(size)) std::memset(to + size, 0, filled_up(size) - size);
  if constexpr (std::endian::native == std::endian::big) {
    for (std::size_t at = 0; at < size; at += width) std::reverse(to + at, to + at + width);
  }
}

}  // namespace

FileHeader in_little_endian(FileHeader header) noexcept {
  header.magic = little_endian(header.magic);
  header.version = little_endian(header.version);
  header.checksum = little_endian(header.checksum);
  return header;
}

BlockHeader in_little_endian(BlockHeader header) noexcept {
  for (std::uint64_t* field : {&header.magic, &header.first_call, &header.call_count,
                               &header.packet_size, &header.entries_size, &header.plain_size,
                               &header.zstd_size, &header.noise_size, &header.checksum})
    *field = little_endian(*field);
  header.flags = little_endian(header.flags);
  header.entry_count = little_endian(header.entry_count);
  return header;
}

std::uint64_t checksum_of_header(const FileHeader& header) noexcept {
  const FileHeader bytes = in_little_endian(header);
  return sum_of(std::as_bytes(std::span(&bytes, 1)).first(offsetof(FileHeader, checksum)), 1);
}

std::uint64_t checksum_of_block(std::span<const std::byte> block) noexcept {
  return sum_of(block.subspan(sizeof(BlockHeader)), sum_of(block.first(kBlockChecksumAt), 1));
}

FileHeader new_file_header() noexcept {
  FileHeader header;
  header.checksum = checksum_of_header(header);
  return in_little_endian(header);
}

struct BlockEncoder::Zstd {
  struct Free {
    void operator()(ZSTD_CCtx* used) const noexcept { ZSTD_freeCCtx(used); }
  };
  std::unique_ptr<ZSTD_CCtx, Free> context{ZSTD_createCCtx()};
};

BlockEncoder::BlockEncoder(int level, std::size_t keyframe_interval)
    : zstd_(std::make_unique<Zstd>()), keyframe_interval_(keyframe_interval), coder_(histories_) {
  if (zstd_->context == nullptr) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(zstd_->context.get(), ZSTD_c_compressionLevel,
                         std::clamp(level, -100, 19));
}

BlockEncoder::~BlockEncoder() = default;

void BlockEncoder::encode_words(const CodedColumn& column, const std::byte* words,
                                ColumnHeader& header) {
  const Predictor predictor = best_predictor(column, words);
  header.is_coded = 1;
  header.predictor = static_cast<std::uint8_t>(predictor);
  planes_.clear();
  std::byte* const planes = planes_.extend(column.width * column.count);
  encode_column(column, predictor, words, planes);
  for (std::size_t i = 0; i < column.width; ++i) {
    const std::span<const std::byte> plane(planes + i * column.count, column.count);
    const bool is_left = is_noise(plane);
    if (is_left) header.noise_planes = static_cast<std::uint8_t>(header.noise_planes | 1U << i);
    std::memcpy((is_left ? noise_ : smooth_).extend(plane.size()), plane.data(), plane.size());
  }
}

void BlockEncoder::encode_entry(const EntryView& entry) {
  EntryHeader header = entry.header;
  header.call = little_endian(header.call);
  header.subject = little_endian(header.subject);
  entries_.append(header);
  for (std::size_t i = 0; i < entry.header.column_count; ++i) {
    const ColumnView& column = entry.columns[i];
    ColumnHeader column_header = column.header;
    const auto count = static_cast<std::size_t>(column_header.count);
    column_header.count = little_endian(column_header.count);
    const std::size_t width = column_header.width;
    if (width == 1 || width * count < kLeastCodedBytes) {
      entries_.append(column_header);
      append_words(entries_, column.data, width, count);
      continue;
    }
    const CodedColumn coded =
        coder_.column(entry.header, column_header.role, column_header.width, count);
    encode_words(coded, column.data, column_header);
    entries_.append(column_header);
    coder_.words(column.data);
  }
  coder_.finish();
  if (entry.header.is_outcome == 0 && entry.header.kind == kDestroyKind)
    histories_.erase(entry.header.subject);
}

std::span<const std::byte> BlockEncoder::encode(const Packet& packet) {
  const bool is_keyframe = is_keyframe_next_;
  if (is_keyframe) histories_.forget();
  since_keyframe_ = (is_keyframe ? 0 : since_keyframe_) + packet.buffer.size();
  is_keyframe_next_ = since_keyframe_ >= keyframe_interval_;
  for (ByteBuffer* buffer : {&entries_, &smooth_, &noise_, &block_}) buffer->clear();
  EntryView entry;
  for (std::size_t offset = 0; offset < packet.buffer.size();) {
    read_entry(packet, offset, entry);
    encode_entry(entry);
  }
  BlockHeader header;
  header.flags = is_keyframe ? BlockHeader::kKeyframe : 0;
  header.entry_count = static_cast<std::uint32_t>(packet.entry_count);
  header.first_call = packet.first_call;
  header.call_count = packet.call_count;
  header.packet_size = packet.buffer.size();
  header.entries_size = entries_.size();
  if (smooth_.size() > 0)
    std::memcpy(entries_.extend(smooth_.size()), smooth_.bytes().data(), smooth_.size());
  header.plain_size = entries_.size();
  header.noise_size = noise_.size();
  const std::size_t bound = ZSTD_compressBound(entries_.size());
  block_.reserve(sizeof(header) + bound + noise_.size());
  std::byte* const begin = block_.extend(sizeof(header) + bound);
  const std::size_t size = ZSTD_compress2(zstd_->context.get(), begin + sizeof(header), bound,
                                          entries_.bytes().data(), entries_.size());
  // Why memory: with room for the bound, zstd fails for no other reason.
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();
  header.zstd_size = size;
  if (noise_.size() > 0)
    std::memcpy(begin + sizeof(header) + size, noise_.bytes().data(), noise_.size());
  header = in_little_endian(header);
  std::memcpy(begin, &header, sizeof(header));
  const std::span<const std::byte> block(begin, sizeof(header) + size + noise_.size());
  const std::uint64_t sum = little_endian(checksum_of_block(block));
  std::memcpy(begin + kBlockChecksumAt, &sum, sizeof(sum));
  return block;
}

std::span<const std::byte> BlockEncoder::encode_last(std::uint64_t call_count) {
  BlockHeader header;
  header.flags = BlockHeader::kLast;
  header.first_call = call_count;
  header = in_little_endian(header);
  block_.clear();
  block_.append(header);
  const std::uint64_t sum = little_endian(checksum_of_block(block_.bytes()));
  std::memcpy(block_.data() + kBlockChecksumAt, &sum, sizeof(sum));
  return block_.bytes();
}

}  // namespace quadphase::detail
