// SPDX-License-Identifier: MIT
// The order of the queries of a batch: along the Morton curve through a grid that holds nearly all
// leaves. Queries outside of the grid belong to the cells on its edge.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "base/tuning.hpp"
#include "data/morton.hpp"
#include "query/searched_trees.hpp"
#include "shapes/shapes.hpp"

namespace quadphase::detail {

class MortonGrid {
 public:
  /// The code of a query that is not valid: higher than all others.
  static constexpr std::uint32_t kInvalid = 1U << 30;

  /// Without trees, all valid queries have one code.
  explicit MortonGrid(std::span<const TreeView* const> trees) {
    for (const TreeView* tree : trees) add_sample(*tree);
    if (sample_size_ == 0) return;
    trim({sample_x_.data(), sample_size_}, min_x_, max_x_);
    trim({sample_y_.data(), sample_size_}, min_y_, max_y_);
    const double extent = std::max({max_x_ - min_x_, max_y_ - min_y_, 1e-30});
    scale_ = (1 << kBits) / extent;
  }

  [[nodiscard]] std::uint32_t code(const Box& box) const noexcept {
    if (!is_valid(box)) return kInvalid;
    return code(to_double(box.min_x), to_double(box.min_y), to_double(box.max_x),
                to_double(box.max_y));
  }
  [[nodiscard]] std::uint32_t code(const Point& point) const noexcept {
    if (!(point.x == point.x && point.y == point.y)) return kInvalid;
    return code(to_double(point.x), to_double(point.y));
  }
  [[nodiscard]] std::uint32_t code(const Circle& circle) const noexcept {
    return is_valid(circle) ? code(circle.center) : kInvalid;
  }
  /// For a cast that may be invalid: `CastQuery` checks it.
  [[nodiscard]] std::uint32_t code(const Cast& cast) const noexcept {
    const double length = branchless_min(cast.max_fraction, std::numeric_limits<double>::max());
    const double x = to_double(cast.box.min_x);
    const double y = to_double(cast.box.min_y);
    return code(x, y, x + (to_double(cast.to.x) - to_double(cast.from.x)) * length,
                y + (to_double(cast.to.y) - to_double(cast.from.y)) * length);
  }

 private:
  static constexpr int kBits = 15;  // per axis
  /// Leaves of a tree that are sampled.
  static constexpr std::size_t kSampledLeaves = tuned<std::size_t>(64, 8);

  [[nodiscard]] std::uint32_t code(double x, double y) const noexcept {
    return static_cast<std::uint32_t>(spread_bits(cell(x, min_x_)) | spread_bits(cell(y, min_y_))
                                                                         << 1);
  }
  /// The code of the center of the part that lies in the grid.
  [[nodiscard]] std::uint32_t code(double from_x, double from_y, double to_x,
                                   double to_y) const noexcept {
    return code(0.5 * (std::clamp(from_x, min_x_, max_x_) + std::clamp(to_x, min_x_, max_x_)),
                0.5 * (std::clamp(from_y, min_y_, max_y_) + std::clamp(to_y, min_y_, max_y_)));
  }

  void add_sample(const TreeView& tree) {
    const std::size_t first = tree.large_leaf_count < tree.sizes[0] ? tree.large_leaf_count : 0;
    const std::size_t count = std::min<std::size_t>(kSampledLeaves, tree.sizes[0] - first);
    for (std::size_t i = 0; i < count; ++i) {
      const Point middle =
          center(box_at(tree.levels[0], first + i * (tree.sizes[0] - first) / count));
      sample_x_[sample_size_] = middle.x;
      sample_y_[sample_size_++] = middle.y;
    }
  }

  /// The range of a sample, without a few values at each end that may be far away, and a little
  /// wider.
  static void trim(std::span<float> sample, double& least, double& most) {
    std::sort(sample.begin(), sample.end());
    const std::size_t left_out = sample.size() / 32;
    least = to_double(sample[left_out]);
    most = to_double(sample[sample.size() - 1 - left_out]);
    const double margin = (most - least) / 8;
    least -= margin;
    most += margin;
  }

  [[nodiscard]] std::uint32_t cell(double at, double min) const noexcept {
    constexpr double kLast = (1 << kBits) - 1;
    return static_cast<std::uint32_t>(
        branchless_max(0, branchless_min(kLast, (at - min) * scale_)));
  }

  std::array<float, SearchedTrees::kMaxTrees * kSampledLeaves> sample_x_;
  std::array<float, SearchedTrees::kMaxTrees * kSampledLeaves> sample_y_;
  std::size_t sample_size_ = 0;
  double min_x_ = 0;
  double min_y_ = 0;
  double max_x_ = 0;
  double max_y_ = 0;
  double scale_ = 0;
};

}  // namespace quadphase::detail
