// SPDX-License-Identifier: MIT
// An engine and the oracle of it, given the same objects.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "queries/query_checks.hpp"
#include "support/checks.hpp"

namespace quadphase::queries {

/// Rows of these boxes, with no attributes but ids.
inline model::Objects objects_of_boxes(const std::vector<Box>& boxes) {
  model::Objects objects(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    objects[i].id = static_cast<ObjectId>(i);
    objects[i].box = boxes[i];
  }
  return objects;
}

inline std::vector<Box> boxes_in(const BoxView& view) {
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < view.size(); ++i) boxes.push_back(view[i]);
  return boxes;
}

inline model::Objects objects_of_view(const BoxView& view) {
  return objects_of_boxes(boxes_in(view));
}

/// The engine is given the columns `given`, the oracle what they stand for.
class QueryWorld {
 public:
  explicit QueryWorld(const Config& config = {.threads = 1})
      : broad_phase(config), oracle(config.touching, {config.period_x, config.period_y}) {}

  void update(const model::Objects& objects, model::Spans given = model::kAllSpans) {
    const model::Rows rows(objects, given);
    broad_phase.update(rows.boxes(), rows.attributes());
    oracle.frame(model::as_given(objects, given));
  }
  void build(const model::Objects& objects, model::Spans given = model::kAllSpans) {
    const model::Rows rows(objects, given);
    broad_phase.build(rows.boxes(), rows.attributes());
    oracle.frame(model::as_given(objects, given));
  }
  void set_static(const model::Objects& objects, model::Spans given = model::kAllSpans) {
    const model::Rows rows(objects, given);
    broad_phase.set_static(rows.boxes(), rows.ids(), rows.attributes());
    oracle.set_static(model::as_given(objects, given.with(model::Span::ids)));
  }
  void add_static(const model::Objects& objects, model::Spans given = model::kAllSpans) {
    const model::Rows rows(objects, given);
    broad_phase.add_static(rows.boxes(), rows.ids(), rows.attributes());
    oracle.add_static(model::as_given(objects, given.with(model::Span::ids)));
  }
  void remove_static(const std::vector<ObjectId>& ids) {
    broad_phase.remove_static(ids);
    oracle.remove_static(ids);
  }

  void change(const model::Objects& objects, model::Spans given = model::kAllSpans) {
    const model::Rows rows(objects, given);
    broad_phase.patch(rows.boxes(), rows.ids(), rows.attributes());
    oracle.change(model::as_given(objects, given.with(model::Span::ids)));
  }
  void remove(const std::vector<ObjectId>& ids) {
    broad_phase.hide(ids);
    oracle.remove(ids);
  }

  [[nodiscard]] QueryDice dice(std::uint64_t seed = 1) const { return {oracle.members(), seed}; }

  void expect_answers(const Queries& queries) { expect_answers(WantedAnswers(oracle, queries)); }
  /// Those of another oracle with the same objects, which is not asked again.
  void expect_answers(const WantedAnswers& wanted) {
    const Difference difference = difference_of_answers(broad_phase, wanted, result);
    EXPECT_FALSE(difference) << *difference;
  }

  BroadPhase broad_phase;
  QueryOracle oracle;
  QueryResult result;
};

/// For worlds that are given the same objects and asked the same queries, one world after the
/// other: the oracle of the first one answers.
class KnownAnswers {
 public:
  /// To be called for each world.
  void begin() { next_ = 0; }
  void expect(QueryWorld& world, const Queries& queries) {
    if (next_ == known_.size()) known_.emplace_back(world.oracle, queries);
    world.expect_answers(known_[next_++]);
  }

 private:
  std::vector<WantedAnswers> known_;
  std::size_t next_ = 0;
};

/// A world of a scene's boxes and nothing else.
inline QueryWorld world_of(const std::string& scene, std::size_t count,
                           const Config& config = {.threads = 1}) {
  QueryWorld world(config);
  world.build(objects_of_view(contract::frame_of(scene, count).view()), model::kNoSpan);
  return world;
}

/// Moving and static objects, of which some are changed and hidden.
inline void fill_with_changes(QueryWorld& world, const std::string& scene, std::size_t count,
                              bool is_changed = true) {
  model::Objects objects = model::objects_of(scene, count);
  const model::Objects statics = model::split_off(objects, count / 3);
  world.set_static(statics);
  world.remove_static({statics[1].id, statics[7].id});
  world.build(objects);
  if (!is_changed) return;
  model::Objects some(objects.begin(), objects.begin() + 9);
  some.push_back(statics[3]);
  for (model::Object& object : some) object.box = objects.back().box;
  world.change(some);
  world.remove({objects[20].id, statics[11].id});
}

/// The bytes of a result.
struct Answer {
  Answer() = default;
  explicit Answer(const QueryResult& result)
      : offsets(result.offsets().begin(), result.offsets().end()),
        ids(result.ids().begin(), result.ids().end()),
        fractions(result.fractions().begin(), result.fractions().end()),
        distances(result.distances().begin(), result.distances().end()) {}

  std::vector<std::size_t> offsets;
  std::vector<ObjectId> ids;
  std::vector<double> fractions;
  std::vector<double> distances;

  friend bool operator==(const Answer&, const Answer&) = default;
};

/// Where the batches of `batches_of` that cast begin: any, closest and all of rays come first.
inline constexpr std::size_t kCastBatches = 12;

/// Every batch of these queries: two of each kind of shape, three of each kind of cast, the
/// nearest.
inline std::vector<Answer> batches_of(const quadphase::Index& engine, const Queries& queries,
                                      QueryResult& result) {
  std::vector<Answer> answers;
  const auto keep = [&] { answers.emplace_back(result); };
  for (const Shapes& shapes :
       {Shapes(queries.boxes), Shapes(queries.points), Shapes(queries.circles),
        Shapes(queries.capsules), Shapes(queries.rotated_boxes), Shapes(queries.polygons)}) {
    engine.find_overlaps(shapes, result);
    keep();
    engine.find_inside(shapes, result);
    keep();
  }
  for (const Casts& casts : {Casts(queries.rays), Casts(queries.segments), Casts(queries.box_casts),
                             Casts(queries.circle_casts), Casts(queries.capsule_casts)}) {
    engine.cast_any(casts, result);
    keep();
    engine.cast_closest(casts, result);
    keep();
    engine.find_hits(casts, result);
    keep();
  }
  for (const double radius : queries.radii) {
    for (const std::size_t count : queries.counts) {
      engine.find_nearest(queries.places, count, result, {.radius = radius});
      keep();
    }
  }
  return answers;
}

}  // namespace quadphase::queries
