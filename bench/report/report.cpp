// SPDX-License-Identifier: MIT
#include "report/report.hpp"

#include <fmt/format.h>

#include <chrono>
#include <set>
#include <utility>

#include "peers/peers.hpp"
#include "program/output.hpp"
#include "report/text.hpp"
#include "runner/checks.hpp"

namespace quadphase::bench {
namespace {

/// For example "one-in-a-hundred", or "nearest-8, 100,000 uniform".
std::string place_of(const Json& block, const Json& row) {
  const auto title = text_of(block.at("title"));
  return row.contains("query") ? text_of(row.at("query")) + ", " + title : title;
}

std::string lost_words(const Json& lost, const ReportCommand& command) {
  std::string text;
  std::string last;
  for (const Json& cell : lost) {
    const std::string place =
        fmt::format("{}, {} on {}", text_of(cell.at("where")), text_of(cell.at("engine")),
                    thread_words(cell.at("threads").get<int>()));
    const std::string figure =
        fmt::format("{} {:.3g}", text_of(cell.at("figure")), cell.at("ratio").get<double>());
    append(text, place == last ? figure : place + ": " + figure, place == last ? ", " : "; ");
    last = place;
  }
  return text.empty() ? fmt::format("no other engine is {}", command.goals_words)
                      : fmt::format("{}: {}", command.goals_words, text);
}

}  // namespace

void run_report(const ReportCommand& command, const Options& options, std::FILE* out,
                Progress& progress) {
  // Opened first, so that a bad path costs no time.
  Output json(options.json_path);
  const auto start = std::chrono::steady_clock::now();
  Json report = new_report(command.name, command.settings(options));
  report["missing_peers"] = missing_peers();
  report["elapsed_s"] = nullptr;
  const bool is_table = options.format == Format::table;
  bool has_head = false;
  command.measure(options, progress, [&](const char* list, Json item) {
    progress.clear();
    // Not before the first block: a file that cannot be read gives its one line alone.
    if (is_table && !has_head) {
      print_machine_and_build(out, report);
      command.print_head(out, report);
    }
    has_head = true;
    if (is_table) command.print_item(out, item);
    std::fflush(out);
    report[list].push_back(std::move(item));
  });
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  report["elapsed_s"] = elapsed.count();
  if (!command.goals.empty()) report["lost"] = lost_cells(report["blocks"], command.goals);
  if (is_table) {
    command.print_end(out, report);
    if (!command.goals.empty()) fmt::print(out, "\n{}\n", lost_words(report["lost"], command));
    fmt::print(out, "\nmeasured in {:.0f} s\n", elapsed.count());
  }
  if (options.format == Format::json) print_json(out, report);
  if (options.format == Format::csv) print_csv(out, report);
  if (!options.json_path.empty()) print_json(json.get(), report);
  json.finish();
  if (!report.contains("blocks")) return;
  if (const std::string failures = our_failures(report["blocks"]); !failures.empty())
    throw CheckFailed("quadphase is wrong: " + failures);
}

Json lost_cells(const Json& blocks, std::span<const Goal> goals) {
  Json lost = Json::array();
  for (const Json& block : blocks) {
    for (const Json& row : block.at("results")) {
      if (row.at("group") == "quadphase" || row.at("verdict") == "WRONG") continue;
      for (const Goal& goal : goals) {
        const Json::json_pointer pointer(goal.pointer);
        const double ratio = row.contains(pointer) ? number_of(row.at(pointer)) : 0;
        if (ratio <= 0 || ratio >= goal.target) continue;
        lost.push_back({{"where", place_of(block, row)},
                        {"engine", row.at("engine")},
                        {"threads", row.at("threads")},
                        {"figure", goal.name},
                        {"ratio", ratio}});
      }
    }
  }
  return lost;
}

std::string our_failures(const Json& blocks) {
  std::string failures;
  for (const Json& block : blocks) {
    for (const Json& row : block.at("results")) {
      if (row.at("group") != "quadphase" || !row.contains("wrong")) continue;
      append(failures,
             fmt::format("{}, {} on {}: {}", place_of(block, row), text_of(row.at("engine")),
                         thread_words(row.at("threads").get<int>()), text_of(row.at("wrong"))),
             "; ");
    }
  }
  return failures;
}

void print_settings(std::FILE* out, const Json& blocks) {
  fmt::print(out, "\nsettings, each on the first block that has them\n");
  std::set<std::pair<std::string, std::string>> shown;
  for (const Json& block : blocks) {
    for (const Json& row : block.at("results")) {
      const auto engine = text_of(row.at("engine"));
      const auto settings = text_of(row.at("settings"));
      if (!shown.insert({engine, settings}).second) continue;
      fmt::print(out, "  {:<16} {} ({})\n", engine, settings.empty() ? "none" : settings,
                 text_of(block.at("title")));
    }
  }
}

void print_missing(std::FILE* out, const Json& report) {
  if (const auto missing = text_of(report.at("missing_peers")); !missing.empty())
    fmt::print(out, "missing: {}\n", missing);
}

}  // namespace quadphase::bench
