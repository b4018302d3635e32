// SPDX-License-Identifier: MIT
#include "model/traced_query.hpp"

#include <chrono>
#include <functional>
#include <optional>

#include "quadphase/index.hpp"

namespace quadphase::view {
namespace {

/// Opens the cells that `may_hold(tight box)` lets through, from the roots down.
template <class MayHold>
void open_cells(const BroadPhase& engine, TracedQuery& query, const MayHold& may_hold) {
  std::vector<bool> is_open;  // of the cells above, by their depth
  engine.for_each_cell([&](const Cell& cell) {
    is_open.resize(cell.depth + 1);
    is_open[cell.depth] = (cell.depth == 0 || is_open[cell.depth - 1]) && may_hold(cell.bounds);
    if (!is_open[cell.depth]) return;
    query.opened.push_back(cell.bounds);
    if (!cell.is_leaf) return;
    ++query.opened_leaf_count;
    query.tested.insert(query.tested.end(), cell.ids.begin(), cell.ids.end());
  });
}

constexpr QueryOptions kAllWorlds{.worlds = Worlds::all};

/// Lets the engine search; returns which tight boxes may hold what it finds.
struct Search {
  const BroadPhase& engine;
  TracedQuery& query;
  using MayHold = std::function<bool(const Box&)>;

  template <class Shape>
  MayHold overlaps_of(const Shape& shape) const {
    engine.for_each_overlap(
        shape, [this](ObjectId id) { query.found.push_back(id); }, kAllWorlds);
    return [shape](const Box& tight) { return overlaps(quadphase::Shape(shape), tight); };
  }

  MayHold operator()(const Box& box) const { return overlaps_of(box); }
  MayHold operator()(const Circle& circle) const { return overlaps_of(circle); }
  MayHold operator()(const Point& point) const { return overlaps_of(point); }

  MayHold operator()(const Segment& segment) const {
    query.distance = 1;
    if (const auto hit = engine.cast_closest(segment, kAllWorlds)) {
      query.found.push_back(hit->id);
      query.distance = hit->fraction;
    }
    return enters(segment, query.distance);
  }

  MayHold operator()(const BoxCast& cast) const {
    query.distance = 1;
    engine.for_each_hit(
        cast, [this](const CastHit& hit) { query.found.push_back(hit.id); }, kAllWorlds);
    return enters(cast, 1);
  }

  MayHold operator()(const Nearest& nearest) const {
    std::vector<Neighbor> neighbors(nearest.count);
    QueryOptions options;
    options.worlds = Worlds::all;
    neighbors.resize(engine.find_nearest(nearest.point, neighbors, options));
    for (const Neighbor& neighbor : neighbors) query.found.push_back(neighbor.id);
    query.distance = neighbors.empty() ? 0 : neighbors.back().distance;
    return [nearest, reach = query.distance](const Box& tight) {
      return distance(nearest.point, tight) <= reach;
    };
  }

  [[nodiscard]] static MayHold enters(const Cast& cast, double most) {
    return [cast, most](const Box& tight) {
      const std::optional<double> fraction = entry_fraction(cast, tight);
      return fraction && *fraction <= most;
    };
  }
};

}  // namespace

TracedQuery trace_query(const BroadPhase& engine, const TracedShape& shape) {
  using Clock = std::chrono::steady_clock;
  TracedQuery query;
  const Clock::time_point begin = Clock::now();
  const Search::MayHold may_hold = std::visit(Search{engine, query}, shape);
  query.microseconds = std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
  open_cells(engine, query, may_hold);
  return query;
}

}  // namespace quadphase::view
