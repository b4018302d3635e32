// SPDX-License-Identifier: MIT
// Engines on several thread counts, frame by frame in turn.
#include "scaling/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "machine/machine.hpp"
#include "machine/register_gain.hpp"
#include "oracle/exact_pairs.hpp"
#include "runner/checks.hpp"
#include "runner/engine_competitor.hpp"
#include "runner/frame_source.hpp"
#include "runner/rules.hpp"
#include "runner/stage_names.hpp"
#include "runner/statistics.hpp"
#include "scaling/law.hpp"

namespace quadphase::bench {
namespace {

/// One engine on one number of threads, on the frames of one source.
struct Runner {
  EngineCompetitor engine;
  FrameSource& source;

  Runner(const EngineInfo& info, Simd simd, int threads, FrameSource& frames)
      : engine(info, simd, threads), source(frames) {}

  [[nodiscard]] std::vector<bool> quiet() const {
    return quiet_frames(engine.loops(), median(engine.loops()));
  }
};

using Runners = std::vector<std::unique_ptr<Runner>>;
using Sources = std::vector<std::unique_ptr<FrameSource>>;

/// The sets of pairs of all engines on one source must be equal.
void check_same_pairs(const Runners& runners) {
  std::map<const FrameSource*, std::uint64_t> hashes;
  for (const auto& runner : runners) {
    const std::uint64_t hash = oracle::order_free_hash(runner->engine.pairs());
    if (hashes.emplace(&runner->source, hash).first->second == hash) continue;
    throw CheckFailed(runner->engine.words() + ": its pairs differ from those of the others");
  }
}

void run_frames(const Runners& runners, const Sources& sources, std::size_t frame_count,
                const std::string& name, Progress& progress) {
  for (const auto& runner : runners)
    for (int i = 0; i < 2; ++i) runner->engine.warm_up(runner->source.boxes());
  for (std::size_t frame = 0; frame < frame_count; ++frame) {
    progress.show(name, frame, frame_count);
    for (std::size_t i = 0; i < runners.size(); ++i) {
      Runner& runner = *runners[(i + frame) % runners.size()];
      runner.engine.run(runner.source.boxes());
    }
    if (frame == 0) check_same_pairs(runners);
    if (frame + 1 == frame_count) break;
    for (const auto& source : sources) source->step();
  }
}

/// Nanoseconds of each frame: of the whole frame, or of one stage.
std::vector<std::uint64_t> times_of(const Runner& runner, const StageName* stage = nullptr) {
  if (stage == nullptr) return runner.engine.times();
  std::vector<std::uint64_t> times;
  for (const StageTimes& sample : runner.engine.stages()) times.push_back(sample.*stage->time);
  return times;
}

Gain gain_between(const Runner& single, const Runner& runner, double scale,
                  const StageName* stage = nullptr) {
  const std::vector<bool> single_quiet = single.quiet();
  const std::vector<bool> quiet = runner.quiet();
  const std::vector<std::uint64_t> one = times_of(single, stage);
  const std::vector<std::uint64_t> many = times_of(runner, stage);
  std::vector<double> before, after;
  for (std::size_t frame = 0; frame < quiet.size(); ++frame) {
    if (!quiet[frame] || !single_quiet[frame] || one[frame] == 0 || many[frame] == 0) continue;
    before.push_back(static_cast<double>(one[frame]));
    after.push_back(static_cast<double>(many[frame]));
  }
  return gain_of(before, after, runner.engine.threads(), scale);
}

void add_gain(Json& json, const Gain& gain, int threads) {
  json["speed_up"] = interval_json(gain.speed_up);
  json["efficiency"] = gain.efficiency;
  json["serial_fraction"] = interval_json(gain.serial_fraction);
  json["serial_fraction_quartiles"] = nullptr;
  if (threads > 1)
    json["serial_fraction_quartiles"] = {gain.serial_quartiles[0], gain.serial_quartiles[1]};
}

Json point_of(const Runner& single, const Runner& runner, bool is_weak) {
  const int threads = runner.engine.threads();
  const double scale = is_weak ? threads : 1;
  const std::vector<bool> quiet = runner.quiet();
  const std::vector<std::uint64_t> kept = quiet_samples(runner.engine.times(), quiet);
  const std::size_t box_count = runner.source.boxes().size();
  Json point = {{"threads", threads},
                {"box_count", box_count},
                {"frames", quiet.size()},
                {"dropped", quiet.size() - kept.size()},
                {"median_ms", median(kept) * 1e-6},
                {"ns_per_box", median(kept) / static_cast<double>(box_count)}};
  add_gain(point, gain_between(single, runner, scale), threads);
  point["stages"] = Json::array();
  for (const StageName& stage : kStages) {
    const double stage_ns = median(quiet_samples(times_of(runner, &stage), quiet));
    if (stage_ns <= 0) continue;
    Json json = {{"stage", stage.name}, {"median_ms", stage_ns * 1e-6}};
    add_gain(json, gain_between(single, runner, scale, &stage), threads);
    point["stages"].push_back(std::move(json));
  }
  return point;
}

/// Null where there are too few cores.
Json fit_of(const Json& points) {
  if (usable_thread_count() < kMinCoresToFit) return nullptr;
  std::vector<SpeedUp> speed_ups;
  for (const Json& point : points) {
    const int threads = point.at("threads");
    if (threads <= usable_thread_count() && !point.at("speed_up").is_null())
      speed_ups.push_back({threads, number_of(point.at("speed_up").at("median"))});
  }
  const auto fit = fit_scaling(speed_ups);
  if (!fit) return nullptr;
  return {{"amdahl_serial", fit->amdahl_serial},
          {"amdahl_error", fit->amdahl_error},
          {"usl_contention", fit->usl_contention},
          {"usl_coherency", fit->usl_coherency},
          {"usl_error", fit->usl_error}};
}

/// How many frames fit in a second, if one takes that long.
std::size_t frames_in_time(double ns, std::size_t wanted) {
  constexpr double kBudgetNs = 1e9;
  constexpr double kMin = 5;
  const auto most = static_cast<double>(wanted);
  return static_cast<std::size_t>(std::clamp(kBudgetNs / ns, std::min(kMin, most), most));
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

void measure_series(bool is_weak, const std::string& scene, std::size_t count,
                    const Options& options, Progress& progress, const AddItem& add) {
  const char* const kind = is_weak ? "weak" : "strong";
  std::vector<const EngineInfo*> engines;
  for (const std::string& name : options.engines)
    if (const EngineInfo* const info = find_engine(name); info->multi_threaded)
      engines.push_back(info);
  Sources sources;
  Runners runners;
  for (const int threads : options.threads) {
    if (is_weak || sources.empty()) {
      const std::size_t times = is_weak ? static_cast<std::size_t>(threads) : 1;
      sources.push_back(open_scene(scene, count * times, options));
    }
    for (const EngineInfo* const engine : engines) {
      runners.push_back(
          std::make_unique<Runner>(*engine, options.simds.front(), threads, *sources.back()));
    }
  }
  run_frames(runners, sources, options.frame_count, fmt::format("{} scaling, {}", kind, scene),
             progress);
  std::map<int, MedianInterval> register_gain;
  for (const int threads : options.threads)
    register_gain[threads] = median_interval(register_gains(threads, options.frame_count));
  for (std::size_t e = 0; e < engines.size(); ++e) {
    Json points = Json::array();
    for (std::size_t i = e; i < runners.size(); i += engines.size()) {
      points.push_back(point_of(*runners[e], *runners[i], is_weak));
      points.back()["register_gain"] = interval_json(register_gain[runners[i]->engine.threads()]);
    }
    add("series", {{"kind", kind},
                   {"scene", scene},
                   {"engine", engines[e]->name},
                   {"settings", runners[e]->engine.settings()},
                   {"fit", is_weak ? Json(nullptr) : fit_of(points)},
                   {"points", points}});
  }
}

void measure_growth(const std::string& scene, const Options& options, Progress& progress,
                    const AddItem& add) {
  std::vector<int> threads = {options.threads.front()};
  if (options.threads.back() != threads.front()) threads.push_back(options.threads.back());
  std::map<std::pair<std::string, int>, double> last_ns_per_box;
  for (const std::size_t count : options.growth_counts) {
    Sources sources;
    sources.push_back(open_scene(scene, count, options));
    const auto boxes = static_cast<double>(sources[0]->boxes().size());
    Runners runners;
    double longest = 1;
    for (const std::string& name : options.engines) {
      if (count > kLargeCount && !runs_on_large_frames(name)) continue;
      const EngineInfo& info = *find_engine(name);
      if (count > info.most_objects) continue;
      for (const int thread_count : threads) {
        if (!info.multi_threaded && thread_count != threads.front()) continue;
        const double expected = last_ns_per_box[{name, thread_count}] * boxes;
        if (info.group != EngineGroup::quadphase && expected > kMaxFrameNs) continue;
        longest = std::max(longest, expected);
        runners.push_back(
            std::make_unique<Runner>(info, options.simds.front(), thread_count, *sources[0]));
      }
    }
    run_frames(runners, sources, frames_in_time(longest, options.frame_count),
               fmt::format("growth, {}, {} boxes", scene, count), progress);
    for (const auto& runner : runners) {
      const EngineCompetitor& engine = runner->engine;
      std::vector<double> ns_per_box;
      for (const std::uint64_t time : quiet_samples(engine.times(), runner->quiet()))
        ns_per_box.push_back(static_cast<double>(time) / boxes);
      const MedianInterval interval = median_interval(ns_per_box);
      last_ns_per_box[{engine.name(), engine.threads()}] = interval.median;
      add("growth", {{"scene", scene},
                     {"engine", engine.name()},
                     {"threads", engine.threads()},
                     {"box_count", sources[0]->boxes().size()},
                     {"pair_count", engine.pairs().size()},
                     {"frames", engine.times().size()},
                     {"dropped", engine.times().size() - ns_per_box.size()},
                     {"ns_per_box", interval_json(interval)}});
    }
  }
}

}  // namespace quadphase::bench
