// SPDX-License-Identifier: MIT
// The command worlds: engines that keep their objects, frame by frame in the same scenario.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "machine/calibration.hpp"
#include "report/report.hpp"
#include "report/text.hpp"
#include "runner/field.hpp"
#include "worlds/batch.hpp"
#include "worlds/world_competitor.hpp"

namespace quadphase::bench {
namespace {

using worlds::WorldCompetitor;
using Competitors = Field<WorldCompetitor>;

/// Slow engines get this number of frames. Their p99 is then the slowest of them.
constexpr std::size_t kSlowFrames = 20;

Json settings(const Options& options) {
  return {{"scenarios", options.scenarios},
          {"file", options.replay_path.empty() ? Json(nullptr) : Json(options.scenes[0])},
          {"count", options.counts[0]},
          {"seed", options.seed},
          {"threads", options.threads},
          {"frames", options.frame_count},
          {"warmup", options.warmup_count},
          {"drop_above_loop_factor", kBusyFactor},
          {"slow_frames", kSlowFrames},
          {"slow_factor", kSlowFactor},
          {"skip_above_ns", kMaxFrameNs},
          {"ratio_interval", "95 %, between order statistics of the per-frame ratios"}};
}

Competitors make_competitors(const Options& options, const worlds::ScenarioInfo& info,
                             const worlds::Scenario& scenario, Progress& progress) {
  const int least_threads = *std::min_element(options.threads.begin(), options.threads.end());
  Competitors competitors;
  for (const worlds::WorldInfo& world : worlds::all_worlds()) {
    if (world.needs_static && !info.has_static) continue;
    for (const int threads : options.threads) {
      if (!world.multi_threaded && threads != least_threads) continue;
      progress.show(fmt::format("{}: {} is loaded", info.name, world.name), 0, options.frame_count);
      competitors.add(std::make_unique<WorldCompetitor>(world, scenario.setting(), threads));
    }
  }
  return competitors;
}

void check_all(const worlds::Result& exact, const std::string& frame,
               const Competitors& competitors) {
  for (const auto& world : competitors.all())
    if (world->is_running()) world->check(exact, frame);
}

/// Frames that do not count: the first pairs are found, and later the boxes do not all leave their
/// fat boxes in the same frame. One at least, the setting, from which events and data begin.
///
/// The last one is checked, and each where later only the last of a batch can be.
void warm_up(const Options& options, const worlds::ScenarioInfo& info, worlds::Scenario& scenario,
             const Competitors& competitors, Progress& progress) {
  const std::size_t count = std::max<std::size_t>(options.warmup_count, 1);
  for (std::size_t frame = 0; frame < count; ++frame) {
    progress.show("warm-up", frame, count);
    if (frame > 0) scenario.step();
    for (const auto& world : competitors.all()) world->warm_up(scenario.frame());
    // Of the setting, there are no events.
    if (info.batch_size == 1 && (frame == 0 || frame + 1 < count)) continue;
    check_all(scenario.exact(), fmt::format("frame {} of the warm-up", frame), competitors);
  }
}

Json run_scenario(const Options& options, const worlds::ScenarioInfo& info, Progress& progress) {
  const auto scenario = info.make(
      {.count = options.counts[0], .seed = options.seed, .replay_path = options.replay_path});
  const worlds::Frame start = scenario->frame();
  Json block = {{"title", info.name},
                {"scenario", info.name},
                {"description", info.description},
                {"box_count", scenario->setting().boxes.size()},
                {"moving_count", start.moving.size()},
                {"bullet_count", start.bullets.size()},
                {"change_count", start.changes.count()},
                {"batch_size", info.batch_size},
                {"frame_count", options.frame_count}};
  Json skipped = Json::array();
  Competitors competitors = make_competitors(options, info, *scenario, progress);
  warm_up(options, info, *scenario, competitors, progress);
  worlds::Batch batch(*scenario, info.batch_size);
  std::vector<std::uint64_t> found_counts;
  for (std::size_t frame = 0; frame < options.frame_count; ++frame) {
    progress.show(info.name, frame, options.frame_count);
    batch.step();
    competitors.run_in_turn(frame, [&](WorldCompetitor& world) { world.run(batch.frames()); });
    const worlds::Result exact = scenario->exact();
    check_all(exact, fmt::format("frame {}", (frame + 1) * info.batch_size - 1), competitors);
    found_counts.push_back(exact.pairs.size() + exact.ended.size());
    competitors.judge(frame + 1, kSlowFrames, skipped);
  }
  block["found_count_median"] = median(found_counts);
  block["results"] = competitors.rows();
  block["skipped"] = std::move(skipped);
  return block;
}

void measure(const Options& options, Progress& progress, const AddItem& add) {
  for (const std::string& name : options.scenarios)
    add("blocks", run_scenario(options, *worlds::find_scenario(name), progress));
}

void print_head(std::FILE* out, const Json& report) {
  print_missing(out, report);
  fmt::print(out,
             "ratios:  over quadphase's on as many threads: median of the frames with its 95 % "
             "interval (*: too few frames), of means and of p99\n");
}

/// ", 10 bullets" where there are some.
std::string count_words(const Json& block, const char* field, const char* what) {
  const auto count = block.at(field).get<std::size_t>();
  return count > 0 ? fmt::format(", {} {}", grouped(count), what) : "";
}

std::string frame_words(const Json& block) {
  const auto count = block.at("frame_count").get<int>();
  const auto size = block.at("batch_size").get<int>();
  if (size == 1) return fmt::format("{} frames, each checked exactly", count);
  return fmt::format(
      "{} batches of {} frames, each a sample: their mean; the last is checked exactly", count,
      size);
}

/// A busy machine is no reason to stop.
void print_warning(std::FILE* out, const Json& block) {
  int dropped = 0;
  int all = 0;
  for (const Json& row : block.at("results")) {
    dropped += row.at("dropped").get<int>();
    all += row.at("frames").get<int>();
  }
  if (dropped * 5 > all)
    fmt::print(out, "warning: the machine was busy: {} of {} samples are dropped\n", dropped, all);
}

void print_block(std::FILE* out, const Json& block) {
  fmt::print(out, "\n{}: {}\n", text_of(block.at("scenario")), text_of(block.at("description")));
  fmt::print(out, "{} objects, {} moving{}{}, {} found a frame, {}\n",
             grouped(block.at("box_count")), grouped(block.at("moving_count")),
             count_words(block, "bullet_count", "bullets"),
             count_words(block, "change_count", "changes"), grouped(block.at("found_count_median")),
             frame_words(block));
  print_results(out, block);
  print_warning(out, block);
  for (const Json& row : block.at("results")) {
    if (row.at("engine") != worlds::kRebuiltWorld || row.at("mean_ratio").is_null()) continue;
    fmt::print(out,
               "quadphase on {}: {:.3f} of the time of the same frame with everything moving "
               "(means)\n",
               thread_words(row.at("threads").get<int>()), 1 / number_of(row.at("mean_ratio")));
  }
}

constexpr Goal kGoals[] = {{"mean", "/mean_ratio"}, {"p99", "/p99_ratio"}};

}  // namespace

const ReportCommand kWorlds{
    .name = "worlds",
    .settings = settings,
    .measure = measure,
    .print_head = print_head,
    .print_item = print_block,
    .print_end = [](std::FILE* out,
                    const Json& report) { print_settings(out, report.at("blocks")); },
    .goals = kGoals};

}  // namespace quadphase::bench
