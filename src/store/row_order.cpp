// SPDX-License-Identifier: MIT
// Puts the rows of the moving objects into an order, such as that of the tree.
#include <algorithm>
#include <atomic>

#include "base/errors.hpp"
#include "call/call_log.hpp"
#include "input/row_locality.hpp"
#include "store/stored_objects.hpp"

namespace quadphase::detail {

void StoredObjects::list_rows(std::span<const ObjectId> order) {
  constexpr unsigned kUnknown = 1;
  constexpr unsigned kNotMoving = 2;
  const std::size_t count = moving.count();
  std::atomic<unsigned> findings = 0;
  for_each_range_of_caller(order.size(), executor, [&](std::size_t first, std::size_t last) {
    unsigned found = 0;
    for (std::size_t i = first; i < last; ++i) {
      if (order[i] >= slots.size()) {
        findings |= kUnknown;
        return;
      }
      packed_rows[i] = slots[order[i]].packed_row;
      if (packed_rows[i] >= count) found |= kNotMoving;
    }
    findings |= found;
  });
  require((findings & kUnknown) == 0,
          "quadphase: an order of a store must have ids that the store has given");
  std::size_t listed = order.size();
  if ((findings & kNotMoving) != 0) {
    PackedRow* const end = std::remove_if(packed_rows.data(), packed_rows.data() + listed,
                                          [&](PackedRow row) { return row >= count; });
    listed = static_cast<std::size_t>(end - packed_rows.data());
  }
  const bool twice = mark(listed, [&](std::size_t i) { return packed_rows[i]; });
  const std::span<std::uint64_t> seen = slots.seen().first((count + 63) / 64);
  if (!twice && listed < count) {
    for (std::size_t row = 0; row < count; ++row) {
      if ((seen[row / 64] >> row % 64 & 1) == 0)
        packed_rows[listed++] = static_cast<PackedRow>(row);
    }
  }
  std::fill(seen.begin(), seen.end(), std::uint64_t{0});
  require(!twice, "quadphase: an order of a store must have an id once");
}

std::span<const std::uint32_t> StoredObjects::reorder(std::span<const ObjectId> order) {
  const std::size_t count = moving.count();
  prepare([&] {
    packed_rows.ensure_with_spare(std::max(order.size(), count));
    moving.reserve_spares(spare_column, leaving);
    list_rows(order);
  });

  const std::span<const std::uint32_t> old_rows = packed_rows.first(count);
  moving.reorder(old_rows, columns, spare_column, leaving);
  const ObjectId* const ids = moving.words(kId);
  for_each_range_of_caller(count, executor, [&](std::size_t first, std::size_t last) {
    for (std::size_t row = first; row < last; ++row)
      slots[ids[row]].packed_row = packed_row_of(Mobility::moving, row);
  });
  return old_rows;
}

}  // namespace quadphase::detail

namespace quadphase {

using namespace detail;  // NOLINT(google-build-using-namespace): the parts of the store

std::span<const ObjectId> ObjectStore::reorder(std::span<const ObjectId> order) {
  return logged(
      objects_->calls, [&] { return RecordedCall{.kind = CallKind::reorder, .ids = order}; },
      [&] { return objects_->reorder(order); },
      [](ResultHash* hash, CallOutcome&, std::span<const ObjectId> old_rows) {
        if (hash != nullptr) hash->add_all(old_rows);
      });
}

std::size_t ObjectStore::row(Handle handle) const {
  return objects_->checked_row(handle).index;
}

float ObjectStore::row_locality(std::span<const ObjectId> order) const noexcept {
  const StoredObjects& o = *objects_;
  return row_locality_of(order, [&](ObjectId id) -> std::uint64_t {
    const PackedRow row = id < o.slots.size() ? o.slots[id].packed_row : kNoPackedRow;
    return row < o.moving.count() ? row : kRowFarAway;
  });
}

}  // namespace quadphase
