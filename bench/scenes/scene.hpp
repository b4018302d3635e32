// SPDX-License-Identifier: MIT
// Moving worlds of boxes that tests, benchmarks and examples share. Seeded: equal arguments give equal bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "quadphase/box.hpp"

namespace quadphase::scenes {

/// How a scene moves from frame to frame.
enum class Motion {
  all_move,      ///< every object moves a little
  one_in_100,    ///< one object in a hundred moves a little
  all_teleport,  ///< every object jumps to a new place
};

struct SceneOptions {
  std::size_t count = 100'000;
  std::uint64_t seed = 1;
  Motion motion = Motion::all_move;
};

/// A world of boxes: read `boxes()`, then `step()` to the next frame.
class Scene {
 public:
  virtual ~Scene() = default;

  /// The boxes of the current frame. Lifetime: valid until the next `step()`.
  [[nodiscard]] virtual BoxView boxes() const = 0;

  /// Moves every object by one frame.
  virtual void step() = 0;
};

/// Names of all scenes, in the order of the documentation; Box2D's last, only where built in.
[[nodiscard]] std::vector<std::string> scene_names();

/// Errors: `std::invalid_argument` that lists the names where `name` is none of them.
[[nodiscard]] std::unique_ptr<Scene> make_scene(std::string_view name, const SceneOptions& options);

}  // namespace quadphase::scenes
