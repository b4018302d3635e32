// SPDX-License-Identifier: MIT
// The boxes of a scenario, and how they move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "quadphase/pair.hpp"
#include "runner/file_frames.hpp"
#include "scenes/columns.hpp"
#include "scenes/random.hpp"
#include "worlds/scenario.hpp"

namespace quadphase::bench::worlds {

/// The boxes of a scene's first frame. One that moves does so by a twentieth to three twentieths of
/// a unit a frame on each axis, and turns round at the ends of the world.
///
/// Each sets off in a frame of its own, among the first `kDepartures`. Else all would leave their
/// fat boxes in the same frames, and engines that fatten boxes would have all their work at once.
///
/// Or the boxes of a file of frames, which move as they do there. Those of a file of one frame move
/// as those of a scene: its boxes should be about one unit wide.
class Crowd {
 public:
  static constexpr std::uint32_t kDepartures = 16;

  /// The file of the options or, where there is none, the scene.
  Crowd(std::string_view scene, const ScenarioOptions& options);

  /// Moves one box, if it has set off by that frame. Frames are counted from 1.
  void move(ObjectId id, std::size_t frame);

  /// From now on, the box has set off.
  void depart(ObjectId id) { departure_[id] = 0; }

  [[nodiscard]] BoxView boxes() const noexcept { return boxes_.view(); }
  [[nodiscard]] std::size_t size() const noexcept { return departure_.size(); }
  [[nodiscard]] const Box& world() const noexcept { return world_; }
  /// All ids along the Z-curve, at the start.
  [[nodiscard]] const std::vector<ObjectId>& order() const noexcept { return order_; }
  /// For everything else that is random in the scenario.
  [[nodiscard]] scenes::Random& random() noexcept { return random_; }

 private:
  void take(const BoxView& boxes);
  [[nodiscard]] float random_step();

  scenes::Random random_;
  scenes::Columns boxes_;
  Box world_{};
  std::vector<float> step_x_, step_y_;    // by id
  std::vector<std::uint32_t> departure_;  // by id
  std::vector<ObjectId> order_;
  std::unique_ptr<FileFrames> frames_;  // null where boxes move by steps
};

}  // namespace quadphase::bench::worlds
