// SPDX-License-Identifier: MIT
// Worlds without area: all boxes on one line, all boxes at one point.
#include <algorithm>
#include <cmath>

#include "scenes/layouts.hpp"

namespace quadphase::scenes {
namespace {

class LineLayout final : public Layout {
 public:
  void shape(Objects& objects, Random&) override {
    for (std::size_t row = 0; row < objects.count(); ++row) objects.set_extent(row, 1, 1);
  }

  // n unit boxes on a length of n / 2 have 2 pairs a box.
  void place(Objects& objects, Random& random) override {
    const float length = 0.5F * static_cast<float>(objects.count()) + 4;
    // Why: far from the middle of a very long line, a small step would be lost to rounding.
    const float extent = std::max(1.0F, length * 0x1p-19F);
    for (std::size_t row = 0; row < objects.count(); ++row)
      roam(objects, row, around(0, 0.5F * length), {0, 0}, extent, random);
  }
};

// The point moves, and with it all boxes by the same step; boxes that move alone leave it by a
// quarter at most.
class PointLayout final : public Layout {
 public:
  explicit PointLayout(Motion motion) : moves_alone_(motion == Motion::one_in_100) {}

  void shape(Objects& objects, Random&) override {
    for (std::size_t row = 0; row < objects.count(); ++row) objects.set_extent(row, 1, 1);
  }

  void place(Objects& objects, Random& random) override {
    const float x = random.between(-1000, 1000);
    const float y = random.between(-1000, 1000);
    const float reach = moves_alone_ ? 0.25F : 100;
    for (std::size_t row = 0; row < objects.count(); ++row) {
      set_axis(objects.x, row, x, reach);
      set_axis(objects.y, row, y, reach);
    }
  }

 private:
  static void set_axis(Axis& axis, std::size_t row, float middle, float reach) noexcept {
    axis.low[row] = middle - reach;
    axis.high[row] = middle + reach;
    axis.middle[row] = middle;
    axis.step[row] = 0.125F;
  }

  bool moves_alone_;
};

}  // namespace

std::unique_ptr<Layout> line_layout() {
  return std::make_unique<LineLayout>();
}
std::unique_ptr<Layout> point_layout(Motion motion) {
  return std::make_unique<PointLayout>(motion);
}

}  // namespace quadphase::scenes
