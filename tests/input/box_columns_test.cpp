// SPDX-License-Identifier: MIT
// BoxColumns hold what was set, grow only, and cannot be viewed where they would dangle.
#include <gtest/gtest.h>

#include <quadphase/box.hpp>
#include <type_traits>
#include <utility>

namespace quadphase {
namespace {

TEST(BoxColumns, StartEmpty) {
  const BoxColumns columns;
  EXPECT_EQ(columns.size(), 0U);
  EXPECT_EQ(columns.view().size(), 0U);
  EXPECT_EQ(columns.byte_count(), 0U);
}

TEST(BoxColumns, ViewWhatWasSet) {
  BoxColumns columns(3);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto x = static_cast<float>(10 * i);
    columns.set(i, {x, x + 1, x + 2, x + 3});
  }
  const BoxView view = columns.view();
  ASSERT_EQ(view.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto x = static_cast<float>(10 * i);
    EXPECT_EQ(view.min_x[i], x);
    EXPECT_EQ(view.min_y[i], x + 1);
    EXPECT_EQ(view.max_x[i], x + 2);
    EXPECT_EQ(view.max_y[i], x + 3);
  }
}

TEST(BoxColumns, GrowByMoreThanAskedAndNeverShrink) {
  BoxColumns columns(800);
  const std::size_t bytes = columns.byte_count();
  const float* const memory = columns.min_x().data();
  EXPECT_GE(bytes, 900 * 4 * sizeof(float));
  for (const std::size_t count : {900U, 0U, 1U, 850U}) {
    columns.resize(count);
    EXPECT_EQ(columns.size(), count);
    EXPECT_EQ(columns.max_y().size(), count);
    EXPECT_EQ(columns.byte_count(), bytes);
    EXPECT_EQ(columns.min_x().data(), memory);
  }
  columns.resize(901);
  EXPECT_GT(columns.byte_count(), bytes);
}

TEST(BoxColumns, KeepTheirBoxesWhenMoved) {
  BoxColumns columns(2);
  columns.set(1, {1, 2, 3, 4});
  const BoxColumns moved = std::move(columns);
  ASSERT_EQ(moved.size(), 2U);
  EXPECT_EQ(moved.view().max_y[1], 4.0F);
  BoxColumns assigned;
  assigned = BoxColumns(5);
  EXPECT_EQ(assigned.size(), 5U);
}

template <class T>
concept Viewable = requires(T&& columns) {
  std::forward<T>(columns).view();
};

TEST(BoxColumns, CannotBeViewedAsATemporary) {
  static_assert(Viewable<BoxColumns&> && Viewable<const BoxColumns&>);
  static_assert(!Viewable<BoxColumns> && !Viewable<const BoxColumns>);
  static_assert(!std::is_copy_constructible_v<BoxColumns>);
}

}  // namespace
}  // namespace quadphase
