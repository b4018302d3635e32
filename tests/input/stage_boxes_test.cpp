// SPDX-License-Identifier: MIT
// StageBoxes in double and boxes in rows become the right float columns, to the bit, by the kernels
// of each instruction set.
#include "input/given_boxes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory_resource>
#include <random>
#include <string>
#include <vector>

#include "base/buffer.hpp"
#include "data/exact_difference.hpp"
#include "data/local_box.hpp"
#include "kernels/kernels.hpp"

namespace quadphase::testing {
namespace {

using detail::EdgeColumns;
using detail::Kernels;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// The rounding in its simplest form, with branches.
namespace plain {

float next_below(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (value == 0) return -std::numeric_limits<float>::denorm_min();
  if (value == -std::numeric_limits<float>::infinity()) return value;
  return std::bit_cast<float>(value > 0 ? bits - 1 : bits + 1);
}

float rounded_down(double value, double origin) {
  double difference = value - origin;
  const double part = difference - value;
  const double error = (value - (difference - part)) - (origin + part);
  if (std::isinf(difference) && !std::isinf(value))
    difference = std::copysign(std::numeric_limits<double>::max(), difference);
  const auto nearest = static_cast<float>(difference);
  const auto wide = static_cast<double>(nearest);
  const bool above = wide > difference || (wide == difference && error < 0);
  return above ? next_below(nearest) : nearest;
}

float rounded_up(double value, double origin) {
  return -rounded_down(-value, -origin);
}

void round_axis(double min, double max, double origin, float& to_min, float& to_max) {
  to_min = min > max ? rounded_up(min, origin) : rounded_down(min, origin);
  to_max = min > max ? rounded_down(max, origin) : rounded_up(max, origin);
}

}  // namespace plain

/// Four columns of one type, with a mark after the last row that no kernel may overwrite.
template <class T>
struct Columns {
  explicit Columns(std::size_t count) {
    for (auto& column : edges) column.assign(count + 1, T{12345});
  }
  [[nodiscard]] bool has_marks() const {
    for (const auto& column : edges)
      if (column.back() != T{12345}) return false;
    return true;
  }
  [[nodiscard]] std::size_t size() const { return edges[0].size() - 1; }

  std::array<std::vector<T>, 4> edges;  // min_x, min_y, max_x, max_y
};

EdgeColumns columns_of(Columns<float>& to) {
  return {to.edges[0].data(), to.edges[1].data(), to.edges[2].data(), to.edges[3].data()};
}
detail::DoubleSpan span_of(const Columns<double>& wide, const Origin& origin) {
  const auto& edges = wide.edges;
  return {edges[0].data(), edges[1].data(), edges[2].data(), edges[3].data(), origin};
}

/// The bits of a number, zeros and NaN included.
std::uint32_t bits_of(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
/// The bits that it must be stored with: all NaN are one.
std::uint32_t stored_bits_of(float value) {
  return std::isnan(value) ? 0x7FC0'0000 : bits_of(value);
}

/// Kept, for to ask what the processor supports may take longer than a kernel.
const std::vector<const Kernels*>& every_kernel() {
  static const std::vector<const Kernels*> kernels = [] {
    std::vector<const Kernels*> all;
    for (const Simd simd : kInstructionSets)
      if (is_supported(simd)) all.push_back(&detail::kernels_for(simd));
    return all;
  }();
  return kernels;
}

/// Expects the bits of the plain form, from every kernel.
void expect_rounded(const Columns<double>& wide, const Origin& origin) {
  const std::size_t count = wide.size();
  Columns<float> expected(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& from = wide.edges;
    auto& to = expected.edges;
    plain::round_axis(from[0][i], from[2][i], origin.x, to[0][i], to[2][i]);
    plain::round_axis(from[1][i], from[3][i], origin.y, to[1][i], to[3][i]);
  }
  for (const Kernels* const kernels : every_kernel()) {
    Columns<float> columns(count);
    kernels->round_boxes(span_of(wide, origin), 0, count, columns_of(columns), {});
    for (std::size_t edge = 0; edge < 4; ++edge) {
      for (std::size_t i = 0; i <= count; ++i) {
        ASSERT_EQ(bits_of(columns.edges[edge][i]), stored_bits_of(expected.edges[edge][i]))
            << name_of(kernels->simd) << ", edge " << edge << " of box " << i << " of " << count
            << std::hexfloat << ": " << wide.edges[edge][i] << ", opposite "
            << wide.edges[(edge + 2) % 4][i] << ", origin " << origin.x << ", " << origin.y;
      }
    }
  }
}

/// Expects the bits of boxes in their copies, and nothing else written there, from every kernel.
void expect_copied(const Columns<double>& wide) {
  const std::size_t count = wide.size();
  const DoubleBox mark = {12345, 12345, 12345, 12345};
  for (const Kernels* const kernels : every_kernel()) {
    for (const bool are_streamed : {false, true}) {
      for (const std::size_t first : {0U, 1U, 2U}) {  // of each two rows one is on a cache line
        detail::Buffer<DoubleBox> copies(std::pmr::get_default_resource());
        copies.ensure(first + count + 1);
        std::fill_n(copies.data(), first + count + 1, mark);
        Columns<float> columns(count);
        kernels->round_boxes(span_of(wide, {}), 0, count, columns_of(columns),
                             {copies.data() + first, are_streamed});
        for (std::size_t i = 0; i < first + count + 1; ++i) {
          const auto& e = wide.edges;
          const std::size_t k = i - first;
          const bool is_copy = i >= first && k < count;
          const DoubleBox box = is_copy ? DoubleBox{e[0][k], e[1][k], e[2][k], e[3][k]} : mark;
          ASSERT_EQ(std::memcmp(&copies.data()[i], &box, sizeof(DoubleBox)), 0)
              << name_of(kernels->simd) << (are_streamed ? ", streamed" : "") << ", row " << i
              << " of " << count << " from " << first;
        }
      }
    }
  }
}

/// Numbers at which something changes: zeros, least and largest numbers of both types, neighbors
/// of floats, numbers half-way between two floats, what overflows, NaN with several payloads.
std::vector<double> special_values() {
  const float tiny = std::numeric_limits<float>::denorm_min();
  const float normal = std::numeric_limits<float>::min();
  const float largest = std::numeric_limits<float>::max();
  std::vector<double> values = {0,
                                std::numeric_limits<double>::denorm_min(),
                                std::numeric_limits<double>::min(),
                                1e-320,
                                1e-46,
                                1e300,
                                1.7e308,
                                std::numeric_limits<double>::max(),
                                kInfinite,
                                std::numeric_limits<double>::quiet_NaN(),
                                std::bit_cast<double>(0x7FF8'1234'5678'9ABC),
                                std::bit_cast<double>(0x7FFF'FFFF'FFFF'FFFF),
                                static_cast<double>(largest) * (1 + 0x1p-25),
                                static_cast<double>(largest) * 2};
  for (const float near :
       {tiny, 3 * tiny, normal, normal - tiny, 1.0F, 1.5F, 16777215.0F, 0.1F, 1e30F, largest}) {
    const auto value = static_cast<double>(near);
    const auto next = static_cast<double>(std::nextafter(near, 2 * near));
    const double middle = std::isinf(next) ? value : value + (next - value) / 2;
    for (const double center : {value, middle}) {
      values.push_back(center);
      values.push_back(std::nextafter(center, kInfinite));
      values.push_back(std::nextafter(center, 0));
    }
  }
  const std::size_t count = values.size();
  for (std::size_t i = 0; i < count; ++i) values.push_back(-values[i]);
  return values;
}

std::vector<double> special_origins() {
  std::vector<double> origins;
  for (const double value : special_values())
    if (std::isfinite(value)) origins.push_back(value);
  return origins;
}

TEST(RoundBoxes, RoundsSpecialValuesNearSpecialOrigins) {
  const std::vector<double> values = special_values();
  const std::vector<double> origins = special_origins();
  Columns<double> wide(values.size() * values.size());
  for (std::size_t i = 0; i < wide.size(); ++i) {
    wide.edges[0][i] = wide.edges[3][i] = values[i % values.size()];
    wide.edges[2][i] = wide.edges[1][i] = values[i / values.size()];
  }
  for (std::size_t i = 0; i < origins.size() && !HasFailure(); ++i)
    expect_rounded(wide, {origins[i], origins[(i * 7 + 3) % origins.size()]});
}

TEST(RoundBoxes, RoundsEveryCountAndLane) {
  const std::vector<double> values = special_values();
  for (std::size_t count = 0; count <= 40; ++count) {
    for (std::size_t lane = 0; lane < count && !HasFailure(); ++lane) {
      for (std::size_t k = (count * 7 + lane) % 50; k < values.size(); k += 50) {
        Columns<double> wide(count);
        for (std::size_t i = 0; i < count; ++i) {
          for (std::size_t edge = 0; edge < 4; ++edge)
            wide.edges[edge][i] = static_cast<double>(edge / 2) + 0.1 * static_cast<double>(i);
        }
        for (std::size_t edge = 0; edge < 4; ++edge) {
          const double usual = std::exchange(wide.edges[edge][lane], values[k]);
          expect_rounded(wide, {0.3, -7});
          wide.edges[edge][lane] = usual;
        }
      }
    }
    expect_rounded(Columns<double>(count), {});
  }
}

/// Random numbers of many kinds near an origin.
class AnyNumber {
 public:
  explicit AnyNumber(std::uint64_t seed) : random_(seed) {}

  double finite() {
    while (true) {
      const auto value = std::bit_cast<double>(random_());
      if (std::isfinite(value)) return value;
    }
  }
  double operator()(double origin) {
    const auto bits = random_();
    const auto near = static_cast<double>(
        std::bit_cast<float>(static_cast<std::uint32_t>(bits >> 32) & 0xBFFF'FFFF));
    switch (bits % 6) {
      case 0:
        return std::bit_cast<double>(random_());
      case 1:
        return specials_[random_() % specials_.size()];
      case 2:
        return moved(near);
      case 3:
        return moved(origin + near);
      case 4:
        return moved(near * (1 + 0x1p-24));
      default:
        return moved(origin);
    }
  }

 private:
  /// A few neighbors away.
  double moved(double value) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) + random_() % 5 - 2);
  }

  std::mt19937_64 random_;
  std::vector<double> specials_ = special_values();
};

TEST(RoundBoxes, RoundsMillionsOfRandomNumbers) {
  AnyNumber any(1);
  const std::vector<double> origins = special_origins();
  for (std::size_t round = 0; round < 300 && !HasFailure(); ++round) {
    const Origin origin = {round % 3 == 0 ? origins[round % origins.size()] : any.finite(),
                           round % 2 == 0 ? std::fmod(any.finite(), 1e9) : any.finite()};
    Columns<double> wide(4'003);
    for (std::size_t edge = 0; edge < 4; ++edge) {
      for (std::size_t i = 0; i < wide.size(); ++i)
        wide.edges[edge][i] = any(edge % 2 == 0 ? origin.x : origin.y);
    }
    // Mixed; with no inverted axis; with some.
    for (std::size_t i = 0; i < wide.size() && round % 3 > 0; ++i) {
      for (const std::size_t edge : {0U, 1U}) {
        double& min = wide.edges[edge][i];
        double& max = wide.edges[edge + 2][i];
        if (min > max && (round % 3 == 1 || i % 23 > 0)) std::swap(min, max);
      }
    }
    expect_rounded(wide, origin);
  }
}

TEST(RoundBoxes, RoundsCentersAsTheirEdgesInDouble) {
  AnyNumber any(2);
  for (const std::size_t count : {0U, 1U, 7U, 15U, 16U, 33U, 255U, 256U, 257U, 1'000U}) {
    Columns<double> given(count);
    Columns<double> wide(count);
    const Origin origin = {any.finite(), std::fmod(any.finite(), 1e6)};
    for (std::size_t i = 0; i < count; ++i) {
      for (const std::size_t axis : {0U, 1U}) {
        const double center = any(axis == 0 ? origin.x : origin.y);
        const double half = any(0);
        given.edges[axis][i] = center;
        given.edges[axis + 2][i] = half;
        wide.edges[axis][i] = center - half;
        wide.edges[axis + 2][i] = center + half;
      }
    }
    Columns<float> expected(count);
    detail::kernels_for(Simd::scalar)
        .round_boxes(span_of(wide, origin), 0, count, columns_of(expected), {});
    for (const Kernels* const kernels : every_kernel()) {
      Columns<float> columns(count);
      const detail::CenterSpan centers = {given.edges[0].data(), given.edges[1].data(),
                                          given.edges[2].data(), given.edges[3].data(), origin};
      kernels->round_centers(centers, 0, count, columns_of(columns), {});
      for (std::size_t edge = 0; edge < 4; ++edge) {
        for (std::size_t i = 0; i <= count; ++i)
          ASSERT_EQ(bits_of(columns.edges[edge][i]), stored_bits_of(expected.edges[edge][i]))
              << name_of(kernels->simd) << ", box " << i << " of " << count;
      }
    }
  }
}

TEST(RoundBoxes, CopiesTheDoublesBitByBitStreamedOrNot) {
  AnyNumber any(4);
  for (const std::size_t count : {0U, 1U, 15U, 16U, 17U, 32U, 100U}) {
    Columns<double> wide(count);
    for (std::size_t i = 0; i < count; ++i)
      for (auto& edge : wide.edges) edge[i] = any(0);
    expect_copied(wide);
  }
}

TEST(RoundedDown, IsTheLargestFloatThatIsNotAboveTheExactDifference) {
  AnyNumber any(3);
  const std::vector<double> values = special_values();
  const std::vector<double> origins = special_origins();
  const auto check = [](double value, double origin) {
    if (!std::isfinite(value)) return;
    const ExactDifference exact(value, origin);
    const float rounded = detail::rounded_down(value, origin);
    ASSERT_TRUE(exact.is_at_least(rounded)) << std::hexfloat << value << " - " << origin;
    const float next = std::nextafter(rounded, std::numeric_limits<float>::infinity());
    ASSERT_TRUE(!exact.is_at_least(next)) << std::hexfloat << value << " - " << origin;
  };
  for (const double value : values)
    for (const double origin : origins) check(value, origin);
  for (int i = 0; i < 300'000 && !HasFailure(); ++i) {
    const double origin = i % 2 == 0 ? any.finite() : std::fmod(any.finite(), 1e9);
    check(any(origin), origin);
  }
}

TEST(ReadRows, ReadsAnyStrideFromAnyAddressAndNothingPastTheLastBox) {
  std::mt19937 random(4);
  for (const std::size_t stride : {16U, 17U, 19U, 20U, 31U, 32U, 60U, 64U, 101U}) {
    for (const std::size_t offset : {0U, 1U, 2U, 3U, 4U, 13U}) {
      for (std::size_t count = 0; count <= 40; ++count) {
        // Of exactly that size, so that a sanitizer sees an access past the end.
        std::vector<std::uint8_t> bytes(offset + (count == 0 ? 0 : (count - 1) * stride + 16));
        for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
        const detail::RowSpan rows = {reinterpret_cast<const std::byte*>(bytes.data()) + offset,
                                      stride};
        const std::size_t first = count / 3;
        for (const Kernels* const kernels : every_kernel()) {
          Columns<float> columns(count);
          kernels->read_rows(rows, first, count, columns_of(columns));
          EXPECT_TRUE(columns.has_marks());
          for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t edge = 0; edge < 4; ++edge) {
              const float& read = columns.edges[edge][i];
              const float untouched = 12345;
              ASSERT_EQ(std::memcmp(&read,
                                    i < first ? reinterpret_cast<const std::byte*>(&untouched)
                                              : rows.first + i * stride + edge * sizeof(float),
                                    sizeof(float)),
                        0)
                  << name_of(kernels->simd) << ", stride " << stride << ", box " << i;
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace quadphase::testing
