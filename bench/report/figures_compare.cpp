// SPDX-License-Identifier: MIT
// Engines side by side, as dots on a logarithmic axis: on one scene with figures next to them, on
// all scenes a panel each.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "report/figures.hpp"
#include "report/reading.hpp"
#include "report/text.hpp"

namespace quadphase::bench {
namespace {

/// A point for ours, baselines, libraries: gnuplot's filled form; the hollow one is the number
/// before it. Shapes differ, so that nothing is shown by color alone.
constexpr std::array kFilled = {7, 5, 9};
constexpr std::array kColors = {kOursColor, kBaselineColor, kInk};
constexpr std::array kGroupNames = {"quadphase", "baselines", "libraries"};

double decade_below(double x) {
  return std::pow(10, std::floor(std::log10(x)));
}

double decade_above(double x) {
  return std::pow(10, std::ceil(std::log10(x)));
}

/// A logarithmic axis that begins exactly at a tic loses it to rounding.
double just_below(double x) {
  return x * 0.995;
}

/// A data block; gnuplot calls a plot without a point an error.
std::string data_block(const std::string& name, const std::string& lines) {
  return fmt::format("${} << EOD\n{}EOD\n", name, lines.empty() ? "NaN NaN NaN\n" : lines);
}

/// The names of rows, ours in bold. With `has_names` false the rows have lines and no names.
std::string row_tics(const std::vector<std::string>& engines, bool has_names = true) {
  std::string tics;
  for (std::size_t i = 0; i < engines.size(); ++i) {
    const std::string& engine = engines[i];
    const std::string name = engine == "quadphase" ? "{/:Bold quadphase}" : enhanced(engine);
    tics += fmt::format("{}{} {}", i == 0 ? "" : ", ", in_quotes(has_names ? name : ""), i);
  }
  return tics;
}

/// Decades from `least` on, below `end`: "10, 100, 1k, 10k".
std::string decade_tics(double least, double end) {
  std::string tics;
  for (double x = least; x < end; x *= 10) {
    tics += fmt::format("{}\"{}\" {}", x == least ? "" : ", ",
                        x < 1000 ? fmt::format("{}", x) : fmt::format("{}k", x / 1000), x);
  }
  return tics;
}

struct SceneRow {
  double ns;
  const Json* row;
};

constexpr const char* kSceneScript = R"gnuplot(
set label 2 {title} at screen 0.5, graph 1 offset 0,character 3 center noenhanced
set tmargin 5
set logscale x
set xrange [{least}:{most}]
set xtics ({tics})
set yrange [{rows}-0.4:-0.7]
set ytics scale 0 enhanced ({names})
set border 1
set rmargin 9
set bmargin 5.5
set xlabel {label}
set grid xtics lc rgb "#d8d8d8" lt 1 lw 0.5
set object 1 rectangle from graph 0, first {ours}-0.5 to graph 1, first {ours}+0.5 behind fs solid noborder fc rgb "#f7e1de"
set label 1 {note} at screen 0.5, character 1 center font ",10" noenhanced
set key at graph 0.5, graph 1.045 center center horizontal maxrows 1 Left reverse samplen 0.5
plot \
  $guide using ({least}):1:($2-{least}):(0) with vectors nohead lw 0.6 lc rgb "#c4c4c4" notitle, \
  $line using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "{ink}" notitle, \
  {points}$label using 1:2:3 with labels left offset 1,0 noenhanced notitle
)gnuplot";

/// The points of the groups: filled on the fewest threads, hollow on the most.
std::string scene_points(bool has_more, int most) {
  std::string script;
  for (std::size_t g = 0; g < kFilled.size(); ++g) {
    script += fmt::format(
        "$one{0} using 1:2 with points pt {1} ps 1 lc rgb \"{2}\" title \"{3}\", \\\n  ", g,
        kFilled[g], kColors[g], kGroupNames[g]);
    if (!has_more) continue;
    script += fmt::format(
        "$more{0} using 1:2 with points pt {1} ps 1 lc rgb \"white\" notitle, \\\n  "
        "$more{0} using 1:2 with points pt {2} ps 1 lc rgb \"{3}\" notitle, \\\n  ",
        g, kFilled[g], kFilled[g] - 1, kColors[g]);
  }
  // The key's entry alone: one hollow point stands for all.
  if (has_more)
    script += fmt::format("NaN with points pt 6 ps 1 lc rgb \"{}\" title \"hollow: {}\", \\\n  ",
                          kInk, thread_words(most));
  return script;
}

/// The engines that are not on the figure, because they were skipped on the fewest threads.
std::string skipped_note(const Json& block) {
  std::string names;
  for (const Json& skipped : block.at("skipped")) {
    if (!skipped.at("threads").is_null() && skipped.at("threads") != least_threads(block)) continue;
    names += (names.empty() ? "" : ", ") + skipped.at("engine").get<std::string>();
  }
  return names.empty() ? "" : "skipped, over a second a frame: " + names;
}

std::vector<SceneRow> rows_by_time(const Json& block) {
  std::vector<SceneRow> rows;
  for (const Json& row : block.at("results")) {
    if (row.at("threads") == least_threads(block) && !row.at("median_ms").is_null())
      rows.push_back({ns_a_box(block, row), &row});
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const SceneRow& a, const SceneRow& b) { return a.ns < b.ns; });
  return rows;
}

/// All engines with a time on that scene, fastest first.
Figure scene_figure(const Json& report, const Json& block) {
  const int one = least_threads(block);
  const int most = most_threads(block);
  const std::vector<SceneRow> rows = rows_by_time(block);
  std::array<std::string, 3> one_data, more_data;
  std::string guides, lines, labels;
  std::vector<std::string> engines;
  double least_ns = 1e30, most_ns = 1;
  std::size_t ours = 0;
  for (const auto& [ns, row] : rows) {
    const std::size_t i = engines.size();
    engines.push_back(row->at("engine"));
    const auto group = static_cast<std::size_t>(group_of(*row));
    if (group == 0) ours = i;
    const Json* const parallel = most > one ? row_of(block, engines.back(), most) : nullptr;
    const double more_ns = parallel == nullptr ? ns : ns_a_box(block, *parallel);
    one_data[group] += fmt::format("{} {}\n", ns, i);
    std::string text = short_number(ns);
    if (parallel != nullptr) {
      more_data[group] += fmt::format("{} {}\n", more_ns, i);
      lines += fmt::format("{} {} {}\n", more_ns, i, ns);
      text += " / " + short_number(more_ns);
    }
    if (row->at("verdict") == "WRONG") text += " WRONG";
    guides += fmt::format("{} {}\n", i, std::min(ns, more_ns));
    labels += fmt::format("{} {} {}\n", std::max(ns, more_ns), i, in_quotes(text));
    least_ns = std::min({least_ns, ns, more_ns});
    most_ns = std::max({most_ns, ns, more_ns});
  }
  std::string script =
      data_block("guide", guides) + data_block("line", lines) + data_block("label", labels);
  for (std::size_t g = 0; g < kFilled.size(); ++g) {
    script += data_block(fmt::format("one{}", g), one_data[g]);
    script += data_block(fmt::format("more{}", g), more_data[g]);
  }
  const std::string on = most > one
                             ? fmt::format("on {} / on {}", thread_words(one), thread_words(most))
                             : "on " + thread_words(one);
  const auto scene = block.at("scene").get<std::string>();
  const double least = decade_below(least_ns);
  const double end = decade_above(most_ns * 1.01);
  script += fmt::format(
      fmt::runtime(kSceneScript),
      fmt::arg("title", in_quotes(fmt::format("All pairs of {} moving boxes, scene {} ({})",
                                              grouped_count(block), scene, machine_words(report)))),
      fmt::arg("label", in_quotes(fmt::format(
                            "nanoseconds a box and frame (logarithmic axis): median {}", on))),
      fmt::arg("least", just_below(least)), fmt::arg("most", end),
      fmt::arg("tics", decade_tics(least, end * 2)), fmt::arg("rows", rows.size()),
      fmt::arg("names", row_tics(engines)), fmt::arg("ours", ours),
      fmt::arg("note", in_quotes(skipped_note(block))), fmt::arg("ink", kInk),
      fmt::arg("points", scene_points(most > one, most)));
  const int height = 150 + 24 * static_cast<int>(std::max<std::size_t>(rows.size(), 2));
  return {"engines-" + scene, 800, height, script};
}

/// All engines of the report, ours first, then by the geometric mean of their ratios to ours.
std::vector<std::string> ranked_engines(const Json& report,
                                        const std::vector<const Json*>& blocks) {
  std::map<std::string, std::pair<double, int>> logs;
  for (const Json* block : blocks) {
    for (const Json& row : block->at("results")) {
      if (row.at("threads") != least_threads(*block) || row.at("ratio").is_null()) continue;
      auto& [sum, count] = logs[row.at("engine")];
      sum += std::log(row.at("ratio").at("median").get<double>());
      ++count;
    }
  }
  std::vector<std::string> engines;
  for (const Json& engine : report.at("settings").at("engines"))
    engines.push_back(engine.at("engine"));
  const auto key = [&](const std::string& engine) {
    const auto found = logs.find(engine);
    return found == logs.end() ? 1e9 : found->second.first / found->second.second;
  };
  std::stable_sort(engines.begin(), engines.end(),
                   [&](const std::string& a, const std::string& b) { return key(a) < key(b); });
  return engines;
}

/// One panel: a row an engine, a point for the median and a line to the worst frame.
std::string panel(const Json& block, const std::vector<std::string>& engines, double least,
                  double most, bool has_names, std::size_t number) {
  std::array<std::string, 3> data;
  std::string skipped;
  double ours = least;
  for (std::size_t i = 0; i < engines.size(); ++i) {
    const Json* const row = row_of(block, engines[i], least_threads(block));
    if (row == nullptr) {
      skipped += fmt::format("{} {}\n", most / 1.4, i);
      continue;
    }
    const double ns = ns_a_box(block, *row);
    const auto group = static_cast<std::size_t>(group_of(*row));
    if (group == 0) ours = ns;
    data[group] += fmt::format("{} {} {}\n", ns, i, ns_a_box(block, *row, "max_ms"));
  }
  std::string script, lines, points;
  for (std::size_t g = 0; g < data.size(); ++g) {
    script += data_block(fmt::format("group{}_{}", g, number), data[g]);
    lines += fmt::format(
        "$group{}_{} using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb \"#8a8a8a\" notitle, "
        "\\\n  ",
        g, number);
    // Hollow, but ours: it is found at once.
    points += fmt::format("$group{}_{} using 1:2 with points pt {} ps {} lc rgb \"{}\" notitle{}",
                          g, number, g == 0 ? kFilled[g] : kFilled[g] - 1, g == 0 ? 0.9 : 0.75,
                          kColors[g], g + 1 < data.size() ? ", \\\n  " : "\n");
  }
  script += data_block(fmt::format("skipped{}", number), skipped);
  script += fmt::format(
      "set title {0} noenhanced offset 0,-0.6\nset ytics scale 0 enhanced ({1})\n"
      "set arrow 1 from {2}, graph 0 to {2}, graph 1 nohead dt 3 lc rgb \"{3}\"\n"
      "plot {4}$skipped{5} using 1:2 with points pt 2 ps 0.5 lc rgb \"{6}\" notitle, \\\n  {7}",
      in_quotes(
          fmt::format("{}, {} boxes", block.at("scene").get<std::string>(), grouped_count(block))),
      row_tics(engines, has_names), ours, kOursColor, lines, number, kInk, points);
  return script;
}

Figure scenes_figure(const Json& report, const std::vector<const Json*>& blocks) {
  const std::vector<std::string> engines = ranked_engines(report, blocks);
  double least = 1e30, most = 1;
  for (const Json* block : blocks) {
    for (const Json& row : block->at("results")) {
      if (row.at("median_ms").is_null() || row.at("threads") != least_threads(*block)) continue;
      least = std::min(least, ns_a_box(*block, row));
      most = std::max(most, ns_a_box(*block, row, "max_ms"));
    }
  }
  least = decade_below(least);
  most = decade_above(most * 1.5);
  const int columns = static_cast<int>(std::min<std::size_t>(blocks.size(), 4));
  const int lines = (static_cast<int>(blocks.size()) + columns - 1) / columns;
  const int width = 150 + 240 * columns;
  const int height = 100 + (58 + 14 * static_cast<int>(engines.size())) * lines;
  // No label at the last decade: the next panel's first would touch it.
  std::string script = fmt::format(
      "set logscale x\nset xrange [{}:{}]\nset yrange [{}:-0.7]\n"
      "set grid xtics ytics lc rgb \"#e4e4e4\" lt 1 lw 0.5\n"
      "set ytics font \",10\"\nset xtics font \",9\" ({})\nunset key\nset title font \",11\"\n",
      just_below(least), most, static_cast<double>(engines.size()) - 0.3,
      decade_tics(least, most * 0.5));
  const std::array<std::string, 3> head = {
      fmt::format("{{/:Bold Nanoseconds a box and frame on {}, median (logarithmic axes)}}; {}",
                  thread_words(least_threads(*blocks[0])), enhanced(machine_words(report))),
      "filled circle and dotted line: quadphase;  square: baseline;  triangle: "
      "library",
      "gray line: to the longest frame;  cross at the right edge: skipped, over a second a frame"};
  for (std::size_t i = 0; i < head.size(); ++i) {
    script += fmt::format("set label {} {} at screen 0.5,{} center font \",11\" enhanced\n", i + 1,
                          in_quotes(head[i]), 1 - (16.0 + 18.0 * static_cast<double>(i)) / height);
  }
  script += fmt::format("set multiplot layout {},{} margins {},0.985,{},{} spacing {},{}\n", lines,
                        columns, 125.0 / width, 28.0 / height, 1 - 84.0 / height, 14.0 / width,
                        48.0 / height);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    script +=
        panel(*blocks[i], engines, least, most, i % static_cast<std::size_t>(columns) == 0, i);
    if (i == 0) script += "unset label\n";
  }
  script += "unset multiplot\n";
  return {"engines", width, height, script};
}

}  // namespace

std::vector<Figure> compare_figures(const Json& report) {
  const std::vector<const Json*> blocks = shown_blocks(report);
  if (blocks.empty()) return {};
  return {scene_figure(report, *blocks.front()), scenes_figure(report, blocks)};
}

}  // namespace quadphase::bench
