// SPDX-License-Identifier: MIT
// The interface without exceptions gives the bytes of the one with them, and throws nothing.
#include <gtest/gtest.h>

#include "quadphase/try_eigen.hpp"
#include "try_checks.hpp"

namespace quadphase::contract {
namespace {

void expect_ok(const Status& status) {
  EXPECT_TRUE(status.is_ok()) << status.message();
}

/// Two equal worlds: calls on the first throw, calls on the second return a status.
class TryResults : public testing::Test {
 protected:
  void expect_equal() const { EXPECT_TRUE(throwing_.shown() == trying_.shown()); }
  void expect_equal_rows() const {
    const QueryResult& a = throwing_.result;
    const QueryResult& b = trying_.result;
    EXPECT_GT(a.ids().size(), 0U);
    EXPECT_TRUE(std::ranges::equal(a.offsets(), b.offsets()));
    EXPECT_TRUE(std::ranges::equal(a.ids(), b.ids()));
    EXPECT_TRUE(std::ranges::equal(a.fractions(), b.fractions()));
    EXPECT_TRUE(std::ranges::equal(a.distances(), b.distances()));
  }

  TryWorld throwing_;
  TryWorld trying_;
  BroadPhase& a_ = throwing_.broad_phase;
  BroadPhase& b_ = trying_.broad_phase;
  const Columns next_ = frame_of("mixed", 500);
  const BoxView view_ = next_.view();
  const std::vector<ObjectId> ids_ = ids_from(5'000, 500);
  const std::vector<ObjectId> walls_ = ids_from(1'000, 20);
  const Box all_{-1e9F, -1e9F, 1e9F, 1e9F};
  const Segment across_{{-1e6F, -1e6F}, {1e6F, 1e6F}};
};

/// The boxes of a view as rows and in double.
struct OtherForms {
  explicit OtherForms(const BoxView& view) {
    for (std::size_t i = 0; i < view.size(); ++i) {
      rows.push_back(view[i]);
      const Box box = view[i];
      const float edges[] = {box.min_x, box.min_y, box.max_x, box.max_y};
      for (std::size_t edge = 0; edge < 4; ++edge)
        columns[edge].push_back(static_cast<double>(edges[edge]));
    }
  }
  [[nodiscard]] WideBoxView wide() const {
    return {columns[0], columns[1], columns[2], columns[3]};
  }
  std::vector<Box> rows;
  std::vector<double> columns[4];
};

TEST_F(TryResults, OfFramesHaveTheSameBytes) {
  const OtherForms forms(view_);
  const Origin origin{3, -4};
  const std::vector<float> margins(view_.size(), 0.5F);
  const Attributes attributes{.margin = margins};
  a_.update(view_, attributes);
  expect_ok(try_update(b_, view_, attributes));
  expect_equal();
  a_.restart_pairs(ids_from(0, 50));
  expect_ok(try_restart_pairs(b_, ids_from(0, 50)));
  a_.update(forms.rows);
  expect_ok(try_update(b_, forms.rows));
  expect_equal();
  a_.update(forms.wide(), origin);
  expect_ok(try_update(b_, forms.wide(), origin));
  expect_equal();
  a_.update(CenterView{forms.columns[0], forms.columns[1], forms.columns[0], forms.columns[1]}, {});
  expect_ok(try_update(
      b_, CenterView{forms.columns[0], forms.columns[1], forms.columns[0], forms.columns[1]}, {}));
  expect_equal();
  EXPECT_FALSE(a_.rejected_ids().empty());
  a_.update(throwing_.store);
  expect_ok(try_update(b_, trying_.store));
  expect_equal();
  bool touches = false;
  const Pair pair = a_.pairs()[0];
  expect_ok(try_touching(b_, pair, touches));
  EXPECT_EQ(touches, a_.touching(pair));
}

TEST_F(TryResults, OfStaticObjectsAndSnapshotsHaveTheSameBytes) {
  const OtherForms forms(view_);
  const auto expect_equal_frame = [&] {
    a_.update(throwing_.moved.view());
    b_.update(trying_.moved.view());
    expect_equal();
    EXPECT_EQ(a_.static_count(), b_.static_count());
  };
  a_.exchange_static(walls_, view_, ids_);
  expect_ok(try_exchange_static(b_, walls_, view_, ids_));
  expect_equal_frame();
  EXPECT_EQ(b_.static_count(), 520U);
  a_.remove_static(ids_);
  expect_ok(try_remove_static(b_, ids_));
  a_.add_static(forms.wide(), {1, 1}, ids_);
  expect_ok(try_add_static(b_, forms.wide(), {1, 1}, ids_));
  expect_equal_frame();
  a_.set_static(forms.rows, ids_);
  expect_ok(try_set_static(b_, forms.rows, ids_));
  expect_equal_frame();
  std::vector<std::byte> bytes;
  expect_ok(try_save(b_, bytes));
  std::vector<std::byte> thrown;
  a_.save(thrown);
  EXPECT_EQ(bytes, thrown);
  a_.clear_static();
  expect_ok(try_clear_static(b_));
  expect_equal_frame();
  EXPECT_EQ(b_.static_count(), 0U);
  std::span<const std::byte> left = bytes;
  expect_ok(try_restore(b_, left));
  EXPECT_TRUE(left.empty());
  EXPECT_EQ(b_.static_count(), 500U);
}

TEST_F(TryResults, OfBuildsAndStreamsAreTheSame) {
  expect_ok(try_reserve(b_, 1'000, 10'000));
  a_.build(view_);
  expect_ok(try_build(b_, view_));
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
}

/// The queries of two engines or indexes.
void expect_equal_queries(const Queries& a, const Queries& b, const Box& all,
                          const Segment& across) {
  const auto list = [](auto& items) { return [&](const auto& item) { items.push_back(item); }; };
  std::vector<ObjectId> ids_a;
  std::vector<ObjectId> ids_b;
  a.for_each_overlap(all, list(ids_a), {.mobilities = Mobilities::moving_only});
  expect_ok(try_for_each_overlap(b, all, list(ids_b), {.mobilities = Mobilities::moving_only}));
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
  a_.change(few.view(), changed);
  expect_ok(try_change(b_, few.view(), changed));
  a_.remove(ids_from(10, 20));
  expect_ok(try_remove(b_, ids_from(10, 20)));
  expect_equal_queries(a_, b_, all_, across_);
  throwing_.index.build(view_);
  expect_ok(try_reserve(trying_.index, 400));
  expect_ok(try_build(trying_.index, view_));
  throwing_.index.change(few.view(), changed);
  expect_ok(try_change(trying_.index, few.view(), changed));
  throwing_.index.remove(ids_from(10, 20));
  expect_ok(try_remove(trying_.index, ids_from(10, 20)));
  expect_equal_queries(throwing_.index, trying_.index, all_, across_);
}

TEST_F(TryResults, OfBatchesAreTheSame) {
  const std::vector<Segment> casts(3, across_);
  const std::vector<Point> points = {{1, 1}, {9, 2}};
  std::optional<QueryResult> made;
  expect_ok(try_create(made));
  trying_.result = std::move(*made);
  QueryResult& rows_a = throwing_.result;
  QueryResult& rows_b = trying_.result;
  a_.find_overlaps(view_, rows_a);
  expect_ok(try_find_overlaps(b_, view_, rows_b));
  expect_equal_rows();
  a_.find_first_overlaps(view_, rows_a);
  expect_ok(try_find_first_overlaps(b_, view_, rows_b));
  expect_equal_rows();
  a_.cast_any(casts, rows_a);
  expect_ok(try_cast_any(b_, casts, rows_b));
  expect_equal_rows();
  a_.cast_closest(casts, rows_a);
  expect_ok(try_cast_closest(b_, casts, rows_b));
  expect_equal_rows();
  a_.cast_all(casts, rows_a);
  expect_ok(try_cast_all(b_, casts, rows_b));
  expect_equal_rows();
  a_.find_nearest(points, 4, rows_a);
  expect_ok(try_find_nearest(b_, points, 4, rows_b));
  expect_equal_rows();
}

TEST_F(TryResults, OfAStoreHaveTheSameBytes) {
  std::optional<ObjectStore> made;
  expect_ok(try_create(made));
  ObjectStore& a = throwing_.store;
  ObjectStore& b = trying_.store;
  const Handle one = throwing_.handles[1];
  const auto some = std::span<const Handle>(throwing_.handles).subspan(100, 50);
  const std::vector<Filter> filters(50, Filter{.category = 4});
  const std::vector<float> margins(50, 2);
  const std::vector<Displacement> displacements(50, Displacement{1, 2});
  const BoxView boxes{view_.min_x.first(50), view_.min_y.first(50), view_.max_x.first(50),
                      view_.max_y.first(50)};
  expect_ok(try_reserve(b, 1'000, 10));
  Handle added;
  expect_ok(try_add(b, {1, 2, 3, 4}, added, {.mask = 2}, Mobility::static_));
  EXPECT_EQ(added, a.add({1, 2, 3, 4}, {.mask = 2}, Mobility::static_));
  std::vector<Handle> added_a(50);
  std::vector<Handle> added_b(50);
  a.add(boxes, filters, added_a);
  expect_ok(try_add(b, boxes, filters, added_b));
  EXPECT_EQ(added_a, added_b);
  a.move(one, {5, 6, 7, 8}), a.move(some, boxes);
  expect_ok(try_move(b, one, {5, 6, 7, 8}));
  expect_ok(try_move(b, some, boxes));
  a.set_filter(one, {.group = 3}), a.set_filter(some, filters);
  expect_ok(try_set_filter(b, one, {.group = 3}));
  expect_ok(try_set_filter(b, some, filters));
  a.set_margin(one, 4), a.set_margin(some, margins);
  expect_ok(try_set_margin(b, one, 4));
  expect_ok(try_set_margin(b, some, margins));
  a.set_displacement(one, {7, 8}), a.set_displacement(some, displacements);
  expect_ok(try_set_displacement(b, one, {7, 8}));
  expect_ok(try_set_displacement(b, some, displacements));
  a.set_mobility(one, Mobility::static_), a.set_mobility(some, Mobility::static_);
  expect_ok(try_set_mobility(b, one, Mobility::static_));
  expect_ok(try_set_mobility(b, some, Mobility::static_));
  expect_equal();
  Box box;
  Filter filter;
  Mobility mobility = Mobility::moving;
  float margin = 0;
  Displacement displacement;
  Handle handle;
  expect_ok(try_box(b, one, box));
  expect_ok(try_filter(b, one, filter));
  expect_ok(try_mobility(b, one, mobility));
  expect_ok(try_margin(b, one, margin));
  expect_ok(try_displacement(b, one, displacement));
  expect_ok(try_handle_of(b, one.id, handle));
  EXPECT_EQ(box, (Box{5, 6, 7, 8}));
  EXPECT_EQ(filter.group, 3U);
  EXPECT_EQ(mobility, Mobility::static_);
  EXPECT_EQ(margin, 4);
  EXPECT_EQ(displacement, (Displacement{7, 8}));
  EXPECT_EQ(handle, one);
  std::vector<std::byte> bytes;
  expect_ok(try_save(b, bytes));
  std::span<const std::byte> left = bytes;
  expect_ok(try_restore(*made, left));
  EXPECT_EQ(made->size(), b.size());
  a.remove(one), a.remove(some);
  expect_ok(try_remove(b, one));
  expect_ok(try_remove(b, some));
  expect_equal();
}

TEST(TryCopies, OfBoxesAreTheSame) {
  const Columns frame = frame_of("uniform", 20'000);
  const OtherForms forms(frame.view());
  BoxColumns a;
  std::optional<BoxColumns> b;
  expect_ok(try_create(b, 5));
  ASSERT_TRUE(b);
  const auto expect_equal = [&](const BoxView& view) {
    ASSERT_EQ(view.size(), b->size());
    for (std::size_t i = 0; i < view.size(); ++i) ASSERT_EQ(view[i], b->view()[i]);
  };
  expect_ok(try_to_local(forms.wide(), {9, 9}, *b));
  expect_equal(to_local(forms.wide(), {9, 9}, a));
  Eigen::Array4Xf rows(4, 20'000);
  std::vector<Eigen::AlignedBox2f> list(20'000);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Box box = forms.rows[i];
    rows.col(static_cast<Eigen::Index>(i)) << box.min_x, box.min_y, box.max_x, box.max_y;
    list[i] = {Eigen::Vector2f(box.min_x, box.min_y), Eigen::Vector2f(box.max_x, box.max_y)};
  }
  expect_ok(try_copy_boxes(rows, *b));
  expect_equal(copy_boxes(rows, a));
  expect_equal(frame.view());
  expect_ok(try_resize(*b, 0));
  expect_ok(try_copy_boxes(list, *b));
  expect_equal(copy_boxes(list, a));
}

// tests/headers/try_forms.py reads that all others are noexcept, too.
static_assert(noexcept(try_create(std::declval<std::optional<BroadPhase>&>(), Config{})));
static_assert(noexcept(try_update(std::declval<BroadPhase&>(), BoxView{})));
static_assert(noexcept(try_update(std::declval<BroadPhase&>(), WideBoxView{}, Origin{})));
static_assert(noexcept(try_for_each_overlap(std::declval<const Queries&>(), Box{},
                                            [](ObjectId) {})));
static_assert(noexcept(try_add(std::declval<ObjectStore&>(), Box{}, std::declval<Handle&>())));

}  // namespace
}  // namespace quadphase::contract
