// SPDX-License-Identifier: MIT
// Boxes of very different sizes anywhere in a square: power-law, octaves, and long walls among
// small boxes.
#include <cmath>
#include <utility>

#include "scenes/layouts.hpp"

namespace quadphase::scenes {
namespace {

constexpr double kPairsPerBox = 2;

class SizesLayout : public Layout {
 public:
  void shape(Objects& objects, Random& random) final {
    for (std::size_t k = 0; k < objects.count(); ++k) shape_one(objects, k, random);
    side_ = world_side(objects, kPairsPerBox, random);
  }

  void place(Objects& objects, Random& random) final {
    const Range world = around(0, 0.5F * side_);
    for (std::size_t row = 0; row < objects.count(); ++row)
      roam(objects, row, world, world, random);
  }

 private:
  // Gives the k-th object its extents.
  virtual void shape_one(Objects& objects, std::size_t k, Random& random) const = 0;

  float side_ = 0;
};

// Longer sides from 0.5 to 500: a share of about (0.5 / s)^(4/3) of them is longer than s. The k-th
// of n takes its place in the n equal parts of the distribution, so that large ones are as rare as
// they should be.
class MixedLayout final : public SizesLayout {
  void shape_one(Objects& objects, std::size_t k, Random& random) const override {
    constexpr float kMin = 0.5F;
    constexpr float kShareAtCap = 1e-4F;  // 1000^(-4/3)
    const float part =
        (static_cast<float>(k) + random.unit()) / static_cast<float>(objects.count());
    const float share = kShareAtCap + (1 - kShareAtCap) * part;
    const float root = std::sqrt(share);
    const float longer = kMin / (root * std::sqrt(root));
    const float shorter = longer * random.between(0.25F, 1);
    const bool is_wide = random.below(2) == 0;
    objects.set_extent(objects.rows[k], is_wide ? longer : shorter, is_wide ? shorter : longer);
  }
};

// Squares from 1/8 to 128: ten octaves, each with a tenth of the objects.
class DecadesLayout final : public SizesLayout {
  void shape_one(Objects& objects, std::size_t k, Random& random) const override {
    const auto octave = static_cast<float>(1U << (k % 10));
    const float extent = 0.125F * octave * (1 + random.unit());
    objects.set_extent(objects.rows[k], extent, extent);
  }
};

// One in twenty is a wall, upright or lying, as thick as a quarter of a small box and 16 to 128
// long.
class WallsLayout final : public SizesLayout {
  void shape_one(Objects& objects, std::size_t k, Random& random) const override {
    float width = 1;
    float height = 1;
    if (k % 20 == 0) {
      width = random.between(16, 128);
      height = 0.25F;
    }
    if (random.below(2) == 0) std::swap(width, height);
    objects.set_extent(objects.rows[k], width, height);
  }
};

}  // namespace

std::unique_ptr<Layout> mixed_layout() {
  return std::make_unique<MixedLayout>();
}
std::unique_ptr<Layout> decades_layout() {
  return std::make_unique<DecadesLayout>();
}
std::unique_ptr<Layout> walls_layout() {
  return std::make_unique<WallsLayout>();
}

}  // namespace quadphase::scenes
