// SPDX-License-Identifier: MIT
#include "query/single_queries.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <optional>
#include <variant>

#include "query/convex_query.hpp"
#include "query/estimated_radius.hpp"
#include "query/hidden_objects.hpp"

namespace quadphase::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Up to this many neighbors are found by a walk.
constexpr std::size_t kFewHits = tuned<std::size_t>(32, 4);

/// Memory for this many items, which is not initialized.
template <class Item, std::size_t kSize>
struct UninitializedArray {
  UninitializedArray() noexcept {}  // NOLINT: not `= default`, which would clear the items
  union {
    Item items[kSize];
  };
};

/// Passes the ids that a walk finds to a visitor, a page at a time.
class VisitingWriter : public ItemWriter<WalkHit> {
 public:
  VisitingWriter(const ErasedVisitor<ObjectId>& visitor, const DefaultFloatingPointMode& mode)
      : visitor_(visitor), mode_(mode) {
    cursor = page_.items;
    end = page_.items + kPage;
    refill = [](ItemWriter<WalkHit>& writer) { static_cast<VisitingWriter&>(writer).commit(); };
  }

  void start_tree(const TreeView& tree) {
    tree_ = &tree;
    tree_hits_ = cursor;
  }
  void end_tree() {
    cursor = drop_hidden(*tree_, tree_hits_, cursor, [](const WalkHit& hit) { return hit.object; });
    tree_hits_ = cursor;
  }

  /// Visits the hits of the page.
  void commit() {
    if (cursor == page_.items) return;  // there may be no tree
    end_tree();
    tree_hits_ = page_.items;
    ObjectId ids[kPage];
    std::size_t count = 0;
    for (const WalkHit* hit = page_.items; hit < cursor; ++hit) ids[count++] = hit->object;
    cursor = page_.items;
    if (!mode_.outside([&] { return visitor_.call(visitor_.target, {ids, count}); }))
      is_closed = true;
  }

 private:
  static constexpr std::size_t kPage = tuned<std::size_t>(256, 32);

  const ErasedVisitor<ObjectId>& visitor_;
  const DefaultFloatingPointMode& mode_;
  const TreeView* tree_ = nullptr;
  WalkHit* tree_hits_ = nullptr;  // where those of the tree begin
  UninitializedArray<WalkHit, kPage> page_;
};

template <class Query>
using Walk = void (*)(const TreeView&, const QueryPacket<Query>&, ItemWriter<WalkHit>&);

template <class Query>
void visit_found(const SingleSearch& search, Walk<Query> walk, const Query& query,
                 const ErasedVisitor<ObjectId>& visitor) {
  if (!search.trees.may_find(search.filter)) return;
  VisitingWriter writer(visitor, search.mode);
  for (const TreeView* tree : search.trees.view()) {
    if (writer.is_closed) return;
    writer.start_tree(*tree);
    walk(*tree, search.packet(query), writer);
    writer.end_tree();
  }
  if (!writer.is_closed) writer.commit();
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

/// All hits of a query after one of them, sorted, in memory of the engine's resource.
class RemainingHits {
 public:
  explicit RemainingHits(std::pmr::memory_resource* resource)
      : candidates_(resource), hits_(resource) {}

  /// `measure(box)` is negative if the box is not hit. Errors: `std::bad_alloc`.
  template <class Query, class Measure>
  [[nodiscard]] std::span<const Hit> find(const SingleSearch& search, Walk<Query> walk,
                                          const Query& query, const Measure& measure,
                                          const Hit& after) {
    std::size_t count = 0;
    for (const TreeView* tree : search.trees.view()) {
      ArrayWriter<WalkHit> writer;
      writer.restart_in(candidates_);
      walk(*tree, search.packet(query), writer);
      const std::size_t most = count + writer.size();
      if (most > hits_.capacity()) hits_.grow(count, most + most / 2);
      for (const WalkHit& candidate : candidates_.first(writer.size())) {
        const double value = measure(box_at(tree->objects, candidate.object));
        const Hit hit{value, tree->ids[candidate.object]};
        if (value >= 0 && after < hit && !is_hidden(*tree, hit.id)) hits_[count++] = hit;
      }
    }
    const std::span<Hit> hits = hits_.first(count);
    std::sort(hits.begin(), hits.end());
    return hits;
  }

 private:
  Buffer<WalkHit> candidates_;
  Buffer<Hit> hits_;
};

/// Visits hits in their order: the first few hundred page by page, where each page is a search for
/// the best after the last; then all others at once. `find_rest(hits, after)` returns these.
/// Why pages: they need no memory, and little work if the visitor stops early.
/// Why all others: n hits in pages are n / 1,024 searches of all of them. That is done only if
/// there is no memory. Tried, 100,000 equal boxes: `for_each_hit` 9 s instead of 0.015.
template <class FindBest, class FindRest>
void visit_in_order(const SingleSearch& search, const FindBest& find_best,
                    const FindRest& find_rest, const double& max_distance,
                    const ErasedVisitor<Hit>& visitor, Hit after = {-1, 0}) {
  const DefaultFloatingPointMode& mode = search.mode;
  bool keep_going =
      visit_page<tuned<std::size_t>(16, 2)>(find_best, max_distance, visitor, mode, after) &&
      visit_page<tuned<std::size_t>(64, 4)>(find_best, max_distance, visitor, mode, after) &&
      visit_page<tuned<std::size_t>(256, 8)>(find_best, max_distance, visitor, mode, after);
  if (!keep_going) return;
  RemainingHits rest(search.resource);
  std::optional<std::span<const Hit>> hits;
  try {
    hits = find_rest(rest, after);
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

/// All hits of a query, if they are few: found by one walk.
class FewHits {
 public:
  /// False if they are too many. `measure(box)` is negative if the box is not hit.
  template <class Query, class Measure>
  [[nodiscard]] bool find(const SingleSearch& search, Walk<Query> walk, const Query& query,
                          const Measure& measure) {
    count_ = 0;
    for (const TreeView* tree : search.trees.view()) {
      ItemWriter<WalkHit> writer;
      writer.cursor = candidates_.items;
      writer.end = candidates_.items + kMaxCandidates;
      writer.refill = [](ItemWriter<WalkHit>& full) { full.is_closed = true; };
      walk(*tree, search.packet(query), writer);
      const auto found = static_cast<std::size_t>(writer.cursor - candidates_.items);
      if (writer.is_closed || count_ + found > kMaxCandidates) return false;
      for (const WalkHit* candidate = candidates_.items; candidate < writer.cursor; ++candidate) {
        values_[count_] = measure(box_at(tree->objects, candidate->object));
        ids_[count_] = tree->ids[candidate->object];
        count_ += values_[count_] >= 0 && !is_hidden(*tree, ids_[count_]) ? 1U : 0U;
      }
    }
    return true;
  }

  [[nodiscard]] std::size_t count() const { return count_; }

  /// The best, up to `most`, sorted.
  [[nodiscard]] std::span<const Hit> best(std::size_t most, const Kernels& kernels) {
    return {hits_.items, kernels.select_best(values_, ids_, count_, most, hits_.items)};
  }

 private:
  static constexpr std::size_t kMaxCandidates = tuned<std::size_t>(192, 32);

  UninitializedArray<WalkHit, kMaxCandidates> candidates_;
  double values_[kMaxCandidates + kFanout];
  ObjectId ids_[kMaxCandidates + kFanout];
  UninitializedArray<Hit, kMaxCandidates> hits_;
  std::size_t count_ = 0;
};

void find_best_hits(const SingleSearch& search, const CastQuery& query, BestHits& best) {
  for (const TreeView* tree : search.trees.view()) {
    if (best.stops_when_full && best.is_full()) return;
    search.kernels.find_best_hits(*tree, search.packet(query), best);
  }
}

void find_best_near(const SingleSearch& search, const Point& point, BestHits& best) {
  const NearestQuery query{point};
  for (const TreeView* tree : search.trees.view())
    search.kernels.find_best_near(*tree, search.packet(query), best);
}

/// The few objects nearest to a point, up to a radius: found by a walk up to the estimated radius.
/// Empty if the estimate is no use.
/// Why: in a search, each step depends on the node loaded before; in a walk, loads are independent.
[[nodiscard]] std::optional<std::size_t> find_few_near(const SingleSearch& search,
                                                       const Point& point, double radius,
                                                       std::span<Hit> nearest) {
  if (search.trees.view().size() != 1) return std::nullopt;
  const TreeView& tree = *search.trees.view().front();
  if (tree.is_filtered()) return std::nullopt;  // a leaf is no guide
  const double search_distance = estimated_radius(tree, point, nearest.size(), search.kernels);
  FewHits few;
  for (const double times : {1.0, 1.6}) {
    const double limit = branchless_min(radius, times * search_distance);
    if (!(limit > 0 && limit < kInfinity)) return std::nullopt;
    const auto measure = [&](const Box& target) {
      const double distance = std::sqrt(squared_distance(point, target));
      return distance <= limit ? distance : -1;
    };
    if (!few.find(search, search.kernels.walk_near, CircleQuery(point, limit), measure))
      return std::nullopt;
    if (few.count() < nearest.size() && limit < radius) continue;
    const std::span<const Hit> best = few.best(nearest.size(), search.kernels);
    std::copy(best.begin(), best.end(), nearest.begin());
    return best.size();
  }
  return std::nullopt;
}

}  // namespace

void visit_overlaps(const SingleSearch& search, const Shape& shape,
                    const ErasedVisitor<ObjectId>& visitor) {
  if (const auto* const box = std::get_if<Box>(&shape.value())) {
    BoxQuery query{*box};
    if (quadphase::is_valid(*box) && (search.trees.touching() || narrow(query.box)))
      visit_found(search, search.kernels.walk_boxes, query, visitor);
  } else if (const auto* const circle = std::get_if<Circle>(&shape.value())) {
    if (is_valid(*circle))
      visit_found(search, search.kernels.walk_circles,
                  CircleQuery(*circle, search.trees.touching()), visitor);
  } else if (is_valid(shape)) {
    visit_found(search, search.kernels.walk_convex, ConvexQuery(shape, Relation::overlaps),
                visitor);
  }
}

void visit_inside(const SingleSearch& search, const Shape& shape,
                  const ErasedVisitor<ObjectId>& visitor) {
  if (is_valid(shape))
    visit_found(search, search.kernels.walk_convex, ConvexQuery(shape, Relation::inside), visitor);
}

void visit_hits(const SingleSearch& search, const Cast& cast, const ErasedVisitor<Hit>& visitor,
                const double* max_fraction) {
  CastQuery query(cast);
  if (!query.is_valid() || !search.trees.may_find(search.filter)) return;
  query.limit_to(query.max_fraction);
  const auto measure = [&](const Box& box) { return query.entry_fraction(box); };
  const auto find_best = [&](BestHits& best) { find_best_hits(search, query, best); };
  const auto find_rest = [&](RemainingHits& rest, const Hit& after) {
    if (max_fraction != nullptr) query.limit_to(std::min(query.max_fraction, *max_fraction));
    return rest.find(search, search.kernels.walk_casts, query, measure, after);
  };
  if (max_fraction != nullptr) {
    // Why a small page: most casts are clipped by one of the first hits.
    // Tried, segments against discs in 100,000 boxes: pages of 1, 2 and 8 first take 1.3, 1.0 and
    // 1.2 times as long as 4.
    Hit after{-1, 0};
    if (visit_page<4>(find_best, *max_fraction, visitor, search.mode, after))
      visit_in_order(search, find_best, find_rest, *max_fraction, visitor, after);
    return;
  }
  FewHits few;
  if (few.find(search, search.kernels.walk_casts, query, measure)) {
    const std::span<const Hit> hits = few.best(few.count(), search.kernels);
    if (!hits.empty()) search.mode.outside([&] { return visitor.call(visitor.target, hits); });
  } else {
    visit_in_order(search, find_best, find_rest, kInfinity, visitor);
  }
}

bool find_hit(const SingleSearch& search, const Cast& cast, bool takes_any, Hit& hit) {
  CastQuery query(cast);
  if (!query.is_valid() || !search.trees.may_find(search.filter)) return false;
  query.limit_to(query.max_fraction);
  BestHits best({&hit, 1});
  best.stops_when_full = takes_any;
  find_best_hits(search, query, best);
  return best.is_full();
}

void visit_nearest(const SingleSearch& search, const Point& point, float radius,
                   const ErasedVisitor<Hit>& visitor) {
  if (!(radius >= 0) || !is_finite(point) || !search.trees.may_find(search.filter)) return;
  const double limit = to_double(radius);
  const auto measure = [&](const Box& box) {
    const double distance = std::sqrt(squared_distance(point, box));
    return distance <= limit ? distance : -1;
  };
  const auto find_rest = [&](RemainingHits& rest, const Hit& after) {
    return rest.find(search, search.kernels.walk_near, CircleQuery(point, limit), measure, after);
  };
  visit_in_order(
      search, [&](BestHits& best) { find_best_near(search, point, best); }, find_rest, limit,
      visitor);
}

std::size_t find_nearest(const SingleSearch& search, const Point& point, float radius,
                         std::span<Hit> nearest) {
  if (!(radius >= 0) || !is_finite(point) || nearest.empty() ||
      !search.trees.may_find(search.filter))
    return 0;
  if (nearest.size() <= kFewHits) {
    const auto count = find_few_near(search, point, to_double(radius), nearest);
    if (count) return *count;
  }
  BestHits best(nearest);
  best.max_distance = to_double(radius);
  find_best_near(search, point, best);
  return best.sort().size();
}

}  // namespace quadphase::detail
