// SPDX-License-Identifier: MIT
// Particles on a torus: each pushes away those within its reach, also across the border of the
// world, until they are spread evenly.
#include <quadphase/quadphase.hpp>

#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

namespace {

constexpr float kSide = 40;
constexpr float kReach = 1.5F;  // two particles that are closer push each other
constexpr std::size_t kCount = 1'000;
constexpr quadphase::Periods kPeriods{kSide, kSide};

/// Into [0, kSide).
float wrapped(float x) {
  const float inside = x - kSide * std::floor(x / kSide);
  return inside < kSide ? inside : 0;
}

class Particles {
 public:
  Particles() : places_(kCount), pushes_(kCount), boxes_(kCount) {
    // A spiral around the corner of the world.
    for (std::size_t i = 0; i < kCount; ++i) {
      const auto number = static_cast<float>(i);
      const float angle = number * std::numbers::phi_v<float>;
      const float radius = 0.3F * std::sqrt(number);
      places_[i] = {wrapped(radius * std::cos(angle)), wrapped(radius * std::sin(angle))};
    }
  }

  /// Returns the number of pairs within reach.
  std::size_t step() {
    constexpr float kHalf = kReach / 2;
    for (std::size_t i = 0; i < kCount; ++i)
      boxes_.set(i, quadphase::from_center(places_[i], {kHalf, kHalf}));
    broad_phase_.update(boxes_.view());
    std::size_t count = 0;
    for (const auto [a, b] : broad_phase_.pairs()) {
      // The image of b that is next to a.
      const quadphase::BoxView boxes = boxes_.view();
      const quadphase::Point offset = image_offset(boxes[a], boxes[b], kPeriods);
      const float x = places_[b].x + offset.x - places_[a].x;
      const float y = places_[b].y + offset.y - places_[a].y;
      const float distance = std::sqrt(x * x + y * y);
      if (distance >= kReach || distance == 0) continue;
      ++count;
      const float push = 0.2F * (kReach - distance) / distance;
      pushes_[a] = {pushes_[a].x - push * x, pushes_[a].y - push * y};
      pushes_[b] = {pushes_[b].x + push * x, pushes_[b].y + push * y};
    }
    for (std::size_t i = 0; i < kCount; ++i) {
      places_[i] = {wrapped(places_[i].x + pushes_[i].x), wrapped(places_[i].y + pushes_[i].y)};
      pushes_[i] = {};
    }
    return count;
  }

 private:
  std::vector<quadphase::Point> places_;
  std::vector<quadphase::Point> pushes_;
  quadphase::BoxColumns boxes_;
  quadphase::BroadPhase broad_phase_{{.period_x = kSide, .period_y = kSide}};
};

}  // namespace

int main() {
  Particles particles;
  for (int step = 0; step <= 400; ++step) {
    const std::size_t pairs = particles.step();
    if (step % 100 == 0) std::printf("step %3d: %zu pairs within reach\n", step, pairs);
  }
}
