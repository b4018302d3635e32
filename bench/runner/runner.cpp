// SPDX-License-Identifier: MIT
// The timed loop: one frame, all engines one after the other, then the checks, then the next frame.
#include "runner/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "machine/register_gain.hpp"
#include "oracle/exact_pairs.hpp"
#include "runner/checks.hpp"
#include "runner/engine_competitor.hpp"
#include "runner/intervals.hpp"
#include "runner/stage_names.hpp"
#include "runner/statistics.hpp"

namespace quadphase::bench {
namespace {

constexpr std::size_t kQuietBlocks = 5;
/// What threads gain in registers is measured this often; a round takes 0.2 ms.
constexpr std::size_t kFramesAGain = 10;
constexpr std::size_t kGainRounds = 5;

std::string hexadecimal(std::uint64_t hash) {
  return fmt::format("{:016x}", hash);
}

/// One engine, and the two that it is compared with; either may be itself.
struct Runner {
  EngineCompetitor engine;
  const Runner* same_array = this;     ///< must find the same array, where the order is fixed
  const Runner* first_threads = this;  ///< speed-ups are over this one
  std::uint64_t frame_hash = 0;
  std::uint64_t array_hash = 0;

  Runner(const EngineInfo& info, Simd simd, int threads) : engine(info, simd, threads) {}

  /// For example "quadphase on 2 threads (avx512)".
  [[nodiscard]] std::string words() const {
    return fmt::format("{} ({})", engine.words(), engine.simd());
  }

  /// Errors: `CheckFailed` where the array of the last frame is not that of `same_array`.
  void check_order(std::size_t frame) {
    if (!engine.info().has_fixed_order) return;
    frame_hash = oracle::order_hash(engine.pairs());
    array_hash = combine_hashes(array_hash, frame_hash);
    if (frame_hash == same_array->frame_hash) return;
    check_same_array(engine.pairs(), same_array->engine.pairs(), words(), same_array->words(),
                     frame);
  }

  [[nodiscard]] Json row(double box_count, double pair_count, bool with_samples) const {
    const std::vector<std::uint64_t>& times = engine.times();
    const double time = median(times);
    const double quiet = quietest_median(times, kQuietBlocks);
    const auto over = [](double first, double ns) { return ns > 0 ? first / ns : 0; };
    Json stage_medians;
    std::vector<std::uint64_t> stage_times(times.size());
    for (const StageName& stage : kStages) {
      std::transform(engine.stages().begin(), engine.stages().end(), stage_times.begin(),
                     [&](const StageTimes& sample) { return sample.*stage.time; });
      stage_medians[stage.name] = static_cast<std::uint64_t>(median(stage_times));
    }
    Json row = {{"engine", engine.name()},
                {"group", name_of(engine.group())},
                {"threads", engine.threads()},
                {"simd", engine.simd()},
                {"median_ms", time * 1e-6},
                {"quiet_median_ms", positive_or_null(quiet * 1e-6)},
                {"p99_ms", static_cast<double>(percentile(times, 0.99)) * 1e-6},
                {"max_ms", static_cast<double>(percentile(times, 1)) * 1e-6},
                {"ns_per_box", time / box_count},
                {"million_pairs_per_second", time > 0 ? pair_count / time * 1e3 : 0},
                {"speed_up", over(median(first_threads->engine.times()), time)},
                {"quiet_speed_up",
                 positive_or_null(
                     over(quietest_median(first_threads->engine.times(), kQuietBlocks), quiet))},
                {"stage_median_ns", stage_medians},
                {"pair_array_hash",
                 engine.info().has_fixed_order ? Json(hexadecimal(array_hash)) : Json(nullptr)},
                {"byte_count", engine.byte_count()},
                {"pinned", engine.is_pinned()},
                {"cpus", engine.cpus()}};
    if (with_samples) row["samples_ns"] = times;
    return row;
  }
};

using Runners = std::vector<std::unique_ptr<Runner>>;

/// Engines outermost, then kernels, then threads: the order of the report's lines.
Runners make_runners(const Options& options) {
  Runners runners;
  for (const std::string& name : options.engines) {
    const EngineInfo& info = *find_engine(name);
    const std::size_t first_of_engine = runners.size();
    for (const Simd simd : options.simds) {
      const std::size_t first_of_simd = runners.size();
      if (!info.takes_simd && first_of_simd != first_of_engine) break;
      for (const int threads : options.threads) {
        runners.push_back(std::make_unique<Runner>(info, simd, threads));
        runners.back()->same_array = runners[first_of_engine].get();
        runners.back()->first_threads = runners[first_of_simd].get();
      }
    }
  }
  return runners;
}

/// Runs all engines on one frame and compares what they found. Returns the hash of the pairs in any
/// order.
std::uint64_t run_frame(const Runners& runners, const BoxView& boxes, std::size_t frame,
                        bool verifies) {
  std::vector<Pair> exact;
  if (verifies) exact = oracle::exact_pairs(boxes);
  std::uint64_t first_hash = 0;
  for (const auto& runner : runners) {
    runner->engine.run(boxes);
    const std::span<const Pair> pairs = runner->engine.pairs();
    if (verifies) check_pairs(pairs, exact, runner->words(), frame);
    const std::uint64_t hash = oracle::order_free_hash(pairs);
    if (runner == runners.front()) first_hash = hash;
    if (hash != first_hash)
      check_pairs(pairs, sorted(runners.front()->engine.pairs()), runner->words(), frame);
    runner->check_order(frame);
  }
  return first_hash;
}

/// Looks for the contacts of a physics step among the pairs of the frame before it.
void check_step(const scenes::ContactSource& source, const std::vector<Pair>& pairs,
                std::size_t frame, Json& contacts) {
  check_contacts(source.touching_contacts(), pairs, frame);
  const std::size_t moved = source.moved_body_count();
  if (frame == 0) contacts = {{"touching_checked", 0}, {"body_count", 0}, {"least_moved", moved}};
  contacts["touching_checked"] =
      contacts["touching_checked"].get<std::size_t>() + source.touching_contacts().size();
  contacts["body_count"] = source.body_count();
  contacts["least_moved"] = std::min(contacts["least_moved"].get<std::size_t>(), moved);
}

}  // namespace

Json run_block(FrameSource& source, const std::string& name, const Options& options,
               Progress& progress) {
  const std::size_t box_count = source.boxes().size();
  const std::size_t frame_count = source.frame_count();
  const Runners runners = make_runners(options);
  std::optional<NpyFrameWriter> recorder;
  if (!options.record_path.empty()) recorder.emplace(options.record_path, frame_count, box_count);
  for (std::size_t i = 0; i < options.warmup_count; ++i)
    for (const auto& runner : runners) runner->engine.warm_up(source.boxes());
  const scenes::ContactSource* const contact_source = source.contact_source();
  std::vector<std::uint64_t> pair_counts;
  std::uint64_t set_hash = 0;
  Json contacts;
  const int most_threads = *std::max_element(options.threads.begin(), options.threads.end());
  std::vector<double> gains;
  for (std::size_t frame = 0; frame < frame_count; ++frame) {
    progress.show(fmt::format("{}, {} boxes", name, box_count), frame, frame_count);
    if (recorder) recorder->append(source.boxes());
    if (most_threads > 1 && frame % kFramesAGain == 0) {
      const std::vector<double> measured = register_gains(most_threads, kGainRounds);
      gains.insert(gains.end(), measured.begin(), measured.end());
    }
    set_hash = combine_hashes(set_hash, run_frame(runners, source.boxes(), frame, options.verify));
    const std::span<const Pair> pairs = runners.front()->engine.pairs();
    pair_counts.push_back(pairs.size());
    if (contact_source != nullptr) {
      const std::vector<Pair> sorted_pairs = sorted(pairs);
      source.step();
      check_step(*contact_source, sorted_pairs, frame, contacts);
    } else if (frame + 1 < frame_count) {
      source.step();
    }
  }
  if (recorder) recorder->finish();
  const double pair_count = median(pair_counts);
  Json block = {
      {options.replay_path.empty() ? "scene" : "file", name},
      {"motion", name_of(options.motion)},
      {"box_count", box_count},
      {"frame_count", frame_count},
      {"pair_count_median", pair_count},
      {"pair_set_hash", hexadecimal(set_hash)},
      {"register_gain", gains.empty() ? Json(nullptr) : Json(median_interval(gains).median)},
      {"verified", options.verify}};
  if (!contacts.is_null()) block["contacts"] = contacts;
  block["results"] = Json::array();
  for (const auto& runner : runners) {
    block["results"].push_back(
        runner->row(static_cast<double>(box_count), pair_count, options.samples));
  }
  return block;
}

}  // namespace quadphase::bench
