// SPDX-License-Identifier: MIT
// The order of the tree, and arrays that are put into it.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <Eigen/Core>
#include <limits>
#include <new>
#include <numeric>
#include <optional>
#include <set>

#include "quadphase/try.hpp"
#include "support/checks.hpp"
#include "support/executors.hpp"
#include "support/rows.hpp"

namespace quadphase::contract {
namespace {

Rows copy_of_order(const BroadPhase& engine) {
  return {engine.order().begin(), engine.order().end()};
}

/// True if each row below `count` is there once.
bool is_permutation_of_rows(Rows rows, std::size_t count) {
  std::sort(rows.begin(), rows.end());
  return rows == ascending(count);
}

/// With every seventh box invalid.
Columns with_invalid_boxes(Columns frame) {
  for (std::size_t i = 0; i < frame.view().size(); i += 7) {
    Box box = frame.view()[i];
    (i % 2 == 0 ? box.min_x : box.max_y) = std::numeric_limits<float>::quiet_NaN();
    frame.set(i, box);
  }
  return frame;
}

class OrderOf : public testing::TestWithParam<std::string> {
 protected:
  const tbb::global_control really_that_many_{tbb::global_control::max_allowed_parallelism, 4};
};

TEST_P(OrderOf, IsThatOfTheCellsOnEveryNumberOfThreadsAndRejectedRowsComeLast) {
  for (const std::size_t count : {1U, 2U, 17U, 1'000U, 12'000U}) {
    for (const bool some_invalid : {false, true}) {
      Columns frame = frame_of(GetParam(), std::min<std::size_t>(count, 12'000));
      if (some_invalid) frame = with_invalid_boxes(frame);
      const std::size_t n = frame.view().size();
      std::optional<Rows> first;
      for (const int threads : {1, 2, 4}) {
        BroadPhase engine({.threads = threads});
        engine.build(frame.view());
        const Rows order = copy_of_order(engine);
        EXPECT_TRUE(is_permutation_of_rows(order, n)) << n << " boxes, " << threads << " threads";
        if (!first) first = order;
        EXPECT_TRUE(order == *first) << n << " boxes, " << threads << " threads";
        const std::span<const ObjectId> rejected = engine.rejected_ids();
        EXPECT_TRUE(std::equal(rejected.begin(), rejected.end(),
                               order.end() - static_cast<std::ptrdiff_t>(rejected.size())));
      }
    }
  }
}

TEST_P(OrderOf, PutsRowsWhereTheyHaveTheSamePairs) {
  const std::size_t count = GetParam() == "point" ? 500 : 12'000;
  Columns frame = with_invalid_boxes(frame_of(GetParam(), count));
  BroadPhase engine({.threads = 2});
  engine.update(frame.view());
  const Rows order = copy_of_order(engine);
  Pairs expected = copy_of(engine.pairs());
  Rows row_of(order.size());
  new_rows(order, row_of);
  for (Pair& pair : expected) {
    pair = {row_of[pair.first], row_of[pair.second]};
    if (pair.first > pair.second) std::swap(pair.first, pair.second);
  }

  std::sort(expected.begin(), expected.end());

  std::vector<Box> boxes;
  for (std::size_t i = 0; i < frame.view().size(); ++i) boxes.push_back(frame.view()[i]);
  reorder(order, boxes);
  engine.update(boxes);
  const auto difference = oracle::compare_pairs(engine.pairs(), expected);
  EXPECT_FALSE(difference) << *difference;
}

TEST_P(OrderOf, IsAscendingOnceTheRowsAreInIt) {
  // Why not those: where some boxes are far from the others, the cells are those of a sample, which
  // is drawn by rows.
  const std::set<std::string> sampled = {"outlier", "box2d-pyramid", "box2d-tumbler"};
  if (sampled.contains(GetParam())) GTEST_SKIP() << "the sample of its rows would be another";
  const Columns frame = with_invalid_boxes(frame_of(GetParam(), 12'000));
  BroadPhase engine({.threads = 2});
  engine.build(frame.view());
  std::vector<Box> boxes(frame.view().size());
  for (std::size_t i = 0; i < boxes.size(); ++i) boxes[i] = frame.view()[i];
  reorder(engine.order(), boxes);
  engine.build(boxes);
  EXPECT_TRUE(copy_of_order(engine) == ascending(boxes.size()));
}

INSTANTIATE_TEST_SUITE_P(Scene, OrderOf, testing::ValuesIn(scenes::scene_names()), test_name_of);

TEST(Order, HasTheIdsOfObjectsThatHaveSome) {
  const Columns frame = with_invalid_boxes(frame_of("clusters", 12'000));
  const Rows ids = [] {
    Rows numbers = shuffled(12'000);
    for (ObjectId& id : numbers) id = 4'000'000'000 - 7 * id;
    return numbers;
  }();
  BroadPhase engine({.threads = 2});
  engine.build(frame.view());
  Rows expected = copy_of_order(engine);
  for (ObjectId& id : expected) id = ids[id];
  engine.build(frame.view(), {.ids = ids});
  EXPECT_TRUE(copy_of_order(engine) == expected);
  // Boxes in double keep their rows besides.
  std::vector<DoubleBox> doubles;
  for (std::size_t i = 0; i < frame.view().size(); ++i) {
    const Box box = frame.view()[i];
    const auto wide = [](float edge) { return static_cast<double>(edge); };
    doubles.push_back({wide(box.min_x), wide(box.min_y), wide(box.max_x), wide(box.max_y)});
  }
  engine.build({doubles, Origin{}}, {.ids = ids});
  EXPECT_TRUE(copy_of_order(engine) == expected);
}

TEST(Order, IsOfMovingObjectsAloneAndStaysUntilTheNextFrame) {
  const Columns frame = with_invalid_boxes(frame_of("uniform", 2'000));
  for (const float period : {0.0F, 500.0F}) {
    BroadPhase engine({.threads = 1, .period_x = period, .period_y = period, .events = true});
    EXPECT_TRUE(engine.order().empty());
    const Rows static_ids = {5'000, 5'001};
    engine.set_static(std::vector<Box>{{0, 0, 9, 9}, {4, 4, 5, 5}}, static_ids);
    engine.update(frame.view());
    const Rows order = copy_of_order(engine);
    EXPECT_TRUE(is_permutation_of_rows(order, 2'000));
    engine.hide(Rows{1, 2, 3, 5'000});
    engine.patch(std::vector<Box>{{0, 0, 1, 1}, {2, 2, 3, 3}}, Rows{4, 9'000});
    EXPECT_EQ(engine.count_pairs(), engine.pairs().size());
    EXPECT_TRUE(copy_of_order(engine) == order);
    engine.shrink_to_fit();
    EXPECT_TRUE(copy_of_order(engine) == order);
    std::vector<std::byte> snapshot;
    engine.save(snapshot);
    EXPECT_TRUE(copy_of_order(engine) == order);

    engine.build(std::vector<Box>{});
    EXPECT_TRUE(engine.order().empty());
    engine.update(frame.view());
    engine.reserve(10);
    EXPECT_TRUE(engine.order().empty());
    engine.update(frame.view());
    EXPECT_TRUE(copy_of_order(engine) == order);
    std::span<const std::byte> bytes = snapshot;
    engine.restore(bytes);
    EXPECT_TRUE(engine.order().empty());
  }
}

TEST(Order, IsEmptyAfterAFrameThatFailed) {
  BroadPhase engine({.threads = 1, .max_pairs = 1});
  const std::vector<Box> apart = {{0, 0, 1, 1}, {3, 3, 4, 4}};
  engine.update(apart);
  EXPECT_EQ(engine.order().size(), 2U);
  const std::vector<Box> heap(3, Box{0, 0, 1, 1});
  EXPECT_THROW(engine.update(heap), std::length_error);
  EXPECT_TRUE(engine.order().empty());
}

TEST(Order, IsOfAllInvalidBoxesTheirRows) {
  BroadPhase engine({.threads = 1});
  engine.build(std::vector<Box>(100, Box{1, 0, 0, 1}));
  EXPECT_TRUE(copy_of_order(engine) == ascending(100));
}

struct Body {
  std::string name;
  std::vector<int> contacts;
};

/// A value for which there is never memory.
struct Unobtainable {
  static void* operator new[](std::size_t, const std::nothrow_t&) noexcept { return nullptr; }
  static void operator delete[](void*) noexcept {}
};

class Reorder : public testing::Test {
 protected:
  const tbb::global_control really_that_many_{tbb::global_control::max_allowed_parallelism, 4};
};

TEST_F(Reorder, MovesAllColumnsOnEveryKindOfThreads) {
  ThreadPerTask executor(3);
  for (const std::size_t count : {0U, 1U, 2U, 9'999U, 10'000U, 10'001U, 70'000U}) {
    const Rows order = shuffled(count);
    for (Executor* const threads :
         {static_cast<Executor*>(nullptr), static_cast<Executor*>(&executor)}) {
      std::vector<double> numbers(count);
      std::vector<Body> bodies(count);
      std::vector<float> points(2 * count);  // x, y of each
      Eigen::Array<float, Eigen::Dynamic, 1> masses(static_cast<Eigen::Index>(count));
      Eigen::Matrix2Xf velocities(2, static_cast<Eigen::Index>(count));
      std::vector<Eigen::Vector2f> vectors(count);
      for (std::size_t i = 0; i < count; ++i) {
        const auto number = static_cast<float>(i);
        const auto index = static_cast<Eigen::Index>(i);
        numbers[i] = static_cast<double>(number);
        bodies[i] = {std::to_string(i), {static_cast<int>(i)}};
        points[2 * i] = number;
        points[2 * i + 1] = -number;
        masses[index] = number;
        velocities.col(index) = Eigen::Vector2f(number, -number);
        vectors[i] = Eigen::Vector2f(number, -number);
      }
      std::vector<double> copy(count);
      copy_in_order(order, numbers, copy, threads);
      const std::vector<double> before = numbers;
      reorder(threads, order, numbers, bodies, std::span(points), masses, velocities, vectors);
      EXPECT_EQ(copy, numbers);
      Rows row_of(count);
      new_rows(order, row_of, threads);
      bool good = true;
      for (std::size_t i = 0; i < count; ++i) {
        const auto number = static_cast<float>(order[i]);
        const auto index = static_cast<Eigen::Index>(i);
        const Eigen::Vector2f vector(number, -number);
        good = good && numbers[i] == static_cast<double>(number) &&
               bodies[i].name == std::to_string(order[i]) &&
               bodies[i].contacts == std::vector<int>{static_cast<int>(order[i])} &&
               points[2 * i] == number && points[2 * i + 1] == -number && masses[index] == number &&
               velocities.col(index) == vector && vectors[i] == vector && row_of[order[i]] == i &&
               before[i] == static_cast<double>(i);
      }
      EXPECT_TRUE(good) << count << " rows";
    }
  }
}

TEST_F(Reorder, RefusesColumnsAndOrdersThatDoNotFit) {
  const Rows order = {2, 0, 1};
  std::vector<int> good = {0, 1, 2};
  std::vector<int> four(4);
  EXPECT_THROW(reorder(order, four), std::invalid_argument);
  EXPECT_THROW(reorder(order, good, four), std::invalid_argument);
  EXPECT_EQ(good, (std::vector<int>{2, 0, 1})) << "columns before the bad one are in order";
  EXPECT_THROW(reorder(Rows{0, 1, 3}, good), std::invalid_argument);
  EXPECT_THROW(reorder(Rows{}, good), std::invalid_argument);
  EXPECT_THROW(copy_in_order(order, good, four), std::invalid_argument);
  EXPECT_THROW(copy_in_order(Rows{0, 1, 3}, good, good), std::invalid_argument);
  Rows rows(2);
  EXPECT_THROW(new_rows(order, rows), std::invalid_argument);
  EXPECT_EQ(good, (std::vector<int>{2, 0, 1}));
}

TEST_F(Reorder, WithoutExceptionsDoesTheSameAndSaysWhatIsWrong) {
  for (const std::size_t count : {0U, 1U, 3U, 10'001U}) {
    const Rows order = shuffled(count);
    std::vector<float> points(2 * count);
    std::iota(points.begin(), points.end(), 0.0F);
    std::vector<float> expected = points;
    std::vector<float> copy(2 * count);
    std::vector<Body> bodies(count);
    for (std::size_t i = 0; i < count; ++i) bodies[i].name = std::to_string(i);
    Rows row_of(count);
    Rows expected_row_of(count);
    EXPECT_TRUE(try_copy_in_order(order, points, copy).is_ok());
    EXPECT_TRUE(try_reorder(order, points, bodies).is_ok());
    EXPECT_TRUE(try_new_rows(order, row_of).is_ok());
    reorder(order, expected);
    new_rows(order, expected_row_of);
    EXPECT_EQ(points, expected);
    EXPECT_EQ(copy, expected);
    EXPECT_EQ(row_of, expected_row_of);
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(bodies[i].name, std::to_string(order[i]));
  }
  std::vector<int> good = {0, 1, 2};
  std::vector<int> four(4);
  const Rows order = {2, 0, 1};
  const Rows bad = {0, 1, 3};
  Rows two(2);
  EXPECT_EQ(try_reorder(order, four).code(), StatusCode::invalid_argument);
  EXPECT_EQ(try_reorder(bad, good).code(), StatusCode::invalid_argument);
  EXPECT_EQ(try_copy_in_order(order, good, four).code(), StatusCode::invalid_argument);
  EXPECT_EQ(try_copy_in_order(bad, good, good).code(), StatusCode::invalid_argument);
  EXPECT_EQ(try_new_rows(order, two).code(), StatusCode::invalid_argument);
  EXPECT_EQ(good, (std::vector<int>{0, 1, 2}));
  std::vector<Unobtainable> unobtainable(3);
  EXPECT_EQ(try_reorder(order, good, unobtainable).code(), StatusCode::out_of_memory);
}

// A simulation that moves its rows now and then, with ids, has the events of one that does not.
TEST_F(Reorder, KeepsEventsAndPreviousIndicesOfObjectsWithIds) {
  constexpr std::size_t kCount = 3'000;
  const Config config{.threads = 2, .events = true, .previous_indices = true};
  BroadPhase still(config);
  BroadPhase moved(config);
  Rows ids = ascending(kCount);
  Rows row_of = ascending(kCount);
  std::map<std::pair<ObjectId, ObjectId>, int> ages;  // frames that a pair has lasted
  std::vector<int> carried;                           // the same, carried by index
  const auto scene = scenes::make_scene("uniform", {.count = kCount, .seed = 3});
  for (int frame = 0; frame < 12; ++frame) {
    scene->step();
    const Columns columns = copy_of(scene->boxes());
    std::vector<Box> boxes;
    for (const ObjectId id : ids) boxes.push_back(columns.view()[id]);
    still.update(columns.view());
    moved.update(boxes, {.ids = ids});

    const auto as_set = [](const auto& items) {
      std::set<std::pair<ObjectId, ObjectId>> set;
      for (const auto& item : items) {
        if constexpr (requires { item.pair; }) {
          set.emplace(item.pair.first, item.pair.second);
        } else {
          set.emplace(item.first, item.second);
        }
      }
      return set;
    };
    EXPECT_TRUE(as_set(moved.pairs()) == as_set(still.pairs()));
    EXPECT_TRUE(as_set(moved.events().begun) == as_set(still.events().begun));
    EXPECT_TRUE(as_set(moved.events().ended) == as_set(still.events().ended));
    std::map<std::pair<ObjectId, ObjectId>, int> next_ages;
    std::vector<int> next(moved.pairs().size());
    bool good = true;
    for (std::size_t i = 0; i < next.size(); ++i) {
      const auto [first, second] = moved.pairs()[i];
      const std::uint32_t previous = moved.previous_indices()[i];
      next[i] = previous == kNoPair ? 0 : carried[previous] + 1;
      const auto age = ages.find({first, second});
      const int expected = age == ages.end() ? 0 : age->second + 1;
      good = good && next[i] == expected;
      next_ages[{first, second}] = expected;
    }
    EXPECT_TRUE(good) << "frame " << frame;
    carried = next;
    ages = next_ages;

    if (frame % 3 != 2) continue;
    Rows order(kCount);
    for (std::size_t i = 0; i < kCount; ++i) order[i] = row_of[moved.order()[i]];
    reorder(order, ids);
    for (std::size_t row = 0; row < kCount; ++row) row_of[ids[row]] = static_cast<ObjectId>(row);
  }
}

}  // namespace
}  // namespace quadphase::contract
