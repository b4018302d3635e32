// SPDX-License-Identifier: MIT
// The report for programs: everything that the table shows, and the machine, the build and the
// settings.
#include <fmt/format.h>

#include "report/json_parts.hpp"
#include "report/report.hpp"

namespace quadphase::bench {
namespace {

std::string hexadecimal(std::uint64_t hash) {
  return fmt::format("{:016x}", hash);
}

/// 0 stands for a figure that there were too few frames for.
Json number_or_null(double number) {
  return number > 0 ? Json(number) : Json(nullptr);
}

Json settings_json(const Options& options) {
  Json simds = Json::array();
  for (const Simd simd : options.simds) simds.push_back(quadphase::name_of(simd));
  Json settings = {{"engines", options.engines},
                   {"threads", options.threads},
                   {"simd", simds},
                   {"warmup", options.warmup_count},
                   {"verify", options.verify}};
  if (options.replay_path.empty()) {
    settings.update({{"scenes", options.scenes},
                     {"counts", options.counts},
                     {"motion", name_of(options.motion)},
                     {"seed", options.seed}});
  } else {
    settings["replay"] = options.replay_path;
  }
  return settings;
}

Json result_json(const Block& block, const Result& result, bool with_samples) {
  Json stages;
  for (const StageName& stage : kStages) stages[stage.name] = result.stage_ns.*stage.time;
  Json json = {{"engine", result.engine},
               {"threads", result.threads},
               {"simd", result.simd},
               {"median_ms", result.median_ns * 1e-6},
               {"quiet_median_ms", number_or_null(result.quiet_median_ns * 1e-6)},
               {"p99_ms", static_cast<double>(result.p99_ns) * 1e-6},
               {"max_ms", static_cast<double>(result.max_ns) * 1e-6},
               {"ns_per_box", block.ns_per_box(result.median_ns)},
               {"million_pairs_per_second", block.million_pairs_per_second(result)},
               {"speed_up", result.speed_up},
               {"quiet_speed_up", number_or_null(result.quiet_speed_up)},
               {"stage_median_ns", stages},
               {"pair_array_hash",
                result.has_fixed_order ? Json(hexadecimal(result.array_hash)) : Json(nullptr)},
               {"byte_count", result.byte_count},
               {"pinned", result.is_pinned},
               {"cpus", result.cpus}};
  if (with_samples) json["samples_ns"] = result.samples;
  return json;
}

Json block_json(const Block& block, bool with_samples) {
  Json results = Json::array();
  for (const Result& result : block.results)
    results.push_back(result_json(block, result, with_samples));
  Json json = {{block.is_replay ? "file" : "scene", block.name},
               {"box_count", block.box_count},
               {"frame_count", block.frame_count},
               {"pair_count_median", block.pair_count},
               {"pair_set_hash", hexadecimal(block.set_hash)},
               {"verified", block.is_verified}};
  if (block.contact_count) {
    json["contacts"] = {{"touching_checked", *block.contact_count},
                        {"body_count", block.body_count},
                        {"least_moved", block.least_moved}};
  }
  json["results"] = std::move(results);
  return json;
}

}  // namespace

void print_json(std::FILE* out, const Report& report) {
  Json json = {{"quadphase_bench", 1},
               {"machine", machine_json(report.machine)},
               {"build", build_json(report.build)},
               {"settings", settings_json(report.options)},
               {"blocks", Json::array()}};
  for (const Block& block : report.blocks)
    json["blocks"].push_back(block_json(block, report.options.samples));
  print_json_text(out, json);
}

}  // namespace quadphase::bench
