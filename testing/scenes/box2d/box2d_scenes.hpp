// SPDX-License-Identifier: MIT
// Makers of the scenes that a real rigid-body simulation moves.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "scenes/scene.hpp"

namespace quadphase::scenes {

/// Box2D's own step takes some milliseconds for every thousand bodies: more would measure Box2D
/// only.
inline constexpr std::size_t kMaxBodies = 10'000;

inline constexpr std::string_view kPyramidDescription =
    "Box2D: pyramids of 210 boxes on a shaking table, each hit by a heavy ball.";
inline constexpr std::string_view kTumblerDescription =
    "Box2D: boxes, discs and hexagons in a rotating square drum.";

/// `options.count` moving bodies, and the few boxes of what holds them.
[[nodiscard]] std::unique_ptr<Scene> make_pyramid_scene(const SceneOptions& options);
[[nodiscard]] std::unique_ptr<Scene> make_tumbler_scene(const SceneOptions& options);

}  // namespace quadphase::scenes
