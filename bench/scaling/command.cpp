// SPDX-License-Identifier: MIT
// Strong, weak, growth; then the report.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "program/output.hpp"
#include "report/text.hpp"
#include "scaling/runner.hpp"
#include "scaling/scaling.hpp"

namespace quadphase::bench {
namespace {

void print_series(std::FILE* out, const ScalingSeries& series) {
  const bool is_weak = series.kind == ScalingKind::weak;
  fmt::print(out, "\n{} scaling of {} on {}{}; settings: {}\n", is_weak ? "weak" : "strong",
             series.engine, series.scene, is_weak ? ", boxes growing with threads" : "",
             series.settings.empty() ? "none" : series.settings);
  fmt::print(out, "{:>7} {:>11} {:>10} {:>7}  {:>22} {:>10}  {:>26} {:>18}\n", "threads", "boxes",
             "median ms", "dropped", "speed-up [95 %]", "efficiency", "serial fraction [95 %]",
             "quartiles");
  fmt::print(out, "{:->119}\n", "");
  for (const ScalingPoint& point : series.points) {
    const Gain& gain = point.gain;
    const auto interval = [](const MedianInterval& m) {
      return m.sample_count == 0 ? std::string("-")
                                 : fmt::format("{:.3f} [{:.3f}, {:.3f}]", m.median, m.low, m.high);
    };
    fmt::print(out, "{:>7} {:>11} {:>10.3f} {:>7}  {:>22} {:>9.0f} %  {:>26} {:>18}\n",
               point.threads, grouped(point.box_count), point.median_ns * 1e-6, point.dropped_count,
               interval(gain.speed_up), 100 * gain.efficiency, interval(gain.serial_fraction),
               point.threads == 1 ? "-"
                                  : fmt::format("{:.3f} to {:.3f}", gain.serial_quartiles[0],
                                                gain.serial_quartiles[1]));
  }
  for (const ScalingPoint& point : series.points) {
    if (point.stages.empty()) continue;
    fmt::print(out, "{} thread{}: ", point.threads, point.threads == 1 ? "" : "s");
    for (const StageGain& stage : point.stages) {
      fmt::print(out, " {} {:.3f} ms ({:.2f}x)", stage.stage, stage.median_ns * 1e-6,
                 stage.gain.speed_up.median);
    }
    fmt::print(out, "\n");
  }
  if (series.fit) {
    fmt::print(out,
               "fits: Amdahl, serial part {:.4f} (error {:.3f}); universal scalability law, "
               "contention {:.4f}, "
               "coherency {:.6f} (error {:.3f})\n",
               series.fit->amdahl_serial, series.fit->amdahl_error, series.fit->usl_contention,
               series.fit->usl_coherency, series.fit->usl_error);
  }
}

}  // namespace

void print_scaling_table(std::FILE* out, const ScalingReport& report) {
  print_machine_and_build(out, report.machine, report.build);
  for (const ScalingSeries& series : report.series) print_series(out, series);
  if (report.machine.core_count < kLeastCoresToFit)
    fmt::print(out, "\nno law is fitted: that takes {} cores\n", kLeastCoresToFit);
  if (report.growth.empty()) return;
  fmt::print(
      out, "\ncost over the number of boxes\n{:<14} {:<18} {:>7} {:>11} {:>12} {:>7} {:>7}  {}\n",
      "scene", "engine", "threads", "boxes", "pairs", "frames", "dropped", "ns a box [95 %]");
  fmt::print(out, "{:->112}\n", "");
  for (const GrowthPoint& point : report.growth) {
    fmt::print(out, "{:<14} {:<18} {:>7} {:>11} {:>12} {:>7} {:>7}  {:.1f} [{:.1f}, {:.1f}]\n",
               point.scene, point.engine, point.threads, grouped(point.box_count),
               grouped(static_cast<std::uint64_t>(point.pair_count)), point.frame_count,
               point.dropped_count, point.ns_per_box.median, point.ns_per_box.low,
               point.ns_per_box.high);
  }
}

void scaling_command(const Options& options, std::FILE* out, Progress& progress) {
  Output json(options.json_path);
  const auto start = std::chrono::steady_clock::now();
  ScalingReport report{
      .options = options, .machine = describe_machine(), .build = describe_build()};
  for (const std::string& scene : options.scenes) {
    for (const std::size_t count : options.counts) {
      for (const ScalingKind kind : {ScalingKind::strong, ScalingKind::weak}) {
        for (ScalingSeries& series : run_scaling(kind, scene, count, options, progress))
          report.series.push_back(std::move(series));
      }
    }
    for (GrowthPoint& point : run_growth(scene, options, progress))
      report.growth.push_back(std::move(point));
  }
  progress.clear();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  report.elapsed_s = elapsed.count();
  if (options.format == Format::table) {
    print_scaling_table(out, report);
    fmt::print(out, "\nscaled in {:.0f} s\n", report.elapsed_s);
  } else {
    print_scaling_json(out, report);
  }
  if (!options.json_path.empty()) print_scaling_json(json.get(), report);
  json.finish();
}

}  // namespace quadphase::bench
