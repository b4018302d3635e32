// SPDX-License-Identifier: MIT
#include "engine/engine_index.hpp"

#include "input/attribute_columns.hpp"
#include "input/given_boxes.hpp"
#include "tree/cells.hpp"

namespace quadphase::detail {

EngineIndex::EngineIndex(EngineContext& context, Frame& frame)
    : statics(&context.memory, context.workers.concurrency()),
      context_(context),
      frame_(frame),
      input_(&context.memory),
      doubles_(&context.memory),
      columns_(&context.memory),
      images_(context.periods().has_any()
                  ? std::make_unique<WorldImages>(&context.memory, context.workers.concurrency())
                  : nullptr) {}

void EngineIndex::update_statics(const Objects& objects, StaticLog* log, StageClock& clock) {
  const Origin* const origin = objects.given.origin();
  const auto update = [&] {
    statics.update({context_.leaf_rules, context_.kernels, context_.workers, frame_,
                    objects.has_filters(), origin},
                   log);
  };
  statics.has_changed(origin) ? clock.time(&StageTimes::statics, update) : update();
  origin_ = origin != nullptr               ? *origin
            : statics.objects().has_doubles ? statics.objects().origin
                                            : Origin{};
}

void EngineIndex::set_own_columns(Objects& objects) {
  objects.periods = context_.periods();
  objects.all_fit = objects.count == 0;  // `read` finds it where there are boxes
  if (objects.count == 0) return;
  const std::size_t room = frame_.object_capacity();
  if (objects.given.must_be_read()) {
    input_.ensure(room);
    objects.boxes = input_.from(0);
  }
  if (objects.given.is_double()) {
    doubles_.ensure(room);
    objects.doubles = doubles_.data();
    objects.origin = *objects.given.origin();
    objects.is_swept_in_double = objects.has_fat_boxes();
  }
  if (objects.strided != nullptr) columns_.ensure(strided_count(*objects.strided) * room);
}

void EngineIndex::read(Objects& objects) {
  const Workers& workers = context_.workers;
  if (objects.count == 0) return;
  read_strided(objects, columns_.data(), workers);
  if (objects.given.must_be_read())
    read_boxes(objects, context_.kernels, workers, input_.edges_from(0), doubles_.data());
  if (images_ != nullptr) objects.all_fit = do_all_fit(objects, workers);
}

void EngineIndex::build(BuiltIndex& built, StageClock& clock) {
  Objects& objects = built.objects;
  set_own_columns(objects);
  const BuildOptions options{context_.leaf_rules,
                             objects.has_filters() || statics.objects().has_filters()};
  if (objects.count == 0 && !options.has_filters) {  // no moving objects and no filters
    frame_.clear();
    if (images_ != nullptr) images_->moving.clear();
    return;
  }
  read(objects);
  build_objects(objects, options, {context_.kernels, context_.workers, frame_, clock}, frame_.tree,
                frame_.tree_filters);
  if (images_ != nullptr) clock.time(&StageTimes::tree, [&] { build_images(objects, options); });
  built.stats.object_count = objects.count;
  built.stats.rejected_count = frame_.scene.rejected_count;
  built.stats.leaf_count = frame_.tree.view.sizes[0];
  built.stats.node_count = frame_.tree.node_count();
}

void EngineIndex::build_images(Objects objects, const BuildOptions& options) {
  StageClock clock;  // all of this counts as one part of a stage
  const BuildContext build{context_.kernels, context_.workers, images_->scratch, clock};
  const Point reach =
      images_->reach_of(frame_.tree.view, statics, objects.periods, context_.workers);
  if (objects.has_own_boxes()) objects.boxes = frame_.fat_boxes.from(0);
  objects.given = {};
  objects.sweeps = {};
  images_->moving.build(objects, reach, options, build);
  images_->build_statics(statics, objects.periods, reach, options, build);
  frame_.reserve_tasks(pair_task_count(trees()));
}

JoinedTrees EngineIndex::trees() const noexcept {
  const bool touching = context_.config.touching;
  if (images_ == nullptr) return {frame_.tree.view, statics.trees(), touching};
  return join_images(frame_.tree.view, statics.trees(), *images_, touching);
}

SearchedTrees EngineIndex::searched_trees(Worlds worlds, Mobilities mobilities) const {
  SearchedTrees trees(worlds, origin_, context_.config.touching, context_.periods());
  const bool are_changed = has_changes();
  if (mobilities != Mobilities::static_only) {
    trees.add(are_changed ? changed_->shown_moving() : frame_.tree.view);
    if (are_changed) trees.add(changed_->moving());
  }
  if (mobilities != Mobilities::moving_only) {
    trees.add(are_changed ? changed_->shown_statics() : statics.trees());
    if (are_changed) trees.add(changed_->statics());
  }
  return trees;
}

void EngineIndex::visit_cells(FunctionRef<bool(const Cell& cell)> visit) const {
  if (!detail::visit_cells(frame_.tree.view, false, visit)) return;
  for (const TreeView* const tree : statics.trees())
    if (!detail::visit_cells(*tree, true, visit)) return;
}

ChangedObjects& EngineIndex::changed() {
  if (changed_ == nullptr)
    changed_ = std::make_unique<ChangedObjects>(&context_.memory, context_.workers.concurrency());
  return *changed_;
}

void EngineIndex::patch(const Objects& objects) {
  changed().change(objects, {frame_.tree.view, statics}, builder());
}

void EngineIndex::hide(std::span<const ObjectId> ids) {
  changed().remove(ids, {frame_.tree.view, statics}, builder());
}

void EngineIndex::shrink(bool keeps_trees, std::size_t object_count) noexcept {
  if (!keeps_trees) changed_.reset();
  input_.release();
  columns_.release();
  frame_.shrink(keeps_trees, keeps_trees ? pair_task_count(trees()) : 0);
  shrink_doubles(object_count, frame_.tree, doubles_);
  statics.shrink(keeps_trees);
  if (changed_ != nullptr) changed_->shrink({frame_.tree.view, statics});
  if (images_ != nullptr) images_->shrink(keeps_trees);
}

}  // namespace quadphase::detail
