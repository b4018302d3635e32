// SPDX-License-Identifier: MIT
#include "tree/keys.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/stage_inputs.hpp"
#include "tree/validate_tree.hpp"

namespace quadphase::detail {
namespace {

using namespace quadphase::testing;

std::vector<Key> encode(const StageBoxes& boxes, const Kernels& kernels, int threads,
                        Frame& frame) {
  Workers workers(threads, {});
  frame.reserve(boxes.size(), 16);
  frame.keys.keys = frame.tree.keys();
  workers.run(false, [&] {
    measure_bounds(boxes.span(), boxes.size(), kernels, workers, frame.scene);
    encode_keys(boxes.span(), nullptr, boxes.size(), frame.scene, kernels, workers, frame.keys);
  });
  return {frame.keys.keys, frame.keys.keys + boxes.size()};
}

TEST(EncodeKeys, NamesTheCellOfEveryCenter) {
  for (const NamedBoxes& input : all_inputs()) {
    SCOPED_TRACE(input.name);
    Frame frame(std::pmr::get_default_resource(), 4);
    encode(input.boxes, kernels_for(Simd::best), 4, frame);
    EXPECT_NO_THROW(validate_keys(input.boxes.view(), frame.scene, frame.keys));
  }
}

TEST(EncodeKeys, GivesTheSameKeysOnEveryInstructionSet) {
  for (const NamedBoxes& input : all_inputs()) {
    Frame frame(std::pmr::get_default_resource(), 1);
    const std::vector<Key> expected = encode(input.boxes, kernels_for(Simd::scalar), 1, frame);
    for (const Kernels* kernels : all_kernels()) {
      SCOPED_TRACE(input.name);
      SCOPED_TRACE(name_of(kernels->simd));
      EXPECT_EQ(encode(input.boxes, *kernels, 2, frame), expected);
    }
  }
}

TEST(EncodeKeys, UsesAllBitsOfBothAxesOverTheWholeRangeOfFloats) {
  constexpr float kLargest = std::numeric_limits<float>::max();
  StageBoxes boxes;
  boxes.add({-kLargest, -kLargest, -kLargest, -kLargest});
  boxes.add({kLargest, kLargest, kLargest, kLargest});
  Frame frame(std::pmr::get_default_resource(), 1);
  const std::vector<Key> keys = encode(boxes, kernels_for(Simd::best), 1, frame);
  EXPECT_EQ(keys[0], kSmallBit);
  EXPECT_EQ(keys[1], kRejectedKey - 1);
}

TEST(Quantizer, TellsTheTwoSmallestFloatsApart) {
  const float least = std::numeric_limits<float>::denorm_min();
  const Quantizer quantizer(Bounds{0, 0, least, 0});
  EXPECT_NE(quantizer.key({0, 0}), quantizer.key({least, 0}));
}

TEST(Quantizer, IsMonotoneAlongEachAxis) {
  const Quantizer quantizer(Bounds{-3, -3, 1e10F, 5});
  std::uint32_t last = 0;
  for (float x = -3; x < 1e10F; x = std::max(x * 1.001F, x + 0.01F)) {
    const std::uint32_t cell = quantizer.column(x);
    EXPECT_LE(last, cell) << x;
    last = cell;
  }
}

/// A square, wide and tall scenes, and a line.
std::vector<Quantizer> quantizers() {
  return {Quantizer(Bounds{0, 0, 1, 1}),     Quantizer(Bounds{0, 0, 1, 0.3F}),
          Quantizer(Bounds{0, 0, 1, 0.1F}),  Quantizer(Bounds{0, 0, 1e-4F, 1}),
          Quantizer(Bounds{0, 0, 1, 1e-9F}), Quantizer(Bounds{-2, 3, 5, 3})};
}

TEST(Quantizer, FindsTheCellOfAPositionAgain) {
  for (const Quantizer& quantizer : quantizers()) {
    SCOPED_TRACE(quantizer.long_bits);
    const auto last_column = static_cast<std::uint32_t>(quantizer.last_column);
    const auto last_row = static_cast<std::uint32_t>(quantizer.last_row);
    for (const std::uint32_t column : {0U, last_column / 3, last_column / 2, last_column}) {
      for (const std::uint32_t row : {0U, last_row / 3, last_row / 2, last_row}) {
        const Key position = quantizer.position(column, row);
        EXPECT_LT(position, kSmallBit);
        EXPECT_EQ(quantizer.cell_at(position).column, column);
        EXPECT_EQ(quantizer.cell_at(position).row, row);
      }
    }
  }
}

TEST(Quantizer, TellsAtLeastSixtyPlacesApartWithTheFirstEightBitsOfEveryScene) {
  for (const Quantizer& quantizer : quantizers()) {
    SCOPED_TRACE(quantizer.long_bits);
    std::set<Key> first_bits;
    for (std::uint32_t x = 0; x < 256; ++x) {
      for (std::uint32_t y = 0; y < 256; ++y) {
        const auto column = static_cast<std::uint32_t>(quantizer.last_column * x / 255);
        const auto row = static_cast<std::uint32_t>(quantizer.last_row * y / 255);
        first_bits.insert(quantizer.position(column, row) >> (kKeyBits - 8));
      }
    }
    EXPECT_GE(first_bits.size(), 60U);
  }
}

TEST(Quantizer, CountsWhatLiesOutsideToTheCellsOnTheEdge) {
  const Quantizer quantizer(Bounds{0, 0, 10, 5});
  EXPECT_EQ(quantizer.key({-1e30F, 2}), quantizer.key({0, 2}));
  EXPECT_EQ(quantizer.key({1e30F, 2}), quantizer.key({10, 2}));
  EXPECT_EQ(quantizer.key({3, -1}), quantizer.key({3, 0}));
  EXPECT_EQ(quantizer.key({3, 6}), quantizer.key({3, 5}));
}

TEST(SpreadBits, IsUndoneByGatherBits) {
  for (std::uint32_t cell : {0U, 1U, 2U, 0x3FFFFFFFU, 0x15555555U, 0x2AAAAAAAU, 0x01234567U}) {
    EXPECT_EQ(gather_bits(spread_bits(cell)), cell);
    EXPECT_EQ(gather_bits(spread_bits(cell) << 1 >> 1), cell);
    EXPECT_EQ(spread_bits(cell) & 0xAAAAAAAAAAAAAAAAU, 0U);
  }
}

TEST(SpreadBits, OrdersTheQuadrantsOfACellAlongTheCurve) {
  const auto key = [](std::uint32_t x, std::uint32_t y) {
    return spread_bits(x) | spread_bits(y) << 1;
  };
  EXPECT_EQ(key(0, 0), 0U);
  EXPECT_EQ(key(1, 0), 1U);
  EXPECT_EQ(key(0, 1), 2U);
  EXPECT_EQ(key(1, 1), 3U);
  EXPECT_EQ(key(2, 0), 4U);
}

}  // namespace
}  // namespace quadphase::detail
