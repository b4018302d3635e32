// SPDX-License-Identifier: MIT
#include "base/snapshot.hpp"

#include <stdexcept>
#include <string>

#include "base/checksum.hpp"

namespace quadphase::detail {
namespace {

constexpr std::size_t kChecksumAt = offsetof(SnapshotHeader, checksum);

SnapshotHeader in_little_endian(SnapshotHeader header) noexcept {
  header.magic = little_endian(header.magic);
  header.version = little_endian(header.version);
  header.kind = little_endian(header.kind);
  header.flags = little_endian(header.flags);
  for (std::uint64_t& count : header.counts) count = little_endian(count);
  header.size = little_endian(header.size);
  header.checksum = little_endian(header.checksum);
  return header;
}

}  // namespace

std::uint64_t checksum_of(std::span<const std::byte> bytes) noexcept {
  return sum_of(bytes.subspan(sizeof(SnapshotHeader)), sum_of(bytes.first(kChecksumAt), 1));
}

void require_snapshot(bool holds, const char* rule) {
  if (!holds) throw std::invalid_argument(std::string("quadphase: a snapshot must be ") + rule);
}

SnapshotWriter::SnapshotWriter(SnapshotHeader header, std::size_t body_size,
                               std::vector<std::byte>& bytes) {
  const std::size_t begin = bytes.size();
  header.size = sizeof(header) + body_size;
  bytes.resize(begin + sizeof(header) + body_size);
  begin_ = next_ = bytes.data() + begin;
  header = in_little_endian(header);
  std::memcpy(begin_, &header, sizeof(header));
  next_ += sizeof(header);
}

void SnapshotWriter::finish() noexcept {
  const std::uint64_t sum =
      little_endian(checksum_of({begin_, static_cast<std::size_t>(next_ - begin_)}));
  std::memcpy(begin_ + kChecksumAt, &sum, sizeof(sum));
}

SnapshotReader::SnapshotReader(std::span<const std::byte> bytes, SnapshotKind kind,
                               std::uint64_t (*body_size)(const SnapshotHeader& header)) {
  constexpr const char* kWhole = "whole and undamaged";
  require_snapshot(bytes.size() >= sizeof(header_), kWhole);
  std::memcpy(&header_, bytes.data(), sizeof(header_));
  header_ = in_little_endian(header_);
  const SnapshotHeader expected;
  require_snapshot(header_.magic == expected.magic, "one of this library");
  require_snapshot(header_.version == expected.version, "of a version that this library reads");
  require_snapshot(header_.size >= sizeof(header_) && header_.size <= bytes.size(), kWhole);
  require_snapshot(
      header_.checksum == checksum_of(bytes.first(static_cast<std::size_t>(header_.size))), kWhole);
  require_snapshot(header_.kind == kind, kind == SnapshotKind::engine
                                             ? "that of an engine, to restore an engine"
                                             : "that of a store, to restore a store");
  const std::uint64_t expected_size = body_size(header_);
  require_snapshot(header_.size == sizeof(header_) + expected_size, "as long as its counts say");
  body_size_ = static_cast<std::size_t>(expected_size);
  body_ = bytes.subspan(sizeof(header_), body_size_);
}

}  // namespace quadphase::detail
