// SPDX-License-Identifier: MIT
// The queries of the public face, one at a time.
#include "quadphase/queries.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "base/floating_point_mode.hpp"
#include "engine.hpp"
#include "quadphase/broad_phase.hpp"
#include "query/expected_reach.hpp"
#include "query/searched_trees.hpp"

namespace quadphase {

using namespace detail;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// So few neighbors are walked for.
constexpr std::size_t kFewHits = 32;

/// Memory for so many items, which is not cleared.
template <class Item, std::size_t kSize>
struct Page {
  Page() noexcept {}  // NOLINT: not `= default`, which would clear the items
  union {
    Item items[kSize];
  };
};

/// Hands over the ids that a walk finds, a page at a time.
class VisitingWriter : public PairWriter {
 public:
  using Call = bool (*)(void* target, std::span<const ObjectId> ids);

  VisitingWriter(void* target, Call call, const DefaultFloatingPointMode& mode)
      : target_(target), call_(call), mode_(mode) {
    cursor = page_.items;
    end = page_.items + kPage;
    refill = [](PairWriter& writer) { static_cast<VisitingWriter&>(writer).commit(); };
  }

  void commit() {
    if (cursor == page_.items) return;
    ObjectId ids[kPage];
    std::size_t count = 0;
    for (const Pair* hit = page_.items; hit < cursor; ++hit) ids[count++] = hit->second;
    cursor = page_.items;
    if (!mode_.outside([&] { return call_(target_, {ids, count}); })) is_closed = true;
  }

 private:
  static constexpr std::size_t kPage = 256;

  void* target_;
  Call call_;
  const DefaultFloatingPointMode& mode_;
  Page<Pair, kPage> page_;
};

template <class Query>
using Walk = void (*)(const TreeView&, const QueryGroup<Query>&, PairWriter&);

template <class Query, class Visitor>
void visit_found(const SearchedTrees& trees, Walk<Query> walk, const Query& query,
                 const Filter& filter, const Visitor& visitor,
                 const DefaultFloatingPointMode& mode) {
  if (trees.are_ruled_out(filter)) return;
  VisitingWriter writer(visitor.target, visitor.call, mode);
  for (const TreeView* tree : trees.view()) {
    if (!writer.is_closed) walk(*tree, {&query, &filter, 1}, writer);
  }
  if (!writer.is_closed) writer.commit();
}

/// Visits the hits behind `after` in their order, as many as the page holds; false where there are
/// no more, or the visitor has seen enough.
template <std::size_t kSize, class Search, class Visitor>
[[nodiscard]] bool visit_page(const Search& search, const Visitor& visitor,
                              const DefaultFloatingPointMode& mode, Hit& after) {
  Page<Hit, kSize> page;
  BestHits best(page.items);
  best.after = after;
  search(best);
  const std::span<const Hit> hits = best.finish();
  if (hits.empty()) return false;
  after = hits.back();
  return mode.outside([&] { return visitor.call(visitor.target, hits); }) && hits.size() == kSize;
}

/// Visits hits in their order, page by page: each page is a search for the best behind the last.
/// Why: without memory for all, and no more work than needed where the visitor stops early.
template <class Search, class Visitor>
void visit_in_order(const Search& search, const Visitor& visitor,
                    const DefaultFloatingPointMode& mode) {
  Hit after{-1, 0};
  bool keep_going = visit_page<16>(search, visitor, mode, after) &&
                    visit_page<64>(search, visitor, mode, after) &&
                    visit_page<256>(search, visitor, mode, after);
  while (keep_going) keep_going = visit_page<1'024>(search, visitor, mode, after);
}

/// All hits of a query, where they are few: found by one walk.
class FewHits {
 public:
  /// False where they are too many. `measure(box)` is negative where there is no hit.
  template <class Query, class Measure>
  [[nodiscard]] bool find(const SearchedTrees& trees, Walk<Query> walk, const Query& query,
                          const Filter& filter, const Measure& measure) {
    count_ = 0;
    for (const TreeView* tree : trees.view()) {
      PairWriter writer;
      writer.cursor = finds_.items;
      writer.end = finds_.items + kMost;
      writer.refill = [](PairWriter& full) { full.is_closed = true; };
      walk(*tree, {&query, &filter, 1}, writer);
      const auto found = static_cast<std::size_t>(writer.cursor - finds_.items);
      if (writer.is_closed || count_ + found > kMost) return false;
      for (const Pair* find = finds_.items; find < writer.cursor; ++find) {
        distances_[count_] = measure(box_at(tree->objects, find->second));
        ids_[count_] = tree->ids[find->second];
        count_ += distances_[count_] >= 0 ? 1U : 0U;
      }
    }
    return true;
  }

  [[nodiscard]] std::size_t count() const { return count_; }

  /// The best, up to `most`, sorted.
  [[nodiscard]] std::span<const Hit> best(std::size_t most, const Kernels& kernels) {
    return {hits_.items, kernels.select_best(distances_, ids_, count_, most, hits_.items)};
  }

 private:
  static constexpr std::size_t kMost = 192;

  Page<Pair, kMost> finds_;
  double distances_[kMost + kFanout];
  ObjectId ids_[kMost + kFanout];
  Page<Hit, kMost> hits_;
  std::size_t count_ = 0;
};

/// Searches a cast in all trees.
void find_best_hits(const Engine& engine, const SearchedTrees& trees, const CastQuery& query,
                    const Filter& filter, BestHits& best) {
  for (const TreeView* tree : trees.view()) {
    if (best.stops_when_full && best.is_full()) return;
    engine.kernels.find_best_hits(*tree, query, filter, best);
  }
}

/// The best hit of a cast, or any.
std::optional<Hit> find_one_hit(const Engine& engine, const Cast& cast, const Filter& filter,
                                bool takes_any) {
  const DefaultFloatingPointMode mode;
  const SearchedTrees trees(engine);
  CastQuery query(cast);
  if (!query.is_valid() || trees.are_ruled_out(filter)) return std::nullopt;
  query.look_up_to(query.max_distance);
  Hit hit;
  BestHits best({&hit, 1});
  best.stops_when_full = takes_any;
  find_best_hits(engine, trees, query, filter, best);
  return best.is_full() ? std::optional(hit) : std::nullopt;
}

void find_best_near(const Engine& engine, const SearchedTrees& trees, const Point& point,
                    const Filter& filter, BestHits& best) {
  for (const TreeView* tree : trees.view())
    engine.kernels.find_best_near(*tree, NearestQuery{point}, filter, best);
}

/// The few objects nearest to a point, up to a radius: a walk as far as they should reach, going by
/// a leaf near the point. Nothing where that is wrong.
/// Why: a search waits for each node before it knows the next; a walk does not.
[[nodiscard]] std::optional<std::size_t> find_few_near(const Engine& engine,
                                                       const SearchedTrees& trees,
                                                       const Point& point, const Filter& filter,
                                                       double radius, std::span<Hit> nearest) {
  const TreeView* const tree = trees.only();
  if (tree == nullptr || tree->is_filtered()) return std::nullopt;  // a leaf would tell little
  const double reach = expected_reach(*tree, point, nearest.size(), engine.kernels);
  FewHits few;
  for (const double times : {1.0, 1.6}) {
    const double limit = lesser(radius, times * reach);
    if (!(limit > 0 && limit < kInfinity)) return std::nullopt;
    const auto measure = [&](const Box& target) {
      const double distance = std::sqrt(squared_distance(point, target));
      return distance <= limit ? distance : -1;
    };
    if (!few.find(trees, engine.kernels.walk_near, CircleQuery(point, limit), filter, measure))
      return std::nullopt;
    if (few.count() < nearest.size() && limit < radius) continue;
    const std::span<const Hit> best = few.best(nearest.size(), engine.kernels);
    std::copy(best.begin(), best.end(), nearest.begin());
    return best.size();
  }
  return std::nullopt;
}

}  // namespace

void BroadPhase::visit_ids(const Box& box, const Filter& filter, Erased<ObjectId> visitor) const {
  const DefaultFloatingPointMode mode;
  if (!is_valid(box)) return;
  visit_found(SearchedTrees(*engine_), engine_->kernels.walk_boxes, BoxQuery{box}, filter, visitor,
              mode);
}

void BroadPhase::visit_ids(const Circle& circle, const Filter& filter,
                           Erased<ObjectId> visitor) const {
  const DefaultFloatingPointMode mode;
  if (!is_valid(circle)) return;
  visit_found(SearchedTrees(*engine_), engine_->kernels.walk_circles, CircleQuery(circle), filter,
              visitor, mode);
}

void BroadPhase::visit_hits(const Cast& cast, const Filter& filter, Erased<Hit> visitor) const {
  const DefaultFloatingPointMode mode;
  const SearchedTrees trees(*engine_);
  CastQuery query(cast);
  if (!query.is_valid() || trees.are_ruled_out(filter)) return;
  query.look_up_to(query.max_distance);
  FewHits few;
  if (few.find(trees, engine_->kernels.walk_casts, query, filter,
               [&](const Box& box) { return query.enter(box); })) {
    const std::span<const Hit> hits = few.best(few.count(), engine_->kernels);
    if (!hits.empty()) mode.outside([&] { return visitor.call(visitor.target, hits); });
  } else {
    visit_in_order([&](BestHits& best) { find_best_hits(*engine_, trees, query, filter, best); },
                   visitor, mode);
  }
}

void BroadPhase::visit_nearest(const Point& point, const Filter& filter,
                               Erased<Hit> visitor) const {
  const DefaultFloatingPointMode mode;
  const SearchedTrees trees(*engine_);
  if (!is_finite(point) || trees.are_ruled_out(filter)) return;
  visit_in_order([&](BestHits& best) { find_best_near(*engine_, trees, point, filter, best); },
                 visitor, mode);
}

std::optional<ObjectId> BroadPhase::any_hit(const Cast& cast, const Filter& filter) const noexcept {
  const std::optional<Hit> hit = find_one_hit(*engine_, cast, filter, true);
  return hit ? std::optional(hit->id) : std::nullopt;
}

std::optional<Hit> BroadPhase::closest_hit(const Cast& cast, const Filter& filter) const noexcept {
  return find_one_hit(*engine_, cast, filter, false);
}

std::size_t BroadPhase::find_nearest(const Point& point, std::span<Hit> nearest, float radius,
                                     const Filter& filter) const noexcept {
  const DefaultFloatingPointMode mode;
  const SearchedTrees trees(*engine_);
  if (!(radius >= 0) || !is_finite(point) || nearest.empty() || trees.are_ruled_out(filter))
    return 0;
  if (nearest.size() <= kFewHits) {
    const auto count = find_few_near(*engine_, trees, point, filter, wide(radius), nearest);
    if (count) return *count;
  }
  BestHits best(nearest);
  best.max_distance = wide(radius);
  find_best_near(*engine_, trees, point, filter, best);
  return best.finish().size();
}

}  // namespace quadphase
