// SPDX-License-Identifier: MIT
// Copies of Eigen boxes equal their source, and the engine sees the same boxes either way.
#include <gtest/gtest.h>

#include <cmath>
#include <quadphase/eigen.hpp>
#include <quadphase/quadphase.hpp>
#include <random>
#include <vector>

namespace quadphase {
namespace {

class EigenCopies : public testing::TestWithParam<Eigen::Index> {
 protected:
  // About two pairs a box, at every size.
  static BoxRows random_boxes(Eigen::Index count) {
    std::mt19937 bits(7);
    std::uniform_real_distribution<float> place(0.0F, std::sqrt(static_cast<float>(count)));
    std::uniform_real_distribution<float> extent(0.5F, 1.5F);
    BoxRows boxes(4, count);
    for (Eigen::Index i = 0; i < count; ++i) {
      boxes.col(i).head<2>() << place(bits), place(bits);
      boxes.col(i).tail<2>() << boxes(0, i) + extent(bits), boxes(1, i) + extent(bits);
    }
    return boxes;
  }

  BoxRows source_ = random_boxes(GetParam());
  BoxColumns columns_;
};

// True when row i of the view is column i of the source, for all i.
testing::AssertionResult equals(const BoxView& view, const BoxRows& source) {
  if (view.size() != static_cast<std::size_t>(source.cols()))
    return testing::AssertionFailure() << view.size();
  const auto row = [&](std::span<const float> column) {
    return Eigen::Map<const Eigen::Array<float, 1, Eigen::Dynamic>>(column.data(), source.cols());
  };
  const bool same =
      (row(view.min_x) == source.row(0)).all() && (row(view.min_y) == source.row(1)).all() &&
      (row(view.max_x) == source.row(2)).all() && (row(view.max_y) == source.row(3)).all();
  return same ? testing::AssertionSuccess() : testing::AssertionFailure() << "an edge differs";
}

std::vector<Eigen::AlignedBox2f> as_list(const BoxRows& source) {
  std::vector<Eigen::AlignedBox2f> boxes;
  for (Eigen::Index i = 0; i < source.cols(); ++i) {
    boxes.emplace_back(source.col(i).head<2>().matrix(), source.col(i).tail<2>().matrix());
  }
  return boxes;
}

std::vector<Pair> pairs_of(const Boxes& boxes) {
  BroadPhase broad_phase;
  broad_phase.update(boxes);
  return {broad_phase.pairs().begin(), broad_phase.pairs().end()};
}

TEST_P(EigenCopies, OfAListOfAlignedBoxesEqualTheList) {
  EXPECT_TRUE(equals(copy_boxes(as_list(source_), columns_), source_));
}

TEST_P(EigenCopies, OfAColumnMajorArrayEqualTheArray) {
  const Eigen::Array4Xf boxes = source_;
  EXPECT_TRUE(equals(copy_boxes(boxes, columns_), source_));
}

TEST_P(EigenCopies, OfARowMajorListOfBoxesEqualTheList) {
  const Eigen::Array<float, Eigen::Dynamic, 4, Eigen::RowMajor> boxes = source_.transpose();
  EXPECT_TRUE(equals(copy_boxes(boxes, columns_), source_));
}

TEST_P(EigenCopies, OfARowMajorArrayAndItsTransposeEqualTheArray) {
  EXPECT_TRUE(equals(copy_boxes(source_, columns_), source_));
  const Eigen::Array<float, Eigen::Dynamic, 4> transposed = source_.transpose();
  EXPECT_TRUE(equals(copy_boxes(transposed, columns_), source_));
}

TEST_P(EigenCopies, OfAStridedMapEqualWhatItNames) {
  using Strides = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
  Eigen::ArrayXf memory = Eigen::ArrayXf::Constant(source_.cols() * 12 + 1, -1.0F);
  Eigen::Map<Eigen::Array4Xf, 0, Strides> boxes(memory.data(), 4, source_.cols(), Strides(12, 3));
  boxes = source_;
  EXPECT_TRUE(equals(copy_boxes(boxes, columns_), source_));
}

TEST_P(EigenCopies, AndViewsGiveTheEngineTheSamePairsAsSpans) {
  std::vector<float> edges[4];
  for (Eigen::Index edge = 0; edge < 4; ++edge) {
    edges[edge].assign(source_.row(edge).begin(), source_.row(edge).end());
  }
  const std::vector<Pair> expected = pairs_of({edges[0], edges[1], edges[2], edges[3]});
  if (source_.cols() >= 1000) {
    EXPECT_GT(expected.size(), static_cast<std::size_t>(source_.cols()));
  }

  EXPECT_EQ(pairs_of(box_view(source_)), expected);
  EXPECT_EQ(pairs_of(copy_boxes(as_list(source_), columns_)), expected);
  EXPECT_EQ(pairs_of(copy_boxes(Eigen::Array4Xf(source_), columns_)), expected);
}

TEST_P(EigenCopies, AreNotNeededForTheEngineWhichReadsAnyLayoutInPlace) {
  const std::vector<Pair> expected = pairs_of(box_view(source_));
  const auto expect = [&](const Boxes& boxes, const char* layout) {
    EXPECT_EQ(boxes.size(), static_cast<std::size_t>(source_.cols()));
    EXPECT_EQ(pairs_of(boxes), expected) << layout;
  };
  const Eigen::Array4Xf one_after_the_other = source_;
  expect(box_view(one_after_the_other), "column-major 4 x n");
  const Eigen::Matrix<float, Eigen::Dynamic, 4, Eigen::RowMajor> list = source_.transpose();
  expect(box_view(list), "row-major n x 4");
  const Eigen::Array<float, 9, Eigen::Dynamic> larger = source_.replicate<3, 1>().topRows<9>();
  // Eigen adds an offset to the null pointer of an empty array.
  if (larger.size() > 0) {
    const auto block = larger.middleRows<4>(4);
    expect(box_view(block), "a block");
  }
  using Strides = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
  Eigen::ArrayXf memory(source_.cols() * 12 + 1);
  Eigen::Map<Eigen::Array4Xf, 0, Strides> map(memory.data(), 4, source_.cols(), Strides(12, 3));
  map = source_;
  expect(box_view(map), "a map with strides");
  // In double, the floats are the same, and so are the pairs and their order.
  const Eigen::Array<double, 4, Eigen::Dynamic, Eigen::RowMajor> wide = source_.cast<double>();
  expect(box_view(wide), "doubles in columns");
  const Eigen::Array4Xd double_rows = source_.cast<double>();
  expect(box_view(double_rows), "doubles in rows");
}

INSTANTIATE_TEST_SUITE_P(Sizes, EigenCopies, testing::Values(0, 1, 2, 1000, 100'001));

TEST(EigenCopies, KeepEmptyAlignedBoxesWhichTheEngineThenRejects) {
  const Eigen::AlignedBox2f unit(Eigen::Vector2f(0, 0), Eigen::Vector2f(1, 1));
  const std::vector<Eigen::AlignedBox2f> boxes = {unit, Eigen::AlignedBox2f(), unit};
  BoxColumns columns;
  const BoxView view = copy_boxes(boxes, columns);
  EXPECT_EQ(view.min_x[1], boxes[1].min().x());
  EXPECT_EQ(view.max_y[1], boxes[1].max().y());
  EXPECT_GT(view.min_x[1], view.max_x[1]);

  BroadPhase broad_phase;
  broad_phase.update(view);
  ASSERT_EQ(broad_phase.stats().rejected_count, 1U);
  EXPECT_EQ(broad_phase.rejected_ids()[0], 1U);
  ASSERT_EQ(broad_phase.pairs().size(), 1U);
  EXPECT_EQ(broad_phase.pairs()[0], (Pair{0, 2}));
}

}  // namespace
}  // namespace quadphase
