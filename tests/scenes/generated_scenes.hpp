// SPDX-License-Identifier: MIT
// The scenes that our own generators make, and all motions: what most scene tests run over.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "scenes/scene.hpp"

namespace quadphase::scenes {

inline constexpr std::array kAllMotions = {Motion::all_move, Motion::one_in_100,
                                           Motion::all_teleport};

/// All scenes but Box2D's, whose bytes and motions are Box2D's.
inline std::vector<std::string> generated_scene_names() {
  std::vector<std::string> names;
  for (std::string& name : scene_names())
    if (name.find("box2d") == std::string::npos) names.push_back(std::move(name));
  return names;
}

/// A copy of a frame that outlives the scene's next step.
struct FrameCopy {
  std::vector<Box> boxes;

  explicit FrameCopy(const BoxView& view) {
    for (std::size_t i = 0; i < view.size(); ++i) boxes.push_back(view[i]);
  }
};

}  // namespace quadphase::scenes
