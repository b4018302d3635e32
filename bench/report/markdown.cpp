// SPDX-License-Identifier: MIT
// Rows and columns of the Markdown table.
#include "report/markdown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "report/reading.hpp"
#include "report/text.hpp"

namespace quadphase::bench {
namespace {

constexpr const char* kOurName = "quadphase";

/// One scene on one number of threads.
struct Column {
  const Json* block;
  int threads;
  std::string title;
};

/// The scenes on which engines differ most, and the first of them on all threads.
std::vector<Column> columns_of(const Json& report) {
  const std::vector<const Json*> blocks = shown_blocks(report);
  std::vector<Column> columns;
  for (const char* scene :
       {"uniform", "dense", "clusters", "mixed", "giants", "decades", "galaxy", "outlier"}) {
    for (const Json* block : blocks)
      if (block->at("scene") == scene) columns.push_back({block, least_threads(*block), scene});
  }
  if (columns.empty()) return columns;
  const Column first = columns.front();
  if (const int most = most_threads(*first.block); most > first.threads)
    columns.push_back({first.block, most, fmt::format("{}, {}", first.title, thread_words(most))});
  return columns;
}

/// Infinite where the engine has no time.
double time_of(const Column& column, const std::string& engine) {
  const Json* const row = row_of(*column.block, engine, column.threads);
  return row == nullptr ? std::numeric_limits<double>::infinity() : ns_a_box(*column.block, *row);
}

bool is_wrong(const Column& column, const std::string& engine) {
  const Json* const row = row_of(*column.block, engine, column.threads);
  return row != nullptr && row->at("verdict") == "WRONG";
}

std::string cell(const Column& column, const Json& engine, double fastest) {
  const auto name = engine.at("engine").get<std::string>();
  if (is_wrong(column, name)) return "WRONG";
  const double ns = time_of(column, name);
  if (ns == fastest) return fmt::format("**{}**", short_number(ns));
  if (ns < std::numeric_limits<double>::infinity()) return short_number(ns);
  const bool could_not =
      column.threads > least_threads(*column.block) && !engine.at("multi_threaded").get<bool>();
  return could_not ? "1 thread only" : "–";
}

/// Ours, baselines, peers; each group in the order of the first column.
std::vector<const Json*> engines_of(const Json& report, const Column& first) {
  std::vector<const Json*> engines;
  for (const Json& engine : report.at("settings").at("engines")) engines.push_back(&engine);
  const auto key = [&](const Json* engine) {
    return std::pair(group_of(*engine), time_of(first, engine->at("engine")));
  };
  std::stable_sort(engines.begin(), engines.end(),
                   [&](const Json* a, const Json* b) { return key(a) < key(b); });
  return engines;
}

/// Every cell in which another engine is faster.
std::string faster_line(const std::vector<const Json*>& engines,
                        const std::vector<Column>& columns) {
  std::string cells;
  for (const Column& column : columns) {
    const double ours = time_of(column, kOurName);
    for (const Json* engine : engines) {
      const auto name = engine->at("engine").get<std::string>();
      const double ns = time_of(column, name);
      if (ns >= ours || is_wrong(column, name)) continue;
      cells += fmt::format("{}{}: `{}` ({} against {})", cells.empty() ? "" : "; ", column.title,
                           name, short_number(ns), short_number(ours));
    }
  }
  return cells.empty() ? "No engine is faster than quadphase in any cell."
                       : fmt::format("Faster than quadphase: {}.", cells);
}

}  // namespace

std::string compare_markdown(const Json& report) {
  const std::vector<Column> columns = columns_of(report);
  if (columns.empty()) return "";
  const Json& first = *columns.front().block;
  const std::vector<const Json*> engines = engines_of(report, columns.front());
  std::string table = fmt::format(
      "Nanoseconds a box and frame, medians; {} boxes, all moving, {} where not said otherwise; "
      "{}, {}.\nBold: the fastest of a column. –: skipped, a frame takes over a second.\n\n",
      grouped_count(first), thread_words(columns.front().threads), machine_words(report),
      report.at("build").at("compiler").get<std::string>());
  std::vector<double> fastest;
  std::string rule = "|---|---|";
  table += "| | engine |";
  for (const Column& column : columns) {
    table += fmt::format(" {} |", column.title);
    rule += "--:|";
    double least = std::numeric_limits<double>::infinity();
    for (const Json* engine : engines) {
      const auto name = engine->at("engine").get<std::string>();
      if (!is_wrong(column, name)) least = std::min(least, time_of(column, name));
    }
    fastest.push_back(least);
  }
  table += "\n" + rule + "\n";
  constexpr std::array kGroups = {"ours", "baselines", "libraries"};
  int last_group = -1;
  for (const Json* engine : engines) {
    const int group = group_of(*engine);
    table += fmt::format("| {} | `{}` |",
                         group == last_group ? "" : kGroups.at(static_cast<std::size_t>(group)),
                         engine->at("engine").get<std::string>());
    last_group = group;
    for (std::size_t c = 0; c < columns.size(); ++c)
      table += fmt::format(" {} |", cell(columns[c], *engine, fastest[c]));
    table += "\n";
  }
  return table + "\n" + faster_line(engines, columns) + "\n";
}

}  // namespace quadphase::bench
