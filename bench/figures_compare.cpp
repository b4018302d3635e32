// SPDX-License-Identifier: MIT
// Engines side by side: on one scene as bars with figures on them, on all scenes as dots.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "figures.hpp"
#include "text.hpp"

namespace quadphase::bench {
namespace {

std::string grouped_count(const Json& block) {
  return grouped(block.at("box_count").get<std::uint64_t>());
}

int least_threads(const Json& block) {
  int least = block.at("results").at(0).at("threads").get<int>();
  for (const Json& row : block.at("results")) least = std::min(least, row.at("threads").get<int>());
  return least;
}

int most_threads(const Json& block) {
  int most = 0;
  for (const Json& row : block.at("results")) most = std::max(most, row.at("threads").get<int>());
  return most;
}

/// The row of an engine, where it has a median; null otherwise.
const Json* row_of(const Json& block, const std::string& engine, int threads) {
  for (const Json& row : block.at("results")) {
    if (row.at("engine") == engine && row.at("threads") == threads &&
        !row.at("median_ms").is_null())
      return &row;
  }
  return nullptr;
}

double ns_a_box(const Json& block, const Json& row, const char* figure) {
  return row.at(figure).get<double>() * 1e6 / block.at("box_count").get<double>();
}

/// Number of a group: 0 ours, 1 baselines, 2 peers.
int group_of(const std::string& group) {
  if (group == "quadphase") return 0;
  return group == "baseline" ? 1 : 2;
}

std::string shown(double ns) {
  return ns < 99.95 ? fmt::format("{:.1f}", ns) : fmt::format("{:.0f}", ns);
}

/// Bars that all begin at the left edge of a logarithmic axis.
constexpr const char* kBarScript = R"gnuplot(
set title {title} noenhanced
set logscale x
set xrange [{least}:{most}]
set yrange [{rows}:-0.8]
set ytics scale 0 ({names})
set border 1
set rmargin 10
set xlabel "nanoseconds a box and frame, median (logarithmic axis)"
set grid xtics lc rgb "#d8d8d8" lt 1 lw 0.5
set key inside top right vertical samplen 1.6 spacing 1.2
set format x "%g"
plot \
  $ours using ({least}):2:({least}):1:($2-0.34):($2+0.34) with boxxyerror fs solid 1 border lc rgb "{ink}" fc rgb "{ours}" title "quadphase", \
  $baseline using ({least}):2:({least}):1:($2-0.34):($2+0.34) with boxxyerror fs pattern 4 border lc rgb "{ink}" fc rgb "{baseline}" title "written for this comparison", \
  $peer using ({least}):2:({least}):1:($2-0.34):($2+0.34) with boxxyerror fs pattern 0 border lc rgb "{ink}" fc rgb "{peer}" title "libraries", \
  $more using 1:2 with points pt 13 ps 1.1 lc rgb "white" notitle, \
  $more using 1:2 with points pt 12 ps 1.1 lc rgb "{ink}" title "{more}", \
  $label using 1:2:3 with labels left offset 0.8,0 noenhanced notitle
)gnuplot";

/// All engines with a time on that scene, fastest first.
Figure scene_figure(const Json& block) {
  const int one = least_threads(block);
  const int most = most_threads(block);
  std::vector<std::pair<double, const Json*>> rows;
  for (const Json& row : block.at("results")) {
    if (row.at("threads") == one && !row.at("median_ms").is_null())
      rows.emplace_back(ns_a_box(block, row, "median_ms"), &row);
  }
  std::stable_sort(rows.begin(), rows.end(), [](auto& a, auto& b) { return a.first < b.first; });
  std::string data[3], more, labels, names;
  double least_ns = rows.empty() ? 1 : rows.front().first;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& [ns, row] = rows[i];
    const auto engine = row->at("engine").get<std::string>();
    const bool is_wrong = row->at("verdict") == "WRONG";
    data[group_of(row->at("group"))] += fmt::format("{} {}\n", ns, i);
    const Json* const parallel = most > one ? row_of(block, engine, most) : nullptr;
    if (parallel != nullptr) {
      const double parallel_ns = ns_a_box(block, *parallel, "median_ms");
      least_ns = std::min(least_ns, parallel_ns);
      more += fmt::format("{} {}\n", parallel_ns, i);
    }
    labels +=
        fmt::format("{} {} {}\n",
                    std::max(ns, parallel == nullptr ? 0 : ns_a_box(block, *parallel, "median_ms")),
                    i, in_quotes(shown(ns) + (is_wrong ? " WRONG" : "")));
    names += fmt::format("{}{} {}", i == 0 ? "" : ", ", in_quotes(engine), i);
  }
  const auto scene = block.at("scene").get<std::string>();
  std::string script;
  const auto add_data = [&script](const char* name, const std::string& lines) {
    // A plot without a point is an error to gnuplot.
    script += fmt::format("${} << EOD\n{}EOD\n", name, lines.empty() ? "NaN NaN \"\"\n" : lines);
  };
  add_data("ours", data[0]);
  add_data("baseline", data[1]);
  add_data("peer", data[2]);
  add_data("more", more);
  add_data("label", labels);
  const double largest = rows.empty() ? 10 : rows.back().first;
  script += fmt::format(
      fmt::runtime(kBarScript),
      fmt::arg("title", in_quotes(fmt::format("{}: {} boxes, {} thread{}", scene,
                                              grouped_count(block), one, one == 1 ? "" : "s"))),
      fmt::arg("least", std::pow(10, std::floor(std::log10(least_ns * 0.6)))),
      fmt::arg("most", std::pow(10, std::ceil(std::log10(largest * 1.01)))),
      fmt::arg("rows", rows.size()), fmt::arg("ink", kInk), fmt::arg("ours", kOursColour),
      fmt::arg("baseline", kBaselineColour), fmt::arg("peer", kPeerColour),
      fmt::arg("names", names), fmt::arg("more", fmt::format("the same on {} threads", most)));
  const int height = 140 + 24 * static_cast<int>(std::max<std::size_t>(rows.size(), 2));
  return {"engines-" + scene, 820, height, script};
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
  for (const Json& engine : report.at("engines")) engines.push_back(engine.at("engine"));
  const auto key = [&](const std::string& engine) {
    const auto found = logs.find(engine);
    return found == logs.end() ? 1e9 : found->second.first / found->second.second;
  };
  std::stable_sort(engines.begin(), engines.end(),
                   [&](const std::string& a, const std::string& b) { return key(a) < key(b); });
  return engines;
}

/// One panel: a row an engine, a dot for the median and a line to the worst frame.
std::string panel(const Json& block, const std::vector<std::string>& engines, double least,
                  double most, bool has_names, std::size_t number) {
  std::string data[3], skipped, names;
  double ours = 0;
  for (std::size_t i = 0; i < engines.size(); ++i) {
    names += fmt::format("{}{} {}", i == 0 ? "" : ", ", in_quotes(has_names ? engines[i] : ""), i);
    const Json* const row = row_of(block, engines[i], least_threads(block));
    if (row == nullptr) {
      skipped += fmt::format("{} {}\n", most / 1.4, i);
      continue;
    }
    const double ns = ns_a_box(block, *row, "median_ms");
    const int group = group_of(row->at("group"));
    if (group == 0) ours = ns;
    data[group] += fmt::format("{} {} {}\n", ns, i, ns_a_box(block, *row, "max_ms"));
  }
  std::string script;
  const auto add_data = [&](const char* name, const std::string& lines) {
    script +=
        fmt::format("${}{} << EOD\n{}EOD\n", name, number, lines.empty() ? "NaN NaN NaN\n" : lines);
  };
  add_data("ours", data[0]);
  add_data("baseline", data[1]);
  add_data("peer", data[2]);
  add_data("skipped", skipped);
  script +=
      fmt::format("set title {} noenhanced offset 0,-0.5\nset ytics ({})\nset xrange [{}:{}]\n",
                  in_quotes(fmt::format("{}, {} boxes", block.at("scene").get<std::string>(),
                                        grouped_count(block))),
                  names, least, most);
  script +=
      fmt::format("set arrow 1 from {0}, graph 0 to {0}, graph 1 nohead dt 3 lc rgb \"{1}\"\n",
                  ours, kOursColour);
  script += fmt::format(
      "plot for [d in \"ours baseline peer\"] sprintf(\"$%s{0}\", d) using 1:2:($3-$1):(0) with "
      "vectors "
      "nohead lc rgb \"#9a9a9a\" notitle, \\\n"
      "  $skipped{0} using 1:2 with points pt 2 ps 0.5 lc rgb \"{1}\" notitle, \\\n"
      "  $peer{0} using 1:2 with points pt 8 ps 0.8 lc rgb \"{2}\" notitle, \\\n"
      "  $baseline{0} using 1:2 with points pt 4 ps 0.7 lc rgb \"{3}\" notitle, \\\n"
      "  $ours{0} using 1:2 with points pt 7 ps 0.9 lc rgb \"{4}\" notitle\n",
      number, kInk, kInk, kBaselineColour, kOursColour);
  return script;
}

Figure scenes_figure(const Json& report, const std::vector<const Json*>& blocks) {
  const std::vector<std::string> engines = ranked_engines(report, blocks);
  double least = 1e30, most = 1;
  for (const Json* block : blocks) {
    for (const Json& row : block->at("results")) {
      if (row.at("median_ms").is_null()) continue;
      least = std::min(least, ns_a_box(*block, row, "median_ms"));
      most = std::max(most, ns_a_box(*block, row, "max_ms"));
    }
  }
  least = std::pow(10, std::floor(std::log10(least)));
  most = std::pow(10, std::ceil(std::log10(most * 1.5)));
  const int columns = static_cast<int>(std::min<std::size_t>(blocks.size(), 4));
  const int lines = (static_cast<int>(blocks.size()) + columns - 1) / columns;
  const int panel_height = 60 + 14 * static_cast<int>(engines.size());
  const int width = 170 + 240 * columns;
  const int height = 85 + panel_height * lines;
  // No label at the last decade: the next panel's first would touch it.
  std::string tics;
  for (double x = least; x < most * 0.5; x *= 10)
    tics +=
        fmt::format("{}\"10^{{{}}}\" {}", x == least ? "" : ", ", std::lround(std::log10(x)), x);
  std::string script = fmt::format(
      "set logscale x\nset yrange [{}:-0.7]\nset grid x lc rgb \"#e0e0e0\" lt 1 lw 0.5\n"
      "set ytics scale 0 font \",10\"\nset xtics font \",9\" enhanced ({})\nunset key\n"
      "set title font \",10\"\n"
      "set label 1 \"nanoseconds a box and frame, median on one thread, logarithmic axis; grey "
      "line: to the "
      "longest frame\" at screen 0.5,{} center font \",10\"\n"
      "set label 2 \"quadphase: dot and dotted line;  written for this comparison: square;  "
      "library: triangle;  "
      "skipped: cross\" at screen 0.5,{} center font \",10\"\n"
      "set multiplot layout {},{} margins {},0.985,{},{} spacing 0.015,{}\n",
      static_cast<double>(engines.size()) - 0.3, tics, 32.0 / height, 14.0 / height, lines, columns,
      150.0 / width, 70.0 / height, 1 - 25.0 / height, 45.0 / height);
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
  // Of each scene the block of the most boxes that every engine runs, all moving.
  std::vector<const Json*> blocks;
  for (const Json& block : report.at("blocks")) {
    if (block.at("motion") != "all" || block.at("box_count") > 100'000) continue;
    const auto same = std::find_if(blocks.begin(), blocks.end(), [&](const Json* other) {
      return other->at("scene") == block.at("scene");
    });
    if (same == blocks.end()) {
      blocks.push_back(&block);
    } else if ((*same)->at("box_count") < block.at("box_count")) {
      *same = &block;
    }
  }
  if (blocks.empty()) return {};
  return {scene_figure(*blocks.front()), scenes_figure(report, blocks)};
}

}  // namespace quadphase::bench
