// SPDX-License-Identifier: MIT
// Recordings of an earlier version of the format.
#include <gtest/gtest.h>

#include <bit>
#include <variant>

#include "bench/temporary_file.hpp"
#include "old_calls.hpp"

namespace quadphase::recording_tests {
namespace {

using bench::TemporaryFile;

class OldRecordings : public testing::TestWithParam<int> {
 protected:
  [[nodiscard]] static std::string path() {
    return std::string(QUADPHASE_TEST_DATA) + "/version_" + std::to_string(GetParam()) +
           ".recording";
  }
};
INSTANTIATE_TEST_SUITE_P(Version, OldRecordings, testing::Values(1, 2));

/// All numbers of a query, as bits.
void add(std::vector<std::uint64_t>& bits, double value) {
  bits.push_back(std::bit_cast<std::uint64_t>(value));
}
void add(std::vector<std::uint64_t>& bits, float value) {
  bits.push_back(std::bit_cast<std::uint32_t>(value));
}
void add(std::vector<std::uint64_t>& bits, const Point& p) {
  add(bits, p.x);
  add(bits, p.y);
}
void add(std::vector<std::uint64_t>& bits, const Box& box) {
  add(bits, Point{box.min_x, box.min_y});
  add(bits, Point{box.max_x, box.max_y});
}
void add(std::vector<std::uint64_t>& bits, const Circle& circle) {
  add(bits, circle.center);
  add(bits, circle.radius);
}
void add(std::vector<std::uint64_t>& bits, const Capsule& capsule) {
  add(bits, capsule.first);
  add(bits, capsule.second);
  add(bits, capsule.radius);
}
void add(std::vector<std::uint64_t>& bits, const RotatedBox& box) {
  add(bits, box.center);
  add(bits, box.half_size);
  add(bits, box.axis);
}
void add(std::vector<std::uint64_t>& bits, const ConvexPolygon& polygon) {
  for (const Point& vertex : polygon.vertices) add(bits, vertex);
}
void add(std::vector<std::uint64_t>& bits, const DoublePoint& point) {
  add(bits, point.x);
  add(bits, point.y);
}
void add(std::vector<std::uint64_t>& bits, const DoubleBox& box) {
  add(bits, DoublePoint{box.min_x, box.min_y});
  add(bits, DoublePoint{box.max_x, box.max_y});
}
void add(std::vector<std::uint64_t>& bits, const DoubleCircle& circle) {
  add(bits, circle.center);
  add(bits, circle.radius);
}
void add(std::vector<std::uint64_t>& bits, const DoubleCapsule& capsule) {
  add(bits, capsule.first);
  add(bits, capsule.second);
  add(bits, capsule.radius);
}
void add(std::vector<std::uint64_t>& bits, const Cast& cast) {
  add(bits, cast.box);
  add(bits, cast.from);
  add(bits, cast.to);
  add(bits, cast.max_fraction);
  add(bits, cast.capsule);
  bits.push_back((cast.must_move ? 2U : 0U) + (cast.is_round ? 1U : 0U));
}
template <class Item>
void add_items(std::vector<std::uint64_t>& bits, std::span<const Item> items) {
  for (const Item& item : items) {
    if constexpr (requires { Cast(item); }) {
      add(bits, Cast(item));
    } else {
      add(bits, item);
    }
  }
}
void add_items(std::vector<std::uint64_t>& bits, const BoxView& boxes) {
  for (std::size_t i = 0; i < boxes.size(); ++i) add(bits, boxes[i]);
}

std::vector<std::uint64_t> numbers_of(const RecordedCall& call) {
  std::vector<std::uint64_t> bits = {static_cast<std::uint64_t>(call.kind), call.outcome.hash};
  std::visit([&](const auto& shape) { add(bits, shape); }, call.shape.value());
  add(bits, call.cast);
  add(bits, call.query.radius);
  add(bits, call.batch.radius);
  std::visit([&](const auto& items) { add_items(bits, items); }, call.shapes.items());
  std::visit([&](const auto& items) { add_items(bits, items); }, call.casts.items());
  return bits;
}

TEST_P(OldRecordings, HaveTheCallsAndResultsOfNewOnes) {
  const TemporaryFile file;
  record_old_calls(file.path(), false);
  Recording now(file.path());
  Recording then(path());
  std::size_t count = 0;
  while (const RecordedCall* call = now.next()) {
    const RecordedCall* old = then.next();
    ASSERT_NE(old, nullptr);
    ASSERT_EQ(numbers_of(*old), numbers_of(*call)) << name_of(call->kind);
    ++count;
  }
  EXPECT_EQ(then.next(), nullptr);
  EXPECT_EQ(then.problem(), "");
  EXPECT_EQ(count, 45U);
}

TEST_P(OldRecordings, ArePlayedAsTheyWereRecorded) {
  Recording recording(path());
  Replayer replayer({.threads = 1});
  while (const RecordedCall* call = recording.next()) {
    const ReplayResult result = replayer.play(*call);
    EXPECT_FALSE(differs(result, call->outcome)) << name_of(call->kind) << " " << result.message;
    EXPECT_EQ(result.code, StatusCode::ok);
  }
  EXPECT_EQ(recording.problem(), "");
}

TEST(Recordings, KeepEveryBitOfRadiiAndFractions) {
  constexpr double kRadius = 0x1.23456789abcdep-1;
  const TemporaryFile file;
  {
    Recorder recorder(file.path());
    Index index({.threads = 1, .recorder = &recorder});
    index.build(std::vector<Box>{{0, 0, 1, 1}});
    QueryResult result;
    index.for_each_overlap(Circle{{1, 2}, kRadius}, [](ObjectId) {});
    index.for_each_overlap(Capsule{{1, 2}, {3, 4}, kRadius}, [](ObjectId) {});
    (void)index.cast_any(Ray{{1, 2}, {3, 4}, kRadius});
    index.find_overlaps(std::vector<Circle>(99, {{1, 2}, kRadius}), result);
    index.find_hits(std::vector<CapsuleCast>(2, {{{1, 2}, {3, 4}, kRadius}, {5, 6}}), result);
    index.find_nearest(std::vector<Point>{{1, 2}}, 1, result, {.radius = kRadius});
    index.for_each_overlap(DoubleCapsule{{1, kRadius}, {3, 4}, 5}, [](ObjectId) {});
    index.find_inside(std::vector<DoublePoint>{{1, 2}, {3, kRadius}}, result);
  }
  Recording recording(file.path());
  const auto next = [&]() -> const RecordedCall& {
    const RecordedCall* call = recording.next();
    if (call == nullptr) throw std::runtime_error(recording.problem());
    return *call;
  };
  (void)next();
  (void)next();
  EXPECT_EQ(std::get<Circle>(next().shape.value()).radius, kRadius);
  const Capsule capsule = std::get<Capsule>(next().shape.value());
  EXPECT_EQ(capsule.radius, kRadius);
  EXPECT_EQ(capsule.second, (Point{3, 4}));
  EXPECT_EQ(next().cast.max_fraction, kRadius);
  const auto circles = std::get<std::span<const Circle>>(next().shapes.items());
  ASSERT_EQ(circles.size(), 99U);
  EXPECT_EQ(circles[98].radius, kRadius);
  EXPECT_EQ(circles[98].center, (Point{1, 2}));
  const auto casts = std::get<std::span<const CapsuleCast>>(next().casts.items());
  ASSERT_EQ(casts.size(), 2U);
  EXPECT_EQ(casts[1].capsule.radius, kRadius);
  EXPECT_EQ(casts[1].displacement, (Point{5, 6}));
  EXPECT_EQ(next().batch.radius, kRadius);
  const DoubleCapsule doubles = std::get<DoubleCapsule>(next().shape.value());
  EXPECT_EQ(doubles.first, (DoublePoint{1, kRadius}));
  EXPECT_EQ(doubles.second, (DoublePoint{3, 4}));
  EXPECT_EQ(doubles.radius, 5);
  const auto points = std::get<std::span<const DoublePoint>>(next().shapes.items());
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[1], (DoublePoint{3, kRadius}));
}

/// Plays a recording of an index, and expects what was recorded.
void expect_played(const std::string& path, std::size_t batch_count) {
  Recording recording(path);
  Replayer replayer({.threads = 1});
  std::size_t batches = 0;
  while (const RecordedCall* call = recording.next()) {
    const ReplayResult result = replayer.play(*call);
    EXPECT_EQ(result.code, StatusCode::ok);
    EXPECT_FALSE(differs(result, call->outcome)) << name_of(call->kind) << " " << result.message;
    if (call->shapes.size() == 0) continue;
    ++batches;
    EXPECT_TRUE(call->batch.filter != Filter{} || !call->batch.attributes.category.empty());
  }
  EXPECT_EQ(recording.problem(), "");
  EXPECT_EQ(batches, batch_count);
}

// filters_of_batches.recording was written when batches had an array of filters: one for all
// queries, and one for each.
TEST(Recordings, MayHaveAFilterForEachQueryOfABatchAsTheyOnceHad) {
  expect_played(std::string(QUADPHASE_TEST_DATA) + "/filters_of_batches.recording", 5);
}

TEST(Recordings, KeepTheFilterOfABatchAndTheColumnsThatReplaceItsParts) {
  const TemporaryFile file;
  {
    Recorder recorder(file.path(), {.hashes = true});
    scenes::Random random(6);
    const Rows rows(200, 0, random);
    Index index({.threads = 1, .recorder = &recorder});
    index.build(rows.view(), rows.attributes());
    BatchOptions options{.filter = {.category = 3, .mask = 5}};
    QueryResult result;
    index.find_overlaps(rows.view(), result, options);
    options.attributes.category = rows.attributes().category;
    index.find_overlaps(rows.view(), result, options);
    index.find_nearest(std::vector<Point>(200, {5, 5}), 2, result, options);
  }
  expect_played(file.path(), 3);
}

TEST(Recordings, KeepTheOrderOfRows) {
  const TemporaryFile file;
  const auto record = [&](RowOrder order) {
    Recorder recorder(file.path(), {.hashes = true});
    scenes::Random random(5);
    const Rows walls(30, 1'000, random);
    const Rows moving(300, 0, random);
    BroadPhase engine({.threads = 1, .recorder = &recorder});
    engine.set_static(walls.view(), walls.ids);
    engine.build(moving.view(), moving.attributes());
    QueryResult result;
    engine.find_overlaps(moving.boxes, result, {.order = order});
    engine.find_inside(std::vector<Circle>(20, {{10, 10}, 15}), result, {.order = order});
    engine.find_first_overlaps(moving.boxes, result, {.order = order});
    engine.cast_closest(std::vector<Ray>{{{1, 1}, {1, 0.5F}}}, result, {.order = order});
  };
  for (const RowOrder order : {RowOrder::ascending, RowOrder::tree}) {
    record(order);
    for (const int threads : {1, 3}) {
      Recording recording(file.path());
      Replayer replayer({.threads = threads});
      std::size_t batch_count = 0;
      while (const RecordedCall* call = recording.next()) {
        if (call->shapes.size() > 0 || call->kind == CallKind::cast_closest_batch) {
          EXPECT_EQ(call->batch.order, order) << name_of(call->kind);
          ++batch_count;
        }
        const ReplayResult result = replayer.play(*call);
        EXPECT_FALSE(differs(result, call->outcome)) << name_of(call->kind) << result.message;
        EXPECT_TRUE(call->outcome.has_hash);
      }
      EXPECT_EQ(recording.problem(), "");
      EXPECT_EQ(batch_count, 4U);
    }
  }
}

}  // namespace
}  // namespace quadphase::recording_tests
