// SPDX-License-Identifier: MIT
// How an engine is told what became of the still objects.
#include "quadphase/object_store.hpp"
#include "store/store_objects.hpp"

namespace quadphase {

using namespace detail;  // NOLINT(google-build-using-namespace): the parts of the store

StillChanges ObjectStore::still_changes(const StillReceipt& known) {
  Objects& o = *objects_;
  StillTracker& tracker = o.tracker;
  StillChanges result;
  if (tracker.everything() || known.store_ != tracker.token() ||
      known.number_ != tracker.number()) {
    result.everything = true;
    result.boxes = o.still.boxes();
    result.attributes = o.still.attributes(o.columns);
    tracker.tell();
    return result;
  }

  const std::span<const StillTracker::Change> changes = tracker.changes();
  o.removed.ensure_with_spare(changes.size());
  o.added.set_count(0);
  o.added.reserve(changes.size(), o.columns);
  std::size_t removed = 0;
  std::size_t added = 0;
  for (const StillTracker::Change& change : changes) {
    if (change.was_still != 0) o.removed[removed++] = change.id;
    const std::uint32_t place = o.slots[change.id].place;
    if (o.is_still(place)) o.added.copy(o.still, o.row_of(place), added++, o.columns);
  }
  o.added.set_count(added);
  result.removed = o.removed.first(removed);
  result.boxes = o.added.boxes();
  result.attributes = o.added.attributes(o.columns);
  tracker.tell();
  return result;
}

StillReceipt ObjectStore::still_handed_over() noexcept {
  StillTracker& tracker = objects_->tracker;
  StillReceipt receipt;
  if (tracker.hand_over(objects_->still.count())) {
    receipt.store_ = tracker.token();
    receipt.number_ = tracker.number();
  }
  return receipt;
}

}  // namespace quadphase
