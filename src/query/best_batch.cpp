// SPDX-License-Identifier: MIT
// Batches with an order: the hits of casts, and the nearest objects.
//
// A search for one query visits few nodes, but needs each before it knows the next one. A walk of a
// whole group has no such dependency, but needs to know from the start how far to look. So the
// first queries of a group are searched for, and the others are walked up to the reach that these
// needed.
//
//     probe   search for the first few           reach: somewhat more than the farthest of their
//     hits walk    all others, up to the reach        done: those with enough hits within the reach
//     search  for the others
//
// The reach is an estimate: it decides which of the two finds the hits, never what is found.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <variant>

#include "query/batch.hpp"
#include "query/batch_tasks.hpp"
#include "query/expected_reach.hpp"
#include "query/measured_hits.hpp"

namespace quadphase::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Queries of a group that the reach is estimated from.
constexpr std::uint32_t kProbes = 4;
/// Groups of at most this many are searched for one by one.
constexpr std::uint32_t kSearchedQueries = 2 * kProbes;
/// The reach of a walk, in multiples of the farthest probe's. Tried, ns a cast for its closest hit
/// among 100,000 boxes: 1.2 258, 1.5 256, 2 253.
constexpr double kSpareReach = 1.5;
/// Finds for each query at which a walk is cut short: the reach was far too long then.
constexpr std::size_t kMostFinds = 32;
/// Above this many neighbors, there is no walk.
constexpr std::size_t kMostWalkedHits = 64;
/// Hits of each query that there is room for from the start.
constexpr std::size_t kExpectedHits = 16;

/// What each query of a batch is to find.
struct BestRule {
  std::size_t k = 1;       // most hits
  bool takes_any = false;  // by a search alone, so that the hit does not depend on the group
  HitValue value = HitValue::none;
  double radius = kInfinity;  // of neighbors
};

/// A group of casts.
class CastGroup {
 public:
  using Group = BatchTasks::Group<CastQuery>;

  CastGroup(Group& group, const BestRule& /*rule*/, const BatchContext& context)
      : group_(group), context_(context) {}

  /// Searches for the first queries, by `search(i)`. Returns the reach, as a length.
  template <class Search>
  double probe(const Search& search) {
    double reach = 0;
    for (; probed_ < kProbes; ++probed_) {
      const double fraction = search(probed_);
      if (fraction < kInfinity) reach = larger(reach, kSpareReach * fraction * length(probed_));
    }
    return reach;
  }
  /// The queries that `probe` has finished: those below.
  [[nodiscard]] std::uint32_t probed() const { return probed_; }

  /// Finds the best hits of a query alone.
  void search(std::uint32_t i, BestHits& best) {
    group_.queries[i].limit_to(group_.queries[i].max_fraction);
    for (const TreeView* tree : context_.trees.view()) {
      if (best.stops_when_full && best.is_full()) return;
      context_.kernels.find_best_hits(*tree, group_.one(i), best);
    }
  }

  /// Walks for the queries from `first` on, up to `reach`.
  void walk(std::uint32_t first, double reach, Walks& walks) {
    for (std::uint32_t i = first; i < group_.count; ++i) {
      const double farthest = group_.queries[i].max_fraction;
      limits_[i] = reach < kInfinity ? std::min(farthest, reach / length(i)) : farthest;
      group_.queries[i].limit_to(limits_[i]);
    }
    for (const TreeView* tree : context_.trees.view()) {
      context_.kernels.walk_casts(*tree, group_.view(first), walks.writer());
      walks.note(*tree);
    }
  }

  [[nodiscard]] double measure(std::uint32_t i, const Box& box) const {
    const double fraction = group_.queries[i].enter(box);
    return fraction <= limits_[i] ? fraction : CastQuery::kMiss;
  }
  /// True where the walk has found all hits.
  [[nodiscard]] bool is_whole(std::uint32_t i) const {
    return limits_[i] >= group_.queries[i].max_fraction;
  }

 private:
  [[nodiscard]] double length(std::uint32_t i) const {
    const CastQuery& query = group_.queries[i];
    return std::sqrt(query.dx * query.dx + query.dy * query.dy);
  }

  Group& group_;
  const BatchContext& context_;
  std::uint32_t probed_ = 0;
  std::array<double, kGroupQueries> limits_;
};

/// A group of points whose neighbors are to be found.
class NearestGroup {
 public:
  using Group = BatchTasks::Group<NearestQuery>;

  NearestGroup(Group& group, const BestRule& rule, const BatchContext& context)
      : group_(group), k_(rule.k), radius_(rule.radius), context_(context) {}

  /// Estimates the reach from leaves near a few points.
  template <class Search>
  double probe(const Search& /*search*/) {
    const TreeView& tree = *context_.trees.view().front();
    double sum = 0;
    for (std::uint32_t i = 0; i < kProbes; ++i) {
      const Point& point = group_.queries[group_.count * i / kProbes].point;
      sum += expected_reach(tree, point, k_, context_.kernels);
    }
    return sum / kProbes;
  }
  [[nodiscard]] static std::uint32_t probed() { return 0; }

  void search(std::uint32_t i, BestHits& best) {
    for (const TreeView* tree : context_.trees.view())
      context_.kernels.find_best_near(*tree, group_.one(i), best);
  }

  void walk(std::uint32_t first, double reach, Walks& walks) {
    limit_ = std::min(reach, radius_);
    std::array<CircleQuery, kGroupQueries> circles;
    for (std::uint32_t i = first; i < group_.count; ++i)
      circles[i - first] = CircleQuery(group_.queries[i].point, limit_);
    for (const TreeView* tree : context_.trees.view()) {
      context_.kernels.walk_near(
          *tree,
          {circles.data(), group_.filters.data() + first, group_.count - first, group_.world_mask},
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

/// Finds the hits of a group: probe, walk, search.
template <class Queries>
void find_group(Queries& queries, std::uint32_t count, const BestRule& rule, const Kernels& kernels,
                Walks& walks) {
  const auto search = [&](std::uint32_t i) {
    BestHits best(walks.room(rule.k));
    best.max_distance = rule.radius;
    best.stops_when_full = rule.takes_any;
    queries.search(i, best);
    const double farthest = best.is_full() ? best.farthest() : kInfinity;
    walks.take(i, best.finish().size());
    return farthest;
  };
  const bool can_walk = count > kSearchedQueries && rule.k <= kMostWalkedHits && !rule.takes_any;
  const double reach = can_walk ? queries.probe(search) : 0;
  const std::uint32_t first = queries.probed();
  // Where no probe found enough, a walk could find far more than is needed.
  bool is_walked = reach > 0 && reach < kInfinity;
  if (is_walked) {
    walks.limit((count - first) * (kMostFinds + 4 * rule.k));
    queries.walk(first, reach, walks);
    is_walked = !walks.are_cut();
    if (is_walked) walks.close(count - first);
  }
  for (std::uint32_t i = first; i < count; ++i) {
    if (is_walked) {
      const std::size_t found = walks.measure(
          i - first, rule.k, kernels, [&](const Box& box) { return queries.measure(i, box); });
      if (found == rule.k || queries.is_whole(i)) {
        walks.take(i, found);
        continue;
      }
    }
    search(i);
  }
}

/// `code` and `make` are those of a row.
template <class Queries, class Code, class Make>
void find_best(BatchTasks& tasks, const BestRule& rule, const Code& code, const Make& make,
               const BatchContext& context) {
  tasks.order(code);
  tasks.run(std::min(rule.k, kExpectedHits), rule.value,
            [&](std::size_t number, BatchTasks::Range range, BatchScratch& scratch) {
              typename Queries::Group group;
              tasks.gather(range, make, group);
              Queries queries(group, rule, context);
              Walks walks(scratch);
              find_group(queries, group.count, rule, context.kernels, walks);
              tasks.keep_hits(number, group, walks.hits(), walks.ends(group.count));
            });
}

/// All hits of casts: one walk without a limit.
template <class Code, class Make>
void find_all(BatchTasks& tasks, const Code& code, const Make& make, const BatchContext& context) {
  constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  tasks.order(code);
  tasks.run(0, HitValue::fraction,
            [&](std::size_t number, BatchTasks::Range range, BatchScratch& scratch) {
              CastGroup::Group group;
              tasks.gather(range, make, group);
              CastGroup queries(group, {}, context);
              Walks walks(scratch);
              queries.walk(0, kInfinity, walks);
              walks.close(group.count);
              for (std::uint32_t i = 0; i < group.count; ++i) {
                walks.take(i, walks.measure(i, kAll, context.kernels, [&](const Box& box) {
                  return queries.measure(i, box);
                }));
              }
              tasks.keep_hits(number, group, walks.hits(), walks.ends(group.count));
            });
}

}  // namespace

void find_hits(const Casts& casts, CastHits which, const BatchContext& context, Batch& batch) {
  BestRule rule;
  rule.takes_any = which == CastHits::any;
  if (which == CastHits::closest) rule.value = HitValue::fraction;
  const auto find = [&](const auto& items) {
    const auto code = [&](std::size_t row, const Curve& curve) {
      return curve.code(Cast(items[row]));
    };
    const auto make = [&](std::size_t row, CastQuery& query) {
      query = CastQuery(items[row]);
      return query.is_valid();
    };
    run_on_threads(items.size(), context, batch, [&](BatchTasks& tasks) {
      if (which == CastHits::all) return find_all(tasks, code, make, context);
      find_best<CastGroup>(tasks, rule, code, make, context);
    });
  };
  std::visit(find, casts.items());
}

void find_nearest(std::span<const Point> points, std::size_t k, float radius,
                  const BatchContext& context, Batch& batch) {
  BestRule rule;
  rule.k = radius >= 0 ? std::min(k, context.trees.object_count()) : 0;
  rule.value = HitValue::distance;
  rule.radius = static_cast<double>(radius);
  const auto code = [&](std::size_t row, const Curve& curve) {
    return is_finite(points[row]) && rule.k > 0 ? curve.code(points[row]) : Curve::kInvalid;
  };
  const auto make = [&](std::size_t row, NearestQuery& query) {
    query.point = points[row];
    return true;
  };
  run_on_threads(points.size(), context, batch, [&](BatchTasks& tasks) {
    find_best<NearestGroup>(tasks, rule, code, make, context);
  });
}

}  // namespace quadphase::detail
