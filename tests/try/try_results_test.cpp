// SPDX-License-Identifier: MIT
// The interface without exceptions gives the bytes of the one with them, and throws nothing.
#include <gtest/gtest.h>

#include "try_checks.hpp"

namespace quadphase::contract {
namespace {

TEST_F(TryResults, OfAnEngineThatIsMadeHaveTheSameBytes) {
  std::optional<BroadPhase> made;
  expect_ok(try_create(made, {.threads = 1, .leaf_capacity = 4}));
  ASSERT_TRUE(made);
  expect_ok(try_update(*made, view_));
  BroadPhase engine({.threads = 1, .leaf_capacity = 4});
  engine.update(view_);
  EXPECT_TRUE(copy_of(made->pairs()) == copy_of(engine.pairs()));
  expect_same_stats(made->stats(), engine.stats());
}

TEST_F(TryResults, OfFramesHaveTheSameBytes) {
  const OtherForms forms(view_);
  const Origin origin{3, -4};
  const std::vector<float> margins(view_.size(), 0.5F);
  const Attributes attributes{.margin = margins};
  QUADPHASE_SAME(a_, b_, update, view_, attributes);
  expect_equal();
  QUADPHASE_SAME(a_, b_, restart_pairs, ids_from(0, 50));
  QUADPHASE_SAME(a_, b_, update, forms.rows);
  expect_equal();
  QUADPHASE_SAME(a_, b_, update, {forms.wide(), origin});
  expect_equal();
  QUADPHASE_SAME(
      a_, b_, update,
      {CenterView{forms.columns[0], forms.columns[1], forms.columns[0], forms.columns[1]}, {}});
  expect_equal();
  EXPECT_FALSE(a_.rejected_ids().empty());
  a_.update(throwing_.store);
  expect_ok(try_update(b_, trying_.store));
  expect_equal();
  bool touches = false;
  const Pair pair = a_.pairs()[0];
  expect_ok(try_tight_boxes_overlap(b_, pair, touches));
  EXPECT_EQ(touches, a_.tight_boxes_overlap(pair));
}

TEST_F(TryResults, OfSortedPairsAndNeighborsHaveTheSameBytes) {
  std::span<const Pair> sorted;
  expect_ok(try_sorted_pairs(b_, sorted));
  EXPECT_TRUE(copy_of(sorted) == copy_of(a_.sorted_pairs()));
  Adjacency rows;
  expect_ok(try_adjacency(b_, rows, 5'000));
  const Adjacency expected = a_.adjacency(5'000);
  EXPECT_TRUE(std::ranges::equal(rows.offsets, expected.offsets));
  EXPECT_TRUE(std::ranges::equal(rows.ids, expected.ids));
  EXPECT_TRUE(std::ranges::equal(rows.pair_indices, expected.pair_indices));
  EXPECT_GT(rows.ids.size(), 0U);
  std::span<const Pair> of_statics;
  expect_ok(try_static_pairs(b_, of_statics));
  EXPECT_TRUE(copy_of(of_statics) == copy_of(a_.static_pairs()));
  EXPECT_GT(of_statics.size(), 0U);
  expect_ok(try_adjacency(b_, rows));
  EXPECT_LT(rows.row_count(), 5'000U);
  EXPECT_EQ(try_adjacency(b_, rows, 1).code(), StatusCode::invalid_argument);
}

TEST_F(TryResults, OfStaticObjectsAndSnapshotsHaveTheSameBytes) {
  const OtherForms forms(view_);
  const auto expect_equal_frame = [&] {
    a_.update(throwing_.moved.view());
    b_.update(trying_.moved.view());
    expect_equal();
    EXPECT_EQ(a_.static_count(), b_.static_count());
  };
  QUADPHASE_SAME(a_, b_, exchange_static, walls_, view_, ids_);
  expect_equal_frame();
  EXPECT_EQ(b_.static_count(), 520U);
  QUADPHASE_SAME(a_, b_, remove_static, ids_);
  QUADPHASE_SAME(a_, b_, add_static, {forms.wide(), {1, 1}}, ids_);
  expect_equal_frame();
  QUADPHASE_SAME(a_, b_, set_static, forms.rows, ids_);
  expect_equal_frame();
  QUADPHASE_SAME(a_, b_, exchange_static, ids_, {forms.wide(), {2, 2}}, others_);
  expect_equal_frame();
  QUADPHASE_SAME(a_, b_, exchange_static, others_, forms.rows, ids_);
  expect_equal_frame();
  QUADPHASE_SAME(a_, b_, set_static, {forms.wide(), {1, 1}}, ids_);
  expect_equal_frame();
  QUADPHASE_SAME(a_, b_, set_static, view_, others_);
  expect_equal_frame();
  QUADPHASE_SAME(a_, b_, remove_static, others_);
  QUADPHASE_SAME(a_, b_, add_static, forms.rows, ids_);
  QUADPHASE_SAME(a_, b_, add_static, view_, others_);
  expect_equal_frame();
  std::vector<std::byte> bytes;
  expect_ok(try_save(b_, bytes));
  std::vector<std::byte> thrown;
  a_.save(thrown);
  EXPECT_EQ(bytes, thrown);
  QUADPHASE_SAME(a_, b_, clear_static);
  expect_equal_frame();
  EXPECT_EQ(b_.static_count(), 0U);
  std::span<const std::byte> left = bytes;
  expect_ok(try_restore(b_, left));
  EXPECT_TRUE(left.empty());
  EXPECT_EQ(b_.static_count(), 1'000U);
}

TEST_F(TryResults, OfBuildsAndStreamsAreTheSame) {
  QUADPHASE_SAME(a_, b_, reserve, 1'000, 10'000);
  EXPECT_EQ(a_.byte_count(), b_.byte_count());
  EXPECT_EQ(b_.stats().byte_count, b_.byte_count());
  QUADPHASE_SAME(a_, b_, build, view_);
  std::uint64_t count = 0;
  expect_ok(try_count_pairs(b_, count));
  EXPECT_EQ(count, a_.count_pairs());
  std::size_t chunks = 0;
  expect_ok(try_chunk_count(b_, chunks));
  EXPECT_EQ(chunks, a_.chunk_count());
  ReceivedChunks received;
  expect_ok(try_for_each_pair_chunk(b_, received));
  EXPECT_TRUE(received.sorted() == chunks_of(a_));
  const auto even = [](const Pair& pair) { return pair.first % 2 == 0; };
  ReceivedChunks some_a;
  ReceivedChunks some_b;
  a_.for_each_pair_chunk(even, some_a);
  expect_ok(try_for_each_pair_chunk(b_, even, some_b));
  EXPECT_TRUE(some_a.sorted() == some_b.sorted());
  std::size_t cells_a = 0;
  std::size_t cells_b = 0;
  a_.for_each_cell([&](const Cell& cell) { cells_a += cell.object_count; });
  expect_ok(try_for_each_cell(b_, [&](const Cell& cell) { cells_b += cell.object_count; }));
  EXPECT_EQ(cells_a, cells_b);
  EXPECT_GT(cells_b, 0U);
  const OtherForms forms(view_);
  QUADPHASE_SAME(a_, b_, build, {forms.wide(), {7, 7}});
  EXPECT_TRUE(chunks_of(a_) == chunks_of(b_));
  QUADPHASE_SAME(a_, b_, build, forms.rows);
  EXPECT_TRUE(chunks_of(a_) == chunks_of(b_));
}

/// The queries of two engines or indexes.
void expect_equal_queries(const Index& a, const Index& b, const Box& all, const Segment& across) {
  const auto list = [](auto& items) { return [&](const auto& item) { items.push_back(item); }; };
  std::vector<ObjectId> ids_a;
  std::vector<ObjectId> ids_b;
  a.for_each_overlap(all, list(ids_a), {.mobilities = Mobilities::moving_only});
  expect_ok(try_for_each_overlap(b, all, list(ids_b), {.mobilities = Mobilities::moving_only}));
  EXPECT_EQ(ids_a, ids_b);
  EXPECT_FALSE(ids_a.empty());
  ids_a.clear();
  ids_b.clear();
  a.for_each_inside(Circle{{20, 20}, 30}, list(ids_a));
  expect_ok(try_for_each_inside(b, Circle{{20, 20}, 30}, list(ids_b)));
  EXPECT_EQ(ids_a, ids_b);
  EXPECT_FALSE(ids_a.empty());
  std::vector<CastHit> hits_a;
  std::vector<CastHit> hits_b;
  a.for_each_hit(across, list(hits_a));
  expect_ok(try_for_each_hit(b, across, list(hits_b)));
  EXPECT_EQ(hits_a, hits_b);
  ASSERT_GT(hits_a.size(), 2U);
  std::size_t clipped = 0;
  expect_ok(try_for_each_hit(b, across, [&](const CastHit& hit) {
    ++clipped;
    return hit == hits_a[1] ? 0.0 : 1.0;
  }));
  EXPECT_EQ(clipped, 2U);
  std::optional<ObjectId> id;
  expect_ok(try_cast_any(b, across, id));
  EXPECT_EQ(id, a.cast_any(across));
  std::optional<CastHit> hit;
  expect_ok(try_cast_closest(b, across, hit));
  EXPECT_EQ(hit, a.cast_closest(across));
  std::vector<Neighbor> nearest_a(5);
  std::vector<Neighbor> nearest_b(5);
  std::size_t count = 0;
  expect_ok(try_find_nearest(b, Point{1, 1}, nearest_b, count));
  EXPECT_EQ(count, a.find_nearest(Point{1, 1}, nearest_a));
  EXPECT_EQ(nearest_a, nearest_b);
  nearest_b.clear();
  expect_ok(try_for_each_nearest(b, Point{1, 1}, [&](const Neighbor& neighbor) {
    nearest_b.push_back(neighbor);
    return nearest_b.size() < 5;
  }));
  EXPECT_EQ(nearest_a, nearest_b);
}

TEST_F(TryResults, OfQueriesAreTheSame) {
  expect_equal_queries(a_, b_, all_, across_);
  const Columns few = frame_of("uniform", 2, 1, 7);
  const std::vector<ObjectId> changed = {3, 7'000};
  QUADPHASE_SAME(a_, b_, patch, few.view(), changed);
  QUADPHASE_SAME(a_, b_, hide, ids_from(10, 20));
  expect_equal_queries(a_, b_, all_, across_);
  const OtherForms forms(few.view());
  QUADPHASE_SAME(a_, b_, patch, forms.rows, ids_from(40, 2));
  QUADPHASE_SAME(a_, b_, patch, {forms.wide(), {1, 1}}, ids_from(50, 2));
  expect_equal_queries(a_, b_, all_, across_);
}

TEST_F(TryResults, OfAnIndexAreTheSame) {
  const Columns few = frame_of("uniform", 2, 1, 7);
  const std::vector<ObjectId> changed = {3, 7'000};
  const OtherForms all(view_);
  const OtherForms forms(few.view());
  std::optional<Index> made;
  expect_ok(try_create(made, {.threads = 1}));
  trying_.index = std::move(*made);
  QUADPHASE_SAME(throwing_.index, trying_.index, reserve, 5'000);
  EXPECT_EQ(throwing_.index.byte_count(), trying_.index.byte_count());
  QUADPHASE_SAME(throwing_.index, trying_.index, build, all.rows);
  expect_equal_queries(throwing_.index, trying_.index, all_, across_);
  QUADPHASE_SAME(throwing_.index, trying_.index, build, {all.wide(), {5, 5}});
  std::size_t cells_a = 0;
  std::size_t cells_b = 0;
  throwing_.index.for_each_cell([&](const Cell& cell) { cells_a += cell.object_count; });
  expect_ok(
      try_for_each_cell(trying_.index, [&](const Cell& cell) { cells_b += cell.object_count; }));
  EXPECT_EQ(cells_a, cells_b);
  EXPECT_GT(cells_b, 0U);
  expect_equal_queries(throwing_.index, trying_.index, all_, across_);
  QUADPHASE_SAME(throwing_.index, trying_.index, build, view_);
  const std::span<const Handle> some = std::span(throwing_.handles).first(5);
  throwing_.index.patch(throwing_.store, some);
  expect_ok(try_patch(trying_.index, trying_.store, some));
  QUADPHASE_SAME(throwing_.index, trying_.index, patch, few.view(), changed);
  QUADPHASE_SAME(throwing_.index, trying_.index, hide, ids_from(10, 20));
  QUADPHASE_SAME(throwing_.index, trying_.index, patch, forms.rows, ids_from(40, 2));
  QUADPHASE_SAME(throwing_.index, trying_.index, patch, {forms.wide(), {1, 1}}, ids_from(50, 2));
  expect_equal_queries(throwing_.index, trying_.index, all_, across_);
}

/// A batch on both engines: the same rows.
#define QUADPHASE_SAME_ROWS(name, ...)                      \
  do {                                                      \
    a_.name(__VA_ARGS__, throwing_.result);                 \
    expect_ok(try_##name(b_, __VA_ARGS__, trying_.result)); \
    expect_equal_rows();                                    \
  } while (false)

TEST_F(TryResults, OfBatchesAreTheSame) {
  const std::vector<Segment> casts(3, across_);
  const std::vector<Point> points = {{1, 1}, {9, 2}};
  std::optional<QueryResult> made;
  expect_ok(try_create(made));
  trying_.result = std::move(*made);
  QUADPHASE_SAME_ROWS(find_overlaps, view_);
  QUADPHASE_SAME_ROWS(find_first_overlaps, view_);
  a_.find_inside(view_, throwing_.result);
  expect_ok(try_find_inside(b_, view_, trying_.result));
  EXPECT_TRUE(std::ranges::equal(throwing_.result.offsets(), trying_.result.offsets()));
  const std::vector<Box> all(2, all_);
  QUADPHASE_SAME_ROWS(find_inside, all);
  QUADPHASE_SAME_ROWS(cast_any, casts);
  QUADPHASE_SAME_ROWS(cast_closest, casts);
  QUADPHASE_SAME_ROWS(find_hits, casts);
  QUADPHASE_SAME_ROWS(find_nearest, points, 4);
}

// tests/headers/try_forms.py reads that all others are noexcept, too.
static_assert(noexcept(try_create(std::declval<std::optional<BroadPhase>&>(), Config{})));
static_assert(noexcept(try_update(std::declval<BroadPhase&>(), BoxView{})));
static_assert(noexcept(try_update(std::declval<BroadPhase&>(), {DoubleBoxView{}, Origin{}})));
static_assert(noexcept(try_for_each_overlap(std::declval<const Index&>(), Box{}, [](ObjectId) {})));
static_assert(noexcept(try_add(std::declval<ObjectStore&>(), Box{}, std::declval<Handle&>())));

}  // namespace
}  // namespace quadphase::contract
