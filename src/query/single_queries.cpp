// SPDX-License-Identifier: MIT
#include "query/single_queries.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <optional>
#include <variant>

#include "query/estimated_radius.hpp"
#include "query/moved_queries.hpp"
#include "query/single_hits.hpp"
#include "shapes/convex_query.hpp"

namespace quadphase::detail {
namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

/// Up to this many neighbors are found by a walk.
constexpr std::size_t kFewHits = tuned<std::size_t>(32, 4);

/// Whether a walk for the nearest is faster than a search, if boxes are as dense everywhere. Where
/// they are not, the search is faster, so it has the undecided cases; see docs/performance.md.
[[nodiscard]] bool is_walk_faster(const TreeView& tree, std::size_t neighbor_count) {
  constexpr std::size_t kLeast = tuned<std::size_t>(32, 2);
  return neighbor_count << tree.level_count >= kLeast;
}

template <class Query>
void walk_tree(const SingleSearch& search, WalkKernel<Query> walk, const Query& query,
               const TreeView& tree, VisitingWriter& writer) {
  walk(tree, search.packet(query), writer);
}
void walk_tree(const SingleSearch& search, WalkKernel<CastQuery> walk, const DoubleQuery& query,
               const TreeView& tree, VisitingWriter& writer) {
  const Origin& origin = search.trees.origin_of(tree);
  const CastQuery near = query.near(origin);
  writer.decide_by(query, origin);
  walk(tree, search.packet(near), writer);
}

template <class Walk, class Query>
void visit_found(const SingleSearch& search, const Walk& walk, std::span<const Query> queries,
                 const ErasedVisitor<ObjectId>& visitor) {
  if (!search.trees.may_find(search.filter)) return;
  VisitingWriter writer(visitor, search.mode);
  for (const Query& query : queries) {
    for (const TreeView* tree : search.trees.view()) {
      if (writer.is_closed) return;
      writer.start_tree(*tree);
      walk_tree(search, walk, query, *tree, writer);
      writer.end_tree();
    }
  }
  if (!writer.is_closed) writer.commit();
}

/// As above, in a periodic world: each object once, though several of the queries may find it.
template <class Walk, class Query>
void visit_found(const SingleSearch& search, const Walk& walk, const MovedQueries<Query>& moved,
                 const ErasedVisitor<ObjectId>& visitor) {
  if (!moved.may_repeat()) return visit_found(search, walk, moved.view(), visitor);
  Buffer<ObjectId> ids(search.resource);
  std::size_t count = 0;
  auto keep = [&](std::span<const ObjectId> found) {
    if (count + found.size() > ids.capacity()) ids.grow(count, 2 * (count + found.size()));
    std::copy(found.begin(), found.end(), ids.data() + count);
    count += found.size();
  };
  visit_found(search, walk, moved.view(), keeping<ObjectId>(keep));
  const std::span<ObjectId> found = ids.first(count);
  std::sort(found.begin(), found.end());
  const std::span<const ObjectId> unique(found.begin(), std::unique(found.begin(), found.end()));
  if (!unique.empty()) search.mode.outside([&] { return visitor.call(visitor.target, unique); });
}

/// Visits the hits after `after` in their order, as many as the page holds; false if there are no
/// more, or the visitor stops. The visitor may lower `max_distance`.
template <std::size_t kSize, class FindBest>
[[nodiscard]] bool visit_page(const FindBest& find_best, const double& max_distance,
                              const ErasedVisitor<Hit>& visitor,
                              const DefaultFloatingPointMode& mode, Hit& after) {
  UninitializedArray<Hit, kSize> page;
  BestHits best(page.items);
  best.after = after;
  best.max_distance = max_distance;
  find_best(best);
  const std::span<const Hit> hits = best.sort();
  if (hits.empty()) return false;
  after = hits.back();
  return mode.outside([&] { return visitor.call(visitor.target, hits); }) && hits.size() == kSize;
}

/// Visits hits in their order: the first few hundred page by page, where each page is a search for
/// the best after the last; then all others at once, which `add_rest(hits)` adds.
/// Why pages: they need no memory, and little work if the visitor stops early.
/// Why all others: n hits in pages take n / 1,024 searches through all of them. Pages go on only if
/// there is no memory. Tried, with 100,000 equal boxes: `for_each_hit` takes 9 s instead of 0.015.
template <class FindBest, class FindRest>
void visit_in_order(const SingleSearch& search, const FindBest& find_best, const FindRest& add_rest,
                    const double& max_distance, const ErasedVisitor<Hit>& visitor,
                    Hit after = {-1, 0}) {
  const DefaultFloatingPointMode& mode = search.mode;
  bool keep_going =
      visit_page<tuned<std::size_t>(16, 2)>(find_best, max_distance, visitor, mode, after) &&
      visit_page<tuned<std::size_t>(64, 4)>(find_best, max_distance, visitor, mode, after) &&
      visit_page<tuned<std::size_t>(256, 8)>(find_best, max_distance, visitor, mode, after);
  if (!keep_going) return;
  RemainingHits rest(search.resource, after);
  std::optional<std::span<const Hit>> hits;
  try {
    add_rest(rest);
    hits = rest.sort();
  } catch (const std::bad_alloc&) {  // pages need no memory
  }
  if (hits) {
    if (!hits->empty()) mode.outside([&] { return visitor.call(visitor.target, *hits); });
    return;
  }
  while (keep_going)
    keep_going =
        visit_page<tuned<std::size_t>(1'024, 16)>(find_best, max_distance, visitor, mode, after);
}

/// The value of an object for query `i` of several.
[[nodiscard]] double measure_one(std::span<const CastQuery> queries, std::size_t i,
                                 const TreeView& tree, std::size_t position) {
  return queries.size() == 1 ? queries[0].entry_fraction(box_at(tree.objects, position))
                             : measure_image(queries, i, tree, position);
}
[[nodiscard]] double measure_one(std::span<const NearestQuery> queries, std::size_t i,
                                 const TreeView& tree, std::size_t position) {
  return queries.size() == 1 ? distance_of(queries[0], tree, position)
                             : measure_image(queries, i, tree, position);
}

/// Searches for the best hits of a query in a tree.
template <class Query>
void find_best_in(const SingleSearch& search, const TreeView& tree, const Query& query,
                  void (*find)(const TreeView&, const QueryPacket<Query>&, BestHits&),
                  BestHits& best) {
  find(tree, search.packet(query), best);
}
void find_best_in(const SingleSearch& search, const TreeView& tree, const NearestQuery& query,
                  void (*find)(const TreeView&, const QueryPacket<NearestQuery>&, BestHits&),
                  BestHits& best) {
  const Origin& origin = search.trees.origin_of(tree);
  if (query.shape == nullptr || !query.shape->must_move_to(origin))
    return find(tree, search.packet(query), best);
  const NearestShape near = query.shape->near(origin);
  find(tree, search.packet(near.query()), best);
}

/// Searches for the best hits of some queries, of which there are several in a periodic world.
/// `find(tree, packet, best)` is a kernel.
template <class Query>
void find_best(const SingleSearch& search, const std::span<const Query>& queries,
               void (*find)(const TreeView&, const QueryPacket<Query>&, BestHits&),
               BestHits& best) {
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const ImageRule rule = image_rule(queries, i);
    best.images = queries.size() > 1 ? &rule : nullptr;
    for (const TreeView* tree : search.trees.view()) {
      if (best.stops_when_full && best.is_full()) return;
      find_best_in(search, *tree, queries[i], find, best);
    }
  }
}

/// The few objects nearest to a point, up to a radius: found by a walk up to the estimated radius.
/// Empty if the estimate is of no use.
/// Why: in a search, each step depends on the node loaded before; in a walk, loads are independent.
[[nodiscard]] std::optional<std::size_t> find_few_near(const SingleSearch& search,
                                                       const Point& point, double radius,
                                                       std::span<Hit> nearest) {
  if (search.trees.view().size() != 1) return std::nullopt;
  const TreeView& tree = *search.trees.view().front();
  if (tree.is_filtered()) return std::nullopt;  // a leaf is no guide
  if (!is_walk_faster(tree, nearest.size())) return std::nullopt;
  const double search_distance = estimated_radius(tree, point, nearest.size(), search.kernels);
  FewHits few;
  for (const double times : {1.0, 1.6}) {
    few.clear();
    const double limit = branchless_min(radius, times * search_distance);
    if (!(limit > 0 && limit < kNoLimit)) return std::nullopt;
    const auto measure = [&](const TreeView& target, std::size_t position) {
      const double distance = distance_of(point, box_at(target.objects, position));
      return distance <= limit ? distance : -1;
    };
    if (!few.add(search, search.kernels.walk_near, CircleQuery(point, limit), measure))
      return std::nullopt;
    if (few.count() < nearest.size() && limit < radius) {
      if (2 * few.count() < nearest.size()) return std::nullopt;  // the leaf was no guide
      continue;
    }
    const std::span<const Hit> best = few.best(nearest.size(), search.kernels);
    std::copy(best.begin(), best.end(), nearest.begin());
    return best.size();
  }
  return std::nullopt;
}

/// Visits the hits of some queries, of which there are several in a periodic world.
void visit_all_hits(const SingleSearch& search, std::span<CastQuery> queries,
                    const ErasedVisitor<Hit>& visitor, const double* max_fraction) {
  const std::span<const CastQuery> all = queries;
  const auto find_best_hits = [&](BestHits& best) {
    find_best(search, all, search.kernels.find_best_hits, best);
  };
  const auto add_all = [&](auto& hits) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto measure = [&](const TreeView& tree, std::size_t position) {
        return measure_one(all, i, tree, position);
      };
      if (!hits.add(search, search.kernels.walk_casts, all[i], measure)) return false;
    }
    return true;
  };
  const auto add_rest = [&](RemainingHits& rest) {
    if (max_fraction != nullptr) {
      for (CastQuery& query : queries) query.limit_to(std::min(query.max_fraction, *max_fraction));
    }
    add_all(rest);
  };
  if (max_fraction != nullptr) {
    // Why a small page: most casts are clipped by one of the first hits.
    // Tried, segments against discs in 100,000 boxes: a first page of 1, 2 and 8 hits takes 1.3,
    // 1.0 and 1.2 times as long as one of 4.
    Hit after{-1, 0};
    if (visit_page<4>(find_best_hits, *max_fraction, visitor, search.mode, after))
      visit_in_order(search, find_best_hits, add_rest, *max_fraction, visitor, after);
    return;
  }
  FewHits few;
  if (add_all(few)) {
    const std::span<const Hit> hits = few.best(few.count(), search.kernels);
    if (!hits.empty()) search.mode.outside([&] { return visitor.call(visitor.target, hits); });
  } else {
    visit_in_order(search, find_best_hits, add_rest, kNoLimit, visitor);
  }
}

/// Calls `find(queries)` for a valid cast: it is one query, or several in a periodic world.
template <class Find>
void with_queries(const SingleSearch& search, const Cast& cast, const Find& find) {
  if (!search.trees.may_find(search.filter)) return;
  if (search.trees.periods().has_any()) {
    MovedQueries<CastQuery> moved = moved_cast(cast, search.trees);
    find(moved.view());
  } else {
    CastQuery query(cast);
    if (!query.is_valid()) return;
    query.limit_to(query.max_fraction);
    find(std::span(&query, 1));
  }
}

/// The same for a shape whose nearest objects are wanted.
template <class Find>
void with_queries(const SingleSearch& search, const Shape& shape, const Find& find) {
  if (!is_searchable(shape) || !search.trees.may_find(search.filter)) return;
  if (search.trees.periods().has_any()) {
    const MovedShapes moved(shape, search.trees);
    find(moved.view());
  } else if (const auto* const box = std::get_if<Box>(&shape.value())) {
    const NearestQuery query{*box};
    find(std::span(&query, 1));
  } else {
    const NearestShape its_shape(shape, search.trees.origin());
    const NearestQuery query = its_shape.query();
    find(std::span(&query, 1));
  }
}

void visit_overlaps_of_images(const SingleSearch& search, const Shape& shape,
                              const ErasedVisitor<ObjectId>& visitor) {
  const SearchedTrees& trees = search.trees;
  if (const auto* const box = std::get_if<Box>(&shape.value())) {
    visit_found(search, search.kernels.walk_boxes, moved_box(*box, trees), visitor);
  } else if (const auto* const circle = std::get_if<Circle>(&shape.value())) {
    visit_found(search, search.kernels.walk_circles, moved_circle(*circle, trees), visitor);
  } else {
    visit_found(search, search.kernels.walk_convex, moved_shape(shape, Relation::overlaps, trees),
                visitor);
  }
}

void visit_double(const SingleSearch& search, const Shape& shape, Relation relation,
                  const ErasedVisitor<ObjectId>& visitor) {
  if (!is_valid(shape)) return;
  if (search.trees.periods().has_any())
    return visit_found(search, search.kernels.walk_casts,
                       moved_double(shape, relation, search.trees), visitor);
  const DoubleQuery query(shape, relation, search.trees.touching());
  visit_found(search, search.kernels.walk_casts, std::span(&query, 1), visitor);
}

}  // namespace

void visit_overlaps(const SingleSearch& search, const Shape& shape,
                    const ErasedVisitor<ObjectId>& visitor) {
  const auto visit = [&](auto walk, const auto& query) {
    visit_found(search, walk, std::span(&query, 1), visitor);
  };
  if (is_double(shape)) {
    visit_double(search, shape, Relation::overlaps, visitor);
  } else if (search.trees.periods().has_any()) {
    visit_overlaps_of_images(search, shape, visitor);
  } else if (const auto* const box = std::get_if<Box>(&shape.value())) {
    BoxQuery query{*box};
    if (quadphase::is_valid(*box) && (search.trees.touching() || narrow(query.box)))
      visit(search.kernels.walk_boxes, query);
  } else if (const auto* const circle = std::get_if<Circle>(&shape.value())) {
    if (is_valid(*circle))
      visit(search.kernels.walk_circles, CircleQuery(*circle, search.trees.touching()));
  } else if (is_valid(shape)) {
    visit(search.kernels.walk_convex, ConvexQuery(shape, Relation::overlaps));
  }
}

void visit_inside(const SingleSearch& search, const Shape& shape,
                  const ErasedVisitor<ObjectId>& visitor) {
  if (is_double(shape)) {
    visit_double(search, shape, Relation::inside, visitor);
  } else if (search.trees.periods().has_any()) {
    visit_found(search, search.kernels.walk_convex,
                moved_shape(shape, Relation::inside, search.trees), visitor);
  } else if (is_valid(shape)) {
    const ConvexQuery query(shape, Relation::inside);
    visit_found(search, search.kernels.walk_convex, std::span(&query, 1), visitor);
  }
}

void visit_hits(const SingleSearch& search, const Cast& cast, const ErasedVisitor<Hit>& visitor,
                const double* max_fraction) {
  with_queries(search, cast, [&](std::span<CastQuery> queries) {
    visit_all_hits(search, queries, visitor, max_fraction);
  });
}

bool find_hit(const SingleSearch& search, const Cast& cast, bool takes_any, Hit& hit) {
  BestHits best({&hit, 1});
  best.stops_when_full = takes_any;
  with_queries(search, cast, [&](std::span<const CastQuery> queries) {
    const Kernels& kernels = search.kernels;
    find_best(search, queries, takes_any ? kernels.find_any_hit : kernels.find_best_hits, best);
  });
  return best.is_full();
}

void visit_nearest(const SingleSearch& search, const Shape& shape, double radius,
                   const ErasedVisitor<Hit>& visitor) {
  if (!(radius >= 0)) return;
  with_queries(search, shape, [&](const std::span<const NearestQuery>& queries) {
    const auto add_rest = [&](RemainingHits& rest) {
      for (std::size_t i = 0; i < queries.size(); ++i) {
        const auto measure = [&](const TreeView& tree, std::size_t position) {
          const double distance = measure_one(queries, i, tree, position);
          return distance <= radius ? distance : -1;
        };
        if (queries[i].is_point()) {
          const CircleQuery circle(queries[i].point(), radius);
          rest.add(search, search.kernels.walk_near, circle, measure);
        } else {
          rest.add(search, search.kernels.walk_casts, NearbyQuery{queries[i], radius}, measure);
        }
      }
    };
    visit_in_order(
        search,
        [&](BestHits& best) { find_best(search, queries, search.kernels.find_best_near, best); },
        add_rest, radius, visitor);
  });
}

std::size_t find_nearest(const SingleSearch& search, const Shape& shape, double radius,
                         std::span<Hit> nearest) {
  if (!(radius >= 0) || nearest.empty()) return 0;
  std::size_t count = 0;
  with_queries(search, shape, [&](const std::span<const NearestQuery>& queries) {
    if (nearest.size() <= kFewHits && queries.size() == 1 && queries[0].is_point()) {
      const auto few = find_few_near(search, queries[0].point(), radius, nearest);
      if (few) {
        count = *few;
        return;
      }
    }
    BestHits best(nearest);
    best.max_distance = radius;
    find_best(search, queries, search.kernels.find_best_near, best);
    count = best.sort().size();
  });
  return count;
}

}  // namespace quadphase::detail
