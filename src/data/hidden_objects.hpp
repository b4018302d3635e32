// SPDX-License-Identifier: MIT
// Objects of a tree that queries skip, because they were changed or removed since the frame.
#pragma once

#include "base/id_map.hpp"
#include "base/item_writer.hpp"
#include "base/walk_hit.hpp"
#include "data/tree_view.hpp"

namespace quadphase::detail {

[[nodiscard]] inline bool is_hidden(const TreeView& tree, ObjectId id) noexcept {
  return tree.hidden != nullptr && tree.hidden->find(id) != IdMap::kNone;
}

/// Removes the hits of hidden objects from those that a walk of `tree` wrote from `first` on;
/// `id_of(hit)` is the id of a hit. Returns the new end.
template <class IdOf>
[[nodiscard]] WalkHit* drop_hidden(const TreeView& tree, WalkHit* first, WalkHit* end,
                                   const IdOf& id_of) noexcept {
  if (tree.hidden == nullptr) return end;
  WalkHit* kept = first;
  for (const WalkHit* hit = first; hit < end; ++hit)
    if (tree.hidden->find(id_of(*hit)) == IdMap::kNone) *kept++ = *hit;
  return kept;
}

}  // namespace quadphase::detail
