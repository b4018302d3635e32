// SPDX-License-Identifier: MIT
// The part of an engine that queries search: the trees of all objects, how a frame builds them, and
// what has changed since.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/buffer.hpp"
#include "base/function_ref.hpp"
#include "base/stage_clock.hpp"
#include "data/box_buffer.hpp"
#include "data/objects.hpp"
#include "engine/engine_context.hpp"
#include "engine/frame.hpp"
#include "periodic/image_trees.hpp"
#include "quadphase/index.hpp"
#include "quadphase/stats.hpp"
#include "query/changed_objects.hpp"
#include "query/searched_trees.hpp"
#include "statics/static_set.hpp"

namespace quadphase::detail {

/// What a frame has built.
struct BuiltIndex {
  Objects objects;  // as they are given, and then as the stages read them
  Stats stats;
};

/// Invariant: once a frame has begun, the trees are complete only if `build` has finished.
class EngineIndex {
 public:
  EngineIndex(EngineContext& context, Frame& frame);

  // A frame, in this order. Errors: `std::bad_alloc`.
  /// Applies the pending changes to the static set, and records them in `log` unless it is null.
  void update_statics(const Objects& objects, StaticLog* log, StageClock& clock);
  /// The input, stages 1 to 4, and images. The frame must have room. Inside `workers.run` only.
  void build(BuiltIndex& built, StageClock& clock);

  /// All trees, for a search for pairs.
  [[nodiscard]] JoinedTrees trees() const noexcept;
  /// Those that a query searches, as they are since the last change.
  [[nodiscard]] SearchedTrees searched_trees(Worlds worlds, Mobilities mobilities) const;
  void visit_cells(FunctionRef<bool(const Cell& cell)> visit) const;
  /// Near which the floats are, if some boxes are in double.
  [[nodiscard]] const Origin& origin() const noexcept { return origin_; }

  // Changes that queries see until the next frame. Errors: `std::bad_alloc`, after which only
  // `forget_changes` may be called; and those of `ChangedObjects`, with nothing changed.
  void patch(const Objects& objects);
  void hide(std::span<const ObjectId> ids);
  [[nodiscard]] bool has_changes() const noexcept {
    return changed_ != nullptr && changed_->has_any();
  }
  /// Must be called before the trees change.
  void forget_changes() noexcept {
    if (changed_ != nullptr) changed_->clear();
  }

  /// Gives back what the pending changes and, if `keeps_trees`, the trees do not need.
  void shrink(bool keeps_trees, std::size_t object_count) noexcept;

  /// True if the boxes that are searched are larger than the objects' own.
  [[nodiscard]] bool needs_tight_boxes(const Objects& objects) const noexcept {
    return objects.has_fat_boxes() || statics.objects().fat_count > 0;
  }
  /// The records of boxes that took no part, in row order.
  [[nodiscard]] std::span<const Record> rejected() const noexcept {
    return {frame_.partition.records.data() + frame_.partition.valid_count,
            frame_.scene.rejected_count};
  }

  StaticSet statics;

 private:
  /// Gives objects columns of the index for boxes in other forms and strided attributes, which
  /// `read` fills. It also finds whether all boxes fit a periodic world.
  /// Why in the run of the stages: entering one took 1 to 4 % of a frame of 10,000 boxes on two
  /// threads.
  void set_own_columns(Objects& objects);
  void read(Objects& objects);
  void build_images(Objects objects, const BuildOptions& options);
  [[nodiscard]] ChangedObjects& changed();
  [[nodiscard]] StaticBuilder builder() noexcept {
    return {context_.leaf_rules, context_.kernels, context_.workers, frame_, false};
  }

  EngineContext& context_;
  Frame& frame_;
  BoxBuffer input_;  // boxes that are not given as float columns; empty until there are some
  Buffer<DoubleBox> doubles_;      // boxes given in double, as searched; empty until there are some
  Buffer<std::uint32_t> columns_;  // attributes not given as arrays; empty until there are some
  Origin origin_{};
  std::unique_ptr<ChangedObjects> changed_;  // null until there are some
  std::unique_ptr<WorldImages> images_;      // null if the world is not periodic
};

}  // namespace quadphase::detail
