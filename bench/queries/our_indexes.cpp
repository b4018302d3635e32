// SPDX-License-Identifier: MIT
// This library: all queries in one call, and each in a call of its own.
#include <algorithm>
#include <array>
#include <optional>

#include "quadphase/quadphase.hpp"
#include "quadphase/tbb.hpp"
#include "queries/collected.hpp"
#include "queries/disc.hpp"
#include "queries/index.hpp"

namespace quadphase::bench::queries {
namespace {

class OurIndex : public Index {
 public:
  explicit OurIndex(tbb::task_arena& arena)
      : executor_(arena), broad_phase_({.executor = &executor_}) {}

  void build(const Objects& objects) final {
    boxes_ = objects.boxes;
    broad_phase_.build(objects.boxes);
  }

 private:
  TbbExecutor executor_;

 protected:
  /// Each query in a call of its own, on all threads.
  void visit_all(const Queries& queries) {
    visited_.find_all(queries.size(),
                      [&](std::size_t row, Found& found) { visit(queries, row, found); });
  }
  void read_visited(Results& results) const { visited_.read(results); }

  BroadPhase broad_phase_;

 private:
  void visit(const Queries& queries, std::size_t row, Found& found) const {
    const auto add = [&](ObjectId id) { found.add(id); };
    switch (queries.task) {
      case Task::in_box:
        return broad_phase_.for_each_overlap(queries.boxes[row], add);
      case Task::at_point:
        return broad_phase_.for_each_overlap(queries.points[row], add);
      case Task::in_circle:
        return broad_phase_.for_each_overlap(queries.circles[row], add);
      case Task::any_hit:
        if (const auto id = broad_phase_.cast_any(queries.segments[row])) found.add(*id);
        return;
      case Task::closest_hit:
        if (const auto hit = broad_phase_.cast_closest(queries.segments[row]))
          found.add(hit->id, hit->fraction);
        return;
      case Task::all_hits:
        return broad_phase_.for_each_hit(
            queries.segments[row], [&](const CastHit& hit) { found.add(hit.id, hit.fraction); });
      case Task::closest_disc:
        return add_closest_disc(queries.segments[row], found);
      case Task::nearest:
        return add_nearest(queries.points[row], queries.nearest_count, found);
    }
  }

  void add_closest_disc(const Segment& segment, Found& found) const {
    Neighbor closest{2, 0};
    broad_phase_.for_each_hit(segment, [&](const CastHit& hit) {
      closest = std::min(closest, Neighbor{disc_fraction(segment, boxes_[hit.id]), hit.id});
      return closest.distance;
    });
    if (closest.distance <= 1) found.add(closest.id, closest.distance);
  }

  void add_nearest(const Point& point, std::size_t wanted_count, Found& found) const {
    std::array<Neighbor, kMaxNearest> nearest;
    const std::size_t count =
        broad_phase_.find_nearest(point, std::span(nearest).first(wanted_count));
    for (const Neighbor& neighbor : std::span(nearest).first(count))
      found.add(neighbor.id, neighbor.distance);
  }

  BoxView boxes_;
  Collected visited_;
};

class BatchIndex final : public OurIndex {
 public:
  using OurIndex::OurIndex;

  void run(const Queries& queries) override {
    is_visited_ = queries.task == Task::closest_disc;
    switch (queries.task) {
      case Task::in_box:
        return broad_phase_.find_overlaps(queries.boxes, result_);
      case Task::at_point:
        return broad_phase_.find_overlaps(queries.points, result_);
      case Task::in_circle:
        return broad_phase_.find_overlaps(queries.circles, result_);
      case Task::any_hit:
        return broad_phase_.cast_any(queries.segments, result_);
      case Task::closest_hit:
        return broad_phase_.cast_closest(queries.segments, result_);
      case Task::all_hits:
        return broad_phase_.find_hits(queries.segments, result_);
      case Task::closest_disc:
        return visit_all(queries);  // there is no batch with a narrow phase in it
      case Task::nearest:
        return broad_phase_.find_nearest(queries.points, queries.nearest_count, result_);
    }
  }

  void read(Results& results) const override {
    if (is_visited_) return read_visited(results);
    results.offsets.assign(result_.offsets().begin(), result_.offsets().end());
    results.ids.assign(result_.ids().begin(), result_.ids().end());
    const std::span<const double> values =
        result_.fractions().empty() ? result_.distances() : result_.fractions();
    results.distances.assign(values.begin(), values.end());
  }

  std::string settings() const override {
    return "build; find_overlaps, cast_closest and the like, rows sorted; ray-disc as the visitor";
  }

 private:
  QueryResult result_;
  bool is_visited_ = false;
};

class VisitorIndex final : public OurIndex {
 public:
  using OurIndex::OurIndex;

  void run(const Queries& queries) override { visit_all(queries); }
  void read(Results& results) const override { read_visited(results); }
  std::string settings() const override {
    return "build; for_each_overlap and the like for each query, on all threads";
  }
};

bool supports_all(const QueryKind& /*kind*/) {
  return true;
}

}  // namespace

const IndexInfo kBatchIndex{.name = "batch",
                            .supports = supports_all,
                            .make = make_index<BatchIndex>,
                            .group = EngineGroup::quadphase};
const IndexInfo kVisitorIndex{.name = "visitor",
                              .supports = supports_all,
                              .make = make_index<VisitorIndex>,
                              .group = EngineGroup::quadphase};

}  // namespace quadphase::bench::queries
