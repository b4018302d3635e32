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

/// One panel a scene: a column a thread count, stages one on the other.
Figure stages_figure(const Json& report) {
  std::vector<const Json*> all;
  for (const Json& series : report.at("series")) {
    if (series.at("kind") == "strong" && series.at("engine") == "quadphase" &&
        !series.at("points").at(0).at("stages").empty())
      all.push_back(&series);
  }
  if (all.empty()) return {};
  double highest = 0;
  std::string script;
  std::vector<std::string> stages;
  for (const Json& stage : all[0]->at("points").at(0).at("stages"))
    stages.push_back(stage.at("stage"));
  for (std::size_t i = 0; i < all.size(); ++i) {
    script += fmt::format("$s{} << EOD\n", i);
    for (const Json& point : all[i]->at("points")) {
      script += fmt::format("{}", point.at("threads").get<int>());
      double sum = 0;
      for (const std::string& name : stages) {
        double ms = 0;
        for (const Json& stage : point.at("stages"))
          if (stage.at("stage") == name) ms = stage.at("median_ms").get<double>();
        sum += ms;
        script += fmt::format(" {}", ms);
      }
      highest = std::max(highest, sum);
      script += "\n";
    }
    script += "EOD\n";
  }
  // Patterns and shades from the bottom of a column to its top.
  constexpr const char* kFills[] = {"solid 1.0",  "pattern 1", "pattern 4",
                                    "solid 0.25", "pattern 5", "solid 0.0"};
  constexpr const char* kShades[] = {"#1a1a1a", "#1a1a1a", "#2f5d8a",
                                     "#7a7a7a", "#b3261e", "#ffffff"};
  const auto columns = static_cast<int>(all.size());
  script += fmt::format(
      "set style data histograms\nset style histogram rowstacked\nset boxwidth 0.7\nset yrange "
      "[0:{}]\n"
      "set xlabel \"threads\"\nset grid ytics lc rgb \"#e0e0e0\" lt 1 lw 0.5\nunset key\n"
      "set multiplot layout 1,{} margins {},0.83,0.14,0.9 spacing 0.02,0\n",
      highest * 1.08, columns, 80.0 / (250 + 230 * columns));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Json& point = all[i]->at("points").at(0);
    script +=
        fmt::format("set title {} noenhanced\n",
                    in_quotes(fmt::format("{}, {} boxes", (*all[i]).at("scene").get<std::string>(),
                                          grouped(point.at("box_count").get<std::size_t>()))));
    script += i == 0 ? "set ylabel \"milliseconds a frame, medians of the stages\"\n"
                     : "unset ylabel\nset format y \"\"\n";
    if (i + 1 == all.size())
      script +=
          "set key at screen 0.99,0.88 top right invert reverse Left samplen 1.5 spacing 1.3\n";
    script += "plot ";
    for (std::size_t s = 0; s < stages.size(); ++s) {
      script += fmt::format("{}$s{} using {}{} fs {} border lc rgb \"{}\" lc rgb \"{}\" title {}",
                            s == 0 ? "" : ", \\\n  ", i, s + 2, s == 0 ? ":xtic(1)" : "",
                            kFills[s % 6], kInk, kShades[s % 6], in_quotes(stages[s]));
    }
    script += "\n";
  }
  script += "unset multiplot\n";
  return {"stages", 250 + 230 * columns, 420, script};
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
