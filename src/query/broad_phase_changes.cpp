// SPDX-License-Identifier: MIT
// The members of Engine and BroadPhase that change what queries see until the next frame.
#include <algorithm>
#include <memory>
#include <new>

#include "call/box_calls.hpp"
#include "engine.hpp"
#include "input/attribute_columns.hpp"

namespace quadphase {

using namespace detail;

template <class Apply>
void detail::Engine::apply_change(const Apply& apply) {
  try {
    if (changed == nullptr)
      changed = std::make_unique<ChangedObjects>(&memory, workers.concurrency());
    apply(FrameTrees{frame.tree.view, statics},
          StaticBuilder{leaf_rules, kernels, workers, frame, false});
    is_at_rest = false;
  } catch (const std::bad_alloc&) {
    drop_tree();
    release_spare();
    throw;
  }
}

void detail::Engine::patch(const GivenBoxes& boxes, const Column<ObjectId>& ids,
                           const Attributes& attributes) {
  require_no_visit();
  require_tree();
  const Attributes all = with_ids(boxes.count, ids, attributes);
  Objects objects = checked_with_ids(boxes, all);
  apply_change([&](const FrameTrees& trees, const StaticBuilder& builder) {
    Buffer<std::uint32_t> arrays(&memory);
    read_strided(objects, arrays, workers);
    changed->change(objects, trees, builder);
  });
}

void detail::Engine::hide(std::span<const ObjectId> ids) {
  require_no_visit();
  require_tree();
  apply_change([&](const FrameTrees& trees, const StaticBuilder& builder) {
    changed->remove(ids, trees, builder);
  });
}

void BroadPhase::patch(const Boxes& boxes, const Column<ObjectId>& ids,
                       const Attributes& attributes) {
  patch_call(*engine_, boxes, ids, attributes);
}
void BroadPhase::hide(std::span<const ObjectId> ids) {
  hide_call(*engine_, ids);
}

}  // namespace quadphase
