// SPDX-License-Identifier: MIT
// The command scaling: strong, weak, growth, for every scene.
#include <fmt/format.h>

#include "machine/calibration.hpp"
#include "report/report.hpp"
#include "report/table.hpp"
#include "report/text.hpp"
#include "scaling/law.hpp"
#include "scaling/measure.hpp"

namespace quadphase::bench {
namespace {

Json settings(const Options& options) {
  return {{"scenes", options.scenes},
          {"counts", options.counts},
          {"growth_counts", options.growth_counts},
          {"threads", options.threads},
          {"engines", options.engines},
          {"frames", options.frame_count},
          {"motion", name_of(options.motion)},
          {"seed", options.seed},
          {"drop_above_loop_factor", kBusyFactor},
          {"least_cores_to_fit", kMinCoresToFit}};
}

void measure(const Options& options, Progress& progress, const AddItem& add) {
  for (const std::string& scene : options.scenes) {
    for (const std::size_t count : options.counts)
      for (const bool is_weak : {false, true})
        measure_series(is_weak, scene, count, options, progress, add);
    measure_growth(scene, options, progress, add);
  }
}

std::string interval_words(const Json& interval, int decimals) {
  if (interval.is_null()) return "-";
  return fmt::format("{:.{}f} [{:.{}f}, {:.{}f}]", number_of(interval.at("median")), decimals,
                     number_of(interval.at("low")), decimals, number_of(interval.at("high")),
                     decimals);
}

void print_series(std::FILE* out, const Json& series) {
  const bool is_weak = series.at("kind") == "weak";
  const auto chosen = text_of(series.at("settings"));
  fmt::print(out, "\n{} scaling of {} on {}{}; settings: {}\n", text_of(series.at("kind")),
             text_of(series.at("engine")), text_of(series.at("scene")),
             is_weak ? ", boxes growing with threads" : "", chosen.empty() ? "none" : chosen);
  Table table({"threads", "boxes", "median ms", "dropped", "speed-up [95 %]", "registers [95 %]",
               "efficiency", "serial fraction [95 %]", "quartiles"});
  std::string stages;
  for (const Json& point : series.at("points")) {
    const int threads = point.at("threads");
    const Json& quartiles = point.at("serial_fraction_quartiles");
    table.add_row({std::to_string(threads), grouped(point.at("box_count")),
                   fmt::format("{:.3f}", number_of(point.at("median_ms"))),
                   std::to_string(point.at("dropped").get<int>()),
                   interval_words(point.at("speed_up"), 3),
                   interval_words(point.at("register_gain"), 2),
                   fmt::format("{:.0f} %", 100 * number_of(point.at("efficiency"))),
                   interval_words(point.at("serial_fraction"), 3),
                   quartiles.is_null() ? "-"
                                       : fmt::format("{:.3f} to {:.3f}", number_of(quartiles.at(0)),
                                                     number_of(quartiles.at(1)))});
    if (!point.at("stages").empty()) stages += thread_words(threads) + ":";
    for (const Json& stage : point.at("stages")) {
      const Json& speed_up = stage.at("speed_up");
      stages += fmt::format("  {} {:.3f} ms ({:.2f}x)", text_of(stage.at("stage")),
                            number_of(stage.at("median_ms")),
                            speed_up.is_null() ? 0 : number_of(speed_up.at("median")));
    }
    if (!point.at("stages").empty()) stages += "\n";
  }
  table.print(out);
  fmt::print(out, "{}", stages);
  if (const Json& fit = series.at("fit"); !fit.is_null()) {
    fmt::print(out,
               "fits: Amdahl, serial part {:.4f} (error {:.3f}); universal scalability law, "
               "contention {:.4f}, coherency {:.6f} (error {:.3f})\n",
               number_of(fit.at("amdahl_serial")), number_of(fit.at("amdahl_error")),
               number_of(fit.at("usl_contention")), number_of(fit.at("usl_coherency")),
               number_of(fit.at("usl_error")));
  }
}

/// Series as soon as they are measured; the points of growth stand in one table at the end.
void print_item(std::FILE* out, const Json& item) {
  if (item.contains("points")) print_series(out, item);
}

void print_end(std::FILE* out, const Json& report) {
  if (report.at("machine").at("cores") < kMinCoresToFit)
    fmt::print(out, "\nno law is fitted: that takes {} cores\n", kMinCoresToFit);
  if (!report.contains("growth")) return;
  fmt::print(out, "\ncost over the number of boxes\n");
  Table table(
      {"<scene", "<engine", "threads", "boxes", "pairs", "frames", "dropped", "ns a box [95 %]"});
  for (const Json& point : report.at("growth")) {
    table.add_row({text_of(point.at("scene")), text_of(point.at("engine")),
                   std::to_string(point.at("threads").get<int>()), grouped(point.at("box_count")),
                   grouped(point.at("pair_count")), std::to_string(point.at("frames").get<int>()),
                   std::to_string(point.at("dropped").get<int>()),
                   interval_words(point.at("ns_per_box"), 1)});
  }
  table.print(out);
}

}  // namespace

const ReportCommand kScaling{.name = "scaling",
                             .settings = settings,
                             .measure = measure,
                             .print_head = [](std::FILE*, const Json&) {},
                             .print_item = print_item,
                             .print_end = print_end};

}  // namespace quadphase::bench
