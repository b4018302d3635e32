// SPDX-License-Identifier: MIT
// The store's columns as arrays of Eigen's, and objects moved by Eigen's.
#include <gtest/gtest.h>

#include <vector>

#include "model/store_model.hpp"
#include "quadphase/eigen.hpp"

namespace quadphase::model {
namespace {

TEST(StoreEigen, ViewsTheColumnsInPlace) {
  ObjectStore store;
  store.add({0, 0, 2, 3}, {.category = 4});
  store.add({1, 1, 2, 2});
  const BoxMaps boxes = eigen_view(store.moving_boxes());
  EXPECT_EQ(boxes.min_x.data(), store.moving_boxes().min_x.data());
  const Eigen::ArrayXf area = (boxes.max_x - boxes.min_x) * (boxes.max_y - boxes.min_y);
  EXPECT_EQ(area[0], 6);
  EXPECT_EQ(area[1], 1);
  EXPECT_EQ(eigen_view(store.moving_attributes().category).maxCoeff(), 4U);
  EXPECT_EQ(eigen_view(store.moving_attributes().ids)[1], 1U);
  EXPECT_EQ(eigen_view(store.moving_attributes().margin).size(), 0);
}

TEST(StoreEigen, MovesAllObjectsAtOnce) {
  constexpr Eigen::Index kCount = 1'000;
  ObjectStore store;
  std::vector<Handle> handles(kCount);
  BoxRows boxes = BoxRows::Random(4, kCount);
  store.add(box_view(boxes), {}, handles);

  const Eigen::Array2f step(0.5F, -2.0F);
  boxes.topRows<2>().colwise() += step;
  boxes.bottomRows<2>().colwise() += step;
  store.move(handles, box_view(boxes));

  for (Eigen::Index i = 0; i < kCount; ++i)
    ASSERT_EQ(store.box(handles[static_cast<std::size_t>(i)]).max_y, boxes(3, i));
  EXPECT_TRUE((eigen_view(store.moving_boxes().min_x) == boxes.row(0).transpose()).all());
}

}  // namespace
}  // namespace quadphase::model
