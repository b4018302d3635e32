// SPDX-License-Identifier: MIT
// Who takes part in a scenario; then frame by frame, all of them one after the other.
#include "worlds/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "compare/rules.hpp"
#include "runner/statistics.hpp"
#include "worlds/entrant.hpp"

namespace quadphase::bench::worlds {
namespace {

using Entrants = std::vector<std::unique_ptr<Entrant>>;

/// Makes everybody.
Entrants enter(const Options& options, const ScenarioKind& kind, const Scenario& scenario,
               Progress& progress) {
  const std::vector<int> cpus = usable_cpus();
  const int least_threads = *std::min_element(options.threads.begin(), options.threads.end());
  Entrants entrants;
  for (const WorldKind& world : world_classes()) {
    if (world.name == kRebuiltWorld && !kind.has_static) continue;
    for (const int threads : options.threads) {
      if (!world.multi_threaded && threads != least_threads) continue;
      progress.show(fmt::format("{}: {} is loaded", kind.name, world.name), 0, options.frame_count);
      entrants.push_back(std::make_unique<Entrant>(world, scenario.setting(), threads, cpus));
    }
  }
  return entrants;
}

/// The first frames, which do not count: the pairs that are there are found, and fat boxes are not
/// left by everybody in the same frames any more.
void warm_up(const Options& options, Scenario& scenario, const Entrants& entrants,
             Progress& progress) {
  for (std::size_t frame = 0; frame < options.warmup_count; ++frame) {
    progress.show("warm-up", frame, options.warmup_count);
    if (frame > 0) scenario.step();
    for (const auto& entrant : entrants) entrant->warm_up(scenario.frame());
  }
}

const Entrant& ours_beside(const Entrants& entrants, int threads) {
  return **std::find_if(entrants.begin(), entrants.end(), [&](const auto& entrant) {
    return entrant->is_ours() && entrant->threads() == threads;
  });
}

/// After kJudgedFrames frames, slow engines are marked and those beyond the limit leave.
void judge(Entrants& entrants, Block& block) {
  std::erase_if(entrants, [&](const auto& entrant) {
    if (entrant->is_our_engine() || !is_beyond_limit(entrant->times())) return false;
    block.skipped.push_back({std::string(entrant->kind().name), entrant->threads(),
                             fmt::format("{:.1f} s a frame", median(entrant->times()) * 1e-9)});
    return true;
  });
  for (const auto& entrant : entrants) {
    if (!entrant->is_our_engine() &&
        is_slow(entrant->times(), ours_beside(entrants, entrant->threads()).times()))
      entrant->mark_slow();
  }
}

/// One frame of everybody. Who begins changes from frame to frame, so that nobody always follows
/// the same engine.
void run_frame(const Scenario& scenario, std::size_t frame, const Entrants& entrants,
               std::vector<std::uint64_t>& found_counts) {
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    Entrant& entrant = *entrants[(i + frame) % entrants.size()];
    if (entrant.is_running()) entrant.run(scenario.frame());
  }
  const Answer exact = scenario.exact();
  for (const auto& entrant : entrants)
    if (entrant->is_running()) entrant->check(exact, frame);
  found_counts.push_back(exact.pairs.size() + exact.ended.size());
}

/// The median calibration loop of everybody on that number of threads.
double usual_loop(const Entrants& entrants, int threads) {
  std::vector<std::uint64_t> loops;
  for (const auto& entrant : entrants) {
    if (entrant->threads() != threads) continue;
    loops.insert(loops.end(), entrant->loops().begin(), entrant->loops().end());
  }
  return median(loops);
}

}  // namespace

Block run_scenario(const Options& options, const ScenarioKind& kind, Progress& progress) {
  const auto scenario = kind.make({.count = options.count, .seed = options.seed});
  Block block{.scenario = std::string(kind.name),
              .description = std::string(kind.description),
              .object_count = scenario->frame().boxes.size(),
              .moving_count = scenario->frame().moving.size(),
              .bullet_count = scenario->frame().bullets.size(),
              .frame_count = options.frame_count};
  Entrants entrants = enter(options, kind, *scenario, progress);
  warm_up(options, *scenario, entrants, progress);
  std::vector<std::uint64_t> found_counts;
  for (std::size_t frame = 0; frame < options.frame_count; ++frame) {
    progress.show(block.scenario, frame, block.frame_count);
    scenario->step();
    run_frame(*scenario, frame, entrants, found_counts);
    if (frame + 1 == kJudgedFrames) judge(entrants, block);
    if (frame + 1 == kSlowFrames) {
      for (const auto& entrant : entrants)
        if (entrant->is_slow()) entrant->stop();
    }
  }
  block.found_count = median(found_counts);
  for (const auto& entrant : entrants) {
    const int threads = entrant->threads();
    block.rows.push_back(
        entrant->row(ours_beside(entrants, threads), usual_loop(entrants, threads)));
  }
  return block;
}

}  // namespace quadphase::bench::worlds
