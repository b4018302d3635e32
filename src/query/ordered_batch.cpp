// SPDX-License-Identifier: MIT
// Batches with an order: the hits of casts, all or one of each, and the nearest objects.
//
// A search of one query visits few nodes, but waits for each before it knows the next. A walk of
// a whole group waits for nothing, but must know before how far to look. So the first queries of
// a group are searched; how far they had to look is how far the walk looks for all the others.
// Those whose answer lies beyond are searched, too.
//
//     probe   search the first few            reach = some more than the farthest of theirs
//     walk    all others, up to the reach     answered: those that found enough within it
//     search  those that did not
//
// The reach is a guess: it decides who does the work, and never what is found.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "query/batch.hpp"
#include "query/batch_tasks.hpp"
#include "query/expected_reach.hpp"
#include "query/measured_hits.hpp"

namespace quadphase::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Queries of a group that tell how far it has to look.
constexpr std::uint32_t kProbes = 4;
/// Groups of no more are searched one by one.
constexpr std::uint32_t kSearchedQueries = 2 * kProbes;
/// A walk looks so many times as far as the farthest cast that was searched.
/// Tried, ns a cast for its closest hit among 100,000 boxes: 1.2 258, 1.5 256, 2 253.
constexpr double kSpareReach = 1.5;
/// Finds a query up to which a walk goes on; then the reach was far too long for some.
constexpr std::size_t kMostFinds = 32;
/// More neighbors than this are searched for.
constexpr std::size_t kMostWalkedHits = 64;
/// Hits a query that there is room for from the start.
constexpr std::size_t kExpectedHits = 16;

/// What is asked of each query of a batch.
struct BestRule {
  std::size_t k = 1;       // most hits
  bool takes_any = false;  // whichever is found first, by itself: not to depend on the group
  bool has_distances = true;
  double radius = kInfinity;  // of neighbors
};

/// Casts.
class CastGroup {
 public:
  using Group = BatchTasks::Group<CastQuery>;

  CastGroup(Group& group, const BestRule& /*rule*/, const BatchContext& context)
      : group_(group), context_(context) {}

  /// Searches the first queries, by `search(i, best)`; how far the others may have to look.
  template <class Search>
  double probe(const Search& search) {
    double reach = 0;
    for (; answered_ < kProbes; ++answered_) {
      const double distance = search(answered_);
      if (distance < kInfinity) reach = larger(reach, kSpareReach * distance * length(answered_));
    }
    return reach;
  }
  /// Queries that `probe` has answered.
  [[nodiscard]] std::uint32_t answered() const { return answered_; }

  /// Finds the best hits of a query alone.
  void search(std::uint32_t i, BestHits& best) {
    group_.queries[i].look_up_to(group_.queries[i].max_distance);
    for (const TreeView* tree : context_.trees) {
      if (best.stops_when_full && best.is_full()) return;
      context_.kernels.find_best_hits(*tree, group_.queries[i], group_.filters[i], best);
    }
  }

  /// Walks for the queries from `first` on, as far as `reach`.
  void walk(std::uint32_t first, double reach, Walks& walks) {
    for (std::uint32_t i = first; i < group_.count; ++i) {
      const double farthest = group_.queries[i].max_distance;
      limits_[i] = reach < kInfinity ? std::min(farthest, reach / length(i)) : farthest;
      group_.queries[i].look_up_to(limits_[i]);
    }
    for (const TreeView* tree : context_.trees) {
      context_.kernels.walk_casts(*tree, group_.view(first), walks.writer());
      walks.note(*tree);
    }
  }

  [[nodiscard]] double measure(std::uint32_t i, const Box& box) const {
    const double distance = group_.queries[i].enter(box);
    return distance <= limits_[i] ? distance : CastQuery::kMiss;
  }
  /// True where the walk has passed all that there is.
  [[nodiscard]] bool is_whole(std::uint32_t i) const {
    return limits_[i] >= group_.queries[i].max_distance;
  }

 private:
  [[nodiscard]] double length(std::uint32_t i) const {
    const CastQuery& query = group_.queries[i];
    return std::sqrt(query.dx * query.dx + query.dy * query.dy);
  }

  Group& group_;
  const BatchContext& context_;
  std::uint32_t answered_ = 0;
  std::array<double, kGroupQueries> limits_;
};

/// Points, whose neighbors are asked for.
class NearestGroup {
 public:
  using Group = BatchTasks::Group<NearestQuery>;

  NearestGroup(Group& group, const BestRule& rule, const BatchContext& context)
      : group_(group), k_(rule.k), radius_(rule.radius), context_(context) {}

  /// How far the points may have to look.
  template <class Search>
  double probe(const Search& /*search*/) {
    const TreeView& tree =
        **std::find_if(context_.trees.begin(), context_.trees.end(),
                       [](const TreeView* candidate) { return candidate->level_count > 0; });
    double sum = 0;
    for (std::uint32_t i = 0; i < kProbes; ++i) {
      const Point& point = group_.queries[group_.count * i / kProbes].point;
      sum += expected_reach(tree, point, k_, context_.kernels);
    }
    return sum / kProbes;
  }
  [[nodiscard]] static std::uint32_t answered() { return 0; }

  void search(std::uint32_t i, BestHits& best) {
    for (const TreeView* tree : context_.trees)
      context_.kernels.find_best_near(*tree, group_.queries[i], group_.filters[i], best);
  }

  void walk(std::uint32_t first, double reach, Walks& walks) {
    limit_ = std::min(reach, radius_);
    std::array<CircleQuery, kGroupQueries> circles;
    for (std::uint32_t i = first; i < group_.count; ++i)
      circles[i - first] = CircleQuery(group_.queries[i].point, limit_);
    for (const TreeView* tree : context_.trees) {
      context_.kernels.walk_near(
          *tree, {circles.data(), group_.filters.data() + first, group_.count - first},
          walks.writer());
      walks.note(*tree);
    }
  }

  [[nodiscard]] double measure(std::uint32_t i, const Box& box) const {
    const double distance = std::sqrt(squared_distance(group_.queries[i].point, box));
    return distance <= limit_ ? distance : -1;
  }
  [[nodiscard]] bool is_whole(std::uint32_t /*i*/) const { return limit_ >= radius_; }

 private:
  Group& group_;
  std::size_t k_;
  double radius_;
  const BatchContext& context_;
  double limit_ = 0;
};

/// Answers a group: probe, walk, search.
template <class Kind>
void find_group(Kind& kind, std::uint32_t count, const BestRule& rule, const Kernels& kernels,
                Walks& walks) {
  const auto search = [&](std::uint32_t i) {
    BestHits best(walks.room(rule.k));
    best.max_distance = rule.radius;
    best.stops_when_full = rule.takes_any;
    kind.search(i, best);
    const double farthest = best.is_full() ? best.farthest() : kInfinity;
    walks.take(i, best.finish().size());
    return farthest;
  };
  const bool can_walk = count > kSearchedQueries && rule.k <= kMostWalkedHits && !rule.takes_any;
  const double reach = can_walk ? kind.probe(search) : 0;
  const std::uint32_t first = kind.answered();
  // Where no probe found enough, a walk could find far more than anyone asked for.
  bool is_walked = reach > 0 && reach < kInfinity;
  if (is_walked) {
    walks.limit((count - first) * (kMostFinds + 4 * rule.k));
    kind.walk(first, reach, walks);
    is_walked = !walks.are_cut();
    if (is_walked) walks.close(count - first);
  }
  for (std::uint32_t i = first; i < count; ++i) {
    if (is_walked) {
      const std::size_t found = walks.measure(i - first, rule.k, kernels,
                                              [&](const Box& box) { return kind.measure(i, box); });
      if (found == rule.k || kind.is_whole(i)) {
        walks.take(i, found);
        continue;
      }
    }
    search(i);
  }
}

/// `place` and `make` are those of a row.
template <class Kind, class Place, class Make>
void find_best(BatchTasks& tasks, const BestRule& rule, const Place& place, const Make& make,
               const BatchContext& context) {
  tasks.order(place);
  tasks.run(std::min(rule.k, kExpectedHits), rule.has_distances,
            [&](std::size_t number, BatchTasks::Range range, BatchScratch& scratch) {
              typename Kind::Group group;
              tasks.gather(range, make, group);
              Kind kind(group, rule, context);
              Walks walks(scratch);
              find_group(kind, group.count, rule, context.kernels, walks);
              tasks.keep_hits(number, group, walks.hits(), walks.ends(group.count));
            });
}

/// All hits of casts: one walk, however far.
template <class Place, class Make>
void find_all(BatchTasks& tasks, const Place& place, const Make& make,
              const BatchContext& context) {
  constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  tasks.order(place);
  tasks.run(0, true, [&](std::size_t number, BatchTasks::Range range, BatchScratch& scratch) {
    CastGroup::Group group;
    tasks.gather(range, make, group);
    CastGroup kind(group, {}, context);
    Walks walks(scratch);
    kind.walk(0, kInfinity, walks);
    walks.close(group.count);
    for (std::uint32_t i = 0; i < group.count; ++i) {
      walks.take(i, walks.measure(i, kAll, context.kernels,
                                  [&](const Box& box) { return kind.measure(i, box); }));
    }
    tasks.keep_hits(number, group, walks.hits(), walks.ends(group.count));
  });
}

}  // namespace

void find(const Casts& casts, CastHits which, std::span<const Filter> filters,
          const BatchContext& context, Batch& batch) {
  const auto place = [&](std::size_t row, const Curve& curve) {
    return place_of(casts[row], curve);
  };
  const auto make = [&](std::size_t row) { return CastQuery(casts[row]); };
  run_on_threads(casts.size(), filters, context, batch, [&](BatchTasks& tasks) {
    if (which == CastHits::all) return find_all(tasks, place, make, context);
    BestRule rule;
    rule.takes_any = which == CastHits::any;
    rule.has_distances = which == CastHits::closest;
    find_best<CastGroup>(tasks, rule, place, make, context);
  });
}

void find(std::span<const Point> points, const NearestRule& rule, std::span<const Filter> filters,
          const BatchContext& context, Batch& batch) {
  std::size_t object_count = 0;
  for (const TreeView* tree : context.trees)
    if (tree->level_count > 0) object_count += tree->leaf_first[tree->sizes[0]];
  BestRule best;
  best.k = rule.radius >= 0 ? std::min(rule.k, object_count) : 0;
  best.radius = static_cast<double>(rule.radius);
  const auto place = [&](std::size_t row, const Curve& curve) {
    return is_finite(points[row]) && best.k > 0 ? place_of(points[row], curve) : kInvalidCode;
  };
  run_on_threads(points.size(), filters, context, batch, [&](BatchTasks& tasks) {
    find_best<NearestGroup>(
        tasks, best, place, [&](std::size_t row) { return NearestQuery{points[row]}; }, context);
  });
}

}  // namespace quadphase::detail
