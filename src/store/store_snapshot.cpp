// SPDX-License-Identifier: MIT
// Snapshots of a store: slots, then the columns of the moving and of the static rows. Ids,
// generations and free slots follow from the slots.
#include <algorithm>
#include <atomic>
#include <bit>

#include "base/checksum.hpp"
#include "base/snapshot.hpp"
#include "base/tuning.hpp"
#include "call/snapshot_size.hpp"
#include "store/stored_objects.hpp"

namespace quadphase::detail {

namespace {

// Counts, by index. The flags are the set of columns.
constexpr std::size_t kSlotCount = 0;
constexpr std::size_t kMovingCount = 1;
constexpr std::size_t kStaticCount = 2;

static_assert(sizeof(Slot) == 8);

[[nodiscard]] ColumnSet columns_in(const SnapshotHeader& header) noexcept {
  return static_cast<ColumnSet>(header.flags);
}

/// The columns that are saved as they are.
[[nodiscard]] ColumnSet saved(ColumnSet columns) noexcept {
  return columns & ~word_column(kId) & ~word_column(kGeneration);
}

/// Bytes of a body with these flags and counts. Errors: `std::invalid_argument` if no store can
/// have them.
std::uint64_t body_size(const SnapshotHeader& header) {
  require_snapshot((header.flags & kAlways) == kAlways && (header.flags & ~kAllColumns) == 0,
                   "of possible flags");
  const auto [slots, moving, statics, none] = header.counts;
  require_snapshot(
      slots <= kMaxObjects && moving <= slots && statics <= slots - moving && none == 0,
      "of possible counts");
  const auto columns = static_cast<unsigned>(std::popcount(saved(columns_in(header))));
  return slots * sizeof(Slot) + (moving + statics) * columns * sizeof(float);
}

[[nodiscard]] Slot slot_at(const std::byte* slots, std::size_t id) noexcept {
  Slot slot;
  copy_words(reinterpret_cast<std::byte*>(&slot), slots + id * sizeof(Slot), sizeof(Slot));
  return slot;
}

/// The index of a packed row, with the static rows after the moving ones.
[[nodiscard]] std::uint64_t joint_row(const SnapshotHeader& header,
                                      std::uint32_t packed_row) noexcept {
  const std::uint64_t moving = header.counts[kMovingCount];
  return packed_row < moving ? packed_row : moving + (kFirstStaticPackedRow - packed_row);
}

/// True when each row has one slot, and no slot has a row that does not exist. `seen`: a zero bit
/// for each slot, zero again afterwards.
[[nodiscard]] bool is_consistent(const SnapshotReader& reader, const std::byte* slots,
                                 std::span<std::uint64_t> seen, Executor* executor) noexcept {
  const SnapshotHeader& header = reader.header();
  const std::size_t slot_count = reader.count(kSlotCount);
  const std::size_t rows = reader.count(kMovingCount) + reader.count(kStaticCount);
  const bool has_generations = (columns_in(header) & word_column(kGeneration)) != 0;
  const bool shared = thread_count_for(slot_count, executor) > 1;
  std::atomic<std::uint64_t> used = 0;
  std::atomic<bool> wrong = false;
  for_each_range_of_caller(slot_count, executor, [&](std::size_t first, std::size_t last) {
    std::uint64_t found = 0;
    for (std::size_t id = first; id < last; ++id) {
      const Slot slot = slot_at(slots, id);
      if (slot.packed_row == kNoPackedRow) continue;
      ++found;
      const std::uint64_t row = joint_row(header, slot.packed_row);
      if (row >= rows || slot.generation == kRetired ||
          (slot.generation != 0 && !has_generations) ||
          test_and_set(seen, static_cast<std::size_t>(row), shared))
        wrong = true;
    }
    used += found;
  });
  std::fill_n(seen.begin(), (rows + 63) / 64, std::uint64_t{0});
  return used == rows && !wrong;
}

}  // namespace

void StoredObjects::save(std::vector<std::byte>& bytes) const {
  const StoredObjects& o = *this;
  SnapshotHeader header;
  header.kind = SnapshotKind::store;
  header.flags = o.columns;
  header.counts = {o.slots.size(), o.moving.count(), o.statics.count(), 0};
  SnapshotWriter writer(header, static_cast<std::size_t>(body_size(header)), bytes);
  writer.write(o.slots.all());
  for (const Columns* rows : {&o.moving, &o.statics}) {
    rows->for_each(saved(o.columns),
                   [&](const auto& column, auto) { writer.write(column.first(rows->count())); });
  }
  writer.finish();
}

void StoredObjects::restore(std::span<const std::byte>& bytes) {
  StoredObjects& o = *this;
  SnapshotReader reader(bytes, SnapshotKind::store, body_size);
  const SnapshotHeader& header = reader.header();
  const std::size_t slot_count = reader.count(kSlotCount);
  const ColumnSet wanted = columns_in(header);
  const std::byte* const given_slots = reader.body().data();
  o.prepare([&] {
    o.slots.reserve(slot_count);
    o.moving.reserve(reader.count(kMovingCount), o.columns | wanted);
    o.statics.reserve(reader.count(kStaticCount), o.columns | wanted);
    o.tracker.reserve(o.slots.capacity(), reader.count(kStaticCount));
  });
  require_snapshot(is_consistent(reader, given_slots, o.slots.seen(), o.executor),
                   "of one row for each object");

  // Nothing fails from here on.
  o.tracker.record_all();
  o.columns = wanted;
  reader.skip(slot_count * sizeof(Slot));
  o.moving.set_count(reader.count(kMovingCount));
  o.statics.set_count(reader.count(kStaticCount));
  for (Columns* rows : {&o.moving, &o.statics}) {
    rows->for_each(saved(wanted),
                   [&](auto& column, auto) { reader.read(column.first(rows->count())); });
  }
  for_each_range_of_caller(slot_count, o.executor, [&](std::size_t first, std::size_t last) {
    for (std::size_t id = first; id < last; ++id) {
      const Slot slot = slot_at(given_slots, id);
      o.slots[id] = slot;
      if (slot.packed_row == kNoPackedRow) continue;
      const Row row = o.row_at(slot.packed_row);
      Columns& rows = o.rows(row.mobility);
      rows.words(kId)[row.index] = static_cast<ObjectId>(id);
      rows.set_generation(row.index, slot.generation, columns);
    }
  });
  o.slots.assign(slot_count);
  bytes = bytes.subspan(reader.size());
}

}  // namespace quadphase::detail

namespace quadphase {

using namespace detail;  // NOLINT(google-build-using-namespace): the parts of the store

void ObjectStore::save(std::vector<std::byte>& bytes) const {
  const std::size_t before = bytes.size();
  logged(
      objects_->calls, [] { return RecordedCall{.kind = CallKind::save}; },
      [&] { objects_->save(bytes); },
      [&](ResultHash* hash, CallOutcome&) {
        if (hash != nullptr) hash->add(sum_of(std::span(bytes).subspan(before), 1));
      });
}

void ObjectStore::restore(std::span<const std::byte>& bytes) {
  logged(
      objects_->calls,
      [&] { return RecordedCall{.kind = CallKind::restore, .bytes = snapshot_in(bytes)}; },
      [&] { objects_->restore(bytes); });
}

}  // namespace quadphase
