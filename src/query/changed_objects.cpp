// SPDX-License-Identifier: MIT
#include "query/changed_objects.hpp"

#include <utility>

#include "base/tuning.hpp"
#include "input/validate_input.hpp"

namespace quadphase::detail {

ChangedObjects::ChangedObjects(std::pmr::memory_resource* resource, int worker_count)
    : shown_{ShownTree(resource), ShownTree(resource), ShownTree(resource), ShownTree(resource)},
      moving_(resource, worker_count),
      statics_(resource, worker_count),
      hidden_(resource),
      hidden_ids_(resource),
      named_(resource),
      given_(resource),
      part_(resource),
      present_(resource) {}

void ChangedObjects::change(const Objects& objects, const FrameTrees& frame,
                            const StaticBuilder& user_builder) {
  const std::span<const ObjectId> ids(objects.ids, objects.count);
  check_unique(ids);
  const StaticBuilder builder = show(frame, objects.has_filters(), user_builder);
  for (StaticObjects* const rows : {&given_, &part_}) {
    rows->reset();
    rows->reserve(ids.size(), objects.has_doubles(), words_of(objects));
  }
  hide(ids);
  builder.workers.run(ids.size() < kSerialObjects,
                      [&] { given_.append(objects, builder.kernels, builder.workers); });
  part_.begin_columns_of(given_);
  for (StaticSet* const set : {&moving_, &statics_}) {
    std::size_t count = 0;
    for (std::size_t row = 0; row < ids.size(); ++row) {
      const bool is_static = frame.statics.objects().rows.find(ids[row]) != IdMap::kNone;
      if (is_static == (set == &statics_)) part_.copy_row(given_, row, count++);
    }
    const std::span<const ObjectId> part_ids(part_.ids(), count);
    Objects part = part_.first(count);
    part.ids = part_ids.data();
    exchange(part_ids, part, *set, builder);
  }
}

void ChangedObjects::remove(std::span<const ObjectId> ids, const FrameTrees& frame,
                            const StaticBuilder& user_builder) {
  const StaticBuilder builder = show(frame, false, user_builder);
  hide(ids);
  for (StaticSet* const set : {&moving_, &statics_}) {
    exchange(ids, {}, *set, builder);
  }
}

void ChangedObjects::clear() noexcept {
  moving_.clear();
  statics_.clear();
  hidden_.clear(hidden_ids_.first(hidden_count_));
  hidden_count_ = 0;
  shown_count_ = 0;
}

void ChangedObjects::check_unique(std::span<const ObjectId> ids) {
  named_.reserve(ids.size());
  std::size_t named = 0;
  while (named < ids.size() && named_.insert(ids[named], 0)) ++named;
  named_.clear(ids.first(named));
  require(named == ids.size(), "quadphase: patch must be given each id once");
}

/// Shows the trees of the frame, with filters if `filtered` is set. Returns how the trees of
/// changed objects are built beside them.
/// Why views: pairs are found by the frame's own trees, which must not get filters that the images
/// of a periodic world lack.
StaticBuilder ChangedObjects::show(const FrameTrees& frame, bool filtered,
                                   const StaticBuilder& builder) {
  if (shown_count_ == 0) {
    shown_count_ = 1 + frame.statics.trees().size();
    for_each_shown(frame, [&](ShownTree& shown, const TreeView& tree) {
      shown.view = tree;
      shown.view.hidden = &hidden_;
    });
    for (std::size_t i = 1; i < shown_count_; ++i) shown_statics_[i - 1] = &shown_[i].view;
  }
  filtered = filtered || shown_moving().is_filtered();
  for (ShownTree& tree : std::span(shown_).first(shown_count_))
    if (filtered && !tree.view.is_filtered())
      add_default_filters(builder.kernels, builder.workers, tree.view, tree.filters);
  return {builder.rules, builder.kernels, builder.workers, builder.scratch, filtered};
}

/// Calls `visit(shown, tree)` for the trees of the frame.
template <class Visit>
void ChangedObjects::for_each_shown(const FrameTrees& frame, const Visit& visit) {
  visit(shown_[0], frame.moving);
  for (std::size_t i = 1; i < shown_count_; ++i) visit(shown_[i], *frame.statics.trees()[i - 1]);
}

void ChangedObjects::shrink(const FrameTrees& frame) noexcept {
  moving_.shrink(true);
  statics_.shrink(true);
  hidden_.shrink(hidden_count_);
  hidden_ids_.shrink(hidden_count_);
  named_.release();
  for (StaticObjects* const objects : {&given_, &part_})
    *objects = StaticObjects(present_.resource());
  present_.release();
  if (shown_count_ == 0) return;
  for_each_shown(frame, [&](ShownTree& shown, const TreeView& tree) {
    const TreeView before = std::exchange(shown.view, tree);
    shown.view.hidden = &hidden_;
    if (tree.is_filtered() || !before.is_filtered()) return shown.filters.release();
    shown.view.filters = before.filters;
    shown.view.matrix = before.matrix;
    shown.view.classes = before.classes;
    shown.view.has_only_worlds = before.has_only_worlds;
    shown.filters.shrink(shown.view);
  });
}

void ChangedObjects::hide(std::span<const ObjectId> ids) {
  const std::size_t most = hidden_count_ + ids.size();
  hidden_.reserve(most);
  if (most > hidden_ids_.capacity()) hidden_ids_.grow(hidden_count_, most + most / 8);
  for (const ObjectId id : ids)
    if (hidden_.insert(id, 0)) hidden_ids_[hidden_count_++] = id;
}

/// Removes from the set those of the objects that it has, and adds others.
void ChangedObjects::exchange(std::span<const ObjectId> ids, const Objects& added, StaticSet& set,
                              const StaticBuilder& builder) {
  if (set.count() == 0 && added.count == 0) return;
  present_.ensure_with_spare(ids.size());
  named_.reserve(ids.size());
  std::size_t count = 0;
  for (const ObjectId id : ids)
    if (set.objects().rows.find(id) != IdMap::kNone && named_.insert(id, 0)) present_[count++] = id;
  named_.clear(present_.first(count));
  set.pending().exchange(present_.first(count), added, set.objects(), builder.kernels,
                         builder.workers);
  set.update(builder, nullptr);
}

}  // namespace quadphase::detail
