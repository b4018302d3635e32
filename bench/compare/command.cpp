// SPDX-License-Identifier: MIT
// The command compare: every scene, count and motion.
#include <fmt/format.h>

#include <algorithm>

#include "compare/block.hpp"
#include "engines/engine.hpp"
#include "machine/allocations.hpp"
#include "machine/calibration.hpp"
#include "report/report.hpp"
#include "report/text.hpp"
#include "runner/competitor.hpp"
#include "runner/rules.hpp"

namespace quadphase::bench {
namespace {

Json settings(const Options& options) {
  Json motions = Json::array();
  for (const scenes::Motion motion : options.motions) motions.push_back(name_of(motion));
  Json engines = Json::array();
  for (const EngineInfo& info : all_engines()) {
    const bool is_chosen = info.group == EngineGroup::quadphase ||
                           std::find(options.engines.begin(), options.engines.end(), info.name) !=
                               options.engines.end();
    if (!is_chosen) continue;
    engines.push_back({{"engine", info.name},
                       {"description", info.description},
                       {"group", name_of(info.group)},
                       {"multi_threaded", info.multi_threaded}});
  }
  return {{"scenes", options.scenes},
          {"counts", options.counts},
          {"motions", motions},
          {"seed", options.seed},
          {"threads", options.threads},
          {"engines", engines},
          {"frames", options.frame_count},
          {"warmup", options.warmup_count},
          {"drop_above_loop_factor", kBusyFactor},
          {"few_frames", kFewFrames},
          {"slow_factor", kSlowFactor},
          {"skip_above_ns", kMaxFrameNs},
          {"large_count", kLargeCount},
          {"ratio_interval", "95 %, between order statistics of the per-frame ratios"}};
}

void measure(const Options& options, Progress& progress, const AddItem& add) {
  const CountedDefaultResource counted;
  Options block_options = options;
  for (const std::size_t count : options.counts) {
    for (const std::string& scene : options.scenes) {
      for (const scenes::Motion motion : options.motions) {
        block_options.motion = motion;
        add("blocks", compare_block(block_options, scene, count, progress));
      }
    }
  }
}

void print_head(std::FILE* out, const Json& report) {
  print_missing(out, report);
  fmt::print(out,
             "ratio:   time over quadphase's on as many threads, median of the frames, and its "
             "95 % interval between order statistics (*: too few frames for 95 %)\n");
}

void print_block(std::FILE* out, const Json& block) {
  const double boxes = number_of(block.at("box_count"));
  fmt::print(
      out,
      "\n{}: {} boxes, {} pairs ({:.2f} a box), motion {}, {} frames, {} of them checked exactly\n",
      text_of(block.at("scene")), grouped(block.at("box_count")),
      grouped(block.at("pair_count_median")), number_of(block.at("pair_count_median")) / boxes,
      text_of(block.at("motion")), block.at("frame_count").get<int>(),
      block.at("frames_checked_exactly").get<int>());
  print_results(out, block);
  const Json& ours = block.at("quadphase");
  fmt::print(
      out,
      "quadphase ({}): {:.2f} candidate tests a pair, {:.1f} bytes an object and {:.1f} a pair, "
      "at most {} allocations in a frame\n",
      text_of(ours.at("simd")), number_of(ours.at("tests_per_pair")),
      number_of(ours.at("bytes_per_object")), number_of(ours.at("bytes_per_pair")),
      ours.at("most_allocations_a_frame").get<std::size_t>());
  for (const Json& floor : block.at("floor")) {
    for (const Json& row : block.at("results")) {
      if (row.at("group") != "quadphase" || row.at("threads") != floor.at("threads")) continue;
      fmt::print(out,
                 "floor on {}: {:.2f} ns a box from memory, {:.2f} from cache; quadphase takes "
                 "{:.1f} and {:.1f} times that\n",
                 thread_words(floor.at("threads").get<int>()),
                 number_of(floor.at("memory_ns_per_box")), number_of(floor.at("cache_ns_per_box")),
                 number_of(row.at("times_floor_memory")), number_of(row.at("times_floor_cache")));
    }
  }
}

constexpr Goal kGoals[] = {{"median", "/ratio/median"}};

}  // namespace

const ReportCommand kCompare{
    .name = "compare",
    .settings = settings,
    .measure = measure,
    .print_head = print_head,
    .print_item = print_block,
    .print_end = [](std::FILE* out,
                    const Json& report) { print_settings(out, report.at("blocks")); },
    .goals = kGoals};

}  // namespace quadphase::bench
