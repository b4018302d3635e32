// SPDX-License-Identifier: MIT
// One engine on one number of threads in a scenario.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "runner/competitor.hpp"
#include "worlds/scenario.hpp"

namespace quadphase::bench::worlds {

class WorldCompetitor : public Competitor {
 public:
  /// Makes the world, which is not timed.
  WorldCompetitor(const WorldInfo& info, const Setting& setting, int threads);

  /// Runs a frame that does not count.
  void warm_up(const Frame& frame);

  /// Runs frames that count, in one sample. Where there are several, none is to be prepared.
  void run(std::span<const Frame> frames);

  /// Compares what the last frame found with `exact`, before the scenario's next step. `frame`: its
  /// name.
  void check(const Result& exact, std::string_view frame);

  [[nodiscard]] Json row_beside(const WorldCompetitor& ours, double usual_loop) const {
    return row(ours, usual_loop, world_->settings());
  }

 private:
  std::unique_ptr<World> world_;
  Result result_;
};

}  // namespace quadphase::bench::worlds
