// SPDX-License-Identifier: MIT
// Frames that are copied, so that an engine can play many of them between two looks at the clock.
#pragma once

#include <cstddef>
#include <vector>

#include "scenes/columns.hpp"
#include "worlds/scenario.hpp"

namespace quadphase::bench::worlds {

/// The next frames of a scenario: one, which is not copied, or several. Frames with changes or
/// doubles come one at a time.
class Batch {
 public:
  /// `frames()` is empty before the first `step`. The scenario must outlive the batch.
  Batch(Scenario& scenario, std::size_t size);

  /// Steps the scenario as often as the batch is long. It is then at the last frame.
  void step();

  /// Lifetime: until the next step of batch or scenario.
  [[nodiscard]] const std::vector<Frame>& frames() const noexcept { return frames_; }

 private:
  /// What a frame shows.
  struct Copy {
    scenes::Columns boxes, moving_boxes, slept_boxes, bullets;
    std::vector<ObjectId> moving, made_moving, slept;

    void assign(const Frame& frame);
    [[nodiscard]] Frame frame() const;
  };

  Scenario* scenario_;
  std::size_t size_;
  std::vector<Copy> copies_;
  std::vector<Frame> frames_;
};

}  // namespace quadphase::bench::worlds
