// SPDX-License-Identifier: MIT
// Batches with an order: the hits of casts, and the nearest objects.
//
// A search for one query visits few nodes, but each step depends on the node loaded before. In a
// walk of a whole packet, loads are independent, but the walk needs a search distance from the
// start. So the first queries of a packet are searched for, and the others are walked up to the
// distance that these needed.
//
//     probe   search for the first few         search distance: somewhat more than the farthest of
//                                              their hits
//     walk    all others, up to that distance  done: those with enough hits within it
//     search  for the others
//
// The search distance is an estimate: it decides which of the two finds the hits, never what is
// found.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <variant>

#include "base/tuning.hpp"
#include "query/batch.hpp"
#include "query/batch_tasks.hpp"
#include "query/curve_codes.hpp"
#include "query/estimated_radius.hpp"
#include "query/measured_hits.hpp"
#include "query/row_batch.hpp"

namespace quadphase::detail {
namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// Queries of a packet from which the search distance is estimated.
constexpr std::uint32_t kProbes = tuned<std::uint32_t>(4, 2);
/// Packets of at most this many are searched for one by one.
constexpr std::uint32_t kSearchedQueries = 2 * kProbes;
/// The search distance of a walk, in multiples of the farthest probe's. Tried, in ns per cast for
/// its closest hit among 100,000 boxes: 258 with 1.2, 256 with 1.5, 253 with 2.
constexpr double kSpareDistance = 1.5;
/// A walk after which more than one in this many queries has to be searched for was of no use.
constexpr std::uint32_t kMostSearchedShare = 2;
/// Candidates per query at which a walk is cut short: the search distance was then far too long.
constexpr std::size_t kMaxCandidates = tuned<std::size_t>(32, 4);
/// Above this many neighbors, there is no walk.
constexpr std::size_t kMaxWalkedHits = tuned<std::size_t>(64, 8);
/// Hits of each query that there is room for from the start.
constexpr std::size_t kExpectedHits = tuned<std::size_t>(16, 1);

/// What each query of a batch is to find.
struct BestOptions {
  std::size_t k = 1;  // most hits
  HitValue value = HitValue::none;
  double radius = kUnlimited;  // of neighbors
};

/// A packet of casts.
class CastPacket {
 public:
  using Packet = BatchTasks::Packet<CastQuery>;

  CastPacket(Packet& packet, const BestOptions& /*options*/, const BatchContext& context)
      : packet_(packet), context_(context) {}

  /// Searches for the first queries, by `search(i)`. Returns the search distance, as a length; inf
  /// if one of them has no hit, since many others then have none either, or a far one. A cast of no
  /// length, whose distance is NaN then, does not count.
  template <class Search>
  double probe(const Search& search) {
    double search_distance = 0;
    for (; probed_ < kProbes; ++probed_)
      search_distance =
          branchless_max(search_distance, kSpareDistance * search(probed_) * length(probed_));
    return search_distance;
  }
  /// `probe` has finished all queries below this number.
  [[nodiscard]] std::uint32_t probed() const { return probed_; }

  /// Finds the best hits of a single query.
  void search(std::uint32_t i, BestHits& best) {
    packet_.queries[i].limit_to(packet_.queries[i].max_fraction);
    for (const TreeView* tree : context_.trees.view())
      context_.kernels.find_best_hits(*tree, packet_.one(i), best);
  }

  /// Walks for the queries from `first` on, up to `search_distance`.
  void walk(std::uint32_t first, double search_distance, Walks& walks) {
    for (std::uint32_t i = first; i < packet_.count; ++i) {
      const double farthest = packet_.queries[i].max_fraction;
      limits_[i] =
          search_distance < kUnlimited ? std::min(farthest, search_distance / length(i)) : farthest;
      packet_.queries[i].limit_to(limits_[i]);
    }
    for (const TreeView* tree : context_.trees.view()) {
      context_.kernels.walk_casts(*tree, packet_.view(first), walks.writer());
      walks.end_tree(*tree);
    }
  }

  [[nodiscard]] double measure(std::uint32_t i, const Box& box) const {
    const double fraction = packet_.queries[i].entry_fraction(box);
    return fraction <= limits_[i] ? fraction : CastQuery::kMiss;
  }
  /// True if the walk has found all hits.
  [[nodiscard]] bool is_whole(std::uint32_t i) const {
    return limits_[i] >= packet_.queries[i].max_fraction;
  }

 private:
  [[nodiscard]] double length(std::uint32_t i) const {
    const CastQuery& query = packet_.queries[i];
    return std::sqrt(query.dx * query.dx + query.dy * query.dy);
  }

  Packet& packet_;
  const BatchContext& context_;
  std::uint32_t probed_ = 0;
  std::array<double, kPacketQueries> limits_;
};

/// A packet of points whose neighbors are to be found.
class NearestPacket {
 public:
  using Packet = BatchTasks::Packet<NearestQuery>;

  NearestPacket(Packet& packet, const BestOptions& options, const BatchContext& context)
      : packet_(packet), k_(options.k), radius_(options.radius), context_(context) {}

  /// Estimates the search distance from leaves near a few points.
  template <class Search>
  double probe(const Search& /*search*/) {
    const TreeView& tree = *context_.trees.view().front();
    double sum = 0;
    for (std::uint32_t i = 0; i < kProbes; ++i) {
      const Point point = packet_.queries[packet_.count * i / kProbes].point();
      sum += estimated_radius(tree, point, k_, context_.kernels);
    }
    return sum / kProbes;
  }
  [[nodiscard]] static std::uint32_t probed() { return 0; }

  void search(std::uint32_t i, BestHits& best) {
    for (const TreeView* tree : context_.trees.view())
      context_.kernels.find_best_near(*tree, packet_.one(i), best);
  }

  void walk(std::uint32_t first, double search_distance, Walks& walks) {
    limit_ = std::min(search_distance, radius_);
    std::array<CircleQuery, kPacketQueries> circles;
    for (std::uint32_t i = first; i < packet_.count; ++i)
      circles[i - first] = CircleQuery(packet_.queries[i].point(), limit_);
    for (const TreeView* tree : context_.trees.view()) {
      context_.kernels.walk_near(*tree,
                                 {circles.data(), packet_.filters.data() + first,
                                  packet_.count - first, packet_.world_mask},
                                 walks.writer());
      walks.end_tree(*tree);
    }
  }

  [[nodiscard]] double measure(std::uint32_t i, const Box& box) const {
    const double distance = distance_of(packet_.queries[i].box, box);
    return distance <= limit_ ? distance : -1;
  }
  [[nodiscard]] bool is_whole(std::uint32_t /*i*/) const { return limit_ >= radius_; }

 private:
  Packet& packet_;
  std::size_t k_;
  double radius_;
  const BatchContext& context_;
  double limit_ = 0;
};

/// Finds the hits of a packet: probe, walk, search.
template <class Queries>
void find_packet(Queries& queries, std::uint32_t count, const BestOptions& options,
                 const Kernels& kernels, Walks& walks) {
  const auto search = [&](std::uint32_t i) {
    BestHits best(walks.room(options.k));
    best.max_distance = options.radius;
    queries.search(i, best);
    const double farthest = best.is_full() ? best.farthest() : kUnlimited;
    walks.append_hits(i, best.sort().size());
    return farthest;
  };
  const bool can_walk =
      count > kSearchedQueries && options.k <= kMaxWalkedHits && walks.are_worthwhile();
  const double search_distance = can_walk ? queries.probe(search) : 0;
  const std::uint32_t first = queries.probed();
  // If a probe did not find enough, a walk could find far more than is needed.
  const bool walks_first = search_distance > 0 && search_distance < kUnlimited;
  bool is_walked = walks_first;
  if (walks_first) {
    walks.limit_candidates((count - first) * (kMaxCandidates + 4 * options.k));
    queries.walk(first, search_distance, walks);
    is_walked = !walks.is_truncated();
    if (is_walked) walks.group_by_query(count - first);
  }
  std::uint32_t searched = 0;
  for (std::uint32_t i = first; i < count; ++i) {
    if (is_walked) {
      const std::size_t found = walks.measure(
          i - first, options.k, kernels, [&](const Box& box) { return queries.measure(i, box); });
      if (found == options.k || queries.is_whole(i)) {
        walks.append_hits(i, found);
        continue;
      }
    }
    search(i);
    ++searched;
  }
  if (walks_first && searched > (count - first) / kMostSearchedShare) walks.do_without();
}

template <class Queries, class Query>
void find_best(BatchTasks& tasks, const QueryRows<Query>& rows, const BestOptions& options,
               const BatchContext& context) {
  tasks.run(std::min(options.k, kExpectedHits), options.value,
            [&](std::size_t number, const BatchTasks::Range& range, BatchScratch& scratch) {
              typename Queries::Packet packet;
              rows.gather(tasks, range, packet);
              Queries queries(packet, options, context);
              Walks walks(scratch);
              find_packet(queries, packet.count, options, context.kernels, walks);
              tasks.keep_hits(number, packet, walks.hits(), walks.ends(packet.count));
            });
}

/// Any hit of each cast: only a search, from where the packet starts.
void find_any(BatchTasks& tasks, const QueryRows<CastQuery>& casts, const BatchContext& context) {
  tasks.run(1, HitValue::none,
            [&](std::size_t number, const BatchTasks::Range& range, BatchScratch& scratch) {
              CastPacket::Packet packet;
              casts.gather(tasks, range, packet);
              for (std::uint32_t i = 0; i < packet.count; ++i)
                packet.queries[i].limit_to(packet.queries[i].max_fraction);
              AnyHits any;
              for (const TreeView* tree : context.trees.view())
                context.kernels.find_any_hits(*tree, packet.view(), any);
              Walks found(scratch);
              for (std::uint32_t i = 0; i < packet.count; ++i) {
                found.room(1)[0] = {0, any.ids[i]};
                found.append_hits(i, any.are_found[i] ? 1 : 0);
              }
              tasks.keep_hits(number, packet, found.hits(), found.ends(packet.count));
            });
}

/// All hits of casts: one walk without a limit.
void find_all(BatchTasks& tasks, const QueryRows<CastQuery>& casts, const BatchContext& context) {
  constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  tasks.run(0, HitValue::fraction,
            [&](std::size_t number, const BatchTasks::Range& range, BatchScratch& scratch) {
              CastPacket::Packet packet;
              casts.gather(tasks, range, packet);
              CastPacket queries(packet, {}, context);
              Walks walks(scratch);
              queries.walk(0, kUnlimited, walks);
              walks.group_by_query(packet.count);
              for (std::uint32_t i = 0; i < packet.count; ++i) {
                const std::size_t found =
                    walks.measure(i, kAll, context.kernels,
                                  [&](const Box& box) { return queries.measure(i, box); });
                walks.append_hits(i, keep_accepted(context, packet.rows[i], walks.room(found)));
              }
              tasks.keep_hits(number, packet, walks.hits(), walks.ends(packet.count));
            });
}

void find_nearest_to(std::span<const Point> points, const BestOptions& options,
                     const BatchContext& context, Batch& batch) {
  const auto code = [&](std::size_t row, const MortonGrid& grid) {
    return is_finite(points[row]) && options.k > 0 ? grid.code(points[row]) : MortonGrid::kInvalid;
  };
  const auto codes = each_row(code);
  if (context.trees.periods().has_any() || context.accept != nullptr) {
    const auto shape_of = [&](std::size_t row) { return Shape(points[row]); };
    return find_nearest_of_rows(points.size(), codes, shape_of, options.k, options.radius, context,
                                batch);
  }
  const auto make = [&](std::size_t row, NearestQuery& query) {
    query = NearestQuery::of(points[row]);
    return true;
  };
  const auto gather = [&](const BatchTasks& tasks, const BatchTasks::Range& range,
                          NearestPacket::Packet& packet) {
    tasks.gather(range, points, make, packet);
  };
  const QueryRows<NearestQuery> rows{points.size(), codes, gather};
  run_on_threads(rows.count, rows.codes, context, batch, [&](BatchTasks& tasks) {
    find_best<NearestPacket>(tasks, rows, options, context);
  });
}

template <class Items>
void find_nearest_to(const Items& items, const BestOptions& options, const BatchContext& context,
                     Batch& batch) {
  const auto code = [&](std::size_t row, const MortonGrid& grid) {
    return code_of(items[row], grid, context.trees.origin());
  };
  const auto shape_of = [&](std::size_t row) { return Shape(items[row]); };
  find_nearest_of_rows(items.size(), each_row(code), shape_of, options.k, options.radius, context,
                       batch);
}

}  // namespace

void find_hits(const Casts& casts, CastHits which, const BatchContext& context, Batch& batch) {
  const auto find_hits_of = [&](const QueryRows<CastQuery>& rows) {
    run_on_threads(rows.count, rows.codes, context, batch, [&](BatchTasks& tasks) {
      if (which == CastHits::all) return find_all(tasks, rows, context);
      if (which == CastHits::any) return find_any(tasks, rows, context);
      BestOptions options;
      options.value = HitValue::fraction;
      find_best<CastPacket>(tasks, rows, options, context);
    });
  };
  const bool may_refuse_first = context.accept != nullptr && which != CastHits::all;
  const auto find = [&](const auto& items) {
    const auto codes = each_row(
        [&](std::size_t row, const MortonGrid& grid) { return grid.code(Cast(items[row])); });
    if (context.trees.periods().has_any() || may_refuse_first) {
      const auto cast_of = [&](std::size_t row) { return Cast(items[row]); };
      return find_hits_of_rows(items.size(), codes, cast_of, which, context, batch);
    }
    const auto make = [&](std::size_t row, CastQuery& query) {
      query = CastQuery(items[row]);
      return query.is_valid();
    };
    const auto gather = [&](const BatchTasks& tasks, const BatchTasks::Range& range,
                            CastPacket::Packet& packet) {
      tasks.gather(range, items, make, packet);
    };
    find_hits_of({items.size(), codes, gather});
  };
  std::visit(find, casts.items());
}

void find_nearest(const Shapes& shapes, std::size_t k, double radius, const BatchContext& context,
                  Batch& batch) {
  BestOptions options;
  options.k = radius >= 0 ? std::min(k, context.trees.object_count()) : 0;
  options.value = HitValue::distance;
  options.radius = radius;
  std::visit([&](const auto& items) { find_nearest_to(items, options, context, batch); },
             shapes.items());
}

}  // namespace quadphase::detail
