// SPDX-License-Identifier: MIT
#include "quadphase/recording.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <unordered_map>
#include <utility>

#include "base/floating_point_mode.hpp"
#include "block_codec.hpp"
#include "call_archive.hpp"
#include "damage.hpp"

namespace quadphase {
namespace detail {
namespace {

/// The bytes of a recording, in memory or in a file.
class Bytes {
 public:
  explicit Bytes(std::span<const std::byte> bytes) : memory_(bytes), size_(bytes.size()) {}
  explicit Bytes(const std::string& path) : file_(path, std::ios::binary | std::ios::ate) {
    if (!file_) throw RecordingError("cannot read " + path + ": it cannot be opened");
    const auto end = file_.tellg();
    if (end < 0) throw RecordingError("cannot read " + path + ": it is no file");
    size_ = static_cast<std::uint64_t>(end);
  }

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  /// The bytes must exist. Returns false if the system fails to read them.
  [[nodiscard]] bool read(std::uint64_t offset, std::span<std::byte> to) {
    if (!file_.is_open()) {
      std::memcpy(to.data(), memory_.data() + offset, to.size());
      return true;
    }
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(offset));
    file_.read(reinterpret_cast<char*>(to.data()), static_cast<std::streamsize>(to.size()));
    return static_cast<bool>(file_);
  }

 private:
  std::span<const std::byte> memory_;
  std::ifstream file_;
  std::uint64_t size_ = 0;
};

/// A packet from which calls are read, and where each call's outcome is in it.
struct ReadPacket {
  Packet packet;
  std::size_t offset = 0;
  std::unordered_map<std::uint64_t, std::size_t> outcomes;  // by call

  void index() {
    offset = 0;
    outcomes.clear();
    EntryView entry;
    for (std::size_t at = 0; at < packet.buffer.size();) {
      const std::size_t begin = at;
      read_entry(packet, at, entry);
      if (entry.header.is_outcome != 0) outcomes.emplace(entry.header.call, begin);
    }
  }
  [[nodiscard]] bool is_over() const noexcept { return offset >= packet.buffer.size(); }
};

}  // namespace

class RecordingFile {
 public:
  template <class Source>
  RecordingFile(const Source& source, const RecordingOptions& options)
      : bytes_(source), options_(options), decoder_(options.memory_limit) {
    FileHeader header;
    std::array<std::byte, sizeof(header)> raw;
    const char* const none = "this is no recording of quadphase";
    if (bytes_.size() < raw.size() || !bytes_.read(0, raw)) throw RecordingError(none);
    std::memcpy(&header, raw.data(), sizeof(header));
    header = in_little_endian(header);
    if (header.magic != FileHeader().magic) throw RecordingError(none);
    version_ = header.version;
    if (version_ < kOldestVersion || version_ > kFormatVersion)
      throw RecordingError("the recording is of another version of the format");
    if (header.checksum != checksum_of_header(header))
      throw RecordingError("the header of the recording is damaged");
  }

  const RecordedCall* next() {
    const DefaultFloatingPointMode mode;
    for (;;) {
      while (!current_.is_over()) {
        EntryView& entry = entry_;
        read_entry(current_.packet, current_.offset, entry);
        if (entry.header.is_outcome != 0) continue;
        if (!take(entry)) return nullptr;
        return &call_;
      }
      if (has_ahead_) {
        std::swap(current_, ahead_);
        has_ahead_ = false;
      } else if (!read_block(current_)) {
        return nullptr;
      }
    }
  }

  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }
  [[nodiscard]] std::uint64_t size() const noexcept { return bytes_.size(); }

  void go_to(std::uint64_t offset) {
    next_block_ = offset;
    is_whole_ = offset == sizeof(FileHeader);
    call_count_ = 0;
    problem_.clear();
    delayed_problem_.clear();
    is_over_ = false;
    needs_keyframe_ = true;
    has_ahead_ = false;
    current_.packet.clear();
    current_.index();
  }

  bool resume() {
    constexpr std::size_t kWindow = std::size_t{1} << 20U;
    const std::uint64_t magic = in_little_endian(BlockHeader()).magic;
    std::vector<std::byte> window;
    // From the byte after the beginning of the damaged block.
    for (std::uint64_t begin = next_block_ + 1; begin + sizeof(BlockHeader) <= bytes_.size();
         begin += kWindow) {
      const auto size =
          static_cast<std::size_t>(std::min<std::uint64_t>(kWindow + 7, bytes_.size() - begin));
      window.resize(size);
      if (!bytes_.read(begin, window)) return false;
      for (std::size_t i = 0; i + 8 <= size && i < kWindow; ++i) {
        if (std::memcmp(window.data() + i, &magic, 8) != 0) continue;
        if (!is_good_keyframe(begin + i)) continue;
        go_to(begin + i);
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] std::vector<RecordingBlock> blocks() {
    std::vector<RecordingBlock> blocks;
    BlockHeader header;
    for (std::uint64_t at = sizeof(FileHeader); read_header(at, header) && !header.is_last();
         at += stored_size(header)) {
      blocks.push_back({header.first_call, header.call_count, at, stored_size(header),
                        header.packet_size, header.is_keyframe()});
    }
    return blocks;
  }

 private:
  [[nodiscard]] static std::uint64_t stored_size(const BlockHeader& header) noexcept {
    return sizeof(BlockHeader) + header.zstd_size + header.noise_size;
  }

  /// True if there is a header whose sizes are possible.
  [[nodiscard]] bool read_header(std::uint64_t at, BlockHeader& header) {
    std::array<std::byte, sizeof(BlockHeader)> raw;
    if (at > bytes_.size() || bytes_.size() - at < raw.size() || !bytes_.read(at, raw))
      return false;
    std::memcpy(&header, raw.data(), sizeof(header));
    header = in_little_endian(header);
    const std::uint64_t left = bytes_.size() - at - sizeof(header);
    return header.magic == BlockHeader().magic && header.zstd_size <= left &&
           header.noise_size <= left - header.zstd_size;
  }

  /// Reads a whole block into `block_`. Returns what is wrong with it, or null.
  [[nodiscard]] const char* read_bytes(std::uint64_t at, BlockHeader& header) {
    if (!read_header(at, header)) return "it is cut off there, or its header is damaged";
    block_.resize(static_cast<std::size_t>(stored_size(header)));
    if (!bytes_.read(at, block_)) return "the system does not give its bytes";
    if (header.checksum != checksum_of_block(block_)) return "its checksum is wrong";
    return nullptr;
  }

  [[nodiscard]] bool is_good_keyframe(std::uint64_t at) {
    BlockHeader header;
    return read_header(at, header) && header.is_keyframe() && read_bytes(at, header) == nullptr;
  }

  bool read_block(ReadPacket& packet) {
    if (is_over_) {
      if (!delayed_problem_.empty()) problem_ = delayed_problem_;
      return false;
    }
    if (next_block_ == bytes_.size())
      return end("the recording has no end: its program did not end it");
    BlockHeader header;
    if (const char* const wrong = read_bytes(next_block_, header)) return damaged(wrong);
    if (header.is_last())
      return end(is_whole_ && call_count_ != header.first_call
                     ? "the recording lacks calls, or has some twice"
                     : "");
    if (needs_keyframe_ && !header.is_keyframe()) return damaged("reading cannot begin at it");
    try {
      decoder_.decode(header, std::span(block_).subspan(sizeof(header)), packet.packet);
      packet.index();
    } catch (const DamagedBlock& damage) {
      packet.packet.clear();
      packet.index();
      return damaged(damage.what());
    }
    needs_keyframe_ = false;
    call_count_ += header.call_count;
    next_block_ += stored_size(header);
    return true;
  }

  bool damaged(const std::string& why) {
    return end("the block at byte " + std::to_string(next_block_) + " cannot be read: " + why);
  }
  bool end(const std::string& why) {
    is_over_ = true;
    problem_ = delayed_problem_ = why;
    return false;
  }

  /// Makes `call_` from an entry and its outcome, which is in this packet or the next one. Why no
  /// further: a file without outcomes would be read again for each call.
  bool take(const EntryView& entry) {
    try {
      read_call(entry, version_, converted_, call_);
      const ReadPacket* packet = &current_;
      auto place = current_.outcomes.find(call_.number);
      if (place == current_.outcomes.end()) {
        if (!has_ahead_ && !is_over_) {
          has_ahead_ = read_block(ahead_);
          problem_.clear();  // it is one of the calls after this one
        }
        if (!has_ahead_) return true;
        packet = &ahead_;
        place = ahead_.outcomes.find(call_.number);
        if (place == ahead_.outcomes.end()) return true;
      }
      std::size_t offset = place->second;
      read_entry(packet->packet, offset, outcome_entry_);
      read_outcome(outcome_entry_, call_.outcome);
      return true;
    } catch (const DamagedBlock& damage) {
      has_ahead_ = false;
      current_.packet.clear();
      current_.index();
      return end("call " + std::to_string(entry.header.call) + " cannot be read: " + damage.what());
    }
  }

  Bytes bytes_;
  RecordingOptions options_;
  std::uint32_t version_ = kFormatVersion;
  BlockDecoder decoder_;
  std::vector<std::byte> block_;
  std::uint64_t next_block_ = sizeof(FileHeader);
  bool is_whole_ = true;          // it is read from its first block on
  std::uint64_t call_count_ = 0;  // of the blocks that were read
  ReadPacket current_;
  ReadPacket ahead_;
  bool has_ahead_ = false;
  bool is_over_ = false;
  bool needs_keyframe_ = true;
  EntryView entry_;
  EntryView outcome_entry_;
  RecordedCall call_;
  ByteBuffer converted_;  // what has another form in the call than in the file
  std::string problem_;
  std::string delayed_problem_;
};

}  // namespace detail

Recording::Recording(const std::string& path, const RecordingOptions& options)
    : file_(std::make_unique<detail::RecordingFile>(path, options)) {}
Recording::Recording(std::span<const std::byte> bytes, const RecordingOptions& options)
    : file_(std::make_unique<detail::RecordingFile>(bytes, options)) {}
Recording::~Recording() = default;
Recording::Recording(Recording&& other) noexcept = default;
Recording& Recording::operator=(Recording&& other) noexcept = default;

const RecordedCall* Recording::next() {
  return file_->next();
}
const std::string& Recording::problem() const noexcept {
  return file_->problem();
}
bool Recording::resume() {
  return file_->resume();
}
void Recording::rewind() {
  file_->go_to(sizeof(detail::FileHeader));
}
std::vector<RecordingBlock> Recording::blocks() const {
  return file_->blocks();
}
std::uint64_t Recording::file_size() const noexcept {
  return file_->size();
}

void Recording::seek(std::uint64_t call) {
  std::uint64_t offset = sizeof(detail::FileHeader);
  for (const RecordingBlock& block : blocks())
    if (block.is_keyframe && block.first_call <= call) offset = block.offset;
  file_->go_to(offset);
}

}  // namespace quadphase
