// SPDX-License-Identifier: MIT
// Batches without an order: the objects that shapes overlap, or that lie inside them.
#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/function_ref.hpp"
#include "base/tuning.hpp"
#include "data/hidden_objects.hpp"
#include "data/local_box.hpp"
#include "input/swept_boxes.hpp"
#include "query/batch_tasks.hpp"
#include "query/curve_codes.hpp"
#include "query/moved_queries.hpp"
#include "query/row_batch.hpp"
#include "shapes/convex_query.hpp"
#include "shapes/moved_shapes.hpp"

namespace quadphase::detail {
namespace {

/// Ids of each query that there is room for from the start.
constexpr std::size_t kExpectedIds = tuned<std::size_t>(4, 1);

template <class Query>
using Walk = void (*)(const TreeView&, const QueryPacket<Query>&, ItemWriter<WalkHit>&);

/// Finds the ids of all queries of a packet, in all trees.
template <class Query>
void walk_trees(const QueryPacket<Query>& packet, Walk<Query> walk, const BatchContext& context,
                BatchScratch& scratch) {
  for (const TreeView* tree : context.trees.view()) {
    const std::size_t before = scratch.writer.size();
    walk(*tree, packet, scratch.writer);
    scratch.writer.cursor = drop_hidden(*tree, scratch.found.data() + before, scratch.writer.cursor,
                                        [](const WalkHit& hit) { return hit.object; });
  }
}

/// Queries at other places that are walked together. Why few: a packet is on the stack, and there
/// is a full one already.
constexpr std::uint32_t kOtherQueries = tuned<std::uint32_t>(16, 4);

/// The query of a row at each of its places in a periodic world.
template <class Query>
using PlacesOfRow = FunctionRef<MovedQueries<Query>(std::size_t row)>;

/// The queries of a packet in a periodic world: each at its first place in the packet, and then at
/// its other places, which are few.
template <class Query>
struct PeriodicPacket {
  struct Places {
    std::uint8_t count = 1;
    bool may_repeat = false;  // an object may be found at several of them
  };

  BatchTasks::Packet<Query> at_first;
  std::array<Places, kPacketQueries> places;

  /// Moves each query that is not in `inner` to its first place, and drops those that have none.
  /// `bounds(row)` is what the query of a row lies in.
  template <class Bounds>
  void place(const Bounds& bounds, const PlacesOfRow<Query>& places_of, const InnerRegion& inner) {
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < at_first.count; ++i) {
      const std::uint32_t row = at_first.rows[i];
      if (kept != i) at_first.queries[kept] = at_first.queries[i];
      places[kept] = {};
      if (!inner.has(bounds(row))) {
        const MovedQueries<Query> all = places_of(row);
        if (all.view().empty()) continue;
        at_first.queries[kept] = all.view()[0];
        places[kept] = {static_cast<std::uint8_t>(all.view().size()), all.may_repeat()};
      }
      at_first.filters[kept] = at_first.filters[i];
      at_first.rows[kept++] = row;
    }
    at_first.count = kept;
  }

  /// Finds ids at the other places.
  /// Why one place at a time for the order of the trees: a row has it for each place in turn, and
  /// which of the places are walked together depends on the other queries.
  void walk_others(const PlacesOfRow<Query>& places_of, Overlaps which, Walk<Query> walk,
                   const BatchContext& context, BatchScratch& scratch) const {
    std::size_t most = 1;
    for (std::uint32_t i = 0; i < at_first.count; ++i)
      most = std::max<std::size_t>(most, places[i].count);
    const std::size_t step = which == Overlaps::in_tree_order ? 1 : kMaxPlaces;
    for (std::size_t first = 1; first < most; first += step)
      walk_places(first, step, places_of, walk, context, scratch);
  }

  /// As above, places `[first, first + count)`.
  void walk_places(std::size_t first, std::size_t count, const PlacesOfRow<Query>& places_of,
                   Walk<Query> walk, const BatchContext& context, BatchScratch& scratch) const {
    std::array<Query, kOtherQueries> queries;
    std::array<Filter, kOtherQueries> filters;
    std::array<std::uint32_t, kOtherQueries> numbers;  // in `at_first`
    std::uint32_t query_count = 0;
    const auto walk_all = [&] {
      const std::size_t before = scratch.writer.size();
      walk_trees<Query>({queries.data(), filters.data(), query_count, at_first.world_mask}, walk,
                        context, scratch);
      for (WalkHit* hit = scratch.found.data() + before; hit < scratch.writer.cursor; ++hit)
        hit->query = numbers[hit->query];
      query_count = 0;
    };
    for (std::uint32_t i = 0; i < at_first.count; ++i) {
      if (places[i].count <= first) continue;
      const MovedQueries<Query> all = places_of(at_first.rows[i]);
      const auto rest = all.view().subspan(first);
      for (const Query& query : rest.first(std::min(count, rest.size()))) {
        if (query_count == kOtherQueries) walk_all();
        queries[query_count] = query;
        filters[query_count] = at_first.filters[i];
        numbers[query_count++] = i;
      }
    }
    if (query_count > 0) walk_all();
  }

  /// Keeps one of equal ids of each query that may find an object at several places; these come
  /// last, in ascending order.
  void drop_repeats(BatchScratch& scratch) const {
    const auto may_repeat = [&](std::uint32_t query) { return places[query].may_repeat; };
    const auto all = std::span(places).first(at_first.count);
    if (std::none_of(all.begin(), all.end(), [](const Places& its) { return its.may_repeat; }))
      return;  // as nearly always: no look at the hits
    std::array<std::size_t, kPacketQueries> ends{};
    std::size_t repeated_count = 0;
    const std::span<WalkHit> found = found_hits(scratch);
    for (const WalkHit& hit : found) ends[hit.query] += may_repeat(hit.query) ? 1U : 0U;
    for (std::size_t& end : ends) end = std::exchange(repeated_count, repeated_count + end);
    if (repeated_count == 0) return;
    scratch.ids.ensure(repeated_count);
    ObjectId* const ids = scratch.ids.data();
    WalkHit* kept = scratch.found.data();
    for (const WalkHit& hit : found) {
      if (may_repeat(hit.query)) {
        ids[ends[hit.query]++] = hit.object;
      } else {
        *kept++ = hit;
      }
    }
    std::size_t first = 0;
    for (std::uint32_t i = 0; i < at_first.count; ++i) {
      std::sort(ids + first, ids + ends[i]);
      const ObjectId* const last = std::unique(ids + first, ids + ends[i]);
      for (const ObjectId* id = ids + first; id != last; ++id) *kept++ = {i, *id};
      first = ends[i];
    }
    scratch.writer.cursor = kept;
  }
};

/// Where the queries of a batch of overlaps come from.
template <class Query>
struct PlacedRows {
  QueryRows<Query> rows;  // in the plane
  // In a periodic world: where the queries of a packet are first, and all of their places.
  FunctionRef<void(const InnerRegion& inner, PeriodicPacket<Query>& packet)> place;
  PlacesOfRow<Query> places;
};

/// Finds the ids of all queries.
template <class Query>
void find_ids(const PlacedRows<Query>& queries, Walk<Query> walk, Overlaps which,
              const BatchContext& context, Batch& batch) {
  const auto in_plane = [&](BatchTasks& tasks) {
    tasks.run(kExpectedIds, HitValue::none,
              [&](std::size_t number, const BatchTasks::Range& range, BatchScratch& scratch) {
                BatchTasks::Packet<Query> packet;
                queries.rows.gather(tasks, range, packet);
                start_walk(scratch);
                walk_trees(packet.view(), walk, context, scratch);
                tasks.keep_ids(number, packet, which, scratch);
              });
  };
  const auto in_periodic_world = [&](BatchTasks& tasks) {
    const InnerRegion inner(context.trees);
    tasks.run(kExpectedIds, HitValue::none,
              [&](std::size_t number, const BatchTasks::Range& range, BatchScratch& scratch) {
                PeriodicPacket<Query> packet;
                queries.rows.gather(tasks, range, packet.at_first);
                queries.place(inner, packet);
                start_walk(scratch);
                walk_trees(packet.at_first.view(), walk, context, scratch);
                packet.walk_others(queries.places, which, walk, context, scratch);
                if (which != Overlaps::lowest_id) packet.drop_repeats(scratch);
                tasks.keep_ids(number, packet.at_first, which, scratch);
              });
  };
  run_on_threads(queries.rows.count, queries.rows.codes, context, batch, [&](BatchTasks& tasks) {
    context.trees.periods().has_any() ? in_periodic_world(tasks) : in_plane(tasks);
  });
}

/// What the query of a row is.
template <class Code, class Make, class Bounds, class Places>
struct OfRow {
  const Code& code;      // where it lies on the curve
  const Make& make;      // in the plane
  const Bounds& bounds;  // what it lies in
  const Places& places;  // in a periodic world
};
template <class Code, class Make, class Bounds, class Places>
OfRow(const Code&, const Make&, const Bounds&, const Places&) -> OfRow<Code, Make, Bounds, Places>;

/// Finds the ids of all queries; `of` says what the query of each row of `items` is.
template <class Query, class Items, class Row>
void find_ids_in_packets(const Items& items, const Row& of, Walk<Query> walk, Overlaps which,
                         const BatchContext& context, Batch& batch) {
  const auto codes = each_row(of.code);
  const auto gather = [&](const BatchTasks& tasks, const BatchTasks::Range& range,
                          BatchTasks::Packet<Query>& packet) {
    tasks.gather(range, items, of.make, packet);
  };
  const PlacesOfRow<Query> places_of(of.places);
  const auto place = [&](const InnerRegion& inner, PeriodicPacket<Query>& packet) {
    packet.place(of.bounds, places_of, inner);
  };
  find_ids<Query>({{items.size(), codes, gather}, place, places_of}, walk, which, context, batch);
}

/// Boxes as an array or as columns, or points.
template <class Items>
void find_in(const Items& items, Overlaps which, const BatchContext& context, Batch& batch) {
  const auto code = [&](std::size_t row, const MortonGrid& grid) {
    return code_of(items[row], grid, context.trees.origin());
  };
  const bool are_fat = context.sweeps.has_any();
  const bool touching = context.trees.touching();
  const auto box_at = [&](std::size_t row) {
    const Box box = box_of(items[row]);
    return are_fat ? fat_box(box, context.sweeps, row) : box;
  };
  const auto make = [&](std::size_t row, BoxQuery& query) {
    query.box = box_at(row);
    if (are_fat && !is_valid(query.box)) return false;
    return touching || narrow(query.box);
  };
  const auto bounds = [&](std::size_t row) { return bounds_in_double(box_at(row)); };
  const auto places = [&](std::size_t row) { return moved_box(box_at(row), context.trees); };
  find_ids_in_packets<BoxQuery>(items, OfRow{code, make, bounds, places},
                                context.kernels.walk_boxes, which, context, batch);
}

void find_in(std::span<const Circle> circles, Overlaps which, const BatchContext& context,
             Batch& batch) {
  const auto code = [&](std::size_t row, const MortonGrid& grid) {
    return grid.code(circles[row]);
  };
  const auto make = [&](std::size_t row, CircleQuery& query) {
    query = CircleQuery(circles[row], context.trees.touching());
    return true;
  };
  const auto bounds = [&](std::size_t row) { return bounds_in_double(circles[row]); };
  const auto places = [&](std::size_t row) { return moved_circle(circles[row], context.trees); };
  find_ids_in_packets<CircleQuery>(circles, OfRow{code, make, bounds, places},
                                   context.kernels.walk_circles, which, context, batch);
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
  const auto shape_at = [&](std::size_t row) -> Item {
    if constexpr (std::is_same_v<Item, Box>) {
      if (are_fat) return fat_box(items[row], context.sweeps, row);
    }
    return items[row];
  };
  const auto make = [&](std::size_t row, ConvexQuery& query) {
    const Item shape = shape_at(row);
    if constexpr (std::is_same_v<Item, Box>) {
      if (!is_valid(shape)) return false;
    }
    query = ConvexQuery(shape, relation);
    return true;
  };
  const auto bounds = [&](std::size_t row) { return bounds_in_double(shape_at(row)); };
  const auto places = [&](std::size_t row) {
    return moved_shape(shape_at(row), relation, context.trees);
  };
  find_ids_in_packets<ConvexQuery>(items, OfRow{code, make, bounds, places},
                                   context.kernels.walk_convex, which, context, batch);
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
  const auto visit = [&](const SingleSearch& search, std::size_t row,
                         const ErasedVisitor<ObjectId>& visitor) {
    Shape shape = items[row];
    if constexpr (std::same_as<Item, DoubleBox>) {
      if (context.sweeps.has_any()) shape = fat_box(items[row], context.sweeps, row);
    }
    relation == Relation::inside ? visit_inside(search, shape, visitor)
                                 : visit_overlaps(search, shape, visitor);
  };
  find_ids_of_rows(items.size(), each_row(code), visit, which, context, batch);
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
