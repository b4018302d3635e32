// SPDX-License-Identifier: MIT
// Objects in double, some of them in float, and the pairs that they must have by their doubles.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "quadphase/quadphase.hpp"

namespace quadphase::contract {

/// Four columns, to be given.
struct DoubleColumns {
  std::vector<double> min_x, min_y, max_x, max_y;

  explicit DoubleColumns(std::span<const DoubleBox> boxes) {
    for (const DoubleBox& box : boxes) {
      min_x.push_back(box.min_x);
      min_y.push_back(box.min_y);
      max_x.push_back(box.max_x);
      max_y.push_back(box.max_y);
    }
  }
  [[nodiscard]] DoubleBoxView view() const { return {min_x, min_y, max_x, max_y}; }
};

/// The tiles of a map, which share edges that are no floats, in an order without a pattern.
inline std::vector<DoubleBox> tiles(double step, double start, int side) {
  const auto at = [&](int i) { return start + i * step; };
  std::vector<DoubleBox> boxes;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) boxes.push_back({at(x), at(y), at(x + 1), at(y + 1)});
  std::shuffle(boxes.begin(), boxes.end(), std::mt19937(1));
  return boxes;
}

/// Boxes whose edges are a few numbers and their neighbors in double, so that many are equal and
/// more differ by less than floats can tell.
inline std::vector<DoubleBox> near_edges(std::uint32_t seed, double start, double step,
                                         std::size_t count) {
  std::mt19937 random(seed);
  const auto edge = [&](int i) {
    const double at = start + i * step;
    const auto side = random() % 5;
    if (side == 0) return std::nextafter(at, 1e308);
    if (side == 1) return std::nextafter(at, -1e308);
    return at;
  };
  std::vector<DoubleBox> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const int x = static_cast<int>(random() % 24);
    const int y = static_cast<int>(random() % 24);
    const int width = static_cast<int>(random() % 4);
    const int height = static_cast<int>(random() % 4);
    DoubleBox box{edge(x), edge(y), edge(x + width), edge(y + height)};
    if (random() % 41 != 0) {  // a few are inverted
      if (box.min_x > box.max_x) std::swap(box.min_x, box.max_x);
      if (box.min_y > box.max_y) std::swap(box.min_y, box.max_y);
    }
    if (random() % 61 == 0) box.max_y = std::numeric_limits<double>::quiet_NaN();
    boxes.push_back(box);
  }
  return boxes;
}

/// Boxes between numbers on all scales, and beyond all of them.
inline std::vector<DoubleBox> extremes(std::uint32_t seed, std::size_t count) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double huge = std::numeric_limits<double>::max();
  const double tiny = std::numeric_limits<double>::denorm_min();
  const double values[] = {-infinity, -huge, -1e300, -1e39, -3.5e38, -1e30,   -1,    -1e-30,
                           -1e-300,   -tiny, -0.0,   0.0,   tiny,    1e-300,  1e-40, 1e-30,
                           1,         1e30,  3.5e38, 1e39,  1e300,   1.1e300, huge,  infinity};
  std::mt19937 random(seed);
  const auto edge = [&] {
    const double value = values[random() % std::size(values)];
    return random() % 4 == 0 ? std::nextafter(value, random() % 2 == 0 ? huge : -huge) : value;
  };
  std::vector<DoubleBox> boxes;
  while (boxes.size() < count) {
    DoubleBox box{edge(), edge(), edge(), edge()};
    if (box.min_x > box.max_x) std::swap(box.min_x, box.max_x);
    if (box.min_y > box.max_y) std::swap(box.min_y, box.max_y);
    boxes.push_back(box);
  }
  return boxes;
}

/// Edges that are exact in double near every origin of `kFineOrigins`, and between floats.
inline std::vector<DoubleBox> fine_boxes(std::uint32_t seed, std::size_t count) {
  std::mt19937 random(seed);
  const auto edge = [&](double at) {
    return at + (static_cast<double>(random() % 5) - 2) * 0x1p-40;
  };
  std::vector<DoubleBox> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = static_cast<double>(random() % 20) + 100;
    const double y = static_cast<double>(random() % 20) - 50;
    boxes.push_back({edge(x), edge(y), edge(x + 1 + static_cast<double>(random() % 2)),
                     edge(y + 1 + static_cast<double>(random() % 2))});
  }
  return boxes;
}
inline constexpr Origin kFineOrigins[] = {{0, 0}, {100, -50}, {110.25, -40.5}, {-300, 800}};

using Pairs = std::vector<Pair>;

/// All pairs of valid boxes, ascending; `may(i, j)` allows them.
template <class May>
Pairs pairs_of_doubles(std::span<const DoubleBox> boxes, bool touching, const May& may) {
  Pairs pairs;
  for (std::uint32_t i = 0; i < boxes.size(); ++i)
    for (std::uint32_t j = i + 1; j < boxes.size(); ++j)
      if (is_valid(boxes[i]) && is_valid(boxes[j]) && overlaps(boxes[i], boxes[j], touching) &&
          may(i, j))
        pairs.push_back({i, j});
  return pairs;
}

inline Pairs sorted(std::span<const Pair> pairs) {
  Pairs all(pairs.begin(), pairs.end());
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace quadphase::contract
