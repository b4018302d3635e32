// SPDX-License-Identifier: MIT
// Objects that were changed or removed since the last frame, as queries see them.
//
// The trees of the frame stay as they are, for pairs. The changed objects are in small trees of
// their own, and queries skip the objects of the frame's trees that were changed or removed.
//
// Cost: that of a static set of the changed objects: a change of k of n changed objects sorts some
//       256 + k of them; a hash lookup per hit of a query, and up to six small trees to search.
// Tried: tombstones in the frame's trees: each object would have to be found by its id, for which
//       the frame has no table, and pairs could no longer be counted or streamed.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <span>

#include "base/buffer.hpp"
#include "base/id_map.hpp"
#include "input/objects.hpp"
#include "statics/static_set.hpp"

namespace quadphase::detail {

class ChangedObjects {
 public:
  ChangedObjects(std::pmr::memory_resource* resource, int worker_count);

  /// Changes objects, or adds them; those of `statics` stay static. Errors: `std::invalid_argument`
  /// if two have the same id, with nothing changed; `std::bad_alloc`, after which only `clear` may
  /// be called.
  void change(const Objects& objects, const StaticObjects& statics, const StaticBuilder& builder);
  /// Removes objects. Errors: `std::bad_alloc`, as above.
  void remove(std::span<const ObjectId> ids, const StaticBuilder& builder);
  /// Forgets all changes.
  void clear() noexcept;

  /// Ids of which queries skip the object that is in the trees of the frame.
  [[nodiscard]] const IdMap& hidden() const noexcept { return hidden_; }
  /// The trees of changed objects that move.
  [[nodiscard]] std::span<const TreeView* const> moving() const noexcept { return moving_.trees(); }
  /// The trees of changed objects that are static.
  [[nodiscard]] std::span<const TreeView* const> statics() const noexcept {
    return statics_.trees();
  }
  /// True if a changed object has a filter.
  [[nodiscard]] bool has_filters() const noexcept {
    return moving_.objects().has_filters || statics_.objects().has_filters;
  }

 private:
  void hide(std::span<const ObjectId> ids);
  void exchange(std::span<const ObjectId> ids, const Objects& added, StaticSet& set,
                const StaticBuilder& builder);

  StaticSet moving_;
  StaticSet statics_;
  IdMap hidden_;
  Buffer<ObjectId> hidden_ids_;
  std::size_t hidden_count_ = 0;

  // Of one call.
  IdMap named_;
  StaticObjects given_;
  StaticObjects part_;  // those of `given_` that move, or those that are static
  Buffer<ObjectId> present_;
};

}  // namespace quadphase::detail
