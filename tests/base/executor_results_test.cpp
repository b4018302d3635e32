// SPDX-License-Identifier: MIT
// Pairs, events, streams, batches and stores have one result, whatever runs the tasks.
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "examples/thread_pool.hpp"
#include "quadphase/double_box.hpp"
#include "quadphase/eigen.hpp"
#include "quadphase/tbb.hpp"
#include "support/checks.hpp"
#include "support/executors.hpp"

namespace quadphase::contract {
namespace {

constexpr std::size_t kCount = 24'000;  // enough for loops on many threads

/// Everything that an engine shows in a few frames.
struct Results {
  Pairs pairs;
  std::vector<Chunk> chunks;
  std::vector<BeginEvent> begun;
  std::vector<EndEvent> ended;
  std::vector<std::size_t> offsets;  // of all batches, as below
  std::vector<ObjectId> ids;
  std::vector<double> values;

  friend bool operator==(const Results&, const Results&) = default;
};

template <class T>
void append(std::vector<T>& all, std::span<const T> some) {
  all.insert(all.end(), some.begin(), some.end());
}

void append_batches(const BroadPhase& broad_phase, const BoxView& boxes, Results& results) {
  std::vector<Box> shapes;
  std::vector<Segment> segments;
  std::vector<Point> points;
  for (std::size_t i = 0; i < 3'000; ++i) {
    const Box box = boxes[i * 7 % boxes.size()];
    shapes.push_back(box);
    points.push_back({box.max_x, box.min_y});
    segments.push_back({{box.min_x, box.min_y}, {box.max_x + 5, box.max_y + 3}});
  }
  QueryResult result;
  const auto keep = [&] {
    append(results.offsets, result.offsets());
    append(results.ids, result.ids());
    append(results.values, result.fractions());
    append(results.values, result.distances());
  };
  broad_phase.find_overlaps(shapes, result);
  keep();
  broad_phase.cast_closest(segments, result);
  keep();
  broad_phase.find_nearest(points, 3, result);
  keep();
}

class ResultsOf : public testing::TestWithParam<std::string> {
 protected:
  ResultsOf() : first_(frame_of(GetParam(), kCount)), second_(frame_of(GetParam(), kCount, 3)) {}

  [[nodiscard]] Results results_with(const Config& config) const {
    BroadPhase broad_phase(config);
    Results results;
    std::vector<ObjectId> ids(kCount);
    for (std::size_t i = 0; i < kCount; ++i) ids[i] = static_cast<ObjectId>(kCount + i);
    broad_phase.set_static(second_.view(), ids);
    broad_phase.update(first_.view());
    broad_phase.update(second_.view());
    append(results.pairs, broad_phase.pairs());
    append(results.begun, broad_phase.events().begun);
    append(results.ended, broad_phase.events().ended);
    append_batches(broad_phase, first_.view(), results);
    broad_phase.build(first_.view());
    results.chunks = chunks_of(broad_phase);
    return results;
  }

  void expect_the_same(Executor& executor) const {
    Watched watched(executor);
    EXPECT_TRUE(results_with({.executor = &watched, .events = true}) == serial_);
    EXPECT_EQ(watched.wrong, 0);
    EXPECT_EQ(watched.runs > 0, executor.worker_count() > 1);
    EXPECT_GE(watched.tasks, 2 * watched.runs);
  }

  tbb::global_control really_that_many_{tbb::global_control::max_allowed_parallelism, 16};
  Columns first_;
  Columns second_;
  Results serial_ = results_with({.threads = 1, .events = true});
};

TEST_P(ResultsOf, EngineOnOneThreadHoldMuchOfEverything) {
  EXPECT_GT(serial_.pairs.size(), kCount / 2);
  EXPECT_GT(serial_.begun.size(), 100U);
  EXPECT_GT(serial_.ended.size(), 100U);
  EXPECT_GT(serial_.ids.size(), 3'000U);
  EXPECT_GT(serial_.chunks.size(), 4U);
}

TEST_P(ResultsOf, OneTbbAreThoseOfOneThread) {
  for (const int threads : {2, 3, 8, 16})
    EXPECT_TRUE(results_with({.threads = threads, .events = true}) == serial_) << threads;
  tbb::task_arena arena(5);
  TbbExecutor executor(arena);
  EXPECT_TRUE(results_with({.executor = &executor, .events = true}) == serial_);
  expect_the_same(executor);  // by `run`
}

TEST_P(ResultsOf, AThreadPoolAreThoseOfOneThread) {
  for (const int workers : {1, 2, 3, 8}) {
    SCOPED_TRACE(workers);
    examples::ThreadPool pool(workers);
    expect_the_same(pool);
  }
}

TEST_P(ResultsOf, TasksInAnyOrderAreThoseOfOneThread) {
  using Order = OneThread::Order;
  for (const Order order : {Order::ascending, Order::reverse, Order::random}) {
    for (const int workers : {2, 7}) {
      OneThread executor(workers, order);
      expect_the_same(executor);
    }
  }
  ThreadPerTask threads(5);
  expect_the_same(threads);
}

INSTANTIATE_TEST_SUITE_P(Scene, ResultsOf, testing::Values("mixed", "clusters", "giants"),
                         test_name_of);

/// The bytes of a store that has lived by bulk calls, and of boxes that were copied.
std::vector<std::byte> bytes_with(Executor* executor) {
  const Columns boxes = frame_of("mixed", kCount);
  const Columns others = frame_of("clusters", kCount);
  ObjectStore store(nullptr, executor);
  std::vector<Handle> handles(kCount);
  store.add(boxes.view(), std::vector<Filter>(kCount, Filter{.category = 2}), handles);
  store.move(handles, others.view());
  std::rotate(handles.begin(), handles.begin() + 500, handles.end());
  const std::span<const Handle> all = handles;
  store.set_mobility(all.first(kCount * 3 / 4), Mobility::static_);
  store.set_margin(all, std::vector<float>(kCount, 0.5F));
  store.remove(all.subspan(kCount / 4, kCount / 2));
  std::vector<ObjectId> order;
  for (const Handle handle : all) order.push_back(handle.id);
  store.reorder(order);
  store.add(boxes.view(), {}, handles, Mobility::static_);
  std::vector<std::byte> bytes;
  store.save(bytes);
  ObjectStore other(nullptr, executor);
  std::span<const std::byte> saved = bytes;
  other.restore(saved);
  other.clear();
  other.add(boxes.view(), {}, handles);
  other.save(bytes);

  const std::vector<double> low(kCount, 1'000'000.1);
  const std::vector<double> high(kCount, 1'000'003.7);
  BoxColumns columns;
  const auto keep = [&](const BoxView& view) {
    for (const auto& column : {view.min_x, view.min_y, view.max_x, view.max_y}) {
      const auto raw = std::as_bytes(column);
      bytes.insert(bytes.end(), raw.begin(), raw.end());
    }
  };
  keep(to_local(DoubleBoxView{low, low, high, high}, {999'000, 0}, columns, executor));
  keep(to_local(CenterView{low, low, high, high}, {999'000, 0}, columns, executor));
  keep(copy_boxes(Eigen::Array4Xf(Eigen::Array4Xf::Constant(4, kCount, 3)), columns, executor));
  return bytes;
}

TEST(BytesOfAStoreAndOfCopies, AreTheSameForEveryExecutor) {
  const std::vector<std::byte> expected = bytes_with(nullptr);
  for (const int workers : {1, 2, 3, 8}) {
    examples::ThreadPool pool(workers);
    Watched watched(pool);
    EXPECT_TRUE(bytes_with(&watched) == expected) << workers;
    EXPECT_EQ(watched.wrong, 0);
    EXPECT_EQ(watched.runs > 20, workers > 1) << watched.runs;
  }
  OneThread reverse(6, OneThread::Order::reverse);
  EXPECT_TRUE(bytes_with(&reverse) == expected);
  tbb::task_arena arena(3);
  TbbExecutor executor(arena);
  EXPECT_TRUE(bytes_with(&executor) == expected);
}

}  // namespace
}  // namespace quadphase::contract
