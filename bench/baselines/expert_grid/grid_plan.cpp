// SPDX-License-Identifier: MIT
// The cost model of the expert's grid.
#include "baselines/expert_grid/grid_plan.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

namespace quadphase::bench {
namespace {

constexpr std::size_t kFewBoxes = 32;   // one cell is best
constexpr std::size_t kTrimmed = 3;     // extreme samples at each end that bounds may leave out
constexpr double kMaxCellsPerBox = 16;  // memory stays bounded in wide, empty worlds
constexpr std::uint32_t kKeyBits = 15;  // of each axis, in the density's keys
constexpr double kMinCollisions = 16;   // fewer in the sample say nothing about density

// Nanoseconds, measured on one core of Zen 5 with AVX-512: only their ratios matter.
constexpr double kCostOfBlock = 4;   // 16 boxes tested
constexpr double kCostOfCell = 0.8;  // an entry in the table of cells
constexpr double kCostOfRow = 5;     // a row that a large box touches
constexpr double kCostOfLarge = 25;  // a large box's part in the next grid

/// Low corners and extents of some finite boxes.
struct Sample {
  std::vector<double> x, y, width, height;
  [[nodiscard]] std::size_t size() const noexcept { return x.size(); }
};

Sample take_sample(const BoxView& boxes) {
  const std::size_t count =
      std::min(boxes.size(), std::clamp<std::size_t>(boxes.size() / 128, 128, 4096));
  Sample sample;
  for (auto* column : {&sample.x, &sample.y, &sample.width, &sample.height}) column->reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Box box = boxes[i * boxes.size() / count];
    const double width = static_cast<double>(box.max_x) - static_cast<double>(box.min_x);
    const double height = static_cast<double>(box.max_y) - static_cast<double>(box.min_y);
    if (!is_valid(box) || !std::isfinite(width + height)) continue;
    sample.x.push_back(static_cast<double>(box.min_x));
    sample.y.push_back(static_cast<double>(box.min_y));
    sample.width.push_back(width);
    sample.height.push_back(height);
  }
  return sample;
}

struct Interval {
  double low, high;
  [[nodiscard]] double length() const noexcept { return high - low; }
};

/// The sample's range without its outermost values, and a little wider. A box far away must not
/// widen all cells, and it need not lie inside.
Interval trimmed_range(std::vector<double> values) {
  const std::size_t trimmed = values.size() >= 128 ? kTrimmed : 0;
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(trimmed);
  std::partial_sort(values.begin(), nth + 1, values.end());
  const double low = *nth;
  std::partial_sort(values.begin(), nth + 1, values.end(), std::greater<>());
  const double high = *nth;
  const double margin =
      2 * (high - low) * static_cast<double>(trimmed) / static_cast<double>(values.size());
  constexpr double kMax = static_cast<double>(std::numeric_limits<float>::max());
  return {std::max(low - margin, -kMax), std::min(high + margin, kMax)};
}

/// How many others a box finds in its own cell, for cells of any size, averaged over the boxes.
class Density {
 public:
  Density(const Sample& sample, const Interval& x, const Interval& y, double size, double box_count)
      : size_(size) {
    std::vector<std::uint32_t> keys(sample.size());
    for (std::size_t i = 0; i < keys.size(); ++i)
      keys[i] = spread(part(sample.x[i] - x.low)) | spread(part(sample.y[i] - y.low)) << 1U;
    std::sort(keys.begin(), keys.end());
    const auto sample_count = static_cast<double>(keys.size());
    for (std::uint32_t level = 0; level <= kKeyBits; ++level) {
      const double collisions = count_collisions(keys, 2 * (kKeyBits - level));
      if (collisions < kMinCollisions && level > 0) break;
      others_[level] = std::max(collisions, 1.0) * box_count / (sample_count * sample_count);
      finest_ = level;
    }
  }

  [[nodiscard]] double others_in_cell(double cell_size) const noexcept {
    const double level =
        std::clamp(std::log2(size_ / cell_size), 0.0, static_cast<double>(finest_));
    const auto coarse = std::min(static_cast<std::uint32_t>(level), finest_);
    const std::uint32_t fine = std::min(coarse + 1, finest_);
    const double others = others_[coarse] * std::pow(others_[fine] / others_[coarse],
                                                     level - static_cast<double>(coarse));
    const double known_size = size_ / std::exp2(level);
    const double smaller = std::min(1.0, cell_size / known_size);
    return others * smaller * smaller;  // even below the finest size that the sample shows
  }

 private:
  [[nodiscard]] std::uint32_t part(double offset) const noexcept {
    constexpr double kParts = 1U << kKeyBits;
    return static_cast<std::uint32_t>(std::clamp(offset / size_ * kParts, 0.0, kParts - 1));
  }

  static std::uint32_t spread(std::uint32_t bits) noexcept {  // abcd -> 0a0b0c0d
    bits = (bits | bits << 8U) & 0x00FF00FFU;
    bits = (bits | bits << 4U) & 0x0F0F0F0FU;
    bits = (bits | bits << 2U) & 0x33333333U;
    return (bits | bits << 1U) & 0x55555555U;
  }

  static double count_collisions(const std::vector<std::uint32_t>& keys, std::uint32_t dropped) {
    std::uint64_t collisions = 0;
    std::uint64_t run = 0;
    for (std::size_t i = 1; i < keys.size(); ++i) {
      run = keys[i] >> dropped == keys[i - 1] >> dropped ? run + 1 : 0;
      collisions += run;
    }
    return 2 * static_cast<double>(collisions);
  }

  double size_;
  std::array<double, kKeyBits + 1> others_{};
  std::uint32_t finest_ = 0;
};

/// Nanoseconds a box with cells of that size.
double cost_of(double cell_size, double others_in_cell, double cells_per_box,
               const Sample& sample) {
  const double blocks_a_cell = (others_in_cell + 1) / 16;
  double large = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double columns = sample.width[i] / cell_size;
    const double rows = sample.height[i] / cell_size;
    const double cost =
        kCostOfLarge +
        (rows + 2) * (kCostOfRow + kCostOfBlock * (1 + (columns + 2) * blocks_a_cell));
    large += std::max(columns, rows) > 1 ? cost : 0;
  }
  return large / static_cast<double>(sample.size()) +
         kCostOfBlock * (1 + 4.5 * others_in_cell / 16) + kCostOfCell * cells_per_box;
}

double median_extent(const Sample& sample) {
  std::vector<double> extents(sample.size());
  for (std::size_t i = 0; i < extents.size(); ++i)
    extents[i] = std::max(sample.width[i], sample.height[i]);
  const auto middle = extents.begin() + static_cast<std::ptrdiff_t>(extents.size() / 2);
  std::nth_element(extents.begin(), middle, extents.end());
  return *middle;
}

}  // namespace

GridPlan plan_grid(const BoxView& boxes) {
  GridPlan plan;
  if (boxes.size() <= kFewBoxes) return plan;
  const Sample sample = take_sample(boxes);
  if (sample.size() == 0) return plan;
  const Interval x = trimmed_range(sample.x);
  const Interval y = trimmed_range(sample.y);
  const double size = std::max(x.length(), y.length());
  if (!(size > 0)) return plan;
  const auto box_count = static_cast<double>(boxes.size());
  const Density density(sample, x, y, size, box_count);
  const double most_cells = std::min(kMaxCellsPerBox * box_count, double{1U << 30U});
  double least_cost = std::numeric_limits<double>::infinity();
  const double least_size = std::max({median_extent(sample), size * 0x1p-22, 1e-37});
  for (double cell_size = least_size; cell_size < 2 * size; cell_size *= 1.0905) {
    const double cells =
        (std::floor(x.length() / cell_size) + 2) * (std::floor(y.length() / cell_size) + 2);
    if (cells > most_cells) continue;
    const double cost =
        cost_of(cell_size, density.others_in_cell(cell_size), cells / box_count, sample);
    if (cost >= least_cost) continue;
    least_cost = cost;
    plan.cell_size = cell_size;
  }
  if (plan.cell_size == 0) return plan;
  plan.columns = static_cast<std::uint32_t>(x.length() / plan.cell_size) + 1;
  plan.rows = static_cast<std::uint32_t>(y.length() / plan.cell_size) + 1;
  const auto cells_per_unit = static_cast<float>(1 / plan.cell_size);
  plan.x_axis = {static_cast<float>(x.low), cells_per_unit, static_cast<float>(plan.columns - 1)};
  plan.y_axis = {static_cast<float>(y.low), cells_per_unit, static_cast<float>(plan.rows - 1)};
  return plan;
}

}  // namespace quadphase::bench
