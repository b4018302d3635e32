// SPDX-License-Identifier: MIT
// NaN, inverted and infinite boxes, overflowing centers, denormals and signed zeros: exact against
// brute force, on every instruction set.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "scenes/random.hpp"
#include "support/checks.hpp"

namespace quadphase::contract {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kMax = std::numeric_limits<float>::max();
constexpr float kNormal = std::numeric_limits<float>::min();
constexpr float kDenormMin = std::numeric_limits<float>::denorm_min();

std::vector<Box> unit_world(std::size_t count, std::uint64_t seed = 1) {
  scenes::Random random(seed);
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const float x = random.unit();
    const float y = random.unit();
    boxes.push_back({x, y, x + 0.05F, y + 0.05F});
  }
  return boxes;
}

void expect_exact_everywhere(const std::vector<Box>& boxes) {
  for (const Simd simd : supported_simds()) {
    SCOPED_TRACE(name_of(simd));
    expect_exact(boxes, {.threads = 1, .simd = simd});
  }
}

TEST(DegenerateValues, NanInAnyColumnJoinsNoPairAndPoisonsNoOther) {
  for (int column = 0; column < 4; ++column) {
    for (const float sign : {1.0F, -1.0F}) {
      std::vector<Box> boxes = unit_world(500);
      for (std::size_t i = 3; i < boxes.size(); i += 7) {
        const std::array edges = {&boxes[i].min_x, &boxes[i].min_y, &boxes[i].max_x,
                                  &boxes[i].max_y};
        *edges[static_cast<std::size_t>(column)] = std::copysign(kNan, sign);
      }
      SCOPED_TRACE(column);
      expect_exact_everywhere(boxes);
    }
  }
}

TEST(DegenerateValues, OnlyBadBoxesMakeAnEmptyTree) {
  expect_exact_everywhere(std::vector<Box>(100, Box{kNan, kNan, kNan, kNan}));
  expect_exact_everywhere(std::vector<Box>(100, Box{1, 0, 0, 1}));
}

TEST(DegenerateValues, InvertedBoxesJoinNoPair) {
  std::vector<Box> boxes = unit_world(500);
  boxes[10] = {0.5F, 0, 0.4F, 1};
  boxes[20] = {0, 0.5F, 1, 0.4F};
  boxes[30] = {1, 1, 0, 0};
  boxes[40] = {kInf, 0, -kInf, 1};
  boxes[50] = {0, kMax, 1, -kMax};
  boxes[60] = {kDenormMin, 0, 0, 1};
  expect_exact_everywhere(boxes);
}

TEST(DegenerateValues, InfiniteBoxesInEveryCombination) {
  const std::vector<std::pair<float, float>> intervals = {
      {-kInf, kInf}, {kInf, kInf},  {-kInf, -kInf}, {-kInf, 0.5F},  {0.5F, kInf},
      {0, 1},        {-kMax, kMax}, {kMax, kInf},   {-kInf, -kMax}, {kMax, kMax}};
  std::vector<Box> boxes = unit_world(300);
  for (int copies = 0; copies < 3; ++copies) {
    for (const auto& [min_x, max_x] : intervals)
      for (const auto& [min_y, max_y] : intervals) boxes.push_back({min_x, min_y, max_x, max_y});
  }
  expect_exact_everywhere(boxes);
  boxes.erase(boxes.begin(), boxes.begin() + 300);
  expect_exact_everywhere(boxes);
}

TEST(DegenerateValues, CentersThatOverflowInASum) {
  scenes::Random random(6);
  std::vector<Box> boxes;
  for (int i = 0; i < 600; ++i) {
    const float x = random.sign() * kMax * random.between(0.9F, 1);
    const float y = random.sign() * kMax * random.between(0.9F, 1);
    boxes.push_back({std::min(x, kMax), y, kMax, std::max(y, y * 0.99F)});
    boxes.push_back({-kMax, std::min(x, y), x, std::max(x, y)});
  }
  expect_exact_everywhere(boxes);
}

TEST(DegenerateValues, TinyAndHugeExtentsAloneAndMixed) {
  for (const float scale : {1e-30F, 1e-38F, 1e30F, 1e37F}) {
    std::vector<Box> boxes = unit_world(700);
    for (Box& box : boxes)
      box = {box.min_x * scale, box.min_y * scale, box.max_x * scale, box.max_y * scale};
    SCOPED_TRACE(scale);
    expect_exact_everywhere(boxes);
    const std::vector<Box> units = unit_world(400, 2);
    boxes.insert(boxes.end(), units.begin(), units.end());
    expect_exact_everywhere(boxes);
  }
}

TEST(DegenerateValues, DenormalEdgesAreToldApart) {
  scenes::Random random(7);
  std::vector<Box> boxes;
  for (int i = 0; i < 900; ++i) {
    const float x = kDenormMin * static_cast<float>(random.below(200));
    const float y = kDenormMin * static_cast<float>(random.below(200)) * random.sign();
    const float extent = kDenormMin * static_cast<float>(random.below(9));
    boxes.push_back({x, y, x + extent, y + extent});
  }
  expect_exact_everywhere(boxes);
  boxes.push_back({kNormal, kNormal, 1, 1});
  boxes.push_back({-1, -1, -kNormal, -kNormal});
  expect_exact_everywhere(boxes);
}

TEST(DegenerateValues, NegativeZeroEqualsZero) {
  std::vector<Box> boxes;
  for (int i = 0; i < 300; ++i) {
    const float zero = i % 2 == 0 ? 0.0F : -0.0F;
    boxes.push_back({zero, -zero, -zero, zero});
    boxes.push_back({zero, zero, 1, 1});
    boxes.push_back({-1, -1, zero, -zero});
  }
  expect_exact_everywhere(boxes);
}

// Few distinct numbers, so that edges touch, boxes are points or inverted, and NaN and infinities
// meet; counts on both sides of every small buffer.
TEST(DegenerateValues, HostileBoxesOfFewDistinctNumbers) {
  constexpr std::array kEdges = {-kInf,      -kMax, -2.0F, -1.0F, -kDenormMin, -0.0F, 0.0F,
                                 kDenormMin, 1.0F,  2.0F,  1e20F, kMax,        kInf,  kNan};
  scenes::Random random(8);
  const auto edge = [&] { return kEdges[random.below(kEdges.size())]; };
  for (int round = 0; round < 60; ++round) {
    std::vector<Box> boxes(random.below(400));
    for (Box& box : boxes) {
      box = {edge(), edge(), edge(), edge()};
      if (random.below(4) == 0) continue;
      if (box.max_x < box.min_x) std::swap(box.min_x, box.max_x);
      if (box.max_y < box.min_y) std::swap(box.min_y, box.max_y);
    }
    SCOPED_TRACE(round);
    expect_exact_everywhere(boxes);
  }
}

// Any 128 bits are a box.
TEST(DegenerateValues, RandomBits) {
  scenes::Random random(9);
  for (int round = 0; round < 10; ++round) {
    std::vector<Box> boxes(1 + random.below(900));
    for (Box& box : boxes) {
      std::array<std::uint32_t, 4> bits{};
      for (std::uint32_t& word : bits) word = static_cast<std::uint32_t>(random.bits());
      box = std::bit_cast<Box>(bits);
      if (box.max_x < box.min_x) std::swap(box.min_x, box.max_x);
      if (box.max_y < box.min_y) std::swap(box.min_y, box.max_y);
    }
    SCOPED_TRACE(round);
    expect_exact_everywhere(boxes);
  }
}

}  // namespace
}  // namespace quadphase::contract
