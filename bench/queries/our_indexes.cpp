// SPDX-License-Identifier: MIT
// This library: all queries in one call, and each in a call of its own.
#include <array>
#include <optional>

#include "quadphase/quadphase.hpp"
#include "quadphase/tbb.hpp"
#include "queries/collected.hpp"
#include "queries/index.hpp"

namespace quadphase::bench::queries {
namespace {

class OurIndex : public Index {
 public:
  explicit OurIndex(tbb::task_arena& arena) : broad_phase_({.arena = arena_ref(arena)}) {}

  void build(const Objects& objects) final { broad_phase_.build(objects.boxes); }

 protected:
  BroadPhase broad_phase_;
};

class BatchIndex final : public OurIndex {
 public:
  using OurIndex::OurIndex;

  void run(const Queries& queries) override {
    switch (queries.task) {
      case Task::in_box:
        return broad_phase_.find_in_boxes(queries.boxes, result_);
      case Task::at_point:
        return broad_phase_.find_at_points(queries.points, result_);
      case Task::in_circle:
        return broad_phase_.find_in_circles(queries.circles, result_);
      case Task::any_hit:
        return broad_phase_.find_any_hits(queries.segments, result_);
      case Task::closest_hit:
        return broad_phase_.find_closest_hits(queries.segments, result_);
      case Task::all_hits:
        return broad_phase_.find_all_hits(queries.segments, result_);
      case Task::nearest:
        return broad_phase_.find_nearest(queries.points, queries.nearest_count, result_);
    }
  }

  void read(Answers& answers) const override {
    answers.offsets.assign(result_.offsets().begin(), result_.offsets().end());
    answers.ids.assign(result_.ids().begin(), result_.ids().end());
    answers.distances.assign(result_.distances().begin(), result_.distances().end());
  }

  std::string settings() const override { return "build; find_in_boxes and its like, rows sorted"; }

 private:
  QueryResult result_;
};

class VisitorIndex final : public OurIndex {
 public:
  using OurIndex::OurIndex;

  void run(const Queries& queries) override {
    collected_.find_all(queries.size(), [&](std::size_t row, Found& found) {
      switch (queries.task) {
        case Task::in_box:
          return broad_phase_.for_each_in_box(queries.boxes[row],
                                              [&](ObjectId id) { found.add(id); });
        case Task::at_point:
          return broad_phase_.for_each_at_point(queries.points[row],
                                                [&](ObjectId id) { found.add(id); });
        case Task::in_circle:
          return broad_phase_.for_each_in_circle(queries.circles[row],
                                                 [&](ObjectId id) { found.add(id); });
        case Task::any_hit:
          if (const auto id = broad_phase_.any_hit(queries.segments[row])) found.add(*id);
          return;
        case Task::closest_hit:
          if (const auto hit = broad_phase_.closest_hit(queries.segments[row]))
            found.add(hit->id, hit->distance);
          return;
        case Task::all_hits:
          return broad_phase_.for_each_hit(
              queries.segments[row], [&](const Hit& hit) { found.add(hit.id, hit.distance); });
        case Task::nearest:
          return add_nearest(queries.points[row], queries.nearest_count, found);
      }
    });
  }

  void read(Answers& answers) const override { collected_.read(answers); }

  std::string settings() const override {
    return "build; for_each_in_box and its like for each query, on all threads";
  }

 private:
  void add_nearest(const Point& point, std::size_t wanted_count, Found& found) const {
    std::array<Hit, kMostNearest> nearest;
    const std::size_t count =
        broad_phase_.find_nearest(point, std::span(nearest).first(wanted_count));
    for (const Hit& hit : std::span(nearest).first(count)) found.add(hit.id, hit.distance);
  }

  Collected collected_;
};

bool can_answer_all(const QueryKind& /*kind*/) {
  return true;
}

}  // namespace

const IndexInfo kBatchIndex{.name = "batch",
                            .can_answer = can_answer_all,
                            .make = make_index<BatchIndex>,
                            .group = EngineGroup::quadphase};
const IndexInfo kVisitorIndex{.name = "visitor",
                              .can_answer = can_answer_all,
                              .make = make_index<VisitorIndex>,
                              .group = EngineGroup::quadphase};

}  // namespace quadphase::bench::queries
