// SPDX-License-Identifier: MIT
// Batches without an order: the objects that shapes overlap, or that lie inside them.
#include <concepts>
#include <type_traits>
#include <variant>

#include "base/tuning.hpp"
#include "data/hidden_objects.hpp"
#include "data/local_box.hpp"
#include "input/swept_boxes.hpp"
#include "query/batch_tasks.hpp"
#include "query/curve_codes.hpp"
#include "query/row_batch.hpp"
#include "shapes/convex_query.hpp"

namespace quadphase::detail {
namespace {

/// Ids of each query that there is room for from the start.
constexpr std::size_t kExpectedIds = tuned<std::size_t>(4, 1);

/// `code` and `make` are those of a row; `walk` finds the ids.
template <class Query, class Items, class Code, class Make>
void find_ids(const Items& items, const Code& code, const Make& make, Overlaps which,
              void (*walk)(const TreeView&, const QueryPacket<Query>&, ItemWriter<WalkHit>&),
              const BatchContext& context, Batch& batch) {
  run_on_threads(items.size(), context, batch, [&](BatchTasks& tasks) {
    tasks.order(code);
    tasks.run(kExpectedIds, HitValue::none,
              [&](std::size_t number, BatchTasks::Range range, BatchScratch& scratch) {
                BatchTasks::Packet<Query> packet;
                tasks.gather(range, items, make, packet);
                start_walk(scratch);
                for (const TreeView* tree : context.trees.view()) {
                  const std::size_t before = scratch.writer.size();
                  walk(*tree, packet.view(), scratch.writer);
                  scratch.writer.cursor =
                      drop_hidden(*tree, scratch.found.data() + before, scratch.writer.cursor,
                                  [](const WalkHit& hit) { return hit.object; });
                }
                tasks.keep_ids(number, packet, which, scratch);
              });
  });
}

/// Boxes as an array or as columns, or points.
template <class Items>
void find_in(const Items& items, Overlaps which, const BatchContext& context, Batch& batch) {
  const auto code = [&](std::size_t row, const MortonGrid& grid) {
    return code_of(items[row], grid, context.trees.origin());
  };
  const bool are_fat = context.sweeps.has_any();
  const bool touching = context.trees.touching();
  if (context.trees.periods().has_any()) {
    const auto visit = [&](const SingleSearch& search, std::size_t row, const auto& visitor) {
      const Box box = box_of(items[row]);
      visit_overlaps(search, are_fat ? fat_box(box, context.sweeps, row) : box, visitor);
    };
    return find_ids_of_rows(items.size(), code, visit, which, context, batch);
  }
  const auto make = [&](std::size_t row, BoxQuery& query) {
    query.box = box_of(items[row]);
    if (are_fat) {
      query.box = fat_box(query.box, context.sweeps, row);
      if (!is_valid(query.box)) return false;
    }
    return touching || narrow(query.box);
  };
  find_ids<BoxQuery>(items, code, make, which, context.kernels.walk_boxes, context, batch);
}

void find_in(std::span<const Circle> circles, Overlaps which, const BatchContext& context,
             Batch& batch) {
  const auto code = [&](std::size_t row, const MortonGrid& grid) {
    return grid.code(circles[row]);
  };
  if (context.trees.periods().has_any()) {
    const auto visit = [&](const SingleSearch& search, std::size_t row, const auto& visitor) {
      visit_overlaps(search, circles[row], visitor);
    };
    return find_ids_of_rows(circles.size(), code, visit, which, context, batch);
  }
  const auto make = [&](std::size_t row, CircleQuery& query) {
    query = CircleQuery(circles[row], context.trees.touching());
    return true;
  };
  find_ids<CircleQuery>(circles, code, make, which, context.kernels.walk_circles, context, batch);
}

/// Shapes of any kind, which the kernel of convex shapes can read.
template <class Items>
void find_convex(const Items& items, Relation relation, Overlaps which, const BatchContext& context,
                 Batch& batch) {
  using Item = std::remove_cvref_t<decltype(items[0])>;
  const auto code = [&](std::size_t row, const MortonGrid& grid) {
    return code_of<Item>(items[row], grid, context.trees.origin());
  };
  const bool are_fat = context.sweeps.has_any();
  if (context.trees.periods().has_any()) {
    const auto visit_shape = relation == Relation::inside ? visit_inside : visit_overlaps;
    const auto visit = [&](const SingleSearch& search, std::size_t row, const auto& visitor) {
      if constexpr (std::is_same_v<Item, Box>) {
        if (are_fat) return visit_shape(search, fat_box(items[row], context.sweeps, row), visitor);
      }
      visit_shape(search, items[row], visitor);
    };
    return find_ids_of_rows(items.size(), code, visit, which, context, batch);
  }
  const auto make = [&](std::size_t row, ConvexQuery& query) {
    if constexpr (std::is_same_v<Item, Box>) {
      const Box box = are_fat ? fat_box(items[row], context.sweeps, row) : items[row];
      if (!is_valid(box)) return false;
      query = ConvexQuery(box, relation);
    } else {
      query = ConvexQuery(items[row], relation);
    }
    return true;
  };
  find_ids<ConvexQuery>(items, code, make, which, context.kernels.walk_convex, context, batch);
}

template <class Item>
requires std::same_as<Item, Capsule> || std::same_as<Item, RotatedBox> ||
    std::same_as<Item, ConvexPolygon>
void find_in(std::span<const Item> items, Overlaps which, const BatchContext& context,
             Batch& batch) {
  find_convex(items, Relation::overlaps, which, context, batch);
}

/// Shapes in double, one at a time.
template <class Item>
requires kIsDouble<Item> || std::same_as<Item, DoublePoint>
void find_double(std::span<const Item> items, Relation relation, Overlaps which,
                 const BatchContext& context, Batch& batch) {
  const auto code = [&](std::size_t row, const MortonGrid& grid) {
    return code_of(items[row], grid, context.trees.origin());
  };
  const auto visit = [&](const SingleSearch& search, std::size_t row, const auto& visitor) {
    Shape shape = items[row];
    if constexpr (std::same_as<Item, DoubleBox>) {
      if (context.sweeps.has_any()) shape = fat_box(items[row], context.sweeps, row);
    }
    relation == Relation::inside ? visit_inside(search, shape, visitor)
                                 : visit_overlaps(search, shape, visitor);
  };
  find_ids_of_rows(items.size(), code, visit, which, context, batch);
}

template <class Item>
requires kIsDouble<Item> || std::same_as<Item, DoublePoint>
void find_in(std::span<const Item> items, Overlaps which, const BatchContext& context,
             Batch& batch) {
  find_double(items, Relation::overlaps, which, context, batch);
}

}  // namespace

void find_overlaps(const Shapes& shapes, Overlaps which, const BatchContext& context,
                   Batch& batch) {
  std::visit([&](const auto& items) { find_in(items, which, context, batch); }, shapes.items());
}

void find_inside(const Shapes& shapes, Overlaps which, const BatchContext& context, Batch& batch) {
  std::visit(
      [&](const auto& items) {
        using Item = std::remove_cvref_t<decltype(items[0])>;
        if constexpr (kIsDouble<Item> || std::same_as<Item, DoublePoint>) {
          find_double(items, Relation::inside, which, context, batch);
        } else {
          find_convex(items, Relation::inside, which, context, batch);
        }
      },
      shapes.items());
}

}  // namespace quadphase::detail
