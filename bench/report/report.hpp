// SPDX-License-Identifier: MIT
// The one way in which commands measure, print and store a report.
#pragma once

#include <cstdio>
#include <functional>
#include <span>
#include <string>

#include "program/options.hpp"
#include "program/progress.hpp"
#include "report/json.hpp"

namespace quadphase::bench {

/// A ratio of another engine to quadphase that the report names where it is below its target.
struct Goal {
  const char* name;     ///< "mean"
  const char* pointer;  ///< JSON pointer in a row: "/mean_ratio"
  double target = 1;
};

/// Adds an item to a list of the report, for example a block to "blocks".
using AddItem = std::function<void(const char* list, Json item)>;

struct ReportCommand {
  const char* name;
  Json (*settings)(const Options& options);
  /// Errors: `CheckFailed` where a run cannot go on.
  void (*measure)(const Options& options, Progress& progress, const AddItem& add);
  void (*print_head)(std::FILE* out, const Json& report);
  void (*print_item)(std::FILE* out, const Json& item);  ///< as soon as it is measured
  void (*print_end)(std::FILE* out, const Json& report);
  std::span<const Goal> goals{};  ///< in words: "faster than quadphase"
  const char* goals_words = "faster than quadphase";
};

/// Measures, prints the table, the JSON or both, and writes the files of the options. Errors:
/// `CheckFailed`, after the report, where a row of quadphase is wrong.
void run_report(const ReportCommand& command, const Options& options, std::FILE* out,
                Progress& progress);

extern const ReportCommand kRun, kCompare, kScaling, kSteps, kWorlds, kQuery;

/// The rows of other engines, right ones only, whose ratio is below a goal's target.
[[nodiscard]] Json lost_cells(const Json& blocks, std::span<const Goal> goals);

/// The rows of quadphase that are wrong, in words; empty where there are none.
[[nodiscard]] std::string our_failures(const Json& blocks);

/// The settings that every engine had, each once.
void print_settings(std::FILE* out, const Json& blocks);

/// The libraries that this program does without, if there are any.
void print_missing(std::FILE* out, const Json& report);

/// A column of a table, in milliseconds.
struct Figure {
  const char* heading;
  const char* field;  ///< of a row
};
inline constexpr Figure kFrameFigures[] = {
    {"mean ms", "mean_ms"}, {"p99 ms", "p99_ms"}, {"max ms", "max_ms"}};

/// The rows of a block by threads and median, with these figures beside it; wrong and skipped ones
/// too.
void print_results(std::FILE* out, const Json& block,
                   std::span<const Figure> figures = kFrameFigures);

/// `quadphase_bench run --format csv`
void print_csv(std::FILE* out, const Json& report);

}  // namespace quadphase::bench
