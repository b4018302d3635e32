// SPDX-License-Identifier: MIT
// Batches without an order: all objects in boxes, at points, in circles, or along casts.
#include <algorithm>
#include <array>
#include <numeric>

#include "query/batch.hpp"
#include "query/batch_tasks.hpp"

namespace quadphase::detail {
namespace {

/// Ids a query that there is room for from the start.
constexpr std::size_t kExpectedIds = 4;

/// What has no order: `place` and `make` are those of a row, `walk` finds the ids.
template <class Query, class Place, class Make>
void find_ids(BatchTasks& tasks, const Place& place, const Make& make, const BatchContext& context,
              void (*walk)(const TreeView&, const QueryGroup<Query>&, PairWriter&)) {
  tasks.order(place);
  tasks.run(kExpectedIds, false,
            [&](std::size_t number, BatchTasks::Range range, BatchScratch& scratch) {
              BatchTasks::Group<Query> group;
              tasks.gather(range, make, group);
              start_walk(scratch);
              for (const TreeView* tree : context.trees) walk(*tree, group.view(), scratch.writer);
              tasks.keep_ids(number, group, scratch);
            });
}

/// Boxes, given by `box(row)`.
template <class BoxOfRow>
void find_boxes(std::size_t count, const BoxOfRow& box, std::span<const Filter> filters,
                const BatchContext& context, Batch& batch) {
  run_on_threads(count, filters, context, batch, [&](BatchTasks& tasks) {
    find_ids<BoxQuery>(
        tasks, [&](std::size_t row, const Curve& curve) { return place_of(box(row), curve); },
        [&](std::size_t row) { return BoxQuery{box(row)}; }, context, context.kernels.walk_boxes);
  });
}

}  // namespace

std::size_t Batch::byte_count() const noexcept {
  std::size_t bytes = order.byte_count() + spare.byte_count() + sort.places.byte_count() +
                      rows.byte_count() + ids.byte_count() + distances.byte_count();
  for (const BatchScratch& worker : scratch) bytes += worker.byte_count();
  return bytes;
}

void find(std::span<const Box> boxes, std::span<const Filter> filters, const BatchContext& context,
          Batch& batch) {
  find_boxes(
      boxes.size(), [&](std::size_t row) { return boxes[row]; }, filters, context, batch);
}

void find(std::span<const Point> points, std::span<const Filter> filters,
          const BatchContext& context, Batch& batch) {
  const auto box = [&](std::size_t row) {
    return Box{points[row].x, points[row].y, points[row].x, points[row].y};
  };
  find_boxes(points.size(), box, filters, context, batch);
}

void find(std::span<const Circle> circles, std::span<const Filter> filters,
          const BatchContext& context, Batch& batch) {
  run_on_threads(circles.size(), filters, context, batch, [&](BatchTasks& tasks) {
    find_ids<CircleQuery>(
        tasks, [&](std::size_t row, const Curve& curve) { return place_of(circles[row], curve); },
        [&](std::size_t row) { return CircleQuery(circles[row]); }, context,
        context.kernels.walk_circles);
  });
}

}  // namespace quadphase::detail
