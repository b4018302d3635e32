// SPDX-License-Identifier: MIT
#include "query/tree_overlaps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <new>
#include <thread>

#include "scenes.hpp"

namespace quadphase::detail {
namespace {

using namespace quadphase::testing;

/// Counts allocations, and fails from the one on that it is told to.
class WatchedMemory : public std::pmr::memory_resource {
 public:
  std::atomic<std::size_t> count{0};
  std::size_t most = std::numeric_limits<std::size_t>::max();

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    if (count++ >= most) throw std::bad_alloc();
    return std::pmr::new_delete_resource()->allocate(bytes, alignment);
  }
  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override {
    std::pmr::new_delete_resource()->deallocate(memory, bytes, alignment);
  }
  [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override {
    return this == &other;
  }
};

/// The caller's boxes with all that they can have.
struct Query {
  Boxes boxes;
  Filters filters;
  std::vector<float> margin{}, dx{}, dy{};

  [[nodiscard]] Attributes attributes() const {
    Attributes attributes;
    attributes.category = filters.category;
    attributes.mask = filters.mask;
    attributes.group = filters.group;
    attributes.world = filters.world;
    attributes.margin = margin;
    attributes.displacement_x = dx;
    attributes.displacement_y = dy;
    return attributes;
  }
};

void search(const Query& query, const std::vector<const TreeView*>& others, Workers& workers,
            bool first_only, Between& between) {
  const Attributes attributes = query.attributes();
  find_between(checked(query.boxes.view(), attributes), others, {{16, 300}, first_only},
               kernels_for(Simd::best), workers, between);
}

std::vector<QueryHit> brute_force(const Query& query, const Scenes& others, bool first_only) {
  std::vector<QueryHit> found;
  for (std::uint32_t row = 0; row < query.boxes.size(); ++row) {
    Box box = query.boxes.view()[row];
    if (!is_valid(box)) continue;
    if (!query.margin.empty()) {
      const float margin = query.margin[row];
      const float dx = query.dx[row];
      const float dy = query.dy[row];
      if (!(margin >= 0)) continue;
      box = {box.min_x + std::min(0.0F, dx) - margin, box.min_y + std::min(0.0F, dy) - margin,
             box.max_x + std::max(0.0F, dx) + margin, box.max_y + std::max(0.0F, dy) + margin};
    }
    const Filter filter = query.filters.world.empty() ? Filter{} : query.filters.at(row);
    std::vector<QueryHit> ids;
    for (const auto& other : others) {
      for (ObjectId j = 0; j < other->boxes.size(); ++j) {
        const Box candidate = other->boxes.view()[j];
        if (is_valid(candidate) && overlaps(box, candidate) && may_pair(filter, other->filter(j)))
          ids.push_back({row, other->first + j});
      }
    }
    std::sort(ids.begin(), ids.end());
    if (first_only && ids.size() > 1) ids.resize(1);
    found.insert(found.end(), ids.begin(), ids.end());
  }
  return found;
}

std::vector<QueryHit> answer_of(const Between& between) {
  const std::span<const QueryHit> pairs = between.pairs.first(between.rows.hit_count());
  return {pairs.begin(), pairs.end()};
}

Scenes two_scenes(bool filtered) {
  Scenes scenes;
  scenes.push_back(std::make_unique<Scene>(
      uniform(3'000, 50), 0, 16, filtered ? classes_of_filters(3'000, 5, 2, 1) : Filters{}));
  scenes.push_back(std::make_unique<Scene>(
      broken(1'000), 3'000, 16, filtered ? classes_of_filters(1'000, 5, 2, 2) : Filters{}));
  return scenes;
}

TEST(FindBetween, FindsTheOverlapsOfEachRowInOrder) {
  Between between(std::pmr::get_default_resource());  // one for all, of whatever size
  Workers workers(4, {});
  for (const bool filtered : {false, true}) {
    const Scenes scenes = two_scenes(filtered);
    for (const std::size_t count : {0U, 1U, 30U, 300U, 6'000U, 7U}) {
      for (const Boxes& boxes : {uniform(count, 50), broken(count), nested(count)}) {
        const Query plain{boxes, {}};
        Query rich{boxes, classes_of_filters(boxes.size(), 4, 2, 3)};
        Random random(count);
        for (std::size_t i = 0; i < boxes.size(); ++i) {
          rich.margin.push_back(i % 9 == 4 ? -1 : random.next());
          rich.dx.push_back(random.next() * 4 - 2);
          rich.dy.push_back(random.next() * 4 - 2);
        }
        for (const Query& query : {plain, rich}) {
          for (const bool first_only : {false, true}) {
            search(query, trees_of(scenes), workers, first_only, between);
            const std::vector<QueryHit> expected = brute_force(query, scenes, first_only);
            EXPECT_EQ(answer_of(between), expected) << count;
            EXPECT_EQ(between.rows.row_count(), boxes.size());
            EXPECT_EQ(between.rows.offsets().back(), expected.size());
          }
        }
      }
    }
  }
}

TEST(FindBetween, FindsNothingWithoutTrees) {
  Between between(std::pmr::get_default_resource());
  Workers workers(1, {});
  for (const std::size_t count : {3U, 3'000U}) {
    search({uniform(count), {}}, {}, workers, false, between);
    EXPECT_EQ(between.rows.row_count(), count);
    EXPECT_EQ(between.rows.hit_count(), 0U);
  }
}

TEST(FindBetween, AllocatesNothingTheSecondTime) {
  const Scenes scenes = two_scenes(true);
  for (const int threads : {1, 4}) {
    Workers workers(threads, {});
    for (const std::size_t count : {100U, 1'000U, 20'000U}) {
      WatchedMemory memory;
      Between between(&memory);
      const Query query{uniform(count, 50), classes_of_filters(count, 4, 2, 3)};
      search(query, trees_of(scenes), workers, false, between);
      const std::size_t before = memory.count;
      for (int again = 0; again < 5; ++again)
        search(query, trees_of(scenes), workers, false, between);
      EXPECT_EQ(memory.count, before) << count << " on " << threads;
    }
  }
}

TEST(FindBetween, AnswersNothingAfterMemoryEndedAndAllTheNextTime) {
  const Scenes scenes = two_scenes(false);
  Workers workers(4, {});
  const Query query{uniform(4'000, 50), {}};
  const std::vector<QueryHit> expected = brute_force(query, scenes, false);
  bool failed = true;
  for (std::size_t most = 0; failed; most += 3) {
    WatchedMemory memory;
    Between between(&memory);
    memory.most = most;
    failed = false;
    try {
      search(query, trees_of(scenes), workers, false, between);
    } catch (const std::bad_alloc&) {
      failed = true;
      EXPECT_EQ(between.rows.row_count(), 0U);
      EXPECT_EQ(between.rows.hit_count(), 0U);
    }
    memory.most = std::numeric_limits<std::size_t>::max();
    search(query, trees_of(scenes), workers, false, between);
    EXPECT_EQ(answer_of(between), expected);
  }
}

TEST(FindBetween, ManySearchesShareTheThreads) {
  const Scenes scenes = two_scenes(false);
  const std::vector<const TreeView*> trees = trees_of(scenes);
  Workers workers(2, {});
  std::vector<std::thread> callers;
  for (std::size_t caller = 0; caller < 6; ++caller) {
    callers.emplace_back([&, caller] {
      const Query query{uniform(caller % 2 == 0 ? 5'000 + caller : 90 + caller, 50), {}};
      const std::vector<QueryHit> expected = brute_force(query, scenes, false);
      Between between(std::pmr::get_default_resource());
      for (int again = 0; again < 20; ++again) {
        search(query, trees, workers, false, between);
        EXPECT_EQ(answer_of(between), expected);
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
}

}  // namespace
}  // namespace quadphase::detail
