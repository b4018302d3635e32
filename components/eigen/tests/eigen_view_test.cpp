// SPDX-License-Identifier: MIT
// Eigen memory that is made of columns is viewed in place, and nothing that would dangle can be
// viewed.
#include <gtest/gtest.h>

#include <quadphase/eigen.hpp>
#include <utility>
#include <vector>

namespace quadphase {
namespace {

using BoxColumnsArray = Eigen::Array<float, Eigen::Dynamic, 4>;
using RowsMap = Eigen::Map<const BoxRows>;

template <class T>
concept ViewableMatrix = requires(T&& boxes) {
  box_view(std::forward<T>(boxes));
};

void expect_view(const BoxView& view, const float* const (&columns)[4], std::size_t count) {
  EXPECT_EQ(view.min_x.data(), columns[0]);
  EXPECT_EQ(view.min_y.data(), columns[1]);
  EXPECT_EQ(view.max_x.data(), columns[2]);
  EXPECT_EQ(view.max_y.data(), columns[3]);
  for (const auto& column : {view.min_x, view.min_y, view.max_x, view.max_y}) {
    EXPECT_EQ(column.size(), count);
  }
}

TEST(BoxViewOfEigen, PointsIntoTheRowsOfTheArray) {
  for (const Eigen::Index count : {1, 2, 7, 1000}) {
    const BoxRows boxes = BoxRows::Random(4, count);
    expect_view(box_view(boxes), {&boxes(0, 0), &boxes(1, 0), &boxes(2, 0), &boxes(3, 0)},
                static_cast<std::size_t>(count));
  }
}

TEST(BoxViewOfEigen, OfAnArrayWithoutBoxesIsEmpty) {
  const BoxRows none(4, 0);
  EXPECT_EQ(box_view(none).size(), 0U);
  EXPECT_EQ(box_view(none).max_y.size(), 0U);
  const BoxColumnsArray none_either(0, 4);
  EXPECT_EQ(box_view(none_either).size(), 0U);
}

TEST(BoxViewOfEigen, PointsIntoTheColumnsOfAColumnMajorArray) {
  const BoxColumnsArray boxes = BoxColumnsArray::Random(9, 4);
  expect_view(box_view(boxes), {&boxes(0, 0), &boxes(0, 1), &boxes(0, 2), &boxes(0, 3)}, 9);
}

TEST(BoxViewOfEigen, TakesMatricesAndFixedSizes) {
  const Eigen::Matrix<float, 4, Eigen::Dynamic, Eigen::RowMajor> matrix =
      BoxRows::Random(4, 5).matrix();
  expect_view(box_view(matrix), {&matrix(0, 0), &matrix(1, 0), &matrix(2, 0), &matrix(3, 0)}, 5);
  const Eigen::Array<float, 4, 3, Eigen::RowMajor> fixed = Eigen::Array<float, 4, 3>::Random();
  expect_view(box_view(fixed), {&fixed(0, 0), &fixed(1, 0), &fixed(2, 0), &fixed(3, 0)}, 3);
}

TEST(BoxViewOfEigen, FollowsTheOuterStrideOfMapsRefsAndBlocks) {
  BoxRows boxes = BoxRows::Random(4, 20);
  const float* const columns[4] = {&boxes(0, 3), &boxes(1, 3), &boxes(2, 3), &boxes(3, 3)};

  const Eigen::Map<BoxRows, 0, Eigen::OuterStride<>> map(&boxes(0, 3), 4, 8,
                                                         Eigen::OuterStride<>(20));
  expect_view(box_view(map), columns, 8);

  const auto block = boxes.middleCols(3, 8);
  expect_view(box_view(block), columns, 8);

  const Eigen::Ref<BoxRows> ref(boxes.middleCols(3, 8));
  expect_view(box_view(ref), columns, 8);

  const Eigen::Ref<const BoxRows> ref_to_const(boxes.middleCols(3, 8));
  expect_view(box_view(ref_to_const), columns, 8);
}

TEST(BoxViewOfEigen, TakesTemporariesThatNeverOwn) {
  std::vector<float> edges(12);
  expect_view(box_view(RowsMap(edges.data(), 4, 3)), {&edges[0], &edges[3], &edges[6], &edges[9]},
              3);
  BoxRows boxes = BoxRows::Random(4, 3);
  expect_view(box_view(Eigen::Ref<BoxRows>(boxes)),
              {&boxes(0, 0), &boxes(1, 0), &boxes(2, 0), &boxes(3, 0)}, 3);
}

TEST(BoxViewOfEigen, TakesNoTemporaryThatMayOwn) {
  static_assert(ViewableMatrix<BoxRows&> && ViewableMatrix<const BoxRows&>);
  static_assert(!ViewableMatrix<BoxRows> && !ViewableMatrix<const BoxRows>);
  static_assert(!ViewableMatrix<BoxColumnsArray> && ViewableMatrix<BoxColumnsArray&>);
  static_assert(!ViewableMatrix<Eigen::Ref<const BoxRows>> &&
                ViewableMatrix<Eigen::Ref<const BoxRows>&>);
  static_assert(!ViewableMatrix<decltype(std::declval<BoxRows&>().leftCols(1))>);
  static_assert(!ViewableMatrix<decltype(std::declval<BoxRows&>() + 1.0F)>);
}

TEST(BoxViewOfEigen, TakesEveryLayoutOfFourFloatsOrDoublesAndNothingElse) {
  using List = Eigen::Array<float, Eigen::Dynamic, 4, Eigen::RowMajor>;
  using Doubles = Eigen::Array<double, 4, Eigen::Dynamic, Eigen::RowMajor>;
  static_assert(ViewableMatrix<Eigen::Array4Xf&> && !ViewableMatrix<Eigen::Array4Xf>);
  static_assert(ViewableMatrix<List&> && !ViewableMatrix<List>);
  static_assert(ViewableMatrix<Doubles&> && !ViewableMatrix<Doubles>);
  static_assert(ViewableMatrix<Eigen::Map<BoxRows, 0, Eigen::Stride<Eigen::Dynamic, 2>>>);
  static_assert(!ViewableMatrix<Eigen::ArrayXXf&> && !ViewableMatrix<Eigen::Array44f&>);
  static_assert(!ViewableMatrix<Eigen::Array4Xi&>);
  static_assert(!ViewableMatrix<std::vector<float>&>);
}

}  // namespace
}  // namespace quadphase
