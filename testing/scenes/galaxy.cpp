// SPDX-License-Identifier: MIT
// A disc whose density falls by more than five decades from its middle, with extents that follow
// the spacing.
#include <cmath>

#include "scenes/layouts.hpp"

namespace quadphase::scenes {
namespace {

constexpr std::uint32_t kOctaves =
    9;  // radii from 1 to 512 times the least: densities of 1 to 512^2
constexpr float kMedianRadius = 22.627417F;    // 2^4.5
constexpr float kAreaLogarithm = 39.1946173F;  // 2 pi ln 512

struct Direction {
  float x, y;
};

// Any direction, from a point anywhere in the unit disc.
Direction random_direction(Random& random) noexcept {
  for (;;) {
    const float x = random.between(-1, 1);
    const float y = random.between(-1, 1);
    const float square = x * x + y * y;
    if (square > 1 || square < 0.01F) continue;
    const float length = std::sqrt(square);
    return {x / length, y / length};
  }
}

// As many in every octave of the radius, and within one too: 1 / r by rejection.
float random_radius(Random& random) noexcept {
  const auto octave = static_cast<float>(1U << random.below(kOctaves));
  for (;;) {
    const float radius = 1 + random.unit();
    if (random.unit() * radius <= 1) return octave * radius;
  }
}

class GalaxyLayout final : public Layout {
 public:
  void shape(Objects&, Random&) override {}

  // With n objects the density at radius r is n / (2 pi ln(512) r^2). Extents of about the spacing
  // there, one over its root, give 2 pairs a box everywhere.
  void place(Objects& objects, Random& random) override {
    const float spacing = std::sqrt(kAreaLogarithm / static_cast<float>(objects.count()));
    const float least_radius = 1 / (spacing * kMedianRadius);
    for (std::size_t row = 0; row < objects.count(); ++row) {
      const float radius = least_radius * random_radius(random);
      const Direction direction = random_direction(random);
      const float extent = radius * spacing;
      const float width = extent * random.between(0.5F, 1.5F);
      objects.set_extent(row, width, extent * random.between(0.5F, 1.5F));
      const float leash = 0.25F * extent;
      roam(objects, row, around(radius * direction.x, leash), around(radius * direction.y, leash),
           random);
    }
  }
};

}  // namespace

std::unique_ptr<Layout> galaxy_layout() {
  return std::make_unique<GalaxyLayout>();
}

}  // namespace quadphase::scenes
