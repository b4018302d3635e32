// SPDX-License-Identifier: MIT
// Sources of boxes: a scene, a file, or discs and a gun.
#pragma once

#include <memory>
#include <vector>

#include "options.hpp"
#include "quadphase/quadphase.hpp"

namespace quadphase::draw {

/// A disc that was hit, and the number of steps since then.
struct Gone {
  static constexpr int kStepsShown = 8;

  Point center;
  float radius = 0;
  int steps = 0;
};

/// What else to draw of discs and a gun.
struct Battle {
  std::vector<Segment> shots;  // the path of each bullet in the last step
  std::vector<Gone> gone;      // recently
  Point gun;
  float gun_radius = 0;
  std::size_t hit_count = 0;
};

/// A world that steps from frame to frame.
class Frames {
 public:
  virtual ~Frames() = default;

  /// The boxes of the current frame. Lifetime: until `step()`.
  [[nodiscard]] virtual BoxView boxes() = 0;
  /// Goes to the next frame. `tree` is the engine that was built of the current frame.
  virtual void step(const BroadPhase& tree) = 0;
  /// The part of the world to show.
  [[nodiscard]] virtual Box view() = 0;
  /// Null where there are only boxes.
  [[nodiscard]] virtual const Battle* battle() const { return nullptr; }
};

/// Errors: `std::runtime_error` where a file cannot be read.
[[nodiscard]] std::unique_ptr<Frames> open_frames(const Options& options);

/// A part of the world around nearly all boxes with a small border, at least a quarter as wide as
/// it is long.
[[nodiscard]] Box view_of(const BoxView& boxes);

/// Discs that bounce off the walls and each other, and a gun that turns: bullets.cpp.
[[nodiscard]] std::unique_ptr<Frames> make_bullets(std::size_t count, std::uint64_t seed);

}  // namespace quadphase::draw
