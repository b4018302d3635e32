// SPDX-License-Identifier: MIT
// How an engine is told what became of the static objects.
#include "quadphase/object_store.hpp"
#include "store/store_objects.hpp"

namespace quadphase {

using namespace detail;  // NOLINT(google-build-using-namespace): the parts of the store

StaticChanges ObjectStore::static_changes(const StaticVersion& known) {
  Objects& o = *objects_;
  PendingStatics& tracker = o.tracker;
  StaticChanges result;
  if (tracker.everything() || known.store_ != tracker.token() ||
      known.number_ != tracker.number()) {
    result.everything = true;
    result.boxes = o.statics.boxes();
    result.attributes = o.statics.attributes(o.columns);
    tracker.mark_reported();
    return result;
  }

  const std::span<const PendingStatics::Change> changes = tracker.changes();
  o.removed.ensure_with_spare(changes.size());
  o.added.set_count(0);
  o.added.reserve(changes.size(), o.columns);
  std::size_t removed = 0;
  std::size_t added = 0;
  for (const PendingStatics::Change& change : changes) {
    if (change.was_static != 0) o.removed[removed++] = change.id;
    const std::uint32_t place = o.slots[change.id].place;
    if (o.is_static(place)) o.added.copy(o.statics, o.row_of(place), added++, o.columns);
  }
  o.added.set_count(added);
  result.removed = o.removed.first(removed);
  result.boxes = o.added.boxes();
  result.attributes = o.added.attributes(o.columns);
  tracker.mark_reported();
  return result;
}

StaticVersion ObjectStore::commit_static_changes() noexcept {
  PendingStatics& tracker = objects_->tracker;
  StaticVersion static_version;
  if (tracker.commit(objects_->statics.count())) {
    static_version.store_ = tracker.token();
    static_version.number_ = tracker.number();
  }
  return static_version;
}

}  // namespace quadphase
