// SPDX-License-Identifier: MIT
// One block of a comparison: which engines take part, then frame by frame, all on the same boxes.
#include "compare/block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "machine/allocations.hpp"
#include "machine/floor.hpp"
#include "machine/machine.hpp"
#include "quadphase/quadphase.hpp"
#include "quadphase/tbb.hpp"
#include "report/text.hpp"
#include "runner/chosen_engines.hpp"
#include "runner/engine_competitor.hpp"
#include "runner/exact_pairs.hpp"
#include "runner/field.hpp"
#include "runner/trial.hpp"

namespace quadphase::bench {
namespace {

using Competitors = Field<EngineCompetitor>;

/// An engine that takes longer gets one warm-up frame, not all.
constexpr std::uint64_t kLongWarmUpNs = 50'000'000;

/// A file is as large as it is: there, only the trials leave out engines.
std::optional<std::string> reason_to_leave_out(const Options& options, const EngineInfo& info,
                                               std::size_t box_count) {
  if (info.group == EngineGroup::quadphase) return std::nullopt;
  if (box_count > kLargeCount && options.replay_path.empty() && !runs_on_large_frames(info.name))
    return fmt::format("not run above {} boxes", grouped(kLargeCount));
  if (box_count > info.most_objects)
    return fmt::format("takes minutes above {} boxes", grouped(info.most_objects));
  return std::nullopt;
}

/// Makes and warms up the engines that take part; the others are named in `skipped`.
Competitors make_competitors(const Options& options, FrameSource& source, TrialFrames& trials,
                             Json& skipped, Progress& progress) {
  const int least_threads = *std::min_element(options.threads.begin(), options.threads.end());
  Competitors competitors;
  for (const EngineInfo* const info : chosen_engines(options)) {
    const std::string name(info->name);
    const bool is_ours = info->group == EngineGroup::quadphase;
    if (const auto reason = reason_to_leave_out(options, *info, source.boxes().size())) {
      skipped.push_back(skipped_json(name, 0, *reason));
      continue;
    }
    for (const int threads : options.threads) {
      if (!info->multi_threaded && threads != least_threads) continue;
      progress.show(name + " warms up", 0, options.frame_count);
      const auto reason = is_ours ? std::nullopt : trials.reason_to_skip_untried(*info, threads);
      if (reason) {
        skipped.push_back(skipped_json(name, threads, *reason));
        continue;
      }
      auto competitor = std::make_unique<EngineCompetitor>(*info, options.simds.front(), threads);
      std::uint64_t time = competitor->warm_up(source.boxes());
      for (std::size_t i = 1; i < options.warmup_count && time < kLongWarmUpNs; ++i)
        time = competitor->warm_up(source.boxes());
      if (!is_ours && is_beyond_limit({&time, 1})) {
        skipped.push_back(skipped_json(name, threads, seconds_words(static_cast<double>(time))));
        continue;
      }
      competitors.add(std::move(competitor));
    }
  }
  return competitors;
}

/// What only quadphase reports of itself.
Json our_figures(const BoxView& boxes, Simd simd, int threads) {
  PinnedArena arena(threads, usable_cpus());
  TbbExecutor executor(arena.arena());
  BroadPhase broad_phase({.executor = &executor, .simd = simd});
  double tree_bytes = 0;
  // Inside `run`, which gives this thread its affinity back.
  arena.run([&] {
    broad_phase.build(boxes);
    tree_bytes = static_cast<double>(broad_phase.byte_count());
    broad_phase.update(boxes);
  });
  const Stats& stats = broad_phase.stats();
  const auto pair_bytes = static_cast<double>(broad_phase.byte_count()) - tree_bytes;
  const auto pair_count = static_cast<double>(std::max<std::uint64_t>(stats.pair_count, 1));
  return {{"simd", quadphase::name_of(stats.simd)},
          {"tests_per_pair", static_cast<double>(stats.test_count) / pair_count},
          {"bytes_per_object", tree_bytes / static_cast<double>(boxes.size())},
          {"bytes_per_pair", pair_bytes / pair_count}};
}

/// The floor under all engines on each of quadphase's thread counts.
std::vector<Floor> measure_floors(const Competitors& competitors, std::size_t box_count,
                                  double pair_count) {
  std::vector<Floor> floors;
  for (const auto& engine : competitors.all()) {
    if (!engine->is_ours()) continue;
    PinnedArena arena(engine->threads(), usable_cpus());
    floors.push_back(measure_floor(arena, box_count, static_cast<std::size_t>(pair_count)));
  }
  return floors;
}

/// The rows of the report, with what only frames of boxes have.
Json rows_of(const Competitors& competitors, const std::vector<Floor>& floors, double box_count) {
  Json rows = competitors.rows();
  for (Json& row : rows) {
    const double ns = number_of(row["median_ms"]) * 1e6;
    const auto floor = std::find_if(floors.begin(), floors.end(), [&](const Floor& candidate) {
      return candidate.threads == row["threads"];
    });
    row["ns_per_box"] = positive_or_null(ns / box_count);
    row["times_floor_memory"] = positive_or_null(ns / floor->memory_ns);
    row["times_floor_cache"] = positive_or_null(ns / floor->cache_ns);
  }
  return rows;
}

}  // namespace

Json compare_block(const Options& options, const std::string& scene, std::size_t count,
                   Progress& progress) {
  const auto source = open_scene_or_file(scene, count, options);
  const auto box_count = static_cast<double>(source->boxes().size());
  Json ours = our_figures(source->boxes(), options.simds.front(), options.threads.back());
  Json skipped = Json::array();
  TrialFrames trials(scene, source->boxes().size(), options);
  Competitors competitors = make_competitors(options, *source, trials, skipped, progress);
  ExactPairs exact;
  std::vector<std::uint64_t> pair_counts;
  for (std::size_t frame = 0; frame < options.frame_count; ++frame) {
    progress.show(fmt::format("{}, {} boxes", scene, box_count), frame, options.frame_count);
    const BoxView boxes = source->boxes();
    exact.find(boxes);
    competitors.run_in_turn(frame, [&](EngineCompetitor& engine) { engine.run(boxes); });
    exact.complete(competitors.all().front()->pairs());
    for (const auto& engine : competitors.all())
      if (engine->is_running()) engine->check(exact.hash(), exact.pairs(), frame);
    pair_counts.push_back(exact.pairs().size());
    competitors.judge(frame + 1, kFewFrames, skipped);
    if (frame + 1 < options.frame_count) source->step();
  }
  const double pair_count = median(pair_counts);
  const std::vector<Floor> floors = measure_floors(competitors, source->boxes().size(), pair_count);
  Json floor_list = Json::array();
  for (const Floor& floor : floors) {
    floor_list.push_back({{"threads", floor.threads},
                          {"memory_ms", floor.memory_ns * 1e-6},
                          {"cache_ms", floor.cache_ns * 1e-6},
                          {"memory_ns_per_box", floor.memory_ns / box_count},
                          {"cache_ns_per_box", floor.cache_ns / box_count}});
  }
  std::size_t most_allocations = 0;
  for (const auto& engine : competitors.all())
    most_allocations = std::max(most_allocations, engine->most_allocations());
  ours["most_allocations_a_frame"] = most_allocations;
  ours["counts_operator_new"] = counts_operator_new();
  return {{"title", fmt::format("{}, {} boxes", scene, grouped(source->boxes().size()))},
          {"scene", scene},
          {"motion", name_of(options.motion)},
          {"box_count", source->boxes().size()},
          {"frame_count", options.frame_count},
          {"frames_checked_exactly", exact.exact_count()},
          {"pair_count_median", pair_count},
          {"quadphase", std::move(ours)},
          {"floor", std::move(floor_list)},
          {"results", rows_of(competitors, floors, box_count)},
          {"skipped", std::move(skipped)}};
}

}  // namespace quadphase::bench
