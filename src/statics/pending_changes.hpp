// SPDX-License-Identifier: MIT
// Changes of the static set that wait for the next frame, which applies them.
//
// Why: until then, everything that can be read shows the last finished frame. And a call that fails
//      leaves nothing half done: it either notes its changes or it does not.
// Cost: a hash lookup and a copied row an object.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <span>

#include "base/buffer.hpp"
#include "base/id_map.hpp"
#include "base/parallel.hpp"
#include "input/objects.hpp"
#include "statics/static_objects.hpp"

namespace quadphase::detail {

/// Invariant: what is removed is in the current set; what is added is not, unless it is removed.
class PendingChanges {
 public:
  explicit PendingChanges(std::pmr::memory_resource* resource)
      : added_(resource), removed_ids_(resource), removed_(resource), named_(resource) {}

  // Each call checks its ids against the current set as the changes will leave it. Errors:
  // `std::invalid_argument`, `std::bad_alloc`; nothing has changed then.

  /// The set becomes these objects, whatever it is now.
  void set(const Objects& objects, Workers& workers);
  /// Objects come to those that there are.
  void add(const Objects& objects, const StaticObjects& current, Workers& workers);
  void remove(std::span<const ObjectId> ids, const StaticObjects& current);

  [[nodiscard]] bool is_empty() const noexcept {
    return !replaces_all_ && removed_count_ == 0 && added_.count == 0;
  }
  /// True where no object of the current set stays.
  [[nodiscard]] bool replaces_all() const noexcept { return replaces_all_; }
  [[nodiscard]] bool keeps(ObjectId id) const noexcept {
    return !replaces_all_ && removed_.find(id) == IdMap::kNone;
  }
  /// Empty where `replaces_all()`.
  [[nodiscard]] std::span<const ObjectId> removed() const noexcept {
    return removed_ids_.first(removed_count_);
  }
  [[nodiscard]] const StaticObjects& added() const noexcept { return added_; }
  [[nodiscard]] std::size_t count_after(const StaticObjects& current) const noexcept {
    return (replaces_all_ ? 0 : current.count - removed_count_) + added_.count;
  }

  /// Puts the added objects in the place of `current`.
  void swap_added(StaticObjects& current) noexcept { std::swap(added_, current); }
  void clear() noexcept;
  [[nodiscard]] std::size_t byte_count() const noexcept {
    return added_.byte_count() + removed_ids_.byte_count() + removed_.byte_count() +
           named_.byte_count();
  }

 private:
  void forget_removed() noexcept;

  bool replaces_all_ = false;
  StaticObjects added_;
  Buffer<ObjectId> removed_ids_;
  std::size_t removed_count_ = 0;
  IdMap removed_;  // the same as a set
  IdMap named_;    // the ids of one call of `remove`
};

}  // namespace quadphase::detail
