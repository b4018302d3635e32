// SPDX-License-Identifier: MIT
// What reads a frame: streams, searches, visitors that stop, throw or call the engine, and cells.
#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "fuzz_support/attempt.hpp"
#include "fuzz_support/failure.hpp"
#include "fuzz_support/inputs.hpp"
#include "histories/engine_player.hpp"
#include "oracle/exact_pairs.hpp"
#include "support/checks.hpp"
#include "tree/cell_checks.hpp"

namespace quadphase::fuzz {
namespace {

using model::Objects;

/// What a visitor throws.
struct Stop {
  std::size_t at;
};

/// Visits as far as the `at`-th item; then it stops or throws.
template <class Visit>
void visit_up_to(std::size_t at, bool throws, const Visit& for_each) {
  std::size_t count = 0;
  bool is_over = false;
  try {
    for_each([&] {
      require(!is_over, "a visit after the visitor had stopped");
      if (count++ < at) return true;
      is_over = true;
      if (throws) throw Stop{at};
      return false;
    });
    require(!is_over || !throws, "a visitor's exception was swallowed");
  } catch (const Stop& stop) {
    require(throws && stop.at == at, "another exception than the visitor's");
  }
}

/// All queries of one point, from inside another one.
void call_back(const BroadPhase& engine, const Point& point) {
  std::size_t count = 0;
  engine.for_each_overlap(point, [&](ObjectId) { ++count; });
  Neighbor nearest[3];
  (void)engine.find_nearest(point, nearest);
  (void)engine.cast_closest(Ray{point, {1, 0}});
  if (!engine.pairs().empty()) (void)engine.tight_boxes_overlap(engine.pairs().front());
}

}  // namespace

void EnginePlayer::require_no_tree() {
  const std::vector<Box> boxes = {{0, 0, 1, 1}};
  const auto refused = [](const auto& call) {
    require_throws<std::logic_error>(call, "a call that needs a frame");
  };
  refused([&] { (void)engine_->count_pairs(); });
  refused([&] { (void)engine_->chunk_count(); });
  refused([&] { engine_->for_each_pair_chunk([](std::span<const Pair>, std::size_t) {}); });
  refused([&] { engine_->find_overlaps(boxes, *result_); });
  refused([&] { engine_->for_each_overlap(boxes[0], [](ObjectId) {}); });
  refused([&] { (void)engine_->cast_any(Segment{{0, 0}, {1, 1}}); });
  refused([&] { (void)engine_->tight_boxes_overlap({0, 1}); });
  refused([&] { engine_->for_each_cell([](const Cell&) {}); });
  require(result_->row_count() == 0, "a refused batch left rows");
}

void EnginePlayer::stream(ByteSource& in) {
  if (!model_.has_tree()) return require_no_tree();
  const std::uint32_t at = in.byte();
  std::atomic<std::uint32_t> calls{0};
  const Face before(*engine_);
  try {
    (void)attempt(in, resource_, [&] {
      engine_->for_each_pair_chunk([&](std::span<const Pair>, std::size_t) {
        if (calls++ == at) throw Stop{at};
        (void)engine_->pairs();
      });
    });
  } catch (const Stop&) {
    require(calls > at, "a visitor's exception out of nothing");
  }
  std::uint64_t count = 0;
  if (attempt(in, resource_, [&] { count = engine_->count_pairs(); }))
    require(count == tree_pairs_.size(), "count_pairs() is wrong");
  std::vector<Pair> pairs = model::streamed(*engine_);
  require_none(model::difference_of_order(pairs, model_), "streamed pairs");
  if (model_.has_equal_ids()) {
    std::ranges::sort(pairs);
    require(pairs == tree_pairs_, "streamed pairs");
  } else {
    require_none(oracle::compare_pairs(pairs, tree_pairs_), "streamed pairs");
  }
  Face after(*engine_);
  after.shown.pair_count = before.shown.pair_count;  // that of the last search
  require(after == before, "a stream changed the shown frame");
}

void EnginePlayer::search(ByteSource& in) {
  Objects rows;
  const std::uint32_t count = in.below(12);
  for (std::uint32_t i = 0; i < count; ++i) rows.push_back(object(in, targets()));
  const model::Spans given = moving_spans(in);
  require_none(model::difference_of_searches(*engine_, model_, rows, given, *result_), "search");
  if (!model_.has_tree()) return;
  const model::Rows columns(rows, given);
  const Shapes shapes(columns.boxes());
  if (!attempt(in, resource_, [&] {
        QueryResult fresh(&resource_);
        engine_->find_overlaps(shapes, fresh, {.attributes = columns.attributes()});
        *result_ = std::move(fresh);
      }))
    return;
  std::vector<Point> points;
  for (const model::Object& row : rows) points.push_back({row.box.min_x, row.box.max_y});
  const std::size_t k = in.below(8);
  if (!attempt(in, resource_, [&] { engine_->find_nearest(points, k, *result_); })) {
    require(result_->row_count() == 0, "a failed batch left rows");
    return;
  }
  std::vector<Neighbor> alone(k);
  for (std::size_t row = 0; row < points.size(); ++row) {
    const std::size_t found = engine_->find_nearest(points[row], alone);
    require(model_.has_equal_ids() ||
                std::ranges::equal(result_->ids_of(row), std::span(alone).first(found), {}, {},
                                   [](const Neighbor& near) { return near.id; }),
            "the nearest of a batch are others");
  }
}

void EnginePlayer::visit(ByteSource& in) {
  const model::Object row = object(in, targets());
  const std::size_t at = in.below(16);
  const bool throws = in.flag();
  if (!model_.has_tree()) return require_no_tree();
  model::Object plain;
  plain.box = row.box;
  std::vector<ObjectId> wanted = model_.overlaps_of({plain}).front();
  std::vector<ObjectId> found;
  engine_->for_each_overlap(row.box, [&](ObjectId id) {
    found.push_back(id);
    call_back(*engine_, {row.box.min_x, row.box.min_y});
  });
  std::ranges::sort(found);
  if (model_.has_equal_ids()) {  // an id comes once, or once for each of its objects
    for (std::vector<ObjectId>* const ids : {&found, &wanted})
      ids->erase(std::unique(ids->begin(), ids->end()), ids->end());
  }
  require(found == wanted, "for_each_overlap is wrong");
  visit_up_to(at, throws, [&](const auto& visitor) {
    engine_->for_each_overlap(row.box, [&](ObjectId) { return visitor(); });
  });
}

void EnginePlayer::visit_in_order(ByteSource& in) {
  const Point from = point(in);
  const Point by = point(in);
  const std::size_t at = in.below(24);
  const bool throws = in.flag();
  if (!model_.has_tree()) return require_no_tree();
  const Ray ray{from, by};
  const std::vector<Ray> rays(1 + at % 12, ray);
  std::vector<ObjectId> hits;
  double last = 0;
  engine_->for_each_hit(ray, [&](const CastHit& hit) {
    require(hit.fraction >= last, "hits do not ascend");
    last = hit.fraction;
    hits.push_back(hit.id);
    call_back(*engine_, from);
  });
  if (attempt(in, resource_, [&] { engine_->find_hits(rays, *result_); })) {
    for (std::size_t i = 0; i < rays.size() && !model_.has_equal_ids(); ++i)
      require(std::ranges::equal(result_->ids_of(i), hits), "find_hits is not for_each_hit");
  } else {
    require(result_->row_count() == 0, "a failed batch left rows");
  }
  visit_up_to(at, throws, [&](const auto& visitor) {
    engine_->for_each_hit(ray, [&](const CastHit&) { return visitor(); });
  });
  visit_up_to(at, throws, [&](const auto& visitor) {
    engine_->for_each_nearest(from, [&](const Neighbor&) { return visitor(); });
  });
}

void EnginePlayer::look_at_cells(ByteSource& in) {
  const std::size_t at = in.below(16);
  const bool throws = in.flag();
  if (!model_.has_tree()) return require_no_tree();
  visit_up_to(at, throws, [&](const auto& visitor) {
    engine_->for_each_cell([&](const Cell&) { return visitor(); });
  });
  cells::expect_nested(cells::cells_of(*engine_), false);
}

}  // namespace quadphase::fuzz
