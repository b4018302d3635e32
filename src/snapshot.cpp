// SPDX-License-Identifier: MIT
// The engine as bytes, and back: the static objects and, for events, the last update's pairs and
// what its objects were. Trees are not saved: they follow from the objects.
#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <type_traits>

#include "base/checksum.hpp"
#include "engine.hpp"

namespace quadphase {

using namespace detail;

namespace {

struct Header {
  std::uint64_t magic = 0x3144'4C52'4F57'5051;  // "QPWORLD1" where bytes are little-endian
  std::uint32_t version = 2;
  std::uint32_t flags = 0;
  std::uint64_t static_count = 0;
  std::uint64_t moving_count = 0;
  std::uint64_t pair_count = 0;
  std::uint64_t log_count = 0;
  std::uint64_t size = 0;      // of all bytes, the header's among them
  std::uint64_t checksum = 0;  // of all bytes behind the header
};
static_assert(sizeof(Header) == 64);

using Flags = std::uint32_t;
constexpr Flags kEvents = 1;
constexpr Flags kRowIds = 2;
constexpr Flags kStaticFilters = 4;
constexpr Flags kFatBoxes = 8;
constexpr Flags kIds = 16;
constexpr Flags kFilters = 32;
constexpr Flags kGenerations = 64;
constexpr Flags kAllFlags = 127;

void require(bool holds) {
  if (!holds)
    throw std::invalid_argument(
        "quadphase: the bytes must be an undamaged snapshot of an engine with the same "
        "Config::events");
}

/// A thing of the static log, without gaps.
struct LogEntry {
  std::uint32_t id;
  std::uint32_t is_there;
  Filter filter;
  std::uint32_t generation;
};
static_assert(std::has_unique_object_representations_v<LogEntry>);

class Writer {
 public:
  explicit Writer(std::vector<std::byte>& bytes) : bytes_(bytes) {}

  template <class T>
  void write(const T* values, std::size_t count) {
    const auto* const from = reinterpret_cast<const std::byte*>(values);
    bytes_.insert(bytes_.end(), from, from + count * sizeof(T));
  }

 private:
  std::vector<std::byte>& bytes_;
};

/// Takes values off the front; there must be enough.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class T>
  void read(T* values, std::size_t count) {
    require(count <= bytes_.size() / sizeof(T));
    if (count > 0) std::memcpy(values, bytes_.data(), count * sizeof(T));
    bytes_ = bytes_.subspan(count * sizeof(T));
  }
  [[nodiscard]] std::size_t left() const noexcept { return bytes_.size(); }

 private:
  std::span<const std::byte> bytes_;
};

/// Calls `visit(data)` for each column of the static objects.
template <class Statics, class Visit>
void for_each_column(Statics& statics, const Visit& visit) {
  for (auto* const boxes : {&statics.boxes, &statics.tight}) {
    for (auto* const column : {&boxes->min_x, &boxes->min_y, &boxes->max_x, &boxes->max_y})
      visit(column->data());
  }
  for (auto* const column : {&statics.ids, &statics.category, &statics.mask, &statics.group,
                             &statics.world, &statics.generation})
    visit(column->data());
}

Header checked_header(std::span<const std::byte> bytes, bool has_events) {
  Header header;
  require(bytes.size() >= sizeof(header));
  std::memcpy(&header, bytes.data(), sizeof(header));
  require(header.magic == Header{}.magic && header.version == Header{}.version);
  require((header.flags & ~kAllFlags) == 0);
  require(((header.flags & kEvents) != 0) == has_events);
  require(header.size >= sizeof(header) && header.size <= bytes.size());
  require(header.static_count <= kMaxObjects && header.moving_count <= kMaxObjects);
  require(header.checksum ==
          checksum_of(bytes.subspan(sizeof(header), header.size - sizeof(header))));
  return header;
}

}  // namespace

void detail::Engine::save(std::vector<std::byte>& bytes) const {
  const StaticObjects& objects = statics.objects();
  // Sorted, so that the bytes follow from the engine's state, as does what is restored.
  std::vector<Pair> pairs;
  if (config.events)
    pairs.assign(frame.merged.pairs.data(), frame.merged.pairs.data() + frame.merged.pair_count);
  std::sort(pairs.begin(), pairs.end());
  const std::span<const StaticLog::Entry> log = pair_events.static_log.entries();
  Header header;
  header.flags = (config.events ? kEvents : 0U) | (statics.has_row_ids() ? kRowIds : 0U) |
                 (statics.has_filters() ? kStaticFilters : 0U) |
                 (statics.has_fat_boxes() ? kFatBoxes : 0U);
  header.static_count = objects.count;
  if (config.events) {
    header.flags |= (moving.has_ids ? kIds : 0U) | (moving.has_filters ? kFilters : 0U) |
                    (moving.has_generations ? kGenerations : 0U);
    header.moving_count = moving.count;
    header.pair_count = pairs.size();
    header.log_count = log.size();
  }
  const std::size_t begin = bytes.size();
  Writer writer(bytes);
  writer.write(&header, 1);
  for_each_column(objects, [&](const auto* column) { writer.write(column, objects.count); });
  if (config.events) {
    if (moving.has_ids) writer.write(moving.ids.data(), moving.count);
    if (moving.has_filters) writer.write(moving.filters.data(), moving.count);
    if (moving.has_generations) writer.write(moving.generations.data(), moving.count);
    for (std::size_t row = 0; row < moving.count; ++row) {
      const Box box = pair_events.box_before(moving, row);
      writer.write(&box, 1);
    }
    writer.write(pairs.data(), pairs.size());
    for (const StaticLog::Entry& entry : log) {
      const LogEntry plain{entry.id, entry.before.is_there ? 1U : 0U, entry.before.filter,
                           entry.before.generation};
      writer.write(&plain, 1);
    }
  }
  header.size = bytes.size() - begin;
  header.checksum = checksum_of(std::span(bytes).subspan(begin + sizeof(header)));
  std::memcpy(bytes.data() + begin, &header, sizeof(header));
}

/// Of a new engine.
void detail::Engine::restore(std::span<const std::byte>& bytes) {
  const Header header = checked_header(bytes, config.events);
  Reader reader(bytes.subspan(sizeof(header), header.size - sizeof(header)));
  const auto has = [&](Flags flag) { return (header.flags & flag) != 0; };
  // Why first: a wrong count must not ask for memory that is not there.
  require(header.static_count <= reader.left() / 56);
  statics.restore(header.static_count, {has(kStaticFilters), has(kRowIds), has(kFatBoxes)},
                  static_builder(), [&](StaticObjects& objects) {
                    for_each_column(
                        objects, [&](auto* column) { reader.read(column, header.static_count); });
                  });
  if (config.events) {
    const std::size_t n = header.moving_count;
    require(!(has(kIds) || has(kFilters) || has(kGenerations)) || n <= reader.left() / 4);
    moving.resize(n, has(kIds), has(kFilters), has(kGenerations));
    if (has(kIds)) reader.read(moving.ids.data(), n);
    if (has(kFilters)) reader.read(moving.filters.data(), n);
    if (has(kGenerations)) reader.read(moving.generations.data(), n);
    workers.run(is_small(n),
                [&] { moving.rows.fill(has(kIds) ? moving.ids.data() : nullptr, n, {}, workers); });
    require(n <= reader.left() / sizeof(Box));
    std::vector<Box> boxes(n);
    reader.read(boxes.data(), n);
    pair_events.restore_boxes(moving, boxes);
    require(header.pair_count <= reader.left() / sizeof(Pair));
    frame.merged.pairs.ensure_with_spare(header.pair_count);
    reader.read(frame.merged.pairs.data(), header.pair_count);
    frame.merged.pair_count = header.pair_count;
    require(header.log_count <= reader.left() / sizeof(LogEntry));
    pair_events.static_log.reserve(header.log_count);
    for (std::uint64_t i = 0; i < header.log_count; ++i) {
      LogEntry entry;
      reader.read(&entry, 1);
      if (entry.is_there != 0) {
        pair_events.static_log.went(entry.id, entry.filter, entry.generation);
      } else {
        pair_events.static_log.came(entry.id);
      }
    }
  }
  require(reader.left() == 0);
  bytes = bytes.subspan(header.size);
}

void BroadPhase::save(std::vector<std::byte>& bytes) const {
  const std::size_t begin = bytes.size();
  try {
    engine_->save(bytes);
  } catch (...) {
    bytes.resize(begin);
    throw;
  }
}

void BroadPhase::restore(std::span<const std::byte>& bytes) {
  auto restored = std::make_unique<Engine>(engine_->config);
  restored->restore(bytes);
  engine_ = std::move(restored);
}

}  // namespace quadphase
