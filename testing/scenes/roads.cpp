// SPDX-License-Identifier: MIT
// Boxes along, and moving along, straight roads that cross a square from one of its sides to
// another.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "scenes/layouts.hpp"

namespace quadphase::scenes {
namespace {

constexpr std::size_t kMaxRoads = 128;

struct Road {
  float x, y;              // one end
  float along_x, along_y;  // from there to the other end
  float length;
};

struct Point {
  float x, y;
};

// Fewer roads for fewer boxes: otherwise most pairs would be at crossings.
std::size_t road_count(std::size_t box_count) noexcept {
  std::size_t count = 1;
  while (count < kMaxRoads && 4 * count * count < box_count) ++count;
  return count;
}

// A point of side 0 to 3 of the square around the origin.
Point border_point(std::uint32_t side_number, float half_side, Random& random) noexcept {
  const float place = random.between(-half_side, half_side);
  const float border = side_number % 2 == 0 ? -half_side : half_side;
  return side_number < 2 ? Point{place, border} : Point{border, place};
}

Road random_road(float half_side, Random& random) noexcept {
  for (;;) {
    const std::uint32_t side = random.below(4);
    const Point from = border_point(side, half_side, random);
    const Point to = border_point((side + 1 + random.below(3)) % 4, half_side, random);
    const float x = to.x - from.x;
    const float y = to.y - from.y;
    const float length = std::sqrt(x * x + y * y);
    if (length > half_side) return {from.x, from.y, x, y, length};
  }
}

class RoadsLayout final : public Layout {
 public:
  void shape(Objects& objects, Random& random) override {
    roads_.resize(road_count(objects.count()));
    const float half_side =
        4 + kSpacing * static_cast<float>(objects.count()) / static_cast<float>(roads_.size());
    for (Road& road : roads_) road = random_road(half_side, random);
    for (std::size_t k = 0; k < objects.count(); ++k) {
      const Road& road = road_of(k);
      const float across_x = std::abs(road.along_x) / road.length;
      const float across_y = std::abs(road.along_y) / road.length;
      const float length = random.between(0.75F, 1.5F);
      constexpr float kWidth = 0.5F;
      objects.set_extent(objects.rows[k], across_x * length + across_y * kWidth,
                         across_y * length + across_x * kWidth);
    }
  }

  void place(Objects& objects, Random& random) override {
    for (std::size_t k = 0; k < objects.count(); ++k) {
      const Road& road = road_of(k);
      const float part = random.unit();
      const float sign = random.sign();
      const float step = sign * random.between(0.05F, 0.15F) / road.length;
      set_axis(objects.x, objects.rows[k], road.x, road.along_x, part, step);
      set_axis(objects.y, objects.rows[k], road.y, road.along_y, part, step);
    }
  }

 private:
  static constexpr float kSpacing = 0.42F;  // makes about 2 pairs a box

  [[nodiscard]] const Road& road_of(std::size_t k) const noexcept {
    return roads_[k % roads_.size()];
  }

  static void set_axis(Axis& axis, std::size_t row, float from, float along, float part,
                       float step) noexcept {
    const float to = from + along;
    const auto [low, high] = std::minmax(from, to);
    axis.low[row] = low;
    axis.high[row] = high;
    axis.middle[row] = std::clamp(from + part * along, low, high);
    axis.step[row] = step * along;
  }

  std::vector<Road> roads_;
};

}  // namespace

std::unique_ptr<Layout> roads_layout() {
  return std::make_unique<RoadsLayout>();
}

}  // namespace quadphase::scenes
