// SPDX-License-Identifier: MIT
// One engine on one number of threads in a scenario.
#pragma once

#include <cstddef>
#include <memory>

#include "runner/competitor.hpp"
#include "worlds/scenario.hpp"

namespace quadphase::bench::worlds {

class WorldCompetitor : public Competitor {
 public:
  /// Makes the world, which is not timed.
  WorldCompetitor(const WorldInfo& info, const Setting& setting, int threads);

  /// Runs a frame that does not count.
  void warm_up(const Frame& frame);

  /// Runs a frame that counts.
  void run(const Frame& frame);

  /// Compares what the last frame found with `exact`, before the scenario's next step.
  void check(const Result& exact, std::size_t frame);

  [[nodiscard]] Json row_beside(const WorldCompetitor& ours, double usual_loop) const {
    return row(ours, usual_loop, world_->settings());
  }

 private:
  std::unique_ptr<World> world_;
  Result result_;
};

}  // namespace quadphase::bench::worlds
