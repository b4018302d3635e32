// SPDX-License-Identifier: MIT
// Batches without an order: the objects that boxes, points and circles overlap.
#include "input/swept_boxes.hpp"
#include "query/batch_tasks.hpp"

namespace quadphase::detail {
namespace {

/// Ids of each query that there is room for from the start.
constexpr std::size_t kExpectedIds = 4;

/// `code` and `make` are those of a row; `walk` finds the ids.
template <class Query, class Code, class Make>
void find_ids(std::size_t count, const Code& code, const Make& make, Overlaps which,
              void (*walk)(const TreeView&, const QueryGroup<Query>&, ItemWriter<WalkHit>&),
              const BatchContext& context, Batch& batch) {
  run_on_threads(count, context, batch, [&](BatchTasks& tasks) {
    tasks.order(code);
    tasks.run(kExpectedIds, HitValue::none,
              [&](std::size_t number, BatchTasks::Range range, BatchScratch& scratch) {
                BatchTasks::Group<Query> group;
                tasks.gather(range, make, group);
                start_walk(scratch);
                for (const TreeView* tree : context.trees.view())
                  walk(*tree, group.view(), scratch.writer);
                tasks.keep_ids(number, group, which, scratch);
              });
  });
}

}  // namespace

void find_overlaps(const Shapes& shapes, Overlaps which, const BatchContext& context,
                   Batch& batch) {
  if (shapes.are_circles()) {
    return find_ids<CircleQuery>(
        shapes.size(),
        [&](std::size_t row, const Curve& curve) { return curve.code(shapes[row].circle); },
        [&](std::size_t row) { return CircleQuery(shapes[row].circle); }, which,
        context.kernels.walk_circles, context, batch);
  }
  const SweepSpan& sweeps = context.sweeps;
  const bool is_fat = sweeps.has_any();
  find_ids<BoxQuery>(
      shapes.size(),
      [&](std::size_t row, const Curve& curve) { return curve.code(shapes[row].box); },
      [&](std::size_t row) {
        const Box box = shapes[row].box;
        return BoxQuery{is_fat ? fat_box(box, sweeps, row) : box};
      },
      which, context.kernels.walk_boxes, context, batch);
}

}  // namespace quadphase::detail
