// SPDX-License-Identifier: MIT
// The command steps: every scene and count.
#include <fmt/format.h>

#include "machine/calibration.hpp"
#include "report/report.hpp"
#include "report/text.hpp"
#include "runner/rules.hpp"
#include "steps/block.hpp"
#include "steps/disc.hpp"
#include "steps/way.hpp"

namespace quadphase::bench {
namespace steps {
namespace {

Json settings(const Options& options) {
  return {{"scenes", options.scenes},
          {"counts", options.counts},
          {"seed", options.seed},
          {"threads", options.threads},
          {"engines", options.engines},
          {"frames", options.frame_count},
          {"steps_a_frame", kPeriod},
          {"warmup", options.warmup_count},
          {"bytes_a_disc", sizeof(Disc)},
          {"drop_above_loop_factor", kBusyFactor},
          {"few_frames", kFewFrames},
          {"slow_factor", kSlowFactor},
          {"skip_above_ns", kMaxFrameNs},
          {"large_count", kLargeCount},
          {"ratio_interval", "95 %, between order statistics of the ratios of the samples"}};
}

void measure(const Options& options, Progress& progress, const AddItem& add) {
  for (const std::size_t count : options.counts)
    for (const std::string& scene : options.scenes)
      add("blocks", steps_block(options, scene, count, progress));
}

void print_head(std::FILE* out, const Json& report) {
  print_missing(out, report);
  fmt::print(
      out,
      "a frame is the mean of {} steps, in one of which rows are reordered; use: of a stream "
      "with the search\n"
      "ratio:   time over quadphase's on as many threads, median of the frames, and its "
      "95 % interval (*: too few frames for 95 %)\n",
      kPeriod);
}

void print_block(std::FILE* out, const Json& block) {
  constexpr Figure kParts[] = {{"move ms", "move_ms"},
                               {"update ms", "update_ms"},
                               {"use ms", "use_ms"},
                               {"reorder ms", "reorder_ms"}};
  const double discs = number_of(block.at("box_count"));
  const double pairs = number_of(block.at("pair_count_median"));
  fmt::print(
      out,
      "\n{}: {} discs, {} pairs ({:.2f} a disc), of which {:.2f} overlap as discs; {} frames "
      "of {} steps, {} checked exactly\n",
      text_of(block.at("scene")), grouped(block.at("box_count")),
      grouped(block.at("pair_count_median")), pairs / discs,
      pairs > 0 ? number_of(block.at("contact_count_median")) / pairs : 0,
      block.at("frame_count").get<int>(), kPeriod, block.at("steps_checked_exactly").get<int>());
  print_results(out, block, kParts);
}

constexpr Goal kGoals[] = {{"median", "/ratio/median"}};

}  // namespace
}  // namespace steps

const ReportCommand kSteps{
    .name = "steps",
    .settings = steps::settings,
    .measure = steps::measure,
    .print_head = steps::print_head,
    .print_item = steps::print_block,
    .print_end = [](std::FILE* out,
                    const Json& report) { print_settings(out, report.at("blocks")); },
    .goals = steps::kGoals};

}  // namespace quadphase::bench
