// SPDX-License-Identifier: MIT
// Equal boxes anywhere in a square: alone, among giants, and with one box far away.
#include <algorithm>

#include "scenes/layouts.hpp"

namespace quadphase::scenes {
namespace {

class UniformLayout : public Layout {
 public:
  explicit UniformLayout(double pairs_per_box) : pairs_per_box_(pairs_per_box) {}

  void shape(Objects& objects, Random& random) override {
    for (std::size_t row = 0; row < objects.count(); ++row) objects.set_extent(row, 1, 1);
    side_ = world_side(objects, pairs_per_box_, random);
  }

  void place(Objects& objects, Random& random) override {
    const Range world = around(0, 0.5F * side_);
    for (std::size_t row = 0; row < objects.count(); ++row)
      roam(objects, row, world, world, random);
  }

 protected:
  [[nodiscard]] float side() const noexcept { return side_; }

 private:
  double pairs_per_box_;
  float side_ = 0;
};

// The first objects made are giants: they lie wholly in the world and each covers a tenth of its
// area.
class GiantsLayout final : public UniformLayout {
 public:
  GiantsLayout() : UniformLayout(2) {}

  void shape(Objects& objects, Random& random) override {
    UniformLayout::shape(objects, random);
    const float area = side() * side() * 0.1F;
    for (std::size_t k = 0; k < giant_count(objects); ++k) {
      const float width = side() * random.between(0.2F, 0.5F);
      objects.set_extent(objects.rows[k], width, area / width);
    }
  }

  void place(Objects& objects, Random& random) override {
    UniformLayout::place(objects, random);
    for (std::size_t k = 0; k < giant_count(objects); ++k) {
      const std::size_t row = objects.rows[k];
      const Range x = around(0, 0.5F * side() - objects.x.half[row]);
      const Range y = around(0, 0.5F * side() - objects.y.half[row]);
      roam(objects, row, x, y, 1, random);
    }
  }

 private:
  static std::size_t giant_count(const Objects& objects) noexcept {
    return std::min<std::size_t>(32, objects.count());
  }
};

// The first object made is the outlier. A float's last bit is larger than its box out there, which
// is a point therefore, and moves by some last bits.
class OutlierLayout final : public UniformLayout {
 public:
  OutlierLayout() : UniformLayout(2) {}

  void place(Objects& objects, Random& random) override {
    UniformLayout::place(objects, random);
    if (objects.count() == 0) return;
    const float distance = side() * 100'000;
    const float last_bit = distance * 0x1p-22F;
    const Range far = around(distance, 0.5F * side() + 100 * last_bit);
    roam(objects, objects.rows[0], far, far, 20 * last_bit, random);
  }
};

}  // namespace

std::unique_ptr<Layout> uniform_layout() {
  return std::make_unique<UniformLayout>(2);
}
std::unique_ptr<Layout> dense_layout() {
  return std::make_unique<UniformLayout>(8);
}
std::unique_ptr<Layout> sparse_layout() {
  return std::make_unique<UniformLayout>(0.1);
}
std::unique_ptr<Layout> giants_layout() {
  return std::make_unique<GiantsLayout>();
}
std::unique_ptr<Layout> outlier_layout() {
  return std::make_unique<OutlierLayout>();
}

}  // namespace quadphase::scenes
