// SPDX-License-Identifier: MIT
// Engines on several thread counts, frame by frame in turn.
#include "scaling/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "compare/rules.hpp"
#include "machine/calibration.hpp"
#include "machine/pinning.hpp"
#include "oracle/exact_pairs.hpp"
#include "runner/checks.hpp"
#include "runner/frame_source.hpp"
#include "runner/statistics.hpp"
#include "runner/timed_frame.hpp"

namespace quadphase::bench {
namespace {

/// One engine on one number of threads, on the frames of one source.
struct Runner {
  Runner(const EngineKind& engine_kind, Simd simd, int threads, FrameSource& frames)
      : kind(engine_kind),
        arena(threads, usable_cpus()),
        engine(kind.make(arena.arena(), simd)),
        source(frames) {}

  void warm_up() {
    static_cast<void>(time_frame(arena, *engine, source.boxes()));
    static_cast<void>(time_frame(arena, *engine, source.boxes()));
  }
  void run() {
    const CalibratedTime time =
        time_frame_calibrated(arena, *engine, source.boxes(), Allocations::ignore);
    times.push_back(time.frame_ns);
    loops.push_back(time.loop_ns);
    stages.push_back(engine->stages());
  }
  [[nodiscard]] std::vector<bool> quiet() const { return quiet_frames(loops, median(loops)); }

  const EngineKind& kind;
  PinnedArena arena;
  std::unique_ptr<Engine> engine;
  FrameSource& source;
  std::vector<std::uint64_t> times;
  std::vector<std::uint64_t> loops;
  std::vector<StageTimes> stages;
};

using Runners = std::vector<std::unique_ptr<Runner>>;
using Sources = std::vector<std::unique_ptr<FrameSource>>;

/// The sets of pairs of all runners on one source must be equal.
void check_same_pairs(const Runners& runners) {
  std::map<const FrameSource*, std::uint64_t> hashes;
  for (const auto& runner : runners) {
    const std::uint64_t hash = oracle::order_free_hash(runner->engine->pairs());
    if (hashes.emplace(&runner->source, hash).first->second == hash) continue;
    throw CheckFailed(fmt::format("{} on {} threads: its pairs differ from those of the others",
                                  runner->kind.name, runner->arena.thread_count()));
  }
}

void run_frames(const Runners& runners, const Sources& sources, std::size_t frame_count,
                const std::string& name, Progress& progress) {
  for (const auto& runner : runners) runner->warm_up();
  for (std::size_t frame = 0; frame < frame_count; ++frame) {
    progress.show(name, frame, frame_count);
    for (std::size_t i = 0; i < runners.size(); ++i) runners[(i + frame) % runners.size()]->run();
    if (frame == 0) check_same_pairs(runners);
    if (frame + 1 == frame_count) break;
    for (const auto& source : sources) source->step();
  }
}

std::vector<const EngineKind*> scaling_engines(const Options& options) {
  std::vector<const EngineKind*> classes;
  for (const std::string& name : options.engines) {
    const EngineKind* const kind = find_engine_kind(name);
    if (kind->multi_threaded) classes.push_back(kind);
  }
  return classes;
}

template <class Time>
Gain gain_between(const Runner& single, const Runner& runner, double scale, const Time& time_of) {
  const std::vector<bool> single_quiet = single.quiet();
  const std::vector<bool> quiet = runner.quiet();
  std::vector<double> before, after;
  for (std::size_t frame = 0; frame < quiet.size(); ++frame) {
    const double one = time_of(single, frame);
    const double many = time_of(runner, frame);
    if (!quiet[frame] || !single_quiet[frame] || one <= 0 || many <= 0) continue;
    before.push_back(one);
    after.push_back(many);
  }
  return gain_of(before, after, runner.arena.thread_count(), scale);
}

ScalingPoint point_of(const Runner& single, const Runner& runner, ScalingKind kind) {
  const int threads = runner.arena.thread_count();
  const double scale = kind == ScalingKind::weak ? threads : 1;
  const std::vector<bool> quiet = runner.quiet();
  std::vector<std::uint64_t> kept;
  for (std::size_t frame = 0; frame < quiet.size(); ++frame)
    if (quiet[frame]) kept.push_back(runner.times[frame]);
  ScalingPoint point{.threads = threads,
                     .box_count = runner.source.boxes().size(),
                     .frame_count = quiet.size(),
                     .dropped_count = quiet.size() - kept.size(),
                     .median_ns = median(kept)};
  point.gain = gain_between(single, runner, scale, [](const Runner& r, std::size_t frame) {
    return static_cast<double>(r.times[frame]);
  });
  for (const StageName& stage : kStages) {
    const auto time_of = [&](const Runner& r, std::size_t frame) {
      return static_cast<double>(r.stages[frame].*stage.time);
    };
    std::vector<std::uint64_t> times;
    for (std::size_t frame = 0; frame < quiet.size(); ++frame)
      if (quiet[frame]) times.push_back(runner.stages[frame].*stage.time);
    const double stage_ns = median(times);
    if (stage_ns > 0)
      point.stages.push_back({stage.name, stage_ns, gain_between(single, runner, scale, time_of)});
  }
  return point;
}

void add_fit(ScalingSeries& series) {
  if (series.kind != ScalingKind::strong || usable_thread_count() < kLeastCoresToFit) return;
  std::vector<SpeedUp> points;
  for (const ScalingPoint& point : series.points) {
    if (point.threads <= usable_thread_count())
      points.push_back({point.threads, point.gain.speed_up.median});
  }
  series.fit = fit_scaling(points);
}

/// Frames for which a series of so long ones has time.
std::size_t frames_in_time(double ns, std::size_t wanted) {
  constexpr double kBudgetNs = 1e9;
  constexpr double kLeast = 5;
  return static_cast<std::size_t>(std::clamp(
      kBudgetNs / ns, std::min(kLeast, static_cast<double>(wanted)), static_cast<double>(wanted)));
}

GrowthPoint growth_point(const std::string& scene, const Runner& runner) {
  const std::vector<bool> quiet = runner.quiet();
  const std::size_t count = runner.source.boxes().size();
  std::vector<double> ns_per_box;
  for (std::size_t frame = 0; frame < quiet.size(); ++frame)
    if (quiet[frame])
      ns_per_box.push_back(static_cast<double>(runner.times[frame]) / static_cast<double>(count));
  return {.scene = scene,
          .engine = std::string(runner.kind.name),
          .threads = runner.arena.thread_count(),
          .box_count = count,
          .pair_count = static_cast<double>(runner.engine->pairs().size()),
          .frame_count = quiet.size(),
          .dropped_count = quiet.size() - ns_per_box.size(),
          .ns_per_box = median_interval(ns_per_box)};
}

}  // namespace

Gain gain_of(const std::vector<double>& single, const std::vector<double>& times, int threads,
             double scale) {
  std::vector<double> speed_ups, fractions;
  for (std::size_t i = 0; i < times.size(); ++i) {
    speed_ups.push_back(scale * single[i] / times[i]);
    if (threads > 1) fractions.push_back(karp_flatt(speed_ups.back(), threads));
  }
  Gain gain{.speed_up = median_interval(speed_ups), .serial_fraction = median_interval(fractions)};
  gain.efficiency = gain.speed_up.median / threads;
  gain.serial_quartiles[0] = quantile(fractions, 0.25);
  gain.serial_quartiles[1] = quantile(fractions, 0.75);
  return gain;
}

std::vector<ScalingSeries> run_scaling(ScalingKind kind, const std::string& scene,
                                       std::size_t count, const Options& options,
                                       Progress& progress) {
  Sources sources;
  Runners runners;
  const std::vector<const EngineKind*> engines = scaling_engines(options);
  for (const int threads : options.threads) {
    if (kind == ScalingKind::weak || sources.empty()) {
      const std::size_t times = kind == ScalingKind::weak ? static_cast<std::size_t>(threads) : 1;
      sources.push_back(open_scene(scene, count * times, options));
    }
    for (const EngineKind* engine : engines) {
      runners.push_back(
          std::make_unique<Runner>(*engine, options.simds.front(), threads, *sources.back()));
    }
  }
  run_frames(runners, sources, sources.front()->frame_count(),
             fmt::format("{} scaling, {}", kind == ScalingKind::weak ? "weak" : "strong", scene),
             progress);
  std::vector<ScalingSeries> all;
  for (std::size_t e = 0; e < engines.size(); ++e) {
    ScalingSeries series{.kind = kind,
                         .scene = scene,
                         .engine = std::string(engines[e]->name),
                         .settings = runners[e]->engine->settings()};
    for (std::size_t i = e; i < runners.size(); i += engines.size())
      series.points.push_back(point_of(*runners[e], *runners[i], kind));
    add_fit(series);
    all.push_back(std::move(series));
  }
  return all;
}

std::vector<GrowthPoint> run_growth(const std::string& scene, const Options& options,
                                    Progress& progress) {
  std::vector<int> threads = {options.threads.front()};
  if (options.threads.back() != threads.front()) threads.push_back(options.threads.back());
  std::map<std::pair<std::string, int>, double> last_ns_per_box;
  std::vector<GrowthPoint> points;
  for (const std::size_t count : options.growth_counts) {
    Sources sources;
    sources.push_back(open_scene(scene, count, options));
    const auto boxes = static_cast<double>(sources[0]->boxes().size());
    Runners runners;
    double longest = 1;
    for (const std::string& name : options.engines) {
      if (count > kLargeCount && !runs_on_large_frames(name)) continue;
      const EngineKind& kind = *find_engine_kind(name);
      if (count > kind.most_objects) continue;
      for (const int thread_count : threads) {
        if (!kind.multi_threaded && thread_count != threads.front()) continue;
        const double expected = last_ns_per_box[{name, thread_count}] * boxes;
        if (kind.name != "quadphase" && expected > kMostFrameNs) continue;
        longest = std::max(longest, expected);
        runners.push_back(
            std::make_unique<Runner>(kind, options.simds.front(), thread_count, *sources[0]));
      }
    }
    const std::size_t frames = frames_in_time(longest, sources[0]->frame_count());
    run_frames(runners, sources, frames, fmt::format("growth, {}, {} boxes", scene, count),
               progress);
    for (const auto& runner : runners) {
      points.push_back(growth_point(scene, *runner));
      last_ns_per_box[{std::string(runner->kind.name), runner->arena.thread_count()}] =
          points.back().ns_per_box.median;
    }
  }
  return points;
}

}  // namespace quadphase::bench
