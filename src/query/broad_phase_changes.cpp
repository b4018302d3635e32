// SPDX-License-Identifier: MIT
// The members of Engine and BroadPhase that change what queries see until the next frame.
#include <algorithm>
#include <memory>
#include <new>

#include "engine.hpp"
#include "input/swept_boxes.hpp"

namespace quadphase {

using namespace detail;

/// Makes all trees have filters: by default those that let everything pair.
void detail::Engine::add_default_filters(const StaticBuilder& builder) {
  if (!frame.tree.view.is_filtered()) {
    Objects objects;
    objects.count = frame.tree.object_count();
    workers.run(is_small(objects.count),
                [&] { add_filters(objects, workers, frame.tree, frame.tree_filters); });
  }
  statics.align_filters(builder);
}

template <class Apply>
void detail::Engine::apply_change(bool filtered, const Apply& apply) {
  is_at_rest = false;
  try {
    if (changed == nullptr)
      changed = std::make_unique<ChangedObjects>(&memory, workers.concurrency());
    filtered = filtered || changed->has_filters() || frame.tree.view.is_filtered() ||
               statics.objects().has_filters;
    const StaticBuilder builder{leaf_rules, kernels, workers, frame, filtered};
    if (filtered) add_default_filters(builder);
    apply(builder);
    frame.tree.view.hidden = &changed->hidden();
    statics.hide(&changed->hidden());
  } catch (const std::bad_alloc&) {
    drop_tree();
    throw;
  }
}

void detail::Engine::change(const GivenBoxes& boxes, std::span<const ObjectId> ids,
                            const Attributes& attributes) {
  require_no_visit();
  require_tree();
  const Objects objects = checked_with_ids(boxes, ids, attributes);
  apply_change(objects.has_filters(), [&](const StaticBuilder& builder) {
    changed->change(objects, statics.objects(), builder);
  });
}

void detail::Engine::remove(std::span<const ObjectId> ids) {
  require_no_visit();
  require_tree();
  apply_change(false, [&](const StaticBuilder& builder) { changed->remove(ids, builder); });
}

void BroadPhase::change(const BoxView& boxes, std::span<const ObjectId> ids,
                        const Attributes& attributes) {
  engine_->change(given(boxes), ids, attributes);
}
void BroadPhase::change(const StridedBoxes& boxes, std::span<const ObjectId> ids,
                        const Attributes& attributes) {
  engine_->change(given(boxes), ids, attributes);
}
void BroadPhase::change_wide(const WideBoxes& boxes, std::span<const ObjectId> ids,
                             const Attributes& attributes) {
  engine_->change(given(boxes), ids, attributes);
}
void BroadPhase::remove(std::span<const ObjectId> ids) {
  engine_->remove(ids);
}

}  // namespace quadphase
