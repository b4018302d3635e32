// SPDX-License-Identifier: MIT
// Objects that were changed or removed since the last frame, as queries see them.
//
// The trees of the frame stay as they are, for pairs. The changed objects are in small trees of
// their own, and queries see the frame's trees through other views: these skip the objects that
// were changed or removed and, if a changed object has a filter, have filters.
//
// Cost: that of a static set of the changed objects: a change of k of n changed objects sorts about
//       256 + k of them; a hash lookup per hit of a query, and up to six small trees to search.
// Tried: tombstones in the frame's trees: each object would have to be found by its id, for which
//       the frame has no table, and pairs could no longer be counted or streamed.
#pragma once

#include <array>
#include <cstddef>
#include <memory_resource>
#include <span>

#include "base/buffer.hpp"
#include "base/id_map.hpp"
#include "data/objects.hpp"
#include "statics/static_set.hpp"
#include "tree/tree_filters.hpp"

namespace quadphase::detail {

/// The trees of a frame: either all have filters or none has.
struct FrameTrees {
  const TreeView& moving;
  const StaticSet& statics;
};

/// Invariant: of the shown trees and those of changed objects, either all have filters or none has.
class ChangedObjects {
 public:
  ChangedObjects(std::pmr::memory_resource* resource, int worker_count);

  // Of one frame. `builder.filtered` is not read.

  /// Changes objects, or adds them; those of the static set stay static. Errors:
  /// `std::invalid_argument` if two have the same id, with nothing changed; `std::bad_alloc`, after
  /// which only `clear` may be called.
  void change(const Objects& objects, const FrameTrees& frame, const StaticBuilder& builder);
  /// Removes objects. Errors: `std::bad_alloc`, as above.
  void remove(std::span<const ObjectId> ids, const FrameTrees& frame, const StaticBuilder& builder);
  /// Forgets all changes, and the frame. Must be called before its trees change.
  void clear() noexcept;
  /// Gives back what the changes do not need, after the trees of the frame have done so.
  void shrink(const FrameTrees& frame) noexcept;

  /// False if nothing has changed since the frame, or since `clear`.
  [[nodiscard]] bool has_any() const noexcept { return shown_count_ > 0; }
  /// The trees with objects that move: the frame's as queries see it, then those of changed ones.
  [[nodiscard]] const TreeView& shown_moving() const noexcept { return shown_[0].view; }
  [[nodiscard]] std::span<const TreeView* const> moving() const noexcept { return moving_.trees(); }
  /// The trees with static objects, in the same order.
  [[nodiscard]] std::span<const TreeView* const> shown_statics() const noexcept {
    return {shown_statics_.data(), shown_count_ - 1};
  }
  [[nodiscard]] std::span<const TreeView* const> statics() const noexcept {
    return statics_.trees();
  }

 private:
  /// A tree of the frame as queries see it.
  struct ShownTree {
    explicit ShownTree(std::pmr::memory_resource* resource) : filters(resource) {}

    TreeView view;
    TreeFilters filters;  // unless the frame's tree has its own
  };

  void check_unique(std::span<const ObjectId> ids);
  template <class Visit>
  void for_each_shown(const FrameTrees& frame, const Visit& visit);
  [[nodiscard]] StaticBuilder show(const FrameTrees& frame, bool filtered,
                                   const StaticBuilder& builder);
  void hide(std::span<const ObjectId> ids);
  void exchange(std::span<const ObjectId> ids, const Objects& added, StaticSet& set,
                const StaticBuilder& builder);

  std::array<ShownTree, 1 + kStaticLevels> shown_;  // [0]: of moving objects
  std::array<const TreeView*, kStaticLevels> shown_statics_{};
  std::size_t shown_count_ = 0;
  StaticSet moving_;
  StaticSet statics_;
  IdMap hidden_;  // ids whose objects in trees of the frame are skipped by queries
  Buffer<ObjectId> hidden_ids_;
  std::size_t hidden_count_ = 0;

  // Of one call.
  IdMap named_;
  StaticObjects given_;
  StaticObjects part_;  // those of `given_` that move, or those that are static
  Buffer<ObjectId> present_;
};

}  // namespace quadphase::detail
