// SPDX-License-Identifier: MIT
// Living worlds for programs: all that was measured, and all that it depended on.
#include "compare/rules.hpp"
#include "machine/calibration.hpp"
#include "report/json_parts.hpp"
#include "worlds/entrant.hpp"
#include "worlds/report.hpp"
#include "worlds/world.hpp"

namespace quadphase::bench::worlds {
namespace {

Json settings_json(const Options& options) {
  return {{"scenarios", options.scenarios},
          {"count", options.count},
          {"seed", options.seed},
          {"threads", options.threads},
          {"frames", options.frame_count},
          {"warmup", options.warmup_count},
          {"drop_above_loop_factor", kBusyFactor},
          {"slow_frames", kSlowFrames},
          {"slow_factor", kSlowFactor},
          {"skip_above_ns", kMostFrameNs},
          {"ratio_interval", "95 %, between order statistics of the per-frame ratios"}};
}

/// Null where there is nothing.
Json number_json(double value) {
  return value > 0 ? Json(value) : Json(nullptr);
}

Json row_json(const Block& block, const Row& row) {
  Json json = {{"engine", row.engine},
               {"threads", row.threads},
               {"settings", row.settings},
               {"verdict", row.wrong ? "WRONG" : "exact"},
               {"frames", row.frame_count},
               {"dropped", row.dropped_count},
               {"few_frames", row.has_few_frames},
               {"mean_ns", number_json(row.mean_ns)},
               {"median_ns", number_json(row.median_ns)},
               {"p99_ns", number_json(static_cast<double>(row.p99_ns))},
               {"max_ns", number_json(static_cast<double>(row.max_ns))},
               {"mean_ns_per_object", number_json(block.ns_per_object(row.mean_ns))},
               {"mean_ratio", number_json(row.mean_ratio)},
               {"p99_ratio", number_json(row.p99_ratio)},
               {"pinned", row.is_pinned}};
  json["ratio"] = nullptr;
  if (row.ratio.sample_count > 0) {
    json["ratio"] = {{"median", row.ratio.median},
                     {"low", row.ratio.low},
                     {"high", row.ratio.high},
                     {"coverage", row.ratio.coverage},
                     {"frames", row.ratio.sample_count}};
  }
  if (row.wrong) json["wrong"] = *row.wrong;
  return json;
}

Json block_json(const Block& block) {
  Json json = {{"scenario", block.scenario},
               {"description", block.description},
               {"object_count", block.object_count},
               {"moving_count", block.moving_count},
               {"bullet_count", block.bullet_count},
               {"frame_count", block.frame_count},
               {"found_count_median", block.found_count},
               {"results", Json::array()},
               {"skipped", Json::array()}};
  for (const Row& row : block.rows) json["results"].push_back(row_json(block, row));
  for (const Skipped& skipped : block.skipped) {
    json["skipped"].push_back(
        {{"engine", skipped.engine}, {"threads", skipped.threads}, {"reason", skipped.reason}});
  }
  return json;
}

}  // namespace

void print_json(std::FILE* out, const Report& report) {
  Json json = {{"quadphase_bench", 1},
               {"command", "worlds"},
               {"machine", machine_json(report.machine)},
               {"build", build_json(report.build)},
               {"settings", settings_json(report.options)},
               {"missing_peers", missing_world_peers()},
               {"elapsed_s", report.elapsed_s},
               {"blocks", Json::array()},
               {"lost", Json::array()}};
  for (const Block& block : report.blocks) json["blocks"].push_back(block_json(block));
  for (const LostCell& cell : lost_cells(report)) {
    json["lost"].push_back({{"scenario", cell.scenario},
                            {"engine", cell.engine},
                            {"threads", cell.threads},
                            {"figure", cell.figure},
                            {"ratio", cell.ratio}});
  }
  print_json_text(out, json);
}

}  // namespace quadphase::bench::worlds
