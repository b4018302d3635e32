// SPDX-License-Identifier: MIT
#include "events/frame_boxes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "pair_sets.hpp"
#include "support/stage_inputs.hpp"

namespace quadphase::detail {
namespace {

using namespace quadphase::testing;

constexpr float kInfinite = std::numeric_limits<float>::infinity();

/// Edges that meet, miss by the least there is, and reach to infinity.
std::vector<Box> edgy_boxes() {
  const float above = std::nextafter(1.0F, 2.0F);
  return {{0, 0, 1, 1},
          {1, 1, 2, 2},
          {above, 0, 2, 1},
          {0, above, 1, 2},
          {-0.0F, -0.0F, -0.0F, -0.0F},
          {0, 0, 0, 0},
          {-1, -1, -0.0F, 2},
          {0.5F, 0.5F, 0.5F, 0.5F},
          {1e-45F, 0, 1, 1},
          {-kInfinite, -kInfinite, kInfinite, kInfinite},
          {kInfinite, 0, kInfinite, 1},
          no_box()};
}

struct Frame {
  explicit Frame(const std::vector<Box>& objects, const std::vector<ObjectId>& ids = {}) {
    Workers workers(1, {});
    workers.run(
        true, [&] { rows.fill(ids.empty() ? nullptr : ids.data(), objects.size(), {}, workers); });
    boxes.assign(rows.slot_count() + 1, no_box());
    for (ObjectId row = 0; row < objects.size(); ++row)
      boxes[rows.slot(ids.empty() ? row : ids[row])] = objects[row];
  }
  [[nodiscard]] FrameBoxes view(bool touching) const {
    return {boxes.data(), &rows,   &statics, changed.empty() ? nullptr : changed.data(),
            nullptr,      touching};
  }
  void expect_right(const Pairs& pairs, const Kernels& kernels) const {
    expect_right(pairs, kernels, true);
    expect_right(pairs, kernels, false);
  }
  /// As told one pair at a time.
  void expect_right(const Pairs& pairs, const Kernels& kernels, bool touching) const {
    std::vector<std::uint64_t> apart(pairs.size() / 64 + 1, 0);
    const std::size_t count = view(touching).find_disjoint(pairs, kernels, apart.data());
    std::size_t expected_count = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const bool expected = !overlaps(box_of(pairs[i].first), box_of(pairs[i].second), touching);
      expected_count += static_cast<std::size_t>(expected);
      ASSERT_EQ((apart[i / 64] >> i % 64 & 1) != 0, expected)
          << pairs[i].first << " and " << pairs[i].second;
    }
    EXPECT_EQ(count, expected_count);
  }
  [[nodiscard]] Box box_of(ObjectId id) const {
    const std::uint32_t slot = rows.slot(id);
    if (slot >= rows.slot_count()) return no_box();
    const bool is_changed = !changed.empty() && (changed[slot / 64] >> slot % 64 & 1) != 0;
    return is_changed ? no_box() : boxes[slot];
  }

  std::vector<Box> boxes;
  IdTable rows{std::pmr::get_default_resource()};
  StaticObjects statics{std::pmr::get_default_resource()};
  std::vector<std::uint64_t> changed;
};

TEST(FrameBoxes, TellPairsApartAsTheOverlapTestDoes) {
  const Frame frame(edgy_boxes());
  Pairs pairs;
  for (ObjectId a = 0; a < frame.boxes.size() + 3; ++a) {  // some ids that there are not
    for (ObjectId b = 0; b < frame.boxes.size() + 3; ++b) pairs.push_back({a, b});
  }
  pairs.push_back({0, 0xFFFF'FFFF});
  for (const Kernels* kernels : all_kernels()) frame.expect_right(pairs, *kernels);
}

TEST(FrameBoxes, TellAnyNumberOfPairsApart) {
  const Frame frame(edgy_boxes());
  const Pairs pairs = dense(60, 14, 3);
  for (const Kernels* kernels : all_kernels()) {
    for (std::size_t count = 0; count <= pairs.size(); ++count)
      frame.expect_right({pairs.begin(), pairs.begin() + static_cast<std::ptrdiff_t>(count)},
                         *kernels);
  }
  for (const std::size_t count : {63U, 64U, 65U, 127U, 128U, 511U, 512U, 513U, 2'000U})
    frame.expect_right(dense(count, 100, 4), kernels_for(Simd::best));
}

TEST(FrameBoxes, FindObjectsByAnyIds) {
  constexpr std::size_t kCount = 700;
  Random random(1);
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < kCount; ++i) {
    const float x = 4 * random.next();
    const float y = 4 * random.next();
    boxes.push_back({x, y, x + 1, y + 1});
  }
  for (const ObjectId factor : {1U, 3U, 2'654'435'761U}) {  // dense, with gaps, sparse
    std::vector<ObjectId> ids(kCount);
    std::iota(ids.begin(), ids.end(), 0U);
    std::shuffle(ids.begin(), ids.end(), std::mt19937(2));
    Pairs pairs = dense(3'000, kCount + 9, 5);
    for (ObjectId& id : ids) id *= factor;
    for (Pair& pair : pairs) pair = {pair.first * factor, pair.second * factor};
    Frame frame(boxes, ids);
    for (const bool some_changed : {false, true}) {
      if (some_changed)
        frame.changed.assign(frame.rows.slot_count() / 64 + 1, 0x8001'0002'0004'0100);
      for (const Kernels* kernels : all_kernels()) frame.expect_right(pairs, *kernels);
    }
  }
}

TEST(InterleaveBoxes, WritesTheSameRows) {
  const StageBoxes boxes = uniform(100);
  for (const Kernels* kernels : all_kernels()) {
    std::vector<Box> rows(boxes.size() + 1, Box{7, 7, 7, 7});
    kernels->interleave_boxes(boxes.span(), 3, 99, rows.data());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Box expected = i < 3 || i >= 99 ? Box{7, 7, 7, 7} : box_at(boxes.span(), i);
      EXPECT_EQ(rows[i].min_x, expected.min_x);
      EXPECT_EQ(rows[i].min_y, expected.min_y);
      EXPECT_EQ(rows[i].max_x, expected.max_x);
      EXPECT_EQ(rows[i].max_y, expected.max_y);
    }
  }
}

}  // namespace
}  // namespace quadphase::detail
