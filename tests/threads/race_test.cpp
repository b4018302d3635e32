// SPDX-License-Identifier: MIT
// Work on many threads at once, for ThreadSanitizer: every stage, static objects, events, filters,
// batches, queries from several threads, engines that share an arena or a pool. Results are
// compared with those of one thread.
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <array>
#include <atomic>
#include <numeric>
#include <thread>
#include <vector>

#include "examples/thread_pool.hpp"
#include "quadphase/quadphase.hpp"
#include "quadphase/tbb.hpp"
#include "scenes/scene.hpp"

namespace quadphase::threads {
namespace {

constexpr std::size_t kCount = 6'000;

/// What a history shows, frame by frame.
struct Shown {
  std::vector<std::vector<Pair>> pairs;
  std::vector<std::vector<BeginEvent>> begun;
  std::vector<std::vector<ObjectId>> found;
  friend bool operator==(const Shown&, const Shown&) = default;
};

std::vector<Pair> copy_of(std::span<const Pair> pairs) {
  return {pairs.begin(), pairs.end()};
}

/// A few frames with events, filters and changing static objects.
Shown history(BroadPhase& broad_phase, const char* scene_name) {
  const auto scene = scenes::make_scene(scene_name, {.count = kCount});
  std::vector<std::uint32_t> category(kCount);
  for (std::size_t i = 0; i < kCount; ++i) category[i] = 1U << (i % 3);
  const std::vector<std::uint32_t> mask(kCount, 0b110);
  std::vector<ObjectId> static_ids(1'000);
  std::iota(static_ids.begin(), static_ids.end(), ObjectId{1'000'000});

  Shown shown;
  QueryResult result;
  for (int frame = 0; frame < 4; ++frame) {
    const BoxView boxes = scene->boxes();
    const std::size_t first = 1'000 * static_cast<std::size_t>(frame);
    const BoxView part = {boxes.min_x.subspan(first, 1'000), boxes.min_y.subspan(first, 1'000),
                          boxes.max_x.subspan(first, 1'000), boxes.max_y.subspan(first, 1'000)};
    if (frame % 2 == 0) {
      broad_phase.set_static(part, static_ids);
    } else {
      broad_phase.remove_static(std::span(static_ids).first(100));
    }
    broad_phase.update(boxes, {.category = category, .mask = mask});
    shown.pairs.push_back(copy_of(broad_phase.pairs()));
    const auto begun = broad_phase.events().begun;
    shown.begun.emplace_back(begun.begin(), begun.end());
    broad_phase.find_overlaps(boxes, result);
    shown.found.emplace_back(result.ids().begin(), result.ids().end());
    scene->step();
  }
  return shown;
}

class Races : public testing::Test {
 protected:
  tbb::global_control really_that_many{tbb::global_control::max_allowed_parallelism, 16};
};

TEST_F(Races, AreInNoFrameOnTwoToSixteenThreads) {
  for (const char* scene : {"uniform", "galaxy"}) {
    BroadPhase serial({.threads = 1, .events = true});
    const Shown wanted = history(serial, scene);
    for (const int threads : {2, 3, 4, 8, 16}) {
      BroadPhase broad_phase({.threads = threads, .events = true});
      EXPECT_EQ(history(broad_phase, scene), wanted) << scene << ", " << threads << " threads";
    }
  }
}

TEST_F(Races, AreNotBetweenQueriesOfOneEngineFromSeveralThreads) {
  const auto scene = scenes::make_scene("uniform", {.count = kCount});
  const BoxView boxes = scene->boxes();
  BroadPhase broad_phase({.threads = 4});
  broad_phase.update(boxes);
  const BroadPhase& shared = broad_phase;
  std::vector<Point> points;
  std::vector<Segment> segments;
  for (std::size_t i = 0; i < 500; ++i) {
    points.push_back({boxes.min_x[i], boxes.min_y[i]});
    segments.push_back({points.back(), {boxes.max_x[i + 1], boxes.max_y[i + 1]}});
  }
  const auto ask = [&] {
    std::vector<std::size_t> counts;
    QueryResult result;
    shared.find_overlaps(boxes, result);
    counts.push_back(result.ids().size());
    shared.cast_closest(segments, result);
    counts.push_back(result.ids().size());
    shared.find_nearest(points, 3, result);
    counts.push_back(result.ids().size());
    std::size_t visited = 0;
    for (const Point& point : points) shared.for_each_overlap(point, [&](ObjectId) { ++visited; });
    counts.push_back(visited);
    return counts;
  };
  const std::vector<std::size_t> wanted = ask();
  std::array<std::vector<std::size_t>, 4> found;
  std::vector<std::thread> threads;
  for (auto& counts : found) threads.emplace_back([&] { counts = ask(); });
  for (std::thread& thread : threads) thread.join();
  for (const auto& counts : found) EXPECT_EQ(counts, wanted);
}

TEST_F(Races, AreNotBetweenEnginesInOneArena) {
  BroadPhase serial({.threads = 1, .events = true});
  const Shown wanted = history(serial, "clusters");
  tbb::task_arena arena(6);
  TbbExecutor executor(arena);
  std::vector<BroadPhase> engines;
  for (int i = 0; i < 4; ++i) engines.emplace_back(Config{.executor = &executor, .events = true});
  std::atomic<std::size_t> equal{0};
  arena.execute([&] {
    tbb::parallel_for(std::size_t{0}, engines.size(), [&](std::size_t i) {
      if (history(engines[i], "clusters") == wanted) ++equal;
    });
  });
  EXPECT_EQ(equal, engines.size());
}

TEST_F(Races, AreNotBetweenEnginesOnOneThreadPool) {
  BroadPhase serial({.threads = 1, .events = true});
  const Shown wanted = history(serial, "clusters");
  examples::ThreadPool pool(4);
  std::array<Shown, 3> shown;
  {
    std::vector<std::jthread> threads;
    for (Shown& one : shown) {
      threads.emplace_back([&] {
        BroadPhase broad_phase({.executor = &pool, .events = true});
        one = history(broad_phase, "clusters");
      });
    }
  }
  for (const Shown& one : shown) EXPECT_EQ(one, wanted);
}

TEST_F(Races, AreInNoStoreWhoseObjectsChangeByThousands) {
  const auto scene = scenes::make_scene("uniform", {.count = 20'000});
  ObjectStore store;
  std::vector<Handle> handles(20'000);
  store.add(scene->boxes(), {}, handles);
  BroadPhase broad_phase({.threads = 8, .events = true});
  broad_phase.update(store);
  scene->step();
  store.move(handles, scene->boxes());
  broad_phase.update(store);
  store.remove(std::span(handles).first(5'000));
  broad_phase.update(store);
  BroadPhase serial({.threads = 1});
  serial.update(store);
  EXPECT_EQ(copy_of(broad_phase.pairs()), copy_of(serial.pairs()));
}

}  // namespace
}  // namespace quadphase::threads
