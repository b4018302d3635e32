// SPDX-License-Identifier: MIT
// The store as bytes, and back: slots, then the columns of the moving and of the static rows. Ids
// and generations are those of the slots; what is free follows from them.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <stdexcept>

#include "base/checksum.hpp"
#include "base/tuning.hpp"
#include "quadphase/object_store.hpp"
#include "store/store_objects.hpp"

namespace quadphase {

using namespace detail;  // NOLINT(google-build-using-namespace): the parts of the store

namespace {

struct Header {
  std::uint64_t magic = 0x3145'524F'5453'5051;  // "QPSTORE1" where bytes are little-endian
  std::uint32_t version = 1;
  ColumnSet columns = 0;
  std::uint64_t slot_count = 0;
  std::uint64_t moving_count = 0;
  std::uint64_t static_count = 0;
  std::uint64_t checksum = 0;  // of all bytes, with 0 here
};
static_assert(sizeof(Header) == 48 && sizeof(Slot) == 8);

/// The columns that are saved as they are.
[[nodiscard]] ColumnSet saved(ColumnSet columns) noexcept {
  return columns & ~word_column(kId) & ~word_column(kGeneration);
}

void require(bool holds) {
  if (!holds)
    throw std::invalid_argument("quadphase: the bytes must be an undamaged snapshot of a store");
}

/// The header of a whole, undamaged snapshot. Errors: `std::invalid_argument`.
Header checked_header(std::span<const std::byte> bytes, std::size_t* size) {
  Header header;
  require(bytes.size() >= sizeof(header));
  std::memcpy(&header, bytes.data(), sizeof(header));
  require(header.magic == Header{}.magic && header.version == Header{}.version);
  require((header.columns & kAlways) == kAlways && (header.columns & ~kAllColumns) == 0);
  require(header.slot_count <= kMaxObjects && header.moving_count <= header.slot_count &&
          header.static_count <= header.slot_count - header.moving_count);
  const std::uint64_t row_bytes =
      sizeof(float) * static_cast<unsigned>(std::popcount(saved(header.columns)));
  const std::uint64_t body =
      header.slot_count * sizeof(Slot) + (header.moving_count + header.static_count) * row_bytes;
  require(bytes.size() - sizeof(header) >= body);

  const std::uint64_t sum = header.checksum;
  header.checksum = 0;
  std::array<std::byte, sizeof(header)> head;
  std::memcpy(head.data(), &header, sizeof(header));
  require(sum == (checksum_of(head) ^ checksum_of(bytes.subspan(sizeof(header), body))));
  *size = sizeof(header) + body;
  return header;
}

[[nodiscard]] Slot slot_at(const std::byte* slots, std::size_t id) noexcept {
  Slot slot;
  std::memcpy(&slot, slots + id * sizeof(Slot), sizeof(Slot));
  return slot;
}

/// The row in a place, the static ones behind the moving ones.
[[nodiscard]] std::uint64_t joint_row(const Header& header, std::uint32_t place) noexcept {
  return place < header.moving_count ? place : header.moving_count + (kFirstStaticPosition - place);
}

/// True when each row has one slot, and no slot is nowhere in between. `seen`: a zero bit for each
/// slot, and left so.
[[nodiscard]] bool is_consistent(const Header& header, const std::byte* slots,
                                 std::span<std::uint64_t> seen) noexcept {
  const std::uint64_t rows = header.moving_count + header.static_count;
  const bool shared = is_shared(header.slot_count);
  std::atomic<std::uint64_t> living = 0;
  std::atomic<bool> wrong = false;
  for_each_range_of_caller(header.slot_count, [&](std::size_t first, std::size_t last) {
    std::uint64_t found = 0;
    for (std::size_t id = first; id < last; ++id) {
      const Slot slot = slot_at(slots, id);
      if (slot.place == kNowhere) continue;
      ++found;
      const std::uint64_t row = joint_row(header, slot.place);
      if (row >= rows || slot.generation == kRetired ||
          (slot.generation != 0 && (header.columns & word_column(kGeneration)) == 0) ||
          test_and_set(seen, row, shared))
        wrong = true;
    }
    living += found;
  });
  std::fill_n(seen.begin(), (rows + 63) / 64, std::uint64_t{0});
  return living == rows && !wrong;
}

}  // namespace

void ObjectStore::save(std::vector<std::byte>& bytes) const {
  const Objects& o = *objects_;
  Header header;
  header.columns = o.columns;
  header.slot_count = o.slots.size();
  header.moving_count = o.moving.count();
  header.static_count = o.statics.count();
  const std::size_t row_bytes =
      sizeof(float) * static_cast<unsigned>(std::popcount(saved(o.columns)));
  const std::size_t begin = bytes.size();
  bytes.resize(begin + sizeof(header) + o.slots.size() * sizeof(Slot) + size() * row_bytes);

  std::byte* end = bytes.data() + begin + sizeof(header);
  const auto append = [&end](const void* from, std::size_t size) {
    if (size > 0) std::memcpy(end, from, size);
    end += size;
  };
  append(o.slots.all().data(), o.slots.size() * sizeof(Slot));
  for (const Columns* rows : {&o.moving, &o.statics}) {
    rows->for_each(saved(o.columns), [&](const auto& column, auto) {
      append(column.data(), rows->count() * sizeof(float));
    });
  }
  const std::span<const std::byte> all = std::span(bytes).subspan(begin);
  std::memcpy(bytes.data() + begin, &header, sizeof(header));
  header.checksum =
      checksum_of(all.first(sizeof(header))) ^ checksum_of(all.subspan(sizeof(header)));
  std::memcpy(bytes.data() + begin, &header, sizeof(header));
}

void ObjectStore::restore(std::span<const std::byte>& bytes) {
  Objects& o = *objects_;
  std::size_t size = 0;
  const Header header = checked_header(bytes, &size);
  const std::byte* const slots = bytes.data() + sizeof(header);
  o.slots.reserve(header.slot_count);
  o.moving.reserve(header.moving_count, o.columns | header.columns);
  o.statics.reserve(header.static_count, o.columns | header.columns);
  o.tracker.reserve(o.slots.capacity(), header.static_count);
  require(is_consistent(header, slots, o.slots.seen()));

  o.tracker.note_everything();
  o.columns = header.columns;
  const std::byte* next = slots + header.slot_count * sizeof(Slot);
  for (Columns* rows : {&o.moving, &o.statics}) {
    rows->set_count(rows == &o.moving ? header.moving_count : header.static_count);
    rows->for_each(saved(o.columns), [&](auto& column, auto) {
      const std::size_t column_bytes = rows->count() * sizeof(float);
      if (column_bytes > 0) std::memcpy(column.data(), next, column_bytes);
      next += column_bytes;
    });
  }
  const bool generations = (o.columns & word_column(kGeneration)) != 0;
  for_each_range_of_caller(header.slot_count, [&](std::size_t first, std::size_t last) {
    for (std::size_t id = first; id < last; ++id) {
      const Slot slot = slot_at(slots, id);
      o.slots[id] = slot;
      if (slot.place == kNowhere) continue;
      Columns& rows = o.rows_of(slot.place);
      const std::uint32_t row = o.row_of(slot.place);
      rows.words(kId)[row] = static_cast<ObjectId>(id);
      if (generations) rows.words(kGeneration)[row] = slot.generation;
    }
  });
  o.slots.assign(header.slot_count);
  bytes = bytes.subspan(size);
}

}  // namespace quadphase
