// SPDX-License-Identifier: MIT
// How an engine follows the static objects of a store.
#include "store/stored_objects.hpp"

namespace quadphase::detail {

StaticChanges StoredObjects::static_changes(const StaticVersion& since) {
  StaticChanges result;
  if (!tracker.is_current(since)) {
    result.replaces_all = true;
    result.boxes = statics.boxes();
    result.attributes = statics.attributes(columns);
    tracker.mark_reported();
    return result;
  }
  const std::span<const StaticTracker::Change> changes = tracker.changes();
  removed.ensure_with_spare(changes.size());
  added.set_count(0);
  added.reserve(changes.size(), columns);
  std::size_t removed_count = 0;
  std::size_t added_count = 0;
  for (const StaticTracker::Change& change : changes) {
    if (change.was_static != 0) removed[removed_count++] = change.id;
    const Row row = row_at(slots[change.id].packed_row);
    if (row.mobility == Mobility::static_) added.copy(statics, row.index, added_count++, columns);
  }
  added.set_count(added_count);
  result.removed = removed.first(removed_count);
  result.boxes = added.boxes();
  result.attributes = added.attributes(columns);
  tracker.mark_reported();
  return result;
}

StaticVersion StoredObjects::commit_static_changes() noexcept {
  return tracker.commit(statics.count());
}

}  // namespace quadphase::detail
