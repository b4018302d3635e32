// SPDX-License-Identifier: MIT
// Moving worlds of boxes that tests, benchmarks and examples share. Seeded: equal arguments give
// equal bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quadphase/box.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::scenes {

/// How a scene moves from frame to frame. The Box2D scenes move by their own laws and ignore it.
enum class Motion {
  all_move,      ///< every object moves a little, about a tenth of its extent
  one_in_100,    ///< one object in a hundred moves a little, always the same ones
  all_teleport,  ///< every object jumps to a new place
};

struct SceneOptions {
  std::size_t count = 100'000;
  std::uint64_t seed = 1;
  Motion motion = Motion::all_move;
};

/// What a physics engine behind a scene found in its last step.
class ContactSource {
 public:
  virtual ~ContactSource() = default;

  /// Objects that the engine reported as touching after the last `step()`, ascending; empty before
  /// the first.
  ///
  /// It decides on the poses from before the step: each of these is an overlapping pair of the
  /// boxes that `boxes()` showed before the last `step()`. Lifetime: valid until the next `step()`.
  [[nodiscard]] virtual std::span<const Pair> touching_contacts() const = 0;

  /// Bodies that the engine simulates, those that never move excepted.
  [[nodiscard]] virtual std::size_t body_count() const = 0;

  /// Bodies that were awake and moved by more than a thousandth of their size in the last `step()`.
  [[nodiscard]] virtual std::size_t moved_body_count() const = 0;
};

/// A world of boxes: read `boxes()`, then `step()` to the next frame.
class Scene {
 public:
  virtual ~Scene() = default;

  /// The boxes of the current frame. Lifetime: valid until the next `step()`.
  [[nodiscard]] virtual BoxView boxes() const = 0;

  /// Moves every object by one frame.
  virtual void step() = 0;

  /// The physics engine's contacts; null where the scene has none.
  [[nodiscard]] virtual const ContactSource* contact_source() const { return nullptr; }
};

/// One line of the list of scenes.
struct SceneInfo {
  std::string_view name;
  std::string_view description;  ///< one sentence
  /// Objects that the scene makes at most, whatever the wanted count.
  std::size_t most_objects = std::numeric_limits<std::uint32_t>::max() - 1;
};

/// All scenes, in the order of the documentation; Box2D's last, only where built in.
[[nodiscard]] std::span<const SceneInfo> scene_infos();

/// Names of all scenes, in that order.
[[nodiscard]] std::vector<std::string> scene_names();

/// Errors: `std::invalid_argument` that lists the names where `name` is none of them, or where the
/// count is above 2^32 - 2.
[[nodiscard]] std::unique_ptr<Scene> make_scene(std::string_view name, const SceneOptions& options);

}  // namespace quadphase::scenes
