// SPDX-License-Identifier: MIT
// Speed-up over threads with the ideal line, stages stacked over threads, and the cost a box over
// the number of boxes.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/figures.hpp"
#include "report/reading.hpp"
#include "report/text.hpp"

namespace quadphase::bench {
namespace {

constexpr int kMarkers[] = {7, 5, 9, 13, 11};  // filled; the number before is the hollow one
constexpr const char* kScalingColors[] = {kOursColor, kBaselineColor, "#000000", "#5b8c3a",
                                          "#8a5a9e"};
constexpr const char* kIdealStyle = "with lines dt 3 lw 1.5 lc rgb \"#6a6a6a\"";

/// A line over threads or counts. Data: x, value, and the ends of its interval.
struct Line {
  std::string title;
  std::size_t engine = 0;  ///< chooses color and marker
  bool is_hollow = false;  ///< of several threads, where one thread has a line of its own
  std::string data{};
  std::string label{};  ///< next to the last point; empty: none
  double label_x = 0, label_y = 0;
};

struct Panel {
  std::string title;
  std::vector<Line> lines;
};

/// What the panels of a figure have in common.
struct Panels {
  std::string name, title, x_label, y_label;
  std::string setup;  ///< ranges and tics
  std::string ideal;  ///< data of a line that every panel has; empty: none
  std::vector<Panel> panels;
};

Panel& panel_of(std::vector<Panel>& panels, const std::string& title) {
  const auto found = std::find_if(panels.begin(), panels.end(),
                                  [&](const Panel& panel) { return panel.title == title; });
  if (found != panels.end()) return *found;
  panels.push_back({.title = title, .lines = {}});
  return panels.back();
}

/// The place of an engine among those of the report, from 0 on.
std::size_t place_of(std::vector<std::string>& engines, const std::string& engine) {
  const auto found = std::find(engines.begin(), engines.end(), engine);
  const auto place = static_cast<std::size_t>(found - engines.begin());
  if (found == engines.end()) engines.push_back(engine);
  return place;
}

/// Markers and dashes differ, so that lines differ without color.
std::string line_style(const Line& line) {
  return fmt::format("with linespoints pt {} ps 0.8 dt {} lw 1.3 lc rgb \"{}\"",
                     kMarkers[line.engine % 5] - (line.is_hollow ? 1 : 0), line.is_hollow ? 2 : 1,
                     kScalingColors[line.engine % 5]);
}

/// A plot of nothing over the whole figure, for a key as wide as that: a panel's own must not be
/// wider than the panel.
std::string key_script(const Panels& figure, double y, int rows) {
  std::string entries = "NaN notitle";
  if (!figure.ideal.empty()) entries += fmt::format(", NaN {} title \"ideal\"", kIdealStyle);
  for (const Line& line : figure.panels[0].lines)
    entries += fmt::format(", \\\n  NaN {} title {}", line_style(line), in_quotes(line.title));
  return fmt::format(
      "set lmargin at screen 0\nset rmargin at screen 1\nset bmargin at screen 0\n"
      "set tmargin at screen 1\nunset title\nunset border\nunset tics\nunset grid\nunset xlabel\n"
      "unset ylabel\nunset logscale\nunset label\nset xrange [0:1]\nset yrange [0:1]\n"
      "set key at screen 0.5,{} center center horizontal maxrows {} Left reverse samplen 2.5\n"
      "plot {}\n",
      y, rows, entries);
}

std::string panel_script(const Panels& figure, std::size_t number) {
  const Panel& panel = figure.panels[number];
  std::string script =
      fmt::format("set title {} noenhanced\nunset label\n", in_quotes(panel.title));
  std::string plots;
  if (!figure.ideal.empty()) plots = fmt::format("$ideal using 1:2 {}, \\\n  ", kIdealStyle);
  for (std::size_t i = 0; i < panel.lines.size(); ++i) {
    const Line& line = panel.lines[i];
    const std::string block = fmt::format("d{}_{}", number, i);
    script += fmt::format("${} << EOD\n{}EOD\n", block, line.data);
    plots += fmt::format(
        "{0}${1} using 1:3:(0):($4-$3) with vectors nohead lw 1.2 lc rgb \"{2}\", \\\n"
        "  ${1} using 1:2 {3}",
        i == 0 ? "" : ", \\\n  ", block, kScalingColors[line.engine % 5], line_style(line));
    if (line.label.empty()) continue;
    script += fmt::format("set label {} at {},{} left offset 0.8,0 font \",10\"\n",
                          in_quotes(line.label), line.label_x, line.label_y);
  }
  return script + "plot " + plots + "\n";
}

/// One panel a scene, side by side, with one key and one range for all.
Figure panels_figure(const Panels& figure) {
  const auto columns = static_cast<int>(figure.panels.size());
  const int width = std::max(70 + 265 * columns, 480);
  const std::size_t entries = figure.panels[0].lines.size() + (figure.ideal.empty() ? 0 : 1);
  const int key_columns = std::min(static_cast<int>(entries), width / 210);
  const int key_rows = (static_cast<int>(entries) + key_columns - 1) / key_columns;
  const int head = 66 + 18 * key_rows;
  const int height = 330 + head;
  std::string script;
  if (!figure.ideal.empty()) script += fmt::format("$ideal << EOD\n{}EOD\n", figure.ideal);
  script += fmt::format(
      "{}set xlabel {}\nset grid lc rgb \"#e0e0e0\" lt 1 lw 0.5\nunset key\n"
      "set multiplot layout 1,{} title {} noenhanced margins {},{},{},{} spacing {},0\n",
      figure.setup, in_quotes(figure.x_label), columns, in_quotes(figure.title), 64.0 / width,
      1 - 20.0 / width, 56.0 / height, 1 - static_cast<double>(head) / height, 24.0 / width);
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    script += i == 0 ? fmt::format("set ylabel {}\n", in_quotes(figure.y_label))
                     : "unset ylabel\nset format y \"\"\n";
    script += panel_script(figure, i);
  }
  script += key_script(figure, 1 - (30.0 + 9.0 * key_rows) / height, key_rows);
  return {figure.name, width, height, script + "unset multiplot\n"};
}

/// Labels that would overlap move apart.
void spread_labels(std::vector<Line>& lines, double least_distance) {
  std::vector<Line*> sorted;
  for (Line& line : lines) sorted.push_back(&line);
  std::sort(sorted.begin(), sorted.end(),
            [](const Line* a, const Line* b) { return a->label_y < b->label_y; });
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const double lack = least_distance - (sorted[i]->label_y - sorted[i - 1]->label_y);
    if (lack > 0) sorted[i]->label_y += lack;
  }
}

Figure speed_up_figure(const Json& report, const std::string& kind) {
  Panels figure;
  std::vector<std::string> engines;
  int most = 1;
  double least = 1, highest = 1;
  std::map<int, bool> thread_counts;
  for (const Json& series : report.at("series")) {
    if (series.at("kind") != kind) continue;
    Line line{.title = series.at("engine")};
    line.engine = place_of(engines, line.title);
    for (const Json& point : series.at("points")) {
      const Json& gain = point.at("speed_up");
      if (gain.is_null()) continue;
      const int threads = point.at("threads");
      const double value = gain.at("median"), low = gain.at("low"), high = gain.at("high");
      thread_counts[threads] = true;
      most = std::max(most, threads);
      least = std::min(least, low);
      highest = std::max(highest, high);
      line.data += fmt::format("{} {} {} {}\n", threads, value, low, high);
      line.label = fmt::format("{:.2f}", value);
      line.label_x = threads;
      line.label_y = value;
    }
    const std::string panel =
        fmt::format("{}, {} boxes{}", series.at("scene").get<std::string>(),
                    grouped(series.at("points").at(0).at("box_count").get<std::uint64_t>()),
                    kind == "weak" ? " a thread" : "");
    panel_of(figure.panels, panel).lines.push_back(line);
  }
  highest = std::max<double>(highest, most);
  const double margin = 0.08 * (highest - least + 0.1);
  for (Panel& panel : figure.panels) spread_labels(panel.lines, 0.6 * margin);
  std::string tics;
  for (const auto& [threads, is_there] : thread_counts)
    tics += fmt::format("{}{}", tics.empty() ? "" : ", ", threads);
  figure.name = "speed-up-" + kind;
  figure.title = fmt::format("{}; bars: 95 % interval ({})",
                             kind == "weak" ? "Weak scaling: as many times the boxes as threads"
                                            : "Strong scaling: the same frame on more threads",
                             machine_words(report));
  figure.x_label = "threads";
  figure.y_label = "speed-up over one thread";
  figure.ideal = fmt::format("1 1\n{0} {0}\n", most);
  figure.setup = fmt::format("set xrange [{}:{}]\nset yrange [{}:{}]\nset xtics ({})\n",
                             1 - 0.1 * (most - 0.5), most + 0.3 * (most - 0.5), least - margin,
                             highest + margin, tics);
  return panels_figure(figure);
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
  constexpr const char* kShades[] = {kInk, kInk, kBaselineColor, kPeerColor, kOursColor, "#ffffff"};
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
      "unset key\nset multiplot layout 1,{} title {} noenhanced margins {},{},0.14,0.84 spacing "
      "0.02,0\n",
      highest * 1.08, columns,
      in_quotes(fmt::format("quadphase: the stages of a frame ({})", machine_words(report))),
      80.0 / width, 1 - 120.0 / width);
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
          "set key at screen 0.99,0.84 top right invert reverse Left samplen 1.5 spacing 1.3\n";
    script += stacked_columns(i, stages);
  }
  script += "unset multiplot\n";
  return {"stages", width, 420, script};
}

Figure growth_figure(const Json& report) {
  Panels figure;
  std::vector<std::string> engines;
  double least_ns = 1e30, most_ns = 0, least_count = 1e30, most_count = 0;
  int least_threads = 1'000'000;
  for (const Json& point : report.at("growth"))
    least_threads = std::min(least_threads, point.at("threads").get<int>());
  for (const Json& point : report.at("growth")) {
    const Json& ns = point.at("ns_per_box");
    if (ns.is_null()) continue;
    const int threads = point.at("threads");
    const auto engine = point.at("engine").get<std::string>();
    const std::string title = fmt::format("{}, {}", engine, thread_words(threads));
    std::vector<Line>& lines = panel_of(figure.panels, point.at("scene")).lines;
    auto line = std::find_if(lines.begin(), lines.end(),
                             [&](const Line& other) { return other.title == title; });
    if (line == lines.end()) {
      lines.push_back({.title = title,
                       .engine = place_of(engines, engine),
                       .is_hollow = threads != least_threads});
      line = lines.end() - 1;
    }
    const auto count = point.at("box_count").get<double>();
    const double low = ns.at("low"), high = ns.at("high");
    least_ns = std::min(least_ns, low);
    most_ns = std::max(most_ns, high);
    least_count = std::min(least_count, count);
    most_count = std::max(most_count, count);
    line->data += fmt::format("{} {} {} {}\n", count, ns.at("median").get<double>(), low, high);
  }
  if (figure.panels.empty()) return {};
  figure.name = "growth";
  figure.title = fmt::format("Cost a box over the number of boxes; bars: 95 % interval ({})",
                             machine_words(report));
  figure.x_label = "boxes (logarithmic)";
  figure.y_label = "nanoseconds a box and frame (logarithmic)";
  figure.setup = fmt::format(
      "set logscale xy\nset format x \"%.0s%c\"\nset format y \"%g\"\nset xrange [{}:{}]\n"
      "set yrange [{}:{}]\n"
      "set ytics (5,10,15,20,30,40,50,75,100,150,200,300,500,750,1000,2000,5000)\n",
      least_count / 1.5, most_count * 1.5, least_ns / 1.2, most_ns * 1.2);
  return panels_figure(figure);
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
