// SPDX-License-Identifier: MIT
#include "packet.hpp"

namespace quadphase::detail {

void ByteBuffer::reserve(std::size_t size) {
  if (size <= capacity_) return;
  const std::size_t capacity = filled_up(size + size / 8 + 64);
  auto bytes = std::make_unique_for_overwrite<std::byte[]>(capacity);
  if (size_ > 0) std::memcpy(bytes.get(), bytes_.get(), size_);
  bytes_ = std::move(bytes);
  capacity_ = capacity;
}

std::size_t entry_size(std::span<const GivenColumn> columns) noexcept {
  std::size_t size = sizeof(EntryHeader);
  for (const GivenColumn& column : columns)
    if (column.count > 0) size += sizeof(ColumnHeader) + filled_up(column.byte_count());
  return size;
}

void append_entry(Packet& packet, EntryHeader header, std::span<const GivenColumn> columns) {
  constexpr std::size_t kBoxSize = 16;
  header.column_count = 0;
  for (const GivenColumn& column : columns)
    header.column_count = static_cast<std::uint8_t>(header.column_count + (column.count > 0));
  std::byte* next = packet.buffer.extend(entry_size(columns));
  std::memcpy(next, &header, sizeof(header));
  next += sizeof(header);
  for (const GivenColumn& column : columns) {
    if (column.count == 0) continue;
    ColumnHeader column_header;
    column_header.role = column.role;
    column_header.width = column.width;
    column_header.count = column.count;
    std::memcpy(next, &column_header, sizeof(column_header));
    next += sizeof(column_header);
    const std::size_t size = column.byte_count();
    if (column.stride == 0) {
      std::memcpy(next, column.data, size);
      column.mixed.reorder(next, column.count);
    } else {
      const auto* box = static_cast<const std::byte*>(column.data);
      for (std::size_t at = 0; at < size; at += kBoxSize, box += column.stride)
        std::memcpy(next + at, box, kBoxSize);
    }
    if (size % 8 != 0) std::memset(next + size, 0, filled_up(size) - size);
    next += filled_up(size);
  }
  ++packet.entry_count;
  if (header.is_outcome == 0) ++packet.call_count;
}

void read_entry(const Packet& packet, std::size_t& offset, EntryView& entry) noexcept {
  const std::byte* next = packet.buffer.bytes().data() + offset;
  std::memcpy(&entry.header, next, sizeof(entry.header));
  next += sizeof(entry.header);
  for (std::size_t i = 0; i < entry.header.column_count; ++i) {
    ColumnView& column = entry.columns[i];
    std::memcpy(&column.header, next, sizeof(column.header));
    next += sizeof(column.header);
    column.data = next;
    next += filled_up(static_cast<std::size_t>(column.header.count) * column.header.width);
  }
  offset = static_cast<std::size_t>(next - packet.buffer.bytes().data());
}

}  // namespace quadphase::detail
