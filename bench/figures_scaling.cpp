// SPDX-License-Identifier: MIT
// Speed-up over threads with the ideal line, stages stacked over threads, and the cost a box over
// the number of boxes.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "figures.hpp"
#include "text.hpp"

namespace quadphase::bench {
namespace {

/// Markers and dashes, so that lines are told apart without colour.
constexpr int kMarkers[] = {7, 4, 8, 12, 10, 6, 2, 1};
constexpr const char* kColours[] = {kOursColour, kBaselineColour, "#000000", "#5b8c3a",
                                    "#8a5a9e",   "#c07a1c",       "#555555", "#999999"};

std::string line_style(std::size_t i) {
  return fmt::format("with linespoints pt {} ps 1 dt {} lw 1.3 lc rgb \"{}\"", kMarkers[i % 8],
                     i % 5 + 1, kColours[i % 8]);
}

/// A line with markers, and its intervals as plain bars: columns x, value, low, high.
std::string plot_line(std::size_t i, const std::string& title) {
  return fmt::format(
      "$s{0} using 1:2 {1} title {2}, \\\n"
      "  $s{0} using 1:3:(0):($4-$3) with vectors nohead lw 1.2 lc rgb \"{3}\" notitle",
      i, line_style(i), in_quotes(title), kColours[i % 8]);
}

const char* threads_word(int threads) {
  return threads == 1 ? "thread" : "threads";
}

Figure speed_up_figure(const Json& report, const std::string& kind) {
  std::string script, plots;
  std::size_t number = 0;
  int most = 1;
  for (const Json& series : report.at("series")) {
    if (series.at("kind") != kind) continue;
    script += fmt::format("$s{} << EOD\n", number);
    for (const Json& point : series.at("points")) {
      const Json& gain = point.at("speed_up");
      if (gain.is_null()) continue;
      most = std::max(most, point.at("threads").get<int>());
      // Beside each other, so that equal speed-ups hide none.
      const double shift = 0.02 * static_cast<double>(number);
      script += fmt::format("{} {} {} {}\n", point.at("threads").get<int>() + shift,
                            gain.at("median").get<double>(), gain.at("low").get<double>(),
                            gain.at("high").get<double>());
    }
    const std::string title = fmt::format("{}, {}", series.at("engine").get<std::string>(),
                                          series.at("scene").get<std::string>());
    script += "EOD\n";
    plots += ", \\\n  " + plot_line(number, title);
    ++number;
  }
  const bool is_weak = kind == "weak";
  const auto& cores = report.at("machine").at("cores");
  script += fmt::format(
      "set title \"{} ({} cores)\"\n"
      "set xlabel \"threads\"\nset ylabel \"speed-up over one thread (bars: 95 % interval)\"\n"
      "set xrange [0.8:{}]\nset yrange [0:{}]\nset xtics 1\nset grid lc rgb \"#e0e0e0\" lt 1 lw "
      "0.5\nset key top left reverse Left\n"
      "plot x with lines dt 2 lw 1.5 lc rgb \"{}\" title \"ideal\"{}\n",
      is_weak ? "Weak scaling: boxes grow with threads"
              : "Strong scaling: the same frame on more threads",
      cores.dump(), most + 0.2, most * 1.25 + 0.2, "#8a8a8a", plots);
  return {"speed-up-" + kind, 640, 460, script};
}

/// The series whose stages are drawn: one a scene.
std::vector<const Json*> series_with_stages(const Json& report) {
  std::vector<const Json*> all;
  for (const Json& series : report.at("series")) {
    if (series.at("kind") == "strong" && series.at("engine") == "quadphase" &&
        !series.at("points").at(0).at("stages").empty())
      all.push_back(&series);
  }
  return all;
}

double stage_ms(const Json& point, const std::string& name) {
  for (const Json& stage : point.at("stages"))
    if (stage.at("stage") == name) return stage.at("median_ms").get<double>();
  return 0;
}

/// A line a thread count: threads, then each stage's time. Raises `highest` to the highest sum.
std::string stage_data(const Json& series, const std::vector<std::string>& stages,
                       double& highest) {
  std::string data;
  for (const Json& point : series.at("points")) {
    data += fmt::format("{}", point.at("threads").get<int>());
    double sum = 0;
    for (const std::string& name : stages) {
      sum += stage_ms(point, name);
      data += fmt::format(" {}", stage_ms(point, name));
    }
    highest = std::max(highest, sum);
    data += "\n";
  }
  return data;
}

/// The plot command of panel `i`. Patterns and shades go from the bottom of a column to its top.
std::string stacked_columns(std::size_t i, const std::vector<std::string>& stages) {
  constexpr const char* kFills[] = {"solid 1.0",  "pattern 1", "pattern 4",
                                    "solid 0.25", "pattern 5", "solid 0.0"};
  constexpr const char* kShades[] = {kInk,        kInk,        kBaselineColour,
                                     kPeerColour, kOursColour, "#ffffff"};
  std::string script = "plot ";
  for (std::size_t s = 0; s < stages.size(); ++s) {
    script += fmt::format("{}$s{} using {}{} fs {} border lc rgb \"{}\" lc rgb \"{}\" title {}",
                          s == 0 ? "" : ", \\\n  ", i, s + 2, s == 0 ? ":xtic(1)" : "",
                          kFills[s % 6], kInk, kShades[s % 6], in_quotes(stages[s]));
  }
  return script + "\n";
}

/// One panel a scene: a column a thread count, stages one on the other.
Figure stages_figure(const Json& report) {
  const std::vector<const Json*> all = series_with_stages(report);
  if (all.empty()) return {};
  std::vector<std::string> stages;
  for (const Json& stage : all[0]->at("points").at(0).at("stages"))
    stages.push_back(stage.at("stage"));
  double highest = 0;
  std::string script;
  for (std::size_t i = 0; i < all.size(); ++i)
    script += fmt::format("$s{} << EOD\n{}EOD\n", i, stage_data(*all[i], stages, highest));
  const auto columns = static_cast<int>(all.size());
  const int width = 250 + 230 * columns;
  script += fmt::format(
      "set style data histograms\nset style histogram rowstacked\nset boxwidth 0.7\n"
      "set yrange [0:{}]\nset xlabel \"threads\"\nset grid ytics lc rgb \"#e0e0e0\" lt 1 lw 0.5\n"
      "unset key\nset multiplot layout 1,{} margins {},{},0.14,0.9 spacing 0.02,0\n",
      highest * 1.08, columns, 80.0 / width, 1 - 120.0 / width);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto boxes = all[i]->at("points").at(0).at("box_count").get<std::uint64_t>();
    script +=
        fmt::format("set title {} noenhanced\n",
                    in_quotes(fmt::format("{}, {} boxes", all[i]->at("scene").get<std::string>(),
                                          grouped(boxes))));
    script += i == 0 ? "set ylabel \"milliseconds a frame, medians of the stages\"\n"
                     : "unset ylabel\nset format y \"\"\n";
    if (i + 1 == all.size())
      script +=
          "set key at screen 0.99,0.88 top right invert reverse Left samplen 1.5 spacing 1.3\n";
    script += stacked_columns(i, stages);
  }
  script += "unset multiplot\n";
  return {"stages", width, 420, script};
}

Figure growth_figure(const Json& report) {
  std::map<std::string, std::string> lines;
  std::vector<std::string> order;
  double least_ns = 1e30, most_ns = 0, least_count = 1e30, most_count = 0;
  for (const Json& point : report.at("growth")) {
    if (point.at("ns_per_box").is_null()) continue;
    const int threads = point.at("threads");
    const std::string name =
        fmt::format("{}, {}, {} {}", point.at("engine").get<std::string>(),
                    point.at("scene").get<std::string>(), threads, threads_word(threads));
    if (lines.find(name) == lines.end()) order.push_back(name);
    const Json& ns = point.at("ns_per_box");
    const auto count = point.at("box_count").get<double>();
    least_ns = std::min(least_ns, ns.at("low").get<double>());
    most_ns = std::max(most_ns, ns.at("high").get<double>());
    least_count = std::min(least_count, count);
    most_count = std::max(most_count, count);
    lines[name] += fmt::format("{} {} {} {}\n", point.at("box_count").get<std::size_t>(),
                               ns.at("median").get<double>(), ns.at("low").get<double>(),
                               ns.at("high").get<double>());
  }
  if (order.empty()) return {};
  std::string script, plots;
  for (std::size_t i = 0; i < order.size(); ++i) {
    script += fmt::format("$s{} << EOD\n{}EOD\n", i, lines[order[i]]);
    plots += (i == 0 ? "" : ", \\\n  ") + plot_line(i, order[i]);
  }
  script += fmt::format(
      "set title \"Cost over the number of boxes\"\nset logscale xy\nset xlabel \"boxes "
      "(logarithmic)\"\n"
      "set ylabel \"nanoseconds a box and frame (logarithmic; bars: 95 % interval)\"\n"
      "set format x \"%.0s%c\"\nset format y \"%g\"\nset grid lc rgb \"#e0e0e0\" lt 1 lw 0.5\n"
      "set ytics (5,10,15,20,30,40,50,75,100,150,200,300,500,750,1000,2000,5000)\n"
      "set key tmargin center horizontal maxcols 2 reverse Left\nset yrange [{}:{}]\n"
      "set xrange [{}:{}]\nplot {}\n",
      least_ns / 1.3, most_ns * 1.3, least_count / 1.3, most_count * 1.3, plots);
  return {"growth", 760, 520, script};
}

}  // namespace

std::vector<Figure> scaling_figures(const Json& report) {
  std::vector<Figure> figures;
  for (const char* kind : {"strong", "weak"}) {
    const Json& all = report.at("series");
    const bool has_kind =
        std::any_of(all.begin(), all.end(), [&](const Json& s) { return s.at("kind") == kind; });
    if (has_kind) figures.push_back(speed_up_figure(report, kind));
  }
  for (Figure& figure : std::vector<Figure>{stages_figure(report), growth_figure(report)})
    if (!figure.name.empty()) figures.push_back(figure);
  return figures;
}

}  // namespace quadphase::bench
