// SPDX-License-Identifier: MIT
// The scaling report for programs.
#include "machine/calibration.hpp"
#include "report/json_parts.hpp"
#include "scaling/scaling.hpp"

namespace quadphase::bench {
namespace {

Json interval_json(const MedianInterval& interval) {
  if (interval.sample_count == 0) return nullptr;
  return {{"median", interval.median},
          {"low", interval.low},
          {"high", interval.high},
          {"coverage", interval.coverage},
          {"frames", interval.sample_count}};
}

Json gain_json(const Gain& gain, int threads) {
  Json json = {{"speed_up", interval_json(gain.speed_up)},
               {"efficiency", gain.efficiency},
               {"serial_fraction", interval_json(gain.serial_fraction)},
               {"serial_fraction_quartiles", nullptr}};
  if (threads > 1)
    json["serial_fraction_quartiles"] = {gain.serial_quartiles[0], gain.serial_quartiles[1]};
  return json;
}

Json point_json(const ScalingPoint& point) {
  Json json = {{"threads", point.threads},
               {"box_count", point.box_count},
               {"frames", point.frame_count},
               {"dropped", point.dropped_count},
               {"median_ms", point.median_ns * 1e-6},
               {"ns_per_box", point.median_ns / static_cast<double>(point.box_count)}};
  json.update(gain_json(point.gain, point.threads));
  json["stages"] = Json::array();
  for (const StageGain& stage : point.stages) {
    Json stage_json = {{"stage", stage.stage}, {"median_ms", stage.median_ns * 1e-6}};
    stage_json.update(gain_json(stage.gain, point.threads));
    json["stages"].push_back(std::move(stage_json));
  }
  return json;
}

Json series_json(const ScalingSeries& series) {
  Json json = {{"kind", series.kind == ScalingKind::weak ? "weak" : "strong"},
               {"scene", series.scene},
               {"engine", series.engine},
               {"settings", series.settings},
               {"fit", nullptr},
               {"points", Json::array()}};
  if (series.fit) {
    json["fit"] = {{"amdahl_serial", series.fit->amdahl_serial},
                   {"amdahl_error", series.fit->amdahl_error},
                   {"usl_contention", series.fit->usl_contention},
                   {"usl_coherency", series.fit->usl_coherency},
                   {"usl_error", series.fit->usl_error}};
  }
  for (const ScalingPoint& point : series.points) json["points"].push_back(point_json(point));
  return json;
}

}  // namespace

void print_scaling_json(std::FILE* out, const ScalingReport& report) {
  Json json = {{"quadphase_bench", 1},
               {"command", "scaling"},
               {"machine", machine_json(report.machine)},
               {"build", build_json(report.build)},
               {"settings",
                {{"scenes", report.options.scenes},
                 {"counts", report.options.counts},
                 {"growth_counts", report.options.growth_counts},
                 {"threads", report.options.threads},
                 {"engines", report.options.engines},
                 {"frames", report.options.frame_count},
                 {"motion", name_of(report.options.motion)},
                 {"seed", report.options.seed},
                 {"drop_above_loop_factor", kBusyFactor},
                 {"least_cores_to_fit", kLeastCoresToFit}}},
               {"elapsed_s", report.elapsed_s},
               {"series", Json::array()},
               {"growth", Json::array()}};
  for (const ScalingSeries& series : report.series) json["series"].push_back(series_json(series));
  for (const GrowthPoint& point : report.growth) {
    json["growth"].push_back({{"scene", point.scene},
                              {"engine", point.engine},
                              {"threads", point.threads},
                              {"box_count", point.box_count},
                              {"pair_count", point.pair_count},
                              {"frames", point.frame_count},
                              {"dropped", point.dropped_count},
                              {"ns_per_box", interval_json(point.ns_per_box)}});
  }
  print_json_text(out, json);
}

}  // namespace quadphase::bench
