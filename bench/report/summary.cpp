// SPDX-License-Identifier: MIT
#include "report/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <string_view>

#include "program/options.hpp"
#include "report/reading.hpp"
#include "report/text.hpp"

namespace quadphase::bench {
namespace {

/// A line of the table: where its rows are, and the field with a time.
struct Task {
  const char* words;
  const char* command;  ///< of the report
  const char* key;      ///< a field of its blocks, and the value that chooses one
  const char* value;
  std::size_t box_count;
  const char* query;      ///< the kind of queries; null: rows have none
  const char* time;       ///< the field of a row
  double seconds;         ///< of one unit of that field
  const char* arguments;  ///< of the program
};

constexpr std::array kTasks = {
    Task{"all pairs of equal boxes that all move", "compare", "scene", "uniform", 100'000, nullptr,
         "median_ms", 1e-3, "compare --engine all --scene uniform"},
    Task{"all pairs of mixed sizes that all move", "compare", "scene", "mixed", 100'000, nullptr,
         "median_ms", 1e-3, "compare --engine all --scene mixed"},
    Task{"the pairs of 1,000 moving boxes, all others static", "worlds", "scenario",
         "one-in-a-hundred", 100'000, nullptr, "median_ms", 1e-3,
         "worlds --scenario one-in-a-hundred"},
    Task{"a frame in which nothing moves", "worlds", "scenario", "sleeping-world", 100'000, nullptr,
         "median_ms", 1e-3, "worlds --scenario sleeping-world"},
    Task{"one of many box queries on 1,000,000 boxes, 10 of them found", "query", "scene",
         "uniform", 1'000'000, "box", "median_ns_per_query", 1e-9,
         "query --objects 1000000 --kinds box"},
};

/// What people call the library of an engine.
std::string library_name(const std::string& engine) {
  static const std::map<std::string, const char*, std::less<>> names = {
      {"boost", "Boost"}, {"box2d", "Box2D"},       {"bullet", "Bullet"},
      {"cgal", "CGAL"},   {"chipmunk", "Chipmunk"}, {"nanoflann", "nanoflann"},
      {"ode", "ODE"},     {"embree", "Embree"}};
  return names.at(engine.substr(0, engine.find('-')));
}

/// "Box2D 2.4.1": settings begin with the version of most libraries.
std::string library_of(const Json& row) {
  const auto settings = text_of(row.at("settings"));
  const std::size_t colon = settings.find(':');
  const bool has_version =
      colon != std::string::npos && settings.find_first_not_of("0123456789.") == colon;
  return library_name(text_of(row.at("engine"))) +
         (has_version ? " " + settings.substr(0, colon) : "");
}

std::string duration(double seconds) {
  if (seconds < 1e-4) return short_text(seconds * 1e6) + " µs";
  return short_text(seconds * 1e3) + " ms";
}

struct Times {
  double ours = 0;
  double box2d = 0;
  double fastest_other = std::numeric_limits<double>::infinity();
  std::string box2d_name, fastest_name;
};

/// Of rows on one thread. quadphase: its engine, or the batch of its queries.
Times times_of(const Task& task, const Json& block) {
  Times times;
  for (const Json& row : block.at("results")) {
    if (row.at("threads") != 1 || row.at("verdict") == "WRONG") continue;
    if (task.query != nullptr && row.at("query") != task.query) continue;
    const auto engine = text_of(row.at("engine"));
    const double seconds = number_of(row.at(task.time)) * task.seconds;
    if (engine == "quadphase" || engine == "batch") {
      times.ours = seconds;
    } else if (engine == "box2d-tree") {
      times.box2d = seconds;
      times.box2d_name = library_of(row);
    } else if (row.at("group") == "peer" && seconds > 0 && seconds < times.fastest_other) {
      times.fastest_other = seconds;
      times.fastest_name = library_of(row);
    }
  }
  return times;
}

const Json& block_of(const Task& task, const Json& report) {
  for (const Json& block : report.at("blocks"))
    if (block.at(task.key) == task.value && block.at("box_count") == task.box_count) return block;
  throw UsageError(fmt::format("{}.json has no block of {}", task.command, task.value));
}

std::string bold_if(bool is_bold, const std::string& text) {
  return is_bold ? "**" + text + "**" : text;
}

/// The least and the greatest of some ratios.
struct Range {
  double least = std::numeric_limits<double>::infinity();
  double greatest = 0;

  void add(double ratio) {
    least = std::min(least, ratio);
    greatest = std::max(greatest, ratio);
  }
  [[nodiscard]] std::string words() const {
    return fmt::format("{:.1f} to {:.1f} times", least, greatest);
  }
};

double time_of(const Json& block, const std::string& engine, int threads) {
  const Json* const row = row_of(block, engine, threads);
  return row == nullptr ? 0 : number_of(row->at("median_ms"));
}

/// The expert's grid over quadphase on one thread.
std::string grid_words(const Json& compare) {
  Range range;
  for (const Json& block : compare.at("blocks"))
    range.add(time_of(block, "expert-grid", 1) / time_of(block, "quadphase", 1));
  return range.words();
}

/// "`point` on 1 thread: brute": every scene in which another engine is faster.
std::string faster_words(const Json& compare) {
  std::string words;
  for (const Json& block : compare.at("blocks")) {
    for (const int threads : {1, 2}) {
      std::string names;
      for (const Json& row : block.at("results")) {
        const bool is_faster = row.at("threads") == threads && !row.at("median_ms").is_null() &&
                               row.at("median_ms") < time_of(block, "quadphase", threads);
        if (is_faster) append(names, "`" + text_of(row.at("engine")) + "`");
      }
      if (!names.empty())
        append(words, fmt::format("`{}` on {} ({})", text_of(block.at("scene")),
                                  thread_words(threads), names));
    }
  }
  return words.empty() ? "none" : words;
}

/// The fastest other library over quadphase where one box in a hundred moves and all pairs are
/// listed, over all scenes and thread counts.
std::string kept_tree_words(const Json& motions) {
  Range range;
  for (const Json& block : motions.at("blocks")) {
    if (block.at("motion") != "one-in-100") continue;
    for (const int threads : {1, 2}) {
      double fastest = std::numeric_limits<double>::infinity();
      for (const Json& row : block.at("results")) {
        if (row.at("group") == "peer" && row.at("threads") == threads &&
            !row.at("median_ms").is_null())
          fastest = std::min(fastest, number_of(row.at("median_ms")));
      }
      range.add(fastest / time_of(block, "quadphase", threads));
    }
  }
  return range.words();
}

/// "`ray-any`, `ray-closest` (Embree)": kinds of batch queries on which another library is faster.
std::string faster_queries(const Json& query) {
  std::map<std::string, std::string> kinds;
  for (const Json& block : query.at("blocks")) {
    for (const Json& row : block.at("results")) {
      if (row.at("group") != "peer" || number_of(row.at("ratio_to_batch")) >= 1) continue;
      std::string& list = kinds[library_name(text_of(row.at("engine")))];
      const auto kind = "`" + text_of(row.at("query")) + "`";
      if (list.find(kind) == std::string::npos) append(list, kind);
    }
  }
  std::string words;
  for (const auto& [library, list] : kinds) append(words, list + " (" + library + ")", "; ");
  return words.empty() ? "none" : words;
}

}  // namespace

std::string summary_table(const std::string& folder) {
  std::map<std::string, Json> reports;
  for (const char* const command : {"compare", "worlds", "query"})
    reports[command] = read_report(fmt::format("{}/{}.json", folder, command), command);
  const Json motions = read_report(folder + "/compare-motions.json", "compare");
  std::string lines, notes, box2d_name;
  try {
    for (const Task& task : kTasks) {
      const Times times = times_of(task, block_of(task, reports.at(task.command)));
      const double least = std::min({times.ours, times.box2d, times.fastest_other});
      box2d_name = times.box2d_name;
      lines += fmt::format("| {} | {} | {} | {} ({}) | `{}` |\n", task.words,
                           bold_if(times.ours == least, duration(times.ours)),
                           bold_if(times.box2d == least, duration(times.box2d)),
                           bold_if(times.fastest_other == least, duration(times.fastest_other)),
                           times.fastest_name, task.arguments);
    }
    const Json& compare = reports.at("compare");
    notes = fmt::format(
        "On two threads, the first row takes {}. The best uniform grid that we could write takes "
        "{} the time of "
        "quadphase on one thread, over all [scenes](docs/scenes.md). Scenes on which another "
        "engine "
        "is faster: {}. Batch queries that find about ten objects each, on which another library "
        "is "
        "faster: {}; for [hundreds](docs/queries.md#cost) each, Boost is, which does not sort "
        "them. "
        "If one box in a hundred moves, undeclared, and all pairs are listed, the fastest library "
        "that keeps its tree takes {} the time.\n",
        duration(time_of(block_of(kTasks[0], compare), "quadphase", 2) * 1e-3), grid_words(compare),
        faster_words(compare), faster_queries(reports.at("query")), kept_tree_words(motions));
  } catch (const Json::exception& error) {
    throw UsageError(fmt::format("a report lacks what the table needs: {}", error.what()));
  }
  return fmt::format(
      "| what | quadphase | {} | the fastest other library | `quadphase_bench_peers ...` |\n"
      "|---|--:|--:|--:|---|\n{}\n{}",
      box2d_name, lines, notes);
}

}  // namespace quadphase::bench
