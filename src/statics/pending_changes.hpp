// SPDX-License-Identifier: MIT
// Changes of the static set that wait for the next frame, which applies them.
//
// Why:  everything that can be read shows the last finished frame until then. And a call either
//       stores all its changes, or fails and stores none.
// Cost: a hash lookup and a copied row per object.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <span>

#include "base/buffer.hpp"
#include "base/id_map.hpp"
#include "base/parallel.hpp"
#include "data/objects.hpp"
#include "statics/static_objects.hpp"

namespace quadphase::detail {

struct Kernels;

/// Invariant: removed objects are in the current set; added objects are not, unless they are
/// removed.
class PendingChanges {
 public:
  explicit PendingChanges(std::pmr::memory_resource* resource)
      : added_(resource),
        removed_ids_(resource),
        removed_(resource),
        named_(resource),
        withdrawn_(resource) {}

  // Each call checks its ids against the set that the pending changes will produce. Errors:
  // `std::invalid_argument`, `std::bad_alloc`; nothing has changed then.

  /// Replaces the whole set.
  void set(const Objects& objects, const Kernels& kernels, Workers& workers);
  /// Removes objects from the set and adds others, which may have the same ids.
  void exchange(std::span<const ObjectId> removed, const Objects& added,
                const StaticObjects& current, const Kernels& kernels, Workers& workers);

  [[nodiscard]] bool is_empty() const noexcept {
    return !replaces_all_ && removed_count_ == 0 && added_.count == 0;
  }
  /// True if no object of the current set stays.
  [[nodiscard]] bool replaces_all() const noexcept { return replaces_all_; }
  [[nodiscard]] bool keeps(ObjectId id) const noexcept {
    return !replaces_all_ && removed_.find(id) == IdMap::kNone;
  }
  /// Empty if `replaces_all()`.
  [[nodiscard]] std::span<const ObjectId> removed() const noexcept {
    return removed_ids_.first(removed_count_);
  }
  [[nodiscard]] const StaticObjects& added() const noexcept { return added_; }
  [[nodiscard]] std::size_t count_after(const StaticObjects& current) const noexcept {
    return (replaces_all_ ? 0 : current.count - removed_count_) + added_.count;
  }

  /// Replaces `current` by the added objects.
  void swap_added(StaticObjects& current) noexcept { std::swap(added_, current); }
  void clear() noexcept;
  /// Gives back what the changes do not need, as `Buffer::shrink`.
  void shrink() noexcept;

 private:
  /// An object of `added_` and its row there.
  struct AddedRow {
    std::uint32_t row;
    ObjectId id;
  };

  void check_removed(std::span<const ObjectId> ids, const StaticObjects& current);
  void forget_removed() noexcept;

  bool replaces_all_ = false;
  StaticObjects added_;
  Buffer<ObjectId> removed_ids_;
  std::size_t removed_count_ = 0;
  IdMap removed_;  // the same ids, as a set

  // Of one call.
  IdMap named_;                 // the removed ids
  Buffer<AddedRow> withdrawn_;  // removed objects that were added since the last frame
};

}  // namespace quadphase::detail
