// SPDX-License-Identifier: MIT
// A comparison for programs: all that was measured, and all that it depended on.
#include <algorithm>

#include "compare/compare.hpp"
#include "compare/rules.hpp"
#include "machine/calibration.hpp"
#include "peers/peers.hpp"
#include "report/json_parts.hpp"

namespace quadphase::bench {
namespace {

const char* group_name(EngineGroup group) {
  switch (group) {
    case EngineGroup::quadphase:
      return "quadphase";
    case EngineGroup::baseline:
      return "baseline";
    case EngineGroup::peer:
      return "peer";
  }
  return "unknown";
}

Json settings_json(const Options& options) {
  Json motions = Json::array();
  for (const scenes::Motion motion : options.motions) motions.push_back(name_of(motion));
  return {{"scenes", options.scenes},
          {"counts", options.counts},
          {"motions", motions},
          {"seed", options.seed},
          {"threads", options.threads},
          {"engines", options.engines},
          {"frames", options.frame_count},
          {"warmup", options.warmup_count},
          {"drop_above_loop_factor", kBusyFactor},
          {"few_frames", kFewFrames},
          {"slow_factor", kSlowFactor},
          {"skip_above_ns", kMostFrameNs},
          {"large_count", kLargeCount},
          {"ratio_interval", "95 %, between order statistics of the per-frame ratios"}};
}

Json engines_json(const Options& options) {
  Json engines = Json::array();
  for (const EngineKind& kind : engine_classes()) {
    const bool is_chosen = kind.name == kOurs ||
                           std::find(options.engines.begin(), options.engines.end(), kind.name) !=
                               options.engines.end();
    if (!is_chosen) continue;
    engines.push_back(
        {{"engine", kind.name},
         {"description", kind.description},
         {"group", group_name(kind.name == kOurs ? EngineGroup::quadphase : kind.group)},
         {"multi_threaded", kind.multi_threaded}});
  }
  return engines;
}

/// Null where every frame was dropped.
Json time_json(double ns, double unit) {
  return ns > 0 ? Json(ns * unit) : Json(nullptr);
}

const Floor& floor_of(const CompareBlock& block, int threads) {
  return *std::find_if(block.floors.begin(), block.floors.end(),
                       [threads](const Floor& floor) { return floor.threads == threads; });
}

Json row_json(const CompareBlock& block, const CompareRow& row) {
  const Floor& floor = floor_of(block, row.threads);
  Json json = {{"engine", row.engine},
               {"group", group_name(row.group)},
               {"threads", row.threads},
               {"simd", row.simd},
               {"settings", row.settings},
               {"verdict", row.wrong ? "WRONG" : "exact"},
               {"frames", row.frame_count},
               {"dropped", row.dropped_count},
               {"few_frames", row.has_few_frames},
               {"median_ms", time_json(row.median_ns, 1e-6)},
               {"mean_ms", time_json(row.mean_ns, 1e-6)},
               {"p99_ms", time_json(static_cast<double>(row.p99_ns), 1e-6)},
               {"max_ms", time_json(static_cast<double>(row.max_ns), 1e-6)},
               {"ns_per_box", time_json(block.ns_per_box(row.median_ns), 1)},
               {"times_floor_memory", time_json(row.median_ns / floor.memory_ns, 1)},
               {"times_floor_cache", time_json(row.median_ns / floor.cache_ns, 1)},
               {"byte_count", row.byte_count},
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

Json block_json(const CompareBlock& block) {
  Json json = {{"scene", block.scene},
               {"motion", name_of(block.motion)},
               {"box_count", block.box_count},
               {"frame_count", block.frame_count},
               {"frames_checked_exactly", block.exact_count},
               {"pair_count_median", block.pair_count},
               {"quadphase",
                {{"tests_per_pair", block.ours.tests_per_pair},
                 {"bytes_per_object", block.ours.bytes_per_object},
                 {"bytes_per_pair", block.ours.bytes_per_pair},
                 {"most_allocations_a_frame", block.ours.most_allocations},
                 {"counts_operator_new", counts_operator_new()}}},
               {"floor", Json::array()},
               {"results", Json::array()},
               {"skipped", Json::array()}};
  for (const Floor& floor : block.floors) {
    json["floor"].push_back({{"threads", floor.threads},
                             {"memory_ms", floor.memory_ns * 1e-6},
                             {"cache_ms", floor.cache_ns * 1e-6},
                             {"memory_ns_per_box", block.ns_per_box(floor.memory_ns)},
                             {"cache_ns_per_box", block.ns_per_box(floor.cache_ns)}});
  }
  for (const CompareRow& row : block.rows) json["results"].push_back(row_json(block, row));
  for (const SkippedEngine& skipped : block.skipped) {
    json["skipped"].push_back(
        {{"engine", skipped.engine},
         {"threads", skipped.threads == 0 ? Json(nullptr) : Json(skipped.threads)},
         {"reason", skipped.reason}});
  }
  return json;
}

}  // namespace

void print_compare_json(std::FILE* out, const CompareReport& report) {
  Json json = {{"quadphase_bench", 1},
               {"command", "compare"},
               {"machine", machine_json(report.machine)},
               {"build", build_json(report.build)},
               {"settings", settings_json(report.options)},
               {"engines", engines_json(report.options)},
               {"missing_peers", missing_peers()},
               {"elapsed_s", report.elapsed_s},
               {"blocks", Json::array()}};
  for (const CompareBlock& block : report.blocks) json["blocks"].push_back(block_json(block));
  print_json_text(out, json);
}

}  // namespace quadphase::bench
