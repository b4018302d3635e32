// SPDX-License-Identifier: MIT
// Batches with a predicate find what they would find without the objects that it refuses.
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <set>
#include <span>
#include <stdexcept>

#include "quadphase/recorded_call.hpp"
#include "quadphase/try.hpp"
#include "queries/query_world.hpp"

namespace quadphase::queries {
namespace {

/// About two of five, and other ones for each row.
bool is_wanted(std::size_t row, ObjectId id) {
  return (row * 7 + id * 13) % 5 < 2;
}

/// The rows of a batch, with the numbers of their hits, if there are any.
struct Row {
  std::vector<ObjectId> ids;
  std::vector<double> numbers;
  friend bool operator==(const Row&, const Row&) = default;
};
std::vector<Row> rows_of(const QueryResult& result) {
  std::vector<Row> rows(result.row_count());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto keep = [](auto values) { return std::vector(values.begin(), values.end()); };
    rows[row].ids = keep(result.ids_of(row));
    rows[row].numbers =
        keep(!result.fractions().empty() ? result.fractions_of(row) : result.distances_of(row));
  }
  return rows;
}

/// The first `most` of each row that are wanted.
std::vector<Row> wanted(std::vector<Row> rows,
                        std::size_t most = std::numeric_limits<std::size_t>::max()) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Row kept;
    for (std::size_t hit = 0; hit < rows[i].ids.size() && kept.ids.size() < most; ++hit) {
      if (!is_wanted(i, rows[i].ids[hit])) continue;
      kept.ids.push_back(rows[i].ids[hit]);
      if (!rows[i].numbers.empty()) kept.numbers.push_back(rows[i].numbers[hit]);
    }
    rows[i] = kept;
  }
  return rows;
}

class BatchesOf {
 public:
  explicit BatchesOf(const BroadPhase& engine, BatchOptions options)
      : engine_(engine), all_(options), some_(options) {
    some_.accept = is_wanted;
  }

  void expect_wanted_overlaps(const Shapes& shapes) {
    engine_.find_overlaps(shapes, result_, all_);
    const std::vector<Row> all = rows_of(result_);
    engine_.find_overlaps(shapes, result_, some_);
    EXPECT_TRUE(rows_of(result_) == wanted(all)) << "overlaps";
    if (all_.order == RowOrder::ascending) {
      engine_.find_first_overlaps(shapes, result_, some_);
      EXPECT_TRUE(rows_of(result_) == wanted(all, 1)) << "first overlaps";
    }
    engine_.find_inside(shapes, result_, all_);
    const std::vector<Row> inside = rows_of(result_);
    engine_.find_inside(shapes, result_, some_);
    EXPECT_TRUE(rows_of(result_) == wanted(inside)) << "inside";
  }
  void expect_wanted_hits(const Casts& casts) {
    engine_.find_hits(casts, result_, all_);
    const std::vector<Row> all = rows_of(result_);
    engine_.find_hits(casts, result_, some_);
    EXPECT_TRUE(rows_of(result_) == wanted(all)) << "hits";
    engine_.cast_closest(casts, result_, some_);
    EXPECT_TRUE(rows_of(result_) == wanted(all, 1)) << "closest";
    engine_.cast_any(casts, result_, some_);
    const std::vector<Row> any = rows_of(result_);
    EXPECT_TRUE(result_.fractions().empty());
    const std::vector<Row> expected = wanted(all);
    for (std::size_t row = 0; row < any.size(); ++row) {
      ASSERT_EQ(any[row].ids.size(), std::min<std::size_t>(expected[row].ids.size(), 1));
      if (!any[row].ids.empty()) {
        EXPECT_TRUE(std::ranges::count(expected[row].ids, any[row].ids[0]) == 1) << "any";
      }
    }
  }
  void expect_wanted_nearest(const Shapes& shapes, std::size_t object_count) {
    for (const double radius : {std::numeric_limits<double>::infinity(), 3.0}) {
      all_.radius = some_.radius = radius;
      engine_.find_nearest(shapes, object_count, result_, all_);
      const std::vector<Row> all = rows_of(result_);
      for (const std::size_t count :
           {std::size_t{0}, std::size_t{1}, std::size_t{20}, object_count}) {
        engine_.find_nearest(shapes, count, result_, some_);
        EXPECT_TRUE(rows_of(result_) == wanted(all, count)) << "nearest " << count;
      }
    }
  }

 private:
  const BroadPhase& engine_;
  BatchOptions all_;
  BatchOptions some_;
  QueryResult result_;
};

void expect_wanted(const QueryWorld& world, std::size_t object_count,
                   const BatchOptions& options = {}) {
  const Queries queries = joined(world.dice().queries(90), invalid_queries());
  BatchesOf batches(world.broad_phase, options);
  std::vector<DoubleBox> doubles;
  for (const Box& box : queries.boxes)
    doubles.push_back({box.min_x, box.min_y, box.max_x, box.max_y});
  for (const Shapes& shapes :
       {Shapes(queries.boxes), Shapes(queries.points), Shapes(queries.circles),
        Shapes(queries.capsules), Shapes(queries.rotated_boxes), Shapes(queries.polygons),
        Shapes(doubles)})
    batches.expect_wanted_overlaps(shapes);
  for (const Casts& casts : {Casts(queries.rays), Casts(queries.segments), Casts(queries.box_casts),
                             Casts(queries.circle_casts), Casts(queries.capsule_casts)})
    batches.expect_wanted_hits(casts);
  for (const Shapes& shapes : {Shapes(queries.places), Shapes(queries.boxes)})
    batches.expect_wanted_nearest(shapes, object_count);
}

class PredicatesOf : public testing::TestWithParam<std::string> {};

TEST_P(PredicatesOf, LeaveWhatTheyAccept) {
  for (const int threads : {1, 4}) {
    QueryWorld world({.threads = threads});
    fill_with_changes(world, GetParam(), 900);
    expect_wanted(world, 900);
    expect_wanted(
        world, 900,
        {.worlds = Worlds::all, .mobilities = Mobilities::static_only, .order = RowOrder::tree});
    expect_wanted(world, 900, {.filter = {.category = 2, .mask = 7, .group = 1}});
  }
}

INSTANTIATE_TEST_SUITE_P(Scene, PredicatesOf, testing::Values("mixed", "giants", "dense"),
                         contract::test_name_of);

TEST(Predicates, LeaveWhatTheyAcceptInPeriodicWorlds) {
  QueryWorld world({.threads = 1, .period_x = 40, .period_y = 30});
  world.build(objects_of_boxes([] {
    std::vector<Box> boxes;
    scenes::Random random(4);
    for (int i = 0; i < 300; ++i) {
      const float x = random.between(0, 40);
      const float y = random.between(0, 30);
      boxes.push_back({x, y, x + random.between(0, 3), y + random.between(0, 3)});
    }
    return boxes;
  }()));
  expect_wanted(world, 300);
}

TEST(Predicates, KeepARayFromTheBodyThatCastsIt) {
  const std::vector<Box> bodies = {{0, 0, 1, 1}, {4, 0, 5, 1}, {8, 0, 9, 1}};
  const std::vector<ObjectId> ids = {30, 10, 20};
  std::vector<Ray> rays;
  for (const Box& body : bodies) rays.push_back({center(body), {1, 0}});
  Index index({.threads = 1});
  index.build(bodies, {.ids = ids});
  const auto is_other = [&](std::size_t row, ObjectId id) { return id != ids[row]; };
  QueryResult result;
  index.cast_closest(rays, result, {.accept = is_other});
  EXPECT_EQ(rows_of(result), (std::vector<Row>{{{10}, {3.5}}, {{20}, {3.5}}, {{}, {}}}));
}

TEST(Predicates, AreAskedAboutNothingThatABatchCannotFind) {
  QueryWorld world = world_of("dense", 2'000);
  const std::vector<Box> boxes = world.dice().queries(300).boxes;
  QueryResult result;
  world.broad_phase.find_overlaps(boxes, result);
  const std::vector<Row> all = rows_of(result);
  const auto is_found = [&](std::size_t row, ObjectId id) {
    EXPECT_TRUE(std::ranges::binary_search(all[row].ids, id));
    return false;
  };
  world.broad_phase.find_overlaps(boxes, result, {.accept = is_found});
  EXPECT_EQ(result.row_count(), 300U);
  EXPECT_TRUE(result.ids().empty());
}

/// Calls `expect(batch)` for each batch; `batch(engine, options)` runs it.
template <class Expect>
void for_each_batch(QueryResult& result, const Expect& expect) {
  static const std::vector<Box> kBoxes(40, Box{-1e6F, -1e6F, 1e6F, 1e6F});
  static const std::vector<Segment> kCasts(40, Segment{{-1e3F, -1e3F}, {1e3F, 1e3F}});
  static const std::vector<Point> kPlaces(40, Point{1, 1});
  expect([&](const auto& b, const auto& o) { b.find_overlaps(kBoxes, result, o); });
  expect([&](const auto& b, const auto& o) { b.find_first_overlaps(kBoxes, result, o); });
  expect([&](const auto& b, const auto& o) { b.find_inside(kBoxes, result, o); });
  expect([&](const auto& b, const auto& o) { b.cast_any(kCasts, result, o); });
  expect([&](const auto& b, const auto& o) { b.cast_closest(kCasts, result, o); });
  expect([&](const auto& b, const auto& o) { b.find_hits(kCasts, result, o); });
  expect([&](const auto& b, const auto& o) { b.find_nearest(kPlaces, 3, result, o); });
}

TEST(Predicates, MayThrowWhichLeavesNoRows) {
  struct Mine {
    int number;
  };
  for (const int threads : {1, 4}) {
    QueryWorld world = world_of("mixed", 2'000, {.threads = threads});
    const auto throws = [](std::size_t, ObjectId) -> bool { throw Mine{7}; };
    const auto has_no_memory = [](std::size_t, ObjectId) -> bool { throw std::bad_alloc(); };
    QueryResult result;
    for_each_batch(result, [&](const auto& batch) {
      batch(world.broad_phase, BatchOptions{});
      EXPECT_GT(result.ids().size(), 0U);
      EXPECT_THROW(batch(world.broad_phase, BatchOptions{.accept = throws}), Mine);
      EXPECT_EQ(result.row_count(), 0U);
      EXPECT_THROW(batch(world.broad_phase, BatchOptions{.accept = has_no_memory}), std::bad_alloc);
      EXPECT_EQ(result.row_count(), 0U);
      batch(world.broad_phase, BatchOptions{});
      EXPECT_GT(result.ids().size(), 0U);
    });
    const std::vector<Point> places(3);
    const Status status =
        try_find_nearest(world.broad_phase, places, 1, result, {.accept = has_no_memory});
    EXPECT_EQ(status.code(), StatusCode::visitor_threw);
    EXPECT_EQ(result.row_count(), 0U);
  }
}

TEST(Predicates, MayNotChangeTheirEngine) {
  for (const int threads : {1, 4}) {
    BroadPhase engine({.threads = threads});
    engine.update(contract::frame_of("mixed", 2'000).view());
    std::atomic<int> refusals = 0;
    const auto changes = [&](std::size_t, ObjectId id) {
      try {
        engine.hide(id);
      } catch (const std::logic_error&) {
        ++refusals;
      }
      return engine.cast_any(Ray{{0, 0}, {1, 1}}).has_value() || true;
    };
    QueryResult result;
    for_each_batch(result, [&](const auto& batch) {
      refusals = 0;
      batch(engine, BatchOptions{.accept = changes});
      EXPECT_GE(refusals, static_cast<int>(result.ids().size()));
      EXPECT_GT(refusals, 0);
    });
  }
}

TEST(Predicates, MayRunLoopsOfTheirOwn) {
  const tbb::global_control really_that_many(tbb::global_control::max_allowed_parallelism, 4);
  BroadPhase engine({.threads = 4});
  engine.update(contract::frame_of("mixed", 2'000).view());
  const auto waits = [](std::size_t row, ObjectId id) {
    tbb::parallel_for(0, 16, [](int) {});
    return is_wanted(row, id);
  };
  QueryResult result;
  for_each_batch(result, [&](const auto& batch) {
    batch(engine, BatchOptions{.accept = is_wanted});
    const Answer expected(result);
    batch(engine, BatchOptions{.accept = waits});
    EXPECT_TRUE(Answer(result) == expected);
  });
}

TEST(Predicates, MayRefuseNearlyAll) {
  QueryWorld world = world_of("uniform", 3'000);
  const std::vector<Point> places = world.dice().queries(40).points;
  const auto is_rare = [](std::size_t, ObjectId id) { return id % 500 == 7; };
  QueryResult result;
  world.broad_phase.find_nearest(places, 3'000, result);
  const std::vector<Row> all = rows_of(result);
  for (const std::size_t count : {std::size_t{1}, std::size_t{4}, std::size_t{7}}) {
    world.broad_phase.find_nearest(places, count, result, {.accept = is_rare});
    for (std::size_t row = 0; row < all.size(); ++row) {
      std::vector<ObjectId> expected;
      for (const ObjectId id : all[row].ids)
        if (is_rare(row, id) && expected.size() < count) expected.push_back(id);
      EXPECT_TRUE(std::ranges::equal(result.ids_of(row), expected)) << row;
    }
  }
}

/// Counts the hashes of calls.
class Hashes : public CallRecorder {
 public:
  std::uint32_t next_subject() noexcept override { return 0; }
  std::uint64_t begin(const RecordedCall&) noexcept override { return 0; }
  void end(std::uint64_t, const RecordedCall& call) noexcept override {
    last_code = call.outcome.code;
    has_hash = call.outcome.has_hash;
  }
  [[nodiscard]] bool wants_hashes() const noexcept override { return true; }

  StatusCode last_code = StatusCode::ok;
  bool has_hash = false;
};

TEST(Predicates, AreNotRecordedSoTheirRowsHaveNoHash) {
  Hashes hashes;
  {
    BroadPhase engine({.threads = 1, .recorder = &hashes});
    engine.update(contract::frame_of("mixed", 500).view());
    QueryResult result;
    const auto throws = [](std::size_t, ObjectId) -> bool { throw std::range_error("far"); };
    for_each_batch(result, [&](const auto& batch) {
      batch(engine, BatchOptions{});
      EXPECT_TRUE(hashes.has_hash);
      batch(engine, BatchOptions{.accept = is_wanted});
      EXPECT_FALSE(hashes.has_hash);
      EXPECT_EQ(hashes.last_code, StatusCode::ok);
      EXPECT_THROW(batch(engine, BatchOptions{.accept = throws}), std::range_error);
      EXPECT_EQ(hashes.last_code, StatusCode::visitor_threw);
    });
  }
}

}  // namespace
}  // namespace quadphase::queries
