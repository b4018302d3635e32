// SPDX-License-Identifier: MIT
// The interface without exceptions gives the bytes of the one with them: stores and columns.
#include <gtest/gtest.h>

#include "quadphase/try_eigen.hpp"
#include "try/try_checks.hpp"

namespace quadphase::contract {
namespace {

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
  a.reserve(9'000, 10);
  expect_ok(try_reserve(b, 9'000, 10));
  EXPECT_EQ(a.byte_count(), b.byte_count());
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
  EXPECT_EQ(b->size(), 0U);
  expect_ok(try_copy_boxes(list, *b));
  expect_equal(copy_boxes(list, a));
}

}  // namespace
}  // namespace quadphase::contract
