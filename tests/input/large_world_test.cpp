// SPDX-License-Identifier: MIT
// Large worlds: floats near an origin lose no pair, hold their boxes, and are as small as can be.
#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

#include "quadphase/double_box.hpp"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace quadphase::model {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kFar = 1e7;  // metres: 10,000 km

struct DoubleBoxes {
  std::vector<double> min_x, min_y, max_x, max_y;

  void add(const DoubleBox& box) {
    min_x.push_back(box.min_x);
    min_y.push_back(box.min_y);
    max_x.push_back(box.max_x);
    max_y.push_back(box.max_y);
  }
  [[nodiscard]] std::size_t size() const { return min_x.size(); }
  [[nodiscard]] DoubleBox operator[](std::size_t i) const {
    return {min_x[i], min_y[i], max_x[i], max_y[i]};
  }
  [[nodiscard]] DoubleBoxView view() const { return {min_x, min_y, max_x, max_y}; }
};

/// No pair is lost, valid boxes stay valid, and others do not become so. Returns the pairs that are
/// only there as floats.
std::size_t expect_no_pair_lost(const DoubleBoxes& wide, const Origin& origin) {
  BoxColumns columns;
  const BoxView boxes = to_local(wide.view(), origin, columns);
  std::size_t more = 0;
  for (std::size_t i = 0; i < wide.size(); ++i) {
    EXPECT_EQ(quadphase::is_valid(boxes[i]), is_valid(wide[i])) << i;
    for (std::size_t j = 0; j < i; ++j) {
      if (!is_valid(wide[i]) || !is_valid(wide[j])) continue;
      const bool exact = overlaps(wide[i], wide[j]);
      const bool found = overlaps(boxes[i], boxes[j]);
      EXPECT_TRUE(found || !exact) << "lost " << i << ", " << j;
      more += found && !exact ? 1U : 0U;
    }
  }
  return more;
}

/// Boxes of up to 15 centimetres, in steps of 1/128 m so that many just touch, around a point.
DoubleBoxes small_boxes(std::uint32_t seed, double x, double y, std::size_t count) {
  std::mt19937 random(seed);
  const auto below = [&random](std::uint32_t n) { return static_cast<double>(random() % n); };
  DoubleBoxes boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const double left = x + below(384) / 128;
    const double top = y + below(384) / 128;
    boxes.add({left, top, left + below(20) / 128, top + below(20) / 128});
  }
  return boxes;
}

TEST(LargeWorld, NearOriginsSeeCentimetresAtTenThousandKilometres) {
  const DoubleBoxes boxes = small_boxes(1, kFar, -kFar, 500);
  EXPECT_EQ(expect_no_pair_lost(boxes, {kFar, -kFar}), 0U);
  EXPECT_EQ(expect_no_pair_lost(boxes, {kFar + 1, -kFar + 2}), 0U);
}

TEST(LargeWorld, FarOriginsMakeBoxesLargerAndLoseNoPair) {
  const DoubleBoxes boxes = small_boxes(2, kFar, -kFar, 500);
  EXPECT_GT(expect_no_pair_lost(boxes, {0, 0}), 1'000U) << "a float's step is a metre here";
  const Box box = to_local({kFar + 0.25, 0, kFar + 0.5, 0.5}, {0, 0});
  EXPECT_EQ(box.min_x, 1e7F);
  EXPECT_EQ(box.max_x, 1e7F + 1);
  EXPECT_EQ(box.max_y, 0.5F);
}

TEST(LargeWorld, NoOriginLosesAPair) {
  std::mt19937 random(3);
  const auto any = [&random] {
    const auto mantissa = static_cast<double>(random()) - 0x8000'0000;
    return std::ldexp(mantissa, static_cast<int>(random() % 80) - 60);
  };
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    DoubleBoxes boxes = small_boxes(seed, any(), any(), 60);
    const double x = boxes.min_x[0];
    const double y = boxes.min_y[0];
    for (int i = 0; i < 40; ++i) {
      const double left = x + any();
      const double top = y + any();
      boxes.add({left, top, left + std::abs(any()), top + std::abs(any())});
    }
    expect_no_pair_lost(boxes, {any(), any()});
    expect_no_pair_lost(boxes, {x, y});
    expect_no_pair_lost(boxes, {x + any(), y - any()});
  }
}

TEST(LargeWorld, NoExtremeValueLosesAPair) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  const double huge = std::numeric_limits<double>::max();
  const auto float_max = static_cast<double>(std::numeric_limits<float>::max());
  const auto float_tiny = static_cast<double>(std::numeric_limits<float>::denorm_min());
  const std::vector<double> values = {-kInfinity, -huge,  -1e300,      -float_max * 2,  -float_max,
                                      -1,         -1e-30, -float_tiny, -float_tiny / 2, -tiny,
                                      -0.0,       0.0,    tiny,        float_tiny,      1,
                                      1 + 1e-15,  1e300,  huge,        float_max,       kInfinity};
  DoubleBoxes boxes;
  for (const double min : values) {
    for (const double max : values) boxes.add({min, -1, max, 1});
  }
  for (const double origin : {0.0, 1.0, -1.0, tiny, 1e-40, 1e30, -1e39, 1e308, -huge, huge})
    expect_no_pair_lost(boxes, {origin, 0});
}

TEST(LargeWorld, HoldsTheBoxAsTightlyAsFloatsCan) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 200'000; ++i) {
    // Numbers of 50 bits or so, on scales apart: their difference is exact in long double.
    const auto any = [&random] {
      return std::ldexp(static_cast<double>(static_cast<std::int64_t>(random()) >> 14),
                        -static_cast<int>(random() % 12) - 30);
    };
    const double min = any();
    const double max = min + std::abs(any());
    const double origin = any();
    const Box box = to_local({min, 0, max, 0}, {origin, 0});
    const long double low = static_cast<long double>(min) - static_cast<long double>(origin);
    const long double high = static_cast<long double>(max) - static_cast<long double>(origin);
    const float infinity = std::numeric_limits<float>::infinity();
    ASSERT_LE(static_cast<long double>(box.min_x), low);
    ASSERT_GT(static_cast<long double>(std::nextafter(box.min_x, infinity)), low);
    ASSERT_GE(static_cast<long double>(box.max_x), high);
    ASSERT_LT(static_cast<long double>(std::nextafter(box.max_x, -infinity)), high);
  }
}

TEST(LargeWorld, KeepsWhatFloatsCanHold) {
  for (const float value : {0.0F, 1.0F, -3.25F, 1e-45F, -1e-40F, 16777216.0F}) {
    const auto wide = static_cast<double>(value);
    EXPECT_EQ(to_local({wide, wide, wide, wide}, {}).min_x, value);
    EXPECT_EQ(to_local({wide, wide, wide, wide}, {}).max_y, value);
  }
  const Box whole = to_local({-kInfinity, 3, kInfinity, kFar + 3}, {kFar, kFar});
  EXPECT_EQ(static_cast<double>(whole.min_x), -kInfinity);
  EXPECT_EQ(static_cast<double>(whole.max_x), kInfinity);
  EXPECT_EQ(whole.max_y, 3);
}

TEST(LargeWorld, NeverMakesABadBoxValid) {
  // Far less than a float's step the wrong way round, on either axis.
  for (const double end : {1.0, kFar, -kFar, 1e-50, 1e50, 0.0}) {
    const double above = std::nextafter(end, kInfinity);
    for (const Origin origin :
         {Origin{0, 0}, Origin{1, 1}, Origin{kFar, -kFar}, Origin{end, end}}) {
      EXPECT_FALSE(quadphase::is_valid(to_local({above, 0, end, 1}, origin)));
      EXPECT_FALSE(quadphase::is_valid(to_local({0, above, 1, end}, origin)));
    }
  }
  EXPECT_FALSE(quadphase::is_valid(to_local({kInfinity, 0, 1e300, 1}, {})));
  for (int edge = 0; edge < 4; ++edge) {
    double edges[4] = {0, 0, 1, 1};
    edges[edge] = kNan;
    const Box box = to_local({edges[0], edges[1], edges[2], edges[3]}, {5, 5});
    EXPECT_FALSE(quadphase::is_valid(box));
    const float floats[4] = {box.min_x, box.min_y, box.max_x, box.max_y};
    EXPECT_TRUE(std::isnan(floats[edge]));
  }
}

TEST(LargeWorld, TakesCentersAndHalves) {
  const std::vector<double> center_x = {kFar, kFar + 4};
  const std::vector<double> center_y = {1, 2};
  const std::vector<double> half_width = {2, 0.5};
  const std::vector<double> half_height = {1, -1};  // inverted
  BoxColumns columns;
  const BoxView boxes =
      to_local(CenterView{center_x, center_y, half_width, half_height}, {kFar, 0}, columns);
  ASSERT_EQ(boxes.size(), 2U);
  EXPECT_EQ(boxes.min_x[0], -2);
  EXPECT_EQ(boxes.max_x[0], 2);
  EXPECT_EQ(boxes.max_y[0], 2);
  EXPECT_EQ(boxes.min_x[1], 3.5F);
  EXPECT_FALSE(quadphase::is_valid(boxes[1]));
}

TEST(LargeWorld, IsTheSameInBulkAndAlone) {
  const DoubleBoxes wide = small_boxes(6, kFar, kFar, 30'000);
  BoxColumns columns;
  const BoxView boxes = to_local(wide.view(), {3, -7}, columns);
  for (std::size_t i = 0; i < wide.size(); ++i) {
    const Box box = to_local(wide[i], {3, -7});
    ASSERT_EQ(box.min_x, boxes.min_x[i]);
    ASSERT_EQ(box.max_y, boxes.max_y[i]);
  }
}

std::uint32_t bits_of(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

/// Calls `use` in every mode of floating-point arithmetic, flush-to-zero among them.
template <class Use>
void in_each_mode(const Use& use) {
  for (const int mode : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::fenv_t saved;
    std::fegetenv(&saved);
    std::fesetround(mode);
    use();
    std::fesetenv(&saved);
  }
#if defined(__SSE2__)
  const unsigned saved = _mm_getcsr();
  _mm_setcsr(saved | 0x8040U);  // denormals are zero, and flushed to it
  use();
  _mm_setcsr(saved);
#endif
}

TEST(LargeWorld, DependsOnNoFloatingPointMode) {
  DoubleBoxes wide = small_boxes(7, kFar / 3, kFar / 7, 400);
  wide.add({1e-46, -1e-46, 1e-44, 1e-310});
  const Origin origin = {kFar / 3 + 0.1, kFar / 9};
  for (const Origin& o : {origin, Origin{0, 0}}) {
    BoxColumns columns;
    const BoxView expected = to_local(wide.view(), o, columns);
    in_each_mode([&] {
      BoxColumns others;
      const BoxView boxes = to_local(wide.view(), o, others);
      const std::size_t bytes = wide.size() * sizeof(float);
      EXPECT_EQ(std::memcmp(boxes.min_x.data(), expected.min_x.data(), bytes), 0);
      EXPECT_EQ(std::memcmp(boxes.min_y.data(), expected.min_y.data(), bytes), 0);
      EXPECT_EQ(std::memcmp(boxes.max_x.data(), expected.max_x.data(), bytes), 0);
      EXPECT_EQ(std::memcmp(boxes.max_y.data(), expected.max_y.data(), bytes), 0);
      for (std::size_t i = 0; i < wide.size(); ++i) {
        const Box box = to_local(wide[i], o);
        EXPECT_EQ(bits_of(box.min_x), bits_of(boxes.min_x[i]));
        EXPECT_EQ(bits_of(box.max_x), bits_of(boxes.max_x[i]));
      }
    });
  }
}

TEST(LargeWorld, RefusesBadArguments) {
  BoxColumns columns;
  DoubleBoxes wide = small_boxes(8, 0, 0, 5);
  EXPECT_THROW(to_local(wide.view(), {kNan, 0}, columns), std::invalid_argument);
  EXPECT_THROW(to_local(wide.view(), {0, kInfinity}, columns), std::invalid_argument);
  wide.max_x.pop_back();
  EXPECT_THROW(to_local(wide.view(), {}, columns), std::invalid_argument);
  EXPECT_THROW(to_local(CenterView{wide.min_x, wide.min_y, wide.max_x, wide.max_y}, {}, columns),
               std::invalid_argument);
  EXPECT_EQ(columns.size(), 0U);
}

}  // namespace
}  // namespace quadphase::model
